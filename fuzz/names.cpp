// Names of any bytes: telling their encoding, showing them, fitting them into fields, folding them.
#include "kagami/names.hpp"
#include "check.hpp"

#include <string>

namespace {

using namespace kagami;

bool valid(std::string_view utf8) {
    return decode(utf8, Encoding::utf8).has_value();
}

void check_shown(std::string_view bytes) {
    for (const Encoding encoding : {Encoding::utf16le, Encoding::utf8, Encoding::cp932, Encoding::gbk}) {
        KAGAMI_REQUIRE(valid(decode_for_display(bytes, encoding)));
        const auto utf8 = decode(bytes, encoding);
        if (!utf8) {
            KAGAMI_REQUIRE(utf8.error().offset <= bytes.size());
            KAGAMI_REQUIRE(!survives(bytes, encoding));
            continue;
        }
        KAGAMI_REQUIRE(valid(*utf8));
        const auto again = encode(*utf8, encoding);
        KAGAMI_REQUIRE(again);
        KAGAMI_REQUIRE(survives(bytes, encoding) == (again->bytes() == bytes));
        KAGAMI_REQUIRE(decode(*again, encoding).value() == *utf8);
    }
}

void check_fitted(std::string_view name, const NameRule& rule) {
    const auto fitted = fit_name(name, rule);
    if (!fitted) {
        KAGAMI_REQUIRE(!fitted.error().message().empty());
        KAGAMI_REQUIRE(fitted.error().code != Code::text_not_utf8 || !valid(name));
        return;
    }
    KAGAMI_REQUIRE(!fitted->bytes.empty() && fitted->bytes.size() <= rule.limit);
    const auto back = decode(fitted->bytes, Encoding::cp932);
    KAGAMI_REQUIRE(back);
    KAGAMI_REQUIRE((*back == name) == fitted->changes.empty());
    KAGAMI_REQUIRE(fitted->changes.empty() || rule.truncate || rule.map_lookalikes);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data + 1), size - 1);
    const NameRule rule{.limit = data[0] % 32U, .truncate = (data[0] & 64) != 0, .map_lookalikes = (data[0] & 128) != 0};
    std::vector<std::string_view> names;
    std::vector<std::string> known;
    for (std::size_t begin = 0; begin <= bytes.size();) {
        const std::size_t end = std::min(bytes.find('\0', begin), bytes.size());
        names.push_back(bytes.substr(begin, end - begin));
        if (names.size() % 4 == 0 && valid(names.back())) known.emplace_back(names.back());
        begin = end + 1;
    }
    const auto detected = detect_encoding(names, known);
    KAGAMI_REQUIRE(detected.encoding != Encoding::utf16le);
    KAGAMI_REQUIRE(!detected.why.empty());
    check_shown(bytes);
    check_fitted(bytes, rule);
    if (valid(bytes)) {
        KAGAMI_REQUIRE(valid(fold_name(bytes)));
        const std::string nearest = nearest_encodable(bytes, rule.limit);
        KAGAMI_REQUIRE(nearest.empty() || fit_name(nearest, {.limit = rule.limit}));
    }
    return 0;
}

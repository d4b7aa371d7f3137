// Reading, of the format KAGAMI_FUZZ_FORMAT. Strictly: whatever reads is written back byte for byte, scanning agrees with
// reading, errors lie in the file. Keeping: whatever begins like the format reads, and is written back byte for byte, also
// through a copy, a reused document and JSON.
#include "check.hpp"
#include "kagami/json.hpp"

#include <algorithm>

namespace {

using namespace kagami;
namespace format = KAGAMI_FUZZ_FORMAT;
using Bytewise = std::span<const std::byte>;

template <class D> void check_written(const D& document, Bytewise bytes) {
    const auto written = write(document);
    KAGAMI_REQUIRE(written && std::ranges::equal(*written, bytes));
}

template <class D> void check_reused(const D& document, Bytewise bytes) {
    if constexpr (requires(D d) { read_into(d, bytes, ReadOptions{}); }) {
        KAGAMI_REQUIRE(written_size(document) == bytes.size());
        static D reused; // holds the last input's document
        KAGAMI_REQUIRE(read_into(reused, bytes, {.keep = true}));
        KAGAMI_REQUIRE(reused == document);
        KAGAMI_REQUIRE(to_json(reused) == to_json(document));
    }
}

template <class D> void check_kept(const Result<D>& kept, Bytewise bytes) {
    if (!kept) {
        KAGAMI_REQUIRE(kept.error().code == Code::wrong_format || kept.error().code == Code::unsupported_version);
        return;
    }
    check_written(*kept, bytes);
    check_reused(*kept, bytes);
    const D copy = *kept;
    KAGAMI_REQUIRE(copy == *kept);
    const auto built = from_json<D>(to_json(*kept));
    KAGAMI_REQUIRE(built);
    KAGAMI_REQUIRE(*built == *kept);
    check_written(*built, bytes);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytewise bytes(reinterpret_cast<const std::byte*>(data), size);
    const auto document = format::read(bytes);
    const auto scanned = format::scan(bytes);
    const auto kept = format::read(bytes, {.keep = true});
    check_kept(kept, bytes);
    const auto opened = open(bytes, {.keep = true});
    KAGAMI_REQUIRE(!kept || (opened && *opened == Document(*kept)));
    KAGAMI_REQUIRE(document.has_value() == scanned.has_value());
    if (!document) {
        KAGAMI_REQUIRE(document.error().offset <= size);
        KAGAMI_REQUIRE(!document.error().message().empty());
        KAGAMI_REQUIRE(document.error() == scanned.error());
        KAGAMI_REQUIRE(!kept || (kept->damage && kept->damage->error == document.error()));
        return 0;
    }
    KAGAMI_REQUIRE(kept && !kept->damage);
    check_written(*document, bytes);
    std::uint64_t end = 0;
    for (const auto& part : scanned->parts) {
        KAGAMI_REQUIRE(part.offset == end);
        end += part.size;
    }
    KAGAMI_REQUIRE(end == size);
    if (size != 0) KAGAMI_REQUIRE(format::path_at(bytes, size / 2).starts_with('/'));
    return 0;
}

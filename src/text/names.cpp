// Names that fit a field of CP932, and names in their several spellings.
#include "kagami/names.hpp"
#include "text/code_pages.hpp"
#include "text/similar.hpp"
#include "text/utf8.hpp"

namespace kagami {

namespace {

bool encodable(char32_t c) {
    return c != 0 && text::code_of(c, Encoding::cp932) >= 0;
}

std::string to_utf8(std::u32string_view characters) {
    std::string out;
    for (const char32_t c : characters) text::append_utf8(out, c);
    return out;
}

/// A name in which some characters were written as others: which ones, as what.
struct Mapped {
    struct Change {
        std::u32string from;
        char32_t to;
    };
    std::u32string name;
    std::vector<Change> changes;
};

/// Writes what looks alike wherever there is something: no mark and no character that has a look-alike is in CP932.
Mapped map_look_alikes(std::string_view utf8) {
    Mapped mapped;
    for (const char32_t c : text::characters(utf8)) {
        const char32_t before = mapped.name.empty() ? 0 : mapped.name.back();
        const char32_t composed = text::compose(before, c), similar = text::look_alike(c);
        if (encodable(composed)) {
            mapped.name.back() = composed;
            mapped.changes.push_back({{before, c}, composed});
        } else if (encodable(similar)) {
            mapped.name += similar;
            mapped.changes.push_back({{c}, similar});
        } else {
            mapped.name += c;
        }
    }
    return mapped;
}

/// The longest beginning of whole characters that has at most `limit` bytes.
std::string_view cut(std::string_view cp932, std::size_t limit) {
    std::size_t end = 0;
    while (end < cp932.size()) {
        const std::size_t next = end + (text::is_lead(static_cast<unsigned char>(cp932[end]), Encoding::cp932) ? 2 : 1);
        if (next > limit) break;
        end = next;
    }
    return cp932.substr(0, end);
}

/// What is wrong with the name although all of its characters are in CP932, or where one is not.
Result<std::string> encode_name(const std::string& name, std::string_view wanted, std::size_t limit) {
    auto encoded = encode(name, Encoding::cp932);
    if (encoded && !name.contains('\0')) return std::string(encoded->bytes());
    Error error = encoded ? Error{Code::text_not_encodable, 0, 0, {}, {}, {text::shown(0), "a name", "leave it out"}} : encoded.error();
    error.offset = error.length = 0; // the offset within a name says nothing to whoever looks at a file
    if (error.code != Code::text_not_encodable) return std::unexpected(error);
    const std::string nearest = nearest_encodable(wanted, limit);
    error.arguments[2] += nearest.empty() ? "; nothing of the name could be kept" : "; the nearest name that fits is " + nearest;
    return std::unexpected(error);
}

// ---- spellings

constexpr bool is_side(char32_t c) {
    return c == U'左' || c == U'右';
}

/// Moves the side from the end of the name to its front.
void put_side_first(std::u32string& name) {
    if (name.size() < 2 || is_side(name.front())) return;
    char32_t side = 0;
    std::size_t length = 1;
    if (is_side(name.back())) {
        side = name.back();
    } else if (name[name.size() - 2] == U'_' || name[name.size() - 2] == U'.') {
        side = name.back() == U'L' || name.back() == U'l' ? U'左' : name.back() == U'R' || name.back() == U'r' ? U'右' : 0;
        length = 2;
    }
    if (side == 0 || name.size() <= length || is_side(name[name.size() - length - 1])) return; // 左右 is no side
    name.resize(name.size() - length);
    name.insert(name.begin(), side);
}

} // namespace

Result<FittedName> fit_name(std::string_view utf8, const NameRule& rule) {
    FittedName fitted;
    std::string name(utf8);
    if (rule.map_lookalikes && decode(utf8, Encoding::utf8)) {
        const Mapped mapped = map_look_alikes(utf8);
        name = to_utf8(mapped.name);
        for (const auto& change : mapped.changes) {
            const std::string from = change.from.size() == 1 ? text::shown(change.from[0])
                                                             : text::to_utf8(change.from[0]) + " and " + text::shown(change.from[1]);
            fitted.changes.push_back({Code::name_mapped, 0, 0, {}, {}, {std::string(utf8), from, text::shown(change.to)}});
        }
    }
    auto encoded = encode_name(name, utf8, rule.limit);
    if (!encoded) return std::unexpected(encoded.error());
    fitted.bytes = *std::move(encoded);
    if (fitted.bytes.size() > rule.limit) {
        const std::string fits(cut(fitted.bytes, rule.limit)), limit = std::to_string(rule.limit);
        const std::string shorter = decode_for_display(fits, Encoding::cp932);
        if (!rule.truncate) {
            const std::string bytes = std::to_string(fitted.bytes.size());
            return std::unexpected(
                Error{Code::name_too_long, 0, 0, {}, {}, {std::string(utf8), bytes, limit, ": " + shorter + " would fit"}});
        }
        fitted.bytes = fits;
        fitted.changes.push_back({Code::name_cut, 0, 0, {}, {}, {std::string(utf8), shorter, limit}});
    }
    if (fitted.bytes.empty()) return std::unexpected(Error{Code::name_empty, 0, 0, {}, {}, {}});
    return fitted;
}

std::string nearest_encodable(std::string_view utf8, std::size_t limit) {
    std::u32string name = map_look_alikes(utf8).name;
    std::erase_if(name, [](char32_t c) { return !encodable(c); });
    const auto encoded = encode(to_utf8(name), Encoding::cp932);
    return encoded ? decode_for_display(cut(encoded->bytes(), limit), Encoding::cp932) : std::string();
}

std::string fold_name(std::string_view utf8) {
    std::u32string name;
    for (const char32_t original : text::characters(utf8)) {
        const char32_t c = text::usual_width(original);
        if (c == U' ' || c == U'\t' || c == 0xA0) continue;
        const char32_t composed = name.empty() ? 0 : text::compose(name.back(), c);
        if (composed != 0) {
            name.back() = composed;
        } else {
            name += c;
        }
    }
    put_side_first(name);
    return to_utf8(name);
}

} // namespace kagami

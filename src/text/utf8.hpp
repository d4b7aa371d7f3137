// One character of UTF-8, read and written.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kagami::text {

/// One character read from the front of a text. `length` is how many bytes it took, 0 if they are no character; then
/// `broken` is how many bytes belong together as what could not be read.
struct Character {
    char32_t code = 0;
    std::size_t length = 0;
    std::size_t broken = 1;
};

constexpr bool is_surrogate(char32_t c) {
    return c >= 0xD800 && c <= 0xDFFF;
}

inline Character read_utf8(std::string_view bytes) {
    if (bytes.empty()) return {};
    const auto lead = static_cast<unsigned char>(bytes[0]);
    if (lead < 0x80) return {lead, 1};
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || bytes.size() < length) return {};
    char32_t code = lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        const auto next = static_cast<unsigned char>(bytes[i]);
        if ((next & 0xC0U) != 0x80) return {};
        code = code << 6 | (next & 0x3FU);
    }
    constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (code < least[length] || code > 0x10FFFF || is_surrogate(code)) return {};
    return {code, length};
}

inline void append_utf8(std::string& out, char32_t c) {
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += static_cast<char>(0xC0 | c >> 6);
        out += static_cast<char>(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        out += static_cast<char>(0xE0 | c >> 12);
        out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
        out += static_cast<char>(0x80 | (c & 0x3F));
    } else {
        out += static_cast<char>(0xF0 | c >> 18);
        out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
        out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
        out += static_cast<char>(0x80 | (c & 0x3F));
    }
}

inline std::string to_utf8(char32_t c) {
    std::string out;
    append_utf8(out, c);
    return out;
}

/// The characters of a text that is known to be valid UTF-8; a byte that is not part of any is left out.
inline std::u32string characters(std::string_view utf8) {
    std::u32string out;
    for (std::size_t at = 0; at < utf8.size();) {
        const Character c = read_utf8(utf8.substr(at));
        if (c.length != 0) out += c.code;
        at += c.length != 0 ? c.length : c.broken;
    }
    return out;
}

} // namespace kagami::text

#include "text/code_pages.hpp"

#include <array>

namespace kagami::text {

namespace {

constexpr unsigned user_first = 0xF0, user_last = 0xF9; // lead bytes of CP932's user area

constexpr bool is_trail(unsigned byte, Encoding encoding) {
    return byte >= 0x40 && byte != 0x7F && byte <= (encoding == Encoding::cp932 ? 0xFCU : 0xFEU);
}

constexpr unsigned column(unsigned trail) {
    return trail - 0x40 - (trail > 0x7F ? 1 : 0);
}

/// What two bytes stand for; 0 if nothing. Both must be in their ranges.
char16_t double_byte(unsigned lead, unsigned trail, Encoding encoding) {
    if (encoding == Encoding::gbk) return gbk_rows[lead - 0x81][column(trail)];
    if (lead >= user_first && lead <= user_last) return static_cast<char16_t>(0xE000 + (lead - user_first) * 188 + column(trail));
    return cp932_rows[lead - (lead < 0xE0 ? 0x81 : 0xE0 - 0x1F)][column(trail)];
}

/// What one byte from 80 on stands for; 0 if nothing.
char16_t single_byte(unsigned byte, Encoding encoding) {
    if (encoding == Encoding::gbk) return byte == 0x80 ? u'€' : u'\0';
    if (byte >= 0xA1 && byte <= 0xDF) return static_cast<char16_t>(0xFF61 + byte - 0xA1);
    switch (byte) {
    case 0x80: return 0x0080;
    case 0xA0: return 0xF8F0;
    case 0xFD: return 0xF8F1;
    case 0xFE: return 0xF8F2;
    case 0xFF: return 0xF8F3;
    default: return 0;
    }
}

using Codes = std::array<std::uint16_t, 0x10000>;

/// The code of every character, from the tables of the other direction: the first code of a character is taken. In
/// ascending order that is what Windows does (JIS before NEC before IBM), but for NEC's copies of IBM's characters in
/// ED and EE, which come last.
Codes invert(Encoding encoding) {
    Codes codes{};
    const auto add = [&](char16_t c, unsigned code) {
        if (c != 0 && codes[c] == 0) codes[c] = static_cast<std::uint16_t>(code);
    };
    for (unsigned byte = 0x80; byte <= 0xFF; ++byte) add(single_byte(byte, encoding), byte);
    for (const bool copies : {false, true}) {
        for (unsigned lead = 0x80; lead <= 0xFF; ++lead) {
            const bool is_copy = encoding == Encoding::cp932 && (lead == 0xED || lead == 0xEE);
            if (is_copy != copies || !is_lead(static_cast<unsigned char>(lead), encoding)) continue;
            for (unsigned trail = 0; trail <= 0xFF; ++trail) {
                if (is_trail(trail, encoding)) add(double_byte(lead, trail, encoding), lead << 8 | trail);
            }
        }
    }
    return codes;
}

} // namespace

bool is_lead(unsigned char byte, Encoding encoding) {
    if (encoding == Encoding::gbk) return byte >= 0x81 && byte <= 0xFE;
    return (byte >= 0x81 && byte <= 0x9F) || (byte >= 0xE0 && byte <= 0xFC);
}

Character read_code_page(std::string_view bytes, Encoding encoding) {
    if (bytes.empty()) return {};
    const auto first = static_cast<unsigned char>(bytes[0]);
    if (first < 0x80) return {first, 1};
    if (!is_lead(first, encoding)) {
        const char16_t c = single_byte(first, encoding);
        return {c, c != 0 ? 1U : 0U};
    }
    const unsigned trail = bytes.size() < 2 ? 0 : static_cast<unsigned char>(bytes[1]);
    if (!is_trail(trail, encoding)) return {};
    const char16_t c = double_byte(first, trail, encoding);
    return {c, c != 0 ? 2U : 0U, 2};
}

int code_of(char32_t c, Encoding encoding) {
    static const Codes cp932 = invert(Encoding::cp932), gbk = invert(Encoding::gbk);
    if (c < 0x80) return static_cast<int>(c);
    if (c > 0xFFFF) return -1;
    const std::uint16_t code = (encoding == Encoding::gbk ? gbk : cp932)[c];
    return code != 0 ? code : -1;
}

} // namespace kagami::text

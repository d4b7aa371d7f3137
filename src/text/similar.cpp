#include "text/similar.hpp"
#include "text/utf8.hpp"

#include <string_view>

namespace kagami::text {

namespace {

constexpr char32_t voiced_mark = 0x3099, semi_voiced_mark = 0x309A;
constexpr char32_t to_katakana = 0x60; // from a hiragana to the same katakana

char32_t lower_case(char32_t c) {
    const auto within = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
    if (within(U'А', U'Я') || within(U'Α', U'Ω') || within(U'À', U'Þ')) return c == U'×' ? c : c + 0x20;
    if (within(U'A', U'Z') || within(U'Ａ', U'Ｚ')) return c + 0x20;
    return within(U'Ѐ', U'Џ') ? c + 0x50 : c;
}

/// Calls `f(character, bytes)` for each character; what is none counts as 0.
template <class F> void each_character(std::string_view utf8, F f) {
    while (!utf8.empty()) {
        const Character c = read_utf8(utf8);
        const std::size_t length = c.length != 0 ? c.length : c.broken;
        f(c.code, utf8.substr(0, length));
        utf8.remove_prefix(length);
    }
}

} // namespace

char32_t look_alike(char32_t c) {
    switch (c) {
    // Other tables of the same code pages have these in the places where Windows has the right ones.
    case 0x301C: return 0xFF5E; // 〜 ～
    case 0x2016: return 0x2225; // ‖ ∥
    case 0x2212: return 0xFF0D; // − －
    case 0x00A2: return 0xFFE0; // ¢ ￠
    case 0x00A3: return 0xFFE1; // £ ￡
    case 0x00AC: return 0xFFE2; // ¬ ￢
    case 0x2014:
        return 0x2015; // — ―
    // Of these only the full width is there.
    case 0x00A5: return 0xFFE5; // ¥ ￥
    case 0x00A6: return 0xFFE4; // ¦ ￤
    case 0x203E: return 0xFFE3; // ‾ ￣
    default: return 0;
    }
}

char32_t compose(char32_t kana, char32_t mark) {
    if (mark != voiced_mark && mark != semi_voiced_mark) return 0;
    const bool katakana = kana >= U'ァ' && kana <= U'ヾ';
    const char32_t hiragana = katakana ? kana - to_katakana : kana;
    if (hiragana >= U'は' && hiragana <= U'ほ') {
        if ((hiragana - U'は') % 3 != 0) return 0;
        return kana + (mark == voiced_mark ? 1 : 2);
    }
    if (mark == semi_voiced_mark) return 0;
    if (hiragana == U'う') return kana + (U'ゔ' - U'う');
    const bool has_voiced_form = std::u32string_view(U"かきくけこさしすせそたちつてとゝ").contains(hiragana);
    return has_voiced_form ? kana + 1 : 0;
}

char32_t usual_width(char32_t c) {
    constexpr std::u32string_view full =
        U"。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
        U"\u3099\u309A";
    if (const char32_t similar = look_alike(c); similar != 0) c = similar;
    if (c == 0x3000) return U' ';
    if (c >= 0xFF01 && c <= 0xFF5E) return c - 0xFF01 + U'!';
    if (c >= 0xFF61 && c <= 0xFF9F) return full[c - 0xFF61];
    if (c == 0x309B || c == 0x309C) return c - 0x309B + voiced_mark;
    return c;
}

std::string lower_case(std::string_view utf8) {
    std::string out;
    each_character(utf8, [&](char32_t c, std::string_view bytes) {
        const char32_t small = lower_case(c);
        if (small == c) {
            out += bytes;
        } else {
            append_utf8(out, small);
        }
    });
    return out;
}

std::string composed(std::string_view utf8) {
    std::string out;
    char32_t before = 0;
    std::size_t start = 0; // of the character before
    each_character(utf8, [&](char32_t c, std::string_view bytes) {
        const char32_t one = compose(before, c);
        before = one != 0 ? one : c;
        if (one != 0) {
            out.resize(start);
            append_utf8(out, one);
        } else {
            start = out.size();
            out += bytes;
        }
    });
    return out;
}

std::string shown(char32_t c) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string number;
    for (char32_t rest = c; rest != 0 || number.size() < 4; rest /= 16) number.insert(number.begin(), digits[rest % 16]);
    if (c < 0x20 || (c >= 0x7F && c < 0xA0)) return "U+" + number;
    const bool combining = c == voiced_mark || c == semi_voiced_mark || (c >= 0x300 && c < 0x370);
    return (combining ? "◌" : "") + to_utf8(c) + " (U+" + number + ")";
}

} // namespace kagami::text

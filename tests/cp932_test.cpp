// CP932 and GBK: every code and every character against the C library's tables, and what is particular about CP932.
#include "kagami/text.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <random>
#include <set>

#if __has_include(<iconv.h>)
#include <iconv.h>
#define KAGAMI_ICONV
#endif

namespace kagami {
namespace {

using namespace std::string_literals;
using enum Encoding;

std::string byte(unsigned b) {
    return {static_cast<char>(b)};
}
std::string code(unsigned c) {
    return c > 0xFF ? byte(c >> 8) + byte(c & 0xFF) : byte(c);
}
std::string character(unsigned c) {
    return decode(byte(c & 0xFF) + byte(c >> 8), utf16le).value();
}

std::optional<std::string> decoded(const std::string& bytes, Encoding encoding) {
    auto text = decode(bytes, encoding);
    return text ? std::optional(*text) : std::nullopt;
}
std::optional<std::string> encoded(const std::string& text, Encoding encoding) {
    const auto bytes = encode(text, encoding);
    return bytes ? std::optional(std::string(bytes->bytes())) : std::nullopt;
}

constexpr bool is_lead(unsigned b, Encoding encoding) {
    return encoding == gbk ? b >= 0x81 && b <= 0xFE : (b >= 0x81 && b <= 0x9F) || (b >= 0xE0 && b <= 0xFC);
}

// ------------------------------------------------------------------------------------ against the C library

#ifdef KAGAMI_ICONV

/// The C library's conversion between UTF-8 and an encoding, nothing where it refuses or replaces.
class Library {
public:
    Library(const char* to, const char* from) : handle_(iconv_open(to, from)) {}
    ~Library() {
        if (available()) iconv_close(handle_);
    }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    [[nodiscard]] bool available() const { return handle_ != failed; }
    [[nodiscard]] std::optional<std::string> operator()(std::string in) const {
        char out[16];
        char *from = in.data(), *to = out;
        std::size_t from_size = in.size(), to_size = sizeof out;
        iconv(handle_, nullptr, nullptr, nullptr, nullptr);
        if (iconv(handle_, &from, &from_size, &to, &to_size) != 0) return std::nullopt;
        return std::string(out, to);
    }

private:
    inline static const auto failed = reinterpret_cast<iconv_t>(-1); // NOLINT: that is how iconv_open says it
    iconv_t handle_;
};

using Differences = std::map<unsigned, std::optional<std::string>>;

/// Every code of one and of two bytes. `differences`: what we make of single bytes that the library sees otherwise.
void compare_codes(const char* library_name, Encoding encoding, const Differences& differences) {
    const Library library("UTF-8", library_name);
    if (!library.available()) GTEST_SKIP() << "the C library has no " << library_name;
    for (unsigned a = 0; a < 256; ++a) {
        const auto known = differences.find(a);
        if (known != differences.end()) {
            ASSERT_NE(library(byte(a)), known->second) << "is no difference: " << a;
        }
        ASSERT_EQ(decoded(byte(a), encoding), known == differences.end() ? library(byte(a)) : known->second) << a;
        for (unsigned b = 0; b < 256; ++b) {
            const std::string both = byte(a) + byte(b);
            if (is_lead(a, encoding)) {
                ASSERT_EQ(decoded(both, encoding), library(both)) << a << " " << b;
            } else {
                const auto first = decoded(byte(a), encoding), second = decoded(byte(b), encoding);
                ASSERT_EQ(decoded(both, encoding), first && second ? std::optional(*first + *second) : std::nullopt) << a << " " << b;
            }
        }
    }
}

/// Every character of the Basic Multilingual Plane.
void compare_characters(const char* library_name, Encoding encoding, const Differences& differences) {
    const Library library(library_name, "UTF-8");
    if (!library.available()) GTEST_SKIP() << "the C library has no " << library_name;
    for (unsigned c = 0; c < 0x10000; ++c) {
        if (c >= 0xD800 && c < 0xE000) continue;
        const auto known = differences.find(c);
        if (known != differences.end()) {
            ASSERT_NE(library(character(c)), known->second) << "is no difference: " << c;
        }
        EXPECT_EQ(encoded(character(c), encoding), known == differences.end() ? library(character(c)) : known->second) << std::hex << c;
    }
}

const Differences cp932_codes = {
    // Windows decodes these, glibc does not.
    {0x80, character(0x80)}, {0xA0, character(0xF8F0)}, {0xFD, character(0xF8F1)}, {0xFE, character(0xF8F2)}, {0xFF, character(0xF8F3)},
};
const Differences cp932_characters = {
    // Windows has codes for these, glibc has not.
    {0x80, "\x80"},
    {0xF8F0, "\xA0"},
    {0xF8F1, "\xFD"},
    {0xF8F2, "\xFE"},
    {0xF8F3, "\xFF"},
    // glibc writes what looks alike, and decodes that to another character: \ ~ ― ￠ ￡ ￢ ∥ － ～.
    {0xA5, std::nullopt},   // 5C
    {0x203E, std::nullopt}, // 7E
    {0x2014, std::nullopt}, // 815C
    {0xA2, std::nullopt},   // 8191
    {0xA3, std::nullopt},   // 8192
    {0xAC, std::nullopt},   // 81CA
    {0x2016, std::nullopt}, // 8161
    {0x2212, std::nullopt}, // 817C
    {0x301C, std::nullopt}, // 8160
};

TEST(Cp932, EveryCodeAsTheCLibraryHasIt) {
    compare_codes("CP932", cp932, cp932_codes);
}
TEST(Cp932, EveryCharacterAsTheCLibraryHasIt) {
    compare_characters("CP932", cp932, cp932_characters);
}
TEST(Gbk, EveryCodeAsTheCLibraryHasIt) {
    compare_codes("GBK", gbk, {});
}
TEST(Gbk, EveryCharacterAsTheCLibraryHasIt) {
    compare_characters("GBK", gbk, {});
}

#endif

// ------------------------------------------------------------------------------------ by itself

TEST(Cp932, CodesThatDoNotComeBackAreThoseThatMicrosoftLists) {
    std::map<std::string, std::set<unsigned>> codes_of;
    std::size_t codes = 0, lost = 0;
    for (unsigned c = 0x8100; c <= 0xFCFF; ++c) {
        if (!is_lead(c >> 8, cp932)) continue;
        const auto text = decoded(code(c), cp932);
        if (!text) continue;
        ++codes;
        codes_of[*text].insert(c);
        const auto back = encoded(*text, cp932);
        ASSERT_TRUE(back) << std::hex << c;
        ASSERT_EQ(survives(code(c), cp932), *back == code(c));
        if (*back != code(c)) ++lost;
        ASSERT_EQ(decoded(*back, cp932), text) << std::hex << c;
    }
    EXPECT_EQ(codes, 9604U);
    EXPECT_EQ(lost, 398U);
    EXPECT_EQ(std::erase_if(codes_of, [](const auto& entry) { return entry.second.size() == 1; }), codes - lost - 396);
    // JIS before NEC's row 13 before IBM's extension before NEC's copy of it.
    const auto rank = [](unsigned c) {
        const unsigned lead = c >> 8;
        return lead == 0x87 ? 1 : lead >= 0xFA ? 2 : lead == 0xED || lead == 0xEE ? 3 : 0;
    };
    for (const auto& [text, several] : codes_of) {
        const unsigned chosen = *std::ranges::min_element(several, {}, rank);
        EXPECT_EQ(encoded(text, cp932), code(chosen)) << text;
    }
}

TEST(Cp932, ExamplesOfDuplicates) {
    EXPECT_EQ(decoded("\xED\x40", cp932), character(0x7E8A));
    EXPECT_EQ(encoded(character(0x7E8A), cp932), "\xFA\x5C");
    EXPECT_EQ(encoded("≒", cp932), "\x81\xE0");  // not 8790
    EXPECT_EQ(encoded("￢", cp932), "\x81\xCA"); // not EEF9, FA54
    EXPECT_EQ(encoded("Ⅰ", cp932), "\x87\x54");  // not FA4A
    EXPECT_EQ(encoded("㈱", cp932), "\x87\x8A"); // not FA58
    EXPECT_EQ(encoded("ⅰ", cp932), "\xFA\x40");  // not EEEF
    EXPECT_TRUE(survives("\xFA\x5C", cp932));
    EXPECT_FALSE(survives("\xED\x40", cp932));
    EXPECT_FALSE(survives("\x87\x90", cp932));
    EXPECT_FALSE(survives("\x81", cp932)); // not even decodable
    EXPECT_TRUE(survives("", cp932));
}

TEST(Cp932, UsersAreaAndSingleBytes) {
    for (unsigned i = 0; i < 1880; ++i) {
        const unsigned column = i % 188;
        const unsigned user = (0xF0 + i / 188) << 8 | (0x40 + column + (column >= 63 ? 1 : 0));
        ASSERT_EQ(decoded(code(user), cp932), character(0xE000 + i));
        ASSERT_EQ(encoded(character(0xE000 + i), cp932), code(user));
    }
    EXPECT_FALSE(encode(character(0xE758), cp932));
    for (unsigned c = 0; c < 0x80; ++c) {
        ASSERT_EQ(decoded(byte(c), cp932), byte(c));
        ASSERT_EQ(encoded(byte(c), cp932), byte(c));
    }
    EXPECT_EQ(decoded("\x80\xA0\xFD\xFE\xFF", cp932),
              character(0x80) + character(0xF8F0) + character(0xF8F1) + character(0xF8F2) + character(0xF8F3));
    EXPECT_EQ(decoded("\xA1\xDF", cp932), "｡ﾟ");
    EXPECT_EQ(decoded("\x5C\x7E", cp932), "\\~");
}

TEST(Gbk, EveryCodeComesBack) {
    std::size_t codes = 0;
    for (unsigned c = 0x8000; c <= 0xFFFF; ++c) {
        if (!decode(code(c), gbk)) continue;
        ++codes;
        ASSERT_TRUE(survives(code(c), gbk)) << std::hex << c;
    }
    EXPECT_EQ(codes, 21791U + 129U); // and the 129 pairs of € and a single byte
    EXPECT_EQ(encoded("中文€", gbk), "\xD6\xD0\xCE\xC4\x80");
    EXPECT_FALSE(decode("\xFF", gbk));
}

/// What a text is refused for.
Diagnostic refusal(const std::string& text, Encoding encoding) {
    const auto result = encode(text, encoding);
    EXPECT_FALSE(result) << text;
    return result ? Diagnostic{} : result.error();
}

TEST(Cp932, LookAlikesAreRefusedWithTheCharacterThatIsThere) {
    const std::pair<const char*, const char*> pairs[] = {{"〜", "～"}, {"‖", "∥"}, {"−", "－"}, {"¢", "￠"}, {"£", "￡"},
                                                         {"¬", "￢"},  {"—", "―"}, {"¥", "￥"}, {"‾", "￣"}, {"¦", "￤"}};
    for (const auto& [wrong, right] : pairs) {
        const Diagnostic error = refusal("ab"s + wrong, cp932);
        EXPECT_EQ(error.code, Code::text_not_encodable);
        EXPECT_EQ(error.offset, 2U);
        EXPECT_EQ(error.length, std::string_view(wrong).size());
        EXPECT_TRUE(error.advice().starts_with("write "s + right)) << error.message();
        EXPECT_TRUE(encode(right, cp932)) << right;
    }
    const Diagnostic error = refusal("〜", cp932);
    EXPECT_EQ(error.what(), "〜 (U+301C) cannot be written in CP932");
    EXPECT_EQ(error.advice(), "write ～ (U+FF5E) instead");
    EXPECT_EQ(decoded("\x81\x60", cp932), "～");
    EXPECT_EQ(refusal("〜", gbk).what(), "〜 (U+301C) cannot be written in GBK");
    // What a code page has is not to be replaced.
    EXPECT_TRUE(encode("—‖", gbk));
}

TEST(Cp932, KanaWithTheirMarkApart) {
    EXPECT_EQ(refusal("か\u3099", cp932).advice(), "write が (U+304C) instead of か and this mark");
    EXPECT_EQ(refusal("ハ\u309A", cp932).advice(), "write パ (U+30D1) instead of ハ and this mark");
    EXPECT_EQ(refusal("ウ\u3099", cp932).advice(), "write ヴ (U+30F4) instead of ウ and this mark");
    EXPECT_EQ(refusal("か\u309A", cp932).what(), "◌\u309A (U+309A) cannot be written in CP932");
    for (const char* bad : {"か\u309A", "う\u3099", "\u3099", "a\u3099", "ん\u3099", "が\u3099", "ば\u3099"})
        EXPECT_EQ(refusal(bad, cp932).advice(), "leave it out or write something else") << bad;
}

TEST(Cp932, OtherCharactersAreRefused) {
    EXPECT_EQ(refusal("é", cp932).what(), "é (U+00E9) cannot be written in CP932");
    EXPECT_EQ(refusal("😀", cp932).what(), "😀 (U+1F600) cannot be written in CP932");
    EXPECT_EQ(refusal("头", cp932).advice(), "leave it out or write something else");
    EXPECT_EQ(refusal("\u0085", cp932).what(), "U+0085 cannot be written in CP932");
    EXPECT_EQ(encode("a\xFF", cp932).error().code, Code::text_not_utf8);
}

TEST(Cp932, WhatCannotBeDecoded) {
    const auto error = decode("ab\x82", cp932).error(); // half a character at the end
    EXPECT_EQ(error.code, Code::text_not_decodable);
    EXPECT_EQ(error.offset, 2U);
    EXPECT_EQ(error.what(), "the text is not valid CP932");
    EXPECT_EQ(decode("\xFF", gbk).error().what(), "the text is not valid GBK");
    EXPECT_EQ(decode_for_display("ab\x82", cp932), "ab‹82›");
    EXPECT_EQ(decode_for_display("\x82\xA0\x81\xAD\x82\xA2", cp932), "あ‹81AD›い"); // a code without a character
    EXPECT_EQ(decode_for_display("\x81\x20\x85\x85"s, cp932), "‹81› ‹8585›");
    EXPECT_EQ(decode_for_display("\xD6\xD0\xCE", gbk), "中‹CE›");
    EXPECT_EQ(decode_for_display("\x82\xA0", cp932), "あ");
}

TEST(Cp932, RandomBytesAreShownAsValidUtf8) {
    std::mt19937_64 random(5);
    for (int round = 0; round < 20000; ++round) {
        std::string bytes(random() % 12, '\0');
        for (char& c : bytes) c = static_cast<char>(random());
        for (const Encoding encoding : {cp932, gbk}) {
            const std::string shown = decode_for_display(bytes, encoding);
            ASSERT_TRUE(test::valid_utf8(shown));
            const auto text = decode(bytes, encoding);
            if (text) {
                ASSERT_EQ(shown, *text);
                ASSERT_EQ(decode(encode(*text, encoding).value(), encoding).value(), *text);
            } else {
                ASSERT_TRUE(shown.contains("‹"));
                ASSERT_FALSE(survives(bytes, encoding));
            }
        }
    }
}

TEST(Texts, NamesOfEncodings) {
    EXPECT_EQ(name_of(utf16le), "UTF-16");
    EXPECT_EQ(name_of(utf8), "UTF-8");
    EXPECT_EQ(name_of(cp932), "CP932");
    EXPECT_EQ(name_of(gbk), "GBK");
}

} // namespace
} // namespace kagami

// Text: decoding, encoding, what cannot be decoded, and the value that holds the bytes.
#include "kagami/text.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <random>
#include <type_traits>

namespace kagami {
namespace {

using namespace std::string_literals;
using enum Encoding;

/// UTF-16LE of one unit.
std::string unit(unsigned u) {
    return {static_cast<char>(u & 0xFF), static_cast<char>(u >> 8)};
}
/// A code point in UTF-8 and in UTF-16LE, written by arithmetic of its own.
std::pair<std::string, std::string> both(unsigned c) {
    const auto byte = [](unsigned b) { return std::string(1, static_cast<char>(b)); };
    const auto tail = [&](unsigned shift) { return byte(0x80 + c / (1U << shift) % 64); };
    std::string utf8 = c < 0x80      ? byte(c)
                       : c < 0x800   ? byte(0xC0 + c / 64) + tail(0)
                       : c < 0x10000 ? byte(0xE0 + c / 4096) + tail(6) + tail(0)
                                     : byte(0xF0 + c / 262144) + tail(12) + tail(6) + tail(0);
    std::string utf16 = c < 0x10000 ? unit(c) : unit(0xD7C0 + c / 1024) + unit(0xDC00 + c % 1024);
    return {utf8, utf16};
}

TEST(Texts, EveryCodePointBothWays) {
    for (unsigned c = 0; c < 0x110000; ++c) {
        if (c >= 0xD800 && c < 0xE000) continue;
        const auto [utf8, utf16] = both(c);
        ASSERT_EQ(decode(utf16, utf16le).value(), utf8) << c;
        ASSERT_EQ(decode(utf8, Encoding::utf8).value(), utf8) << c;
        ASSERT_EQ(encode(utf8, utf16le).value().bytes(), utf16) << c;
        ASSERT_EQ(encode(utf8, Encoding::utf8).value().bytes(), utf8) << c;
        ASSERT_EQ(decode_for_display(utf16, utf16le), utf8) << c;
    }
}

TEST(Texts, SurrogatesThatStandAloneAreKeptAndTold) {
    for (unsigned s = 0xD800; s < 0xE000; ++s) {
        const std::string lone = unit('a') + unit(s);
        const auto decoded = decode(lone, utf16le);
        ASSERT_FALSE(decoded) << s;
        ASSERT_EQ(decoded.error().code, Code::text_not_decodable);
        ASSERT_EQ(decoded.error().offset, 2U);
        ASSERT_TRUE(test::valid_utf8(decode_for_display(lone, utf16le)));
        const std::string in_utf8 = {'\xED', static_cast<char>(0x80 + (s >> 6 & 63)), static_cast<char>(0x80 + (s & 63))};
        ASSERT_FALSE(decode(in_utf8, Encoding::utf8)) << s;
        ASSERT_EQ(encode(in_utf8, utf16le).error().code, Code::text_not_utf8) << s;
        ASSERT_EQ(encode(in_utf8, Encoding::utf8).error().code, Code::text_not_utf8) << s;
    }
    EXPECT_FALSE(decode(unit(0xDC00) + unit(0xD800), utf16le));
    EXPECT_FALSE(decode(unit(0xD800) + unit(0xD800) + unit(0xDC00), utf16le));
    EXPECT_EQ(decode_for_display(unit(0xD83D) + unit('x'), utf16le), "‹3DD8›x");
}

TEST(Texts, OddNumberOfBytes) {
    const auto decoded = decode("a\0b"s, utf16le);
    ASSERT_FALSE(decoded);
    EXPECT_EQ(decoded.error().offset, 2U);
    EXPECT_EQ(decode_for_display("a\0b"s, utf16le), "a‹62›");
    EXPECT_FALSE(decode(unit(0xD83D) + "\x00"s, utf16le));
}

TEST(Texts, InvalidUtf8) {
    for (const std::string& bad : {"\x80"s, "\xBF"s, "\xC0\x80"s, "\xC1\xBF"s, "\xC2"s, "\xC2\x41"s, "\xE0\x80\x80"s, "\xE0\x9F\xBF"s,
                                   "\xE3\x81"s, "\xED\xA0\x80"s, "\xED\xBF\xBF"s, "\xF0\x80\x80\x80"s, "\xF0\x8F\xBF\xBF"s, "\xF0\x9F\x98"s,
                                   "\xF4\x90\x80\x80"s, "\xF5\x80\x80\x80"s, "\xF8\x88\x80\x80\x80"s, "\xFE"s, "\xFF"s}) {
        const std::string text = "ab" + bad;
        EXPECT_EQ(decode(text, utf8).error().offset, 2U);
        EXPECT_EQ(encode(text, utf16le).error().offset, 2U);
        EXPECT_TRUE(test::valid_utf8(decode_for_display(text, utf8)));
        EXPECT_FALSE(test::valid_utf8(text));
    }
}

TEST(Texts, ByteOrderMarkAndNulAreCharactersLikeOthers) {
    const std::string text = "\xEF\xBB\xBF"
                             "a\0b"s;
    EXPECT_EQ(decode(text, utf8).value(), text);
    EXPECT_EQ(decode(encode(text, utf16le).value(), utf16le).value(), text);
    EXPECT_EQ(encode(text, utf16le).value().bytes(), unit(0xFEFF) + unit('a') + unit(0) + unit('b'));
}

TEST(Texts, RandomBytesAreShownAsValidUtf8AndDecodedOnlyIfTheyComeBack) {
    std::mt19937_64 random(3);
    for (int round = 0; round < 20000; ++round) {
        std::string bytes(random() % 12, '\0');
        for (char& c : bytes) c = static_cast<char>(random() % 3 == 0 ? 0xD8 + random() % 8 : random());
        for (const Encoding encoding : {utf16le, utf8}) {
            ASSERT_TRUE(test::valid_utf8(decode_for_display(bytes, encoding)));
            const auto decoded = decode(bytes, encoding);
            if (encoding == utf8) {
                ASSERT_EQ(decoded.has_value(), test::valid_utf8(bytes));
            }
            ASSERT_EQ(survives(bytes, encoding), decoded.has_value());
            if (!decoded) continue;
            ASSERT_TRUE(test::valid_utf8(*decoded));
            ASSERT_EQ(encode(*decoded, encoding).value().bytes(), bytes);
            ASSERT_EQ(decode_for_display(bytes, encoding), *decoded);
        }
    }
}

// ---------------------------------------------------------------------------------------------- the value

std::string of_size(std::size_t n, char first = 'a') {
    std::string s;
    for (std::size_t i = 0; i < n; ++i) s += static_cast<char>(first + static_cast<char>(i % 26));
    return s;
}

static_assert(sizeof(Text) == 16);
static_assert(std::is_nothrow_move_constructible_v<Text> && std::is_nothrow_move_assignable_v<Text>);

TEST(TextValue, SizesSmallAndLarge) {
    for (std::size_t n = 0; n <= 40; ++n) {
        const std::string bytes = of_size(n);
        const Text text(bytes);
        EXPECT_EQ(text.size(), n);
        EXPECT_EQ(text.empty(), n == 0);
        EXPECT_EQ(text.bytes(), bytes);
        Text copy(text);
        EXPECT_TRUE(copy == text);
        const Text moved(std::move(copy));
        EXPECT_EQ(moved.bytes(), bytes);
        for (std::size_t m = 0; m <= 40; ++m) {
            const std::string other = of_size(m, 'A');
            Text target(other);
            EXPECT_EQ(target == text, n == 0 && m == 0);
            target = text;
            EXPECT_EQ(target.bytes(), bytes);
            target.assign(other);
            EXPECT_EQ(target.bytes(), other);
            Text source(bytes);
            target = std::move(source);
            EXPECT_EQ(target.bytes(), bytes);
            source = Text(other); // a moved-from text can be assigned
            EXPECT_EQ(source.bytes(), other);
            std::swap(source, target);
            EXPECT_EQ(source.bytes(), bytes);
            EXPECT_EQ(target.bytes(), other);
        }
    }
}

TEST(TextValue, SelfAssignment) {
    for (const std::size_t n : {0U, 1U, 12U, 13U, 40U}) {
        Text text(of_size(n));
        Text& same = text;
        text = same;
        EXPECT_EQ(text.bytes(), of_size(n));
        text = std::move(same);
        EXPECT_EQ(text.bytes(), of_size(n));
    }
}

TEST(TextValue, EveryByteCounts) {
    for (const std::size_t n : {1U, 12U, 13U, 40U}) {
        for (std::size_t i = 0; i < n; ++i) {
            std::string other = of_size(n);
            other[i] = '\0';
            EXPECT_FALSE(Text(other) == Text(of_size(n)));
            EXPECT_EQ(Text(other).bytes(), other);
        }
    }
    EXPECT_FALSE(Text("a"s) == Text("a\0"s));
}

TEST(TextValue, InVectors) {
    std::vector<Text> texts;
    for (std::size_t i = 0; i < 1000; ++i) texts.emplace_back(of_size(i % 41));
    texts.erase(texts.begin(), texts.begin() + 500);
    const std::vector<Text> copy = texts;
    for (std::size_t i = 0; i < copy.size(); ++i) EXPECT_EQ(copy[i].bytes(), of_size((i + 500) % 41));
}

} // namespace
} // namespace kagami

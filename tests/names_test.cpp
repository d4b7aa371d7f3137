// Names that must fit a field of CP932, and names in their several spellings.
#include "kagami/names.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <random>

namespace kagami {
namespace {

using namespace std::string_literals;

std::string cp932(std::string_view utf8) {
    return std::string(encode(utf8, Encoding::cp932).value().bytes());
}

// ------------------------------------------------------------------------------------------ names that fit

TEST(FitName, WhatFitsIsTheNameExactly) {
    for (const char* name : {"センター", "ﾈｸﾀｲＩＫ", "a", "左つま先ＩＫ", "１２３４５６７", "～∥－￠"}) {
        const auto fitted = fit_name(name, {});
        ASSERT_TRUE(fitted) << name;
        EXPECT_EQ(fitted->bytes, cp932(name));
        EXPECT_TRUE(fitted->changes.empty());
        EXPECT_EQ(nearest_encodable(name, 15), name);
    }
}

TEST(FitName, TooLongIsRefusedOrCutBetweenCharacters) {
    const std::string name = "スカート前左ひらひら"; // 20 bytes
    EXPECT_TRUE(fit_name(name, {.limit = 20}));
    const auto refused = fit_name(name, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::name_too_long);
    EXPECT_EQ(refused.error().message(),
              "スカート前左ひらひら takes 20 bytes, and only 15 fit; use a shorter name: スカート前左ひ would fit");
    const auto cut = fit_name(name, {.truncate = true});
    ASSERT_TRUE(cut);
    EXPECT_EQ(cut->bytes, cp932("スカート前左ひ")); // 14 bytes: the next character does not fit half
    ASSERT_EQ(cut->changes.size(), 1U);
    EXPECT_EQ(cut->changes[0].code, Code::name_cut);
    EXPECT_EQ(cut->changes[0].what(), "the name スカート前左ひらひら was cut to スカート前左ひ, because its field holds 15 bytes");
    EXPECT_EQ(fit_name("aスカート前左ひらひら", {.truncate = true}).value().bytes, cp932("aスカート前左ひ")); // 15 bytes
    EXPECT_EQ(fit_name("ｽｶｰﾄスカートスカート", {.truncate = true}).value().bytes, cp932("ｽｶｰﾄスカートス"));
    EXPECT_EQ(nearest_encodable(name, 15), "スカート前左ひ");
}

TEST(FitName, WhatCp932DoesNotHaveIsRefusedWithTheNearestName) {
    const auto refused = fit_name("波〜", {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message(),
              "〜 (U+301C) cannot be written in CP932; write ～ (U+FF5E) instead; the nearest name that fits is 波～");
    EXPECT_EQ(fit_name("头腕é", {}).error().advice(), "leave it out or write something else; the nearest name that fits is 腕");
    EXPECT_EQ(fit_name("é", {}).error().advice(), "leave it out or write something else; nothing of the name could be kept");
    // Not even where look-alikes may be written: there is none.
    EXPECT_EQ(fit_name("腕é", {.truncate = true, .map_lookalikes = true}).error().code, Code::text_not_encodable);
    EXPECT_EQ(fit_name("a\xFF", {.map_lookalikes = true}).error().code, Code::text_not_utf8);
}

TEST(FitName, LookAlikesAreWrittenIfAllowedAndTold) {
    const auto fitted = fit_name("波〜か\u3099", {.map_lookalikes = true});
    ASSERT_TRUE(fitted);
    EXPECT_EQ(fitted->bytes, cp932("波～が"));
    ASSERT_EQ(fitted->changes.size(), 2U);
    EXPECT_EQ(fitted->changes[0].code, Code::name_mapped);
    EXPECT_EQ(fitted->changes[0].what(), "in the name 波〜か\u3099, 〜 (U+301C) was written as ～ (U+FF5E)");
    EXPECT_EQ(fitted->changes[1].what(), "in the name 波〜か\u3099, か and ◌\u3099 (U+3099) was written as が (U+304C)");
    const auto both = fit_name("〜〜〜〜〜〜〜〜", {.truncate = true, .map_lookalikes = true});
    ASSERT_TRUE(both);
    EXPECT_EQ(both->bytes, cp932("～～～～～～～"));
    EXPECT_EQ(both->changes.size(), 9U);
    EXPECT_EQ(severity_of(Code::name_mapped), Severity::warning);
    EXPECT_EQ(severity_of(Code::name_cut), Severity::warning);
}

TEST(FitName, NothingAndNul) {
    EXPECT_EQ(fit_name("", {}).error().code, Code::name_empty);
    EXPECT_EQ(fit_name("腕", {.limit = 1, .truncate = true}).error().code, Code::name_empty);
    EXPECT_EQ(fit_name("a\0b"s, {.truncate = true, .map_lookalikes = true}).error().code, Code::text_not_encodable);
    EXPECT_EQ(fit_name("a\0b"s, {}).error().message(),
              "U+0000 cannot be written in a name; leave it out; the nearest name that fits is ab");
    EXPECT_EQ(nearest_encodable("", 15), "");
    EXPECT_EQ(nearest_encodable("é", 15), "");
}

TEST(FitName, WhateverIsGivenBackIsDecodedToTheNameOrToldOtherwise) {
    std::mt19937_64 random(11);
    constexpr std::u32string_view pool = U"左右腕a1 〜—é\u3099かはウ头ｶﾞ😀～\0\xE000纊";
    for (int round = 0; round < 20000; ++round) {
        std::string name;
        for (std::size_t n = random() % 12; n > 0; --n) {
            const char32_t c = pool[random() % pool.size()];
            const std::string utf16 =
                c < 0x10000 ? std::string{static_cast<char>(c & 0xFF), static_cast<char>(c >> 8)} : "\x3D\xD8\x00\xDE"s;
            name += decode(utf16, Encoding::utf16le).value();
        }
        const NameRule rule{.limit = random() % 2 == 0 ? 15U : 20U, .truncate = random() % 2 == 0, .map_lookalikes = random() % 2 == 0};
        const std::string nearest = nearest_encodable(name, rule.limit);
        ASSERT_TRUE(nearest.empty() || fit_name(nearest, {.limit = rule.limit}).value().changes.empty()) << name;
        const auto fitted = fit_name(name, rule);
        if (!fitted) {
            ASSERT_FALSE(fit_name(name, {.limit = rule.limit}));
            continue;
        }
        ASSERT_FALSE(fitted->bytes.empty());
        ASSERT_LE(fitted->bytes.size(), rule.limit);
        const std::string back = decode(fitted->bytes, Encoding::cp932).value();
        ASSERT_EQ(back == name, fitted->changes.empty()) << name;
        ASSERT_EQ(back, nearest) << name;
    }
}

// ------------------------------------------------------------------------------------------ spellings

void expect_same(std::initializer_list<std::string> spellings) {
    for (const std::string& spelling : spellings) {
        EXPECT_EQ(fold_name(spelling), fold_name(*spellings.begin())) << spelling;
        EXPECT_EQ(fold_name(fold_name(spelling)), fold_name(spelling)) << spelling;
    }
}
void expect_different(const std::string& a, const std::string& b) {
    EXPECT_NE(fold_name(a), fold_name(b)) << a << " " << b;
}

TEST(FoldName, Widths) {
    expect_same({"左足ＩＫ", "左足IK", "左足ＩK"});
    expect_same({"ネクタイ", "ﾈｸﾀｲ"});
    expect_same({"ガード", "ｶﾞｰﾄﾞ", "カ\u3099ート\u3099", "カ゛ート゛"});
    expect_same({"パプ", "ﾊﾟﾌﾟ"});
    expect_same({"ヴ", "ｳﾞ"});
    expect_same({"上半身2", "上半身２"});
    expect_same({"波～", "波〜", "波~"});
    expect_same({"なぬ！（＋）", "なぬ!(+)"});
    expect_same({"「あ」。、・", "｢あ｣｡､･"});
    expect_same({"上左", "上 左", "上\u3000左", " 上左 "});
}

TEST(FoldName, Sides) {
    expect_same({"左腕", "腕左", "腕_L", "腕.L", "腕.l", "腕_l", "腕＿Ｌ", "左 腕"});
    expect_same({"右腕", "腕右", "腕_R", "腕.r"});
    expect_same({"左ひじ", "ひじ_L"});
    expect_same({"腰キャンセル左", "左腰キャンセル"});
    expect_same({"ウィンク２右", "ｳｨﾝｸ２右", "右ウィンク２"});
    expect_different("左腕", "右腕");
    expect_different("腕_L", "腕_R");
    expect_different("腕", "左腕");
}

TEST(FoldName, WhatStaysDifferent) {
    expect_different("ひじ", "ヒジ");
    expect_different("a", "A");
    expect_different("か", "が");
    expect_different("左右", "右左");
    expect_different("腕L", "左腕");
    EXPECT_EQ(fold_name("左"), "左");
    EXPECT_EQ(fold_name("左右"), "左右");
    EXPECT_EQ(fold_name("目左右"), "目左右");
    EXPECT_EQ(fold_name("左目右"), "左目右"); // has its side already
    EXPECT_EQ(fold_name("左目_R"), "左目_R");
    EXPECT_EQ(fold_name("_L"), "_L");
    EXPECT_EQ(fold_name("\u3099"), "\u3099");
    EXPECT_EQ(fold_name(""), "");
    EXPECT_EQ(fold_name("ソ_表"), "ソ_表");
}

} // namespace
} // namespace kagami

// Telling the encoding of names: files of standard names, of a model's own names, cut names, and names that say nothing.
#include "kagami/names.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <random>
#include <set>

namespace kagami {
namespace {

using namespace std::string_literals;
using enum Encoding;
using Names = std::vector<std::string>;

DetectedEncoding detect(const Names& names, const Names& known = {}) {
    const std::vector<std::string_view> views(names.begin(), names.end());
    return detect_encoding(views, known);
}

/// The names as a motion in this encoding has them: cut at 15 bytes. Those that the encoding does not have are left out.
Names in(Encoding encoding, const Names& utf8_names) {
    Names names;
    for (const std::string& name : utf8_names) {
        if (const auto bytes = encode(name, encoding)) names.emplace_back(bytes->bytes().substr(0, 15));
    }
    return names;
}

/// The bones of a common model: 49 names.
Names common_bones() {
    Names names;
    for (const StandardName& name : standard_bones()) {
        if (!name.semi_standard && names.size() < 49 && !name.japanese.contains("ｽｶｰﾄ")) names.emplace_back(name.japanese);
    }
    EXPECT_EQ(names.size(), 49U);
    return names;
}

/// Names of ornaments as models from China have them, none of them standard.
const Names chinese = {"刘海", "左辫子", "右辫子", "裙子前", "裙子后", "飘带一", "飘带二", "发饰",
                       "耳环", "领带",   "披风",   "蝴蝶结", "左袖子", "右袖子", "尾巴"};
const Names japanese = {"アホ毛", "後髪先", "ティアラ消", "リボン", "マフラー", "尻尾", "羽根", "鞄", "帽子", "イヤリング"};

TEST(DetectEncoding, StandardNames) {
    const Names bones = common_bones();
    for (const Encoding encoding : {cp932, gbk, utf8}) {
        const DetectedEncoding detected = detect(in(encoding, bones));
        EXPECT_EQ(detected.encoding, encoding) << detected.why;
        EXPECT_EQ(detected.certainty, Certainty::certain) << detected.why;
    }
    EXPECT_EQ(detect(in(cp932, bones)).why, "49 of 49 names beyond ASCII are known names in CP932");
    EXPECT_EQ(detect(in(gbk, bones)).why, "49 of 49 names beyond ASCII are known names in GBK");
    EXPECT_EQ(detect(in(utf8, bones)).why, "49 of 49 names beyond ASCII are valid UTF-8");
}

TEST(DetectEncoding, EveryStandardNameAlone) {
    for (const auto names : {standard_bones(), standard_morphs()}) {
        for (const StandardName& name : names) {
            for (const Encoding encoding : {cp932, gbk, utf8}) {
                const Names file = in(encoding, {std::string(name.japanese)});
                if (file.empty()) continue; // GBK has no half-width kana
                const DetectedEncoding detected = detect(file);
                EXPECT_EQ(detected.encoding, encoding) << name.japanese << ": " << detected.why;
                EXPECT_NE(detected.certainty, Certainty::guess) << name.japanese << ": " << detected.why;
            }
        }
    }
}

TEST(DetectEncoding, NamesThatAreNotStandard) {
    for (const Names& names : {chinese, japanese}) {
        for (const Encoding encoding : {cp932, gbk, utf8}) {
            const Names file = in(encoding, names);
            if (file.size() < 5) continue; // CP932 has few of the Chinese ones
            const DetectedEncoding detected = detect(file);
            EXPECT_EQ(detected.encoding, encoding) << detected.why;
            EXPECT_NE(detected.certainty, Certainty::guess);
        }
    }
    EXPECT_EQ(detect(in(gbk, chinese)).why, "no name is a known one, but as GBK they make the most sense");
}

TEST(DetectEncoding, TheModelsNamesAreEvidence) {
    const Names own = {"黒子", "ﾏﾌﾗｰ", "尾巴", "腰飾り", "plain"};
    for (const Encoding encoding : {cp932, gbk, utf8}) {
        for (std::size_t n = 1; n <= own.size(); ++n) {
            const Names names = in(encoding, Names(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(n)));
            if (names.empty()) continue;
            const DetectedEncoding detected = detect(names, own);
            EXPECT_EQ(detected.encoding, encoding) << n << detected.why;
            EXPECT_EQ(detected.certainty, encoding == utf8 || names.size() > 1 ? Certainty::certain : Certainty::likely) << detected.why;
        }
    }
    // 尾巴 in GBK are four half-width kana in CP932: by itself a guess, and with the model's names it is known.
    const Names tail = in(gbk, {"尾巴"});
    EXPECT_EQ(detect(tail).encoding, cp932);
    EXPECT_EQ(detect(tail).certainty, Certainty::guess);
    EXPECT_EQ(detect(tail, {"尾巴"}).encoding, gbk);
    EXPECT_EQ(detect(tail, {"尾巴"}).why, "1 of 1 name beyond ASCII is a known name in GBK");
}

TEST(DetectEncoding, HalfWidthKanaDoNotDecide) {
    for (const char* name : {"ﾈｸﾀｲＩＫ", "左ﾏﾌﾗｰＩＫ", "ﾈｸﾀｲ", "ﾏﾌﾗｰ", "ｽｶｰﾄ", "ﾃｽﾄ", "ﾂｱ", "ﾘﾎﾞﾝ1", "ｱﾎ毛"})
        EXPECT_EQ(detect(in(cp932, {name})).encoding, cp932) << name;
    EXPECT_EQ(detect(in(cp932, {"ﾏﾌﾗｰ", "ﾃｽﾄ", "ﾂｱ", "ﾘﾎﾞﾝ", "ﾘﾎﾞﾝ2", "ﾎﾟｹｯﾄ"})).encoding, cp932);
    EXPECT_EQ(detect(in(cp932, {"ﾏﾌﾗｰ"})).certainty, Certainty::guess);
    EXPECT_EQ(detect(in(cp932, {"ﾏﾌﾗｰ"})).why, "nothing tells the encodings apart, and CP932 is what MikuMikuDance writes");
    // Nor do they hide what the other names say.
    Names mixed = in(gbk, chinese);
    EXPECT_EQ(detect(mixed).encoding, gbk);
    mixed.emplace_back(in(cp932, {"ﾏﾌﾗｰ"})[0]);
    EXPECT_EQ(detect(mixed).encoding, gbk);
}

TEST(DetectEncoding, NamesThatSayNothing) {
    for (const Names& names : {Names{}, Names{""}, Names{"arm_L", "center", "D4"}}) {
        const DetectedEncoding detected = detect(names, {"腕"});
        EXPECT_EQ(detected.encoding, cp932);
        EXPECT_EQ(detected.certainty, Certainty::likely);
        EXPECT_EQ(detected.why, "all names are plain ASCII, which is the same in every encoding");
    }
    // Bytes that are nothing in any encoding.
    EXPECT_EQ(detect({"\xFF\xFF"}).encoding, cp932);
    EXPECT_EQ(detect({"\xFF\xFF"}).certainty, Certainty::guess);
}

TEST(DetectEncoding, CutNames) {
    // 15 bytes, the last of them half a character: 左つま先ＩＫ has 21 bytes in UTF-8.
    const Names long_names = {"左つま先ＩＫ", "a左つま先ＩＫ", "ab左つま先ＩＫ", "スカート前左ひらひら"};
    for (const Encoding encoding : {cp932, gbk, utf8}) {
        EXPECT_EQ(detect(in(encoding, long_names)).encoding, encoding);
        for (const std::string& name : long_names) {
            EXPECT_EQ(detect(in(encoding, {name})).encoding, encoding) << name;
            EXPECT_EQ(detect(in(encoding, {name, "D4"}), {name}).encoding, encoding) << name;
        }
    }
    EXPECT_EQ(detect(in(utf8, long_names)).certainty, Certainty::certain);
    // A known name counts when cut in the middle of a character, which alone it would not in CP932.
    const std::string odd = "aスカート前左ひら"; // 17 bytes, and the 15th is the last of ひ
    const std::string half = "スカート前左ひら"; // 16 bytes, cut inside ら
    EXPECT_EQ(detect(in(cp932, {odd, half}), {odd, half}).why, "2 of 2 names beyond ASCII are known names in CP932");
    EXPECT_EQ(detect(in(utf8, {"左つま先ＩＫ"})).why, "1 of 1 name beyond ASCII is valid UTF-8");
    // Shorter than the field, nothing was cut: then it is no UTF-8.
    EXPECT_NE(detect({"\xE5\xB7\xA6\xE8\x85"}).certainty, Certainty::certain);
}

TEST(DetectEncoding, OneStrangeNameDoesNotSpoilTheRest) {
    for (const Encoding encoding : {cp932, gbk, utf8}) {
        Names names = in(encoding, common_bones());
        names.emplace_back("\xFF\x85\xFF");
        EXPECT_EQ(detect(names).encoding, encoding);
    }
}

TEST(DetectEncoding, KnownNamesInTwoEncodingsLeaveADoubt) {
    Names names = in(cp932, {"センター", "左腕", "右腕", "左ひじ"});
    EXPECT_EQ(detect(names).certainty, Certainty::certain);
    for (const std::string& name : in(gbk, {"上半身", "下半身"})) names.push_back(name);
    EXPECT_EQ(detect(names).encoding, cp932);
    EXPECT_EQ(detect(names).certainty, Certainty::likely);
}

TEST(DetectEncoding, RareKanjiSpeakAgainstCp932) {
    const DetectedEncoding detected = detect(in(gbk, {"结尾"})); // in CP932: ﾅ睫ｲ
    EXPECT_EQ(detected.encoding, gbk);
    EXPECT_EQ(detected.certainty, Certainty::likely);
}

TEST(DetectEncoding, AFewNamesAreEnough) {
    const Names bones = common_bones();
    std::mt19937_64 random(7);
    for (int round = 0; round < 2000; ++round) {
        Names some;
        std::ranges::sample(bones, std::back_inserter(some), static_cast<std::ptrdiff_t>(1 + random() % 4), random);
        for (const Encoding encoding : {cp932, gbk, utf8}) {
            const DetectedEncoding detected = detect(in(encoding, some));
            ASSERT_EQ(detected.encoding, encoding) << some[0] << ": " << detected.why;
        }
    }
}

TEST(DetectEncoding, RandomNames) {
    std::mt19937_64 random(9);
    for (int round = 0; round < 2000; ++round) {
        Names names(random() % 6), known(random() % 3);
        for (Names* list : {&names, &known}) {
            for (std::string& name : *list) {
                name.resize(random() % 22);
                for (char& c : name) c = static_cast<char>(random());
            }
        }
        const DetectedEncoding detected = detect(names, known);
        ASSERT_TRUE(detected.encoding == cp932 || detected.encoding == gbk || detected.encoding == utf8);
        ASSERT_FALSE(detected.why.empty());
        ASSERT_TRUE(test::valid_utf8(detected.why));
    }
}

TEST(DetectEncoding, NamesOfCertainties) {
    EXPECT_EQ(name_of(Certainty::certain), "certain");
    EXPECT_EQ(name_of(Certainty::likely), "likely");
    EXPECT_EQ(name_of(Certainty::guess), "guess");
}

/// The bones' and morphs' names of a motion, as they stand there.
std::vector<Names> names_of_motion(const std::string& file) {
    std::set<std::string> bones, morphs;
    std::size_t at = 50;
    const auto records = [&](std::set<std::string>& names, std::size_t size) {
        if (at + 4 > file.size()) return;
        std::uint32_t n = 0;
        std::memcpy(&n, file.data() + at, 4);
        at += 4;
        for (; n > 0 && at + size <= file.size(); --n, at += size) names.insert(file.substr(at, 15).c_str());
    };
    records(bones, 111);
    records(morphs, 23);
    return {{bones.begin(), bones.end()}, {morphs.begin(), morphs.end()}};
}

TEST(DetectEncoding, RealMotions) {
    const std::filesystem::path folder = std::filesystem::path(KAGAMI_CORPUS) / "vmd";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no real files here";
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        std::ifstream stream(entry.path(), std::ios::binary);
        const std::string file{std::istreambuf_iterator<char>(stream), {}};
        if (!file.starts_with("Vocaloid Motion Data 0002")) continue;
        for (const Names& names : names_of_motion(file)) {
            const DetectedEncoding detected = detect(names);
            EXPECT_EQ(detected.encoding, cp932) << entry.path() << ": " << detected.why;
            EXPECT_NE(detected.certainty, Certainty::guess) << entry.path() << ": " << detected.why;
            // The same names in the other encodings, as programs that know no better write them.
            Names utf8_names;
            for (const std::string& name : names) utf8_names.push_back(decode(name, cp932).value());
            for (const Encoding encoding : {gbk, utf8}) {
                const Names file_names = in(encoding, utf8_names);
                if (std::ranges::all_of(
                        file_names, [](const std::string& n) { return decode(n, utf8) && n.size() < 15 && encode(n, gbk)->bytes() == n; }))
                    continue; // nothing but ASCII
                EXPECT_EQ(detect(file_names).encoding, encoding) << entry.path() << ": " << detect(file_names).why;
            }
        }
    }
}

} // namespace
} // namespace kagami

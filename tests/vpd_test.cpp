// VPD and spellings: what stands where in a file as MikuMikuDance writes it and in others; errors; values; by path.
#include "kagami/json.hpp"
#include "kagami/vpd.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace kagami {
namespace {

using test::cp932;
using test::message;
using test::raw;
using test::text_of;

// ---------------------------------------------------------------------------------------------- spellings

bool same_bits(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

TEST(Spellings, ThatAreNumbers) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const std::pair<const char*, float> numbers[] = {
        {"0", 0},
        {"0.000000", 0},
        {"-0.000000", -0.0F},
        {"-0", -0.0F},
        {"1", 1},
        {"+1", 1},
        {"1e-3", 0.001F},
        {"1E+2", 100},
        {".5", 0.5F},
        {"-.5", -0.5F},
        {"5.", 5},
        {"00001", 1},
        {"0.1", 0.1F},
        {"16777217", 16777216},
        {"3.4028235e38", 3.4028235e38F},
        {"1e39", infinity},
        {"1e400", infinity},
        {"-1e400", -infinity},
        {"1e-46", 0},
        {"1e-400", 0},
        {"-1e-400", -0.0F},
        {"1e-45", 1.4012985e-45F},
        {"0.1000000014901161193847656251", 0.1F},
    };
    for (const auto& [spelling, value] : numbers) {
        const auto got = value_of(spelling);
        ASSERT_TRUE(got) << spelling;
        EXPECT_TRUE(same_bits(*got, value)) << spelling << " gave " << *got;
    }
    // Halfway between two floats for the double that is nearest, but not itself.
    EXPECT_TRUE(same_bits(value_of("1.00000005960464477540").value(), 1.00000011920928955F));
    EXPECT_TRUE(same_bits(value_of("1" + std::string(400, '0')).value(), infinity));
    EXPECT_TRUE(same_bits(value_of("0." + std::string(400, '0') + '1').value(), 0));
}
TEST(Spellings, ThatAreNone) {
    for (const std::string_view text : {"",   "+",  "-",     ".",   "+-1",  "-+1", "++1", "--1",  "1e", "1e+", "e5",    "1,5",
                                        " 1", "1 ", "1.2.3", "inf", "-inf", "nan", "NaN", "0x10", "1f", "１",  "1_000", "infinity"})
        EXPECT_FALSE(value_of(text)) << text;
    EXPECT_FALSE(value_of(std::string_view("1\0", 2)));
}
TEST(Spellings, AsMikuMikuDanceWritesThem) {
    const auto spelt = [](float v) { return std::string(spell(v).bytes()); };
    EXPECT_EQ(spelt(0), "0.000000");
    EXPECT_EQ(spelt(-0.0F), "-0.000000");
    EXPECT_EQ(spelt(1.5F), "1.500000");
    EXPECT_EQ(spelt(0.1F), "0.100000");
    EXPECT_EQ(spelt(-45), "-45.000000");
    EXPECT_EQ(spelt(1.0F / 3), "0.333333343267"); // six decimals would be another float
    EXPECT_EQ(spelt(1e-7F), "0.000000100000");
    EXPECT_EQ(spelt(std::numeric_limits<float>::max()), "340282346638528859811704183484516925440.000000");
}
TEST(Spellings, EveryFiniteFloatReadsBack) {
    std::mt19937 random(7);
    const auto check = [](float v) {
        const Spelling s = spell(v);
        const auto back = value_of(s.bytes());
        ASSERT_TRUE(back) << s.bytes();
        EXPECT_TRUE(same_bits(*back, v)) << s.bytes();
    };
    using Limits = std::numeric_limits<float>;
    for (const float v : {Limits::max(), Limits::lowest(), Limits::min(), Limits::denorm_min(), -Limits::denorm_min()}) check(v);
    for (int i = 0; i < 20000; ++i)
        if (const float v = std::bit_cast<float>(static_cast<std::uint32_t>(random())); std::isfinite(v)) check(v);
}

} // namespace

namespace vpd {
namespace {

// ---------------------------------------------------------------------------------------------- what stands where

/// As MikuMikuDance writes it.
const std::string real = cp932("Vocaloid Pose Data file\r\n\r\nミク.osm;\t\t// 親ファイル名\r\n2;\t\t\t\t// 総ポーズボーン数\r\n\r\n"
                               "Bone0{ボ\r\n  0.000000,-0.000000,1.500000;\t\t\t\t// trans x,y,z\r\n"
                               "  0.100000,0.200000,0.300000,0.900000;\t\t// Quaternion x,y,z,w\r\n}\r\n\r\n"
                               "Bone1{左腕\r\n  1.000000,2.000000,3.000000;\t\t\t\t// trans x,y,z\r\n"
                               "  0.000000,0.000000,0.000000,1.000000;\t\t// Quaternion x,y,z,w\r\n}\r\n\r\n");

Pose read_made(std::string_view text) {
    const auto pose = read(raw(text));
    EXPECT_TRUE(pose) << message(pose);
    if (!pose) return {};
    EXPECT_EQ(text_of(write(*pose).value()), text);
    return *pose;
}
std::string all(const auto& texts) {
    std::string out;
    for (const auto& text : texts) (out += text.bytes()) += '|';
    return out;
}

TEST(VpdFile, AsMikuMikuDanceWritesIt) {
    const Pose pose = read_made(real);
    EXPECT_EQ(pose.encoding, Encoding::cp932);
    EXPECT_EQ(pose.header.before.bytes(), "");
    EXPECT_EQ(pose.header.signature.bytes(), "Vocaloid Pose Data file");
    EXPECT_EQ(pose.header.before_model.bytes(), "\r\n\r\n");
    EXPECT_EQ(pose.header.model_file.bytes(), cp932("ミク.osm"));
    EXPECT_EQ(pose.header.before_count.bytes(), cp932(";\t\t// 親ファイル名\r\n"));
    EXPECT_EQ(pose.header.count.bytes(), "2");
    EXPECT_EQ(pose.header.after_count.bytes(), cp932(";\t\t\t\t// 総ポーズボーン数\r\n"));
    ASSERT_EQ(pose.blocks.size(), 2U);
    const Block& b = pose.blocks[0];
    EXPECT_EQ(b.kind, BlockKind::bone);
    EXPECT_EQ(b.opening.bytes(), "\r\nBone0{");
    EXPECT_EQ(b.name.bytes(), "\x83\x7B"); // its second byte is a brace
    EXPECT_EQ(all(b.position_gaps), "\r\n  |,|,|");
    EXPECT_EQ(all(b.position), "0.000000|-0.000000|1.500000|");
    EXPECT_EQ(all(b.rotation_gaps), ";\t\t\t\t// trans x,y,z\r\n  |,|,|,|");
    EXPECT_EQ(all(b.rotation), "0.100000|0.200000|0.300000|0.900000|");
    EXPECT_EQ(b.closing.bytes(), ";\t\t// Quaternion x,y,z,w\r\n}\r\n");
    EXPECT_EQ(position(b), (Vec3{0, -0.0F, 1.5F}));
    EXPECT_EQ(rotation(b), (Vec4{0.1F, 0.2F, 0.3F, 0.9F}));
    EXPECT_EQ(pose.blocks[1].name.bytes(), cp932("左腕"));
    EXPECT_EQ(position(pose.blocks[1]), (Vec3{1, 2, 3}));
    EXPECT_EQ(pose.trailing.bytes(), "\r\n");
}

TEST(VpdFile, MorphsAndOtherForms) {
    const Pose pose = test::small_document<Pose>();
    ASSERT_EQ(pose.blocks.size(), 3U);
    EXPECT_EQ(pose.blocks[0].name.bytes(), cp932("ボーン{表}"));
    EXPECT_EQ(pose.blocks[1].kind, BlockKind::morph);
    EXPECT_EQ(pose.blocks[1].name.bytes(), cp932("あ"));
    EXPECT_EQ(weight(pose.blocks[1]), 0.25F);
    EXPECT_EQ(pose.blocks[2].opening.bytes(), "// a comment\nBone77 {");
    EXPECT_EQ(pose.blocks[2].name.bytes(), cp932("マ")); // the comment is none of it
    EXPECT_EQ(pose.blocks[2].position_gaps[0].bytes(), " // another\n");
    EXPECT_EQ(position(pose.blocks[2]), (Vec3{0.001F, 1, 0.5F}));
    EXPECT_EQ(pose.trailing.bytes(), "\r\nthe end");
}

TEST(VpdFile, BlocksThatBeginWhereAnotherEnds) {
    const Pose pose = read_made("Vocaloid Pose Data file\na;\n1;\nMorph{x\n1;}Morph1{y\n2;} Bone{z\n1,2,3;0,0,0,1;} Bone\n");
    ASSERT_EQ(pose.blocks.size(), 3U);
    EXPECT_EQ(pose.blocks[0].closing.bytes(), ";}");
    EXPECT_EQ(pose.blocks[1].opening.bytes(), "Morph1{");
    EXPECT_EQ(pose.blocks[2].opening.bytes(), " Bone{");
    EXPECT_EQ(pose.blocks[2].closing.bytes(), ";} Bone\n");
}

TEST(VpdFile, SaysWhatWasPutIntoIt) {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        SCOPED_TRACE(seed);
        const test::PoseText made = test::random_pose(seed, 5);
        const Pose pose = read_made(made.text);
        EXPECT_EQ(pose.encoding, made.encoding);
        EXPECT_EQ(pose.header.model_file.bytes(), made.model_file);
        ASSERT_EQ(pose.blocks.size(), made.blocks.size());
        for (std::size_t i = 0; i < made.blocks.size(); ++i) {
            const Block& b = pose.blocks[i];
            EXPECT_EQ(b.kind, made.blocks[i].bone ? BlockKind::bone : BlockKind::morph);
            EXPECT_EQ(b.name.bytes(), made.blocks[i].name);
            std::string spellings;
            for (const auto& spelling : made.blocks[i].spellings) (spellings += spelling) += '|';
            EXPECT_EQ(made.blocks[i].bone ? all(b.position) + all(b.rotation) : all(b.weight), spellings);
        }
        if (HasFailure()) FAIL() << made.text;
    }
}

TEST(VpdFile, Encodings) {
    const std::string name = "Vocaloid Pose Data file\n\na.osm;\n1;\n\nBone0{左腕\n0,0,0;\n0,0,0,1;\n}\n";
    EXPECT_EQ(read_made(name).encoding, Encoding::utf8);
    EXPECT_EQ(read_made(cp932(name)).encoding, Encoding::cp932);
    const Pose marked = read_made("\xEF\xBB\xBF" + name);
    EXPECT_EQ(marked.encoding, Encoding::utf8);
    EXPECT_EQ(marked.header.before.size(), 3U);
    EXPECT_EQ(read_made("Vocaloid Pose Data file\na;0;\n0;\n").encoding, Encoding::cp932); // nothing tells
}

TEST(VpdFile, PartsLieWhereTheyLie) {
    const auto scanned = scan(raw(real));
    ASSERT_TRUE(scanned);
    ASSERT_EQ(scanned->parts.size(), 3U);
    EXPECT_EQ(scanned->parts[1].name, "blocks");
    EXPECT_EQ(scanned->parts[1].offset, real.find("\r\nBone0"));
    EXPECT_EQ(scanned->parts[1].count, 2U);
    EXPECT_EQ(scanned->parts[2].size, 2U);
    EXPECT_EQ(path_at(raw(real), real.find("1.500000")), "/blocks/0/position/2");
    EXPECT_EQ(path_at(raw(real), real.find("Quaternion")), "/blocks/0/closing");
    EXPECT_EQ(path_at(raw(real), real.size() - 1), "/trailing");
}

// ---------------------------------------------------------------------------------------------- errors

struct Broken {
    std::string from, to, path, at; ///< `at` stands at the offset of the error, after the change
};
TEST(VpdErrors, SayWhereAndWhat) {
    const Broken all_broken[] = {
        {"-0.000000,", "-0.000000 ", "/blocks/0/position/2", "1.500000"},
        {"-0.000000,", "-0.00x000,", "/blocks/0/position/1", "-0.00x000"},
        {"1.500000;", "1.500000,", "/blocks/0/rotation/0", ",\t\t\t\t// trans"},
        {"0.900000;", "0.900000 ", "/blocks/0/closing", "// Quat"},
        {"}\r\n\r\nBone1", "\r\n\r\nBone1", "/blocks/0/closing", "Bone1"},
        {"Bone1{", "Bone1(", "/blocks/1/opening", "("},
        {"\r\n2;", "\r\n2 ", "/header/count", "2 \t"},
        {".osm;", ".osm,", "/header/model_file", "\x83\x7E\x83\x4E.osm,"},
        {"Bone0{", "Boen0{", "/blocks/0/opening", "Boen0{"},
    };
    for (const Broken& broken : all_broken) {
        SCOPED_TRACE(broken.to);
        std::string text = real;
        ASSERT_NE(text.find(broken.from), std::string::npos);
        text.replace(text.find(broken.from), broken.from.size(), broken.to);
        const auto pose = read(raw(text));
        ASSERT_FALSE(pose);
        EXPECT_EQ(name_of(pose.error().code), name_of(Code::expected));
        EXPECT_EQ(pose.error().path, broken.path);
        EXPECT_EQ(text.substr(static_cast<std::size_t>(pose.error().offset), broken.at.size()), broken.at) << message(pose);
        EXPECT_TRUE(test::valid_utf8(message(pose)));
        const auto kept = read(raw(text), {.keep = true});
        ASSERT_TRUE(kept);
        EXPECT_EQ(text_of(write(*kept).value()), text);
    }
}

// ---------------------------------------------------------------------------------------------- values

TEST(VpdValues, OnlyWhatDiffersIsSpeltAnew) {
    const Pose pose = read_made("Vocaloid Pose Data file\na;\n1;\nBone{x\n1e0,+2,3.;0,0,0,1.0;}");
    Block b = pose.blocks[0];
    set_position(b, {1, 2.5F, 3});
    EXPECT_EQ(all(b.position), "1e0|2.500000|3.|");
    set_rotation(b, {-0.0F, 0, 0, 1});
    EXPECT_EQ(all(b.rotation), "-0.000000|0|0|1.0|");
    EXPECT_EQ(rotation(b), (Vec4{-0.0F, 0, 0, 1}));
    Block morph;
    morph.kind = BlockKind::morph;
    EXPECT_EQ(weight(morph), 0); // no spelling is no number
    set_weight(morph, 0);
    EXPECT_EQ(all(morph.weight), "0.000000|");
    morph.weight[0].assign("nonsense");
    EXPECT_EQ(weight(morph), 0);
}

// ---------------------------------------------------------------------------------------------- what would not read back

template <class Change> void expect_not_written(std::string_view path, Change change) {
    SCOPED_TRACE(path);
    auto pose = test::small_document<Pose>();
    change(pose);
    const auto written = write(pose);
    ASSERT_FALSE(written) << text_of(*written);
    EXPECT_EQ(name_of(written.error().code), name_of(Code::would_not_read_back)) << message(written);
    EXPECT_EQ(written.error().path, path);
}
TEST(VpdWriting, WhatWouldReadAsSomethingElse) {
    expect_not_written("/blocks/0/name", [](Pose& p) { p.blocks[0].name.assign("a\nb"); });
    expect_not_written("/blocks/0/name", [](Pose& p) { p.blocks[0].name.assign("a // b"); });
    expect_not_written("/blocks/1/name", [](Pose& p) { p.blocks[1].name.assign("a "), p.blocks[1].weight_gaps[0].assign("// x\n"); });
    expect_not_written("/blocks/0/position/0", [](Pose& p) { p.blocks[0].position[0].assign("1 2"); });
    expect_not_written("/blocks/0/position/0", [](Pose& p) { p.blocks[0].position[0].assign(""); });
    expect_not_written("/header/model_file", [](Pose& p) { p.header.model_file.assign("a;b"); });
    expect_not_written("/header/count", [](Pose& p) { p.header.count.assign("1;2"); });
    expect_not_written("/trailing", [](Pose& p) { p.trailing.assign("\nBone0{x\n0;}\n"); });
    expect_not_written("/blocks/1/opening", [](Pose& p) { p.blocks[1].opening.assign("Morph0 x{"); });
    EXPECT_FALSE(write(Pose{}));
    auto other_kind = test::small_document<Pose>();
    other_kind.blocks[1].kind = BlockKind::bone; // but it says Morph0
    EXPECT_EQ(write(other_kind).error().code, Code::would_not_read_back);
    auto hidden = test::small_document<Pose>();
    hidden.header.model_file.assign("// a");
    EXPECT_EQ(write(hidden).error().code, Code::would_not_read_back);
    auto braces = test::small_document<Pose>();
    braces.blocks[0].name.assign("} {"); // a name is the line
    EXPECT_TRUE(write(braces));
}

// ---------------------------------------------------------------------------------------------- by path

std::string one(const Pose& m, std::string_view path) {
    const auto values = get(m, path);
    if (!values) return std::string(name_of(values.error().code));
    return values->size() == 1 ? values->front().json : std::to_string(values->size()) + " values";
}
void expect_set_refused(std::string_view path, std::string_view value, Code code) {
    SCOPED_TRACE(std::string(path) + " = " + std::string(value));
    const Pose before = read_made(real);
    Pose after = before;
    const auto done = set(after, path, value);
    ASSERT_FALSE(done);
    EXPECT_EQ(name_of(done.error().code), name_of(code)) << message(done);
    EXPECT_TRUE(after == before);
    EXPECT_EQ(after.encoding, before.encoding);
}
/// Sets, and expects the file to change in one place only.
void expect_set(std::string_view path, std::string_view value, std::string_view from, std::string_view to) {
    SCOPED_TRACE(std::string(path) + " = " + std::string(value));
    Pose pose = read_made(real);
    const auto done = set(pose, path, value);
    ASSERT_TRUE(done) << message(done);
    std::string wanted = real;
    ASSERT_NE(wanted.find(from), std::string::npos);
    wanted.replace(wanted.find(from), from.size(), to);
    EXPECT_EQ(text_of(write(pose).value()), wanted);
}

TEST(VpdPaths, Get) {
    Pose pose = read_made(real);
    EXPECT_EQ(one(pose, "/encoding"), "\"cp932\"");
    EXPECT_EQ(one(pose, "/header/model_file"), "\"ミク.osm\"");
    EXPECT_EQ(one(pose, "/blocks/左腕/position/1"), "\"2.000000\"");
    EXPECT_EQ(one(pose, "/blocks/ボ/rotation"), R"(["0.100000", "0.200000", "0.300000", "0.900000"])");
    EXPECT_EQ(one(pose, "/blocks/*/position/*"), "6 values");
    EXPECT_EQ(one(pose, "/blocks/0/weight"), "path_not_found");
    EXPECT_EQ(one(test::small_document<Pose>(), "/blocks/あ/weight/0"), "\"0.25\"");
    pose.blocks[1].name = pose.blocks[0].name;
    EXPECT_EQ(one(pose, "/blocks/ボ/position/1"), "path_ambiguous");
}
TEST(VpdPaths, SetChangesOneToken) {
    expect_set("/blocks/0/position/2", "2.5", "1.500000", "2.500000");
    expect_set("/blocks/ボ/position/2", "\"2.5\"", "1.500000", "2.5"); // as it is spelt
    expect_set("/blocks/0/position/1", "0", "-0.000000", "0.000000");
    expect_set("/blocks/左腕/name", "右腕", cp932("左腕"), cp932("右腕"));
    expect_set("/blocks/左腕/name", "}", cp932("左腕"), "}");
    expect_set("/header/model_file", "a.osm", cp932("ミク.osm"), "a.osm");
    expect_set("/blocks/1/position", "[4, \"5\", 6]", "1.000000,2.000000,3.000000", "4.000000,5,6.000000");
}
TEST(VpdPaths, SetRefuses) {
    expect_set_refused("/encoding", "utf8", Code::path_not_found);
    expect_set_refused("/blocks/0/name", "\"a\\nb\"", Code::would_not_read_back);
    expect_set_refused("/blocks/0/name", "a // b", Code::would_not_read_back);
    expect_set_refused("/blocks/0/name", "波〜", Code::text_not_encodable);
    expect_set_refused("/blocks/0/position/0", "\"1,2\"", Code::json_type);
    expect_set_refused("/blocks/0/position/0", "\"}\"", Code::json_type);
    expect_set_refused("/blocks/0/position/0", "1e39", Code::json_type);
    expect_set_refused("/blocks/0/closing", "}", Code::would_not_read_back);
    expect_set_refused("/blocks/0/closing", "; }{", Code::would_not_read_back);
    expect_set_refused("/blocks/0/opening", "Bone0", Code::would_not_read_back);
    expect_set_refused("/header/signature", "Vocaloid Motion Data", Code::would_not_read_back);
    expect_set_refused("/header/model_file", "a;b.osm", Code::would_not_read_back);
    expect_set_refused("/blocks/0/position", "[1, 2]", Code::json_type);
}
TEST(VpdPaths, Diff) {
    const Pose a = read_made(real);
    Pose b = a;
    b.blocks[1].position[2].assign("3");
    b.header.count.assign("3");
    const auto differences = diff(a, b);
    ASSERT_EQ(differences.size(), 2U);
    EXPECT_EQ(differences[0], (Difference{"/header/count", "\"2\"", "\"3\"", "\"2\" -> \"3\""}));
    EXPECT_EQ(differences[1].path.substr(0, 8), "/blocks/");
    EXPECT_TRUE(differences[1].path.ends_with("/position"));
    EXPECT_NE(differences[1].before.find("\"3.000000\""), std::string::npos);
    EXPECT_EQ(differences[1].after.find("\"3.000000\""), std::string::npos) << "a number spelt otherwise is another text";
}

} // namespace
} // namespace vpd
} // namespace kagami

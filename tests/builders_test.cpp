// New motions and poses, byte by byte as MikuMikuDance writes them.
#include "kagami/builders.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace kagami {
namespace {

using test::cp932;
using test::Made;
using test::message;
using test::text_of;

using Iks = std::vector<std::pair<std::string, bool>>;

// ---------------------------------------------------------------------------------------------- motions

namespace motions {

using vmd::Builder;

Made curves(std::string_view tail_1, std::string_view tail_2, std::string_view tail_3) {
    const std::string low(8, '\x14'), high(8, '\x6B'); // 20 and 107
    Made m;
    m.bytes(low.substr(0, 2)).u16(0).bytes(low.substr(4)).bytes(high);
    m.bytes(low.substr(1)).bytes(high).bytes(tail_1);
    m.bytes(low.substr(2)).bytes(high).bytes(tail_2);
    return m.bytes(low.substr(3)).bytes(high).bytes(tail_3);
}

TEST(MotionBuilder, ABoneAMorphAndAPropertyByteByByte) {
    Builder builder("初音ミク");
    ASSERT_TRUE(builder.bone("左腕", 30, {0.1F, 2, 3}, {0.5F, 0.5F, 0.5F, 0.5F}));
    ASSERT_TRUE(builder.morph("あ", 5, 0.25F));
    ASSERT_TRUE(builder.property(0, true, Iks{{"左足ＩＫ", false}, {"右足ＩＫ", true}}));
    ASSERT_TRUE(builder.property(7, false, {}));
    const auto motion = builder.motion();
    ASSERT_TRUE(motion) << message(motion);
    Made wanted;
    wanted.text("Vocaloid Motion Data 0002", 30).text(cp932("初音ミク"), 20);
    wanted.u32(1).text(cp932("左腕"), 15).u32(30).f({0.1F, 2, 3}).f({0.5F, 0.5F, 0.5F, 0.5F});
    wanted.bytes(curves("\xCD", "\xCD\xCC", "\xCD\xCC\xCC").out);
    wanted.u32(1).text(cp932("あ"), 15).u32(5).f({0.25F});
    wanted.u32(0).u32(0).u32(0);
    wanted.u32(2).u32(0).u8(1).u32(2).text(cp932("左足ＩＫ"), 20).u8(0).text(cp932("右足ＩＫ"), 20).u8(1);
    wanted.u32(7).u8(0).u32(0);
    EXPECT_EQ(text_of(vmd::write(*motion).value()), wanted.out);
    EXPECT_TRUE(builder.changes().empty());
}

TEST(MotionBuilder, ACameraByteByByte) {
    Builder builder = Builder::camera();
    vmd::CameraKey key;
    key.frame = 9;
    key.target = {1, 2, 3};
    key.rotation = {4, 5, 6};
    key.curves.fill(99); // replaced
    ASSERT_TRUE(builder.camera(key));
    ASSERT_TRUE(builder.light({3, {0.5F, 0.5F, 0.5F}, {0, -1, 0}}));
    ASSERT_TRUE(builder.shadow({4, vmd::ShadowMode::mode2, 0.25F}));
    const auto motion = builder.motion();
    ASSERT_TRUE(motion) << message(motion);
    Made wanted;
    wanted.text("Vocaloid Motion Data 0002", 30).text("\x83\x4A\x83\x81\x83\x89\x81\x45\x8F\xC6\x96\xBE", 20); // カメラ・照明
    wanted.u32(0).u32(0).u32(1).u32(9).f({-45}).f({1, 2, 3}).f({4, 5, 6});
    for (int i = 0; i < 6; ++i) wanted.u8(20).u8(107).u8(20).u8(107);
    wanted.u32(30).u8(0);
    wanted.u32(1).u32(3).f({0.5F, 0.5F, 0.5F}).f({0, -1, 0});
    wanted.u32(1).u32(4).u8(2).f({0.25F});
    wanted.u32(0);
    EXPECT_EQ(text_of(vmd::write(*motion).value()), wanted.out);
}

TEST(MotionBuilder, SizesOfRecordsAndSixSections) {
    const auto size = [](const Builder& builder) { return written_size(builder.motion().value()); };
    constexpr std::size_t empty = 50 + 6 * 4;
    Builder model("x"), camera = Builder::camera();
    EXPECT_EQ(size(model), empty);
    EXPECT_EQ(size(camera), empty);
    ASSERT_TRUE(model.bone("a", 0, {}, {}));
    EXPECT_EQ(size(model), empty + 111);
    ASSERT_TRUE(model.morph("a", 0, 0));
    EXPECT_EQ(size(model), empty + 111 + 23);
    ASSERT_TRUE(model.property(0, true, {}));
    EXPECT_EQ(size(model), empty + 111 + 23 + 9);
    ASSERT_TRUE(model.property(1, true, Iks{{"a", true}}));
    EXPECT_EQ(size(model), empty + 111 + 23 + 9 + 9 + 21);
    ASSERT_TRUE(camera.camera({}));
    EXPECT_EQ(size(camera), empty + 61);
    ASSERT_TRUE(camera.light({}));
    EXPECT_EQ(size(camera), empty + 61 + 28);
    ASSERT_TRUE(camera.shadow({}));
    EXPECT_EQ(size(camera), empty + 61 + 28 + 9);
}

TEST(MotionBuilder, OrderOfKeys) {
    Builder builder("x");
    const std::pair<const char*, std::uint32_t> added[] = {{"z", 20}, {"b", 0}, {"a", 20}, {"a", 0}, {"z", 0}, {"b", 10}};
    for (const auto& [name, frame] : added) {
        ASSERT_TRUE(builder.bone(name, frame, {}, {}));
        ASSERT_TRUE(builder.morph(name, frame, 0));
    }
    const auto motion = builder.motion().value();
    std::string bones, morphs;
    for (const auto& key : motion.bone_keys) bones += std::string(key.name.bytes()) + std::to_string(key.frame) + ' ';
    for (const auto& key : motion.morph_keys) morphs += std::string(key.name.bytes()) + std::to_string(key.frame) + ' ';
    EXPECT_EQ(bones, "z0 b0 a0 b10 z20 a20 "); // in frame 0 as the names first came, then as the keys came
    EXPECT_EQ(morphs, bones);
    Builder camera = Builder::camera();
    for (const std::uint32_t frame : {60U, 0U, 30U}) {
        vmd::CameraKey key;
        key.frame = frame;
        ASSERT_TRUE(camera.camera(key));
        ASSERT_TRUE(camera.light({.frame = frame}));
        ASSERT_TRUE(camera.shadow({.frame = frame}));
        ASSERT_TRUE(builder.property(frame, true, {}));
    }
    const auto frames = [](const auto& keys) {
        std::vector<std::uint32_t> all;
        for (const auto& key : keys) all.push_back(key.frame);
        return all;
    };
    const std::vector<std::uint32_t> sorted{0, 30, 60};
    const auto cameras = camera.motion().value();
    EXPECT_EQ(frames(cameras.camera_keys), sorted);
    EXPECT_EQ(frames(cameras.light_keys), sorted);
    EXPECT_EQ(frames(cameras.shadow_keys), sorted);
    EXPECT_EQ(frames(builder.motion().value().property_keys), sorted);
}

TEST(MotionBuilder, CurvesAndPhysics) {
    Builder builder("x");
    const Builder::BoneCurveSet set{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}};
    ASSERT_TRUE(builder.bone("a", 0, {}, {}, set, true));
    const auto curves = builder.motion().value().bone_keys[0].curves;
    EXPECT_EQ(vmd::curve(curves, vmd::BoneChannel::x), set.x);
    EXPECT_EQ(vmd::curve(curves, vmd::BoneChannel::y), set.y);
    EXPECT_EQ(vmd::curve(curves, vmd::BoneChannel::z), set.z);
    EXPECT_EQ(vmd::curve(curves, vmd::BoneChannel::rotation), set.rotation);
    EXPECT_TRUE(vmd::physics_off(curves));
    Builder camera = Builder::camera();
    Builder::CameraCurveSet cameras;
    cameras.distance = {1, 2, 3, 4};
    cameras.field_of_view = {5, 6, 7, 8};
    ASSERT_TRUE(camera.camera({}, cameras));
    const auto bytes = camera.motion().value().camera_keys[0].curves;
    EXPECT_EQ(vmd::curve(bytes, vmd::CameraChannel::distance), cameras.distance);
    EXPECT_EQ(vmd::curve(bytes, vmd::CameraChannel::field_of_view), cameras.field_of_view);
    EXPECT_EQ(vmd::curve(bytes, vmd::CameraChannel::x), (vmd::Curve{20, 20, 107, 107}));
}

void expect_code(const Result<void>& added, Code code) {
    ASSERT_FALSE(added);
    EXPECT_EQ(name_of(added.error().code), name_of(code)) << added.error().message();
}

TEST(MotionBuilder, RefusesNamesThatCannotBeWrittenExactly) {
    Builder builder("x");
    const auto wave = builder.bone("波〜", 0, {}, {});
    expect_code(wave, Code::text_not_encodable);
    EXPECT_TRUE(wave.error().message().contains("write ～ (U+FF5E) instead")) << message(wave);
    EXPECT_TRUE(wave.error().message().contains("波～"));
    expect_code(builder.bone("一二三四五六七八", 0, {}, {}), Code::name_too_long); // 16 bytes
    EXPECT_TRUE(builder.bone("一二三四五六七a", 0, {}, {}));                       // 15
    expect_code(builder.morph("一二三四五六七八", 0, 0), Code::name_too_long);
    expect_code(builder.morph("é", 0, 0), Code::text_not_encodable);
    expect_code(builder.bone("", 0, {}, {}), Code::name_empty);
    expect_code(builder.bone("\xFF", 0, {}, {}), Code::text_not_utf8);
    EXPECT_TRUE(builder.property(0, true, Iks{{"一二三四五六七八九十", true}})); // 20
    expect_code(builder.property(1, true, Iks{{"a", true}, {"一二三四五六七八九十a", true}}), Code::name_too_long);
    EXPECT_TRUE(builder.property(1, true, {})); // nothing was added at this frame
    const auto motion = builder.motion().value();
    EXPECT_EQ(motion.bone_keys.size(), 1U);
    EXPECT_TRUE(motion.morph_keys.empty());
    EXPECT_EQ(motion.property_keys.size(), 2U);
    EXPECT_TRUE(builder.changes().empty());
}

TEST(MotionBuilder, TellsARefusedModelNameAtTheEnd) {
    Builder builder("一二三四五六七八九十a");
    EXPECT_TRUE(builder.bone("a", 0, {}, {}));
    const auto motion = builder.motion();
    ASSERT_FALSE(motion);
    EXPECT_EQ(motion.error().code, Code::name_too_long);
    EXPECT_TRUE(Builder("一二三四五六七八九十").motion());
    EXPECT_FALSE(Builder("").motion());
}

TEST(MotionBuilder, CutsAndMapsIfAllowedAndTellsEachOnce) {
    Builder builder("波〜", {.truncate = true, .map_lookalikes = true});
    for (std::uint32_t frame = 0; frame < 3; ++frame) {
        ASSERT_TRUE(builder.bone("a一二三四五六七八", frame, {}, {}));
        ASSERT_TRUE(builder.bone("一二三四五六七八", frame, {}, {}));
        ASSERT_TRUE(builder.bone("足〜", frame, {}, {}));
        ASSERT_TRUE(builder.morph("足〜", frame, 0));
        ASSERT_TRUE(builder.property(frame, true, Iks{{"足〜", true}}));
    }
    const auto motion = builder.motion().value();
    EXPECT_EQ(motion.header.name(), cp932("波～"));
    EXPECT_EQ(motion.bone_keys[0].name.bytes(), cp932("a一二三四五六七"));
    EXPECT_EQ(motion.bone_keys[1].name.bytes(), cp932("一二三四五六七")); // 14 bytes: no half character
    EXPECT_EQ(motion.bone_keys[2].name.bytes(), cp932("足～"));
    EXPECT_EQ(motion.property_keys[0].iks[0].name.bytes(), cp932("足～"));
    std::vector<std::string> told;
    for (const Diagnostic& change : builder.changes()) told.push_back(std::string(name_of(change.code)) + ' ' + change.arguments[0]);
    EXPECT_EQ(told, (std::vector<std::string>{"name_mapped 波〜", "name_cut a一二三四五六七八", "name_cut 一二三四五六七八",
                                              "name_mapped 足〜"}));
    expect_code(builder.bone("é", 0, {}, {}), Code::text_not_encodable); // nothing looks alike
}

TEST(MotionBuilder, RefusesASecondKeyAtAFrame) {
    Builder builder("x", {.truncate = true});
    ASSERT_TRUE(builder.bone("a", 3, {}, {}));
    const auto second = builder.bone("a", 3, {1, 2, 3}, {});
    expect_code(second, Code::key_twice);
    EXPECT_TRUE(message(second).contains("a at frame 3"));
    EXPECT_TRUE(builder.bone("a", 4, {}, {}));
    EXPECT_TRUE(builder.morph("a", 3, 0)); // a morph is something else
    expect_code(builder.morph("a", 3, 0), Code::key_twice);
    ASSERT_TRUE(builder.bone("一二三四五六七八", 3, {}, {}));
    expect_code(builder.bone("一二三四五六七九", 3, {}, {}), Code::key_twice); // the same when cut
    EXPECT_TRUE(builder.property(3, true, {}));
    expect_code(builder.property(3, true, {}), Code::key_twice);
    Builder camera = Builder::camera();
    EXPECT_TRUE(camera.camera({}));
    EXPECT_TRUE(camera.light({}));
    EXPECT_TRUE(camera.shadow({}));
    expect_code(camera.camera({}), Code::key_twice);
    expect_code(camera.light({}), Code::key_twice);
    expect_code(camera.shadow({}), Code::key_twice);
    EXPECT_EQ(builder.motion().value().bone_keys.size(), 3U);
    EXPECT_EQ(camera.motion().value().camera_keys.size(), 1U);
}

TEST(MotionBuilder, RefusesKeysOfTheOtherKindOfMotion) {
    Builder model("x"), camera = Builder::camera();
    expect_code(model.camera({}), Code::wrong_motion);
    expect_code(model.light({}), Code::wrong_motion);
    expect_code(model.shadow({}), Code::wrong_motion);
    expect_code(camera.bone("a", 0, {}, {}), Code::wrong_motion);
    expect_code(camera.morph("a", 0, 0), Code::wrong_motion);
    expect_code(camera.property(0, true, {}), Code::wrong_motion);
    EXPECT_EQ(written_size(model.motion().value()), 74U);
    EXPECT_EQ(written_size(camera.motion().value()), 74U);
}

} // namespace motions

// ---------------------------------------------------------------------------------------------- poses

namespace poses {

using vpd::Builder;

TEST(PoseBuilder, IsAFileOfMikuMikuDanceByteByByte) {
    Builder builder("初音ミク");
    ASSERT_TRUE(builder.bone("センター", {0, -0.0F, 1.5F}, {0, 0, 0, 1}));
    ASSERT_TRUE(builder.morph("あ", 0.25F));
    ASSERT_TRUE(builder.bone("ボ", {-1, 0.1F, 100}, {0.5F, -0.5F, 0.5F, -0.5F}));
    const auto pose = builder.pose();
    ASSERT_TRUE(pose) << message(pose);
    EXPECT_EQ(text_of(vpd::write(*pose).value()), cp932("Vocaloid Pose Data file\r\n"
                                                        "\r\n"
                                                        "初音ミク.osm;\t\t// 親ファイル名\r\n"
                                                        "2;\t\t\t\t// 総ポーズボーン数\r\n"
                                                        "\r\n"
                                                        "Bone0{センター\r\n"
                                                        "  0.000000,-0.000000,1.500000;\t\t\t\t// trans x,y,z\r\n"
                                                        "  0.000000,0.000000,0.000000,1.000000;\t\t// Quaternion x,y,z,w\r\n"
                                                        "}\r\n"
                                                        "\r\n"
                                                        "Bone1{ボ\r\n"
                                                        "  -1.000000,0.100000,100.000000;\t\t\t\t// trans x,y,z\r\n"
                                                        "  0.500000,-0.500000,0.500000,-0.500000;\t\t// Quaternion x,y,z,w\r\n"
                                                        "}\r\n"
                                                        "\r\n"
                                                        "Morph0{あ\r\n"
                                                        "  0.250000;\r\n"
                                                        "}\r\n"
                                                        "\r\n"));
    EXPECT_EQ(text_of(vpd::write(Builder("x").pose().value()).value()),
              cp932("Vocaloid Pose Data file\r\n\r\nx.osm;\t\t// 親ファイル名\r\n0;\t\t\t\t// 総ポーズボーン数\r\n\r\n"));
}

TEST(PoseBuilder, NumbersThatSixDecimalsDoNotHold) {
    Builder builder("x");
    ASSERT_TRUE(builder.bone("a", {1.0F / 3, 1e-30F, 3e38F}, {}));
    const auto pose = vpd::read(vpd::write(builder.pose().value()).value()).value();
    EXPECT_EQ(position(pose.blocks[0]), (Vec3{1.0F / 3, 1e-30F, 3e38F}));
    using Limits = std::numeric_limits<float>;
    for (const float v : {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()}) {
        EXPECT_EQ(builder.bone("b", {0, v, 0}, {}).error().code, Code::value_range);
        EXPECT_EQ(builder.bone("b", {}, {0, 0, 0, v}).error().code, Code::value_range);
        EXPECT_EQ(builder.morph("b", v).error().code, Code::value_range);
    }
    EXPECT_TRUE(builder.bone("b", {}, {})); // nothing was added before
}

TEST(PoseBuilder, Names) {
    Builder builder("x");
    EXPECT_EQ(builder.bone("波〜", {}, {}).error().code, Code::text_not_encodable);
    EXPECT_EQ(builder.bone("一二三四五六七八九十a", {}, {}).error().code, Code::name_too_long); // 21 bytes
    EXPECT_TRUE(builder.bone("一二三四五六七八九十", {}, {}));
    EXPECT_EQ(builder.bone("一二三四五六七八九十", {}, {}).error().code, Code::key_twice);
    EXPECT_TRUE(builder.morph("一二三四五六七八九十", 0));
    EXPECT_EQ(builder.morph("", 0).error().code, Code::name_empty);
    EXPECT_EQ(builder.pose().value().header.count.bytes(), "1");
    Builder cutting("波〜", {.truncate = true, .map_lookalikes = true});
    EXPECT_TRUE(cutting.bone("a一二三四五六七八九十", {}, {}));
    EXPECT_TRUE(cutting.bone("足〜", {}, {}));
    EXPECT_TRUE(cutting.morph("足〜", 0));
    const auto pose = cutting.pose().value();
    EXPECT_EQ(pose.header.model_file.bytes(), cp932("波～.osm"));
    EXPECT_EQ(pose.blocks[0].name.bytes(), cp932("a一二三四五六七八九"));
    EXPECT_EQ(cutting.changes().size(), 3U);
    EXPECT_EQ(Builder("〜").pose().error().code, Code::text_not_encodable);
}

// A line end in a name makes a pose that says something else, and a comment behind it is no part of it.
TEST(PoseBuilder, NamesThatWouldNotReadBack) {
    Builder refusing("x");
    for (const char* name : {"a\nb", "a\r", "a // b", "a\t//"})
        EXPECT_EQ(refusing.bone(name, {}, {}).error().code, Code::would_not_read_back) << name;
    for (const char* file : {"a;b", "a\nb", "//a"}) EXPECT_EQ(Builder(file).pose().error().code, Code::would_not_read_back) << file;
    for (const char* name : {"a ", "//a", "a//b", "}", "Bone0{"}) {
        Builder builder("a //b");
        ASSERT_TRUE(builder.bone(name, {}, {})) << name;
        const auto written = vpd::write(builder.pose().value());
        ASSERT_TRUE(written) << name << written.error().message();
        EXPECT_EQ(vpd::read(*written).value().blocks.at(0).name.bytes(), name);
    }
}

} // namespace poses

} // namespace
} // namespace kagami

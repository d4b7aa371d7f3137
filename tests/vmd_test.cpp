// VMD: what stands where, held against files put together by hand; curves byte by byte; tracks, encodings and summaries;
// values by path.
#include "by_number.hpp"
#include "kagami/document.hpp"
#include "kagami/json.hpp"
#include "kagami/tracks.hpp"
#include "kagami/vmd.hpp"
#include "support.hpp"
#include "vmd/layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace kagami::vmd {
namespace {

using test::cp932;
using test::Made;
using test::message;
using test::raw;
using test::same;
using namespace std::string_literals;

const std::string header = Made().text("Vocaloid Motion Data 0002", 30).text(cp932("初音ミク"), 20, '\xFD').out;
const std::string header_1 = Made().text("Vocaloid Motion Data file", 30, 'J').text(cp932("初音ミク"), 10).out;
const std::string none(4, '\0');

Motion read_made(const std::string& bytes) {
    const auto motion = read(raw(bytes));
    EXPECT_TRUE(motion) << message(motion);
    if (!motion) return {};
    EXPECT_TRUE(same(write(*motion).value(), raw(bytes)));
    return *motion;
}
std::string bone_key() {
    Made m;
    m.text(cp932("センター"), 15, '\xFD').u32(0x01020304).f({1, 2, 3}).f({0.1F, 0.2F, 0.3F, 0.4F});
    for (unsigned i = 0; i < 64; ++i) m.u8(i + 100);
    return m.out;
}

// ---------------------------------------------------------------------------------------------- what stands where

TEST(VmdFile, AllSixSections) {
    Made m;
    m.bytes(header).u32(1).bytes(bone_key());
    m.u32(1).text(cp932("７文字と半端なa"), 15).u32(7).f({-0.5F});
    m.u32(1).u32(60).f({-45}).f({1, 2, 3}).f({4, 5, 6});
    for (unsigned i = 0; i < 24; ++i) m.u8(i);
    m.u32(30).u8(1);
    m.u32(1).u32(5).f({0.1F, 0.2F, 0.3F}).f({-1, -2, -3});
    m.u32(1).u32(6).u8(2).f({0.01125F});
    m.u32(1).u32(9).u8(0).u32(2).text(cp932("左足ＩＫ"), 20, 'z').u8(0).text(cp932("右足ＩＫ"), 20).u8(1);
    m.bytes("Nuthouse01");
    const Motion motion = read_made(m.out);
    EXPECT_FALSE(motion.header.version_1());
    EXPECT_EQ(motion.header.signature.bytes(), "Vocaloid Motion Data 0002");
    EXPECT_EQ(motion.header.name(), cp932("初音ミク"));
    ASSERT_EQ(motion.bone_keys.size(), 1U);
    const BoneKey& bone = motion.bone_keys[0];
    EXPECT_EQ(bone.name.bytes(), cp932("センター"));
    EXPECT_EQ(bone.name.field(), cp932("センター") + '\0' + std::string(6, '\xFD'));
    EXPECT_EQ(bone.frame, 0x01020304U);
    EXPECT_EQ(bone.position, (Vec3{1, 2, 3}));
    EXPECT_EQ(bone.rotation, (Vec4{0.1F, 0.2F, 0.3F, 0.4F}));
    for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(bone.curves[i], i + 100);
    ASSERT_EQ(motion.morph_keys.size(), 1U);
    EXPECT_EQ(motion.morph_keys[0].name.bytes(), cp932("７文字と半端なa")); // full, without NUL
    EXPECT_EQ(motion.morph_keys[0].name.bytes().size(), 15U);
    EXPECT_EQ(motion.morph_keys[0].frame, 7U);
    EXPECT_EQ(motion.morph_keys[0].weight, -0.5F);
    ASSERT_EQ(motion.camera_keys.size(), 1U);
    const CameraKey& camera = motion.camera_keys[0];
    EXPECT_EQ(camera.frame, 60U);
    EXPECT_EQ(camera.distance, -45);
    EXPECT_EQ(camera.target, (Vec3{1, 2, 3}));
    EXPECT_EQ(camera.rotation, (Vec3{4, 5, 6}));
    for (std::size_t i = 0; i < 24; ++i) EXPECT_EQ(camera.curves[i], i);
    EXPECT_EQ(camera.field_of_view, 30U);
    EXPECT_EQ(camera.parallel, 1);
    ASSERT_EQ(motion.light_keys.size(), 1U);
    EXPECT_EQ(motion.light_keys[0].frame, 5U);
    EXPECT_EQ(motion.light_keys[0].color, (Vec3{0.1F, 0.2F, 0.3F}));
    EXPECT_EQ(motion.light_keys[0].direction, (Vec3{-1, -2, -3}));
    ASSERT_EQ(motion.shadow_keys.size(), 1U);
    EXPECT_EQ(motion.shadow_keys[0].frame, 6U);
    EXPECT_EQ(motion.shadow_keys[0].mode, ShadowMode::mode2);
    EXPECT_EQ(motion.shadow_keys[0].distance, 0.01125F);
    ASSERT_EQ(motion.property_keys.size(), 1U);
    const PropertyKey& property = motion.property_keys[0];
    EXPECT_EQ(property.frame, 9U);
    EXPECT_EQ(property.visible, 0);
    ASSERT_EQ(property.iks.size(), 2U);
    EXPECT_EQ(property.iks[0].name.bytes(), cp932("左足ＩＫ"));
    EXPECT_EQ(property.iks[0].enabled, 0);
    EXPECT_EQ(property.iks[1].name.bytes(), cp932("右足ＩＫ"));
    EXPECT_EQ(property.iks[1].enabled, 1);
    EXPECT_EQ(test::text_of(motion.trailing), "Nuthouse01");
}

std::string camera_1(std::uint32_t frame) {
    return Made().u32(frame).f({-45}).f({1, 2, 3}).f({4, 5, 6}).u8(10).u8(11).u8(12).u8(13).out;
}
TEST(VmdFile, Version1) {
    ASSERT_EQ(camera_1(0).size(), 36U);
    Made m;
    m.bytes(header_1).u32(1).bytes(bone_key()).u32(0).u32(2).bytes(camera_1(8)).bytes(camera_1(9)).u32(0).bytes("rest");
    const Motion motion = read_made(m.out);
    EXPECT_TRUE(motion.header.version_1());
    EXPECT_EQ(motion.header.name(), cp932("初音ミク"));
    EXPECT_EQ(motion.header.short_model_name.bytes(), cp932("初音ミク"));
    EXPECT_TRUE(motion.header.model_name.bytes().empty());
    EXPECT_EQ(motion.header.signature.field().back(), 'J'); // what lies behind the NUL is kept
    ASSERT_EQ(motion.camera_keys.size(), 2U);
    EXPECT_EQ(motion.camera_keys[1].frame, 9U);
    EXPECT_EQ(motion.camera_keys[1].rotation, (Vec3{4, 5, 6}));
    EXPECT_EQ(motion.camera_keys[1].short_curve, (std::array<std::uint8_t, 4>{10, 11, 12, 13}));
    EXPECT_TRUE(motion.light_keys.present());
    EXPECT_FALSE(motion.shadow_keys.present()); // what follows is not a count
    EXPECT_FALSE(motion.property_keys.present());
    EXPECT_EQ(test::text_of(motion.trailing), "rest");
}

// What a file of one version does not hold is as it would be in a new key, whatever was in the memory before.
TEST(VmdFile, OneVersionReadAfterTheOther) {
    const Bytes two = write(test::small_document<Motion>()).value(), one = write(test::version_1()).value();
    Motion motion;
    for (int round = 0; round < 2; ++round) {
        ASSERT_TRUE(read_into(motion, two));
        EXPECT_EQ(to_json(motion), to_json(read(two).value()));
        EXPECT_TRUE(motion.header.short_model_name.field() == std::string(10, '\0'));
        EXPECT_EQ(motion.camera_keys[0].short_curve, CameraKey{}.short_curve);
        ASSERT_TRUE(read_into(motion, one));
        EXPECT_EQ(to_json(motion), to_json(read(one).value()));
        EXPECT_TRUE(write(motion).value() == one);
        EXPECT_FALSE(motion.shadow_keys.present() || motion.property_keys.present());
        EXPECT_TRUE(motion.shadow_keys.empty() && motion.property_keys.empty());
        EXPECT_TRUE(motion.header.model_name.field() == std::string(20, '\0'));
        EXPECT_EQ(motion.camera_keys[0].field_of_view, CameraKey{}.field_of_view);
        EXPECT_EQ(motion.camera_keys[0].parallel, CameraKey{}.parallel);
        EXPECT_EQ(motion.camera_keys[0].curves, CameraKey{}.curves);
    }
    const Motion built = from_json<Motion>(to_json(motion)).value();
    EXPECT_EQ(built.camera_keys[0].field_of_view, CameraKey{}.field_of_view);
    EXPECT_EQ(built.camera_keys[0].curves, CameraKey{}.curves);
}

TEST(VmdFile, EverySectionMayBeMissing) {
    const auto present = [](const Motion& m) {
        return std::array{m.bone_keys.present(),  m.morph_keys.present(),  m.camera_keys.present(),
                          m.light_keys.present(), m.shadow_keys.present(), m.property_keys.present()};
    };
    std::string bytes = header;
    for (std::size_t n = 0; n <= 6; ++n, bytes += none) {
        std::array<bool, 6> wanted{};
        std::fill_n(wanted.begin(), n, true);
        const Motion motion = read_made(bytes);
        EXPECT_EQ(present(motion), wanted) << n;
        if (n == 6) break;
        const Motion more = read_made(bytes + none);
        EXPECT_FALSE(motion == more) << "a count of 0 is not the same as none";
        EXPECT_EQ(diff(motion, more).size(), 1U);
        EXPECT_NE(to_json(motion), to_json(more));
    }
    EXPECT_EQ(write(Motion{}).value().size(), 50U + 24); // a new motion has all
}

TEST(VmdFile, ACountFarBeyondTheEnd) {
    const auto motion = read(raw(Made().bytes(header).u32(39'564).zeros(20).out));
    ASSERT_FALSE(motion);
    EXPECT_EQ(motion.error().code, Code::count_too_large);
    EXPECT_EQ(motion.error().offset, 50U);
    EXPECT_EQ(motion.error().path, "/bone_keys");
    EXPECT_EQ(motion.error().what(), "39564 bone_keys would need at least 4391604 bytes, but only 20 are left");
    const auto kept = read(raw(Made().bytes(header).u32(39'564).zeros(20).out), {.keep = true});
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->damage->missing, 39'564U);
    EXPECT_EQ(kept->damage->bytes.size(), 20U);
}

TEST(VmdFile, Signatures) {
    const auto code = [](const std::string& signature) {
        const std::size_t name = signature.ends_with("file") ? 10 : 20;
        const auto motion = read(raw(Made().text(signature, 30).zeros(name).out));
        return motion ? "read" : std::string(name_of(motion.error().code));
    };
    EXPECT_EQ(code("Vocaloid Motion Data 0002"), "read");
    EXPECT_EQ(code("Vocaloid Motion Data file"), "read");
    EXPECT_EQ(code("Vocaloid Motion Data"), "read"); // with a long name, as a current one
    EXPECT_FALSE(read(raw(Made().text("Vocaloid Motion Data", 30).zeros(20).out)).value().header.version_1());
    EXPECT_EQ(code("Vocaloid Motion Data 0003"), "wrong_format");
    EXPECT_EQ(code("Vocaloid Motion Data 00020"), "wrong_format");
    EXPECT_EQ(code("vocaloid motion data 0002"), "wrong_format");
    EXPECT_FALSE(read(raw("Vocaloid Motion Data 0002")));
}

TEST(VmdWriting, SectionsBehindAnAbsentOne) {
    const auto refused = [](auto change) {
        auto motion = test::small_document<Motion>();
        change(motion);
        const auto written = write(motion);
        EXPECT_TRUE(written || written.error().code == Code::needs_section) << message(written);
        return written ? "" : written.error().path;
    };
    EXPECT_EQ(refused([](Motion& m) { m.bone_keys.reset(); }), "/morph_keys");
    EXPECT_EQ(refused([](Motion& m) { m.morph_keys.reset(); }), "/camera_keys");
    EXPECT_EQ(refused([](Motion& m) { m.camera_keys.reset(); }), "/light_keys");
    EXPECT_EQ(refused([](Motion& m) { m.light_keys.reset(); }), "/shadow_keys");
    EXPECT_EQ(refused([](Motion& m) { m.shadow_keys.reset(); }), "/property_keys");
    EXPECT_EQ(refused([](Motion& m) { m.property_keys.reset(); }), "/trailing");
    EXPECT_EQ(refused([](Motion& m) {
                  m.property_keys.reset();
                  m.trailing.clear();
              }),
              "");
    auto built = from_json<Motion>(R"({"format": "vmd", "encoding": "cp932", "header": {"signature": "Vocaloid Motion Data 0002",
        "model_name": ""}, "morph_keys": [], "trailing": ""})");
    if (built) {
        EXPECT_EQ(write(*built).error().code, Code::needs_section);
    }
}
TEST(VmdWriting, KeysThatVersion1DoesNotHave) {
    const auto expect_refused = [](std::string_view path, auto change) {
        Motion motion = test::version_1();
        change(motion);
        const auto written = write(motion);
        ASSERT_FALSE(written);
        EXPECT_EQ(name_of(written.error().code), name_of(Code::needs_version));
        EXPECT_EQ(written.error().path, path);
        std::vector<std::byte> buffer(10'000);
        EXPECT_EQ(write_into(buffer, motion).error(), written.error());
    };
    expect_refused("/shadow_keys", [](Motion& m) { m.shadow_keys.push_back({}); });
    expect_refused("/property_keys", [](Motion& m) { m.property_keys.emplace_back(); });
    expect_refused("/shadow_keys", [](Motion& m) {
        m = test::small_document<Motion>();
        m.header.signature.assign("Vocaloid Motion Data file");
    });
}
TEST(VmdWriting, AForeignSignature) {
    Motion motion;
    motion.header.signature.assign("Vocaloid Motion Data 0003");
    const auto written = write(motion);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().path, "/header/signature");
}

// ---------------------------------------------------------------------------------------------- curves

constexpr std::array bone_channels{BoneChannel::x, BoneChannel::y, BoneChannel::z, BoneChannel::rotation};

TEST(Curves, AreReadFromTheBytesThatMikuMikuDanceReads) {
    BoneCurves bytes;
    std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
    EXPECT_EQ(curve(bytes, BoneChannel::x), (Curve{0, 4, 8, 12}));
    EXPECT_EQ(curve(bytes, BoneChannel::y), (Curve{16, 20, 24, 28}));
    EXPECT_EQ(curve(bytes, BoneChannel::z), (Curve{32, 36, 40, 44}));
    EXPECT_EQ(curve(bytes, BoneChannel::rotation), (Curve{48, 52, 56, 60}));
    bytes[48] = 130; // beyond 127 is not clamped
    EXPECT_EQ(curve(bytes, BoneChannel::rotation).x1, 130);
    CameraCurves camera;
    std::iota(camera.begin(), camera.end(), std::uint8_t{0});
    EXPECT_EQ(curve(camera, CameraChannel::x), (Curve{0, 2, 1, 3})); // x1, x2, y1, y2 in the file
    EXPECT_EQ(curve(camera, CameraChannel::y), (Curve{4, 6, 5, 7}));
    EXPECT_EQ(curve(camera, CameraChannel::z), (Curve{8, 10, 9, 11}));
    EXPECT_EQ(curve(camera, CameraChannel::rotation), (Curve{12, 14, 13, 15}));
    EXPECT_EQ(curve(camera, CameraChannel::distance), (Curve{16, 18, 17, 19}));
    EXPECT_EQ(curve(camera, CameraChannel::field_of_view), (Curve{20, 22, 21, 23}));
}

/// The 64 bytes by name: S from its k-th element on, and then k tail bytes, with physics in bytes 2 and 3.
std::string pattern(std::string_view tails, std::string_view physics) {
    const std::string s = "XYZRxyzrABCDabcd"; // x1 of X Y Z R, y1, x2, y2
    std::string out;
    for (std::size_t k = 0, tail = 0; k < 4; tail += k, ++k) out += s.substr(k) + std::string(tails.substr(tail, k));
    return out.replace(2, 2, physics);
}
TEST(Curves, ThePatternIsTheOneMeant) {
    EXPECT_EQ(pattern("1"
                      "23"
                      "456",
                      "??"),
              "XY??xyzrABCDabcd"
              "YZRxyzrABCDabcd1"
              "ZRxyzrABCDabcd23"
              "RxyzrABCDabcd456");
}

TEST(Curves, AreSetEverywhereAndNothingElseIs) {
    const std::array<std::string_view, 4> letters{"XxAa", "YyBb", "ZzCc", "RrDd"};
    for (const BoneChannel channel : bone_channels) {
        BoneCurves bytes;
        bytes.fill(0xEE);
        set_curve(bytes, channel, {1, 2, 3, 4});
        const std::string names = pattern("......", "..");
        for (std::size_t i = 0; i < 64; ++i) {
            const std::size_t point = letters[static_cast<std::size_t>(channel)].find(names[i]);
            EXPECT_EQ(bytes[i], point == std::string_view::npos ? 0xEE : point + 1) << "byte " << i;
        }
        EXPECT_EQ(curve(bytes, channel), (Curve{1, 2, 3, 4}));
    }
    for (std::size_t channel = 0; channel < 6; ++channel) {
        CameraCurves bytes;
        bytes.fill(0xEE);
        set_curve(bytes, static_cast<CameraChannel>(channel), {1, 2, 3, 4});
        CameraCurves wanted;
        wanted.fill(0xEE);
        wanted[4 * channel] = 1, wanted[4 * channel + 1] = 3, wanted[4 * channel + 2] = 2, wanted[4 * channel + 3] = 4;
        EXPECT_EQ(bytes, wanted);
        EXPECT_EQ(curve(bytes, static_cast<CameraChannel>(channel)), (Curve{1, 2, 3, 4}));
    }
}

TEST(Curves, TheDefaultIsWhatMikuMikuDanceWrites) {
    const std::array<Curve, 4> plain{};
    // 0.1 is 3DCCCCCD: the rows end in its lowest one, two and three bytes.
    const BoneCurves wanted{20, 20, 0,  0,  20, 20,  20,  20,  107, 107, 107, 107, 107, 107,  107,  107,  //
                            20, 20, 20, 20, 20, 20,  20,  107, 107, 107, 107, 107, 107, 107,  107,  0xCD, //
                            20, 20, 20, 20, 20, 20,  107, 107, 107, 107, 107, 107, 107, 107,  0xCD, 0xCC, //
                            20, 20, 20, 20, 20, 107, 107, 107, 107, 107, 107, 107, 107, 0xCD, 0xCC, 0xCC};
    EXPECT_EQ(bone_curves(plain, false, 0.1F), wanted);
    BoneCurves off = wanted;
    off[2] = 99, off[3] = 15;
    EXPECT_EQ(bone_curves(plain, true, 0.1F), off);
    EXPECT_TRUE(physics_off(off));
    EXPECT_FALSE(physics_off(wanted));
    BoneCurves zero = wanted;
    zero[31] = zero[46] = zero[47] = zero[61] = zero[62] = zero[63] = 0;
    EXPECT_EQ(bone_curves(plain, false, 0), zero);
    const std::array<Curve, 4> four{Curve{1, 2, 3, 4}, Curve{5, 6, 7, 8}, Curve{9, 10, 11, 12}, Curve{13, 14, 15, 16}};
    const BoneCurves different = bone_curves(four, false, 0.1F);
    for (const BoneChannel channel : bone_channels) EXPECT_EQ(curve(different, channel), four[static_cast<std::size_t>(channel)]);
    EXPECT_EQ(different[63], 0xCC);
}

TEST(Curves, TheCamerasDefault) {
    std::array<Curve, 6> plain;
    plain.fill({20, 20, 107, 107});
    CameraCurves wanted;
    for (std::size_t i = 0; i < 24; i += 4) wanted[i] = 20, wanted[i + 1] = 107, wanted[i + 2] = 20, wanted[i + 3] = 107;
    EXPECT_EQ(camera_curves(plain), wanted);
}

TEST(Curves, PhysicsIsOffExactlyForOnePair) {
    BoneCurves bytes{};
    set_physics_off(bytes, true);
    EXPECT_EQ(bytes[2], 99);
    EXPECT_EQ(bytes[3], 15);
    EXPECT_TRUE(physics_off(bytes));
    bytes[3] = 16;
    EXPECT_FALSE(physics_off(bytes));
    bytes[2] = 98, bytes[3] = 15;
    EXPECT_FALSE(physics_off(bytes));
    set_physics_off(bytes, false);
    EXPECT_EQ(bytes, BoneCurves{});
    set_physics_off(bytes, true);
    for (const BoneChannel channel : bone_channels) set_curve(bytes, channel, {1, 2, 3, 4});
    EXPECT_TRUE(physics_off(bytes)); // setting curves leaves it
}

TEST(Curves, Linear) {
    EXPECT_TRUE((Curve{}.linear()));
    EXPECT_TRUE((Curve{0, 0, 127, 127}.linear()));
    EXPECT_FALSE((Curve{0, 1, 127, 127}.linear()));
    EXPECT_FALSE((Curve{0, 0, 127, 126}.linear()));
}

// ---------------------------------------------------------------------------------------------- tracks and summaries

BoneKey key(std::string_view field, std::uint32_t frame) {
    BoneKey k;
    std::string bytes(field);
    bytes.resize(15, '\0');
    k.name.load(bytes.data());
    k.frame = frame;
    return k;
}

CameraKey camera_at(std::uint32_t frame) {
    CameraKey k;
    k.frame = frame;
    return k;
}

TEST(Tracks, InOrderOfFirstOccurrenceByFrame) {
    Motion m;
    m.bone_keys.assign(std::vector{key("b", 30), key("a", 10), key("b", 0), key("b\0junk"s, 30), key("a", 5), key("b\0\xFD\xFD"s, 7),
                                   key("", 1), key("b", 30), key("fifteen bytes..", 2)});
    const auto tracks = bone_tracks(m);
    ASSERT_EQ(tracks.size(), 4U);
    EXPECT_EQ(tracks[0].name, "b");                                         // whatever lies behind the NUL
    EXPECT_EQ(tracks[0].keys, (std::vector<std::uint32_t>{2, 5, 0, 3, 7})); // those of one frame in file order
    EXPECT_EQ(tracks[1].name, "a");
    EXPECT_EQ(tracks[1].keys, (std::vector<std::uint32_t>{4, 1}));
    EXPECT_EQ(tracks[2].name, "");
    EXPECT_EQ(tracks[3].name, "fifteen bytes..");
    EXPECT_TRUE(morph_tracks(m).empty());
    for (std::uint32_t i = 0; i < 6; ++i) m.morph_keys.push_back({KeyName(i % 2 == 0 ? "x" : "y"), 10 - i, 0});
    const auto morphs = morph_tracks(m);
    ASSERT_EQ(morphs.size(), 2U);
    EXPECT_EQ(morphs[1].keys, (std::vector<std::uint32_t>{5, 3, 1}));
}
TEST(Tracks, OfManyNamesRoundAndRound) {
    Motion m;
    for (std::uint32_t i = 0; i < 3000; ++i) m.bone_keys.push_back(key("bone " + std::to_string(i * 7 % 100), i));
    const auto tracks = bone_tracks(m);
    ASSERT_EQ(tracks.size(), 100U);
    for (std::size_t t = 0; t < tracks.size(); ++t) {
        ASSERT_EQ(tracks[t].keys.size(), 30U);
        for (std::size_t k = 0; k < 30; ++k) EXPECT_EQ(tracks[t].keys[k], t + 100 * k);
        EXPECT_EQ(tracks[t].name, "bone " + std::to_string(t * 7 % 100));
    }
}

TEST(MotionEncoding, FromAllNamesTogether) {
    const std::array<std::string_view, 6> names{"センター", "上半身", "左腕", "右ひじ", "左足ＩＫ", "頭"};
    for (const Encoding encoding : {Encoding::cp932, Encoding::gbk, Encoding::utf8}) {
        SCOPED_TRACE(name_of(encoding));
        Motion m;
        for (const auto name : names) m.bone_keys.push_back(key(encode(name, encoding).value().bytes().substr(0, 15), 0));
        const auto detected = detect_encoding(m);
        EXPECT_EQ(detected.encoding, encoding) << detected.why;
        EXPECT_EQ(detected.certainty, Certainty::certain) << detected.why;
        const Bytes bytes = write(m).value();
        EXPECT_EQ(read(bytes).value().encoding, Encoding::cp932); // reading alone does not look
        EXPECT_EQ(std::get<Motion>(open(bytes).value()).encoding, encoding);
        // From morphs, IK bones and the model's name as well.
        Motion others;
        for (const auto name : names) {
            const std::string bytes_of(encode(name, encoding).value().bytes());
            others.morph_keys.push_back({KeyName(bytes_of), 0, 0});
            others.property_keys.push_back({0, 1, {}});
            others.property_keys[0].iks.push_back({FixedText<20>(bytes_of), 1});
        }
        EXPECT_EQ(detect_encoding(others).encoding, encoding);
        others.morph_keys.clear();
        EXPECT_EQ(detect_encoding(others).encoding, encoding);
        Motion by_model;
        by_model.header.model_name.assign(encode("左腕右腕頭", encoding).value().bytes());
        EXPECT_EQ(detect_encoding(by_model, std::vector<std::string>{"左腕右腕頭"}).encoding, encoding);
    }
    EXPECT_EQ(detect_encoding(Motion{}).encoding, Encoding::cp932);
}

// Opening looks at the names while it reads; that must be what reading and looking one after the other give.
void expect_opened_as_read(std::span<const std::byte> bytes) {
    for (const bool keep : {false, true}) {
        const auto read_alone = read(bytes, {.keep = keep});
        const auto opened = open(bytes, {.keep = keep});
        ASSERT_EQ(opened.has_value(), read_alone.has_value());
        if (!opened) {
            EXPECT_EQ(opened.error(), read_alone.error());
            continue;
        }
        const Motion& motion = std::get<Motion>(*opened);
        EXPECT_TRUE(motion == *read_alone);
        EXPECT_EQ(motion.damage.has_value(), read_alone->damage.has_value());
        if (motion.damage) {
            EXPECT_EQ(motion.damage->error, read_alone->damage->error);
        }
        EXPECT_EQ(motion.encoding, detect_encoding(*read_alone).encoding);
    }
}
TEST(MotionEncoding, IsFoundWhileReading) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        SCOPED_TRACE(seed);
        expect_opened_as_read(write(test::random_document<Motion>(seed, 5)).value());
    }
    const Bytes small = write(test::small_document<Motion>()).value();
    for (std::size_t n = 50; n < small.size(); ++n) expect_opened_as_read(std::span(small).first(n));
}
TEST(MotionEncoding, IsFoundWhileReadingManyKeys) {
    for (const std::size_t many : {1023U, 1024U, 1025U, 2048U, 3000U}) {
        for (const Encoding encoding : {Encoding::cp932, Encoding::gbk, Encoding::utf8}) {
            SCOPED_TRACE(std::to_string(many) + ' ' + std::string(name_of(encoding)));
            Motion m;
            m.bone_keys.resize(many, key("a", 0)); // the names that tell come last
            for (const std::string_view name : {"センター", "上半身", "左腕", "右腕"}) {
                m.bone_keys.push_back(key(encode(name, encoding).value().bytes(), 0));
                m.morph_keys.push_back({KeyName(encode(name, encoding).value().bytes()), 0, 0});
            }
            const Bytes bytes = write(m).value();
            EXPECT_EQ(std::get<Motion>(open(bytes).value()).encoding, encoding);
            expect_opened_as_read(bytes);
            for (const std::size_t n :
                 {std::size_t{54 + 111 * 1024}, std::size_t{54 + 111 * 1024 + 1}, bytes.size() - 120, bytes.size() / 2})
                expect_opened_as_read(std::span(bytes).first(std::min(n, bytes.size())));
        }
    }
}

const std::array<Curve, 4> plain{};
/// A key as this program would write it.
BoneKey written_by(Generation program, float x) {
    BoneKey k = key("a", 0);
    k.position.x = x;
    k.curves = bone_curves(plain, false, x);
    constexpr std::array<std::size_t, 6> ends{31, 46, 47, 61, 62, 63};
    switch (program) {
    case Generation::old_mmd:
        k.curves[2] = k.curves[3] = 20;
        for (const std::size_t end : ends) k.curves[end] = end == 31 || end == 46 || end == 61 ? 1 : 0;
        break;
    case Generation::tool:
        for (const std::size_t end : ends) k.curves[end] = 0;
        break;
    case Generation::first_row_only: std::fill(k.curves.begin() + 16, k.curves.end(), std::uint8_t{0}); break;
    default: break;
    }
    return k;
}
Generation generation(std::initializer_list<BoneKey> keys) {
    Motion m;
    for (const BoneKey& k : keys) m.bone_keys.push_back(k);
    return summary_of(m).generation;
}

TEST(Summary, Generations) {
    using enum Generation;
    EXPECT_EQ(generation({}), none);
    EXPECT_EQ(generation({written_by(old_mmd, 0.1F), written_by(old_mmd, 0)}), old_mmd);
    EXPECT_EQ(generation({written_by(current_mmd, 0.1F), written_by(current_mmd, 0)}), current_mmd);
    EXPECT_EQ(generation({written_by(current_mmd, 0), written_by(current_mmd, -0.0F)}), like_current);
    EXPECT_EQ(generation({written_by(tool, 0.1F), written_by(tool, 0)}), tool);
    EXPECT_EQ(generation({written_by(first_row_only, 0.1F)}), first_row_only);
    EXPECT_EQ(generation({written_by(old_mmd, 0.1F), written_by(current_mmd, 0.1F)}), mixed);
    EXPECT_EQ(generation({written_by(tool, 0.1F), written_by(current_mmd, 0.1F)}), mixed);
    BoneKey strange = written_by(current_mmd, 0.1F);
    strange.curves[31] = 77;
    EXPECT_EQ(generation({strange}), mixed);
    for (const Generation g : {none, old_mmd, current_mmd, like_current, tool, first_row_only, mixed}) EXPECT_FALSE(name_of(g).empty());
    EXPECT_EQ(name_of(first_row_only), "first_row_only");
}

Order order_of(std::initializer_list<BoneKey> keys) {
    Motion m;
    for (const BoneKey& k : keys) {
        m.bone_keys.push_back(k);
        m.morph_keys.push_back({k.name, k.frame, 0});
    }
    const Summary s = summary_of(m);
    EXPECT_EQ(s.bones, s.morphs);
    return s.bones;
}
TEST(Summary, Order) {
    EXPECT_EQ(order_of({}), (Order{true, true, 0}));
    EXPECT_EQ(order_of({key("a", 1), key("a", 2), key("b", 2)}), (Order{true, true, 0}));
    EXPECT_EQ(order_of({key("a", 1), key("b", 1), key("a", 2)}), (Order{true, false, 0}));
    EXPECT_EQ(order_of({key("a", 1), key("a", 2), key("b", 0)}), (Order{false, true, 0}));
    EXPECT_EQ(order_of({key("a", 3), key("b", 1), key("a", 2)}), (Order{false, false, 0}));
    EXPECT_EQ(order_of({key("a", 3), key("b", 3), key("a", 3), key("a\0x"s, 3)}), (Order{true, false, 2}));
    EXPECT_EQ(order_of({key("a", 3), key("a", 1), key("a", 3)}), (Order{false, true, 1}));
    Motion m;
    for (const std::uint32_t frame : {0U, 60U, 30U, 60U}) m.camera_keys.push_back(camera_at(frame));
    m.light_keys.push_back({.frame = 5});
    m.light_keys.push_back({.frame = 5});
    m.shadow_keys.push_back({.frame = 6});
    m.property_keys.push_back({9, 1, {}});
    m.property_keys.push_back({8, 1, {}});
    const Summary s = summary_of(m);
    EXPECT_EQ(s.cameras, (Order{false, true, 1}));
    EXPECT_EQ(s.lights, (Order{true, true, 1}));
    EXPECT_EQ(s.shadows, (Order{true, true, 0}));
    EXPECT_EQ(s.properties, (Order{false, true, 0}));
}
TEST(Summary, LastFrameOfAllSectionsAndPhysics) {
    Motion m;
    EXPECT_EQ(summary_of(m).last_frame, 0U);
    const auto last = [&](std::uint32_t frame) { EXPECT_EQ(summary_of(m).last_frame, frame); };
    m.bone_keys.assign(std::vector{key("a", 20), key("b", 10), key("c", 10)});
    last(20);
    m.morph_keys.push_back({KeyName("a"), 30, 0});
    last(30);
    m.camera_keys.push_back(camera_at(40));
    last(40);
    m.light_keys.push_back({.frame = 50});
    last(50);
    m.shadow_keys.push_back({.frame = 60});
    last(60);
    m.property_keys.push_back({70, 1, {}});
    last(70);
    m.bone_keys[1].frame = 0xFFFFFFFF;
    last(0xFFFFFFFF);
    EXPECT_EQ(summary_of(m).physics_off, 0U);
    set_physics_off(m.bone_keys[0].curves, true);
    set_physics_off(m.bone_keys[2].curves, true);
    EXPECT_EQ(summary_of(m).physics_off, 2U);
}

// ---------------------------------------------------------------------------------------------- by path

std::string one(const Motion& m, std::string_view path) {
    const auto values = get(m, path);
    if (!values) return std::string(name_of(values.error().code));
    return values->size() == 1 ? values->front().json : std::to_string(values->size()) + " values";
}
void expect_set(const Motion& before, std::string_view path, std::string_view value, const std::vector<std::string>& changed) {
    SCOPED_TRACE(std::string(path) + " = " + std::string(value));
    Motion after = before;
    const auto done = set(after, path, value);
    ASSERT_TRUE(done) << message(done);
    std::vector<std::string> different;
    for (const Difference& d : test::by_number(before, after)) different.push_back(d.path);
    EXPECT_EQ(different, changed);
    EXPECT_EQ(after.encoding, before.encoding);
    EXPECT_TRUE(read(write(after).value()).value() == after);
}
void expect_set_refused(const Motion& before, std::string_view path, std::string_view value, Code code) {
    SCOPED_TRACE(std::string(path) + " = " + std::string(value));
    Motion after = before;
    const auto done = set(after, path, value);
    ASSERT_FALSE(done);
    EXPECT_EQ(name_of(done.error().code), name_of(code)) << message(done);
    EXPECT_TRUE(after == before);
    EXPECT_EQ(after.encoding, before.encoding);
}

TEST(VmdPaths, Get) {
    const auto m = test::small_document<Motion>();
    EXPECT_EQ(one(m, "/header/model_name"), "{\"text\": \"鏡\", \"filler\": \"0078\"}");
    EXPECT_EQ(one(m, "/header/short_model_name"), "path_not_found");
    EXPECT_EQ(one(m, "/bone_keys/左足ＩＫ/frame"), "29");
    EXPECT_EQ(one(m, "/bone_keys/センター/frame"), "path_ambiguous");
    EXPECT_EQ(one(m, "/bone_keys/*/frame"), "3 values");
    EXPECT_EQ(one(m, "/morph_keys/あ/weight"), "0.5");
    EXPECT_EQ(one(m, "/camera_keys/0/curves"), "\"141414141414141414141414141414141414141414141414\"");
    EXPECT_EQ(one(m, "/camera_keys/0/target/*"), "3 values");
    EXPECT_EQ(one(m, "/shadow_keys/*/mode"), "2 values");
    EXPECT_EQ(one(m, "/property_keys/0/iks/右足ＩＫ/enabled"), "1");
    EXPECT_EQ(one(test::version_1(), "/camera_keys/0/short_curve"), "\"01020304\"");
    EXPECT_EQ(one(test::version_1(), "/camera_keys/0/curves"), "path_not_found");
    EXPECT_EQ(one(test::version_1(), "/shadow_keys"), "path_not_found");
}
TEST(VmdPaths, NamesAreReadAndWrittenInTheMotionsEncoding) {
    Motion m;
    m.encoding = Encoding::gbk;
    m.bone_keys.push_back(key(encode("头发", Encoding::gbk).value().bytes(), 3));
    EXPECT_EQ(one(m, "/bone_keys/头发/frame"), "3");
    ASSERT_TRUE(set(m, "/bone_keys/头发/name", "头"));
    EXPECT_EQ(m.bone_keys[0].name.bytes(), encode("头", Encoding::gbk).value().bytes());
    expect_set_refused(m, "/bone_keys/0/name", "머리", Code::text_not_encodable);
}
TEST(VmdPaths, Set) {
    const auto m = test::small_document<Motion>();
    expect_set(m, "/header/model_name", "初音ミク", {"/header/model_name"});
    expect_set(m, "/bone_keys/1/name", "右足ＩＫ", {"/bone_keys/1/name"});
    expect_set(m, "/bone_keys/左足ＩＫ/frame", "4294967295", {"/bone_keys/1/frame"});
    expect_set(m, "/bone_keys/*/position/1", "7", {"/bone_keys/0/position", "/bone_keys/1/position", "/bone_keys/2/position"});
    expect_set(m, "/bone_keys/0/curves", std::string(128, '0'), {"/bone_keys/0/curves"});
    expect_set(m, "/camera_keys/0/curves", "\"" + std::string(48, '1') + '"', {"/camera_keys/0/curves"});
    expect_set(m, "/shadow_keys/0/mode", "mode1", {"/shadow_keys/0/mode"});
    expect_set(m, "/property_keys/0/iks/左足ＩＫ/enabled", "1", {"/property_keys/0/iks/0/enabled"});
    expect_set(m, "/morph_keys/0", "{\"weight\": 1}", {"/morph_keys/0/weight"});
}
TEST(VmdPaths, SetRefuses) {
    const auto m = test::small_document<Motion>();
    expect_set_refused(m, "/bone_keys/0/name", "波〜", Code::text_not_encodable);
    expect_set_refused(m, "/bone_keys/0/name", "七文字と半分より長い", Code::name_too_long);
    expect_set_refused(m, "/bone_keys/*/name", "一二三四五六七八", Code::name_too_long); // 16 bytes
    expect_set_refused(m, "/bone_keys/0/frame", "-1", Code::value_range);
    expect_set_refused(m, "/bone_keys/0/curves", "00", Code::json_type);
    expect_set_refused(m, "/encoding", "utf8", Code::path_not_found);
    expect_set_refused(m, "/header/signature", "Vocaloid Motion Data 0003", Code::value_range);
    auto copy = m;
    const auto done = set(copy, "/bone_keys/0/name", "波〜");
    EXPECT_EQ(done.error().path, "/bone_keys/0/name");
    EXPECT_TRUE(done.error().message().contains("～ (U+FF5E)")) << message(done);
}
// Another version has other sections: what is in them must not be lost on the side.
TEST(VmdPaths, AnotherVersionDropsNothing) {
    auto second = test::small_document<Motion>();
    expect_set_refused(second, "/header/signature", "Vocaloid Motion Data file", Code::needs_version);
    second.shadow_keys.clear();
    second.property_keys.clear();
    expect_set_refused(second, "/header/signature", "Vocaloid Motion Data file", Code::other_version);
    auto first = test::version_1();
    first.trailing.clear();
    expect_set_refused(first, "/header/signature", "Vocaloid Motion Data 0002", Code::other_version);
    expect_set(second, "/header/signature", "Vocaloid Motion Data", {"/header/signature"}); // the same in all but name
}
TEST(VmdPaths, DiffOfTwoVersionsIsSafe) {
    EXPECT_FALSE(diff(test::small_document<Motion>(), test::version_1()).empty());
    EXPECT_FALSE(diff(test::version_1(), test::small_document<Motion>()).empty());
}

} // namespace
} // namespace kagami::vmd

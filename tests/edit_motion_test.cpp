// Operations on motions: each changes what it says and leaves every other byte; neutral parameters change nothing.
#include "edit/pattern.hpp"
#include "kagami/edit_table.hpp"
#include "kagami/tracks.hpp"
#include "layout/generate.hpp"
#include "vmd/layout.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace kagami::edit {
namespace {

using vmd::Motion;

std::string cp932(std::string_view utf8) {
    return std::string(encode(utf8, Encoding::cp932).value().bytes());
}

/// Two bones and a morph, at frames 0, 10 and 20; a camera key, IK states, and filler behind the names.
Motion small() {
    Motion m;
    for (const std::uint32_t frame : {0U, 10U, 20U}) {
        for (const char* name : {"左腕", "センター"}) {
            vmd::BoneKey key;
            std::string field = cp932(name) + '\0';
            field.resize(15, '\xFD');
            key.name.load(field.data());
            key.frame = frame;
            key.position = {1, -2, 0};
            key.rotation = {0.1F, 0.2F, -0.3F, 0.9F};
            for (std::size_t i = 0; i < key.curves.size(); ++i) key.curves[i] = static_cast<std::uint8_t>(i + 64);
            m.bone_keys.push_back(key);
        }
        m.morph_keys.push_back({vmd::KeyName(cp932("笑い")), frame, 0.5F});
    }
    m.camera_keys.push_back({});
    vmd::PropertyKey properties;
    properties.iks.push_back({FixedText<20>(cp932("左足ＩＫ")), 1});
    m.property_keys.push_back(properties);
    return m;
}

Bytes bytes_of(const Motion& m) {
    return vmd::write(m).value();
}
/// The offsets at which two motions of one size differ.
std::vector<std::size_t> changed(const Motion& a, const Motion& b) {
    const Bytes left = bytes_of(a), right = bytes_of(b);
    std::vector<std::size_t> offsets;
    EXPECT_EQ(left.size(), right.size());
    for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i)
        if (left[i] != right[i]) offsets.push_back(i);
    return offsets;
}
constexpr std::size_t first_key = 54, bone_size = 111;

template <class Op> Motion after(Motion m, const Op& op) {
    const auto report = apply(m, op);
    EXPECT_TRUE(report) << report.error().message();
    return m;
}
template <class Op> Error refusal(const Motion& m, const Op& op) {
    Motion copy = m;
    const auto report = apply(copy, op);
    EXPECT_FALSE(report);
    EXPECT_TRUE(bytes_of(copy) == bytes_of(m));
    return report ? Error{} : report.error();
}

TEST(Patterns, StarsAndQuestionMarks) {
    using Taken = std::vector<std::string>;
    EXPECT_EQ(match_pattern("左腕", "左腕"), Taken{});
    EXPECT_EQ(match_pattern("左*", "左腕"), Taken{"腕"});
    EXPECT_EQ(match_pattern("*腕*", "左腕捩1"), (Taken{"左", "捩1"}));
    EXPECT_EQ(match_pattern("?腕", "左腕"), Taken{});
    EXPECT_EQ(match_pattern("*a*b", "aab-ab"), (Taken{"", "ab-a"}));
    EXPECT_EQ(match_pattern("**", "x"), (Taken{"", "x"}));
    EXPECT_EQ(match_pattern("*", ""), Taken{""});
    EXPECT_FALSE(match_pattern("左?", "左"));
    EXPECT_FALSE(match_pattern("左", "左腕"));
    EXPECT_FALSE(match_pattern("??", "腕")); // bytes are no characters
    EXPECT_FALSE(match_pattern(std::string(40, '*') + "x", std::string(2000, 'a')));
}

TEST(MotionEdits, NeutralParametersChangeNothing) {
    const Motion m = small();
    EXPECT_TRUE(changed(m, after(m, Trim{})).empty());
    EXPECT_TRUE(changed(m, after(m, Shift{})).empty());
    EXPECT_TRUE(changed(m, after(m, Retime{})).empty());
    EXPECT_TRUE(changed(m, after(m, Retime{.factor = 3, .length = 20})).empty());
    EXPECT_TRUE(changed(m, after(m, ScalePositions{})).empty());
    EXPECT_TRUE(changed(m, after(m, RenameTrack{.from = "左腕", .to = "左腕"})).empty());
    EXPECT_TRUE(changed(m, after(m, SetCurves{.channels = ""})).empty());
    EXPECT_TRUE(changed(m, after(m, SetPhysics{.off = false})).empty());
    EXPECT_TRUE(changed(m, after(m, DropDuplicates{})).empty());
    EXPECT_TRUE(changed(m, after(m, SortKeys{})).empty());
    EXPECT_TRUE(changed(m, after(m, Upgrade{})).empty());
    const KeepKinds all{true, true, true, true, true, true};
    EXPECT_TRUE(changed(m, after(m, all)).empty());
}

TEST(MotionEdits, OnRandomMotions) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const auto m = layout::generate<Motion>(vmd::Globals{}, seed, 8);
        const Bytes before = bytes_of(m);
        EXPECT_TRUE(bytes_of(after(after(m, Mirror{}), Mirror{})) == before) << seed;
        EXPECT_TRUE(bytes_of(after(m, Trim{})) == before) << seed;
        EXPECT_TRUE(bytes_of(after(m, ScalePositions{})) == before) << seed;
        Motion low = m;
        for (auto& key : *low.bone_keys) key.frame %= 1000;
        for (auto& key : *low.morph_keys) key.frame %= 1000;
        for (auto& key : *low.camera_keys) key.frame %= 1000;
        for (auto& key : *low.light_keys) key.frame %= 1000;
        for (auto& key : *low.shadow_keys) key.frame %= 1000;
        for (auto& key : *low.property_keys) key.frame %= 1000;
        EXPECT_TRUE(bytes_of(after(after(low, Shift{500}), Shift{-500})) == bytes_of(low)) << seed;
        EXPECT_TRUE(bytes_of(after(after(low, Retime{.factor = 2}), Retime{.factor = 0.5F})) == bytes_of(low)) << seed;
        const Motion sorted = after(low, SortKeys{});
        EXPECT_TRUE(vmd::summary_of(sorted).bones.by_frame && vmd::summary_of(sorted).cameras.by_frame) << seed;
        EXPECT_EQ(bytes_of(sorted).size(), before.size());
    }
}

TEST(MotionEdits, TrimKeepsBothEnds) {
    const Motion m = after(small(), Trim{.from = 10, .to = 20});
    ASSERT_EQ(m.bone_keys.size(), 4U);
    EXPECT_EQ(m.bone_keys[0].frame, 0U);
    EXPECT_EQ(m.bone_keys[3].frame, 10U);
    EXPECT_EQ(m.morph_keys.size(), 2U);
    EXPECT_TRUE(m.camera_keys.empty() && m.camera_keys.present());
    const Motion stays = after(small(), Trim{.from = 10, .to = 10, .rebase = false});
    ASSERT_EQ(stays.bone_keys.size(), 2U);
    EXPECT_TRUE(stays.bone_keys[0] == small().bone_keys[2]);
    EXPECT_EQ(refusal(small(), Trim{.from = 2, .to = 1}).code, Code::value_range);
}

TEST(MotionEdits, ShiftAndRetimeChangeFramesOnly) {
    const Motion m = small(), shifted = after(m, Shift{1});
    EXPECT_EQ(shifted.bone_keys[2].frame, 11U);
    for (const std::size_t offset : changed(m, shifted))
        EXPECT_TRUE(offset >= first_key + 6 * bone_size || (offset - first_key) % bone_size == 15) << offset;
    const Error below = refusal(m, Shift{-1});
    EXPECT_EQ(below.code, Code::value_range);
    EXPECT_EQ(below.path, "/bone_keys/0/frame");
    EXPECT_EQ(refusal(m, Shift{0x1'0000'0000}).code, Code::value_range);
    EXPECT_EQ(after(m, Retime{.factor = 1.26F}).bone_keys[2].frame, 13U);
    EXPECT_EQ(after(m, Retime{.length = 5}).bone_keys[5].frame, 5U);
    for (const float factor : {0.0F, -1.0F, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()})
        EXPECT_EQ(refusal(m, Retime{.factor = factor}).code, Code::value_range);
    Motion near = m;
    const auto report = apply(near, Retime{.factor = 0.01F});
    ASSERT_TRUE(report);
    ASSERT_EQ(report->notes.size(), 2U);
    EXPECT_EQ(report->notes[0].code, Code::keys_met);
    EXPECT_EQ(report->notes[0].arguments[0], "4");
}

TEST(MotionEdits, RenamedTracks) {
    const Motion m = small();
    const Motion renamed = after(m, RenameTrack{.from = "左*", .to = "右*"});
    EXPECT_EQ(renamed.bone_keys[0].name.bytes(), cp932("右腕"));
    EXPECT_EQ(renamed.property_keys[0].iks[0].name.bytes(), cp932("右足ＩＫ"));
    EXPECT_TRUE(renamed.bone_keys[1] == m.bone_keys[1]);
    EXPECT_EQ(refusal(m, RenameTrack{.from = "左腕", .to = "〜"}).code, Code::text_not_encodable);
    EXPECT_EQ(refusal(m, RenameTrack{.from = "左腕", .to = "あいうえおかきく"}).code, Code::name_too_long);
    Motion cut = m;
    const auto report = apply(cut, RenameTrack{.from = "左腕", .to = "あいうえおかきく", .truncate = true});
    ASSERT_TRUE(report);
    EXPECT_EQ(cut.bone_keys[0].name.bytes(), cp932("あいうえおかき"));
    ASSERT_EQ(report->notes.size(), 1U);
    const Error missed = refusal(m, RenameTrack{.from = "左うで", .to = "x"});
    EXPECT_EQ(missed.code, Code::nothing_selected);
    EXPECT_NE(missed.message().find("左腕"), std::string::npos);
    EXPECT_EQ(refusal(m, RenameTrack{.from = "左*", .to = "**"}).code, Code::value_range);
}

TEST(MotionEdits, RemovedAndKept) {
    const Motion m = small();
    const Motion removed = after(m, RemoveTracks{.bones = {"左*"}, .morphs = {}});
    ASSERT_EQ(removed.bone_keys.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(removed.bone_keys[i] == m.bone_keys[2 * i + 1]);
    EXPECT_EQ(refusal(m, RemoveTracks{}).code, Code::value_range);
    EXPECT_EQ(refusal(m, RemoveTracks{.bones = {"左*", "右*"}, .morphs = {}}).arguments[0], "右*");
    KeepKinds morphs;
    morphs.morphs = true;
    const Motion kept = after(m, morphs);
    EXPECT_TRUE(kept.bone_keys.empty() && kept.bone_keys.present() && kept.property_keys.empty());
    EXPECT_EQ(kept.morph_keys.size(), 3U);
    EXPECT_EQ(refusal(m, KeepKinds{}).code, Code::value_range);
    Motion twice = m;
    twice.bone_keys.push_back(m.bone_keys[0]);
    twice.camera_keys.push_back(m.camera_keys[0]);
    twice.property_keys.push_back(m.property_keys[0]);
    EXPECT_TRUE(bytes_of(after(twice, DropDuplicates{})) == bytes_of(m));
    // What lies between the fields in memory is no part of a key.
    Motion shadows;
    for (const int padding : {0x00, 0xFF}) {
        vmd::ShadowKey key;
        std::memset(static_cast<void*>(&key), padding, sizeof key);
        key.frame = 1;
        key.mode = vmd::ShadowMode::mode1;
        key.distance = 0.5F;
        shadows.shadow_keys.push_back(key);
    }
    EXPECT_EQ(after(shadows, DropDuplicates{}).shadow_keys.size(), 1U);
}

TEST(MotionEdits, Mirrored) {
    const Motion m = small(), mirrored = after(m, Mirror{});
    const vmd::BoneKey& key = mirrored.bone_keys[0];
    EXPECT_EQ(key.name.bytes(), cp932("右腕"));
    EXPECT_EQ(key.name.field().back(), '\xFD'); // what is behind the NUL stays
    EXPECT_EQ(key.position, (Vec3{-1, -2, 0}));
    EXPECT_EQ(key.rotation, (Vec4{0.1F, -0.2F, 0.3F, 0.9F}));
    EXPECT_EQ(key.curves, m.bone_keys[0].curves);
    EXPECT_EQ(mirrored.bone_keys[1].name, m.bone_keys[1].name);
    EXPECT_EQ(mirrored.property_keys[0].iks[0].name.bytes(), cp932("右足ＩＫ"));
    EXPECT_TRUE(mirrored.camera_keys[0].target == m.camera_keys[0].target);
}

TEST(MotionEdits, CurvesAndPhysics) {
    const Motion m = small();
    const Motion set = after(m, SetCurves{.bones = {"左腕"}, .channels = "y rotation", .curve = {1, 2, 3, 4}});
    EXPECT_EQ(vmd::curve(set.bone_keys[0].curves, vmd::BoneChannel::y), (vmd::Curve{1, 2, 3, 4}));
    EXPECT_EQ(vmd::curve(set.bone_keys[0].curves, vmd::BoneChannel::rotation), (vmd::Curve{1, 2, 3, 4}));
    EXPECT_EQ(vmd::curve(set.bone_keys[0].curves, vmd::BoneChannel::x), vmd::curve(m.bone_keys[0].curves, vmd::BoneChannel::x));
    EXPECT_TRUE(set.bone_keys[1] == m.bone_keys[1]);
    EXPECT_EQ(refusal(m, SetCurves{.channels = "w"}).code, Code::value_range);
    EXPECT_EQ(refusal(m, SetCurves{.curve = {0, 0, 128, 0}}).code, Code::value_range);
    const Motion off = after(m, SetPhysics{.bones = {"センター"}});
    EXPECT_FALSE(vmd::physics_off(off.bone_keys[0].curves));
    EXPECT_TRUE(vmd::physics_off(off.bone_keys[1].curves));
    EXPECT_EQ(changed(m, off).size(), 6U); // two bytes of each of its three keys
}

TEST(MotionEdits, PositionsScaled) {
    const Motion m = small(), scaled = after(m, ScalePositions{.factor = 1.5F, .bones = {"センター"}});
    EXPECT_TRUE(scaled.bone_keys[0] == m.bone_keys[0]);
    EXPECT_EQ(scaled.bone_keys[1].position, (Vec3{1.5F, -3, 0}));
    EXPECT_EQ(scaled.bone_keys[1].rotation, m.bone_keys[1].rotation);
}

TEST(MotionEdits, UpgradedFromVersion1) {
    Motion old;
    old.header.signature = FixedText<30>("Vocaloid Motion Data file");
    old.header.short_model_name.assign("abc");
    vmd::CameraKey key;
    key.short_curve = {1, 2, 3, 4};
    old.camera_keys.push_back(key);
    const Motion now = after(vmd::read(bytes_of(old)).value(), Upgrade{});
    EXPECT_FALSE(now.header.version_1());
    EXPECT_EQ(now.header.name(), "abc");
    for (std::size_t i = 0; i < 24; ++i) EXPECT_EQ(now.camera_keys[0].curves[i], i % 4 + 1);
    const auto back = vmd::read(bytes_of(now));
    ASSERT_TRUE(back);
    EXPECT_TRUE(back->property_keys.present() && back->shadow_keys.present());
    EXPECT_EQ(back->camera_keys[0].field_of_view, 30U);
    old.trailing.resize(5);
    EXPECT_EQ(refusal(old, Upgrade{}).code, Code::needs_section);
}

TEST(Recipes, DoAllOrNothing) {
    Document document = small();
    const auto steps = apply_recipe(document, R"([{"op": "trim", "from": 10}, {"op": "mirror"}, {"op": "set-physics", "bones": "右腕"}])");
    ASSERT_TRUE(steps) << steps.error().message();
    ASSERT_EQ(steps->size(), 3U);
    EXPECT_EQ((*steps)[0].operation, "trim");
    EXPECT_EQ((*steps)[2].report.changes[0].count, 2U);

    const auto refused = [](const char* recipe) {
        Document unchanged = small();
        const auto done = apply_recipe(unchanged, recipe);
        EXPECT_FALSE(done) << recipe;
        EXPECT_TRUE(write(unchanged).value() == bytes_of(small()));
        return done ? Error{} : done.error();
    };
    EXPECT_EQ(refused(R"([{"op": "mirror"}, {"op": "shift", "frames": -1}])").path, "/1/bone_keys/0/frame");
    EXPECT_EQ(refused(R"([{"op": "mirrow"}])").code, Code::json_unknown);
    EXPECT_NE(refused(R"([{"op": "mirrow"}])").message().find("mirror"), std::string::npos);
    EXPECT_EQ(refused(R"([{"op": "shift", "frame": 1}])").path, "/0/frame");
    EXPECT_EQ(refused(R"([{"op": "shift", "frames": "1"}])").code, Code::json_type);
    EXPECT_EQ(refused(R"([{"op": "trim", "from": -1}])").code, Code::json_type);
    EXPECT_EQ(refused(R"([{"op": "trim", "from": 4294967296}])").code, Code::json_type);
    EXPECT_EQ(refused(R"([{"op": "set-curves", "curve": [1, 2, 3]}])").code, Code::json_type);
    EXPECT_EQ(refused(R"([{"op": "set-curves", "curve": [1, 2, 3, 256]}])").code, Code::json_type);
    EXPECT_EQ(refused(R"({"op": "mirror"})").code, Code::json_type);
    EXPECT_EQ(refused("[7]").code, Code::json_type);
    EXPECT_EQ(refused("[").code, Code::json_syntax);
    Document model = pmx::Model{};
    EXPECT_EQ(apply_recipe(model, R"([{"op": "mirror"}])").error().code, Code::not_for_format);
}

} // namespace
} // namespace kagami::edit

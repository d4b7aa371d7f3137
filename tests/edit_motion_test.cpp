// Operations on motions: each changes what it says and leaves every other byte; neutral parameters change nothing.
#include "edit/pattern.hpp"
#include "kagami/edit_table.hpp"
#include "kagami/tracks.hpp"
#include "motion_edits.hpp"

#include <cstring>

namespace kagami::edit {
namespace {

using test::after;
using test::bytes_of;
using test::cp932;
using test::refusal;
using test::small_motion;
using vmd::Motion;

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
    const Motion m = small_motion();
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
        const auto m = test::random_document<Motion>(seed, 8);
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
    const Motion m = after(small_motion(), Trim{.from = 10, .to = 20});
    ASSERT_EQ(m.bone_keys.size(), 4U);
    EXPECT_EQ(m.bone_keys[0].frame, 0U);
    EXPECT_EQ(m.bone_keys[3].frame, 10U);
    EXPECT_EQ(m.morph_keys.size(), 2U);
    EXPECT_TRUE(m.camera_keys.empty() && m.camera_keys.present());
    const Motion stays = after(small_motion(), Trim{.from = 10, .to = 10, .rebase = false});
    ASSERT_EQ(stays.bone_keys.size(), 2U);
    EXPECT_TRUE(stays.bone_keys[0] == small_motion().bone_keys[2]);
    EXPECT_EQ(refusal(small_motion(), Trim{.from = 2, .to = 1}).code, Code::value_range);
}

TEST(MotionEdits, ShiftAndRetimeChangeFramesOnly) {
    const Motion m = small_motion(), shifted = after(m, Shift{1});
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
    const Motion m = small_motion();
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
    const Motion m = small_motion();
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
    Motion m = small_motion();
    m.camera_keys[0].target = {1, 2, 3};
    m.camera_keys[0].rotation = {0.1F, 0.2F, -0.3F};
    m.light_keys.push_back({.frame = 0, .direction = {-0.5F, -1, 0.25F}});
    const Motion mirrored = after(m, Mirror{});
    const vmd::BoneKey& key = mirrored.bone_keys[0];
    EXPECT_EQ(key.name.bytes(), cp932("右腕"));
    EXPECT_EQ(key.name.field().back(), '\xFD'); // what is behind the NUL stays
    EXPECT_EQ(key.position, (Vec3{-1, -2, 0}));
    EXPECT_EQ(key.rotation, (Vec4{0.1F, -0.2F, 0.3F, 0.9F}));
    EXPECT_EQ(key.curves, m.bone_keys[0].curves);
    EXPECT_EQ(mirrored.bone_keys[1].name, m.bone_keys[1].name);
    EXPECT_EQ(mirrored.property_keys[0].iks[0].name.bytes(), cp932("右足ＩＫ"));
    EXPECT_EQ(mirrored.camera_keys[0].target, (Vec3{-1, 2, 3}));
    EXPECT_EQ(mirrored.camera_keys[0].rotation, (Vec3{0.1F, -0.2F, 0.3F}));
    EXPECT_EQ(mirrored.light_keys[0].direction, (Vec3{0.5F, -1, 0.25F}));
}

TEST(MotionEdits, CurvesAndPhysics) {
    const Motion m = small_motion();
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
    const Motion m = small_motion(), scaled = after(m, ScalePositions{.factor = 1.5F, .bones = {"センター"}});
    EXPECT_TRUE(scaled.bone_keys[0] == m.bone_keys[0]);
    EXPECT_EQ(scaled.bone_keys[1].position, (Vec3{1.5F, -3, 0}));
    EXPECT_EQ(scaled.bone_keys[1].rotation, m.bone_keys[1].rotation);
    EXPECT_EQ(refusal(m, ScalePositions{.factor = 3e38F}).path, "/bone_keys/0/position");
    Motion endless = m;
    endless.bone_keys[0].position.x = std::numeric_limits<float>::infinity();
    EXPECT_EQ(after(endless, ScalePositions{.factor = -2}).bone_keys[0].position.x, endless.bone_keys[0].position.x);
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
    old.header.short_model_name.assign(vmd::camera_model_name); // as much of it as there is room for
    EXPECT_EQ(after(old, Upgrade{}).header.name(), vmd::camera_model_name);
    old.trailing.resize(5);
    EXPECT_EQ(refusal(old, Upgrade{}).code, Code::needs_section);
}

TEST(MotionEdits, OnRealMotions) {
    for (const Motion& m : test::corpus_motions()) {
        const Bytes before = bytes_of(m);
        EXPECT_TRUE(bytes_of(after(after(m, Mirror{}), Mirror{})) == before);
        EXPECT_TRUE(bytes_of(after(after(m, Shift{123456}), Shift{-123456})) == before);
        EXPECT_TRUE(bytes_of(after(after(m, Retime{.factor = 3}), Retime{.factor = 1 / 3.0F})) == before);
        EXPECT_TRUE(bytes_of(after(m, Trim{})) == before);
        EXPECT_TRUE(bytes_of(after(m, Shift{})) == before);
        EXPECT_TRUE(bytes_of(after(m, Retime{})) == before);
        EXPECT_TRUE(bytes_of(after(m, ScalePositions{})) == before);
        EXPECT_TRUE(bytes_of(after(m, SetCurves{.channels = ""})) == before);
        EXPECT_TRUE(bytes_of(after(m, Upgrade{})) == before);
        // Sorted by frame, and back into two halves and together again.
        const Motion sorted = after(m, SortKeys{});
        const std::uint32_t middle = vmd::summary_of(m).last_frame / 2;
        Motion both = after(sorted, Trim{.to = middle});
        ASSERT_TRUE(merge_into(both, after(sorted, Trim{.from = middle + 1, .to = UINT32_MAX, .rebase = false})));
        EXPECT_TRUE(bytes_of(both) == bytes_of(sorted));
    }
}

TEST(MotionEdits, TracksByNumber) {
    const Motion m = small_motion();
    const Motion removed = after(m, RemoveTracks{.bones = {"#0"}, .morphs = {"#0"}});
    EXPECT_TRUE(removed.bone_keys[0] == m.bone_keys[1] && removed.morph_keys.empty());
    EXPECT_EQ(removed.bone_keys.size(), 3U);
    EXPECT_TRUE(after(m, RemoveTracks{.bones = {"#0-1"}, .morphs = {}}).bone_keys.empty());
    EXPECT_EQ(refusal(m, RemoveTracks{.bones = {"#2"}, .morphs = {}}).code, Code::nothing_selected);
    EXPECT_TRUE(after(m, ScalePositions{.factor = 2, .bones = {"#1"}}).bone_keys[0] == m.bone_keys[0]);
}

TEST(MotionEdits, WhatATrimLosesIsTold) {
    Motion m = small_motion();
    const auto report = apply(m, Trim{.from = 5, .to = 20});
    ASSERT_TRUE(report && report->notes.size() == 1);
    EXPECT_EQ(report->notes[0].code, Code::tracks_cut);
    EXPECT_EQ(report->notes[0].arguments[0], "5"); // two bones, a morph, the camera, the IK states
    Motion whole = small_motion();
    whole.camera_keys.clear();
    whole.property_keys.clear();
    EXPECT_TRUE(apply(whole, Trim{.from = 10, .to = 20, .rebase = false})->notes.empty());
    EXPECT_TRUE(apply(whole, Trim{.from = 10, .to = 10})->notes.empty());
    whole = small_motion();
    whole.camera_keys.clear();
    whole.property_keys.clear();
    EXPECT_EQ(apply(whole, Trim{.from = 0, .to = 5})->notes[0].arguments[0], "3");
}

TEST(MotionEdits, FramesBeyondAllBounds) {
    Motion m = small_motion();
    for (const float factor : {1e30F, 3e38F, 1e-38F}) static_cast<void>(apply(m, Retime{.factor = factor}));
    EXPECT_EQ(refusal(small_motion(), Retime{.factor = 3e38F}).code, Code::value_range);
    EXPECT_EQ(refusal(small_motion(), Shift{std::numeric_limits<std::int64_t>::max()}).code, Code::value_range);
    EXPECT_EQ(refusal(small_motion(), Shift{std::numeric_limits<std::int64_t>::min()}).code, Code::value_range);
}

TEST(MotionEdits, TracksThatMeetByTheirNewName) {
    Motion m = small_motion();
    const auto report = apply(m, RenameTrack{.from = "左腕", .to = "センター"});
    ASSERT_TRUE(report && report->notes.size() == 1);
    EXPECT_EQ(report->notes[0].code, Code::keys_met);
    EXPECT_EQ(report->notes[0].arguments[0], "3");
    Motion gbk = small_motion();
    gbk.encoding = Encoding::gbk;
    for (auto& key : *gbk.bone_keys) key.name.assign(encode("左腕", Encoding::gbk).value().bytes());
    EXPECT_EQ(refusal(gbk, RenameTrack{.from = "左腕", .to = "右腕"}).code, Code::value_range);
    EXPECT_EQ(after(gbk, Mirror{}).bone_keys[0].name.bytes(), encode("右腕", Encoding::gbk).value().bytes());
}

TEST(MotionEdits, DuplicatesAmongOthersStay) {
    // Whichever of several counts, it still does.
    Motion m;
    for (const float weight : {1.0F, 1.0F, 2.0F, 1.0F}) m.morph_keys.push_back({vmd::KeyName("a"), 0, weight});
    const Motion dropped = after(m, DropDuplicates{});
    ASSERT_EQ(dropped.morph_keys.size(), 3U);
    EXPECT_EQ(dropped.morph_keys[1].weight, 2);
    EXPECT_EQ(dropped.morph_keys[2].weight, 1);
}

TEST(MotionEdits, SidesWithinNames) {
    const auto turned = [](std::string_view name, bool morph, std::initializer_list<const char*> others = {}) {
        Motion m;
        if (morph) {
            m.morph_keys.push_back({vmd::KeyName(cp932(name)), 0, 1});
            for (const char* other : others) m.morph_keys.push_back({vmd::KeyName(cp932(other)), 0, 1});
        } else {
            vmd::BoneKey key;
            key.name.assign(cp932(name));
            m.bone_keys.push_back(key);
        }
        const Motion once = after(m, Mirror{});
        EXPECT_TRUE(bytes_of(after(once, Mirror{})) == bytes_of(m)) << name;
        const auto raw = morph ? once.morph_keys[0].name.bytes() : once.bone_keys[0].name.bytes();
        return decode_for_display(raw, Encoding::cp932);
    };
    EXPECT_EQ(turned("腰キャンセル左", false), "腰キャンセル右");
    EXPECT_EQ(turned("スカート右前１", false), "スカート左前１");
    EXPECT_EQ(turned("左右", false), "左右");
    EXPECT_EQ(turned("眉頭 左", true), "眉頭 右");
    EXPECT_EQ(turned("首", false), "首");
    EXPECT_EQ(turned("ウィンク", true), "ウィンク右");
    EXPECT_EQ(turned("ウィンク右", true), "ウィンク");
    EXPECT_EQ(turned("ウィンク２", true), "ｳｨﾝｸ２右");
    EXPECT_EQ(turned("ｳｨﾝｸ２右", true), "ウィンク２");
    EXPECT_EQ(turned("ウィンク右", false), "ウィンク左"); // a bone
    EXPECT_EQ(turned("ウィンク右", true, {"ウィンク左"}), "ウィンク左");
    EXPECT_EQ(turned("ウィンク左", true, {"ウィンク右", "ウィンク"}), "ウィンク右");
    EXPECT_EQ(turned("ウィンク", true, {"ウィンク右", "ウィンク左"}), "ウィンク");
    EXPECT_EQ(turned("ウィンク左", true), "ウィンク左");
    EXPECT_EQ(turned("ウィンク", true, {"ウィンク左"}), "ウィンク");
    // 89 45 is 右, but not where 89 ends one character and 45 is a letter of its own.
    Motion m;
    vmd::BoneKey key;
    key.name.assign("\x83\x89"
                    "E"); // ラE
    m.bone_keys.push_back(key);
    key.name.assign("\x8D\xB6\x83"); // a half character behind it
    m.bone_keys.push_back(key);
    const Motion once = after(m, Mirror{});
    EXPECT_EQ(once.bone_keys[0].name, m.bone_keys[0].name);
    EXPECT_EQ(once.bone_keys[1].name.bytes(), "\x89\x45\x83");
}

TEST(MotionEdits, DamageIsRefused) {
    Motion m = small_motion();
    m.damage.emplace(Damage{"property_keys", true, 1, {}, {}});
    const auto refused = [&](const auto& op) { EXPECT_EQ(refusal(m, op).code, Code::beyond_damage); };
    refused(Trim{});
    refused(Shift{});
    refused(Retime{});
    refused(RenameTrack{.from = "左腕", .to = "x"});
    refused(RemoveTracks{.bones = {"*"}, .morphs = {}});
    refused(KeepKinds{.bones = true});
    refused(SortKeys{});
    refused(DropDuplicates{});
    refused(ScalePositions{});
    refused(Mirror{});
    refused(SetCurves{});
    refused(SetPhysics{});
    refused(Upgrade{});
    refused(ReduceKeys{});
}

TEST(Recipes, DoAllOrNothing) {
    Document document = small_motion();
    const auto steps = apply_recipe(document, R"([{"op": "trim", "from": 10}, {"op": "mirror"}, {"op": "set-physics", "bones": "右腕"}])");
    ASSERT_TRUE(steps) << steps.error().message();
    ASSERT_EQ(steps->size(), 3U);
    EXPECT_EQ((*steps)[0].operation, "trim");
    EXPECT_EQ((*steps)[2].report.changes[0].count, 2U);

    const auto refused = [](const char* recipe) {
        Document unchanged = small_motion();
        const auto done = apply_recipe(unchanged, recipe);
        EXPECT_FALSE(done) << recipe;
        EXPECT_TRUE(write(unchanged).value() == bytes_of(small_motion()));
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

// Motions put together and taken apart: every key is there afterwards, once, and as it was.
#include "kagami/edit_table.hpp"
#include "kagami/file.hpp"
#include "motion_edits.hpp"

#include <algorithm>

namespace kagami::edit {
namespace {

using test::after;
using test::bytes_of;
using test::cp932;
using test::refusal;
using test::small_motion;
using vmd::Motion;

vmd::BoneKey bone(std::string_view name, std::uint32_t frame, float x) {
    vmd::BoneKey key;
    key.name.assign(cp932(name));
    key.frame = frame;
    key.position.x = x;
    return key;
}
Motion bones(std::initializer_list<vmd::BoneKey> keys) {
    Motion m;
    for (const vmd::BoneKey& key : keys) m.bone_keys.push_back(key);
    return m;
}
std::vector<float> values(const Motion& m) {
    std::vector<float> xs;
    for (const vmd::BoneKey& key : *m.bone_keys) xs.push_back(key.position.x);
    return xs;
}
using Values = std::vector<float>;

Motion merged(Motion m, const Motion& other, KeepKey keep = KeepKey::refuse) {
    const auto report = merge_into(m, other, keep);
    EXPECT_TRUE(report) << test::message(report);
    return m;
}

TEST(MergedMotions, KeysStandBehindInTheirOrder) {
    const Motion a = bones({bone("首", 0, 1), bone("首", 9, 2)}), b = bones({bone("頭", 5, 3), bone("首", 5, 4), bone("頭", 0, 5)});
    EXPECT_EQ(values(merged(a, b)), (Values{1, 2, 3, 4, 5}));
    EXPECT_TRUE(bytes_of(merged(a, Motion{})) == bytes_of(a));
    Motion named;
    named.header.model_name.assign("x");
    EXPECT_TRUE(bytes_of(merged(named, a)) != bytes_of(a)); // its own header stays
    EXPECT_EQ(merged(named, a).header.name(), "x");
}

TEST(MergedMotions, KeysThatMeet) {
    const Motion a = bones({bone("首", 0, 1), bone("首", 9, 2)}), b = bones({bone("首", 9, 3), bone("首", 0, 1), bone("首", 4, 5)});
    Motion copy = a;
    const auto refused = merge_into(copy, b);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::keys_differ);
    EXPECT_EQ(refused.error().path, "/bone_keys");
    EXPECT_EQ(refused.error().arguments, std::vector<std::string>{"1"});
    EXPECT_EQ(values(merged(a, b, KeepKey::first)), (Values{1, 2, 5}));
    EXPECT_EQ(values(merged(a, b, KeepKey::last)), (Values{1, 3, 5}));
    EXPECT_EQ(values(merged(a, b, KeepKey::both)), (Values{1, 2, 3, 1, 5}));
    // Several at one frame are data, wherever they come from.
    const Motion twice = bones({bone("首", 0, 1), bone("首", 0, 7)});
    EXPECT_EQ(values(merged(Motion{}, twice)), (Values{1, 7}));
    EXPECT_EQ(values(merged(a, twice, KeepKey::last)), (Values{2, 1, 7}));
    EXPECT_EQ(values(merged(twice, a, KeepKey::last)), (Values{1, 7, 2})); // which it has
    EXPECT_EQ(values(merged(a, twice, KeepKey::first)), (Values{1, 2}));
    EXPECT_EQ(values(merged(twice, twice)), (Values{1, 7}));
    Motion self = twice;
    ASSERT_TRUE(merge_into(self, self, KeepKey::both));
    EXPECT_EQ(values(self), (Values{1, 7, 1, 7}));
    // A morph's name is no bone's, and a key of the light meets none of the camera.
    Motion morph;
    morph.morph_keys.push_back({vmd::KeyName(cp932("首")), 0, 1});
    morph.light_keys.push_back({});
    Motion camera = a;
    camera.camera_keys.push_back({});
    EXPECT_EQ(merged(camera, morph).morph_keys.size(), 1U);
}

TEST(MergedMotions, SectionsVersionsAndWhatIsBehind) {
    Motion old = bones({bone("首", 0, 1)}), full = small_motion();
    old.light_keys.reset();
    old.shadow_keys.reset();
    old.property_keys.reset();
    const Motion m = merged(old, full);
    EXPECT_TRUE(m.light_keys.present() && m.property_keys.present() && m.light_keys.empty());
    EXPECT_EQ(vmd::read(bytes_of(m)).value().property_keys.size(), 1U);
    full.property_keys.clear();
    EXPECT_FALSE(merged(old, full).light_keys.present());

    const Motion before = test::version_1();
    for (const auto& [a, b] : {std::pair<const Motion*, const Motion*>(&before, &full), {&full, &before}}) {
        Motion copy = *a;
        const auto refused = merge_into(copy, *b);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, Code::versions_differ);
    }
    EXPECT_EQ(merged(before, before, KeepKey::both).camera_keys.size(), 2 * before.camera_keys.size());

    Motion behind = Motion{};
    behind.trailing.resize(10);
    Motion copy = full;
    const auto report = merge_into(copy, behind);
    ASSERT_TRUE(report);
    ASSERT_EQ(report->notes.size(), 1U);
    EXPECT_EQ(report->notes[0].code, Code::left_out);
}

TEST(MergedMotions, OfModelAndCamera) {
    Motion model = bones({bone("首", 0, 1)}), camera;
    camera.header.model_name.assign(vmd::camera_model_name);
    camera.camera_keys.push_back({});
    camera.shadow_keys.push_back({});
    const auto report = merge_into(model, camera);
    ASSERT_TRUE(report);
    ASSERT_EQ(report->notes.size(), 1U);
    EXPECT_EQ(report->notes[0].code, Code::mixed_motion);
    EXPECT_TRUE(model.camera_keys.size() == 1 && model.shadow_keys.size() == 1);
    EXPECT_TRUE(merge_into(model, small_motion())->notes.empty()); // it was that before
}

TEST(MergedMotions, NamesInAnotherEncoding) {
    const auto gbk = [](std::string_view utf8) {
        Motion m = bones({bone("", 3, 2)});
        m.bone_keys[0].name.assign(encode(utf8, Encoding::gbk).value().bytes());
        m.encoding = Encoding::gbk;
        return m;
    };
    const Motion m = merged(bones({bone("左腕", 0, 1)}), gbk("左腕"));
    EXPECT_EQ(m.bone_keys[1].name, m.bone_keys[0].name);
    Motion copy = bones({bone("左腕", 0, 1)});
    const auto refused = merge_into(copy, gbk("头"));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::text_not_encodable);
}

TEST(MergedMotions, DamageIsRefused) {
    Motion damaged = small_motion();
    damaged.damage.emplace(Damage{"property_keys", true, 1, {}, {}});
    Motion whole = small_motion();
    EXPECT_EQ(merge_into(whole, damaged, KeepKey::both).error().code, Code::beyond_damage);
    EXPECT_EQ(merge_into(damaged, whole, KeepKey::both).error().code, Code::beyond_damage);
}

TEST(MergedMotions, FromFiles) {
    const test::TemporaryFolder folder;
    const auto face = folder.path() / "顔, 1.vmd", arm = folder.path() / "arm.vmd", pose = folder.path() / "pose.vpd";
    Motion morphs;
    morphs.morph_keys.push_back({vmd::KeyName(cp932("笑い")), 7, 1});
    ASSERT_TRUE(vmd::save(morphs, face));
    ASSERT_TRUE(vmd::save(bones({bone("右腕", 1, 1)}), arm));
    ASSERT_TRUE(save_bytes(test::raw("Vocaloid Pose Data file\r\n\r\nx.osm;\r\n0;\r\n"), pose));
    const Motion m = small_motion(), all = after(m, MergeMotions{.with = {face, arm}});
    EXPECT_EQ(all.bone_keys.size(), m.bone_keys.size() + 1);
    EXPECT_EQ(all.morph_keys.size(), m.morph_keys.size() + 1);
    EXPECT_EQ(refusal(m, MergeMotions{}).code, Code::value_range);
    const Error none = refusal(m, MergeMotions{.with = {folder.path() / "none.vmd"}});
    EXPECT_EQ(none.code, Code::cannot_open);
    const Error no_motion = refusal(m, MergeMotions{.with = {face, pose}});
    EXPECT_EQ(no_motion.code, Code::not_for_format);
    EXPECT_EQ(no_motion.file, pose.string());
    // One path may stand alone, whatever is in it.
    Document document = m;
    const auto steps = apply_recipe(document, R"([{"op": "merge-motions", "with": ")" + face.string() + R"(", "keep": "last"}])");
    ASSERT_TRUE(steps) << test::message(steps);
    EXPECT_EQ(std::get<Motion>(document).morph_keys.size(), m.morph_keys.size() + 1);
    EXPECT_EQ(apply_recipe(document, R"([{"op": "merge-motions", "with": [["a"]]}])").error().code, Code::json_type);
    EXPECT_EQ(apply_recipe(document, R"([{"op": "merge-motions", "with": "a", "keep": "none"}])").error().code, Code::json_type);
}

/// The keys of a section, each as the bytes that it is in a file of its own.
std::vector<std::string> keys_of(const Motion& m) {
    std::vector<std::string> keys;
    const auto add = [&](auto Motion::* section) {
        for (const auto& key : *(m.*section)) {
            Motion one;
            one.header = m.header;
            one.header.model_name = {};
            (one.*section).push_back(key);
            keys.push_back(test::text_of(bytes_of(one)));
        }
    };
    add(&Motion::bone_keys);
    add(&Motion::morph_keys);
    add(&Motion::camera_keys);
    add(&Motion::light_keys);
    add(&Motion::shadow_keys);
    add(&Motion::property_keys);
    return keys;
}

TEST(SplitMotions, HoldEveryKeyOnceTogether) {
    std::vector<Motion> motions = test::corpus_motions();
    motions.push_back(small_motion());
    for (std::uint64_t seed = 0; seed < 100; ++seed) motions.push_back(test::random_document<Motion>(seed, 6));
    std::size_t several = 0;
    for (const Motion& m : motions) {
        const auto parts = split(m);
        ASSERT_TRUE(parts) << test::message(parts);
        several += parts->size() > 1 ? 1 : 0;
        if (parts->empty()) {
            EXPECT_TRUE(keys_of(m).empty());
            continue;
        }
        Motion all = parts->front().motion;
        for (const MotionPart& part : *parts) {
            EXPECT_FALSE(keys_of(part.motion).empty());
            EXPECT_EQ(part.motion.property_keys.present(), m.property_keys.present());
            EXPECT_TRUE(part.motion.trailing == m.trailing);
            EXPECT_TRUE(m.header.version_1() || (part.motion.header.name() == vmd::camera_model_name) == (part.kind == "camera"));
            if (&part != &parts->front()) all = merged(all, part.motion);
        }
        EXPECT_EQ(keys_of(all), keys_of(m));
        all.header = m.header;
        EXPECT_TRUE(bytes_of(all) == bytes_of(m));
    }
    EXPECT_GT(several, 20U);
    Motion damaged = small_motion();
    damaged.damage.emplace(Damage{"property_keys", true, 1, {}, {}});
    EXPECT_EQ(split(damaged).error().code, Code::beyond_damage);
}

} // namespace
} // namespace kagami::edit

// Merging models and taking them apart again.
#include "by_number.hpp"
#include "kagami/edit.hpp"
#include "kagami/file.hpp"
#include "kagami/json.hpp"
#include "layout/references.hpp"
#include "pmd/layout.hpp"
#include "pmx/layout.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <random>

namespace kagami::edit {
namespace {

using namespace pmx;
using test::utf16;

std::string shown(const Text& text) {
    return decode_for_display(text, Encoding::utf16le);
}

/// A random model in which everything is used and refers to something, so that nothing is lost on the way: names begin
/// with `prefix`.
Model random_part(std::uint64_t seed, const std::string& prefix) {
    std::mt19937_64 random(seed);
    const auto below = [&](std::size_t n) { return static_cast<std::int32_t>(random() % n); };
    Model m;
    m.header.version = 2.1F;
    m.soft_bodies.emplace();
    const auto name = [&](const char* kind, std::size_t i) { return utf16(prefix + kind + std::to_string(i)); };
    const std::size_t bones = 2 + random() % 5, materials = 1 + random() % 3;
    for (std::size_t i = 0; i < bones; ++i) {
        Bone& bone = m.bones.emplace_back();
        bone.name = name("骨", i);
        bone.parent.value = i == 0 ? -1 : below(i);
        bone.flags.bits = static_cast<std::uint16_t>(random());
        bone.flags.set(BoneFlag::ik, i + 1 == bones);
        bone.tail_bone.value = below(bones);
        bone.append.parent.value = below(bones);
        if (bone.flags.has(BoneFlag::local_axes)) bone.local_axes.get_or_make();
        if (!bone.flags.has(BoneFlag::ik)) continue;
        Ik& ik = bone.ik.get_or_make();
        ik.target.value = below(bones);
        ik.links.push_back(Index<Bone>(below(bones)), {{-1, 0, 0}, {1, 0, 0}});
        ik.links.push_back({Index<Bone>(below(bones)), 0});
    }
    m.textures = {name("絵", 0), name("絵", 1), name("絵", 2)};
    for (std::size_t i = 0; i < materials; ++i) {
        Material& material = m.materials.emplace_back();
        material.name = name("材", i);
        material.texture.value = static_cast<std::int32_t>(i);
        material.sphere_texture.value = 1;
        material.toon_texture.value = 2;
        material.index_count = 3 * below(4);
        if (i == 0) { // textures all used, bones all weighted
            material.texture.value = 0;
            material.index_count = static_cast<std::int32_t>(3 * bones);
        }
        for (std::int32_t k = 0; k < material.index_count; ++k) {
            Vertex v;
            v.position.x = static_cast<float>(random() % 100);
            v.deform = static_cast<DeformType>(random() % 5);
            const std::int32_t own = i == 0 ? k / 3 : below(bones);
            v.bones = {Index<Bone>(own), Index<Bone>(0), Index<Bone>(0), Index<Bone>(0)};
            v.weights = {1, 0, 0, 0};
            if (v.deform != DeformType::bdef1) {
                v.bones[1].value = below(bones);
                v.weights = {0.75F, 0.25F, 0, 0};
            }
            if (v.deform == DeformType::bdef4 || v.deform == DeformType::qdef) v.bones[2].value = v.bones[3].value = below(bones);
            v.weights[2] = v.deform == DeformType::bdef4 ? 0.5F : 0;
            v.sdef_points.c.x = 3;
            m.faces.push_back(Index<Vertex>(static_cast<std::int32_t>(m.vertices.size())));
            m.vertices.push_back(v);
        }
    }
    const std::size_t vertices = m.vertices.size();
    const auto morph = [&](MorphType type) -> Morph& {
        Morph& made = m.morphs.emplace_back();
        made.name = name("表", m.morphs.size());
        made.type = type;
        return made;
    };
    morph(MorphType::vertex).offsets.as<VertexOffset>().push_back({Index<Vertex>(below(vertices)), {1, 2, 3}});
    morph(MorphType::uv).offsets.as<UvOffset>().push_back({Index<Vertex>(below(vertices)), {1, 2, 3, 4}});
    morph(MorphType::bone).offsets.as<BoneOffset>().push_back({Index<Bone>(below(bones)), {}, {}});
    MaterialOffset tint;
    tint.material.value = below(materials);
    morph(MorphType::material).offsets.as<MaterialOffset>().push_back(tint);
    morph(MorphType::group).offsets.as<GroupOffset>().push_back({Index<Morph>(below(4)), 1});
    for (std::size_t i = 0; i < 3; ++i) {
        RigidBody& body = m.rigid_bodies.emplace_back();
        body.name = name("体", i);
        body.bone.value = below(bones);
        Joint& joint = m.joints.emplace_back();
        joint.name = name("節", i);
        joint.rigid_body_a.value = below(3);
        joint.rigid_body_b.value = below(3);
    }
    morph(MorphType::impulse).offsets.as<ImpulseOffset>().push_back({Index<RigidBody>(below(3)), 1, {}, {}});
    SoftBody& soft = m.soft_bodies->emplace_back();
    soft.name = name("布", 0);
    soft.material.value = below(materials);
    soft.anchors.push_back({Index<RigidBody>(below(3)), Index<Vertex>(below(vertices)), 1});
    soft.pins.push_back(Index<Vertex>(below(vertices)));
    for (const char* special : {"Root", "表情"}) {
        DisplayFrame& frame = m.display_frames.emplace_back();
        frame.name = utf16(special);
        frame.special = 1;
    }
    m.display_frames[0].elements.push_back(FrameElement(Index<Bone>(0)));
    m.display_frames[1].elements.push_back(FrameElement(Index<Morph>(0)));
    m.display_frames[1].elements.push_back(FrameElement(Index<Morph>(3)));
    DisplayFrame& frame = m.display_frames.emplace_back();
    frame.name = name("枠", 0);
    frame.elements.push_back(FrameElement(Index<Bone>(1)));
    return m;
}

std::vector<std::string> material_names(const Model& m) {
    std::vector<std::string> names;
    for (const Material& material : m.materials) names.push_back(shown(material.name));
    return names;
}

/// The first path at which two models differ, in a test's message.
std::string first_difference(const Model& a, const Model& b) {
    const auto differences = test::by_number(a, b);
    return differences.empty() ? "" : differences[0].path + ": " + differences[0].before + " -> " + differences[0].after;
}

class MergeAndSplit : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Seeds, MergeAndSplit, testing::Range<std::uint64_t>(0, 60));

TEST_P(MergeAndSplit, GivesThePartsBack) {
    const Model a = random_part(GetParam(), "甲"), b = random_part(GetParam() + 1000, "乙");
    Model whole = a;
    ASSERT_TRUE(merge_into(whole, b));
    EXPECT_EQ(whole.vertices.size(), a.vertices.size() + b.vertices.size());
    EXPECT_EQ(whole.bones.size(), a.bones.size() + b.bones.size());
    EXPECT_EQ(whole.display_frames.size(), a.display_frames.size() + b.display_frames.size() - 2);
    EXPECT_TRUE(pmx::read(pmx::write(whole).value()) == whole);
    for (const Model* part : {&a, &b}) {
        Model again = whole;
        const auto report = apply(again, KeepMaterials{material_names(*part)});
        ASSERT_TRUE(report) << report.error().message();
        EXPECT_TRUE(again == *part) << first_difference(*part, again);
    }
}

TEST_P(MergeAndSplit, SplitByGroupsLosesNoMaterial) {
    const Model a = random_part(GetParam(), "甲"), b = random_part(GetParam() + 1000, "乙");
    Model whole = a;
    ASSERT_TRUE(merge_into(whole, b));
    const std::vector<MaterialGroup> groups{{"一", material_names(a)}};
    const auto parts = split(whole, groups);
    ASSERT_TRUE(parts) << parts.error().message();
    ASSERT_EQ(parts->size(), 2U);
    EXPECT_EQ((*parts)[0].name, "一");
    EXPECT_TRUE((*parts)[0].model == a);
    EXPECT_EQ((*parts)[1].name, "rest");
    EXPECT_TRUE((*parts)[1].model == b);
    const auto each = split(whole);
    ASSERT_TRUE(each);
    ASSERT_EQ(each->size(), whole.materials.size());
    std::size_t faces = 0;
    for (const auto& part : *each) faces += part.model.faces.size();
    EXPECT_EQ(faces, whole.faces.size());
    EXPECT_EQ(split(Model{}).error().code, Code::value_range);
    EXPECT_EQ(split(whole, std::vector<MaterialGroup>{{"x", {"無い"}}}).error().code, Code::nothing_selected);
}

TEST_P(MergeAndSplit, BonesOfOneNameAreOneBone) {
    const Model a = random_part(GetParam(), "甲");
    Model whole = a;
    ASSERT_TRUE(merge_into(whole, a));
    EXPECT_EQ(whole.bones.size(), a.bones.size());
    EXPECT_EQ(whole.textures.size(), a.textures.size());
    EXPECT_EQ(whole.vertices.size(), 2 * a.vertices.size());
    const std::size_t n = a.vertices.size();
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(whole.vertices.bones()[i], whole.vertices.bones()[n + i]);
    EXPECT_EQ(whole.display_frames[0].elements.size(), 1U); // a shared bone is listed once
    EXPECT_EQ(whole.rigid_bodies.size(), a.rigid_bodies.size());
    EXPECT_EQ(whole.joints.size(), a.joints.size());
    EXPECT_EQ(whole.morphs.back().offsets.as<ImpulseOffset>()[0].rigid_body, a.morphs.back().offsets.as<ImpulseOffset>()[0].rigid_body);
    Model heavier = a, both = a;
    heavier.rigid_bodies[1].mass += 1;
    ASSERT_TRUE(merge_into(both, heavier));
    EXPECT_EQ(both.rigid_bodies.size(), a.rigid_bodies.size() + 1);
    Model apart = a;
    ASSERT_TRUE(merge_into(apart, a, Merge{.bones = SameBones::apart, .prefix = "乙"}));
    EXPECT_EQ(apart.bones.size(), 2 * a.bones.size());
    EXPECT_EQ(shown(apart.bones[a.bones.size()].name), "乙甲骨0");
    EXPECT_EQ(apart.bones[a.bones.size() + 1].parent.value, static_cast<std::int32_t>(a.bones.size()));
}

TEST_P(MergeAndSplit, WhatPointedNowherePointsNowhere) {
    Model a = random_part(GetParam(), "甲"), b = random_part(GetParam() + 1000, "乙");
    a.rigid_bodies[0].bone.value = static_cast<std::int32_t>(a.bones.size());
    b.rigid_bodies[0].bone.value = static_cast<std::int32_t>(b.bones.size()) + 2;
    b.rigid_bodies[1].bone.value = -1;
    a.faces.push_back(Index<Vertex>(static_cast<std::int32_t>(a.vertices.size()))); // of no material
    Model whole = a;
    ASSERT_TRUE(merge_into(whole, b));
    EXPECT_FALSE(whole.rigid_bodies[0].bone.within(whole.bones.size()));
    EXPECT_GE(whole.rigid_bodies[0].bone.value, 0);
    EXPECT_FALSE(whole.rigid_bodies[3].bone.within(whole.bones.size()));
    EXPECT_EQ(whole.rigid_bodies[4].bone.value, -1);
    EXPECT_FALSE(whole.faces[whole.faces.size() - 1].within(whole.vertices.size()));
    Model again = whole;
    ASSERT_TRUE(apply(again, KeepMaterials{material_names(b)}));
    ASSERT_EQ(again.materials.size(), b.materials.size());
    EXPECT_EQ(again.faces.size(), b.faces.size() + 1);
}

TEST_P(MergeAndSplit, HostileModelsAreRefusedOrMerged) {
    const Model a = test::random_model(GetParam()), b = test::random_model(GetParam() + 1);
    Model whole = a;
    if (const auto report = apply(whole, KeepMaterials{{"*"}}); !report) {
        EXPECT_TRUE(whole == a);
    }
    Model merged = a;
    if (merge_into(merged, b)) {
        EXPECT_TRUE(pmx::read(pmx::write(merged).value()) == merged);
    }
}

TEST_P(MergeAndSplit, BonesOfVerticesWithoutAFaceStay) {
    Model m = random_part(GetParam(), "甲");
    const std::size_t bones = m.bones.size();
    Vertex loose;
    loose.bones[0].value = static_cast<std::int32_t>(bones) - 1;
    m.vertices.push_back(loose);
    Material& other = m.materials.emplace_back();
    other.name = utf16("他");
    const auto report = apply(m, KeepMaterials{{"他"}});
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_EQ(m.vertices.size(), 1U);
    ASSERT_TRUE(m.vertices.bones()[0][0].within(m.bones.size()));
    EXPECT_EQ(shown(m.bones[static_cast<std::size_t>(m.vertices.bones()[0][0].value)].name), "甲骨" + std::to_string(bones - 1));
}

TEST(MergeFiles, ReadsThemAndTellsWhatDoesNotFit) {
    const auto folder = std::filesystem::temp_directory_path() / "kagami_併合";
    std::filesystem::create_directories(folder);
    const Model a = random_part(1, "甲"), b = random_part(2, "乙");
    const auto file = (folder / "乙.pmx").string();
    ASSERT_TRUE(pmx::save(b, file));
    Model from_file = a, direct = a;
    ASSERT_TRUE(apply(from_file, Merge{.with = {file}}));
    ASSERT_TRUE(merge_into(direct, b));
    EXPECT_TRUE(from_file == direct);
    Model m = a;
    EXPECT_EQ(apply(m, Merge{}).error().code, Code::value_range);
    const auto missing = apply(m, Merge{.with = {file, file + "x"}});
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, Code::cannot_open);
    EXPECT_EQ(missing.error().file, file + "x");
    ASSERT_TRUE(vmd::save(vmd::Motion{}, file));
    EXPECT_EQ(apply(m, Merge{.with = {file}}).error().code, Code::not_for_format);
    EXPECT_TRUE(m == a);
    std::filesystem::remove_all(folder);
}

TEST(MergeNotes, BonesThatStandElsewhere) {
    const Model a = random_part(3, "甲");
    Model moved = a;
    moved.bones[0].position.y += 2;
    Model whole = a;
    const auto report = merge_into(whole, moved);
    ASSERT_TRUE(report);
    ASSERT_EQ(report->notes.size(), 2U);
    EXPECT_EQ(report->notes[0].code, Code::bones_elsewhere);
    EXPECT_EQ(report->notes[1].code, Code::namesakes);
    EXPECT_EQ(report->notes[1].arguments, (std::vector<std::string>{std::to_string(a.morphs.size()), "morphs"}));
    EXPECT_EQ(report->notes[0].arguments[0], "1");
    Model narrow = a;
    narrow.header.version = 2.0F;
    narrow.soft_bodies.reset();
    ASSERT_TRUE(merge_into(narrow, a));
    EXPECT_EQ(narrow.header.version, 2.1F);
    EXPECT_EQ(narrow.soft_bodies->size(), 1U);
}

TEST(MergeEncodings, TextsAreConverted) {
    const Model a = random_part(6, "甲"), b = random_part(7, "乙");
    Model other = b;
    ASSERT_TRUE(apply(other, ConvertEncoding{TextEncoding::utf8}));
    Model direct = a, converted = a;
    ASSERT_TRUE(merge_into(direct, b));
    ASSERT_TRUE(merge_into(converted, other));
    EXPECT_TRUE(direct == converted);
    other.comment = Text("\xFF");
    const auto refused = merge_into(converted, other);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::text_not_decodable);
}

TEST(MergeUvs, TheFewerAreFilledUp) {
    Model a = random_part(4, "甲"), b = random_part(5, "乙");
    b.header.additional_uvs = 2;
    b.vertices.add_uvs(2);
    b.vertices.additional_uvs(1)[0] = {1, 2, 3, 4};
    ASSERT_TRUE(merge_into(a, b));
    EXPECT_EQ(a.header.additional_uvs, 2);
    EXPECT_EQ(a.vertices.additional_uvs(1)[a.vertices.size() - b.vertices.size()], (Vec4{1, 2, 3, 4}));
    EXPECT_EQ(a.vertices.additional_uvs(1)[0], Vec4{});
    EXPECT_TRUE(pmx::read(pmx::write(a).value()) == a);
}

} // namespace
} // namespace kagami::edit

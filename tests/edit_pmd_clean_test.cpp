// Tidying up PMD models: each thing goes only when asked for, and what is left means what it meant.
#include "pmd_wired.hpp"

namespace kagami::edit {
namespace {

using namespace pmd;
using test::bytes_of;
using test::cp932;
using test::done;
using test::refusal;
using test::shown;
using test::small_pmd;
using test::targets_of;
using test::wired_pmd;

/// One of everything that can be cleaned.
Model untidy() {
    Model m = small_pmd();
    for (const std::int32_t i : {0, 1, 2, /**/ 1, 2, 0, /**/ 2, 1, 0, /**/ 3, 3, 2}) m.faces.push_back(Index<Vertex>(i));
    Material material;
    material.index_count = 9; // the last triangle belongs to none
    m.materials.push_back(material);
    Vertex loose;
    loose.position.x = 12;
    loose.bones = {Index<Bone>(3), Index<Bone>(2)};
    loose.weight = 100;
    m.vertices.push_back(loose);
    Morph& base = m.morphs[0];
    base.base_vertices.clear();
    for (const std::int32_t vertex : {12, 0, 9, 1})
        base.base_vertices.push_back({Index<Vertex>(vertex), {static_cast<float>(vertex), 0, 0}});
    for (Morph& morph : m.morphs)
        for (VertexOffset& offset : morph.offsets) ++offset.base_vertex.value;
    m.morphs[1].offsets.push_back({Index<BaseVertex>(0), {9, 0, 0}});
    Morph empty;
    empty.name.assign(cp932("空"));
    m.morphs.insert(m.morphs.begin() + 1, empty);
    m.english->morph_names.insert(m.english->morph_names.begin(), Name("empty"));
    m.morph_list = {Index<Morph>(3), Index<Morph>(1), Index<Morph>(2)};
    return m;
}

Clean only(bool Clean::* what) {
    Clean clean;
    clean.*what = true;
    return clean;
}

TEST(PmdClean, UnusedVertices) {
    Model m = untidy();
    const Report report = done(m, only(&Clean::unused_vertices));
    EXPECT_EQ(report.changes, (std::vector<Change>{{"/vertices", "unused ones removed", 1}}));
    EXPECT_EQ(m.vertices.size(), 12U);
    ASSERT_EQ(m.morphs[0].base_vertices.size(), 3U);
    EXPECT_EQ(std::as_const(m.morphs[0]).base_vertices[1].vertex.value, 9);
    ASSERT_EQ(m.morphs[2].offsets.size(), 2U);
    EXPECT_EQ(std::as_const(m.morphs[2]).offsets[1].base_vertex.value, 2);
    EXPECT_EQ(std::as_const(m.morphs[3]).offsets[0].base_vertex.value, 1);
}

TEST(PmdClean, Faces) {
    Model m = untidy();
    done(m, only(&Clean::duplicate_faces));
    EXPECT_EQ(m.faces.size(), 21U); // without the second of the last material; the third is its back
    EXPECT_EQ(m.materials[4].index_count, 6U);
    EXPECT_EQ(m.faces[18].value, 3); // that of no material
    Model degenerate = untidy();
    degenerate.materials[4].index_count = 12;
    done(degenerate, only(&Clean::degenerate_faces));
    EXPECT_EQ(degenerate.materials[4].index_count, 9U);
    Model overrun = untidy();
    overrun.materials[4].index_count = 90;
    EXPECT_EQ(refusal(overrun, only(&Clean::degenerate_faces)).code, Code::faces_overrun);
}

TEST(PmdClean, Weights) {
    Model m = untidy();
    m.vertices.weights()[0] = 0;
    m.vertices.bones()[0] = {Index<Bone>(4), Index<Bone>(5)};
    m.vertices.weights()[1] = 40;
    m.vertices.bones()[1] = {Index<Bone>(4), Index<Bone>(5)};
    done(m, only(&Clean::zero_weights));
    EXPECT_EQ(m.vertices.bones()[0][0].value, 0);
    EXPECT_EQ(m.vertices.bones()[0][1].value, 5);
    EXPECT_EQ(m.vertices.bones()[1][0].value, 4);
    EXPECT_EQ(m.vertices.bones()[12][0].value, 3);
    EXPECT_EQ(m.vertices.bones()[12][1].value, 0);
}

TEST(PmdClean, EmptyMorphs) {
    Model m = untidy();
    done(m, only(&Clean::empty_morphs));
    ASSERT_EQ(m.morphs.size(), 3U);
    EXPECT_EQ(m.english->morph_names[0].bytes(), "first");
    EXPECT_EQ(m.morph_list, (std::vector<Index<Morph>>{Index<Morph>(2), Index<Morph>(1)}));
    m.morphs[0].base_vertices.clear();
    Model base = m;
    done(base, only(&Clean::empty_morphs));
    EXPECT_TRUE(base == m); // it is the first, and others are left
    for (Morph& morph : m.morphs) morph.offsets.clear();
    done(m, only(&Clean::empty_morphs));
    EXPECT_TRUE(m.morphs.empty() && m.morph_list.empty() && m.english->morph_names.empty());
}

TEST(PmdClean, UnframedBones) {
    Model m = untidy();
    m.frame_bones.push_back({Index<Bone>(0), 4}); // of a frame that is not there
    done(m, only(&Clean::unframed_bones));
    ASSERT_EQ(m.frame_names.size(), 4U);
    EXPECT_EQ(shown(m.frame_names[3].bytes()), "その他\n");
    EXPECT_EQ(m.english->frame_names[3].bytes(), "Others");
    ASSERT_EQ(m.frame_bones.size(), 6U); // 手 and ＩＫ; not センター, nor 捩, which nobody sees
    EXPECT_EQ(m.frame_bones[3].bone.value, 3);
    EXPECT_EQ(m.frame_bones[3].frame, 4);
    EXPECT_EQ(m.frame_bones[4].bone.value, 4);
    EXPECT_EQ(m.frame_bones[5].frame, 5); // still of none
    const Model framed = m;
    done(m, only(&Clean::unframed_bones));
    EXPECT_TRUE(m == framed);
    m.frame_bones.clear();
    done(m, only(&Clean::unframed_bones));
    EXPECT_EQ(m.frame_names.size(), 4U);
    EXPECT_EQ(m.frame_bones.size(), 4U);
    Model full = untidy();
    full.frame_names.resize(255);
    full.english->frame_names.resize(255);
    EXPECT_EQ(refusal(full, only(&Clean::unframed_bones)).code, Code::too_many);
}

TEST(PmdClean, WhatAPmdDoesNotHave) {
    for (const auto& [what, name] : {std::pair(&Clean::unused_textures, "unused_textures"),
                                     std::pair(&Clean::duplicate_textures, "duplicate_textures"), std::pair(&Clean::deforms, "deforms")}) {
        const Error error = refusal(untidy(), only(what));
        EXPECT_EQ(error.code, Code::not_for_format);
        EXPECT_EQ(error.arguments.front(), name);
    }
    EXPECT_EQ(refusal(untidy(), Clean{}).code, Code::value_range);
    const Bytes whole = bytes_of(untidy());
    const auto damaged = pmd::read(std::span(whole).first(whole.size() - 3), {.keep = true});
    EXPECT_EQ(refusal(*damaged, only(&Clean::empty_morphs)).code, Code::beyond_damage);
}

TEST(PmdClean, MovesNoReference) {
    constexpr Clean all{
        .unused_vertices = true, .degenerate_faces = true, .duplicate_faces = true, .zero_weights = true, .empty_morphs = true};
    std::size_t cleaned = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        SCOPED_TRACE(seed);
        const Model before = wired_pmd(seed);
        Model m = before;
        const Report report = done(m, all);
        cleaned += report.changes.size();
        const auto old = targets_of(before);
        for (const auto& [key, targets] : targets_of(m)) {
            if (key.starts_with("faces") || key.starts_with("vertex")) continue; // fewer, and other bones where they weigh nothing
            auto left = old.at(key);
            auto at = left.begin();
            for (const std::string& to : targets) {
                at = std::find(at, left.end(), to);
                ASSERT_NE(at, left.end()) << key;
                ++at;
            }
        }
        const auto names = test::english_of(before);
        for (const auto& [of, name] : test::english_of(m)) EXPECT_EQ(names.at(of), name);
        EXPECT_EQ(test::places_of_bodies(m), test::places_of_bodies(before));
        const Model once = m;
        done(m, all);
        EXPECT_TRUE(m == once);
    }
    EXPECT_GT(cleaned, 100U);
}

} // namespace
} // namespace kagami::edit

// Tidying up: each thing goes only when asked for, and what is left means what it meant.
#include "kagami/edit.hpp"
#include "kagami/json.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

namespace kagami::edit {
namespace {

using namespace pmx;
using test::utf16;

Bytes bytes_of(const Model& m) {
    return pmx::write(m).value();
}
Report done(Model& m, const Clean& clean) {
    const auto report = apply(m, clean);
    EXPECT_TRUE(report) << report.error().message();
    return report.value_or(Report{});
}

/// One of everything that can be cleaned.
Model untidy() {
    Model m;
    for (int i = 0; i < 6; ++i) {
        Vertex v;
        v.position.x = static_cast<float>(i);
        m.vertices.push_back(v);
    }
    for (const std::int32_t i : {0, 1, 2, /**/ 1, 2, 0, /**/ 2, 1, 0, /**/ 3, 3, 2, /**/ 0, 1, 2, /**/ 4, 1, 2})
        m.faces.push_back(Index<Vertex>(i));
    m.materials.resize(2);
    m.materials[0].index_count = 12;
    m.materials[1].index_count = 3; // the last triangle belongs to no material
    m.textures = {utf16("顔.png"), utf16("tex\\A.png"), utf16("./tex/a.PNG"), utf16("a.png"), utf16("無.png")};
    m.materials[0].texture.value = 2;
    m.materials[0].sphere_texture.value = 3;
    m.materials[1].texture.value = 0;
    m.bones.resize(4);
    for (Bone& bone : m.bones) bone.name = utf16("骨");
    for (const std::size_t i : {1U, 2U}) {
        m.bones[i].flags.set(BoneFlag::visible);
        m.bones[i].flags.set(BoneFlag::operable);
    }
    DisplayFrame frame;
    frame.name = utf16("体");
    frame.elements.push_back(FrameElement(Index<Bone>(1)));
    frame.elements.push_back(FrameElement(Index<Morph>(1)));
    frame.elements.push_back(FrameElement(Index<Morph>(3)));
    m.display_frames.push_back(frame);
    m.morphs.resize(4);
    m.morphs[0].offsets.as<VertexOffset>().push_back({Index<Vertex>(5), {1, 0, 0}});
    m.morphs[0].offsets.as<VertexOffset>().push_back({Index<Vertex>(4), {2, 0, 0}});
    m.morphs[2].type = m.morphs[3].type = MorphType::group;
    m.morphs[2].offsets.as<GroupOffset>().push_back({Index<Morph>(1), 1});
    m.morphs[3].offsets.as<GroupOffset>().push_back({Index<Morph>(2), 1});
    m.morphs[3].offsets.as<GroupOffset>().push_back({Index<Morph>(0), 1});
    return m;
}

void set(Model& m, std::size_t vertex, DeformType deform, std::array<std::int32_t, 4> bones, std::array<float, 4> weights) {
    m.vertices.deforms()[vertex] = deform;
    for (std::size_t k = 0; k < 4; ++k) m.vertices.bones()[vertex][k].value = bones[k];
    m.vertices.weights()[vertex] = weights;
}

TEST(Cleaning, NothingByDefault) {
    Model m = untidy();
    const auto report = apply(m, Clean{});
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, Code::value_range);
    EXPECT_TRUE(m == untidy());
}

TEST(Cleaning, Faces) {
    Model m = untidy();
    EXPECT_EQ(done(m, Clean{.degenerate_faces = true}).changes, (std::vector<Change>{{"/faces", "degenerate ones removed", 1}}));
    EXPECT_EQ(m.materials[0].index_count, 9);
    EXPECT_EQ(done(m, Clean{.duplicate_faces = true}).changes, (std::vector<Change>{{"/faces", "duplicates removed", 1}}));
    EXPECT_EQ(m.materials[0].index_count, 6); // the back of the triangle stays, and the other material's
    EXPECT_EQ(m.materials[1].index_count, 3);
    std::vector<std::int32_t> left;
    for (const auto index : m.faces) left.push_back(index.value);
    EXPECT_EQ(left, (std::vector<std::int32_t>{0, 1, 2, 2, 1, 0, 0, 1, 2, 4, 1, 2}));
    m.materials[0].index_count = 1000;
    EXPECT_EQ(apply(m, Clean{.duplicate_faces = true}).error().code, Code::faces_overrun);
}

TEST(Cleaning, Vertices) {
    Model m = untidy();
    m.faces.push_back(Index<Vertex>(900)); // points nowhere, before and after
    done(m, Clean{.unused_vertices = true});
    ASSERT_EQ(m.vertices.size(), 5U);
    EXPECT_EQ(m.vertices.positions()[4].x, 4);
    ASSERT_EQ(m.morphs[0].offsets.size(), 1U);
    EXPECT_EQ(m.morphs[0].offsets.as<VertexOffset>()[0].vertex.value, 4);
    EXPECT_EQ(m.faces[18].value, 900);
    Model held = untidy();
    held.soft_bodies.emplace().emplace_back().pins.push_back(Index<Vertex>(5));
    held.header.version = 2.1F;
    EXPECT_TRUE(done(held, Clean{.unused_vertices = true}).changes.empty());
}

TEST(Cleaning, Textures) {
    Model m = untidy();
    done(m, Clean{.duplicate_textures = true});
    ASSERT_EQ(m.textures.size(), 4U);
    EXPECT_EQ(m.materials[0].texture.value, 1);
    EXPECT_EQ(m.materials[0].sphere_texture.value, 2);
    EXPECT_TRUE(m.textures[1] == utf16("tex\\A.png"));
    done(m, Clean{.unused_textures = true});
    ASSERT_EQ(m.textures.size(), 3U);
    EXPECT_EQ(m.materials[1].texture.value, 0);
    EXPECT_EQ(m.materials[1].sphere_texture.value, -1);
}

TEST(Cleaning, Weights) {
    Model m = untidy();
    set(m, 0, DeformType::bdef4, {1, 2, 3, 3}, {0.25F, 0.75F, 0, 0});
    set(m, 1, DeformType::bdef4, {1, 2, 3, 3}, {0, 0, 1, 0});
    set(m, 2, DeformType::bdef4, {1, 2, 3, 3}, {0.5F, 0.25F, 0.25F, 0});
    set(m, 3, DeformType::bdef2, {1, 2, 0, 0}, {0, 1, 0, 0});
    set(m, 4, DeformType::sdef, {1, 2, 0, 0}, {1, 0, 0, 0});
    set(m, 5, DeformType::bdef4, {1, 2, 3, 3}, {0.5F, 0.4F, 0, 0}); // not 1 together: that means something
    Model shrunk = m;
    EXPECT_EQ(done(shrunk, Clean{.deforms = true}).changes, (std::vector<Change>{{"/vertices", "given a smaller deform type", 3}}));
    const std::vector<DeformType> expected{DeformType::bdef2, DeformType::bdef1, DeformType::bdef4,
                                           DeformType::bdef1, DeformType::sdef,  DeformType::bdef4};
    EXPECT_TRUE(std::ranges::equal(shrunk.vertices.deforms(), expected));
    EXPECT_EQ(shrunk.vertices.bones()[0][1].value, 2);
    EXPECT_EQ(shrunk.vertices.weights()[0][0], 0.25F);
    EXPECT_EQ(shrunk.vertices.bones()[1][0].value, 3);
    EXPECT_EQ(shrunk.vertices.bones()[3][0].value, 2);
    EXPECT_TRUE(pmx::read(bytes_of(shrunk)) == shrunk);
    EXPECT_EQ(done(m, Clean{.zero_weights = true}).changes, (std::vector<Change>{{"/vertices", "bones of weight 0 made bone 0", 9}}));
    EXPECT_EQ(m.vertices.bones()[2], (std::array{Index<Bone>(1), Index<Bone>(2), Index<Bone>(3), Index<Bone>(0)}));
    EXPECT_EQ(m.vertices.bones()[4][1].value, 2);
}

TEST(Cleaning, MorphsAndFrames) {
    Model m = untidy();
    EXPECT_EQ(done(m, Clean{.empty_morphs = true}).changes, (std::vector<Change>{{"/morphs", "empty ones removed", 2}}));
    ASSERT_EQ(m.morphs.size(), 2U);
    ASSERT_EQ(m.morphs[1].offsets.size(), 1U);
    EXPECT_EQ(m.morphs[1].offsets.as<GroupOffset>()[0].morph.value, 0);
    ASSERT_EQ(m.display_frames[0].elements.size(), 2U);
    EXPECT_EQ(m.display_frames[0].elements[1].morph.value, 1);
    done(m, Clean{.unframed_bones = true});
    ASSERT_EQ(m.display_frames.size(), 2U);
    ASSERT_EQ(m.display_frames[1].elements.size(), 1U);
    EXPECT_EQ(m.display_frames[1].elements[0].bone.value, 2);
    EXPECT_TRUE(done(m, Clean{.unframed_bones = true}).changes.empty());
}

class CleaningRandom : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Seeds, CleaningRandom, testing::Range<std::uint64_t>(0, 40));

TEST_P(CleaningRandom, TwiceIsOnce) {
    Model m = test::random_model(GetParam());
    for (Material& material : m.materials) material.index_count = 0;
    const Clean all{true, true, true, true, true, true, true, true, true};
    const auto once = apply(m, all);
    ASSERT_TRUE(once) << once.error().message();
    EXPECT_TRUE(pmx::read(bytes_of(m)) == m);
    const Model cleaned = m;
    EXPECT_TRUE(done(m, all).changes.empty());
    EXPECT_TRUE(m == cleaned);
}

} // namespace
} // namespace kagami::edit

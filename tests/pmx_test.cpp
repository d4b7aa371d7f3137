// What callers of the PMX API rely on: vertex columns, index widths, buffers, reuse, equality, errors.
#include "kagami/pmx.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <functional>
#include <limits>

namespace kagami::pmx {
namespace {

using test::everything;
using test::raw;
using test::same;

// ---------------------------------------------------------------------------------------------- vertices

TEST(Vertices, PushedIsGotBack) {
    Vertices vertices;
    for (int i = 0; i < 100; ++i) {
        Vertex v;
        v.position.x = static_cast<float>(i);
        v.edge_scale = static_cast<float>(-i);
        if (i == 10) v.additional_uvs[2] = {1, 2, 3, 4};
        if (i % 7 == 0) {
            v.deform = DeformType::sdef;
            v.sdef_points.c = {static_cast<float>(i), 0, 0};
        }
        vertices.push_back(v);
    }
    ASSERT_EQ(vertices.size(), 100U);
    EXPECT_TRUE(vertices.additional_uvs(0).empty());
    ASSERT_EQ(vertices.additional_uvs(2).size(), 100U);
    EXPECT_EQ(vertices.sdefs().entries().size(), 15U);
    for (std::size_t i = 0; i < 100; ++i) {
        const Vertex v = vertices.get(i);
        EXPECT_EQ(v.position.x, static_cast<float>(i));
        EXPECT_EQ(v.edge_scale, -static_cast<float>(i));
        EXPECT_EQ(v.additional_uvs[2], (i == 10 ? Vec4{1, 2, 3, 4} : Vec4{}));
        EXPECT_EQ(v.sdef_points.c.x, i % 7 == 0 ? static_cast<float>(i) : 0.0F);
    }
    vertices.resize(8);
    EXPECT_EQ(vertices.sdefs().entries().size(), 2U);
    vertices.resize(20);
    EXPECT_EQ(vertices.get(14).sdef_points.c, Vec3{});
    EXPECT_EQ(vertices.get(14).weights, (std::array<float, 4>{1, 0, 0, 0}));
    EXPECT_EQ(vertices.get(10).additional_uvs[2], Vec4{});
}

TEST(Vertices, RowsMakeSparseColumnsOnlyWhenWritten) {
    Vertices vertices;
    vertices.resize(3);
    const Vertices& looked_at = vertices;
    EXPECT_EQ(looked_at[1].sdef().c, Vec3{});
    EXPECT_EQ(looked_at[1].additional_uv(3), Vec4{});
    EXPECT_TRUE(vertices.sdefs().empty());
    EXPECT_TRUE(vertices.additional_uvs(3).empty());
    vertices[1].sdef().r0 = {1, 2, 3};
    vertices[2].additional_uv(1) = {1, 0, 0, 0};
    EXPECT_EQ(vertices.sdefs().entries().size(), 1U);
    EXPECT_EQ(vertices.additional_uvs(0).size(), 3U);
    EXPECT_EQ(vertices.additional_uvs(1).size(), 3U);
    EXPECT_TRUE(vertices.additional_uvs(2).empty());
    EXPECT_EQ(looked_at[1].sdef().r0, (Vec3{1, 2, 3}));
    vertices.clear();
    EXPECT_TRUE(vertices.empty() && vertices.sdefs().empty() && vertices.additional_uvs(1).empty());
}

TEST(Vertices, SlotsThatAreNotStoredAreDerived) {
    Model model = everything();
    for (auto& bones : model.vertices.bones()) bones[3] = Index<Bone>{99};
    for (auto& weights : model.vertices.weights()) weights[3] = 42;
    model.vertices.weights()[0] = {9, 9, 9, 9};
    const Model back = read(write(model).value()).value();
    EXPECT_TRUE(back == model); // nothing of that is written but for the types with four bones
    const Vertices& v = back.vertices;
    EXPECT_EQ(v.weights()[0], (std::array<float, 4>{1, 0, 0, 0}));
    EXPECT_EQ(v.weights()[1], (std::array<float, 4>{0.25F, 0.75F, 0, 0}));
    EXPECT_EQ(v.weights()[2], (std::array<float, 4>{0.5F, 0.25F, 0.125F, 42}));
    EXPECT_EQ(v.weights()[3], (std::array<float, 4>{0.25F, 0.75F, 0, 0}));
    EXPECT_EQ(v.bones()[1][3], Index<Bone>{0});
    EXPECT_EQ(v.bones()[1][1], Index<Bone>{1});
    EXPECT_EQ(v.bones()[4][3], Index<Bone>{99});
    EXPECT_EQ(v.sdefs().entries().size(), 1U);
    EXPECT_TRUE(v.additional_uvs(1).empty());
    EXPECT_EQ(v.additional_uvs(0).size(), 5U);
}

TEST(Vertices, SecondWeightFollowsExactly) {
    Model model;
    for (const float w : {0.1F, 1.0F / 3, 1e-30F, 1.5F, -0.25F}) {
        Vertex v;
        v.deform = DeformType::bdef2;
        v.weights = {w, 123, 0, 0};
        model.vertices.push_back(v);
    }
    const Model back = read(write(model).value()).value();
    for (const auto& weights : back.vertices.weights()) EXPECT_EQ(weights[1], 1 - weights[0]);
}

// ---------------------------------------------------------------------------------------------- index widths

struct WidthCase {
    const char* kind;
    std::int32_t index;
    std::uint8_t needed;
};
class Widths : public testing::TestWithParam<WidthCase> {};
INSTANTIATE_TEST_SUITE_P(Limits, Widths,
                         testing::Values(WidthCase{"vertex", 255, 1}, WidthCase{"vertex", 256, 2}, WidthCase{"vertex", 65535, 2},
                                         WidthCase{"vertex", 65536, 4}, WidthCase{"vertex", -1, 4}, WidthCase{"bone", 127, 1},
                                         WidthCase{"bone", 128, 2}, WidthCase{"bone", 32767, 2}, WidthCase{"bone", 32768, 4},
                                         WidthCase{"bone", -1, 1}, WidthCase{"bone", -128, 1}, WidthCase{"bone", -129, 2},
                                         WidthCase{"texture", 128, 2}, WidthCase{"material", 128, 2}, WidthCase{"morph", 32768, 4},
                                         WidthCase{"rigid_body", 128, 2}));

std::uint8_t& width_of(IndexWidths& w, std::string_view kind) {
    return kind == "vertex"     ? w.vertex
           : kind == "bone"     ? w.bone
           : kind == "texture"  ? w.texture
           : kind == "material" ? w.material
           : kind == "morph"    ? w.morph
                                : w.rigid_body;
}

Model with_index(const WidthCase& c) {
    Model m = everything();
    const std::string_view kind = c.kind;
    if (kind == "vertex") m.faces[0] = Index<Vertex>{c.index};
    if (kind == "bone") m.bones[1].ik->links[1].bone = Index<Bone>{c.index};
    if (kind == "texture") m.materials[0].sphere_texture = Index<Texture>{c.index};
    if (kind == "material") m.morphs[8].offsets.as<MaterialOffset>()[0].material = Index<Material>{c.index};
    if (kind == "morph") m.display_frames[0].elements[1].morph = Index<Morph>{c.index};
    if (kind == "rigid_body") m.joints[0].rigid_body_b = Index<RigidBody>{c.index};
    return m;
}

TEST_P(Widths, GrowOnlyWhenTheyMust) {
    const WidthCase& c = GetParam();
    for (const std::uint8_t declared : std::to_array<std::uint8_t>({1, 2, 4})) {
        Model model = with_index(c);
        width_of(model.header.index_widths, c.kind) = declared;
        const Model before = model;
        std::vector<WidthChange> changes;
        const auto bytes = write(model, &changes);
        ASSERT_TRUE(bytes);
        EXPECT_TRUE(model == before);
        const std::uint8_t expected = std::max(declared, c.needed);
        if (expected == declared) {
            EXPECT_TRUE(changes.empty());
            EXPECT_EQ(bytes->size(), written_size(model));
        } else {
            EXPECT_EQ(changes, (std::vector<WidthChange>{{c.kind, declared, c.needed}}));
        }
        Model back = read(*bytes).value();
        EXPECT_EQ(width_of(back.header.index_widths, c.kind), expected);
        width_of(back.header.index_widths, c.kind) = declared;
        EXPECT_TRUE(back == model);
        std::vector<std::byte> buffer(bytes->size());
        EXPECT_EQ(write_into(buffer, model).value(), bytes->size());
        EXPECT_TRUE(same(buffer, *bytes));
    }
}

TEST_P(Widths, FitFindsTheSmallest) {
    const WidthCase& c = GetParam();
    for (const std::uint8_t declared : std::to_array<std::uint8_t>({1, 2, 4})) {
        Model model = with_index(c);
        width_of(model.header.index_widths, c.kind) = declared;
        const auto changes = fit(model);
        EXPECT_EQ(width_of(model.header.index_widths, c.kind), c.needed);
        if (declared == c.needed) {
            EXPECT_TRUE(changes.empty());
        } else {
            EXPECT_EQ(changes, (std::vector<WidthChange>{{c.kind, declared, c.needed}}));
        }
        std::vector<WidthChange> grown;
        EXPECT_TRUE(read(write(model, &grown).value()).value() == model);
        EXPECT_TRUE(grown.empty());
    }
}

TEST(Widths, FitHoldsTheWholeListAlsoWithoutReferences) {
    Model model;
    model.vertices.resize(256);
    model.bones.resize(128);
    model.header.index_widths = {4, 4, 4, 4, 4, 4};
    EXPECT_EQ(fit(model).size(), 6U);
    EXPECT_EQ(model.header.index_widths, (IndexWidths{1, 1, 1, 1, 1, 1}));
    model.vertices.resize(257);
    model.bones.resize(129);
    EXPECT_EQ(fit(model), (std::vector<WidthChange>{{"vertex", 1, 2}, {"bone", 1, 2}}));
    model.vertices.resize(65537);
    model.bones.resize(32769);
    EXPECT_EQ(fit(model), (std::vector<WidthChange>{{"vertex", 2, 4}, {"bone", 2, 4}}));
}

TEST(Widths, SeveralGrowAtOnceInOrder) {
    Model model = everything();
    model.faces[0] = Index<Vertex>{70000};
    model.joints[0].rigid_body_a = Index<RigidBody>{1000};
    std::vector<WidthChange> changes{{"earlier", 1, 2}};
    ASSERT_TRUE(write(model, &changes));
    EXPECT_EQ(changes, (std::vector<WidthChange>{{"earlier", 1, 2}, {"vertex", 1, 4}, {"rigid_body", 1, 2}}));
}

// What damage hides was stored with the declared widths. Others would make it say something else.
TEST(Widths, OfADamagedModelStay) {
    Model model = everything();
    model.header.index_widths = {2, 2, 2, 2, 2, 2};
    const Bytes bytes = write(model).value();
    Model kept = read(std::span(bytes).first(bytes.size() - 3), {.keep = true}).value();
    ASSERT_TRUE(kept.damage);
    fit(kept);
    EXPECT_EQ(kept.header.index_widths, model.header.index_widths);
}

// ---------------------------------------------------------------------------------------------- buffers

TEST(WriteInto, SaysWhatItNeedsAndStaysWithin) {
    const Model model = everything();
    const Bytes bytes = write(model).value();
    EXPECT_EQ(written_size(model), bytes.size());
    for (const std::size_t room : {std::size_t{0}, std::size_t{17}, bytes.size() - 1}) {
        const std::unique_ptr<std::byte[]> block(new std::byte[room]);
        const auto written = write_into({block.get(), room}, model);
        ASSERT_FALSE(written);
        EXPECT_EQ(written.error().code, Code::buffer_too_small);
        EXPECT_EQ(written.error().length, bytes.size());
        EXPECT_NE(written.error().message().find(std::to_string(bytes.size())), std::string::npos);
    }
    std::vector<std::byte> large(bytes.size() + 10, std::byte{0xAA});
    EXPECT_EQ(write_into(large, model).value(), bytes.size());
    EXPECT_TRUE(same(std::span(large).first(bytes.size()), bytes));
    for (std::size_t i = bytes.size(); i < large.size(); ++i) EXPECT_EQ(large[i], std::byte{0xAA});
}

TEST(WriteInto, NeedsTheGrownSizeWhenAWidthGrows) {
    Model model = everything();
    model.faces[0] = Index<Vertex>{256};
    const Bytes bytes = write(model).value();
    ASSERT_GT(bytes.size(), written_size(model));
    std::vector<std::byte> buffer(written_size(model));
    std::vector<WidthChange> changes;
    const auto written = write_into(buffer, model, &changes);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().length, bytes.size());
    EXPECT_TRUE(changes.empty());
}

// ---------------------------------------------------------------------------------------------- reuse

void expect_same_model(const Model& a, const Model& b) {
    EXPECT_TRUE(a == b);
    EXPECT_EQ(a.vertices.sdefs().entries().size(), b.vertices.sdefs().entries().size());
    for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(a.vertices.additional_uvs(k).size(), b.vertices.additional_uvs(k).size());
    ASSERT_EQ(a.vertices.size(), b.vertices.size());
    for (std::size_t i = 0; i < a.vertices.size(); ++i) {
        EXPECT_EQ(a.vertices.bones()[i], b.vertices.bones()[i]);
        EXPECT_EQ(std::bit_cast<Vec4>(a.vertices.weights()[i]), std::bit_cast<Vec4>(b.vertices.weights()[i]));
    }
}

TEST(ReadInto, AnyFileAfterAnyOtherEqualsAFreshRead) {
    std::vector<Bytes> files;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        files.push_back(write(test::random_model(seed, 8)).value());
        const Bytes& whole = files.back();
        files.emplace_back(std::span(whole).first(whole.size() * (seed + 1) / 14)); // damaged
    }
    files.emplace_back(raw("this is no model"));
    files.push_back(write(everything()).value());
    files.push_back(write(Model{}).value());
    Model reused;
    std::mt19937_64 random(1);
    for (int round = 0; round < 1500; ++round) {
        const Bytes& file = files[random() % files.size()];
        const ReadOptions options{.keep = random() % 2 == 0};
        const auto done = read_into(reused, file, options);
        const auto fresh = read(file, options);
        ASSERT_EQ(done.has_value(), fresh.has_value());
        if (done) {
            expect_same_model(reused, *fresh);
        } else {
            EXPECT_EQ(done.error(), fresh.error());
            EXPECT_TRUE(Model(reused) == reused); // still a valid model
        }
        if (HasFailure()) FAIL() << "round " << round;
    }
}

// ---------------------------------------------------------------------------------------------- equality

TEST(Equality, IsOfBits) {
    Model a = everything();
    Model b = a;
    EXPECT_TRUE(a == b);
    b.vertices.positions()[0].x = -0.0F;
    EXPECT_FALSE(a == b);
    a.vertices.positions()[0].x = std::bit_cast<float>(0x7FC00001U);
    b.vertices.positions()[0].x = std::bit_cast<float>(0x7FC00001U);
    EXPECT_TRUE(a == b);
    b.vertices.positions()[0].x = std::bit_cast<float>(0x7FC00002U);
    EXPECT_FALSE(a == b);
    EXPECT_TRUE(Model{} == Model{});
}

using Change = std::function<void(Model&)>;
const Change changes[] = {
    [](Model& m) { m.header.signature[3] = 'x'; },
    [](Model& m) { m.header.version = 2.0F; },
    [](Model& m) { m.header.encoding = Encoding::utf8; },
    [](Model& m) { m.header.additional_uvs = 2; },
    [](Model& m) { m.header.index_widths.morph = 2; },
    [](Model& m) { m.header.extra_globals.push_back(std::byte{}); },
    [](Model& m) { m.name = {}; },
    [](Model& m) { m.english_name = {}; },
    [](Model& m) { m.comment = {}; },
    [](Model& m) { m.english_comment = test::utf16("x"); },
    [](Model& m) { m.vertices.normals()[4].z = 3; },
    [](Model& m) { m.vertices.uvs()[1].y = 3; },
    [](Model& m) { m.vertices.additional_uvs(0)[2].w = 9; },
    [](Model& m) { m.vertices.deforms()[2] = DeformType::qdef; },
    [](Model& m) { m.vertices.bones()[0][0] = Index<Bone>{1}; },
    [](Model& m) { m.vertices.weights()[1][0] = 0.5F; },
    [](Model& m) { m.vertices[3].sdef().r1.z = 1; },
    [](Model& m) { m.vertices.edge_scales()[3] = 2; },
    [](Model& m) { m.vertices.resize(4); },
    [](Model& m) { m.faces[5] = Index<Vertex>{0}; },
    [](Model& m) { m.faces.resize(3); },
    [](Model& m) { m.textures[1] = {}; },
    [](Model& m) { m.materials[0].toon_texture = Index<Texture>{0}; },
    [](Model& m) { m.materials[1].shared_toon = 4; },
    [](Model& m) { m.materials[1].memo = {}; },
    [](Model& m) { m.materials[1].index_count = 0; },
    [](Model& m) { m.bones[0].tail_offset.x = 1; },
    [](Model& m) { m.bones[1].tail_bone = {}; },
    [](Model& m) { m.bones[1].append.ratio = -1; },
    [](Model& m) { m.bones[1].local_axes->z.x = 1; },
    [](Model& m) { m.bones[1].local_axes.reset(); },
    [](Model& m) { m.bones[1].external_parent_key = 8; },
    [](Model& m) { m.bones[1].ik->loop_count = 1; },
    [](Model& m) { m.bones[1].ik->links[0].limit_max().z = 1; },
    [](Model& m) { m.bones[1].ik->links[0].limited = 2; },
    [](Model& m) { m.bones[1].ik->links.push_back(IkLink{}); },
    [](Model& m) { m.morphs[0].panel = MorphPanel::other; },
    [](Model& m) { m.morphs[0].type = MorphType::flip; },
    [](Model& m) { m.morphs[0].offsets.as<GroupOffset>()[0].weight = 1; },
    [](Model& m) { m.morphs[1].offsets.as<VertexOffset>()[0].offset.y = 2; },
    [](Model& m) { m.morphs[2].offsets.as<BoneOffset>()[0].rotation.w = 2; },
    [](Model& m) { m.morphs[7].offsets.as<UvOffset>()[0].offset.w = 2; },
    [](Model& m) { m.morphs[8].offsets.as<MaterialOffset>()[0].toon_factor.w = 2; },
    [](Model& m) { m.morphs[10].offsets.as<ImpulseOffset>()[0].torque.z = 2; },
    [](Model& m) { m.display_frames[0].special = 2; },
    [](Model& m) { m.display_frames[0].elements[0] = FrameElement(Index<Morph>{0}); },
    [](Model& m) { m.rigid_bodies[0].friction = 2; },
    [](Model& m) { m.joints[0].angular_spring.z = 2; },
    [](Model& m) { m.soft_bodies->front().vst = 2; },
    [](Model& m) { m.soft_bodies->front().pins.clear(); },
    [](Model& m) { m.soft_bodies->front().anchors[0].near = 2; },
    [](Model& m) { m.soft_bodies.reset(); },
    [](Model& m) { m.trailing.push_back(std::byte{}); },
    [](Model& m) { m.damage.emplace(); },
};

TEST(Equality, SeesEveryChange) {
    const Model original = everything();
    for (std::size_t i = 0; i < std::size(changes); ++i) {
        Model changed = original;
        changes[i](changed);
        EXPECT_FALSE(changed == original) << "change " << i;
        EXPECT_TRUE(Model(changed) == changed) << "change " << i;
    }
}

TEST(Equality, EmptyMorphOffsetsOfAnyKindAreEqual) {
    Morph a, b;
    EXPECT_TRUE(a.offsets.as<BoneOffset>().empty());
    EXPECT_TRUE(a == b);
    EXPECT_EQ(a.offsets.size(), 0U);
    a.offsets.as<BoneOffset>().push_back({});
    EXPECT_TRUE(std::as_const(a).offsets.as<VertexOffset>().empty());
    EXPECT_EQ(a.offsets.size(), 1U);
    EXPECT_TRUE(a.offsets.as<VertexOffset>().empty()); // not const: replaces
    EXPECT_EQ(a.offsets.size(), 0U);
}

} // namespace
} // namespace kagami::pmx

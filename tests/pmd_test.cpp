// PMD: what stands where, held against files put together by hand; sections that may be absent; what cannot be written;
// values by path.
#include "by_number.hpp"
#include "kagami/json.hpp"
#include "kagami/pmd.hpp"
#include "pmd/layout.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

namespace kagami::pmd {
namespace {

using test::cp932;
using test::Made;
using test::message;
using test::raw;
using test::same;

/// Everything that every PMD file has: one vertex, a triangle, a material, two bones, an IK, a base and one other morph,
/// a frame with a bone.
Made core() {
    Made m;
    m.bytes("Pmd").f({1.0F}).text(cp932("初音ミク"), 20, '\xFD').text(cp932("一行目\n二行目"), 256, '\xFD');
    m.u32(1).f({1, 2, 3}).f({4, 5, 6}).f({7, 8}).u16(1).u16(65535).u8(70).u8(1);
    m.u32(3).u16(0).u16(0xFFFE).u16(0);
    m.u32(1).f({0.1F, 0.2F, 0.3F}).f({0.98F}).f({5}).f({0.4F, 0.5F, 0.6F}).f({0.7F, 0.8F, 0.9F}).u8(255).u8(1).u32(3);
    m.text("a.bmp*b.spa", 20);
    m.u16(2);
    m.text(cp932("センター"), 20, '\xFD').u16(0xFFFF).u16(1).u8(1).u16(0).f({1, 2, 3});
    m.text(cp932("左ひじ捩"), 20).u16(0).u16(1).u8(9).u16(0xFF9C).f({4, 5, 6});
    m.u16(1).u16(1).u16(0).u8(2).u16(40).f({0.5F}).u16(1).u16(65535);
    m.u16(2);
    m.text("base", 20).u32(1).u8(0).u32(77).f({1, 2, 3});
    m.text(cp932("あ"), 20).u32(2).u8(3).u32(0).f({4, 5, 6}).u32(9).f({7, 8, 9});
    m.u8(1).u16(1);
    m.u8(1).text(cp932("体") + "\n", 50);
    m.u32(1).u16(1).u8(1);
    return m;
}
std::string english() {
    return Made().u8(1).text("Miku", 20).text("a comment", 256).text("center", 20).text("twist", 20).text("a", 20).text("body", 50).out;
}
std::string toons() {
    Made m;
    for (int i = 1; i <= 10; ++i) m.text("toon" + std::to_string(i) + ".bmp", 100);
    return m.out;
}
std::string body() {
    Made m;
    m.u32(1)
        .text("leg_R\0"
              "1",
              20, '\xFD')
        .u16(0xFFFF)
        .u8(3)
        .u16(0xFFF7)
        .u8(2)
        .f({1, 2, 0})
        .f({3, 4, 5})
        .f({6, 7, 8});
    return m.f({0.1F, 0.2F, 0.3F, 0.4F, 0.5F}).u8(2).out;
}
std::string joint() {
    Made m;
    m.u32(1).text("J", 20).u32(0).u32(0xFFFFFFFF).f({1, 2, 3}).f({4, 5, 6}).f({7, 8, 9}).f({10, 11, 12});
    return m.f({13, 14, 15}).f({16, 17, 18}).f({19, 20, 21}).f({22, 23, 24}).out;
}

Model read_made(const std::string& bytes) {
    const auto model = read(raw(bytes));
    EXPECT_TRUE(model) << message(model);
    if (!model) return {};
    EXPECT_TRUE(same(write(*model).value(), raw(bytes)));
    return *model;
}

// ---------------------------------------------------------------------------------------------- what stands where

TEST(PmdFile, HeaderAndGeometry) {
    const Model m = read_made(core().out);
    EXPECT_EQ(m.header.version, 1.0F);
    EXPECT_EQ(m.header.name.bytes(), cp932("初音ミク"));
    EXPECT_EQ(m.header.name.field().substr(9), std::string(11, '\xFD'));
    EXPECT_EQ(m.header.comment.bytes(), cp932("一行目\n二行目"));
    ASSERT_EQ(m.vertices.size(), 1U);
    EXPECT_EQ(m.vertices.positions()[0], (Vec3{1, 2, 3}));
    EXPECT_EQ(m.vertices.normals()[0], (Vec3{4, 5, 6}));
    EXPECT_EQ(m.vertices.uvs()[0], (Vec2{7, 8}));
    EXPECT_EQ(m.vertices.bones()[0][0], Index<Bone>{1});
    EXPECT_EQ(m.vertices.bones()[0][1], Index<Bone>{65535});
    EXPECT_EQ(m.vertices.weights()[0], 70);
    EXPECT_EQ(m.vertices.no_edges()[0], 1);
    ASSERT_EQ(m.faces.size(), 3U);
    EXPECT_EQ(m.faces[1], Index<Vertex>{0xFFFE});
    ASSERT_EQ(m.materials.size(), 1U);
    const Material& material = m.materials[0];
    EXPECT_EQ(material.diffuse, (Vec3{0.1F, 0.2F, 0.3F}));
    EXPECT_EQ(material.opacity, 0.98F);
    EXPECT_EQ(material.specular_power, 5);
    EXPECT_EQ(material.specular, (Vec3{0.4F, 0.5F, 0.6F}));
    EXPECT_EQ(material.ambient, (Vec3{0.7F, 0.8F, 0.9F}));
    EXPECT_EQ(material.toon, 255);
    EXPECT_EQ(material.edge, 1);
    EXPECT_EQ(material.index_count, 3U);
    EXPECT_EQ(material.texture.bytes(), "a.bmp*b.spa");
}

TEST(PmdFile, BonesIksMorphsFrames) {
    const Model m = read_made(core().out);
    ASSERT_EQ(m.bones.size(), 2U);
    EXPECT_EQ(m.bones[0].parent, Index<Bone>{-1});
    EXPECT_EQ(m.bones[0].tail, Index<Bone>{1});
    EXPECT_EQ(m.bones[0].type, BoneType::rotate_and_move);
    EXPECT_EQ(m.bones[0].reference, Index<Bone>{0});
    EXPECT_EQ(m.bones[0].percent, 0);
    EXPECT_EQ(m.bones[0].position, (Vec3{1, 2, 3}));
    EXPECT_EQ(m.bones[1].type, BoneType::follow_rotation);
    EXPECT_EQ(m.bones[1].percent, -100);
    ASSERT_EQ(m.iks.size(), 1U);
    EXPECT_EQ(m.iks[0].bone, Index<Bone>{1});
    EXPECT_EQ(m.iks[0].target, Index<Bone>{0});
    EXPECT_EQ(m.iks[0].loop_count, 40);
    EXPECT_EQ(m.iks[0].unit_angle, 0.5F);
    ASSERT_EQ(m.iks[0].links.size(), 2U);
    EXPECT_EQ(m.iks[0].links[1], Index<Bone>{65535});
    ASSERT_EQ(m.morphs.size(), 2U);
    EXPECT_EQ(m.morphs[0].panel, MorphPanel::base);
    ASSERT_EQ(m.morphs[0].base_vertices.size(), 1U);
    EXPECT_TRUE(m.morphs[0].offsets.empty());
    EXPECT_EQ(m.morphs[0].base_vertices[0].vertex, Index<Vertex>{77});
    EXPECT_EQ(m.morphs[0].base_vertices[0].position, (Vec3{1, 2, 3}));
    EXPECT_EQ(m.morphs[1].panel, MorphPanel::mouth);
    EXPECT_TRUE(m.morphs[1].base_vertices.empty());
    ASSERT_EQ(m.morphs[1].offsets.size(), 2U);
    EXPECT_EQ(m.morphs[1].offsets[1].base_vertex, Index<BaseVertex>{9});
    EXPECT_EQ(m.morphs[1].offsets[1].offset, (Vec3{7, 8, 9}));
    ASSERT_EQ(m.morph_list.size(), 1U);
    EXPECT_EQ(m.morph_list[0], Index<Morph>{1});
    ASSERT_EQ(m.frame_names.size(), 1U);
    EXPECT_EQ(m.frame_names[0].bytes(), cp932("体") + "\n");
    ASSERT_EQ(m.frame_bones.size(), 1U);
    EXPECT_EQ(m.frame_bones[0].bone, Index<Bone>{1});
    EXPECT_EQ(m.frame_bones[0].frame, 1);
}

TEST(PmdFile, Tails) {
    const Model m = read_made(core().out + english() + toons() + body() + joint() + "and more");
    ASSERT_TRUE(m.english);
    EXPECT_EQ(m.english->flag, 1);
    EXPECT_EQ(m.english->name.bytes(), "Miku");
    EXPECT_EQ(m.english->comment.bytes(), "a comment");
    ASSERT_EQ(m.english->bone_names.size(), 2U);
    EXPECT_EQ(m.english->bone_names[1].bytes(), "twist");
    ASSERT_EQ(m.english->morph_names.size(), 1U); // the base has none
    EXPECT_EQ(m.english->morph_names[0].bytes(), "a");
    ASSERT_EQ(m.english->frame_names.size(), 1U);
    EXPECT_EQ(m.english->frame_names[0].bytes(), "body");
    ASSERT_EQ(m.toon_names.size(), 10U);
    EXPECT_EQ(m.toon_names[9].bytes(), "toon10.bmp");
    ASSERT_EQ(m.rigid_bodies.size(), 1U);
    const RigidBody& b = m.rigid_bodies[0];
    EXPECT_EQ(b.name.bytes(), "leg_R"); // what lies behind the NUL is kept, and no part of the name
    EXPECT_EQ(b.name.field(), std::string("leg_R\0", 6) + std::string(14, '\xFD'));
    EXPECT_EQ(b.bone, Index<Bone>{-1});
    EXPECT_EQ(b.group, 3);
    EXPECT_EQ(b.collision_mask, 0xFFF7);
    EXPECT_EQ(b.shape, RigidShape::capsule);
    EXPECT_EQ(b.size, (Vec3{1, 2, 0}));
    EXPECT_EQ(b.position, (Vec3{3, 4, 5}));
    EXPECT_EQ(b.rotation, (Vec3{6, 7, 8}));
    EXPECT_EQ(b.mass, 0.1F);
    EXPECT_EQ(b.linear_damping, 0.2F);
    EXPECT_EQ(b.angular_damping, 0.3F);
    EXPECT_EQ(b.restitution, 0.4F);
    EXPECT_EQ(b.friction, 0.5F);
    EXPECT_EQ(b.mode, RigidMode::physics_with_bone);
    ASSERT_EQ(m.joints.size(), 1U);
    EXPECT_EQ(m.joints[0].rigid_body_a, Index<RigidBody>{0});
    EXPECT_EQ(m.joints[0].rigid_body_b, Index<RigidBody>{-1});
    EXPECT_EQ(m.joints[0].position, (Vec3{1, 2, 3}));
    EXPECT_EQ(m.joints[0].rotation, (Vec3{4, 5, 6}));
    EXPECT_EQ(m.joints[0].linear_lower, (Vec3{7, 8, 9}));
    EXPECT_EQ(m.joints[0].linear_upper, (Vec3{10, 11, 12}));
    EXPECT_EQ(m.joints[0].angular_lower, (Vec3{13, 14, 15}));
    EXPECT_EQ(m.joints[0].angular_upper, (Vec3{16, 17, 18}));
    EXPECT_EQ(m.joints[0].linear_spring, (Vec3{19, 20, 21}));
    EXPECT_EQ(m.joints[0].angular_spring, (Vec3{22, 23, 24}));
    EXPECT_EQ(m.trailing.size(), 8U);
}

TEST(PmdFile, TailsMissingOneByOne) {
    const auto present = [](const Model& m) {
        return std::array{m.english.has_value(), m.toon_names.present(), m.rigid_bodies.present(), m.joints.present()};
    };
    std::string bytes = core().out;
    EXPECT_EQ(present(read_made(bytes)), (std::array{false, false, false, false}));
    EXPECT_TRUE(read_made(bytes).toon_names.empty());
    bytes += english();
    EXPECT_EQ(present(read_made(bytes)), (std::array{true, false, false, false}));
    bytes += toons();
    EXPECT_EQ(present(read_made(bytes)), (std::array{true, true, false, false}));
    bytes += body();
    EXPECT_EQ(present(read_made(bytes)), (std::array{true, true, true, false}));
    EXPECT_EQ(present(read_made(bytes + joint())), (std::array{true, true, true, true}));
    const Model m = read_made(core().out + english() + toons() + std::string(8, '\0')); // counts of 0
    EXPECT_EQ(present(m), (std::array{true, true, true, true}));
    EXPECT_TRUE(m.rigid_bodies.empty() && m.joints.empty());
    Model without_joints = m;
    without_joints.joints.reset();
    EXPECT_FALSE(m == without_joints);
    EXPECT_EQ(diff(m, without_joints).size(), 1U);
    EXPECT_EQ(write(without_joints).value().size() + 4, write(m).value().size());
}

TEST(PmdFile, AnEnglishFlagOf0StandsAlone) {
    const Model m = read_made(core().out + '\0' + toons());
    ASSERT_TRUE(m.english);
    EXPECT_EQ(m.english->flag, 0);
    EXPECT_TRUE(m.english->bone_names.empty());
    EXPECT_EQ(m.toon_names.size(), 10U);
}
TEST(PmdFile, AnyEnglishFlagBut0BringsNames) {
    std::string names = english();
    names[0] = '\x7F';
    const Model m = read_made(core().out + names + toons());
    EXPECT_EQ(m.english->flag, 0x7F);
    EXPECT_EQ(m.english->name.bytes(), "Miku");
}

TEST(PmdFile, WithoutMorphsThereAreNoEnglishMorphNames) {
    Made m;
    m.bytes("Pmd").f({1.0F}).zeros(276).u32(0).u32(0).u32(0).u16(0).u16(0).u16(0).u8(0).u8(0).u32(0);
    m.u8(1).text("x", 20).zeros(256).bytes(toons());
    const Model model = read_made(m.out);
    EXPECT_TRUE(model.english->morph_names.empty());
    EXPECT_EQ(model.toon_names[0].bytes(), "toon1.bmp");
}

TEST(PmdFile, AnyVersionIsKept) {
    std::string bytes = core().out;
    bytes.replace(3, 4, "\x01\x00\xC0\x7F", 4);
    read_made(bytes);
}

TEST(PmdFile, CountsBeyondTheEnd) {
    std::string bytes = core().out;
    bytes.replace(283, 4, "\xFF\xFF\xFF\xFF");
    const auto model = read(raw(bytes));
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().code, Code::count_too_large);
    EXPECT_EQ(model.error().offset, 283U);
    EXPECT_EQ(model.error().path, "/vertices");
    const auto cut = read(raw(core().out + english().substr(0, 300)));
    ASSERT_FALSE(cut);
    EXPECT_TRUE(cut.error().path.starts_with("/english/bone_names")) << cut.error().path;
}

// ---------------------------------------------------------------------------------------------- what cannot be written

template <class Change> void expect_refused(std::string_view path, Code code, Change change) {
    SCOPED_TRACE(path);
    auto model = test::small_document<Model>();
    change(model);
    const auto written = write(model);
    ASSERT_FALSE(written);
    EXPECT_EQ(name_of(written.error().code), name_of(code)) << message(written);
    EXPECT_EQ(written.error().path, path);
    std::vector<std::byte> buffer(100'000);
    EXPECT_EQ(write_into(buffer, model).error(), written.error());
    static_cast<void>(model == Model(model));
    static_cast<void>(to_json(model));
}

TEST(PmdWriting, IndicesThatTheirPlacesCannotHold) {
    expect_refused("/faces/0", Code::value_range, [](Model& m) { m.faces[0] = Index<Vertex>{65536}; });
    expect_refused("/faces/2", Code::value_range, [](Model& m) { m.faces[2] = Index<Vertex>{-1}; });
    expect_refused("/vertices/1/bones/0", Code::value_range, [](Model& m) { m.vertices.bones()[1][0] = Index<Bone>{-1}; });
    expect_refused("/vertices/2/bones/1", Code::value_range, [](Model& m) { m.vertices.bones()[2][1] = Index<Bone>{65536}; });
    expect_refused("/bones/0/parent", Code::value_range, [](Model& m) { m.bones[0].parent = Index<Bone>{32768}; });
    expect_refused("/bones/1/tail", Code::value_range, [](Model& m) { m.bones[1].tail = Index<Bone>{-32769}; });
    expect_refused("/bones/1/reference", Code::value_range, [](Model& m) { m.bones[1].reference = Index<Bone>{40000}; });
    expect_refused("/iks/0/bone", Code::value_range, [](Model& m) { m.iks[0].bone = Index<Bone>{-1}; });
    expect_refused("/iks/0/links/1", Code::value_range, [](Model& m) { m.iks[0].links[1] = Index<Bone>{65536}; });
    expect_refused("/morph_list/0", Code::value_range, [](Model& m) { m.morph_list[0] = Index<Morph>{65536}; });
    expect_refused("/frame_bones/1/bone", Code::value_range, [](Model& m) { m.frame_bones[1].bone = Index<Bone>{65536}; });
    expect_refused("/rigid_bodies/1/bone", Code::value_range, [](Model& m) { m.rigid_bodies[1].bone = Index<Bone>{32768}; });
}
TEST(PmdWriting, IndicesAtTheirLimits) {
    auto m = test::small_document<Model>();
    m.faces[0] = Index<Vertex>{65535};
    m.vertices.bones()[0] = {Index<Bone>{65535}, Index<Bone>{0}};
    m.bones[0].parent = Index<Bone>{32767};
    m.bones[0].tail = Index<Bone>{-32768};
    m.joints[0].rigid_body_a = Index<RigidBody>{0x7FFFFFFF};
    m.joints[0].rigid_body_b = Index<RigidBody>{-0x7FFFFFFF - 1};
    m.morphs[1].offsets[0].base_vertex = Index<BaseVertex>{-1};
    const auto bytes = write(m);
    ASSERT_TRUE(bytes) << message(bytes);
    const Model back = read(*bytes).value();
    EXPECT_EQ(diff(m, back), std::vector<Difference>{});
    EXPECT_EQ(back.faces[0], Index<Vertex>{65535});
    EXPECT_EQ(back.bones[0].tail, Index<Bone>{-32768});
    // Where a percentage stands, the reference is not written.
    m.bones[2].reference = Index<Bone>{1'000'000};
    EXPECT_TRUE(write(m).value() == *bytes);
}
TEST(PmdWriting, ListsThatMustBeAsLongAsOthers) {
    expect_refused("/english/bone_names", Code::value_range, [](Model& m) { m.english->bone_names.pop_back(); });
    expect_refused("/english/bone_names", Code::value_range, [](Model& m) { m.bones.pop_back(); });
    expect_refused("/english/morph_names", Code::value_range, [](Model& m) { m.english->morph_names.emplace_back(); });
    expect_refused("/english/frame_names", Code::value_range, [](Model& m) { m.english->frame_names.clear(); });
    expect_refused("/toon_names", Code::value_range, [](Model& m) { m.toon_names.pop_back(); });
    expect_refused("/toon_names", Code::value_range, [](Model& m) { m.toon_names.emplace_back(); });
}
TEST(PmdWriting, EnglishNamesThatTheFlagWouldDrop) {
    expect_refused("/english/flag", Code::english_lost, [](Model& m) { m.english->flag = 0; });
    expect_refused("/english/flag", Code::english_lost, [](Model& m) {
        m.english = English{};
        m.english->frame_names.resize(2);
    });
    auto m = test::small_document<Model>();
    m.english = English{};
    const auto bytes = write(m);
    ASSERT_TRUE(bytes) << message(bytes);
    EXPECT_TRUE(read(*bytes).value() == m);
}
TEST(PmdWriting, ListsTooLongToCount) {
    expect_refused("/iks/0/links", Code::too_many, [](Model& m) { m.iks[0].links.resize(256, Index<Bone>{0}); });
    expect_refused("/morph_list", Code::too_many, [](Model& m) { m.morph_list.resize(256, Index<Morph>{0}); });
    expect_refused("/frame_names", Code::too_many, [](Model& m) { m.frame_names.resize(256); });
    expect_refused("/iks", Code::too_many, [](Model& m) { m.iks.resize(65536); });
    auto m = test::small_document<Model>();
    m.iks[0].links.resize(255, Index<Bone>{0});
    m.morph_list.resize(255, Index<Morph>{0});
    const auto bytes = write(m);
    ASSERT_TRUE(bytes) << message(bytes);
    EXPECT_EQ(read(*bytes).value().iks[0].links.size(), 255U);
}
TEST(PmdWriting, OffsetsOfTheOtherKindOfMorph) {
    expect_refused("/morphs/0/base_vertices", Code::value_range, [](Model& m) { m.morphs[0].offsets.push_back({}); });
    expect_refused("/morphs/1/offsets", Code::value_range, [](Model& m) { m.morphs[1].base_vertices.push_back({Index<Vertex>{0}, {}}); });
    expect_refused("/morphs/1/base_vertices", Code::value_range, [](Model& m) { m.morphs[1].panel = MorphPanel::base; });
}
TEST(PmdWriting, SectionsBehindAnAbsentOne) {
    expect_refused("/toon_names", Code::needs_section, [](Model& m) { m.english.reset(); });
    expect_refused("/rigid_bodies", Code::needs_section, [](Model& m) { m.toon_names.reset(); });
    expect_refused("/joints", Code::needs_section, [](Model& m) { m.rigid_bodies.reset(); });
    expect_refused("/trailing", Code::needs_section, [](Model& m) { m.joints.reset(); });
    auto m = test::small_document<Model>();
    m.joints.reset();
    m.trailing.clear();
    EXPECT_TRUE(write(m));
    m.rigid_bodies.reset();
    EXPECT_TRUE(write(m));
    m.toon_names.reset();
    EXPECT_TRUE(write(m));
    m.english.reset();
    EXPECT_TRUE(write(m));
}
TEST(PmdWriting, AForeignSignature) {
    expect_refused("/header/signature", Code::value_range, [](Model& m) { m.header.signature = {'P', 'M', 'D'}; });
}

TEST(PmdWriting, ANewModelHasEverySection) {
    const Model m;
    const Bytes bytes = write(m).value();
    EXPECT_EQ(bytes.size(), 283U + 4 + 4 + 4 + 2 + 2 + 2 + 1 + 1 + 4 + 1 + 1000 + 4 + 4);
    EXPECT_TRUE(read(bytes).value() == m);
}

// ---------------------------------------------------------------------------------------------- by path

std::string one(const Model& m, std::string_view path) {
    const auto values = get(m, path);
    if (!values) return std::string(name_of(values.error().code));
    return values->size() == 1 ? values->front().json : std::to_string(values->size()) + " values";
}
void expect_set(std::string_view path, std::string_view value, const std::vector<std::string>& changed) {
    SCOPED_TRACE(std::string(path) + " = " + std::string(value));
    const auto before = test::small_document<Model>();
    Model after = before;
    const auto done = set(after, path, value);
    ASSERT_TRUE(done) << message(done);
    std::vector<std::string> different;
    for (const Difference& d : test::by_number(before, after)) different.push_back(d.path);
    EXPECT_EQ(different, changed);
    EXPECT_EQ(diff(after, read(write(after).value()).value()), std::vector<Difference>{});
}
void expect_set_refused(std::string_view path, std::string_view value, Code code) {
    SCOPED_TRACE(std::string(path) + " = " + std::string(value));
    const auto before = test::small_document<Model>();
    Model after = before;
    const auto done = set(after, path, value);
    ASSERT_FALSE(done);
    EXPECT_EQ(name_of(done.error().code), name_of(code)) << message(done);
    EXPECT_TRUE(after == before);
}

TEST(PmdPaths, Get) {
    const auto m = test::small_document<Model>();
    EXPECT_EQ(one(m, "/header/name"), "{\"text\": \"鏡\", \"filler\": \"00fd\"}");
    EXPECT_EQ(one(m, "/bones/左ひじ捩/percent"), "150");
    EXPECT_EQ(one(m, "/bones/左ひじ捩/reference"), "path_not_found");
    EXPECT_EQ(one(m, "/bones/左足ＩＫ/reference"), "2");
    EXPECT_EQ(one(m, "/bones/左足ＩＫ/type"), "\"ik\"");
    EXPECT_EQ(one(m, "/bones/3/type"), "77");
    EXPECT_EQ(one(m, "/morphs/base/base_vertices/*/vertex"), "2 values");
    EXPECT_EQ(one(m, "/morphs/あ/offsets/0/base_vertex"), "1");
    EXPECT_EQ(one(m, "/english/bone_names/center"), "\"center\"");
    EXPECT_EQ(one(m, "/toon_names/own.bmp"), "\"own.bmp\"");
    EXPECT_EQ(one(m, "/toon_names/*"), "10 values");
    EXPECT_EQ(one(m, "/rigid_bodies/leg_R/mass"), "path_ambiguous");
    EXPECT_EQ(one(m, "/joints/J/angular_spring/2"), "3");
    EXPECT_EQ(one(m, "/iks/0/links"), "[0, 2]");
}
TEST(PmdPaths, Set) {
    expect_set("/header/name", "かがみ", {"/header/name"});
    expect_set("/bones/センター/position/1", "5.5", {"/bones/0/position"});
    expect_set("/bones/*/parent", "センター", {"/bones/0/parent"});
    expect_set("/bones/3/parent", "左足ＩＫ", {"/bones/3/parent"});
    expect_set("/bones/0/type", "follow_rotation", {"/bones/0/type", "/bones/0/reference", "/bones/0/percent"});
    expect_set("/morph_list/0", "base", {"/morph_list/0"});
    expect_set("/rigid_bodies/0/bone", "左足", {"/rigid_bodies/0/bone"});
    expect_set("/joints/J/rigid_body_a", "1", {"/joints/0/rigid_body_a"});
    expect_set("/toon_names/3", "toon04.bmp", {"/toon_names/3"});
    expect_set("/trailing", "", {"/trailing"});
}
TEST(PmdPaths, SetRefuses) {
    expect_set_refused("/bones/0/parent", "40000", Code::value_range);
    expect_set_refused("/faces/0", "65536", Code::value_range);
    expect_set_refused("/bones/0/parent", "nobody", Code::json_type);
    expect_set_refused("/joints/J/rigid_body_a", "leg_R", Code::json_type); // two have this name
    expect_set_refused("/bones/0/name", "波〜", Code::text_not_encodable);
    expect_set_refused("/bones/0/name", "一二三四五六七八九十一", Code::name_too_long);
    expect_set_refused("/toon_names", "[]", Code::value_range);
    expect_set_refused("/english/bone_names", "[]", Code::value_range);
    expect_set_refused("/header/signature", "PMD", Code::value_range);
    expect_set_refused("/english/flag", "0", Code::english_lost);
    expect_set_refused("/morphs/あ/panel", "base", Code::value_range);
}

} // namespace
} // namespace kagami::pmd

// What two documents have differently, in words and as a JSON Patch.
#include "kagami/json.hpp"
#include "layout/references.hpp"
#include "pmd/layout.hpp"
#include "support.hpp"
#include "json/json_type.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace kagami {
namespace {

using test::Api;
using test::everything;
using test::message;
using test::utf16;

using Lines = std::vector<std::string>;

/// `b` comes out of `a` by the patch, and every difference can be looked up.
template <class D> void expect_consistent(const D& a, const D& b) {
    const auto bytes_a = write(a), bytes_b = write(b);
    ASSERT_TRUE(bytes_a) << message(bytes_a);
    ASSERT_TRUE(bytes_b) << message(bytes_b);
    const auto differences = diff(a, b);
    EXPECT_EQ(differences.empty(), *bytes_a == *bytes_b);
    for (const Difference& d : differences) {
        EXPECT_FALSE(d.what.empty()) << d.path;
        EXPECT_TRUE(test::valid_utf8(d.path + d.what)) << d.path;
        if (d.path == "/damage" || d.path == "/format") continue;
        const auto in_a = get(a, d.path);
        const bool added = d.what == "added" || d.what.starts_with("added (") || d.what.find(" added (") != std::string::npos;
        const bool only_in_b = added || (d.before.empty() && !d.after.empty());
        EXPECT_TRUE((in_a && !only_in_b) || get(b, d.path)) << d.path << ": " << d.what << ": " << message(in_a);
        if (!d.before.empty() && in_a) {
            EXPECT_EQ(in_a->front().json, d.before) << d.path;
        }
    }
    const std::string patch = json_patch(a, b);
    const auto patched = apply_patch(a, patch);
    ASSERT_TRUE(patched) << message(patched) << patch.substr(0, 2000);
    const auto written = write(*patched);
    ASSERT_TRUE(written) << message(written);
    EXPECT_TRUE(*written == *bytes_b) << patch.substr(0, 2000);
    EXPECT_TRUE(diff(*patched, b).empty());
    EXPECT_TRUE(json_patch(*patched, b) == json_patch(b, b)) << "only what differs is changed";
}

template <class D> Lines lines(const D& a, const D& b) {
    expect_consistent(a, b);
    expect_consistent(b, a);
    Lines out;
    for (const Difference& d : diff(a, b)) out.push_back(d.path + ": " + d.what);
    return out;
}
std::size_t operations(const auto& a, const auto& b) {
    return Json::parse(json_patch(a, b)).size();
}

// ---------------------------------------------------------------------------------------------- models

/// A strip of vertices, each of its own, on three bones and two materials.
pmx::Model strip(std::int32_t count = 40) {
    pmx::Model m;
    for (std::int32_t i = 0; i < count; ++i) {
        pmx::Vertex v;
        v.position = {static_cast<float>(i), static_cast<float>(i % 7), 0};
        v.uv = {static_cast<float>(i) / 64, 0};
        v.bones[0] = Index<pmx::Bone>{i % 3};
        m.vertices.push_back(v);
    }
    for (std::int32_t i = 0; i + 2 < count; ++i)
        for (const std::int32_t k : {0, 1, 2}) m.faces.push_back(Index<pmx::Vertex>{i + k});
    for (const auto* name : {"センター", "左腕", "左ひじ"}) {
        pmx::Bone bone;
        bone.name = utf16(name);
        bone.position = {0, static_cast<float>(m.bones.size()), 0};
        bone.parent = Index<pmx::Bone>{static_cast<std::int32_t>(m.bones.size()) - 1};
        m.bones.push_back(bone);
    }
    for (const auto* name : {"肌", "髪"}) {
        pmx::Material material;
        material.name = utf16(name);
        material.diffuse = {1, 1, 1, 1};
        material.texture = Index<pmx::Texture>{static_cast<std::int32_t>(m.materials.size())};
        material.index_count = static_cast<std::int32_t>(m.faces.size() / 2);
        m.materials.push_back(material);
    }
    m.textures = {utf16("tex\\a.png"), utf16("b.png")};
    pmx::Morph morph;
    morph.name = utf16("まばたき");
    for (const std::int32_t i : {3, 5, 8}) morph.offsets.as<pmx::VertexOffset>().push_back({Index<pmx::Vertex>{i}, {0, 1, 0}});
    m.morphs = {morph};
    pmx::DisplayFrame frame;
    frame.name = utf16("腕");
    for (const std::int32_t i : {0, 1, 2}) frame.elements.push_back(pmx::FrameElement(Index<pmx::Bone>{i}));
    m.display_frames = {frame};
    return m;
}

/// References at and above a number become one more.
template <class K> void make_room(Index<K>& index, std::int32_t at) {
    if (index.value >= at) ++index.value;
}
void insert_bone(pmx::Model& m, std::int32_t at, std::string_view name) {
    for (auto& bones : m.vertices.bones()) make_room(bones[0], at);
    for (auto& bone : m.bones) make_room(bone.parent, at);
    for (auto& element : m.display_frames[0].elements) make_room(element.bone, at);
    pmx::Bone bone;
    bone.name = utf16(name);
    m.bones.insert(m.bones.begin() + at, bone);
}
void insert_vertices(pmx::Model& m, std::int32_t at, std::int32_t count) {
    const pmx::Vertices before = m.vertices;
    m.vertices.clear();
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(before.size()); ++i) {
        for (std::int32_t k = 0; i == at && k < count; ++k) {
            pmx::Vertex v;
            v.position = {-1, -1, static_cast<float>(k)};
            m.vertices.push_back(v);
        }
        m.vertices.push_back(before.get(static_cast<std::size_t>(i)));
    }
    for (std::int32_t k = 0; k < count; ++k) {
        for (auto& index : m.faces) make_room(index, at);
        for (auto& offset : m.morphs[0].offsets.as<pmx::VertexOffset>()) make_room(offset.vertex, at);
    }
}

TEST(DiffOfModels, AMovedBoneIsOneLine) {
    const auto a = strip();
    auto b = a;
    b.bones[1].position.y += 1;
    EXPECT_EQ(lines(a, b), Lines{"/bones/左腕/position: moved by (0, 1, 0)"});
    const Difference d = diff(a, b).at(0);
    EXPECT_EQ(d.before, "[0, 1, 0]");
    EXPECT_EQ(d.after, "[0, 2, 0]");
    EXPECT_EQ(json_patch(a, b), "[\n {\"op\": \"replace\", \"path\": \"/bones/1/position\", \"value\": [0, 2, 0]}\n]\n");
}

TEST(DiffOfModels, SignsOfZerosAndPayloadsOfNaNsCount) {
    const auto a = strip();
    auto b = a;
    b.bones[1].position.x = -0.0F;
    EXPECT_EQ(lines(a, b), Lines{"/bones/左腕/position: [0, 1, 0] -> [-0.0, 1, 0]"});
    b = a;
    auto c = a;
    b.bones[1].position.x = std::bit_cast<float>(0x7FC0'0001U);
    c.bones[1].position.x = std::bit_cast<float>(0x7FC0'0002U);
    EXPECT_EQ(lines(b, c), Lines{R"(/bones/左腕/position: ["0x7fc00001", 1, 0] -> ["0x7fc00002", 1, 0])"});
}

TEST(DiffOfModels, AnInsertedBoneIsOneLine) {
    const auto a = strip();
    auto b = a;
    insert_bone(b, 1, "新");
    EXPECT_EQ(lines(a, b), Lines{"/bones/新: added"});
    EXPECT_EQ(lines(b, a), Lines{"/bones/新: removed"});
    EXPECT_EQ(json_patch(a, b).find(R"("path": "/bones/1", "value": {"name": "新")"), json_patch(a, b).rfind("\"/bones/1\"") - 8)
        << "added once, at its place";
}

TEST(DiffOfModels, InsertedVerticesChangeNoFacesAndNoMorphs) {
    const auto a = strip();
    auto b = a;
    insert_vertices(b, 4, 1);
    EXPECT_EQ(lines(a, b), Lines{"/vertices/4: added"});
    b = a;
    insert_vertices(b, 4, 12);
    EXPECT_EQ(lines(a, b), Lines{"/vertices: 12 vertices added (4 to 15)"});
    EXPECT_EQ(lines(b, a), Lines{"/vertices: 12 vertices removed (4 to 15)"});
    b.vertices.positions()[20].y += 0.5F;
    EXPECT_EQ(lines(a, b), (Lines{"/vertices: 12 vertices added (4 to 15)", "/vertices/8/position: moved by (0, 0.5, 0)"}));
}

TEST(DiffOfModels, VerticesInsertedInTwoPlaces) {
    const auto a = strip();
    auto b = a;
    insert_vertices(b, 4, 12);
    insert_vertices(b, 30, 3);
    b.vertices.positions()[20].y += 0.5F;
    EXPECT_EQ(lines(a, b), (Lines{"/vertices: 12 vertices added (4 to 15)", "/vertices: 3 vertices added (30 to 32)",
                                  "/vertices/8/position: moved by (0, 0.5, 0)"}));
}

TEST(DiffOfModels, VerticesThatAllMovedAreFoundByTheirTextureCoordinates) {
    const auto a = strip();
    auto b = a;
    insert_vertices(b, 4, 5);
    for (std::size_t i = 4; i < 9; ++i) b.vertices.uvs()[i] = {0, static_cast<float>(i)};
    for (auto& p : b.vertices.positions()) p.z += 0.25F;
    EXPECT_EQ(lines(a, b),
              (Lines{"/vertices: 5 vertices added (4 to 8)", "/vertices/*/position: 40 vertices moved, at most 0.25 (0 to 39)"}));
}

TEST(DiffOfModels, ManyMovedVerticesAreSummedUp) {
    const auto a = strip(2000);
    auto b = a;
    for (std::size_t i = 100; i < 1303; ++i) b.vertices.positions()[i].z = i == 200 ? 0.3125F : 0.25F;
    b.vertices.normals()[7] = {0, 0, 1};
    EXPECT_EQ(lines(a, b), (Lines{"/vertices/*/normal: 1 vertex changed (7)",
                                  "/vertices/*/position: 1,203 vertices moved, at most 0.312 (100 to 1302)"}));
}

TEST(DiffOfModels, RemovedFacesAndOffsets) {
    const auto a = strip();
    auto b = a;
    b.faces.clear();
    for (std::size_t i = 0; i < a.faces.size(); ++i)
        if (i < 30 || i >= 42) b.faces.push_back(a.faces[i]);
    auto& offsets = b.morphs[0].offsets.as<pmx::VertexOffset>();
    offsets.clear();
    for (const std::int32_t i : {3, 8}) offsets.push_back({Index<pmx::Vertex>{i}, {0, i == 8 ? 2.0F : 1.0F, 0}});
    EXPECT_EQ(lines(a, b), (Lines{"/faces: 12 indices removed (30 to 41)", "/morphs/まばたき/offsets/1: removed (vertex 5)",
                                  "/morphs/まばたき/offsets/2/offset: [0, 1, 0] -> [0, 2, 0] (vertex 8)"}));
}

TEST(DiffOfModels, MaterialsRenamedAndRecoloured) {
    const auto a = strip();
    auto b = a;
    b.materials[0].name = utf16("顔");
    b.materials[1].diffuse = {1, 0.5F, 0, 1};
    b.materials[1].flags.set(pmx::MaterialFlag::edge);
    b.materials[1].texture = Index<pmx::Texture>{0};
    EXPECT_EQ(lines(a, b), (Lines{R"(/materials/0/name: "肌" -> "顔")", "/materials/髪/diffuse: [1, 1, 1, 1] -> [1, 0.5, 0, 1]",
                                  "/materials/髪/flags: edge set", R"(/materials/髪/texture: "b.png" -> "tex\\a.png")"}));
}

TEST(DiffOfModels, ReorderedBones) {
    const auto a = strip();
    auto b = a;
    std::swap(b.bones[1], b.bones[2]);
    b.bones[1].parent = Index<pmx::Bone>{2};
    b.bones[2].parent = Index<pmx::Bone>{0};
    for (auto& bones : b.vertices.bones())
        if (bones[0].value != 0) bones[0].value = 3 - bones[0].value;
    b.display_frames[0].elements[1].bone.value = 2;
    b.display_frames[0].elements[2].bone.value = 1;
    EXPECT_EQ(lines(a, b), Lines{R"(/bones: order changed: "左腕" from 1 to 2)"});
}

TEST(DiffOfModels, ReferencesAreToldByName) {
    const auto a = strip();
    auto b = a;
    b.bones[2].parent = Index<pmx::Bone>{0};
    b.bones[0].parent = Index<pmx::Bone>{77};
    EXPECT_EQ(lines(a, b), (Lines{"/bones/センター/parent: (none) -> 77 (missing)", R"(/bones/左ひじ/parent: "左腕" -> "センター")"}));
}

TEST(DiffOfModels, TexturesByPath) {
    const auto a = strip();
    auto b = a;
    b.textures.insert(b.textures.begin(), utf16("c.png"));
    for (auto& material : b.materials) ++material.texture.value;
    EXPECT_EQ(lines(a, b), Lines{"/textures/c.png: added"});
    b = a;
    b.textures[1] = utf16("c/d.png");
    EXPECT_EQ(lines(a, b), Lines{R"(/textures/1: "b.png" -> "c/d.png")"});
}

TEST(DiffOfModels, AnotherEncodingIsOneLine) {
    const auto a = strip();
    auto b = a;
    b.header.encoding = Encoding::utf8;
    for (auto& bone : b.bones) bone.name = Text(*decode(bone.name, Encoding::utf16le));
    for (auto& material : b.materials) material.name = Text(*decode(material.name, Encoding::utf16le));
    for (auto& texture : b.textures) texture = Text(*decode(texture, Encoding::utf16le));
    b.morphs[0].name = Text(*decode(b.morphs[0].name, Encoding::utf16le));
    b.display_frames[0].name = Text(*decode(b.display_frames[0].name, Encoding::utf16le));
    EXPECT_EQ(lines(a, b), Lines{R"(/header/encoding: "utf16le" -> "utf8")"});
    b.bones[1].name = Text("\xFF\xFE");
    EXPECT_EQ(lines(a, b), (Lines{R"(/header/encoding: "utf16le" -> "utf8")", R"(/bones/1/name: "左腕" -> {"hex": "fffe"})"}));
}

TEST(DiffOfModels, IndexWidths) {
    const auto a = strip();
    auto b = a;
    b.header.index_widths.bone = 2;
    EXPECT_EQ(lines(a, b), Lines{"/header/index_widths/bone: 1 -> 2"});
}

TEST(DiffOfModels, NamesThatCannotStandInAPath) {
    auto a = strip();
    a.bones[0].name = utf16("7");
    a.bones[1].name = utf16("a\nb");
    a.bones[2].name = utf16("a/b~c");
    auto b = a;
    for (auto& bone : b.bones) bone.layer = 1;
    EXPECT_EQ(lines(a, b), (Lines{"/bones/0/layer: 0 -> 1", "/bones/1/layer: 0 -> 1", "/bones/a~1b~0c/layer: 0 -> 1"}));
    for (auto& bone : a.bones) bone.name = utf16("同じ");
    b = a;
    b.bones[2].layer = 1;
    EXPECT_EQ(lines(a, b), Lines{"/bones/2/layer: 0 -> 1"});
    b.bones[2].name = {};
    EXPECT_EQ(lines(a, b), (Lines{R"(/bones/2/name: "同じ" -> "")", "/bones/2/layer: 0 -> 1"}));
    b = strip();
    a = b;
    b.bones[2].name = b.bones[0].name;
    EXPECT_EQ(lines(a, b), Lines{R"(/bones/2/name: "左ひじ" -> "センター")"}) << "what has the name already keeps it";
}

TEST(DiffOfModels, AMorphOfAnotherType) {
    const auto a = strip();
    auto b = a;
    b.morphs[0].type = pmx::MorphType::uv;
    b.morphs[0].offsets.as<pmx::UvOffset>().push_back({Index<pmx::Vertex>{1}, {}});
    EXPECT_EQ(lines(a, b), (Lines{R"(/morphs/まばたき/type: "vertex" -> "uv")", "/morphs/まばたき/offsets/0: removed (vertex 3)",
                                  "/morphs/まばたき/offsets/1: removed (vertex 5)", "/morphs/まばたき/offsets/2: removed (vertex 8)",
                                  "/morphs/まばたき/offsets/0: added (vertex 1)"}));
}

TEST(DiffOfModels, EveryKindOfRecord) {
    const pmx::Model a = everything();
    auto b = a;
    b.soft_bodies->clear();
    EXPECT_EQ(lines(a, b), Lines{"/soft_bodies/布: removed"});
    b.soft_bodies.reset();
    EXPECT_EQ(lines(a, b), Lines{"/soft_bodies/布: removed"});
    b.soft_bodies.emplace();
    auto c = b;
    c.soft_bodies.reset();
    EXPECT_EQ(lines(b, c), Lines{"/soft_bodies: [] -> (none)"});
    c = a;
    c.bones[1].ik->links.push_back(pmx::IkLink{Index<pmx::Bone>{77}, 0});
    c.bones[1].ik->links.links()[1].limited = 1;
    EXPECT_EQ(lines(a, c),
              (Lines{"/bones/左ひざ/ik/links/2: added (bone 77 (missing))", R"(/bones/左ひざ/ik/links/1/limited: 0 -> 1 (bone "左ひざ"))",
                     R"(/bones/左ひざ/ik/links/1/limit_min: (none) -> [0, 0, 0] (bone "左ひざ"))",
                     R"(/bones/左ひざ/ik/links/1/limit_max: (none) -> [0, 0, 0] (bone "左ひざ"))"}));
    c = a;
    c.bones[1].flags.set(pmx::BoneFlag::ik, false);
    EXPECT_EQ(lines(a, c), (Lines{"/bones/左ひざ/flags: ik cleared", "/bones/左ひざ/ik: removed"}));
}

TEST(DiffOfModels, OneOfManyEqualVertices) {
    pmx::Model a = strip();
    a.vertices.resize(0);
    a.vertices.resize(500);
    auto b = a;
    b.vertices.resize(503);
    EXPECT_EQ(lines(a, b), (Lines{"/vertices/500: added", "/vertices/501: added", "/vertices/502: added"}));
    b.vertices.positions()[250].x = 9;
    EXPECT_EQ(lines(a, b), (Lines{"/vertices/250: added", "/vertices/251: added", "/vertices/252: added"}));
}

TEST(DiffOfModels, PmdByName) {
    const auto a = test::small_document<pmd::Model>();
    auto b = a;
    layout::each_reference(b, pmd::Globals{}, [&]<class K>(Index<K>& index) {
        if constexpr (std::same_as<K, pmd::Bone>) {
            if (index.within(a.bones.size())) make_room(index, 1);
        }
    });
    b.bones.insert(b.bones.begin() + 1, pmd::Bone{});
    b.bones[1].name.assign(test::cp932("新"));
    b.english->bone_names.insert(b.english->bone_names.begin() + 1, pmd::Name("new"));
    EXPECT_EQ(lines(a, b), (Lines{"/bones/新: added", "/english/bone_names/new: added"}));
    b = a;
    b.materials[0].diffuse.x = 0.5F;
    b.morphs[0].base_vertices.push_back({Index<pmd::Vertex>{0}, {}});
    EXPECT_EQ(lines(a, b).size(), 2U);
}

// ---------------------------------------------------------------------------------------------- motions and poses

vmd::BoneKey key(std::string_view name, std::uint32_t frame) {
    vmd::BoneKey k;
    k.name.assign(test::cp932(name));
    k.frame = frame;
    return k;
}

TEST(DiffOfModels, TwoOfOneName) {
    auto a = strip();
    a.bones[2].name = a.bones[1].name;
    auto b = a;
    a.bones[0].parent.value = 1;
    b.bones[0].parent.value = 2;
    EXPECT_EQ(lines(a, b), Lines{R"(/bones/センター/parent: "左腕" (1) -> "左腕" (2))"});
}

TEST(DiffOfMotions, KeysByNameAndFrame) {
    vmd::Motion a;
    for (std::uint32_t frame = 0; frame < 10; ++frame)
        for (const auto* name : {"左腕", "右腕"}) a.bone_keys.push_back(key(name, frame));
    auto b = a;
    b.bone_keys.clear();
    b.bone_keys.push_back(key("首", 3));
    for (const auto& k : a.bone_keys) b.bone_keys.push_back(k);
    EXPECT_EQ(lines(a, b), Lines{R"(/bone_keys/0: added ("首", frame 3))"});
    b.bone_keys[2].position.x = 1;
    b.bone_keys[3].rotation = {0, 0, std::sqrt(0.5F), std::sqrt(0.5F)};
    EXPECT_EQ(lines(a, b),
              (Lines{R"(/bone_keys/0: added ("首", frame 3))", R"(/bone_keys/1/position: moved by (1, 0, 0) ("右腕", frame 0))",
                     R"(/bone_keys/2/rotation: turned by 90° ("左腕", frame 1))"}));
    b = a;
    b.bone_keys[19].frame = 30;
    EXPECT_EQ(lines(a, b), Lines{R"(/bone_keys/19/frame: 9 -> 30 ("右腕", frame 9))"});
    b = a;
    std::ranges::reverse(b.bone_keys);
    EXPECT_EQ(lines(a, b), Lines{"/bone_keys: order changed: 19 of 20 bone keys"});
    b = a;
    std::swap(b.bone_keys[4], b.bone_keys[5]);
    EXPECT_EQ(lines(a, b), Lines{R"(/bone_keys: order changed: "左腕", frame 2 from 4 to 5)"});
}

TEST(DiffOfMotions, PropertyKeysByFrame) {
    vmd::Motion a;
    for (std::uint32_t frame = 0; frame < 5; ++frame) {
        vmd::PropertyKey property;
        property.frame = frame;
        vmd::IkState ik;
        ik.name.assign(test::cp932("左足ＩＫ"));
        property.iks.push_back(ik);
        a.property_keys.push_back(property);
    }
    auto b = a;
    b.property_keys[1].iks[0].enabled = 0;
    EXPECT_EQ(lines(a, b), Lines{"/property_keys/1/iks/左足ＩＫ/enabled: 1 -> 0 (frame 1)"});
    for (auto& property : b.property_keys) property.iks[0].enabled = 0;
    EXPECT_EQ(lines(a, b), Lines{"/property_keys/*/iks/*/enabled: 5 iks changed (0 to 4)"});
}

TEST(DiffOfPoses, BonesByName) {
    const auto a = vpd::read(test::raw(test::random_pose(7, 6).text)).value();
    ASSERT_FALSE(a.blocks.empty());
    auto b = a;
    b.blocks.erase(b.blocks.begin());
    EXPECT_EQ(lines(a, b).size(), 1U);
    EXPECT_TRUE(lines(a, b)[0].ends_with(": removed"));
}

TEST(DiffOfDocuments, OfDifferentFormats) {
    const Document a = everything(), b = vmd::Motion{};
    EXPECT_EQ(lines(a, b), Lines{R"(/format: "pmx" -> "vmd")"});
}

// ---------------------------------------------------------------------------------------------- patches

TEST(JsonPatch, ChangesNoMoreThanItMust) {
    const auto a = strip(2000);
    EXPECT_EQ(operations(a, a), 0U);
    auto b = a;
    b.bones.pop_back();
    EXPECT_EQ(operations(a, b), 1U);
    EXPECT_EQ(operations(b, a), 1U);
    b = a;
    b.vertices.resize(2003);
    EXPECT_EQ(operations(a, b), 3U);
    EXPECT_EQ(operations(b, a), 3U);
    b = a;
    for (auto& p : b.vertices.positions()) p.y += 1;
    EXPECT_LE(json_patch(a, b).size(), to_json(b).size());
    b = a;
    std::ranges::reverse(b.faces);
    EXPECT_LE(operations(a, b), 2000U) << "the list as a whole is shorter";
}

TEST(JsonPatch, RefusesWhatDoesNotFit) {
    const auto model = strip();
    const auto code = [&](std::string_view patch) {
        const auto done = apply_patch(model, patch);
        return done ? std::string("none") : std::string(name_of(done.error().code));
    };
    EXPECT_EQ(code("[]"), "none");
    EXPECT_EQ(code("["), "json_syntax");
    EXPECT_EQ(code("{}"), "patch_does_not_fit");
    EXPECT_EQ(code(R"([{"op": "remove", "path": ""}])"), "patch_does_not_fit");
    EXPECT_EQ(code(R"([{"op": "remove", "path": "/nothing"}])"), "patch_does_not_fit");
    EXPECT_EQ(code(R"([{"op": "add", "path": "/bones/99", "value": 1}])"), "patch_does_not_fit");
    EXPECT_EQ(code(R"([{"op": "test", "path": "/name", "value": "x"}])"), "patch_does_not_fit");
    EXPECT_EQ(code(R"([{"op": "replace", "path": "/bones/0/layer", "value": "x"}])"), "json_type");
    EXPECT_EQ(code(R"([{"op": "replace", "path": "/format", "value": "vmd"}])"), "json_type");
    EXPECT_EQ(code(R"([{"op": "remove", "path": "/bones/0/layer"}])"), "json_missing");
    EXPECT_EQ(code(R"([{"op": "replace", "path": "", "value": 1}])"), "json_type");
}

/// What a patch has nothing to do with is not taken through JSON; the outcome is the same.
TEST(JsonPatch, OfSomePartsIsAsOfAll) {
    const auto model = everything();
    const auto patched = [&](std::string_view operations) {
        // `test` of a header makes the whole document go through JSON.
        const std::string whole = R"([{"op": "test", "path": "/header/additional_uvs", "value": )" +
                                  std::to_string(model.header.additional_uvs) + "}, " + std::string(operations.substr(1));
        const auto some = apply_patch(model, operations), all = apply_patch(model, whole);
        EXPECT_EQ(some.has_value(), all.has_value()) << operations;
        EXPECT_TRUE(some ? all && *some == *all : some.error() == all.error()) << operations << message(some) << message(all);
        return some;
    };
    for (const char* operations :
         {R"([{"op": "replace", "path": "/name", "value": "x"}])", R"([{"op": "remove", "path": "/bones"}])",
          R"([{"op": "add", "path": "/bonse", "value": 1}])", R"([{"op": "remove", "path": "/soft_bodies"}])",
          R"([{"op": "copy", "from": "/comment", "path": "/name"}])", R"([{"op": "move", "from": "/vertices/0", "path": "/vertices/1"}])",
          R"([{"op": "move", "from": "/comment", "path": "/name"}])", R"([{"op": "remove", "path": "/bones/0/name"}])",
          R"([{"op": "replace", "path": "/trailing", "value": "00ff"}])", R"([{"op": "replace", "path": "/vertices/0/uv", "value": 1}])"})
        patched(operations);
    EXPECT_TRUE(patched(R"([{"op": "remove", "path": "/soft_bodies"}])")->soft_bodies == std::nullopt);
    EXPECT_EQ(patched(R"([{"op": "remove", "path": "/bones"}])").error().code, Code::json_missing);
    const Document document = model;
    const auto motion = apply_patch(document, R"([{"op": "replace", "path": "", "value": )" + to_json(vmd::Motion{}) + "}]");
    ASSERT_TRUE(motion) << message(motion);
    EXPECT_TRUE(std::holds_alternative<vmd::Motion>(*motion));
}

// ---------------------------------------------------------------------------------------------- random documents

template <class D> class DiffOfRandom : public testing::Test {};
using Documents = testing::Types<pmx::Model, pmd::Model, vmd::Motion, vpd::Pose>;
TYPED_TEST_SUITE(DiffOfRandom, Documents);

TYPED_TEST(DiffOfRandom, UnrelatedPairs) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        SCOPED_TRACE(seed);
        expect_consistent(test::random_document<TypeParam>(seed, 6), test::random_document<TypeParam>(seed + 1000, 1 + seed % 9));
        if (this->HasFailure()) return;
    }
}

/// Random edits of the JSON of a document, whatever its fields are.
class Editor {
public:
    explicit Editor(std::uint64_t seed) : random_(seed) {}

    void edit(Json& json) {
        std::vector<Json*> arrays, leaves;
        collect(json, arrays, leaves);
        if (!arrays.empty() && below(3) != 0) {
            Json& array = *arrays[below(arrays.size())];
            const std::size_t at = below(array.size());
            const auto place = array.begin() + static_cast<std::ptrdiff_t>(at);
            switch (below(4)) {
            case 0: array.erase(place); break;
            case 1: array.insert(place, Json(array[below(array.size())])); break;
            case 2: std::swap(array[at], array[below(array.size())]); break;
            default: std::rotate(array.begin(), place, array.end()); break;
            }
        } else if (!leaves.empty()) {
            change(*leaves[below(leaves.size())]);
        }
    }

private:
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
    static void collect(Json& json, std::vector<Json*>& arrays, std::vector<Json*>& leaves) {
        if (json.is_object()) {
            for (const auto& item : json.items())
                if (item.key() != "header" && item.key() != "format") collect(item.value(), arrays, leaves);
        } else if (json.is_array()) {
            const bool elements = !json.empty() && (json[0].is_object() || json[0].is_number_integer() || json[0].is_string());
            if (elements) arrays.push_back(&json);
            for (auto& element : json) collect(element, arrays, leaves);
        } else {
            leaves.push_back(&json);
        }
    }
    void change(Json& leaf) {
        if (leaf.is_number_float()) {
            leaf = below(4) == 0 ? Json(-0.0F) : Json(leaf.get<float>() + 0.5F);
        } else if (leaf.is_number()) {
            leaf = leaf.get<std::int64_t>() + (below(2) == 0 ? 1 : -1);
        } else if (leaf.is_string()) {
            leaf = below(3) == 0 ? "" : leaf.get<std::string>() + "a";
        }
    }

    std::mt19937_64 random_;
};

template <class D> bool can_be_written_as_it_is(const D& document) {
    const auto bytes = write(document);
    if (!bytes) return false;
    const auto again = Api<D>::read(*bytes, {});
    return again && *again == document;
}

TYPED_TEST(DiffOfRandom, EditedDocuments) {
    std::size_t edited = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        SCOPED_TRACE(seed);
        const auto a = test::random_document<TypeParam>(seed, 5);
        Editor editor(seed);
        Json json = Json::parse(to_json(a));
        for (std::size_t n = 0; n <= seed % 4; ++n) {
            Json changed = json;
            editor.edit(changed);
            const auto b = from_json<TypeParam>(changed.dump());
            if (b && can_be_written_as_it_is(*b)) json = std::move(changed); // many an edit makes no document
        }
        const auto b = from_json<TypeParam>(json.dump());
        ASSERT_TRUE(b) << message(b);
        edited += *b == a ? 0 : 1;
        expect_consistent(a, *b);
        expect_consistent(*b, a);
        if (this->HasFailure()) return;
    }
    EXPECT_GT(edited, 100U);
}

TYPED_TEST(DiffOfRandom, DamagedDocuments) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        SCOPED_TRACE(seed);
        const auto a = test::random_document<TypeParam>(seed, 5);
        const Bytes bytes = write(a).value();
        const auto b = Api<TypeParam>::read(std::span(bytes).first(bytes.size() * (seed + 8) / 48), {.keep = true});
        if (!b) continue;
        expect_consistent(a, *b);
        expect_consistent(*b, a);
        if (this->HasFailure()) return;
    }
}

TEST(DiffOfRandom, DocumentsOfAnyFormat) {
    const std::vector<Document> documents{test::random_document<pmx::Model>(1, 3), test::random_document<pmd::Model>(2, 3),
                                          test::random_document<vmd::Motion>(4, 3), test::random_document<vpd::Pose>(5, 3)};
    for (const Document& a : documents)
        for (const Document& b : documents) expect_consistent(a, b);
}

TEST(DiffOfRealFiles, PairsAndEdits) {
    std::optional<pmx::Model> before;
    std::uint64_t seed = 0;
    for (const auto& file : test::corpus(200'000)) {
        SCOPED_TRACE(file.string());
        const auto model = pmx::load(file);
        if (!model) continue;
        if (before) expect_consistent(*before, *model);
        Json json = Json::parse(to_json(*model));
        Editor editor(++seed);
        for (int n = 0; n < 3; ++n) editor.edit(json);
        if (const auto edited = from_json<pmx::Model>(json.dump()); edited && can_be_written_as_it_is(*edited))
            expect_consistent(*model, *edited);
        before = *model;
    }
}

} // namespace
} // namespace kagami

#include "support.hpp"

#include "layout/generate.hpp"
#include "pmx/layout.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace kagami::test {

using namespace pmx;
namespace fs = std::filesystem;

Model random_model(std::uint64_t seed, std::size_t largest) {
    return layout::generate<Model>(Globals{}, seed, largest);
}

Text utf16(std::string_view utf8) {
    return encode(utf8, Encoding::utf16le).value();
}

namespace {

void add_vertices(Model& m) {
    for (int i = 0; i < 5; ++i) {
        const auto f = static_cast<float>(i);
        Vertex v;
        v.position = {f, f + 0.5F, -f};
        v.normal = {0, 1, 0};
        v.uv = {f / 4, 1 - f / 4};
        v.additional_uvs[0] = {f, 2, 3, 4};
        v.deform = static_cast<DeformType>(i);
        if (v.deform != DeformType::bdef1) v.bones[1] = Index<Bone>{1};
        switch (v.deform) {
        case DeformType::bdef1: break;
        case DeformType::bdef2:
        case DeformType::sdef: v.weights = {0.25F, 0.75F, 0, 0}; break;
        case DeformType::bdef4:
        case DeformType::qdef:
            v.bones = {Index<Bone>{0}, Index<Bone>{1}, Index<Bone>{-1}, Index<Bone>{0}};
            v.weights = {0.5F, 0.25F, 0.125F, 0.125F};
            break;
        }
        if (v.deform == DeformType::sdef) v.sdef_points = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
        m.vertices.push_back(v);
    }
}

Material material(std::string_view name, ToonMode toon) {
    Material material;
    material.name = utf16(name);
    material.english_name = utf16("Skin");
    material.diffuse = {1, 0.5F, 0.25F, 1};
    material.flags.set(MaterialFlag::edge);
    material.texture = Index<Texture>{0};
    material.sphere_mode = SphereMode::multiply;
    material.toon_mode = toon;
    material.shared_toon = 3;
    material.memo = utf16("memo");
    material.index_count = 3;
    return material;
}

void add_bones(Model& m) {
    Bone plain;
    plain.name = utf16("センター");
    plain.english_name = utf16("center");
    plain.tail_offset = {0, 1, 0};
    m.bones.push_back(plain);
    Bone full;
    full.name = utf16("左ひざ");
    full.english_name = utf16("knee_L");
    full.position = {1, 2, 3};
    full.parent = Index<Bone>{0};
    full.layer = 1;
    full.flags.bits = 0x3FBF;
    full.tail_bone = Index<Bone>{0};
    full.append = {Index<Bone>{0}, 0.5F};
    full.fixed_axis = {0, 0, 1};
    full.external_parent_key = 7;
    full.local_axes.get_or_make().x = {0, 1, 0};
    Ik& ik = full.ik.get_or_make();
    ik.target = Index<Bone>{0};
    ik.loop_count = 40;
    ik.unit_angle = 2;
    ik.links.push_back(Index<Bone>{0}, {{-3, 0, 0}, {-0.008F, 0, 0}});
    ik.links.push_back(IkLink{Index<Bone>{1}, 0});
    m.bones.push_back(full);
}

void add_morphs(Model& m) {
    for (int type = 0; type <= 10; ++type) {
        Morph morph;
        morph.name = utf16("m" + std::to_string(type));
        morph.panel = static_cast<MorphPanel>(type % 5);
        morph.type = static_cast<MorphType>(type);
        switch (morph.type) {
        case MorphType::group:
        case MorphType::flip: morph.offsets.as<GroupOffset>().push_back({Index<Morph>{1}, 0.5F}); break;
        case MorphType::vertex: morph.offsets.as<VertexOffset>().push_back({Index<Vertex>{2}, {0, 1, 0}}); break;
        case MorphType::bone: morph.offsets.as<BoneOffset>().push_back({Index<Bone>{1}, {0, 1, 0}, {0, 0, 0, 1}}); break;
        case MorphType::material:
            morph.offsets.as<MaterialOffset>().push_back({Index<Material>{-1}, MaterialOperation::add, {}, {}, 1, {}, {}, 2, {}, {}, {}});
            break;
        case MorphType::impulse: morph.offsets.as<ImpulseOffset>().push_back({Index<RigidBody>{0}, 1, {1, 2, 3}, {4, 5, 6}}); break;
        default: morph.offsets.as<UvOffset>().push_back({Index<Vertex>{1}, {0.5F, 0.25F, 0, 0}}); break;
        }
        m.morphs.push_back(std::move(morph));
    }
}

void add_physics(Model& m) {
    RigidBody body;
    body.name = utf16("頭");
    body.bone = Index<Bone>{0};
    body.group = 2;
    body.collision_mask = 0xFFF7;
    body.shape = RigidShape::capsule;
    body.size = {1, 2, 0};
    body.mode = RigidMode::physics;
    m.rigid_bodies.push_back(body);
    Joint joint;
    joint.name = utf16("J");
    joint.rigid_body_a = Index<RigidBody>{0};
    joint.rigid_body_b = Index<RigidBody>{0};
    joint.angular_spring = {1, 2, 3};
    m.joints.push_back(joint);
    SoftBody soft;
    soft.name = utf16("布");
    soft.material = Index<Material>{0};
    soft.flags.set(SoftBodyFlag::clusters);
    soft.lst = 1;
    soft.anchors.push_back({Index<RigidBody>{0}, Index<Vertex>{4}, 1});
    soft.pins.push_back(Index<Vertex>{3});
    soft.pins.push_back(Index<Vertex>{0});
    m.soft_bodies.emplace().push_back(soft);
}

} // namespace

Model everything() {
    Model m;
    m.header.version = 2.1F;
    m.header.additional_uvs = 1;
    m.name = utf16("鏡");
    m.english_name = utf16("Kagami");
    m.comment = utf16("line\r\nline");
    add_vertices(m);
    m.faces.assign(std::vector{Index<Vertex>{0}, Index<Vertex>{1}, Index<Vertex>{2}, Index<Vertex>{2}, Index<Vertex>{3}, Index<Vertex>{4}});
    m.textures = {utf16("tex\\a.png"), utf16("b/c~d.png")};
    m.materials = {material("肌", ToonMode::texture), material("髪", ToonMode::shared)};
    add_bones(m);
    add_morphs(m);
    DisplayFrame frame;
    frame.name = utf16("Root");
    frame.special = 1;
    frame.elements.push_back(FrameElement(Index<Bone>{0}));
    frame.elements.push_back(FrameElement(Index<Morph>{1}));
    m.display_frames.push_back(frame);
    add_physics(m);
    return m;
}

std::vector<fs::path> corpus(std::uintmax_t largest) {
    std::vector<fs::path> files;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(fs::path(KAGAMI_CORPUS) / "pmx", error))
        if (entry.path().extension() == ".pmx" && entry.file_size() <= largest) files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

ExactCopy::ExactCopy(std::span<const std::byte> bytes) : block_(new std::byte[bytes.size()]), size_(bytes.size()) {
    std::ranges::copy(bytes, block_.get());
}

bool valid_utf8(std::string_view text) {
    const auto at = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    const auto tail = [&](std::size_t i, unsigned from = 0x80, unsigned to = 0xBF) { return at(i) >= from && at(i) <= to; };
    for (std::size_t i = 0; i < text.size();) { // the table of well-formed sequences in the Unicode standard
        const unsigned c = at(i);
        if (c <= 0x7F) {
            i += 1;
        } else if (c >= 0xC2 && c <= 0xDF && tail(i + 1)) {
            i += 2;
        } else if (c >= 0xE0 && c <= 0xEF && tail(i + 1, c == 0xE0 ? 0xA0 : 0x80, c == 0xED ? 0x9F : 0xBF) && tail(i + 2)) {
            i += 3;
        } else if (c >= 0xF0 && c <= 0xF4 && tail(i + 1, c == 0xF0 ? 0x90 : 0x80, c == 0xF4 ? 0x8F : 0xBF) && tail(i + 2) && tail(i + 3)) {
            i += 4;
        } else {
            return false;
        }
    }
    return true;
}

TemporaryFolder::TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "kagami-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
}
TemporaryFolder::~TemporaryFolder() {
    std::error_code error;
    fs::remove_all(path_, error);
}
std::vector<std::string> TemporaryFolder::names() const {
    std::vector<std::string> all;
    for (const auto& entry : fs::directory_iterator(path_)) all.push_back(entry.path().filename().string());
    std::ranges::sort(all);
    return all;
}

} // namespace kagami::test

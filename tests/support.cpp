#include "support.hpp"

#include "layout/generate.hpp"
#include "layout/hash.hpp"
#include "pmd/layout.hpp"
#include "pmx/layout.hpp"
#include "vmd/layout.hpp"
#include "vpd/layout.hpp"

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

// ---------------------------------------------------------------------------------------------- all formats

template <> pmx::Model random_document(std::uint64_t seed, std::size_t largest) {
    return random_model(seed, largest);
}
template <> pmd::Model random_document(std::uint64_t seed, std::size_t largest) {
    return layout::generate<pmd::Model>(pmd::Globals{}, seed, largest);
}
template <> vmd::Motion random_document(std::uint64_t seed, std::size_t largest) {
    vmd::Motion motion;
    constexpr std::array signatures{"Vocaloid Motion Data 0002", "Vocaloid Motion Data file", "Vocaloid Motion Data",
                                    "Vocaloid Motion Data 0002"};
    motion.header.signature.assign(signatures[seed % signatures.size()]);
    constexpr std::array encodings{Encoding::cp932, Encoding::gbk, Encoding::utf8};
    motion.encoding = encodings[seed / 4 % encodings.size()];
    layout::Generator<vmd::Globals> ar(vmd::Globals{}, seed, largest);
    describe(ar, motion);
    return motion;
}
template <> vpd::Pose random_document(std::uint64_t seed, std::size_t largest) {
    return vpd::read(raw(random_pose(seed, largest).text)).value();
}

template <class D> std::uint64_t hash_of(const D& document) {
    return layout::hash_of(document, layout::FormatOf<D>::globals(document));
}
template std::uint64_t hash_of(const pmx::Model&);
template std::uint64_t hash_of(const pmd::Model&);
template std::uint64_t hash_of(const vmd::Motion&);
template std::uint64_t hash_of(const vpd::Pose&);

std::string cp932(std::string_view utf8) {
    return std::string(encode(utf8, Encoding::cp932).value().bytes());
}

namespace {
template <std::size_t Size> FixedText<Size> fixed(std::string_view utf8) {
    return FixedText<Size>(cp932(utf8));
}
template <std::size_t Size> FixedText<Size> padded(std::string_view utf8, char filler) {
    FixedText<Size> text;
    std::string field = cp932(utf8) + '\0';
    field.resize(Size, filler);
    text.load(field.data());
    return text;
}

pmd::Bone pmd_bone(std::string_view name, pmd::BoneType type) {
    pmd::Bone bone;
    bone.name = padded<20>(name, '\xFD');
    bone.parent = Index<pmd::Bone>{type == pmd::BoneType::rotate_and_move ? -1 : 0};
    bone.tail = Index<pmd::Bone>{1};
    bone.type = type;
    bone.reference = Index<pmd::Bone>{2};
    bone.percent = 150;
    bone.position = {1, 2, 3};
    return bone;
}
} // namespace

template <> pmx::Model small_document() {
    return everything();
}

template <> pmd::Model small_document() {
    pmd::Model m;
    m.header.name = padded<20>("鏡", '\xFD');
    m.header.comment = fixed<256>("一行目\n二行目");
    for (int i = 0; i < 3; ++i) {
        pmd::Vertex v;
        v.position = {static_cast<float>(i), 1, 2};
        v.normal = {0, 1, 0};
        v.uv = {0.25F, 0.5F};
        v.bones = {Index<pmd::Bone>{i}, Index<pmd::Bone>{0xFFFF}};
        v.weight = 70;
        m.vertices.push_back(v);
    }
    m.faces.assign(std::vector{Index<pmd::Vertex>{0}, Index<pmd::Vertex>{1}, Index<pmd::Vertex>{2}});
    pmd::Material material;
    material.opacity = 99;
    material.toon = 3;
    material.index_count = 3;
    material.texture = fixed<20>("能.bmp*a.spa");
    m.materials = {material};
    m.bones = {pmd_bone("センター", pmd::BoneType::rotate_and_move), pmd_bone("左足ＩＫ", pmd::BoneType::ik),
               pmd_bone("左ひじ捩", pmd::BoneType::follow_rotation), pmd_bone("左足", static_cast<pmd::BoneType>(77))};
    pmd::Ik ik;
    ik.bone = Index<pmd::Bone>{1};
    ik.target = Index<pmd::Bone>{3};
    ik.loop_count = 40;
    ik.unit_angle = 0.5F;
    ik.links.push_back(Index<pmd::Bone>{0});
    ik.links.push_back(Index<pmd::Bone>{2});
    m.iks = {ik, pmd::Ik{Index<pmd::Bone>{1}, Index<pmd::Bone>{2}, 1, 2, {}}};
    pmd::Morph base;
    base.name = fixed<20>("base");
    base.panel = pmd::MorphPanel::base;
    base.base_vertices.push_back({Index<pmd::Vertex>{2}, {1, 2, 3}});
    base.base_vertices.push_back({Index<pmd::Vertex>{0}, {4, 5, 6}});
    pmd::Morph mouth;
    mouth.name = fixed<20>("あ");
    mouth.panel = pmd::MorphPanel::mouth;
    mouth.offsets.push_back({Index<pmd::BaseVertex>{1}, {0, 1, 0}});
    m.morphs = {base, mouth};
    m.morph_list = {Index<pmd::Morph>{1}};
    m.frame_names = {fixed<50>("体\n"), fixed<50>("足\n")};
    m.frame_bones = {{Index<pmd::Bone>{0}, 1}, {Index<pmd::Bone>{3}, 2}};
    m.english->flag = 1;
    m.english->name = padded<20>("Kagami", '\xFD');
    m.english->comment = fixed<256>("a model");
    m.english->bone_names = {fixed<20>("center"), fixed<20>("leg IK_L"), fixed<20>("twist"), fixed<20>("leg_L")};
    m.english->morph_names = {fixed<20>("a")};
    m.english->frame_names = {fixed<50>("body"), fixed<50>("legs")};
    m.toon_names[3].assign("own.bmp");
    pmd::RigidBody body;
    body.name = padded<20>("leg_R", '1');
    body.bone = Index<pmd::Bone>{-1};
    body.group = 2;
    body.collision_mask = 0xFFF7;
    body.shape = RigidShape::capsule;
    body.size = {1, 2, 0};
    body.mode = RigidMode::physics_with_bone;
    m.rigid_bodies.emplace() = {body, body};
    pmd::Joint joint;
    joint.name = fixed<20>("J");
    joint.rigid_body_a = Index<pmd::RigidBody>{0};
    joint.rigid_body_b = Index<pmd::RigidBody>{1};
    joint.angular_spring = {1, 2, 3};
    m.joints.emplace() = {joint};
    m.trailing.assign(raw("tail"));
    return m;
}

namespace {
void add_keys(vmd::Motion& m) {
    for (std::uint32_t i = 0; i < 3; ++i) {
        vmd::BoneKey bone{i == 1 ? fixed<15>("左足ＩＫ") : padded<15>("センター", '\xFD'), 30 - i, {0.1F, 2, 3}, {0, 0, 0, 1}, {}};
        for (std::size_t k = 0; k < bone.curves.size(); ++k) bone.curves[k] = static_cast<std::uint8_t>(k * 2 + i);
        m.bone_keys.push_back(bone);
    }
    m.morph_keys.push_back({fixed<15>("あ"), 7, 0.5F});
    m.morph_keys.push_back({fixed<15>("７文字と半端なa"), 8, -0.0F});
    vmd::CameraKey camera;
    camera.frame = 60;
    camera.target = {1, 2, 3};
    camera.rotation = {4, 5, 6};
    camera.curves.fill(20);
    camera.short_curve = {1, 2, 3, 4};
    camera.parallel = 1;
    m.camera_keys.push_back(camera);
    m.light_keys.push_back({5, {1, 0.5F, 0.25F}, {0, -1, 0}});
}
} // namespace

template <> vmd::Motion small_document() {
    vmd::Motion m;
    m.header.model_name = padded<20>("鏡", 'x');
    add_keys(m);
    m.shadow_keys.push_back({6, static_cast<vmd::ShadowMode>(9), 0.25F});
    m.shadow_keys.push_back({7, vmd::ShadowMode::mode2, 0.5F});
    m.property_keys.resize(2);
    m.property_keys[0].frame = 9;
    m.property_keys[0].iks.push_back({padded<20>("左足ＩＫ", 'z'), 0});
    m.property_keys[0].iks.push_back({fixed<20>("右足ＩＫ"), 1});
    m.property_keys[1].visible = 0;
    m.trailing.assign(raw("Nuthouse01"));
    return m;
}

vmd::Motion version_1() {
    vmd::Motion m;
    m.header.signature = padded<30>("Vocaloid Motion Data file", 'J');
    m.header.short_model_name = fixed<10>("鏡");
    add_keys(m);
    m.trailing.assign(raw("tail"));
    return m;
}

template <> vpd::Pose small_document() {
    const std::string text = "Vocaloid Pose Data file\r\n\r\nミク.osm;\t\t// 親ファイル名\r\n3;\t\t\t\t// 総ポーズボーン数\r\n\r\n"
                             "Bone0{ボーン{表}\r\n  0.000000,-0.000000,1.500000;\t\t\t\t// trans x,y,z\r\n"
                             "  0.000000,0.000000,0.000000,1.000000;\t\t// Quaternion x,y,z,w\r\n}\r\n\r\n"
                             "Morph0{あ\r\n  0.25;\r\n}\r\n// a comment\nBone77 {マ // another\n1e-3 , +1,.5 ;\n0,0,0,1;}\n\r\nthe end";
    return vpd::read(raw(cp932(text))).value();
}

// ---------------------------------------------------------------------------------------------- poses

namespace {
class PoseMaker {
public:
    explicit PoseMaker(std::uint64_t seed) : random_(seed), line_end_(one_of<std::string>({"\r\n", "\n"})) {}

    PoseText make(std::size_t largest) {
        pose_.encoding = below(3) == 0 ? Encoding::utf8 : Encoding::cp932;
        const bool mark = pose_.encoding == Encoding::utf8 && below(2) == 0;
        if (mark) add("\xEF\xBB\xBF");
        add("Vocaloid Pose Data file" + blanks() + line_end() + (below(2) == 0 ? line_end() : gap()));
        pose_.model_file = name();
        pose_.model_file = pose_.model_file.substr(0, pose_.model_file.find(';')) + ".osm";
        add(pose_.model_file + ';' + encoded("\t\t// 親ファイル名") + line_end() + (below(2) == 0 ? "" : gap()));
        add(std::to_string(below(1000)) + blanks() + ';');
        pose_.header_end = pose_.text.size();
        add(encoded("\t\t\t\t// 総ポーズボーン数") + line_end());
        for (std::size_t n = below(largest + 1); n > 0; --n) block(n == 1);
        if (below(3) == 0) add(gap() + one_of<std::string>({"", "the end", "Bon", "} {", "// Bone0{"}));
        return std::move(pose_);
    }

private:
    void block(bool last) {
        PoseText::Block& b = pose_.blocks.emplace_back();
        b.bone = below(4) != 0;
        b.name = name();
        add((on_this_line_ ? blanks() : below(3) == 0 ? gap() : line_end()) + (b.bone ? "Bone" : "Morph"));
        add(one_of<std::string>({"", "0", "007", "123456789012345678901234567890"}) + blanks() + '{');
        add(b.name + (below(4) == 0 ? blank() + "// " + name() : "") + line_end());
        if (b.bone) {
            numbers(3);
            add(blanks() + ";" + (below(2) == 0 ? "\t\t\t\t// trans x,y,z" + line_end() : gap()));
            numbers(4);
        } else {
            numbers(1);
        }
        add(blanks() + ";" + (below(2) == 0 ? "\t\t// Quaternion x,y,z,w" + line_end() : gap()) + "}");
        b.end = pose_.text.size();
        on_this_line_ = !last && below(6) == 0; // then the next block begins right here
        if (!on_this_line_ && (!last || below(2) == 0)) add(one_of<std::string>({"", "", " ", "// }", " Bone1"}) + line_end());
    }
    void numbers(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            if (i != 0) add(blanks() + ',');
            add(below(3) == 0 ? gap() : "  ");
            const std::string spelling = one_of<std::string>(
                {"0.000000", "-0.000000", "1.500000", "1", "+1", "-.5", "5.", "1e-3", "1E+2", "-12.345678", "1e400", "-1e-60", "00001"});
            pose_.blocks.back().spellings.push_back(spelling);
            add(spelling);
        }
    }
    /// Blanks, line ends and comments, ending where a token may begin.
    std::string gap() {
        std::string out = blanks();
        for (std::size_t n = below(3); n > 0; --n) out += (below(3) == 0 ? "// " + name() + ",;{}" : "") + line_end() + blanks();
        return out;
    }
    std::string blank() { return one_of<std::string>({" ", "\t"}); }
    std::string blanks() { return below(3) == 0 ? blank() + blank() : ""; }
    std::string line_end() { return below(20) == 0 ? one_of<std::string>({"\r\n", "\n", "\r"}) : line_end_; }
    /// Second bytes of these in CP932 are 5C, 7B, 7C and 7D.
    std::string name() {
        return encoded(one_of<std::string>({"センター", "ソ表能", "ボ", "ポ", "マ", "ボ{マ}", "a b", "右ひじ,;", "x//y", "}"}));
    }
    std::string encoded(std::string_view utf8) { return pose_.encoding == Encoding::utf8 ? std::string(utf8) : cp932(utf8); }
    void add(const std::string& bytes) { pose_.text += bytes; }
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
    template <class T> T one_of(std::initializer_list<const char*> all) { return T(all.begin()[below(all.size())]); }

    std::mt19937_64 random_;
    std::string line_end_;
    bool on_this_line_ = false;
    PoseText pose_;
};
} // namespace

PoseText random_pose(std::uint64_t seed, std::size_t largest) {
    return PoseMaker(seed).make(largest);
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

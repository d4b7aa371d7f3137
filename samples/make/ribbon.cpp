// A second, small model for what only version 2.1 has: a flagpole with a ribbon, a flag as a soft body, a rope drawn as
// lines, sparks drawn as points, and a row of bodies hung on one joint of each type. Texts are UTF-8.
#include "figure.hpp"

namespace samples {

using namespace kagami;

namespace {

using pmx::DeformType;

Text utf8(std::string_view s) {
    return Text(s);
}

template <class T> Index<T> number(std::size_t n) {
    return Index<T>(static_cast<std::int32_t>(n));
}

constexpr double pole_height = 8;
constexpr int ribbon_bones = 4;
constexpr int flag_rows = 9, flag_columns = 13, rope_points = 25;

enum Bones { root_bone, pole_bone, ribbon_bone, echo_bone = ribbon_bone + ribbon_bones };
enum Materials { ribbon_material, pole_material, flag_material, rope_material, spark_material };

class Ribbon {
public:
    pmx::Model make() {
        model.header.version = 2.1F;
        model.header.encoding = Encoding::utf8;
        model.header.additional_uvs = 2;
        model.name = utf8("かがみの旗");
        model.english_name = utf8("Kagami's flag");
        model.comment = utf8("PMX "
                             "2."
                             "1だけにある機能の見本です。\r\nQDEF・ソフトボディ・フリップモーフ・インパルスモーフ・六種類のジョイントを使っ"
                             "ています。\r\n\r\n"
                             "すべてプログラムで作られています。ライセンス：MIT。\r\n");
        model.english_comment =
            utf8("A sample of what only PMX 2.1 has: QDEF, soft bodies, flip and impulse morphs, six types of joints.\r\n\r\n"
                 "All made by code. MIT licence.\r\n");
        for (const char* file : {"textures\\ribbon.png", "textures\\sphere.png", "textures\\toon_cloth.png"})
            model.textures.push_back(utf8(file));
        bones();
        ribbon();
        pole();
        flag();
        rope();
        sparks();
        physics();
        morphs();
        frames();
        pmx::fit(model);
        return std::move(model);
    }

private:
    using Weights = std::array<double, 4>;

    std::size_t vertex(const Point& p, Vec4 uv1, Vec4 uv2) {
        pmx::Vertex v = vertex_of(p);
        v.additional_uv(0) = uv1;
        v.additional_uv(1) = uv2;
        model.vertices.push_back(v);
        return model.vertices.size() - 1;
    }
    void triangle(std::size_t a, std::size_t b, std::size_t c) {
        for (const std::size_t v : {a, b, c}) model.faces.push_back(number<pmx::Vertex>(v));
    }
    /// All faces since the last material.
    pmx::Material& material(const char* name, const char* english, Vec4 diffuse) {
        pmx::Material m;
        m.name = utf8(name);
        m.english_name = utf8(english);
        m.diffuse = diffuse;
        m.ambient = {0.5F, 0.5F, 0.5F};
        m.toon_texture = number<pmx::Texture>(2);
        m.index_count = static_cast<std::int32_t>(model.faces.size()) - used_;
        used_ = static_cast<std::int32_t>(model.faces.size());
        return model.materials.emplace_back(m);
    }

    pmx::Bone& bone(const std::string& name, const std::string& english, V3 at, int parent) {
        pmx::Bone& b = model.bones.emplace_back();
        b.name = utf8(name);
        b.english_name = utf8(english);
        b.position = stored(at);
        b.parent = Index<pmx::Bone>(parent);
        for (const auto flag : {pmx::BoneFlag::rotatable, pmx::BoneFlag::visible, pmx::BoneFlag::operable}) b.flags.set(flag);
        return b;
    }

    static V3 ribbon_at(double t) { return {0.3 + 5 * t, pole_height - 0.3 - 0.8 * t, -0.4 + 0.5 * std::sin(t * 2 * pi)}; }

    void bones() {
        bone("全ての親", "root", {}, -1).flags.set(pmx::BoneFlag::movable);
        bone("棒", "pole", {0, 0.5, 0}, root_bone).tail_offset = {0, 7.5F, 0};
        for (int k = 0; k < ribbon_bones; ++k) {
            pmx::Bone& b = bone(numbered("リボン", k + 1), "ribbon " + std::to_string(k + 1),
                                ribbon_at(static_cast<double>(k) / ribbon_bones), k == 0 ? pole_bone : ribbon_bone + k - 1);
            b.flags.set(pmx::BoneFlag::tail_is_bone, k + 1 < ribbon_bones);
            if (k + 1 < ribbon_bones)
                b.tail_bone = Index<pmx::Bone>(ribbon_bone + k + 1);
            else
                b.tail_offset = {1, 0, 0};
        }
        // follows half of where the first ribbon bone is and how it is turned
        pmx::Bone& echo = bone("影", "echo", {-2, 4, 0}, root_bone);
        echo.layer = 1;
        for (const auto flag :
             {pmx::BoneFlag::movable, pmx::BoneFlag::append_local, pmx::BoneFlag::append_rotation, pmx::BoneFlag::append_translation})
            echo.flags.set(flag);
        echo.append = {Index<pmx::Bone>(ribbon_bone), 0.5F};
        echo.tail_offset = {0, -1, 0};
    }

    void ribbon() {
        constexpr int rows = 5, columns = 33;
        Mesh mesh;
        mesh.grid(rows, columns, [](int i, int j) {
            const double t = static_cast<double>(j) / (columns - 1);
            Point p;
            p.position = ribbon_at(t) + V3{0, 0.4 * (i / 4.0 - 0.5), 0.05 * std::sin(9 * t)};
            p.uv = {i / 4.0, t * 3};
            // four bones around each place, so that dual quaternions have something to blend
            for (int k = 0; k < ribbon_bones; ++k) p.skin.add(ribbon_bone + k, 0.02 + bell((t * ribbon_bones - k - 0.5) / 0.9));
            return p;
        });
        mesh.smooth_normals();
        for (const Point& p : mesh.points) {
            const std::size_t n = vertex(p, {stored(p.uv.x), stored(p.uv.y), 0, 0}, {0, 0, 0, 0});
            if (model.vertices.deforms()[n] == DeformType::bdef4) model.vertices.deforms()[n] = DeformType::qdef;
        }
        for (const Triangle& f : mesh.faces)
            triangle(static_cast<std::size_t>(f[0]), static_cast<std::size_t>(f[1]), static_cast<std::size_t>(f[2]));
        pmx::Material& m = material("リボン", "Ribbon", {1, 1, 1, 0.875F});
        m.texture = number<pmx::Texture>(0);
        m.sphere_texture = number<pmx::Texture>(1);
        m.sphere_mode = pmx::SphereMode::sub_texture; // its coordinates are additional UV 1
        m.flags.set(pmx::MaterialFlag::double_sided);
        m.memo = utf8("QDEFで曲がるリボンです。\r\n");
    }

    void pole() {
        std::vector<Ring> rings;
        for (const V2 s : {V2{0, 0.5}, V2{0.12, 0.5}, V2{0.18, 0.12}, V2{4, 0.1}, V2{pole_height, 0.09}, V2{pole_height + 0.05, 0.16},
                           V2{pole_height + 0.25, 0.12}})
            rings.push_back({{0, s.x, 0}, {s.y, 0, 0}, {0, 0, -s.y}, s.x / 8});
        Mesh mesh = loft(rings, {.columns = 12, .cap_start = true, .cap_end = true});
        mesh.set_skin([](V3 p) { return blend(Skin(root_bone), Skin(pole_bone), smooth(0.1, 0.4, p.y)); });
        add(mesh, {0.75F, 0.625F, 0.5F, 1});
        pmx::Material& m = material("棒", "Pole", {0.75F, 0.625F, 0.5F, 1});
        m.flags.set(pmx::MaterialFlag::edge);
        m.flags.set(pmx::MaterialFlag::ground_shadow);
        m.toon_mode = pmx::ToonMode::shared;
        m.shared_toon = 2;
    }

    std::size_t add(const Mesh& mesh, Vec4 colour) {
        const std::size_t first = model.vertices.size();
        for (const Point& p : mesh.points) vertex(p, colour, {stored(p.uv.x), stored(p.uv.y), 0, 0});
        for (const Triangle& f : mesh.faces)
            triangle(first + static_cast<std::size_t>(f[0]), first + static_cast<std::size_t>(f[1]),
                     first + static_cast<std::size_t>(f[2]));
        return first;
    }

    void flag() {
        Mesh mesh;
        mesh.grid(flag_rows, flag_columns, [](int i, int j) {
            Point p;
            p.position = {0.1 + 0.3 * j, 3.5 + 0.3 * i, 0.08 * std::sin(0.9 * j)};
            p.uv = {static_cast<double>(j) / (flag_columns - 1), 1 - static_cast<double>(i) / (flag_rows - 1)};
            p.skin = Skin(pole_bone);
            return p;
        });
        mesh.smooth_normals();
        flag_ = model.vertices.size();
        for (std::size_t k = 0; k < mesh.points.size(); ++k) {
            const Point& p = mesh.points[k];
            // a colour for each vertex: two fields with a round mirror
            const double u = p.uv.x - 0.5, v = (p.uv.y - 0.5) * 0.66;
            const bool mirror = std::sqrt(u * u + v * v) < 0.2;
            const Vec4 colour = mirror ? Vec4{1, 1, 1, 1} : u < 0 ? Vec4{0.25F, 0.25F, 0.5F, 1} : Vec4{0.5F, 0.875F, 0.875F, 1};
            vertex(p, colour, {stored(p.uv.x), stored(p.uv.y), 0, 0});
        }
        for (const Triangle& f : mesh.faces)
            triangle(flag_ + static_cast<std::size_t>(f[0]), flag_ + static_cast<std::size_t>(f[1]),
                     flag_ + static_cast<std::size_t>(f[2]));
        pmx::Material& m = material("旗", "Flag", {1, 1, 1, 1});
        m.flags.set(pmx::MaterialFlag::double_sided);
        m.flags.set(pmx::MaterialFlag::vertex_color);
    }

    void rope() {
        rope_ = model.vertices.size();
        for (int k = 0; k < rope_points; ++k) {
            const double t = static_cast<double>(k) / (rope_points - 1);
            Point p;
            p.position = {-0.1 - 3 * t, pole_height - 0.4 - 6 * t + 1.6 * std::sin(pi * t) * -1, 0};
            p.normal = {0, 0, -1};
            p.uv = {0, t};
            p.skin = Skin(pole_bone);
            vertex(p, {0.5F, 0.375F, 0.25F, 1}, {});
        }
        for (std::size_t k = 0; k + 1 < rope_points; ++k) triangle(rope_ + k, rope_ + k + 1, rope_ + k); // A-B-A is a line
        pmx::Material& m = material("縄", "Rope", {1, 1, 1, 1});
        m.flags.set(pmx::MaterialFlag::lines);
        m.flags.set(pmx::MaterialFlag::vertex_color);
    }

    void sparks() {
        const std::size_t first = model.vertices.size();
        for (int k = 0; k < 16; ++k) {
            const double a = 2 * pi * k / 16, r = k % 2 == 0 ? 0.9 : 0.6;
            Point p;
            p.position = {r * std::cos(a), pole_height + 0.2 + r * std::sin(a), 0};
            p.normal = {0, 0, -1};
            p.skin = Skin(pole_bone);
            vertex(p, {1, k % 2 == 0 ? 0.875F : 0.75F, 0.5F, 1}, {});
            const std::size_t v = first + static_cast<std::size_t>(k);
            triangle(v, v, v); // A-A-A is a point
        }
        pmx::Material& m = material("光", "Sparks", {1, 1, 1, 1});
        m.flags.set(pmx::MaterialFlag::points);
        m.flags.set(pmx::MaterialFlag::vertex_color);
        m.edge_size = 4; // of points: their size
    }

    void physics();
    void soft_bodies();
    void morphs();
    void frames();

    pmx::Model model;
    std::int32_t used_ = 0;
    std::size_t flag_ = 0, rope_ = 0;
};

void Ribbon::physics() {
    const auto body = [&](const std::string& name, const std::string& english, int bone, pmx::RigidShape shape, Vec3 size, V3 at,
                          pmx::RigidMode mode) {
        pmx::RigidBody& b = model.rigid_bodies.emplace_back();
        b.name = utf8(name);
        b.english_name = utf8(english);
        b.bone = Index<pmx::Bone>(bone);
        b.shape = shape;
        b.size = size;
        b.position = stored(at);
        b.linear_damping = b.angular_damping = 0.5F;
        b.friction = 0.5F;
        b.mode = mode;
        return model.rigid_bodies.size() - 1;
    };
    using enum pmx::RigidShape;
    const std::size_t pole = body("棒", "pole", pole_bone, capsule, {0.125F, 7.5F, 0}, {0, 4, 0}, pmx::RigidMode::follow_bone);
    for (int k = 0; k < ribbon_bones; ++k) {
        const bool last = k + 1 == ribbon_bones;
        const V3 at = mix(ribbon_at(static_cast<double>(k) / ribbon_bones), ribbon_at((k + 1.0) / ribbon_bones), 0.5);
        body(numbered("リボン", k + 1), "ribbon " + std::to_string(k + 1), ribbon_bone + k, k % 2 == 0 ? box : sphere,
             {0.5F, 0.1875F, 0.0625F}, at, last ? pmx::RigidMode::physics_with_bone : pmx::RigidMode::physics);
    }
    body("影", "echo", echo_bone, sphere, {0.25F, 0, 0}, {-2, 3.5, 0}, pmx::RigidMode::physics);
    body("重り", "weight", -1, box, {0.25F, 0.25F, 0.25F}, {-3, 1, 0}, pmx::RigidMode::physics);

    const auto joint = [&](const char* name, const char* english, pmx::JointType type, std::size_t a, std::size_t b, V3 at) -> pmx::Joint& {
        pmx::Joint& j = model.joints.emplace_back();
        j.name = utf8(name);
        j.english_name = utf8(english);
        j.type = type;
        j.rigid_body_a = number<pmx::RigidBody>(a);
        j.rigid_body_b = number<pmx::RigidBody>(b);
        j.position = stored(at);
        j.angular_lower = {-0.5F, -0.25F, -0.5F};
        j.angular_upper = {0.5F, 0.25F, 0.5F};
        return j;
    };
    using enum pmx::JointType;
    joint("ばね", "spring", spring_6dof, pole, 1, ribbon_at(0)).angular_spring = {10, 10, 10};
    joint("六軸", "six axes", six_dof, 1, 2, ribbon_at(0.25));
    pmx::Joint& point = joint("点", "point", point_to_point, 2, 3, ribbon_at(0.5));
    point.angular_lower = point.angular_upper = {};
    pmx::Joint& cone = joint("円錐", "cone", cone_twist, 3, 4, ribbon_at(0.75));
    cone.angular_lower = {0.25F, 0.5F, 0.5F}; // twist, swing 2, swing 1
    cone.angular_upper = {};
    cone.linear_spring = {1, 0.3125F, 1}; // softness, bias, relaxation
    pmx::Joint& rail = joint("滑り", "slider", slider, pole, 6, {-3, 1, 0});
    rail.linear_lower = {-1, 0, 0};
    rail.linear_upper = {1, 0, 0};
    rail.linear_spring = {1, 0.5F, 2}; // motor on, velocity, force
    pmx::Joint& door = joint("蝶番", "hinge", hinge, pole, 5, {-1, 3.5, 0});
    door.linear_spring = {0.875F, 0.3125F, 1};
    soft_bodies();
}

void Ribbon::soft_bodies() {
    auto& list = model.soft_bodies.emplace();
    const auto soft = [&](const char* name, const char* english, pmx::SoftBodyShape shape, Materials material) -> pmx::SoftBody& {
        pmx::SoftBody& s = list.emplace_back();
        s.name = utf8(name);
        s.english_name = utf8(english);
        s.shape = shape;
        s.material = Index<pmx::Material>(material);
        s.group = 1;
        s.collision_mask = 0xFFFD;
        s.b_link_distance = 2;
        s.margin = 0.0625F;
        s.vcf = 1;
        s.df = 0.25F;
        s.chr = 1;
        s.khr = 0.125F;
        s.shr = 1;
        s.ahr = 0.75F;
        s.srhr = 0.125F;
        s.skhr = 1;
        s.sshr = 0.5F;
        s.sr_splt = s.sk_splt = s.ss_splt = 0.5F;
        s.p_it = 2;
        s.lst = s.ast = s.vst = 1;
        return s;
    };
    pmx::SoftBody& cloth = soft("旗", "flag", pmx::SoftBodyShape::tri_mesh, flag_material);
    cloth.flags.set(pmx::SoftBodyFlag::b_links);
    cloth.flags.set(pmx::SoftBodyFlag::randomise_links);
    cloth.aero_model = pmx::AeroModel::v_two_sided;
    cloth.dg = 0.03125F;
    cloth.lf = 0.03125F;
    cloth.mass = 0.5F;
    // the pole holds the near edge; two corners are pinned as well
    for (int i = 0; i < flag_rows; i += 2)
        cloth.anchors.push_back({Index<pmx::RigidBody>(0), number<pmx::Vertex>(flag_ + static_cast<std::size_t>(i * flag_columns)),
                                 static_cast<std::uint8_t>(i == 0 ? 1 : 0)});
    cloth.pins.push_back(number<pmx::Vertex>(flag_));
    cloth.pins.push_back(number<pmx::Vertex>(flag_ + (flag_rows - 1) * flag_columns));

    pmx::SoftBody& cord = soft("縄", "rope", pmx::SoftBodyShape::rope, rope_material);
    cord.flags.set(pmx::SoftBodyFlag::clusters);
    cord.cluster_count = 4;
    cord.aero_model = pmx::AeroModel::f_one_sided;
    cord.anchors.push_back({Index<pmx::RigidBody>(6), number<pmx::Vertex>(rope_ + rope_points - 1), 1});
    cord.pins.push_back(number<pmx::Vertex>(rope_));
}

void Ribbon::morphs() {
    const auto begin = [&](const char* name, const char* english, pmx::MorphType type) -> pmx::MorphOffsets& {
        pmx::Morph& m = model.morphs.emplace_back();
        m.name = utf8(name);
        m.english_name = utf8(english);
        m.type = type;
        return m.offsets;
    };
    using enum pmx::MorphType;
    const auto bend_flag = [&](const char* name, const char* english, double (*depth)(double)) {
        auto& offsets = begin(name, english, vertex).as<pmx::VertexOffset>();
        for (std::size_t k = 0; k < flag_rows * flag_columns; ++k)
            if (k % flag_columns != 0) // the edge at the pole stays
                offsets.push_back(
                    {number<pmx::Vertex>(flag_ + k), {0, 0, stored(depth(static_cast<double>(k % flag_columns) / (flag_columns - 1)))}});
    };
    bend_flag("波", "wave", [](double t) { return 0.4 * t * std::sin(7 * t); });
    bend_flag("ふくらみ", "swell", [](double t) { return -0.8 * std::sin(pi * t); });
    auto& slide = begin("模様移動", "pattern move", additional_uv1).as<pmx::UvOffset>();
    for (std::size_t k = 0; k < 5 * 33; ++k) slide.push_back({number<pmx::Vertex>(k), {0, 0.5F, 0, 0}});
    auto& second = begin("第二UV", "second UV", additional_uv2).as<pmx::UvOffset>();
    for (std::size_t k = 0; k < flag_columns; ++k) second.push_back({number<pmx::Vertex>(flag_ + k), {0.25F, 0, 0.5F, 1}});
    auto& curl = begin("巻き", "curl", bone).as<pmx::BoneOffset>();
    for (int k = 0; k < ribbon_bones; ++k)
        curl.push_back({Index<pmx::Bone>(ribbon_bone + k), {}, {0, stored(std::sin(0.4), 65536), 0, stored(std::cos(0.4), 65536)}});
    // flip: as the value rises, first one shape shows, then the other
    auto& choose = begin("切替", "switch", flip).as<pmx::GroupOffset>();
    choose.push_back({Index<pmx::Morph>(0), 1});
    choose.push_back({Index<pmx::Morph>(1), 1});
    auto& gust = begin("突風", "gust", impulse).as<pmx::ImpulseOffset>();
    for (std::int32_t k = 1; k <= ribbon_bones; ++k)
        gust.push_back({Index<pmx::RigidBody>(k), static_cast<std::uint8_t>(k == 1 ? 1 : 0), {0, 2, -4}, {0.5F, 0, 0}});
    auto& stop = begin("停止", "stop", impulse).as<pmx::ImpulseOffset>();
    for (std::int32_t k = 1; k <= ribbon_bones; ++k) stop.push_back({Index<pmx::RigidBody>(k), 0, {}, {}});
    auto& both = begin("波と巻き", "wave and curl", group).as<pmx::GroupOffset>();
    both.push_back({Index<pmx::Morph>(0), 0.5F});
    both.push_back({Index<pmx::Morph>(4), 0.75F});
}

void Ribbon::frames() {
    const auto frame = [&](const char* name, const char* english, std::uint8_t special) -> pmx::DisplayFrame& {
        pmx::DisplayFrame& f = model.display_frames.emplace_back();
        f.name = utf8(name);
        f.english_name = utf8(english);
        f.special = special;
        return f;
    };
    const auto put = [](pmx::DisplayFrame& f, int bone) {
        pmx::FrameElement element;
        element.bone = Index<pmx::Bone>(bone);
        f.elements.push_back(element);
    };
    put(frame("Root", "Root", 1), root_bone);
    pmx::DisplayFrame& expressions = frame("表情", "Exp", 1);
    for (std::size_t m = 0; m < model.morphs.size(); ++m) {
        pmx::FrameElement element;
        element.kind = pmx::FrameElementKind::morph;
        element.morph = number<pmx::Morph>(m);
        expressions.elements.push_back(element);
    }
    pmx::DisplayFrame& rest = frame("骨", "Bones", 0);
    for (int b = pole_bone; b <= echo_bone; ++b) put(rest, b);
}

} // namespace

pmx::Model make_ribbon() {
    return Ribbon().make();
}

} // namespace samples

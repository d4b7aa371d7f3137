#include "figure.hpp"

namespace samples {

using namespace kagami;

namespace {

constexpr std::uint8_t body_group = 0, hair_group = 1, skirt_group = 2, sash_group = 3;
/// A set bit means: collides with that group.
constexpr std::uint16_t with_body = 1, with_all_but_body = 0xFFFE;

struct Shape {
    pmx::RigidShape shape = pmx::RigidShape::sphere;
    Vec3 size;
    V3 position, rotation;
};

/// Euler angles (y, then x, then z applied first) that bring the y axis to `up`.
V3 rotation_of(V3 up) {
    const V3 u = unit(up);
    const double x = std::acos(std::clamp(u.y, -1.0, 1.0));
    const double flat = std::sqrt(u.x * u.x + u.z * u.z);
    return {x, flat < 1e-6 ? 0 : std::atan2(u.x, u.z), 0};
}

Shape capsule(V3 from, V3 to, double radius) {
    const double height = std::max(length(to - from) - radius, 0.05);
    return {pmx::RigidShape::capsule, {stored(radius), stored(height), 0}, (from + to) * 0.5, rotation_of(from - to)};
}

class Physics {
public:
    Physics(pmx::Model& model, const Rig& rig) : model_(model), rig_(rig) {}

    int body(const std::string& bone, const Shape& shape, std::uint8_t group, std::uint16_t mask, pmx::RigidMode mode, double mass,
             double damping) {
        pmx::RigidBody b;
        const int number = rig_[bone];
        b.name = text(bone);
        b.english_name = text(rig_.english(number));
        b.bone = Index<pmx::Bone>(number);
        b.group = group;
        b.collision_mask = mask;
        b.shape = shape.shape;
        b.size = shape.size;
        b.position = stored(shape.position);
        b.rotation = stored(shape.rotation);
        b.mass = stored(mass);
        b.linear_damping = stored(damping);
        b.angular_damping = stored(damping);
        b.restitution = 0;
        b.friction = 0.5F;
        b.mode = mode;
        model_.rigid_bodies.push_back(b);
        bodies_.emplace(bone, static_cast<int>(model_.rigid_bodies.size()) - 1);
        return static_cast<int>(model_.rigid_bodies.size()) - 1;
    }
    /// A body of the figure itself: it follows its bone.
    void solid(const std::string& bone, const Shape& shape) {
        body(bone, shape, body_group, with_all_but_body, pmx::RigidMode::follow_bone, 1, 0.5);
    }

    struct Limits {
        double swing = 0, twist = 0, slack = 0, spring = 0; ///< degrees, units
    };
    void joint(const std::string& name, const std::string& english, int a, int b, V3 at, V3 rotation, const Limits& limits) {
        pmx::Joint j;
        j.name = text(name);
        j.english_name = text(english);
        j.rigid_body_a = Index<pmx::RigidBody>(a);
        j.rigid_body_b = Index<pmx::RigidBody>(b);
        j.position = stored(at);
        j.rotation = stored(rotation);
        const V3 slack{limits.slack, limits.slack, limits.slack},
            angle{degrees(limits.swing), degrees(limits.twist), degrees(limits.swing)};
        j.linear_lower = stored(-slack);
        j.linear_upper = stored(slack);
        j.angular_lower = stored(-angle);
        j.angular_upper = stored(angle);
        j.angular_spring = stored({limits.spring, limits.spring, limits.spring});
        model_.joints.push_back(j);
    }

    struct ChainStyle {
        std::uint8_t group;
        std::uint16_t mask;
        double radius, mass, damping;
        Limits limits;
    };
    /// Capsules from joint to joint, each hung on the one before; the bones' names end in numbers.
    void chain(const std::string& name, int count, const std::string& anchor, const std::vector<V3>& joints, const ChainStyle& style) {
        int above = bodies_.at(anchor);
        for (int k = 0; k < count; ++k) {
            const auto i = static_cast<std::size_t>(k);
            const std::string bone = count == 1 ? name : numbered(name, k + 1);
            const Shape shape = capsule(joints[i], joints[i + 1], style.radius * (1 - 0.1 * k));
            const int here = body(bone, shape, style.group, style.mask, pmx::RigidMode::physics, style.mass * (1 - 0.2 * k), style.damping);
            joint(bone, rig_.english(rig_[bone]), above, here, joints[i], shape.rotation, style.limits);
            above = here;
        }
    }
    [[nodiscard]] int of(const std::string& bone) const { return bodies_.at(bone); }

private:
    pmx::Model& model_;
    const Rig& rig_;
    std::map<std::string, int, std::less<>> bodies_;
};

std::vector<V3> joints_along(V3 (*path)(double), int count, int side) {
    std::vector<V3> joints;
    for (int k = 0; k <= count; ++k) {
        const V3 at = path(static_cast<double>(k) / count);
        joints.push_back({at.x * side, at.y, at.z});
    }
    return joints;
}

void solids(Physics& p, const Rig& rig) {
    const auto sphere = [](V3 at, double r) { return Shape{pmx::RigidShape::sphere, {stored(r), 0, 0}, at, {}}; };
    p.solid("頭", sphere({0, 18.1, 0.12}, 1.4));
    p.solid("首", capsule({0, 16.6, 0.25}, {0, 15.5, 0.16}, 0.4));
    p.solid("上半身2", capsule({0.55, 14.3, 0.05}, {-0.55, 14.3, 0.05}, 0.75));
    p.solid("上半身", capsule({0, 13.7, 0.06}, {0, 12.3, 0.06}, 0.75));
    p.solid("下半身", capsule({0.8, 11.3, 0.16}, {-0.8, 11.3, 0.16}, 0.7));
    for (const std::string l : {"左", "右"}) {
        p.solid(l + "肩", capsule(rig.at(l + "肩"), rig.at(l + "腕"), 0.45));
        p.solid(l + "腕", capsule(rig.at(l + "腕"), rig.at(l + "ひじ"), 0.42));
        p.solid(l + "ひじ", capsule(rig.at(l + "ひじ"), rig.at(l + "手首"), 0.32));
        const V3 wrist = rig.at(l + "手首"), elbow = rig.at(l + "ひじ");
        p.solid(l + "手首", capsule(wrist, wrist + unit(wrist - elbow) * 1.1, 0.28));
        p.solid(l + "足D", capsule(rig.at(l + "足"), rig.at(l + "ひざ"), 0.66));
        p.solid(l + "ひざD", capsule(rig.at(l + "ひざ"), rig.at(l + "足首"), 0.48));
        const V3 ankle = rig.at(l + "足首");
        p.solid(l + "足首D", Shape{pmx::RigidShape::box, {0.375F, 0.4375F, 0.9375F}, {ankle.x, 0.45, -0.25}, {}});
    }
}

void skirt(Physics& p) {
    std::array<std::array<int, skirt_rows>, skirt_columns> bodies{};
    for (int c = 0; c < skirt_columns; ++c)
        for (int r = 0; r < skirt_rows; ++r) {
            const double a = degrees(45) * c, t0 = skirt_joint(r), t1 = skirt_joint(r + 1);
            const V3 from = skirt_point(a, t0), to = skirt_point(a, t1), along_bone = unit(from - to);
            const double wide =
                length(skirt_point(a - degrees(22.5), (t0 + t1) / 2) - skirt_point(a + degrees(22.5), (t0 + t1) / 2)) / 2 * 0.85;
            // turned about y to its side of the skirt, then tilted outwards
            const double flat = std::sqrt(along_bone.x * along_bone.x + along_bone.z * along_bone.z);
            const V3 rotation{std::atan2(flat, along_bone.y), std::atan2(along_bone.x, along_bone.z), 0};
            const Shape box{
                pmx::RigidShape::box, {stored(wide), stored(length(from - to) / 2 * 0.95), 0.0625F}, (from + to) * 0.5, rotation};
            const std::string bone = skirt_bone(c, r);
            const auto ci = static_cast<std::size_t>(c), ri = static_cast<std::size_t>(r);
            bodies[ci][ri] = p.body(bone, box, skirt_group, with_body, pmx::RigidMode::physics, 0.5 - 0.1 * r, 0.75);
            const int above = r == 0 ? p.of("下半身") : bodies[ci][ri - 1];
            p.joint(bone, "skirt " + std::to_string(c + 1) + "-" + std::to_string(r + 1), above, bodies[ci][ri], from, rotation,
                    {.swing = r == 0 ? 25.0 : 15.0, .twist = 5, .spring = r == 0 ? 40.0 : 10.0});
        }
    for (int r = 1; r < skirt_rows; ++r)
        for (int c = 0; c < skirt_columns; ++c) {
            const auto ci = static_cast<std::size_t>(c), next = static_cast<std::size_t>((c + 1) % skirt_columns),
                       ri = static_cast<std::size_t>(r);
            const double a = degrees(45) * (c + 0.5), t = (skirt_joint(r) + skirt_joint(r + 1)) / 2;
            const std::string number = std::to_string(c + 1) + "-" + std::to_string(r + 1);
            p.joint("スカート横" + number, "skirt link " + number, bodies[ci][ri], bodies[next][ri], skirt_point(a, t), {0, -a, 0},
                    {.swing = 25, .twist = 25, .slack = 0.25, .spring = 5});
        }
}

} // namespace

void add_physics(pmx::Model& model, const Rig& rig) {
    Physics p(model, rig);
    solids(p, rig);
    for (const int side : {1, -1}) {
        const std::string l = side > 0 ? "左" : "右";
        p.chain(l + "髪", tail_bones, "頭", joints_along(tail_path, tail_bones, side),
                {hair_group, with_body, 0.34, 0.75, 0.8, {.swing = 25, .twist = 8, .spring = 20}});
        p.chain(l + "横髪", lock_bones, "頭", joints_along(lock_path, lock_bones, side),
                {hair_group, 0, 0.16, 0.375, 0.85, {.swing = 10, .twist = 5, .spring = 30}});
        p.chain(l + "帯", 3, "上半身", joints_along(sash_path, 3, side),
                {sash_group, 0, 0.2, 0.25, 0.9, {.swing = 20, .twist = 10, .spring = 5}});
    }
    p.chain("あほ毛", 1, "頭", {antenna_path(0), antenna_path(1)},
            {hair_group, 0, 0.1, 0.125, 0.9, {.swing = 15, .twist = 5, .spring = 60}});
    skirt(p);
}

} // namespace samples

#include "mini.hpp"

#include "rig.hpp"
#include "turn.hpp"

namespace samples {

using namespace kagami;

namespace {

constexpr std::uint8_t doll_group = 0, ribbon_group = 1;
/// A set bit means: collides with that group.
constexpr std::uint16_t with_doll = 1, with_all_but_doll = 0xFFFE;

/// Adds a body at a place in the model; it is stored relative to its bone.
pmd::RigidBody& body(pmd::Model& model, const char* bone, RigidShape shape, V3 size, V3 at) {
    pmd::RigidBody& b = model.rigid_bodies.emplace_back();
    b.name = mini_name(bone);
    b.bone = Index<pmd::Bone>(mini_bone(bone));
    b.group = doll_group;
    b.collision_mask = with_all_but_doll;
    b.shape = shape;
    b.size = stored(size);
    b.position = stored(at - mini_joint(bone));
    b.linear_damping = b.angular_damping = 0.5F;
    b.friction = 0.5F;
    return b;
}

Index<pmd::RigidBody> last(const pmd::Model& model) {
    return Index<pmd::RigidBody>(static_cast<std::int32_t>(model.rigid_bodies.size()) - 1);
}

/// A swinging piece from its bone to the next, hung on the body `above`.
void piece(pmd::Model& model, const char* bone, const char* next, Index<pmd::RigidBody> above, RigidMode mode, double mass) {
    const V3 from = mini_joint(bone), to = mini_joint(next);
    const double radius = 0.15, tilt = std::atan2(to.x - from.x, from.y - to.y); // in the plane of the mirror
    pmd::RigidBody& b = body(model, bone, RigidShape::capsule, {radius, length(to - from) - 2 * radius, 0}, mix(from, to, 0.5));
    b.group = ribbon_group;
    b.collision_mask = with_doll;
    b.rotation = stored(V3{0, 0, tilt});
    b.mass = stored(mass);
    b.linear_damping = b.angular_damping = 0.875F;
    b.mode = mode;

    pmd::Joint joint;
    joint.name = mini_name(bone);
    joint.rigid_body_a = above;
    joint.rigid_body_b = last(model);
    joint.position = stored(from);
    joint.rotation = b.rotation;
    joint.angular_lower = stored(V3{degrees(-20), degrees(-5), degrees(-30)});
    joint.angular_upper = stored(V3{degrees(20), degrees(5), degrees(30)});
    joint.angular_spring = {20, 20, 20};
    model.joints.push_back(joint);
}

} // namespace

void add_mini_physics(pmd::Model& model) {
    body(model, "下半身", RigidShape::sphere, {0.9, 0, 0}, {0, 3.6, 0});
    body(model, "上半身", RigidShape::capsule, {0.6, 0.6, 0}, {0, 5.1, 0});
    body(model, "頭", RigidShape::box, {1.5, 1.75, 0.2}, {0, 8.2, 0});
    const Index<pmd::RigidBody> head = last(model);
    piece(model, "飾り１", "飾り２", head, RigidMode::physics_with_bone, 0.25);
    piece(model, "飾り２", "飾り先", last(model), RigidMode::physics, 0.125);
}

} // namespace samples

// Places in a model, how they move, and what is kept at such places: vertices with their SDEF points and morphs, rigid
// bodies, joints.
#pragma once

#include "edit/bones.hpp"
#include "edit/operation.hpp"
#include "kagami/pmd.hpp"
#include "kagami/pmx.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace kagami::edit {

/// A place or a direction, exact enough for sums.
struct Place {
    double x = 0, y = 0, z = 0;
    Place() = default;
    Place(double px, double py, double pz) : x(px), y(py), z(pz) {}
    /*implicit*/ Place(const Vec3& v) : x(static_cast<double>(v.x)), y(static_cast<double>(v.y)), z(static_cast<double>(v.z)) {}

    friend Place operator+(const Place& a, const Place& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend Place operator-(const Place& a, const Place& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend Place operator*(const Place& a, double k) { return {a.x * k, a.y * k, a.z * k}; }
    /// Each component with its own.
    friend Place operator*(const Place& a, const Place& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
    friend bool operator==(const Place& a, const Place& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
};
[[nodiscard]] inline double dot(const Place& a, const Place& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
[[nodiscard]] inline double length_of(const Place& a) {
    return std::sqrt(dot(a, a));
}
[[nodiscard]] inline bool is_finite(const Place& a) {
    return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

/// How the space around an origin moves: all of it by `shift`, each place away from the origin by a part of its distance,
/// and along an axis each place by a part of its way from the origin to the axis's end. Beyond both ends it only shifts.
struct Field {
    Place origin, shift;
    Place growth;
    Place axis; ///< of length 1
    double length = 0, stretch = 0;

    /// How far a place moves. One that is not finite only shifts.
    [[nodiscard]] Place at(const Place& place) const;
    /// What lengths in a direction (of length 1) are multiplied by, but for the stretch.
    [[nodiscard]] double growth_along(const Place& direction) const;
};

/// Writes numbers into a model. What is not finite stays; what a float cannot hold is an error at the element named last.
class Values {
public:
    void at(const char* path, std::size_t element) { path_ = path, element_ = element; }
    /// Whether it changed.
    bool set(float& v, double to);
    bool set(Vec3& v, const Place& to);
    bool add(Vec3& v, const Place& by);
    [[nodiscard]] const std::optional<Error>& error() const { return error_; }

private:
    const char* path_ = "";
    std::size_t element_ = 0;
    std::optional<Error> error_;
};

/// How far a place that goes with an element of a list moves.
using Moves = std::function<Place(std::size_t element, const Place& place)>;

/// Moves vertices, their SDEF points, and their offsets in morphs so that what a morph makes of them moves likewise.
void move_vertices(pmx::Model& m, Values& values, Report& report, const Moves& moves);
void move_vertices(pmd::Model& m, Values& values, Report& report, const Moves& moves);

/// Moves rigid bodies and makes them larger, each by its field if it has one. `bones` is how far bones move, since PMD
/// bodies lie relative to them; empty if they do not.
void move_bodies(pmx::Model& m, Values& values, Report& report, std::span<const Field* const> fields, std::span<const Place> bones);
void move_bodies(pmd::Model& m, Values& values, Report& report, std::span<const Field* const> fields, std::span<const Place> bones);

/// The bone that the position of a body is relative to, if there is one.
[[nodiscard]] inline std::optional<std::size_t> bone_under(const pmd::RigidBody& body, const std::vector<pmd::Bone>& bones) {
    const std::size_t bone = body.bone.value < 0 ? 0 : static_cast<std::size_t>(body.bone.value);
    return bone < bones.size() ? std::optional(bone) : std::nullopt;
}

/// Moves joints, with their linear limits.
void move_joints(std::span<pmx::Joint> joints, Values& values, Report& report, std::span<const Field* const> fields);
void move_joints(std::span<pmd::Joint> joints, Values& values, Report& report, std::span<const Field* const> fields);

inline std::optional<Error> bad_factor(const char* name, float factor) {
    if (factor > 0 && std::isfinite(factor)) return std::nullopt;
    return bad_value(name, std::to_string(factor), "a number above 0");
}

} // namespace kagami::edit

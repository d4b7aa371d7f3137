#include "edit/place.hpp"

#include <algorithm>

namespace kagami::edit {

Place Field::at(const Place& place) const {
    const Place from = place - origin;
    if (!is_finite(from)) return shift;
    Place moved = shift + growth * from;
    if (stretch != 0) moved = moved + axis * (stretch * std::clamp(dot(from, axis), 0.0, length));
    return moved;
}

double Field::growth_along(const Place& direction) const {
    return growth == Place{} ? 1 : length_of(direction + direction * growth);
}

bool Values::set(float& v, double to) {
    if (!std::isfinite(v) || std::isnan(to)) return false;
    if (std::abs(to) > static_cast<double>(std::numeric_limits<float>::max())) {
        if (!error_) {
            error_ = bad_value("a length", "to become larger than a float can hold", "below 3.4e38");
            error_->path = std::string(path_) + '/' + std::to_string(element_);
        }
        return false;
    }
    const float before = v;
    v = static_cast<float>(to);
    return v != before;
}

bool Values::set(Vec3& v, const Place& to) {
    const bool x = set(v.x, to.x), y = set(v.y, to.y), z = set(v.z, to.z);
    return x || y || z;
}

bool Values::add(Vec3& v, const Place& by) {
    const auto one = [&](float& part, double d) { return d != 0 && set(part, static_cast<double>(part) + d); };
    const bool x = one(v.x, by.x), y = one(v.y, by.y), z = one(v.z, by.z);
    return x || y || z;
}

namespace {

/// A morph's offset, so that the place it leads to moves as `moves` says.
bool move_offset(Vec3& offset, std::size_t vertex, const Vec3& place, Values& values, const Moves& moves) {
    const Place from = place;
    return values.add(offset, moves(vertex, from + offset) - moves(vertex, from));
}

template <class M> void move_positions(M& m, Values& values, Report& report, const Moves& moves) {
    std::size_t moved = 0, number = 0;
    for (Vec3& position : m.vertices.positions()) {
        values.at("/vertices", number);
        moved += values.add(position, moves(number, position)) ? 1 : 0;
        ++number;
    }
    count(report, "/vertices", "moved", moved);
}

} // namespace

void move_vertices(pmx::Model& m, Values& values, Report& report, const Moves& moves) {
    const auto positions = m.vertices.positions();
    std::size_t offsets = 0, points = 0;
    for (std::size_t i = 0; i < m.morphs.size(); ++i) {
        if (std::as_const(m.morphs[i]).offsets.as<pmx::VertexOffset>().empty()) continue;
        values.at("/morphs", i);
        for (auto& [vertex, offset] : m.morphs[i].offsets.as<pmx::VertexOffset>()) {
            if (!vertex.within(positions.size())) continue;
            const auto number = static_cast<std::size_t>(vertex.value);
            offsets += move_offset(offset, number, positions[number], values, moves) ? 1 : 0;
        }
    }
    for (auto& [vertex, sdef] : m.vertices.sdefs().entries()) {
        if (vertex >= positions.size()) continue;
        values.at("/vertices", vertex);
        bool moved = false;
        for (Vec3* const point : {&sdef.c, &sdef.r0, &sdef.r1}) moved |= values.add(*point, moves(vertex, *point));
        points += moved ? 1 : 0;
    }
    move_positions(m, values, report, moves);
    count(report.consequences, "/vertices", "with other SDEF points", points);
    count(report.consequences, "/morphs", "vertex offsets changed", offsets);
}

void move_vertices(pmd::Model& m, Values& values, Report& report, const Moves& moves) {
    const auto positions = m.vertices.positions();
    // Offsets count the vertices of the first base morph; of any other, MikuMikuDance knows nothing.
    const auto base = std::ranges::find(m.morphs, pmd::MorphPanel::base, &pmd::Morph::panel);
    std::size_t offsets = 0;
    for (std::size_t i = 0; i < m.morphs.size() && base != m.morphs.end(); ++i) {
        values.at("/morphs", i);
        for (auto& [number, offset] : m.morphs[i].offsets) {
            if (!number.within(base->base_vertices.size())) continue;
            const auto& [vertex, place] = base->base_vertices[static_cast<std::size_t>(number.value)];
            if (!vertex.within(positions.size())) continue;
            offsets += move_offset(offset, static_cast<std::size_t>(vertex.value), place, values, moves) ? 1 : 0;
        }
    }
    for (std::size_t i = 0; i < m.morphs.size(); ++i) {
        values.at("/morphs", i);
        for (auto& [vertex, place] : m.morphs[i].base_vertices) {
            if (!vertex.within(positions.size())) continue;
            offsets += values.add(place, moves(static_cast<std::size_t>(vertex.value), place)) ? 1 : 0;
        }
    }
    move_positions(m, values, report, moves);
    count(report.consequences, "/morphs", "places and offsets of vertices changed", offsets);
}

namespace {

/// The directions of a rotation's own axes: Ry * Rx * Rz.
std::array<Place, 3> axes_of(const Vec3& rotation) {
    const auto turn = [](float angle) { return std::pair(std::sin(static_cast<double>(angle)), std::cos(static_cast<double>(angle))); };
    const auto [sx, cx] = turn(rotation.x);
    const auto [sy, cy] = turn(rotation.y);
    const auto [sz, cz] = turn(rotation.z);
    return {Place(cy * cz + sy * sx * sz, cx * sz, cy * sx * sz - sy * cz), Place(sy * sx * cz - cy * sz, cx * cz, sy * sz + cy * sx * cz),
            Place(sy * cx, -sx, cy * cx)};
}

/// Makes a body at `place` larger and returns how far it moves: as its middle would, were it made of its ends.
template <class Body> Place grow_body(Body& body, const Place& place, const Field& field, Values& values, bool& changed) {
    const std::array<Place, 3> axes = axes_of(body.rotation);
    const auto times = [&](float& v, double factor) {
        if (factor != 1) changed |= values.set(v, static_cast<double>(v) * factor);
    };
    Place moved;
    int ends = 0;
    const auto along = [&](std::size_t k, float& size, double half) {
        const Place end = axes[k] * half, one = field.at(place + end), other = field.at(place - end);
        moved = moved + one + other;
        ends += 2;
        if (half != 0 && !(one == other)) times(size, length_of(end * 2 + one - other) / std::abs(half * 2));
    };
    const auto growth = [&](std::size_t k) { return field.growth_along(axes[k]); };
    switch (body.shape) {
    case RigidShape::sphere: times(body.size.x, std::cbrt(growth(0) * growth(1) * growth(2))); break;
    case RigidShape::box:
        along(0, body.size.x, static_cast<double>(body.size.x));
        along(1, body.size.y, static_cast<double>(body.size.y));
        along(2, body.size.z, static_cast<double>(body.size.z));
        break;
    case RigidShape::capsule:
        times(body.size.x, std::sqrt(growth(0) * growth(2)));
        along(1, body.size.y, static_cast<double>(body.size.y) / 2);
        break;
    }
    return ends == 0 || !is_finite(moved) ? field.at(place) : moved * (1.0 / ends);
}

template <class Joints> void move_each(Joints joints, Values& values, Report& report, std::span<const Field* const> fields) {
    std::size_t moved = 0;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        if (fields[i] == nullptr) continue;
        auto& joint = joints[i];
        values.at("/joints", i);
        bool changed = values.add(joint.position, fields[i]->at(joint.position));
        if constexpr (requires { joint.type; })
            if (joint.type == pmx::JointType::cone_twist) {
                moved += changed ? 1 : 0;
                continue;
            }
        const auto axes = axes_of(joint.rotation);
        for (Vec3* const limit : {&joint.linear_lower, &joint.linear_upper}) {
            const std::array parts{&limit->x, &limit->y, &limit->z};
            for (std::size_t k = 0; k < 3; ++k)
                if (const double growth = fields[i]->growth_along(axes[k]); growth != 1)
                    changed |= values.set(*parts[k], static_cast<double>(*parts[k]) * growth);
        }
        moved += changed ? 1 : 0;
    }
    count(report.consequences, "/joints", "moved", moved);
}

} // namespace

void move_bodies(pmx::Model& m, Values& values, Report& report, std::span<const Field* const> fields, std::span<const Place>) {
    std::size_t moved = 0;
    for (std::size_t i = 0; i < m.rigid_bodies.size(); ++i) {
        if (fields[i] == nullptr) continue;
        auto& body = m.rigid_bodies[i];
        values.at("/rigid_bodies", i);
        bool changed = false;
        const Place by = grow_body(body, body.position, *fields[i], values, changed);
        changed |= values.add(body.position, by);
        moved += changed ? 1 : 0;
    }
    count(report.consequences, "/rigid_bodies", "moved", moved);
}

void move_bodies(pmd::Model& m, Values& values, Report& report, std::span<const Field* const> fields, std::span<const Place> bones) {
    std::size_t moved = 0;
    for (std::size_t i = 0; i < m.rigid_bodies.size(); ++i) {
        auto& body = m.rigid_bodies[i];
        const auto bone = bone_under(body, m.bones);
        values.at("/rigid_bodies", i);
        bool changed = false;
        Place by;
        if (fields[i] != nullptr) {
            const Place place = bone ? Place(m.bones[*bone].position) + body.position : Place(body.position);
            by = grow_body(body, place, *fields[i], values, changed);
        }
        if (bone && *bone < bones.size()) by = by - bones[*bone];
        changed |= values.add(body.position, by);
        moved += changed ? 1 : 0;
    }
    count(report.consequences, "/rigid_bodies", "with another place at its bone, or size", moved);
}

void move_joints(std::span<pmx::Joint> joints, Values& values, Report& report, std::span<const Field* const> fields) {
    move_each(joints, values, report, fields);
}
void move_joints(std::span<pmd::Joint> joints, Values& values, Report& report, std::span<const Field* const> fields) {
    move_each(joints, values, report, fields);
}

} // namespace kagami::edit

// The size of the parts that belong to some materials.
#include "edit/faces.hpp"
#include "edit/place.hpp"
#include "edit/select.hpp"
#include "kagami/edit/shape.hpp"

#include <algorithm>

namespace kagami::edit {

namespace {

/// Which vertices the faces of the chosen materials use, and those of all others.
struct Users {
    std::vector<bool> chosen, others;
};
template <class M> Result<Users> users_of(const M& m, const std::vector<bool>& materials) {
    const auto runs = face_runs(m);
    if (!runs) return std::unexpected(runs.error());
    Users users{std::vector<bool>(m.vertices.size()), std::vector<bool>(m.vertices.size())};
    const std::span faces(m.faces.data(), m.faces.size());
    for (std::size_t i = 0; i < runs->size(); ++i)
        mark_vertices(faces.subspan((*runs)[i].first, (*runs)[i].count), materials[i] ? users.chosen : users.others);
    mark_vertices(faces.subspan(end_of(*runs)), users.others);
    return users;
}

/// The centre of the bounding box of some vertices; those that are not finite are left out.
Place centre_of(std::span<const Vec3> positions, const std::vector<bool>& chosen) {
    constexpr double far = std::numeric_limits<double>::infinity();
    Place low(far, far, far), high(-far, -far, -far);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const Place p = positions[i];
        if (!chosen[i] || !is_finite(p)) continue;
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    return (low + high) * 0.5;
}

/// The bones that deform some of the chosen vertices, and of the others none.
template <class M> std::vector<bool> bones_within(const M& m, const Users& users) {
    std::vector<bool> within(m.bones.size()), outside(m.bones.size());
    for (std::size_t i = 0; i < m.vertices.size(); ++i) {
        if (!users.chosen[i] && !users.others[i]) continue;
        each_influence(m.vertices, i, [&](auto bone, float weight) {
            if (weight != 0 && bone.within(within.size()))
                (users.chosen[i] ? within : outside)[static_cast<std::size_t>(bone.value)] = true;
        });
    }
    for (std::size_t i = 0; i < within.size(); ++i) within[i] = within[i] && !outside[i];
    return within;
}

/// Turns normals as a surface turns that is stretched; their lengths stay.
template <class Vertices>
void turn_normals(Vertices& vertices, const std::vector<bool>& chosen, const Place& inverse, Values& values, Report& report) {
    std::size_t turned = 0;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        if (!chosen[i]) continue;
        Vec3& normal = vertices.normals()[i];
        const Place before = normal, turn = before * inverse, after = turn * (length_of(before) / length_of(turn));
        if (!is_finite(after)) continue;
        values.at("/vertices", i);
        turned += values.set(normal, after) ? 1 : 0;
    }
    count(report.consequences, "/vertices", "with turned normals", turned);
}

template <class M> Result<Report> resize(M& m, const Resize& op) {
    return reporting([&](Report& report) -> Result<void> {
        const Vec3& along = op.factor.along;
        for (const float factor : {along.x, along.y, along.z})
            if (auto error = bad_factor("factor", factor)) return failed(std::move(error));
        if (op.materials.empty()) return failed(bad_value("materials", "empty", "names of materials"));
        const auto materials = choose("material", op.materials, names_of(m, Named::materials));
        if (!materials) return std::unexpected(materials.error());
        std::optional<std::size_t> about;
        if (!op.about.empty()) {
            const auto bone = choose_one("bone", op.about, names_of(m, Named::bones));
            if (!bone) return std::unexpected(bone.error());
            about = *bone;
        }
        if (along == Vec3{1, 1, 1}) return {};
        if (auto error = damaged(m)) return failed(std::move(error));
        const auto users = users_of(m, *materials);
        if (!users) return std::unexpected(users.error());
        const Place factors = along;
        Field field;
        field.origin = about ? Place(m.bones[*about].position) : centre_of(m.vertices.positions(), users->chosen);
        field.growth = factors - Place(1, 1, 1);
        if (about && !is_finite(field.origin))
            return failed(bad_value("the place of " + op.about, "not a number", "finite to resize about it"));

        Values values;
        const std::vector<bool> bones = bones_within(m, *users);
        const auto& bodies = m.rigid_bodies;
        std::vector<const Field*> of_bodies(bodies.size()), of_joints(m.joints.size());
        for (std::size_t i = 0; i < bodies.size(); ++i)
            if (bodies[i].bone.within(bones.size()) && bones[static_cast<std::size_t>(bodies[i].bone.value)]) of_bodies[i] = &field;
        for (std::size_t i = 0; i < m.joints.size(); ++i)
            for (const auto body : {m.joints[i].rigid_body_a, m.joints[i].rigid_body_b})
                if (body.within(bodies.size()) && of_bodies[static_cast<std::size_t>(body.value)] != nullptr) of_joints[i] = &field;
        move_vertices(m, values, report, [&](std::size_t i, const Place& place) { return users->chosen[i] ? field.at(place) : Place{}; });
        if (along.x != along.y || along.y != along.z)
            turn_normals(m.vertices, users->chosen, {1 / factors.x, 1 / factors.y, 1 / factors.z}, values, report);
        move_bodies(m, values, report, of_bodies, {});
        move_joints(m.joints, values, report, of_joints);

        std::size_t shared = 0;
        for (std::size_t i = 0; i < m.vertices.size(); ++i) shared += users->chosen[i] && users->others[i] ? 1 : 0;
        if (shared != 0) report.notes.push_back({Code::vertices_shared, 0, 0, "/vertices", {}, {std::to_string(shared)}});
        return failed(values.error());
    });
}

} // namespace

Result<Report> apply_in_place(pmx::Model& m, const Resize& op) {
    return resize(m, op);
}
Result<Report> apply_in_place(pmd::Model& m, const Resize& op) {
    return resize(m, op);
}

} // namespace kagami::edit

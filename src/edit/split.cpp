// Keeping some materials with what they need, and making several models of one by that.
#include "edit/beside.hpp"
#include "edit/bones.hpp"
#include "edit/faces.hpp"
#include "edit/operation.hpp"
#include "edit/renumber.hpp"
#include "edit/select.hpp"
#include "kagami/edit/combine.hpp"
#include "kagami/edit/structure.hpp"

#include <algorithm>
#include <iterator>

namespace kagami::edit {

namespace {

/// Which vertices only faces of some materials name. Those that no face names are not among them.
template <class Model>
std::vector<bool> vertices_of(const Model& model, const std::vector<FaceRun>& runs, const std::vector<bool>& materials) {
    std::vector<bool> marks(model.vertices.size()), others(model.vertices.size());
    const std::span faces(model.faces.data(), model.faces.size());
    for (std::size_t i = 0; i < runs.size(); ++i) mark_vertices(faces.subspan(runs[i].first, runs[i].count), materials[i] ? marks : others);
    mark_vertices(faces.subspan(end_of(runs)), others);
    for (std::size_t i = 0; i < marks.size(); ++i) marks[i] = marks[i] && !others[i];
    return marks;
}

/// The bones that deform some vertices.
template <class Model> std::vector<bool> bones_under(const Model& model, const std::vector<bool>& vertices) {
    std::vector<bool> bones(model.bones.size());
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        if (!vertices[i]) continue;
        each_influence(model.vertices, i, [&](auto bone, float weight) {
            if (weight != 0 && bone.within(bones.size())) bones[static_cast<std::size_t>(bone.value)] = true;
        });
    }
    return bones;
}

std::vector<std::string> selectors_of(const std::vector<bool>& marks) {
    std::vector<std::string> selectors;
    for (std::size_t i = 0; i < marks.size(); ++i)
        if (marks[i]) selectors.push_back('#' + std::to_string(i));
    return selectors;
}

template <class Model> Result<Report> keep_materials(Model& model, const KeepMaterials& keep) {
    return reporting([&](Report& report) -> Result<void> {
        if (auto error = unchangeable(model)) return failed(std::move(error));
        if (keep.materials.empty()) return failed(nothing_chosen("materials"));
        auto others = choose("material", keep.materials, names_of(model, Named::materials));
        if (!others) return std::unexpected(others.error());
        others->flip();
        const auto runs = face_runs(model);
        if (!runs) return std::unexpected(runs.error());
        const std::vector<bool> lost = vertices_of(model, *runs, *others);
        std::vector<bool> left = lost;
        left.flip();
        const std::vector<bool> needed = with_what_they_need(model, bones_under(model, left));
        const auto unless_needed = [&](std::vector<bool> bones) {
            for (std::size_t i = 0; i < bones.size(); ++i) bones[i] = bones[i] && !needed[i];
            return bones;
        };
        // What hangs below a bone that goes goes with it; bones that no material needs stay otherwise.
        const auto unneeded =
            unless_needed(with_children(model.bones, unless_needed(with_what_they_need(model, bones_under(model, lost)))));
        const auto run = [&](const Remove& remove) -> Result<void> {
            if (remove.materials.empty() && remove.bones.empty()) return {};
            auto one = apply_in_place(model, remove);
            if (!one) return std::unexpected(std::move(one.error()));
            std::ranges::move(one->changes, std::back_inserter(report.changes));
            std::ranges::move(one->consequences, std::back_inserter(report.consequences));
            return {};
        };
        if (auto done = run(Remove{.materials = selectors_of(*others), .references = References::reparent}); !done) return done;
        std::vector<bool> bodies;
        bodies.reserve(model.rigid_bodies.size());
        for (const auto& body : model.rigid_bodies) bodies.push_back(marked(unneeded, body.bone));
        return run(Remove{.bones = selectors_of(unneeded), .rigid_bodies = selectors_of(bodies), .references = References::reparent});
    });
}

template <class Model> Result<std::vector<ModelPart<Model>>> split_model(const Model& model, std::span<const MaterialGroup> groups) {
    return catching([&]() -> Result<std::vector<ModelPart<Model>>> {
        const Names names = names_of(model, Named::materials);
        if (model.materials.empty()) return std::unexpected(bad_value("materials", "none", "at least one"));
        std::vector<MaterialGroup> all(groups.begin(), groups.end());
        std::vector<bool> left(model.materials.size(), true);
        for (const MaterialGroup& group : groups) {
            const auto chosen = choose("material", group.materials, names);
            if (!chosen) return std::unexpected(chosen.error());
            for (std::size_t i = 0; i < left.size(); ++i) left[i] = left[i] && !(*chosen)[i];
        }
        if (groups.empty()) {
            for (std::size_t i = 0; i < left.size(); ++i) all.push_back({names.own[i], {'#' + std::to_string(i)}});
        } else if (std::ranges::find(left, true) != left.end()) {
            all.push_back({"rest", selectors_of(left)});
        }
        std::vector<ModelPart<Model>> parts;
        for (const MaterialGroup& group : all) {
            Model part = model;
            if (const auto kept = apply_in_place(part, KeepMaterials{group.materials}); !kept) return std::unexpected(kept.error());
            parts.push_back({group.name, std::move(part)});
        }
        return parts;
    });
}

} // namespace

Result<Report> apply_in_place(pmx::Model& model, const KeepMaterials& keep) {
    return keep_materials(model, keep);
}
Result<Report> apply_in_place(pmd::Model& model, const KeepMaterials& keep) {
    return keep_materials(model, keep);
}

Result<std::vector<ModelPart<pmx::Model>>> split(const pmx::Model& model, std::span<const MaterialGroup> groups) {
    return split_model(model, groups);
}
Result<std::vector<ModelPart<pmd::Model>>> split(const pmd::Model& model, std::span<const MaterialGroup> groups) {
    return split_model(model, groups);
}

} // namespace kagami::edit

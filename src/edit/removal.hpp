// Finding out what goes when parts of a model are removed, in the order in which one thing follows from another, and
// taking it out: what is alike in both formats. remove.cpp has what only PMX models have, pmd_remove.cpp what only PMD.
#pragma once

#include "edit/beside.hpp"
#include "edit/bones.hpp"
#include "edit/faces.hpp"
#include "edit/operation.hpp"
#include "edit/renumber.hpp"
#include "edit/select.hpp"
#include "kagami/edit/structure.hpp"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace kagami::edit {

/// "左足, 右足 and 3 more"
[[nodiscard]] std::string listed(const std::vector<bool>& marks, const std::vector<std::string>& names);

[[nodiscard]] inline std::optional<Error> nothing_to_remove(const Remove& o) {
    for (const auto* list : {&o.materials, &o.bones, &o.morphs, &o.display_frames, &o.rigid_bodies, &o.joints, &o.soft_bodies})
        if (!list->empty()) return std::nullopt;
    return bad_value("what to remove", "nothing", "materials, bones, morphs, display_frames, rigid_bodies, joints or soft_bodies");
}

template <class Model> class Removal {
public:
    using Vertex = typename decltype(Model::vertices)::value_type;
    using Bone = typename decltype(Model::bones)::value_type;
    using Morph = typename decltype(Model::morphs)::value_type;
    using RigidBody = typename decltype(Model::rigid_bodies)::value_type;

protected:
    Removal(Model& model, const Remove& remove, Report& report) : m_(model), o_(remove), report_(report) {}

    /// Some of one list.
    struct Chosen {
        Names names;
        std::vector<bool> gone;
    };

    /// Marks what is named, of the lists that all models have.
    std::optional<Error> select() {
        for (const auto& [kind, selectors, chosen] :
             {std::tuple(Named::materials, &o_.materials, &materials_), std::tuple(Named::bones, &o_.bones, &bones_),
              std::tuple(Named::morphs, &o_.morphs, &morphs_), std::tuple(Named::display_frames, &o_.display_frames, &frames_),
              std::tuple(Named::rigid_bodies, &o_.rigid_bodies, &bodies_), std::tuple(Named::joints, &o_.joints, &joints_)})
            if (auto error = select_of(kind, *selectors, *chosen)) return error;
        vertices_.resize(m_.vertices.size());
        return std::nullopt;
    }
    std::optional<Error> select_of(Named kind, const std::vector<std::string>& selectors, Chosen& chosen) const {
        chosen.names = names_of(m_, kind);
        auto gone = choose(one_of(kind), selectors, chosen.names);
        if (!gone) return std::move(gone.error());
        chosen.gone = std::move(*gone);
        return std::nullopt;
    }

    std::optional<Error> remove_faces();
    void find_bones_of_lost_vertices();
    void find_joints() {
        for (std::size_t i = 0; i < m_.joints.size(); ++i)
            joints_.gone[i] =
                joints_.gone[i] || marked(bodies_.gone, m_.joints[i].rigid_body_a) || marked(bodies_.gone, m_.joints[i].rigid_body_b);
    }
    /// Other bones for the vertices of those that go; `without_weight` where there is none and none is needed.
    void release_vertices(std::int32_t without_weight);
    [[nodiscard]] std::int32_t first_bone_left() const {
        const auto first = std::ranges::find(bones_.gone, false);
        return first == bones_.gone.end() ? -1 : static_cast<std::int32_t>(first - bones_.gone.begin());
    }
    void release_parents();
    void release_bodies();
    /// What must not be, if there is such: something that goes is used, or has vertices that nothing can take over.
    [[nodiscard]] std::optional<Error> objection() const;
    /// Says what goes of each list.
    void tell(std::initializer_list<std::pair<const char*, const Chosen*>> lists) {
        for (const auto& [path, chosen] : lists)
            count(report_, path, "removed: " + listed(chosen->gone, chosen->names.own), count_of(chosen->gone));
        count(report_, "/vertices", "removed", count_of(vertices_));
    }
    /// All that both formats have, but for display frames. The numbers of bones, vertices … are new ones afterwards.
    void take_out_common(NewNumbersOf<Model>& numbers);

    /// The nearest ancestor that is left, or -1.
    [[nodiscard]] std::int32_t parent_left(Index<Bone> bone) const;
    [[nodiscard]] bool refuse() const { return o_.references == References::refuse; }
    [[nodiscard]] bool none() const { return o_.references == References::none; }
    [[nodiscard]] bool goes(Index<Bone> bone) const { return marked(bones_.gone, bone); }

    /// Something that goes is used by something that stays, and that is to be refused.
    template <class K> void used(const char* kind, const Chosen& chosen, Index<K> index, const char* by) {
        Thing& thing = users_[{kind, index.value}];
        thing.name = chosen.names.own[static_cast<std::size_t>(index.value)];
        ++thing.by[by];
    }
    void bone_used(Index<Bone> bone, const char* by) {
        if (refuse()) used("bone", bones_, bone, by);
    }

    Model& m_;
    const Remove& o_;
    Report& report_;
    std::vector<bool> vertices_; // those that go
    std::vector<bool> lost_;     // vertices of removed faces and of no others, whether they go or not
    Chosen materials_, bones_, morphs_, frames_, bodies_, joints_;

private:
    /// Something that is to go, and how often what uses it.
    struct Thing {
        std::string name;
        std::map<std::string_view, std::size_t> by;
    };
    std::map<std::pair<std::string_view, std::int32_t>, Thing> users_; // by kind and number
    std::int32_t orphan_ = -1;                                         // the first bone whose vertices nothing can take over
    std::size_t orphaned_ = 0;
};

template <class Model> std::optional<Error> Removal<Model>::remove_faces() {
    const auto runs = face_runs(m_);
    if (!runs) return runs.error();
    const std::span<Index<Vertex>> faces(m_.faces.data(), m_.faces.size());
    const auto run_of = [&](std::size_t material) { return faces.subspan((*runs)[material].first, (*runs)[material].count); };
    lost_.resize(m_.vertices.size());
    for (std::size_t i = 0; i < runs->size(); ++i)
        if (materials_.gone[i]) mark_vertices(run_of(i), lost_);
    std::vector<bool> in_use(m_.vertices.size());
    std::size_t kept = 0;
    const auto keep = [&](std::span<const Index<Vertex>> run) {
        mark_vertices(run, in_use);
        std::ranges::copy(run, faces.begin() + static_cast<std::ptrdiff_t>(kept));
        kept += run.size();
    };
    for (std::size_t i = 0; i < runs->size(); ++i)
        if (!materials_.gone[i]) keep(run_of(i));
    keep(faces.subspan(end_of(*runs)));
    count(report_.consequences, "/faces", "removed", (m_.faces.size() - kept) / 3);
    m_.faces.resize_for_overwrite(kept);
    for (std::size_t i = 0; i < lost_.size(); ++i) lost_[i] = lost_[i] && !in_use[i];
    if (o_.belongings) vertices_ = lost_;
    return std::nullopt;
}

template <class Model> void Removal<Model>::find_bones_of_lost_vertices() {
    const std::size_t size = m_.bones.size();
    std::vector<bool> of_lost(size), needed(size);
    for (std::size_t i = 0; i < m_.vertices.size(); ++i)
        each_influence(m_.vertices, i, [&](Index<Bone> bone, float weight) {
            if (weight != 0 && bone.within(size)) (lost_[i] ? of_lost : needed)[static_cast<std::size_t>(bone.value)] = true;
        });
    for (std::size_t i = 0; i < size; ++i) of_lost[i] = of_lost[i] && !needed[i];
    // A bone goes if it, or one above it, deformed lost vertices only, and none below it is needed.
    const std::vector<bool> below = with_children(m_.bones, of_lost);
    const auto parent = [&](std::size_t bone) { return m_.bones[bone].parent; };
    std::vector<bool> stays = needed;
    for (std::size_t i = 0; i < size; ++i) {
        if (!needed[i]) continue;
        for (Index<Bone> up = parent(i); up.within(size) && !stays[static_cast<std::size_t>(up.value)];
             up = parent(static_cast<std::size_t>(up.value)))
            stays[static_cast<std::size_t>(up.value)] = true;
    }
    for (std::size_t i = 0; i < size; ++i) bones_.gone[i] = bones_.gone[i] || (below[i] && !stays[i]);
    for (std::size_t i = 0; i < bodies_.gone.size(); ++i) bodies_.gone[i] = bodies_.gone[i] || goes(m_.rigid_bodies[i].bone);
}

template <class Model> std::int32_t Removal<Model>::parent_left(Index<Bone> bone) const {
    const std::vector<bool>& gone = bones_.gone;
    for (std::size_t steps = 0; steps <= gone.size() && marked(gone, bone); ++steps)
        bone = m_.bones[static_cast<std::size_t>(bone.value)].parent;
    return bone.within(gone.size()) && !marked(gone, bone) ? bone.value : -1;
}

template <class Model> void Removal<Model>::release_vertices(std::int32_t without_weight) {
    std::vector<std::int32_t> heirs(bones_.gone.size(), -1);
    if (!none())
        for (std::size_t i = 0; i < heirs.size(); ++i)
            if (bones_.gone[i]) heirs[i] = parent_left(Index<Bone>(static_cast<std::int32_t>(i)));
    std::size_t taken_over = 0;
    for (std::size_t i = 0; i < m_.vertices.size(); ++i) {
        if (vertices_[i]) continue;
        bool told = false; // once for a vertex
        each_stored_bone(m_.vertices, i, [&](Index<Bone>& bone, bool weighs) {
            if (told || !goes(bone)) return;
            if (refuse() && weighs) {
                bone_used(bone, "vertices");
                told = true;
                return;
            }
            std::int32_t heir = heirs[static_cast<std::size_t>(bone.value)];
            if (heir < 0) {
                if (weighs && !none()) {
                    if (orphan_ < 0) orphan_ = bone.value;
                    ++orphaned_;
                }
                heir = weighs ? -1 : without_weight;
            }
            bone.value = heir;
            taken_over += weighs ? 1 : 0;
        });
    }
    count(report_.consequences, "/vertices", none() ? "weights without a bone" : "weights taken over by the parent", taken_over);
}

template <class Model> void Removal<Model>::release_parents() {
    std::size_t children = 0;
    for (std::size_t i = 0; i < m_.bones.size(); ++i) {
        Bone& bone = m_.bones[i];
        if (bones_.gone[i] || !goes(bone.parent)) continue;
        bone_used(bone.parent, "children");
        bone.parent.value = none() ? -1 : parent_left(bone.parent);
        ++children;
    }
    count(report_.consequences, "/bones", none() ? "without a parent now" : "given to the parent of their parent", children);
}

template <class Model> void Removal<Model>::release_bodies() {
    std::size_t followed = 0, left = 0;
    for (std::size_t i = 0; i < bodies_.gone.size(); ++i) {
        RigidBody& body = m_.rigid_bodies[i];
        if (bodies_.gone[i] || !goes(body.bone)) continue;
        bone_used(body.bone, "rigid bodies");
        const bool follows = body.mode == RigidMode::follow_bone && o_.references == References::reparent;
        body.bone.value = follows ? parent_left(body.bone) : -1;
        ++(body.bone.value >= 0 ? followed : left);
    }
    count(report_.consequences, "/rigid_bodies", "that follow the parent now", followed);
    count(report_.consequences, "/rigid_bodies", "without a bone now", left);
}

template <class Model> std::optional<Error> Removal<Model>::objection() const {
    if (!users_.empty()) {
        const auto& [what, thing] = *users_.begin();
        std::string list;
        for (const auto& [by, n] : thing.by) (list += list.empty() ? "" : ", ") += std::string(by) + " (" + std::to_string(n) + ')';
        if (users_.size() > 1) list += ", and " + std::to_string(users_.size() - 1) + " more of what is to go are used";
        return Error{Code::still_used, 0, 0, {}, {}, {std::string(what.first) + ' ' + thing.name, list}};
    }
    if (orphan_ < 0) return std::nullopt;
    return Error{Code::no_parent_left,
                 0,
                 0,
                 "/bones/" + std::to_string(orphan_),
                 {},
                 {bones_.names.own[static_cast<std::size_t>(orphan_)], std::to_string(orphaned_)}};
}

template <class Model> void Removal<Model>::take_out_common(NewNumbersOf<Model>& numbers) {
    const auto take = [&]<class K>(std::type_identity<K>, auto& list, const std::vector<bool>& gone) {
        if (!any(gone)) return;
        numbers.template of<K>() = NewNumbers::without(gone);
        take_out(list, gone);
    };
    take(std::type_identity<Vertex>{}, m_.vertices, vertices_);
    take(std::type_identity<Bone>{}, m_.bones, bones_.gone);
    take(std::type_identity<Morph>{}, m_.morphs, morphs_.gone);
    take(std::type_identity<RigidBody>{}, m_.rigid_bodies, bodies_.gone);
    take_out(m_.materials, materials_.gone);
    take_out(m_.joints, joints_.gone);
}

} // namespace kagami::edit

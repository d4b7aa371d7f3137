// Re-ordering, re-parenting, moving and inserting.
#include "edit/beside.hpp"
#include "edit/bones.hpp"
#include "edit/faces.hpp"
#include "edit/frames.hpp"
#include "edit/operation.hpp"
#include "edit/renumber.hpp"
#include "edit/select.hpp"
#include "kagami/edit/structure.hpp"
#include "kagami/names.hpp"

#include <algorithm>
#include <span>

namespace kagami::edit {

namespace {

/// The bone that a selector chooses; -1 for an empty one.
Result<std::int32_t> bone_or_none(const std::string& selector, const Names& names) {
    if (selector.empty()) return -1;
    const auto chosen = choose_one("bone", selector, names);
    if (!chosen) return std::unexpected(chosen.error());
    return static_cast<std::int32_t>(*chosen);
}

/// The old numbers in the new order.
std::vector<std::uint32_t> order_of(const std::vector<bool>& moving, std::size_t before) {
    std::vector<std::uint32_t> order;
    const auto add = [&](std::size_t from, std::size_t to, bool moved) {
        for (std::size_t i = from; i < to; ++i)
            if (moving[i] == moved) order.push_back(static_cast<std::uint32_t>(i));
    };
    add(0, before, false);
    add(0, moving.size(), true);
    add(before, moving.size(), false);
    return order;
}

template <class Model> Result<void> order_faces(Model& model, std::span<const std::uint32_t> order) {
    const auto runs = face_runs(model);
    if (!runs) return std::unexpected(runs.error());
    const auto old = model.faces;
    auto* to = model.faces.begin();
    for (const std::uint32_t material : order) to = std::copy_n(old.begin() + (*runs)[material].first, (*runs)[material].count, to);
    return {};
}

/// Calls `f(list, path, kind)` with one of a model's lists.
template <class Model, class F> Result<void> with_list(Model& model, ListKind kind, F f) {
    switch (kind) {
    case ListKind::materials: return f(model.materials, "/materials", Named::materials);
    case ListKind::bones: return f(model.bones, "/bones", Named::bones);
    case ListKind::morphs: return f(model.morphs, "/morphs", Named::morphs);
    case ListKind::display_frames:
        if constexpr (requires { model.display_frames; }) return f(model.display_frames, "/display_frames", Named::display_frames);
        if constexpr (requires { model.frame_names; }) return f(model.frame_names, "/frame_names", Named::display_frames);
        break;
    case ListKind::rigid_bodies: return f(model.rigid_bodies, "/rigid_bodies", Named::rigid_bodies);
    case ListKind::joints: return f(model.joints, "/joints", Named::joints);
    }
    return {};
}

/// The order that is asked for, and the elements that move.
struct Order {
    std::vector<std::uint32_t> order;
    std::size_t moving = 0;
};
Result<Order> order_for(const Reorder& reorder, const Names& names, Named kind) {
    if (reorder.elements.empty()) return std::unexpected(nothing_chosen("elements"));
    const auto moving = choose(one_of(kind), reorder.elements, names);
    if (!moving) return std::unexpected(moving.error());
    std::size_t before = names.own.size();
    if (!reorder.before.empty()) {
        const auto chosen = choose_one(one_of(kind), reorder.before, names);
        if (!chosen) return std::unexpected(chosen.error());
        if ((*moving)[*chosen]) return std::unexpected(bad_value("before", reorder.before, "none of those that move"));
        before = *chosen;
    }
    return Order{order_of(*moving, before), count_of(*moving)};
}

template <class Model> Result<Report> reorder_list(Model& model, const Reorder& reorder) {
    return reporting([&](Report& report) -> Result<void> {
        if (auto error = unchangeable(model)) return failed(std::move(error));
        return with_list(model, reorder.list, [&]<class T>(std::vector<T>& list, const char* path, Named kind) -> Result<void> {
            const Names names = names_of(model, kind);
            const auto asked = order_for(reorder, names, kind);
            if (!asked) return std::unexpected(asked.error());
            const auto& order = asked->order;
            if (std::ranges::is_sorted(order)) return {};
            if (auto error = bad_order(model, kind, order)) return failed(std::move(error));
            NewNumbersOf<Model> numbers;
            if constexpr (Counted<T, Model>) numbers.template of<T>() = NewNumbers::ordered(order);
            if (name_bone_0(model, numbers) != 0) return failed(not_bone_0(names.own[order[0]]));
            if (kind == Named::materials)
                if (auto done = order_faces(model, order); !done) return done;
            const BodyPlaces<Model> bodies(model);
            put_in_order(list, order);
            order_beside(model, kind, order);
            count(report, path, "moved", asked->moving);
            report_renumbered<Model>(report, renumber(model, numbers));
            return failed(kind == Named::bones ? bodies.restore(model.rigid_bodies, model.bones, report) : std::nullopt);
        });
    });
}

template <class Model> Result<Report> reparent_bones(Model& model, const Reparent& reparent) {
    return reporting([&](Report& report) -> Result<void> {
        if (auto error = unchangeable(model)) return failed(std::move(error));
        if (reparent.bones.empty()) return failed(nothing_chosen("bones"));
        const Names names = names_of(model, Named::bones);
        const auto chosen = choose("bone", reparent.bones, names);
        if (!chosen) return std::unexpected(chosen.error());
        const auto parent = bone_or_none(reparent.parent, names);
        if (!parent) return std::unexpected(parent.error());
        if (*parent >= 0 && with_children(model.bones, *chosen)[static_cast<std::size_t>(*parent)])
            return failed(
                bad_value("parent", names.own[static_cast<std::size_t>(*parent)], "neither one of the bones nor below one of them"));
        std::size_t changed = 0;
        for (std::size_t i = 0; i < model.bones.size(); ++i) {
            if (!(*chosen)[i] || model.bones[i].parent.value == *parent) continue;
            model.bones[i].parent.value = *parent;
            ++changed;
        }
        count(report, "/bones", "given another parent", changed);
        return {};
    });
}

template <class Model> Result<Report> move_bones(Model& model, const MoveBones& move) {
    return reporting([&](Report& report) -> Result<void> {
        if (!is_finite(move.by)) return failed(bad_value("by", "not finite", "three finite numbers"));
        if (move.bones.empty()) return failed(nothing_chosen("bones"));
        if (auto error = unchangeable(model)) return failed(std::move(error));
        auto moving = choose("bone", move.bones, names_of(model, Named::bones));
        if (!moving) return std::unexpected(moving.error());
        if (move.children) moving = with_children(model.bones, std::move(*moving));
        const BodyPlaces<Model> bodies(model);
        std::size_t changed = 0;
        const auto add = [](float& to, float by) {
            if (by != 0) to += by; // adding 0 would turn -0 into 0
        };
        for (std::size_t i = 0; i < model.bones.size(); ++i) {
            if (!(*moving)[i]) continue;
            const Vec3 before = model.bones[i].position;
            add(model.bones[i].position.x, move.by.x);
            add(model.bones[i].position.y, move.by.y);
            add(model.bones[i].position.z, move.by.z);
            changed += model.bones[i].position == before ? 0 : 1;
        }
        count(report, "/bones", "moved", changed);
        return failed(bodies.restore(model.rigid_bodies, model.bones, report));
    });
}

/// A bone that can be rotated and is visible, under its name.
Result<pmx::Bone> made(const pmx::Model& model, const InsertBone& insert) {
    pmx::Bone bone;
    auto name = encode(insert.name, model.header.encoding), english = encode(insert.english_name, model.header.encoding);
    if (!name || !english) return std::unexpected(name ? english.error() : name.error());
    bone.name = std::move(*name);
    bone.english_name = std::move(*english);
    for (const auto flag : {pmx::BoneFlag::rotatable, pmx::BoneFlag::visible, pmx::BoneFlag::operable}) bone.flags.set(flag);
    bone.flags.set(pmx::BoneFlag::movable, insert.movable);
    return bone;
}
Result<pmd::Bone> made(const pmd::Model&, const InsertBone& insert) {
    pmd::Bone bone;
    const auto name = fit_name(insert.name, {.limit = pmd::Name::size});
    if (!name) return std::unexpected(name.error());
    bone.name.assign(name->bytes);
    bone.type = insert.movable ? pmd::BoneType::rotate_and_move : pmd::BoneType::rotate;
    return bone;
}

/// Of a PMX it is in the bone.
Result<void> set_english_name(pmx::Model&, std::size_t, const std::string&) {
    return {};
}
Result<void> set_english_name(pmd::Model& model, std::size_t bone, const std::string& utf8) {
    if (utf8.empty()) return {};
    if (!model.english || model.english->bone_names.empty()) return failed(Error{Code::no_english, 0, 0, "/english", {}, {}});
    const auto name = fit_name(utf8, {.limit = pmd::Name::size});
    if (!name) return std::unexpected(name.error());
    model.english->bone_names[bone].assign(name->bytes);
    return {};
}

template <class Model> Result<Report> insert_bone(Model& model, const InsertBone& insert) {
    return reporting([&](Report& report) -> Result<void> {
        if (auto error = unchangeable(model)) return failed(std::move(error));
        if (!is_finite(insert.position)) return failed(bad_value("position", "not finite", "three finite numbers"));
        if (insert.name.empty()) return failed(Error{Code::name_empty, 0, 0, {}, {}, {}});
        const Names names = names_of(model, Named::bones);
        auto bone = made(model, insert);
        if (!bone) return std::unexpected(bone.error());
        bone->position = insert.position;
        const auto parent = bone_or_none(insert.parent, names);
        if (!parent) return std::unexpected(parent.error());
        auto at = model.bones.size();
        if (!insert.before.empty()) {
            const auto before = choose_one("bone", insert.before, names);
            if (!before) return std::unexpected(before.error());
            at = *before;
        }
        using Bone = typename decltype(model.bones)::value_type;
        const NewNumbers to = NewNumbers::with_one_at(at, model.bones.size());
        NewNumbersOf<Model> numbers;
        numbers.template of<Bone>() = to;
        bone->parent.value = to(*parent);
        const BodyPlaces<Model> bodies(model);
        const auto renumbered = renumber(model, numbers);
        model.bones.insert(model.bones.begin() + static_cast<std::ptrdiff_t>(at), std::move(*bone));
        insert_beside(model, Named::bones, at);
        count(report, "/bones/" + std::to_string(at), "inserted: " + insert.name, 1);
        if (auto done = set_english_name(model, at, insert.english_name); !done) return done;
        if (!insert.display_frame.empty()) {
            const auto frame = choose_one("display frame", insert.display_frame, names_of(model, Named::display_frames));
            if (!frame) return std::unexpected(frame.error());
            count(report, list_in_frame(model, *frame, Index<Bone>(static_cast<std::int32_t>(at))), "element added", 1);
        }
        report_renumbered<Model>(report, renumbered);
        return failed(bodies.restore(model.rigid_bodies, model.bones, report));
    });
}

} // namespace

Result<Report> apply_in_place(pmx::Model& model, const Reorder& reorder) {
    return reorder_list(model, reorder);
}
Result<Report> apply_in_place(pmd::Model& model, const Reorder& reorder) {
    return reorder_list(model, reorder);
}
Result<Report> apply_in_place(pmx::Model& model, const Reparent& reparent) {
    return reparent_bones(model, reparent);
}
Result<Report> apply_in_place(pmd::Model& model, const Reparent& reparent) {
    return reparent_bones(model, reparent);
}
Result<Report> apply_in_place(pmx::Model& model, const MoveBones& move) {
    return move_bones(model, move);
}
Result<Report> apply_in_place(pmd::Model& model, const MoveBones& move) {
    return move_bones(model, move);
}
Result<Report> apply_in_place(pmx::Model& model, const InsertBone& insert) {
    return insert_bone(model, insert);
}
Result<Report> apply_in_place(pmd::Model& model, const InsertBone& insert) {
    return insert_bone(model, insert);
}

} // namespace kagami::edit

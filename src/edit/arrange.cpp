// Re-ordering, re-parenting, moving and inserting.
#include "edit/bones.hpp"
#include "edit/faces.hpp"
#include "edit/operation.hpp"
#include "edit/renumber.hpp"
#include "edit/select.hpp"
#include "kagami/edit/structure.hpp"

#include <algorithm>
#include <cmath>

namespace kagami::edit {

namespace {

using namespace pmx;

bool is_finite(const Vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

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

Result<void> order_faces(Model& model, std::span<const std::uint32_t> order) {
    const auto runs = face_runs(model);
    if (!runs) return std::unexpected(runs.error());
    const Column<Index<Vertex>> old = model.faces;
    Index<Vertex>* to = model.faces.begin();
    for (const std::uint32_t material : order) to = std::copy_n(old.begin() + (*runs)[material].first, (*runs)[material].count, to);
    return {};
}

} // namespace

Result<Report> apply_in_place(Model& model, const Reorder& reorder) {
    return reporting([&](Report& report) -> Result<void> {
        if (auto error = damaged(model)) return failed(std::move(error));
        const auto arrange = [&](auto& list, const char* path, const char* kind, auto... index_kind) -> Result<void> {
            if (reorder.elements.empty()) return failed(nothing_chosen("elements"));
            const Names names = names_in(list, model.header.encoding);
            const auto moving = choose(kind, reorder.elements, names);
            if (!moving) return std::unexpected(moving.error());
            std::size_t before = list.size();
            if (!reorder.before.empty()) {
                const auto chosen = choose_one(kind, reorder.before, names);
                if (!chosen) return std::unexpected(chosen.error());
                if ((*moving)[*chosen]) return failed(bad_value("before", reorder.before, "none of those that move"));
                before = *chosen;
            }
            const auto order = order_of(*moving, before);
            if (std::ranges::is_sorted(order)) return {};
            if constexpr (std::same_as<decltype(list), std::vector<Material>&>)
                if (auto done = order_faces(model, order); !done) return done;
            put_in_order(list, order);
            NewNumbersOfAll numbers;
            ((numbers[index_kind] = NewNumbers::ordered(order)), ...);
            count(report, path, "moved", static_cast<std::size_t>(std::ranges::count(*moving, true)));
            report_renumbered(report, renumber(model, numbers));
            return {};
        };
        switch (reorder.list) {
        case ListKind::materials: return arrange(model.materials, "/materials", "material", kind_number<Material>);
        case ListKind::bones: return arrange(model.bones, "/bones", "bone", kind_number<Bone>);
        case ListKind::morphs: return arrange(model.morphs, "/morphs", "morph", kind_number<Morph>);
        case ListKind::display_frames: return arrange(model.display_frames, "/display_frames", "display frame");
        case ListKind::rigid_bodies: return arrange(model.rigid_bodies, "/rigid_bodies", "rigid body", kind_number<RigidBody>);
        case ListKind::joints: return arrange(model.joints, "/joints", "joint");
        }
        return {};
    });
}

Result<Report> apply_in_place(Model& model, const Reparent& reparent) {
    return reporting([&](Report& report) -> Result<void> {
        if (auto error = damaged(model)) return failed(std::move(error));
        if (reparent.bones.empty()) return failed(nothing_chosen("bones"));
        const Names names = names_in(model.bones, model.header.encoding);
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

Result<Report> apply_in_place(Model& model, const MoveBones& move) {
    return reporting([&](Report& report) -> Result<void> {
        if (!is_finite(move.by)) return failed(bad_value("by", "not finite", "three finite numbers"));
        if (move.bones.empty()) return failed(nothing_chosen("bones"));
        auto moving = choose("bone", move.bones, names_in(model.bones, model.header.encoding));
        if (!moving) return std::unexpected(moving.error());
        if (move.children) moving = with_children(model.bones, std::move(*moving));
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
        return {};
    });
}

Result<Report> apply_in_place(Model& model, const InsertBone& insert) {
    return reporting([&](Report& report) -> Result<void> {
        if (auto error = damaged(model)) return failed(std::move(error));
        if (!is_finite(insert.position)) return failed(bad_value("position", "not finite", "three finite numbers"));
        if (insert.name.empty()) return failed(Error{Code::name_empty, 0, 0, {}, {}, {}});
        const Names names = names_in(model.bones, model.header.encoding);
        Bone bone;
        auto name = encode(insert.name, model.header.encoding), english = encode(insert.english_name, model.header.encoding);
        if (!name || !english) return std::unexpected(name ? english.error() : name.error());
        bone.name = std::move(*name);
        bone.english_name = std::move(*english);
        bone.position = insert.position;
        const auto parent = bone_or_none(insert.parent, names);
        if (!parent) return std::unexpected(parent.error());
        bone.parent.value = *parent;
        for (const BoneFlag flag : {BoneFlag::rotatable, BoneFlag::visible, BoneFlag::operable}) bone.flags.set(flag);
        bone.flags.set(BoneFlag::movable, insert.movable);
        auto at = static_cast<std::int32_t>(model.bones.size());
        if (!insert.before.empty()) {
            const auto before = choose_one("bone", insert.before, names);
            if (!before) return std::unexpected(before.error());
            at = static_cast<std::int32_t>(*before);
        }
        std::vector<std::int32_t> to;
        for (std::int32_t i = 0; std::cmp_less(i, model.bones.size()); ++i) to.push_back(i < at ? i : i + 1);
        NewNumbersOfAll numbers;
        numbers[kind_number<Bone>] = NewNumbers(to, model.bones.size() + 1);
        if (bone.parent.value >= 0) bone.parent.value = to[static_cast<std::size_t>(bone.parent.value)];
        const auto renumbered = renumber(model, numbers);
        model.bones.insert(model.bones.begin() + at, std::move(bone));
        count(report, "/bones/" + std::to_string(at), "inserted: " + insert.name, 1);
        if (!insert.display_frame.empty()) {
            const auto frame = choose_one("display frame", insert.display_frame, names_in(model.display_frames, model.header.encoding));
            if (!frame) return std::unexpected(frame.error());
            model.display_frames[*frame].elements.push_back(FrameElement(Index<Bone>(at)));
            count(report, "/display_frames/" + std::to_string(*frame), "element added", 1);
        }
        report_renumbered(report, renumbered);
        return {};
    });
}

} // namespace kagami::edit

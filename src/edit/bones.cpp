#include "edit/bones.hpp"

#include "layout/references.hpp"
#include "pmd/layout.hpp"

#include <utility>

namespace kagami::edit {

template <class Bone> std::vector<bool> with_children(const std::vector<Bone>& bones, std::vector<bool> chosen) {
    enum : std::uint8_t { unknown, yes, no };
    std::vector<std::uint8_t> state(bones.size());
    for (std::size_t i = 0; i < bones.size(); ++i) {
        std::vector<std::size_t> way;
        std::size_t at = i;
        while (state[at] == unknown && !chosen[at]) {
            state[at] = no; // for now: parents that go in a circle end here
            way.push_back(at);
            if (!bones[at].parent.within(bones.size())) break;
            at = static_cast<std::size_t>(bones[at].parent.value);
        }
        const bool below = chosen[at] || state[at] == yes;
        for (const std::size_t bone : way) state[bone] = below ? yes : no;
    }
    for (std::size_t i = 0; i < bones.size(); ++i) chosen[i] = chosen[i] || state[i] == yes;
    return chosen;
}
template std::vector<bool> with_children(const std::vector<pmx::Bone>&, std::vector<bool>);
template std::vector<bool> with_children(const std::vector<pmd::Bone>&, std::vector<bool>);

namespace {

/// Calls `f(number of the IK bone, number of a link or target)` for all IK.
template <class F> void each_ik(const pmx::Model& model, F f) {
    for (std::size_t i = 0; i < model.bones.size(); ++i) {
        const pmx::Bone& bone = model.bones[i];
        if (!bone.flags.has(pmx::BoneFlag::ik) || !bone.ik) continue;
        f(i, bone.ik->target);
        for (const pmx::IkLink& link : std::as_const(*bone.ik).links.links()) f(i, link.bone);
    }
}
template <class F> void each_ik(const pmd::Model& model, F f) {
    for (const pmd::Ik& ik : model.iks) {
        if (!ik.bone.within(model.bones.size())) continue;
        const auto bone = static_cast<std::size_t>(ik.bone.value);
        f(bone, ik.target);
        for (const Index<pmd::Bone> link : ik.links) f(bone, link);
    }
}

/// Calls `f` with the bones that a bone names itself.
template <class F> void each_named(const pmx::Bone& bone, F f) {
    f(bone.parent);
    if (bone.flags.has(pmx::BoneFlag::tail_is_bone)) f(bone.tail_bone);
    if (bone.flags.has(pmx::BoneFlag::append_rotation) || bone.flags.has(pmx::BoneFlag::append_translation)) f(bone.append.parent);
}
template <class F> void each_named(const pmd::Bone& bone, F f) {
    layout::each_reference(bone, pmd::Globals{}, f);
}

} // namespace

template <class Model> std::vector<bool> with_what_they_need(const Model& model, std::vector<bool> needed) {
    using Bone = typename decltype(model.bones)::value_type;
    const std::size_t size = model.bones.size();
    std::vector<std::size_t> open;
    // The IK bones that turn or reach a bone, and the bones that an IK bone turns and reaches.
    std::vector<std::vector<std::size_t>> iks_of(size), turned_by(size);
    each_ik(model, [&](std::size_t ik, Index<Bone> bone) {
        if (!bone.within(size)) return;
        iks_of[static_cast<std::size_t>(bone.value)].push_back(ik);
        turned_by[ik].push_back(static_cast<std::size_t>(bone.value));
    });
    const auto need = [&](std::size_t bone) {
        if (needed[bone]) return;
        needed[bone] = true;
        open.push_back(bone);
    };
    for (std::size_t i = 0; i < size; ++i)
        if (needed[i]) open.push_back(i);
    while (!open.empty()) {
        const std::size_t bone = open.back();
        open.pop_back();
        each_named(model.bones[bone], [&](Index<Bone> other) {
            if (other.within(size)) need(static_cast<std::size_t>(other.value));
        });
        for (const auto* others : {&turned_by[bone], &iks_of[bone]})
            for (const std::size_t other : *others) need(other);
    }
    return needed;
}
template std::vector<bool> with_what_they_need(const pmx::Model&, std::vector<bool>);
template std::vector<bool> with_what_they_need(const pmd::Model&, std::vector<bool>);

} // namespace kagami::edit

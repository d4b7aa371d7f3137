#include "edit/bones.hpp"

namespace kagami::edit {

using namespace pmx;

std::vector<bool> with_children(const std::vector<Bone>& bones, std::vector<bool> chosen) {
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

std::vector<bool> with_what_they_need(const std::vector<Bone>& bones, std::vector<bool> needed) {
    std::vector<std::size_t> open;
    std::vector<std::vector<std::size_t>> iks_of(bones.size()); // the IK bones that turn or reach a bone
    const auto need = [&](Index<Bone> bone) {
        if (!bone.within(bones.size()) || needed[static_cast<std::size_t>(bone.value)]) return;
        needed[static_cast<std::size_t>(bone.value)] = true;
        open.push_back(static_cast<std::size_t>(bone.value));
    };
    const auto each_ik_bone = [](const Bone& bone, auto f) {
        if (!bone.flags.has(BoneFlag::ik) || !bone.ik) return;
        f(bone.ik->target);
        for (const IkLink& link : std::as_const(*bone.ik).links.links()) f(link.bone);
    };
    for (std::size_t i = 0; i < bones.size(); ++i) {
        if (needed[i]) open.push_back(i);
        each_ik_bone(bones[i], [&](Index<Bone> bone) {
            if (bone.within(bones.size())) iks_of[static_cast<std::size_t>(bone.value)].push_back(i);
        });
    }
    while (!open.empty()) {
        const Bone& bone = bones[open.back()];
        const auto iks = std::move(iks_of[open.back()]);
        open.pop_back();
        need(bone.parent);
        if (bone.flags.has(BoneFlag::tail_is_bone)) need(bone.tail_bone);
        if (bone.flags.has(BoneFlag::append_rotation) || bone.flags.has(BoneFlag::append_translation)) need(bone.append.parent);
        each_ik_bone(bone, need);
        for (const std::size_t ik : iks) need(Index<Bone>(static_cast<std::int32_t>(ik)));
    }
    return needed;
}

} // namespace kagami::edit

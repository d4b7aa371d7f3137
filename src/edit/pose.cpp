// Operations on poses. A pose is text: what is changed is spelt anew, and everything else stays as it is spelt.
#include "edit/motion_common.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace kagami::edit {

using vpd::Block;
using vpd::BlockKind;
using vpd::Pose;

namespace {

constexpr std::size_t name_limit = 20; // MikuMikuDance compares no more

/// Which blocks of a kind the selectors choose; they are numbered among their kind.
Result<std::vector<bool>> chosen_blocks(const Pose& pose, BlockKind kind, const std::vector<std::string>& selectors) {
    Names names;
    for (const Block& block : pose.blocks)
        if (block.kind == kind) names.own.push_back(decode_for_display(block.name, pose.encoding));
    const auto chosen = choose(kind == BlockKind::bone ? "bone" : "morph", selectors, names);
    if (!chosen) return chosen;
    std::vector<bool> of_blocks;
    of_blocks.reserve(pose.blocks.size());
    for (std::size_t i = 0; const Block& block : pose.blocks) of_blocks.push_back(block.kind == kind && (*chosen)[i++]);
    return of_blocks;
}

std::size_t count_of(const Pose& pose, BlockKind kind) {
    return static_cast<std::size_t>(std::ranges::count(pose.blocks, kind, &Block::kind));
}

std::size_t repeated_names(const Pose& pose) {
    std::set<std::pair<BlockKind, std::string_view>> names;
    std::size_t n = 0;
    for (const Block& block : pose.blocks) n += names.emplace(block.kind, block.name.bytes()).second ? 0 : 1;
    return n;
}

/// The same digits with the other sign.
void flip(Spelling& number) {
    const std::string_view spelt = number.bytes();
    const std::string digits(spelt.substr(spelt.starts_with('-') || spelt.starts_with('+') ? 1 : 0));
    number.assign(spelt.starts_with('-') ? digits : '-' + digits);
}

} // namespace

Result<Report> apply_in_place(Pose& pose, const RenameTrack& rename) {
    return editing(pose, [&](Report& report) -> Result<void> {
        const std::size_t before = repeated_names(pose);
        Renaming renaming(rename, pose.encoding);
        std::size_t bones = 0, morphs = 0;
        for (Block& block : pose.blocks) {
            if (block.kind == BlockKind::bone ? !rename.bones : !rename.morphs) continue;
            const std::string* to = renaming(block.name.bytes(), name_limit);
            if (to == nullptr) continue;
            block.name.assign(*to);
            ++(block.kind == BlockKind::bone ? bones : morphs);
        }
        if (auto error = renaming.error()) return failed(std::move(error));
        count(report, "/blocks", "bones renamed", bones);
        count(report, "/blocks", "morphs renamed", morphs);
        report.notes = std::move(renaming.notes);
        if (const std::size_t now = repeated_names(pose); now > before)
            report.notes.push_back({Code::keys_met, 0, 0, "/blocks", {}, {std::to_string(now - before)}});
        return {};
    });
}

Result<Report> apply_in_place(Pose& pose, const RemoveTracks& remove) {
    return editing(pose, [&](Report& report) -> Result<void> {
        if (remove.bones.empty() && remove.morphs.empty()) return failed(bad_value("bones and morphs", "empty", "names to remove"));
        const auto bones = chosen_blocks(pose, BlockKind::bone, remove.bones),
                   morphs = chosen_blocks(pose, BlockKind::morph, remove.morphs);
        if (!bones) return std::unexpected(bones.error());
        if (!morphs) return std::unexpected(morphs.error());
        const std::size_t bones_before = count_of(pose, BlockKind::bone);
        std::size_t i = 0;
        count(report, "/blocks", "removed", filter(pose.blocks, [&](const Block&) {
                  const bool keep = !(*bones)[i] && !(*morphs)[i];
                  ++i;
                  return keep;
              }));
        // The count follows if it was right.
        const std::size_t bones_now = count_of(pose, BlockKind::bone);
        if (bones_now != bones_before && pose.header.count.bytes() == std::to_string(bones_before)) {
            pose.header.count.assign(std::to_string(bones_now));
            count(report.consequences, "/header/count", "made " + std::to_string(bones_now), 1);
        }
        return {};
    });
}

Result<Report> apply_in_place(Pose& pose, const ScalePositions& scale) {
    return editing(pose, [&](Report& report) -> Result<void> {
        if (!std::isfinite(scale.factor)) return failed(bad_value("factor", std::to_string(scale.factor), "a finite number"));
        const auto chosen = chosen_blocks(pose, BlockKind::bone, scale.bones);
        if (!chosen) return std::unexpected(chosen.error());
        std::size_t changed = 0;
        for (std::size_t i = 0; i < pose.blocks.size() && scale.factor != 1; ++i) {
            if (!(*chosen)[i]) continue;
            Block& block = pose.blocks[i];
            const Vec3 before = vpd::position(block);
            const auto now = scaled(before, scale.factor, "/blocks", i);
            if (!now) return std::unexpected(now.error());
            vpd::set_position(block, *now);
            changed += *now == before ? 0 : 1;
        }
        count(report, "/blocks", "positions scaled", changed);
        return {};
    });
}

Result<Report> apply_in_place(Pose& pose, const Mirror&) {
    return editing(pose, [&](Report& report) -> Result<void> {
        SideSwitch side(pose.encoding);
        for (const Block& block : pose.blocks)
            if (block.kind == BlockKind::morph) side.note_morph(block.name.bytes());
        std::size_t morphs = 0;
        for (Block& block : pose.blocks) {
            const bool bone = block.kind == BlockKind::bone;
            const std::string to = bone ? side.turned(block.name.bytes()) : side.turned_morph(block.name.bytes());
            morphs += !bone && to != block.name.bytes() ? 1 : 0;
            block.name.assign(to);
            if (!bone) continue;
            flip(block.position[0]);
            flip(block.rotation[1]);
            flip(block.rotation[2]);
        }
        count(report, "/blocks", "bones mirrored", count_of(pose, BlockKind::bone));
        count(report, "/blocks", "morphs on the other side", morphs);
        return {};
    });
}

} // namespace kagami::edit

// Edits of motions (VMD). All work on bone, morph, camera, light, shadow and property keys alike unless they say
// otherwise. Keys that an operation does not touch stay identical byte for byte, in their order.
#pragma once

#include "kagami/edit/report.hpp"
#include "kagami/export.hpp"
#include "kagami/vmd.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace kagami::edit {

/// Keeps the keys of some frames, both ends included, and makes the first of these frames 0 unless told not to. No keys
/// are made at the ends: what stood between two keys there begins and ends with the nearest keys that are left.
struct Trim {
    std::uint32_t from = 0, to = std::numeric_limits<std::uint32_t>::max();
    bool rebase = true;
};

/// Moves all keys, later or (with a negative number) earlier. Error value_range if a key would get a frame below 0 or
/// beyond 2^32 - 1.
struct Shift {
    std::int64_t frames = 0;
};

/// Multiplies all frames, rounding to the nearest. Keys that meet on one frame are told in a note and kept, in their order.
struct Retime {
    float factor = 1;         ///< above 0; 2 makes the motion twice as long
    std::uint32_t length = 0; ///< if not 0: the frame that the last key is to have, in place of a factor
};

/// Gives bone and morph tracks, and the states of IK bones, another name. `to` may hold no pattern, unless it is as many
/// `*` as `from` has: each stands for what that of `from` stood for.
struct RenameTrack {
    std::string from, to;
    bool bones = true, morphs = true;
    bool truncate = false, map_lookalikes = false; ///< see NameRule
};

/// Removes the keys of tracks.
struct RemoveTracks {
    std::vector<std::string> bones, morphs;
};

/// Keeps the given kinds of keys and empties all other sections.
struct KeepKinds {
    bool bones = false, morphs = false, camera = false, light = false, shadow = false, properties = false;
};

/// Sorts the keys of each section by frame; those of one frame stay in their order.
struct SortKeys {};

/// Removes keys that are identical, byte for byte, to one before them.
struct DropDuplicates {};

/// Multiplies positions of bone keys, for a model of another size. Rotations stay.
struct ScalePositions {
    float factor = 1;
    std::vector<std::string> bones{"*"};
};

/// Left becomes right: names that begin with 左 or 右 change sides, positions and rotations are mirrored at the plane
/// x = 0. Mirroring twice gives the same motion again, bit for bit. Bones, morphs and the states of IK bones.
struct Mirror {};

/// Sets the curves of bone keys, in every place where MikuMikuDance has them.
struct SetCurves {
    std::vector<std::string> bones{"*"};
    std::string channels = "x y z rotation";             ///< those to set
    std::array<std::uint8_t, 4> curve{20, 20, 107, 107}; ///< x1, y1, x2, y2, 0 to 127
};

/// Switches physics of bones on or off from each of their keys on.
struct SetPhysics {
    std::vector<std::string> bones{"*"};
    bool off = true;
};

/// Makes a version 2 file of a version 1 file: camera keys get their one curve for all channels, a field of view of 30
/// degrees and perspective; the sections that version 1 lacks become empty ones. Bytes after the lights are an error,
/// since they would be taken for these. Nothing to do for a version 2 file.
struct Upgrade {};

[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(vmd::Motion& motion, const Trim& trim);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(vmd::Motion& motion, const Shift& shift);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(vmd::Motion& motion, const Retime& retime);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(vmd::Motion& motion, const RenameTrack& rename);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(vmd::Motion& motion, const RemoveTracks& remove);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(vmd::Motion& motion, const KeepKinds& keep);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(vmd::Motion& motion, const SortKeys& sort);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(vmd::Motion& motion, const DropDuplicates& drop);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(vmd::Motion& motion, const ScalePositions& scale);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(vmd::Motion& motion, const Mirror& mirror);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(vmd::Motion& motion, const SetCurves& set);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(vmd::Motion& motion, const SetPhysics& set);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(vmd::Motion& motion, const Upgrade& upgrade);

} // namespace kagami::edit

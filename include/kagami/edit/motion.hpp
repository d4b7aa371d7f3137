// Edits of motions (VMD), some of which are for poses (VPD) too. All work on bone, morph, camera, light, shadow and
// property keys alike unless they say otherwise. Keys that an operation does not touch stay identical byte for byte, in
// their order; blocks of a pose stay as they are spelt.
//
// What is chosen among the bones and morphs of a motion are tracks, all keys of one name, numbered in the order in which
// the names first occur: `#0` is the first that `kagami info` lists. In a pose they are the blocks.
//
// A motion or pose that was read with `keep` and has a damage is refused (beyond_damage): the keys that are kept as raw
// bytes could not be changed along with the others.
#pragma once

#include "kagami/edit/report.hpp"
#include "kagami/export.hpp"
#include "kagami/vmd.hpp"
#include "kagami/vpd.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

namespace kagami::edit {

/// Keeps the keys of some frames, both ends included, and makes the first of these frames 0 unless told not to. No keys
/// are made at the ends: what stood between two keys there begins and ends with the nearest keys that are left, and what
/// only had keys outside has none. A note says how many tracks that is.
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
/// `*` as `from` has: each stands for what that of `from` stood for. Tracks that come to share a name become one; keys of
/// it that meet on one frame are told in a note and kept. Motions whose names are not in CP932 are refused, see
/// vmd::convert_names; a pose's names are written in its encoding.
struct RenameTrack {
    std::string from; ///< a name or a pattern; no number
    std::string to;
    bool bones = true, morphs = true;
    bool truncate = false, map_lookalikes = false; ///< see NameRule
};

/// Removes the keys of tracks; states of IK bones stay. Of a pose, removes blocks, each with the comments and blank lines
/// above it; the number of bones in its header follows if it was right.
struct RemoveTracks {
    std::vector<std::string> bones, morphs;
};

/// Keeps the given kinds of keys and empties all other sections.
struct KeepKinds {
    bool bones = false, morphs = false, camera = false, light = false, shadow = false, properties = false;
};

/// Sorts the keys of each section by frame; those of one frame stay in their order.
struct SortKeys {};

/// Removes keys that are identical, byte for byte, to the key before them of the same name and frame. (Not of several that
/// differ at one frame, first and last alike: which of them counts is not known.)
struct DropDuplicates {};

/// Multiplies positions of bone keys, for a model of another size. Rotations stay, and so do infinities and NaN. Error
/// value_range if a position grows beyond what a float can hold.
struct ScalePositions {
    float factor = 1;
    std::vector<std::string> bones{"*"};
};

/// Left becomes right: 左 and 右 in names change places, positions and rotations are mirrored at the plane x = 0. Bones,
/// morphs, the states of IK bones, the camera and the light. A name that has both 左 and 右 stays. The morphs ウィンク and
/// ウィンク右, ウィンク２ and ｳｨﾝｸ２右 become each other, as MikuMikuDance's models name them, except where a motion also
/// has ウィンク左. Mirroring twice gives the same again, bit for bit (but for a plus sign in a pose, and for bytes behind
/// the names of these four morphs that are not all alike).
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
/// degrees and perspective; the sections that version 1 lacks become empty ones; カメラ・照, which is all that version 1
/// has room for of a camera motion's name, becomes カメラ・照明. Bytes after the lights are an error,
/// since they would be taken for these. Nothing to do for a version 2 file.
struct Upgrade {};

/// Which of two keys of one name and frame is kept when motions are put together.
enum class KeepKey : std::uint8_t {
    refuse, ///< neither: error keys_differ, unless they are identical
    first,  ///< that of the motion itself, or of an earlier file
    last,   ///< that of the motion that is added, or of a later file
    both,   ///< both, even where they are identical; which of them counts is not known
};

/// Adds all keys of other motions behind those of this one, in their order. Identical keys of one frame are needed once.
/// Names in another encoding are written in that of this motion, or refused (see vmd::convert_names). Sections are made
/// where they were absent. Header and trailing bytes stay those of this motion. Notes tell of bytes behind the last
/// section of another, and of a motion that becomes one of a model and of the camera at once: MikuMikuDance takes from
/// it the one or the other, as the model's name says. Error versions_differ between version 1 and 2.
struct MergeMotions {
    std::vector<std::filesystem::path> with; ///< files; not_for_format if one is no motion, and the errors of kagami::open
    KeepKey keep = KeepKey::refuse;
};

/// Removes keys of bones, morphs and the camera where the motion goes the same way without them: at every frame it is
/// then no farther from what it was than the tolerances say. No key is changed or made. Between two keys the curves of
/// the later one hold, also over the longer way that it now has; rotations go the shorter way round. With tolerances of
/// 0 only keys go that change nothing at all, as those amid equal ones.
///
/// The first and last key of each track stay, keys that switch physics or perspective, both keys of a cut of the camera
/// (two neighbouring frames), all keys that share a frame, and values that cannot be calculated with. Keys of which not
/// all are equal are replaced by a way of at most 300 frames. Camera keys of version 1 stay. The report tells the
/// greatest distance for each kind.
struct ReduceKeys {
    float position = 0; ///< MMD units: of bones, and of the camera's target and distance
    float rotation = 0; ///< degrees: of bones, and of each of the camera's angles and its field of view
    float weight = 0;   ///< of morphs
    std::vector<std::string> bones{"*"}, morphs{"*"};
    bool camera = true;
};

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
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(vmd::Motion& motion, const MergeMotions& merge);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(vmd::Motion& motion, const ReduceKeys& reduce);

[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(vpd::Pose& pose, const RenameTrack& rename);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(vpd::Pose& pose, const RemoveTracks& remove);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(vpd::Pose& pose, const ScalePositions& scale);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(vpd::Pose& pose, const Mirror& mirror);

/// `merge-motions` for a motion that is in memory. After an error `motion` is good for nothing but to be thrown away.
[[nodiscard]] KAGAMI_API Result<Report> merge_into(vmd::Motion& motion, const vmd::Motion& other, KeepKey keep = KeepKey::refuse);

/// A motion of one kind of keys.
struct MotionPart {
    std::string_view kind; ///< "bones", with the property keys; "morphs"; "camera", with light and shadow
    vmd::Motion motion;
};

/// The motions that are left when each kind of keys becomes one of its own; no part without keys. Each key is in exactly
/// one, in its order; header, absent sections and trailing bytes are as they were, but for the model's name where
/// MikuMikuDance would otherwise not take the part: it is カメラ・照明 for the camera, and empty instead of that for the
/// others. Error beyond_damage.
[[nodiscard]] KAGAMI_API Result<std::vector<MotionPart>> split(const vmd::Motion& motion);

} // namespace kagami::edit

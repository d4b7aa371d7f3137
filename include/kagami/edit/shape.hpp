// Edits of a model's size and proportions (PMX and PMD). What belongs together moves together: vertices, their SDEF
// points and morphs, bones, rigid bodies and joints. Values that need not change keep their bits, and so do those that are
// no finite numbers. A damaged model (`damage`) is refused, since what lies behind the damage could not follow.
//
// Factors are above 0; with factors of 1 nothing changes. Errors of all: nothing_selected, value_range (also for what
// would become too large for a float), beyond_damage.
#pragma once

#include "kagami/edit/report.hpp"
#include "kagami/export.hpp"
#include "kagami/pmd.hpp"
#include "kagami/pmx.hpp"
#include "kagami/types.hpp"

#include <string>
#include <vector>

namespace kagami::edit {

/// What lengths are multiplied by along x, y and z. One number stands for all three.
struct Factors {
    Vec3 along{1, 1, 1};
    constexpr Factors() = default;
    /*implicit*/ constexpr Factors(float all) : along{all, all, all} {}
    constexpr Factors(float x, float y, float z) : along{x, y, z} {}
};

/// Makes the whole model larger or smaller, about the origin: every length in MMD units is multiplied. These are all
/// positions, SDEF points, tails of bones, offsets of vertex and bone morphs, sizes of rigid bodies, linear limits of
/// joints (but for cone-twist joints, which keep other things there) and margins of soft bodies.
///
/// Directions, angles, UVs and edge sizes stay, and so do masses, damping, springs and impulses: MikuMikuDance's gravity
/// stays as well. Motions made for the model are fitted with `scale-positions`.
struct Scale {
    float factor = 1;
};

/// Makes parts of the model larger or smaller: the vertices that the faces of some materials use, with their SDEF points
/// and their offsets in vertex morphs. Vertices that other materials use too are moved all the same, so that no gap opens,
/// and a note tells how many.
///
/// Rigid bodies come along if their bone deforms such vertices and no others, and so do the joints at these bodies; under
/// factors that differ, sizes and linear limits take the one along their own axis, and normals turn, their lengths kept.
/// Bones stay where they are. PMD materials have no names: `#0` is the first.
struct Resize {
    std::vector<std::string> materials{};
    Factors factor{};
    std::string about{}; ///< the bone whose place stays; empty: the centre of the vertices' bounding box
};

/// Makes limbs longer or shorter. A bone that is lengthened keeps its direction, and all that hangs on its far end moves:
///
///     legs    足 to ひざ, ひざ to 足首, left and right; feet keep their size
///     arms    腕 to ひじ, ひじ to 手首; hands keep their size
///     neck    首 to 頭
///     torso   上半身 to 上半身2 (to 上半身3) to 首
///     head    not a length: the size of all on 頭, hair and eyes included, about 頭
///     bones   any others, to the bone or place they point to, else to their farthest child
///
/// Names are known in every spelling (`fold_name`).
///
/// Feet stay on the ground: センター and all on it (without one, the top bone of the legs that is not 全ての親) moves up by
/// what the legs gain, or down; if only one leg changes, by what keeps the lower foot where it was. Bones that do not hang
/// on センター, 全ての親 among them, stay. A note tells how far the body went: motions that bend the knees or jump may
/// want their positions scaled.
///
/// IK bones move as their targets do, whatever their parents, so the distance between both stays; so does 足IK親. Twist
/// bones between two joints and helper bones that append (付与) a limb's rotation and lie along it (腕捩1, 足D) stretch
/// with the limb; all others, such as fingers, skirts and tips, move with their parents as they are.
///
/// Vertices follow by their weights: along a limb they are spread over its new length, beyond its ends they only move.
/// SDEF points, morph offsets, rigid bodies (capsules and boxes along a limb become longer) and joints follow likewise.
/// Directions of normals, axes and limits of angles stay. Rigid bodies without a bone follow those they are joined to.
/// Error bone_cycle if bones are their own ancestors.
struct Proportion {
    float legs = 1, arms = 1, neck = 1, torso = 1, head = 1;
    std::vector<std::string> bones{};
    float factor = 1; ///< for `bones`, on top of the above
};

[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const Scale& scale);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmd::Model& model, const Scale& scale);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const Resize& resize);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmd::Model& model, const Resize& resize);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const Proportion& proportion);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmd::Model& model, const Proportion& proportion);

} // namespace kagami::edit

// Tidying up a model: each thing on request, each counted.
#pragma once

#include "kagami/edit/report.hpp"
#include "kagami/export.hpp"
#include "kagami/pmd.hpp"
#include "kagami/pmx.hpp"

namespace kagami::edit {

/// Removes what has no effect. In a PMD vertices go with their entries in the base morph and the offsets to these, an empty
/// base goes only if it is the last morph, and bone 0 needs no display frame, since MikuMikuDance has one for it; textures
/// and deform types are not lists of their own there: not_for_format.
///
/// Errors: value_range if nothing is asked for; faces_overrun; too_many (display frames of a PMD); beyond_damage for a
/// damaged model.
struct Clean {
    bool unused_vertices = false;    ///< those that no face and no soft body names, and what morphs have for them
    bool degenerate_faces = false;   ///< triangles that name a vertex twice; not of materials drawn as points or lines
    bool duplicate_faces = false;    ///< triangles that are there before in the same material, seen from the same side
    bool unused_textures = false;    ///< those that no material names
    bool duplicate_textures = false; ///< paths that name one file, `a.png`, `./a.png`, `A.PNG`; the first is kept
    bool zero_weights = false;       ///< bones that deform a BDEF2, BDEF4, QDEF or PMD vertex with weight 0 become bone 0
    bool deforms = false;            ///< BDEF4 and BDEF2 become the smallest type that says exactly the same
    bool empty_morphs = false;       ///< morphs without offsets, and groups of nothing but such; shaders read some of these as controls
    bool unframed_bones = false;     ///< visible, operable bones that no display frame lists are listed in one named その他
};

[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const Clean& clean);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmd::Model& model, const Clean& clean);

} // namespace kagami::edit

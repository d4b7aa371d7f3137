// Edits of what a model is made of: removing, re-ordering, inserting and re-parenting its parts. Every reference in the
// file, in whatever record, is renumbered with them; a reference that pointed nowhere before points nowhere afterwards.
//
// In a PMD English names go with what they name, and rigid bodies, whose positions count from their bones, stay where they
// are. A tail or reference of 0 says "none" there and goes on to say it, whatever is bone 0; a bone that is a tail or
// reference cannot become bone 0: error value_range, but for Remove, which see. Materials, which have no names there, are
// called 材質1, 材質2 … or Material1 …
//
// Errors common to all: nothing_selected; beyond_damage for a damaged model; value_range for a PMD that does not have as
// many English names as it must.
#pragma once

#include "kagami/edit/report.hpp"
#include "kagami/export.hpp"
#include "kagami/pmd.hpp"
#include "kagami/pmx.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kagami::edit {

/// What becomes of references to a bone, morph or rigid body that is removed. Entries that are there only to name it
/// (elements of display frames, IK links, offsets of morphs, anchors) go with it, unless it is refused. In a PMD there is no
/// tail at an offset, so that it becomes "none" (0); an IK without a target goes in any case; and no vertex can be without
/// a bone.
enum class References : std::uint8_t {
    refuse,   ///< error still_used, if anything but a display frame refers to it
    none,     ///< they become "none": -1, or 0 for tails of a PMD; error value_range if vertices of a PMD would have no bone
    reparent, ///< the nearest parent that is left takes over its vertices, children, and bodies that follow it. A tail that
              ///< pointed at it becomes an offset to the same place; append and IK that had it for their parent or target
              ///< go, and bodies that physics moves get no bone. In a PMD bones that follow another one, and twists, become
              ///< bones that do not, without it
};

/// Removes parts of a model.
///
/// A material goes with its faces, the offsets that material morphs have for it, and the soft bodies made of it; with
/// `belongings` also with the vertices that no other face uses and what morphs and soft bodies have for them, the
/// textures that no other material uses, morphs and display frames that are left with nothing, and, with `bones`, the
/// bones that deformed such vertices only, and their rigid bodies. A rigid body goes with its joints.
///
/// In a PMD vertices go with their entries in the base morph and the offsets to these; the base with all offsets, unless it
/// is refused; and a bone with its IK. A bone that becomes bone 0 while tails or references name it is refused or, with
/// `none` and `reparent`, a consequence: these say "none" then. A morph that becomes the first loses its English name.
///
/// Errors: not_for_format (soft bodies of a PMD); still_used; no_parent_left (vertices of a root bone cannot be re-parented); faces_overrun
/// (index counts of materials that do not fit the faces).
struct Remove {
    std::vector<std::string> materials{}, bones{}, morphs{}, display_frames{}, rigid_bodies{}, joints{}, soft_bodies{}; ///< selectors
    References references = References::refuse;
    bool belongings = true;
    bool bones_of_materials = false;
};

/// The lists of a model whose order can be changed.
enum class ListKind : std::uint8_t { materials, bones, morphs, display_frames, rigid_bodies, joints };

/// Moves elements of a list, in their order, in front of another one, or to the end. Materials are drawn, and bones of
/// one layer deformed, in the order of their lists. Materials take their faces along. In a PMD the first morph, the base,
/// stays the first, and the order of display, `morph_list`, stays as it is. Errors: value_range if `before` is among those
/// that move, or a morph would stand in front of the base; faces_overrun.
struct Reorder {
    ListKind list = ListKind::bones;
    std::vector<std::string> elements{}; ///< selectors
    std::string before{};                ///< a selector for one element; empty: to the end
};

/// Gives bones another parent. Their places stay, and so do those of all others. Error value_range if a bone would become
/// its own ancestor.
struct Reparent {
    std::vector<std::string> bones{}; ///< selectors
    std::string parent{};             ///< a selector for one bone; empty: none
};

/// Moves the rest positions of bones; vertices, bodies and joints stay, in a PMD by another position at their bone. Tails that are offsets
/// move along.
struct MoveBones {
    std::vector<std::string> bones{}; ///< selectors
    Vec3 by{};                        ///< MMD units
    bool children = true;             ///< all bones below them move as well
};

/// Inserts a bone that can be rotated and is visible, with a tail of no length (in a PMD: none). Errors: name_empty; in a PMD
/// also name_too_long, text_not_encodable, and no_english for an English name in a model without.
struct InsertBone {
    std::string name{}, english_name{};
    Vec3 position{};             ///< in the model, MMD units
    std::string parent{};        ///< a selector for one bone; empty: none
    std::string before{};        ///< a selector for the bone to stand in front of; empty: at the end
    std::string display_frame{}; ///< a selector for the frame to list it in; empty: none
    bool movable = false;
};

[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const Remove& remove);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmd::Model& model, const Remove& remove);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const Reorder& reorder);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmd::Model& model, const Reorder& reorder);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const Reparent& reparent);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmd::Model& model, const Reparent& reparent);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const MoveBones& move);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmd::Model& model, const MoveBones& move);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const InsertBone& insert);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmd::Model& model, const InsertBone& insert);

} // namespace kagami::edit

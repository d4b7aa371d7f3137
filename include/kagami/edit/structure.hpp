// Edits of what a model is made of: removing, re-ordering, inserting and re-parenting its parts. Every reference in the
// file, in whatever record, is renumbered with them; a reference that pointed nowhere before points nowhere afterwards.
//
// Errors common to all: nothing_selected; beyond_damage for a damaged model.
#pragma once

#include "kagami/edit/report.hpp"
#include "kagami/export.hpp"
#include "kagami/pmx.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kagami::edit {

/// What becomes of references to a bone, morph or rigid body that is removed. Entries that are there only to name it
/// (elements of display frames, IK links, offsets of morphs, anchors) go with it, unless it is refused.
enum class References : std::uint8_t {
    refuse,   ///< error still_used, if anything but a display frame refers to it
    none,     ///< they become -1, "none"
    reparent, ///< the nearest parent that is left takes over its vertices, children, and bodies that follow it. A tail that
              ///< pointed at it becomes an offset to the same place; append and IK that had it for their parent or target
              ///< go, and bodies that physics moves get no bone
};

/// Removes parts of a model.
///
/// A material goes with its faces, the offsets that material morphs have for it, and the soft bodies made of it; with
/// `belongings` also with the vertices that no other face uses and what morphs and soft bodies have for them, the
/// textures that no other material uses, morphs and display frames that are left with nothing, and, with `bones`, the
/// bones that deformed such vertices only, and their rigid bodies. A rigid body goes with its joints.
///
/// Errors: still_used; no_parent_left (vertices of a root bone cannot be re-parented); faces_overrun (index counts of
/// materials that do not fit the faces).
struct Remove {
    std::vector<std::string> materials{}, bones{}, morphs{}, display_frames{}, rigid_bodies{}, joints{}, soft_bodies{}; ///< selectors
    References references = References::refuse;
    bool belongings = true;
    bool bones_of_materials = false;
};

/// The lists of a model whose order can be changed.
enum class ListKind : std::uint8_t { materials, bones, morphs, display_frames, rigid_bodies, joints };

/// Moves elements of a list, in their order, in front of another one, or to the end. Materials are drawn, and bones of
/// one layer deformed, in the order of their lists. Materials take their faces along. Errors: value_range if `before` is
/// among those that move; faces_overrun.
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

/// Moves the rest positions of bones; vertices, bodies and joints stay. Tails that are offsets move along.
struct MoveBones {
    std::vector<std::string> bones{}; ///< selectors
    Vec3 by{};                        ///< MMD units
    bool children = true;             ///< all bones below them move as well
};

/// Inserts a bone that can be rotated and is visible, with a tail of no length. Error name_empty.
struct InsertBone {
    std::string name{}, english_name{};
    Vec3 position{};             ///< in the model, MMD units
    std::string parent{};        ///< a selector for one bone; empty: none
    std::string before{};        ///< a selector for the bone to stand in front of; empty: at the end
    std::string display_frame{}; ///< a selector for the frame to list it in; empty: none
    bool movable = false;
};

[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const Remove& remove);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const Reorder& reorder);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const Reparent& reparent);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const MoveBones& move);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const InsertBone& insert);

} // namespace kagami::edit

// The names of PMD's enumerations, in the order of their values.
#pragma once

#include "kagami/pmd.hpp"
#include "layout/enum_names.hpp"

namespace kagami::layout {

KAGAMI_ENUM(pmd::BoneType, "the bone types 0 to 9",
            {{E::rotate, "rotate"},
             {E::rotate_and_move, "rotate_and_move"},
             {E::ik, "ik"},
             {E::unknown, "unknown"},
             {E::under_ik, "under_ik"},
             {E::under_rotation, "under_rotation"},
             {E::ik_target, "ik_target"},
             {E::hidden, "hidden"},
             {E::twist, "twist"},
             {E::follow_rotation, "follow_rotation"}});

KAGAMI_ENUM(pmd::MorphPanel, "the panels 0 to 4",
            {{E::base, "base"}, {E::brow, "brow"}, {E::eye, "eye"}, {E::mouth, "mouth"}, {E::other, "other"}});

} // namespace kagami::layout

// How the names of an enumeration are written down, and the names that formats share. A format's own names are in the
// names.hpp beside its description.
#pragma once

#include "kagami/physics.hpp"
#include "layout/archive.hpp"

#include <array>

#define KAGAMI_ENUM(type, description, ...)                                                                                                \
    template <> struct EnumTable<type> {                                                                                                   \
        using E = type;                                                                                                                    \
        static constexpr const char* what = description;                                                                                   \
        static constexpr auto names = std::to_array<EnumName<E>>(__VA_ARGS__);                                                             \
    }

namespace kagami::layout {

KAGAMI_ENUM(RigidShape, "the shapes 0 to 2", {{E::sphere, "sphere"}, {E::box, "box"}, {E::capsule, "capsule"}});

KAGAMI_ENUM(RigidMode, "the modes 0 to 2",
            {{E::follow_bone, "follow_bone"}, {E::physics, "physics"}, {E::physics_with_bone, "physics_with_bone"}});

} // namespace kagami::layout

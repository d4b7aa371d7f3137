// What PMX and PMD say alike about rigid bodies.
#pragma once

#include <cstdint>

namespace kagami {

enum class RigidShape : std::uint8_t {
    sphere = 0,  ///< size.x = radius
    box = 1,     ///< size = half extents
    capsule = 2, ///< size.x = radius, size.y = height of the cylinder
};

enum class RigidMode : std::uint8_t {
    follow_bone = 0,
    physics = 1,
    physics_with_bone = 2, ///< physics turns it, the bone places it
};

} // namespace kagami

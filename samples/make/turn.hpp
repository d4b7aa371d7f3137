// Rotations for keys and poses, and results that cannot fail unless this program is wrong.
#pragma once

#include "vec.hpp"

#include "kagami/result.hpp"
#include "kagami/types.hpp"

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace samples {

/// A unit quaternion.
struct Turn {
    V3 v;
    double w = 1;
    /// First `b`, then `a`.
    friend Turn operator*(const Turn& a, const Turn& b) { return {b.v * a.w + a.v * b.w + cross(a.v, b.v), a.w * b.w - dot(a.v, b.v)}; }
};

inline Turn about(V3 axis, double angle) {
    return {unit(axis) * std::sin(degrees(angle) / 2), std::cos(degrees(angle) / 2)};
}
// Angles in degrees. The figure looks along -z, its left is +x.
inline Turn nod(double down) {
    return about({1, 0, 0}, -down);
}
inline Turn look(double to_left) {
    return about({0, -1, 0}, to_left);
}
inline Turn lean(double to_left) {
    return about({0, 0, -1}, to_left);
}

/// A finer grid than that of positions: the length stays 1 to the last bits of a float.
inline constexpr double turn_grid = 4194304;

inline kagami::Vec4 stored(const Turn& t, double grid = turn_grid) {
    return {stored(t.v.x, grid), stored(t.v.y, grid), stored(t.v.z, grid), stored(t.w, grid)};
}

/// The value; ends the program with the error's message if there is none.
template <class T> T must(kagami::Result<T> result) {
    if (!result) {
        std::fprintf(stderr, "%s\n", result.error().message().c_str());
        std::abort();
    }
    if constexpr (!std::is_void_v<T>) return std::move(*result);
}

} // namespace samples

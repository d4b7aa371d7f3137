// The shape of the head, and the face as a drawing on it: x and y as seen from the front, depth behind the surface.
#pragma once

#include "figure.hpp"

namespace samples {

inline constexpr V2 eye_centre{0.6, 17.62};
inline constexpr double mouth_height = 16.84;

[[nodiscard]] double head_width(double y);
/// A point of the skull; angle 0 is the front, positive to the figure's left.
[[nodiscard]] V3 head_point(double angle, double y);
/// z of the face at (x, y).
[[nodiscard]] double face_depth(double x, double y);
[[nodiscard]] V3 on_face(V2 at, double depth, const FaceState& state);

/// The eye's outline around its centre, x outwards; angle 0 is the outer corner, pi the inner one.
[[nodiscard]] V2 eye_outline(double angle, const EyeState& state);
/// The mouth's outline around (0, mouth_height); the upper lip from 0 to pi.
[[nodiscard]] V2 mouth_outline(double angle, const MouthState& state);

/// Where the face's picture shows (x, y).
[[nodiscard]] V2 face_uv(V2 at);

} // namespace samples

// The shape of the head, and the face as a drawing on it: x and y as seen from the front, depth behind the surface.
#pragma once

#include "figure.hpp"

namespace samples {

inline constexpr V2 eye_centre{0.6, 17.62};
inline constexpr double mouth_height = 16.84, eye_radius = 1.15;

/// A point of the skull; angle 0 is the front, positive to the figure's left.
[[nodiscard]] V3 head_point(double angle, double y);
/// z of the face at (x, y).
[[nodiscard]] double face_depth(double x, double y);
/// Middle of the sphere that the left eye's parts lie on and turn about.
[[nodiscard]] V3 eye_ball();
[[nodiscard]] V3 on_face(V2 at, double depth, const FaceState& state);

/// The eye's outline around its centre, x outwards; angle 0 is the outer corner, pi the inner one.
[[nodiscard]] V2 eye_outline(double angle, const EyeState& state);
/// The mouth's outline around (0, mouth_height); the upper lip from 0 to pi.
[[nodiscard]] V2 mouth_outline(double angle, const MouthState& state);

/// Where the face's picture shows (x, y).
[[nodiscard]] V2 face_uv(V2 at);

} // namespace samples

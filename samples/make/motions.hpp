// Motions and a pose for the figure.
#pragma once

#include "kagami/vmd.hpp"
#include "kagami/vpd.hpp"

#include <cstdint>

namespace samples {

/// How long the motions of figure and camera are: 6 seconds.
inline constexpr std::uint32_t motion_length = 180;

/// She waves, nods and looks around.
[[nodiscard]] kagami::vmd::Motion make_wave();
/// A camera for it, with light and shadow.
[[nodiscard]] kagami::vmd::Motion make_camera();
/// A curtsy.
[[nodiscard]] kagami::vpd::Pose make_pose();
/// A short motion whose names are in GBK, as some programs write them.
[[nodiscard]] kagami::vmd::Motion make_gbk_names();

} // namespace samples

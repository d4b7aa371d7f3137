// Reading a motion and finding out on the way how its names are encoded.
#pragma once

#include "kagami/vmd.hpp"

namespace kagami::vmd {

/// As `read`, with `encoding` set to what `detect_encoding` says. Names are collected while the keys are in the cache;
/// going through many keys once more would take a tenth of the time that reading them takes.
[[nodiscard]] Result<Motion> read_and_detect(std::span<const std::byte> bytes, ReadOptions options);

} // namespace kagami::vmd

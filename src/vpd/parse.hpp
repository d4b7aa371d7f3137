// A pose's text, taken apart into tokens.
#pragma once

#include "kagami/vpd.hpp"

#include <string_view>

namespace kagami::vpd {

/// `text` begins as a VPD file does.
[[nodiscard]] Result<Pose> parse(std::string_view text, ReadOptions options);

} // namespace kagami::vpd

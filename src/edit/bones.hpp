// Which bones hang together.
#pragma once

#include "kagami/pmx.hpp"

#include <vector>

namespace kagami::edit {

/// Which bones are chosen or lie below a chosen one.
[[nodiscard]] std::vector<bool> with_children(const std::vector<pmx::Bone>& bones, std::vector<bool> chosen);

/// Marks also what a bone that is needed needs itself, and so on: parents, tails, append parents, and the IK that turns it
/// with all links and its target.
[[nodiscard]] std::vector<bool> with_what_they_need(const std::vector<pmx::Bone>& bones, std::vector<bool> needed);

} // namespace kagami::edit

// Morphs that are left with nothing.
#pragma once

#include "kagami/pmx.hpp"

#include <cstddef>
#include <vector>

namespace kagami::edit {

/// Marks the morphs `empty` as gone, and groups whose every entry is; takes the entries of these out of all groups.
/// Returns how many were marked beside those that were before.
std::size_t mark_empty_morphs(pmx::Model& model, std::vector<std::size_t> empty, std::vector<bool>& gone);

} // namespace kagami::edit

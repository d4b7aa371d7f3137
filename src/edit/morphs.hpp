// Morphs that are left with nothing.
#pragma once

#include "kagami/pmd.hpp"
#include "kagami/pmx.hpp"

#include <cstddef>
#include <vector>

namespace kagami::edit {

/// Marks the morphs `empty` as gone, and groups whose every entry is; takes the entries of these out of all groups.
/// Returns how many were marked beside those that were before.
std::size_t mark_empty_morphs(pmx::Model& model, std::vector<std::size_t> empty, std::vector<bool>& gone);

/// What was taken out of a PMD's morphs.
struct DroppedOffsets {
    std::size_t count = 0;
    std::vector<bool> base_vertices; ///< those that are gone, of the base that counts, if that stays
    std::vector<bool> emptied;       ///< morphs that are left with nothing
};
/// Takes out of the morphs that stay what they have for vertices that go and, if their base goes, all offsets.
[[nodiscard]] DroppedOffsets drop_offsets(pmd::Model& model, const std::vector<bool>& vertices, const std::vector<bool>& morphs);

/// Marks the morphs `empty` as gone, and returns how many that are; a base only if it would be the last that stays, since
/// the first morph of a PMD is the base.
std::size_t mark_empty_morphs(const pmd::Model& model, const std::vector<bool>& empty, std::vector<bool>& gone);

} // namespace kagami::edit

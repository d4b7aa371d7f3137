// Which faces, and through them which vertices, belong to a material.
#pragma once

#include "kagami/pmx.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace kagami::edit {

/// A run of face indices.
struct FaceRun {
    std::size_t first = 0, count = 0;
};

/// The run of each material. Error faces_overrun if a count is negative or they take more than there are. Face indices
/// behind the last run belong to no material.
[[nodiscard]] Result<std::vector<FaceRun>> face_runs(const pmx::Model& model);

/// Marks the vertices that some face indices name. Those out of range are passed over.
void mark_vertices(std::span<const Index<pmx::Vertex>> faces, std::vector<bool>& marked);

} // namespace kagami::edit

// Which faces, and through them which vertices, belong to a material.
#pragma once

#include "kagami/pmd.hpp"
#include "kagami/pmx.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace kagami::edit {

/// A run of face indices.
struct FaceRun {
    std::size_t first = 0, count = 0;
};

/// The run of each material. Error faces_overrun if a count is negative or they take more than there are. Face indices
/// behind the last run belong to no material.
template <class Model> [[nodiscard]] Result<std::vector<FaceRun>> face_runs(const Model& model) {
    std::vector<FaceRun> runs;
    std::size_t at = 0;
    for (std::size_t i = 0; i < model.materials.size(); ++i) {
        const std::int64_t count = model.materials[i].index_count;
        const std::size_t left = model.faces.size() - at;
        if (count < 0 || static_cast<std::size_t>(count) > left)
            return std::unexpected(Error{Code::faces_overrun,
                                         0,
                                         0,
                                         "/materials/" + std::to_string(i) + "/index_count",
                                         {},
                                         {std::to_string(count), std::to_string(left)}});
        runs.push_back({at, static_cast<std::size_t>(count)});
        at += static_cast<std::size_t>(count);
    }
    return runs;
}

/// Where the runs of all materials end.
[[nodiscard]] inline std::size_t end_of(const std::vector<FaceRun>& runs) {
    return runs.empty() ? 0 : runs.back().first + runs.back().count;
}

/// Marks the vertices that some face indices name. Those out of range are passed over.
template <class Indices> void mark_vertices(const Indices& faces, std::vector<bool>& marked) {
    for (const auto vertex : faces)
        if (vertex.within(marked.size())) marked[static_cast<std::size_t>(vertex.value)] = true;
}

} // namespace kagami::edit

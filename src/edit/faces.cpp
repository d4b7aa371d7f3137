#include "edit/faces.hpp"

namespace kagami::edit {

Result<std::vector<FaceRun>> face_runs(const pmx::Model& model) {
    std::vector<FaceRun> runs;
    std::size_t at = 0;
    for (std::size_t i = 0; i < model.materials.size(); ++i) {
        const std::int32_t count = model.materials[i].index_count;
        if (count < 0 || static_cast<std::size_t>(count) > model.faces.size() - at)
            return std::unexpected(Error{Code::faces_overrun,
                                         0,
                                         0,
                                         "/materials/" + std::to_string(i) + "/index_count",
                                         {},
                                         {std::to_string(count), std::to_string(model.faces.size() - at)}});
        runs.push_back({at, static_cast<std::size_t>(count)});
        at += static_cast<std::size_t>(count);
    }
    return runs;
}

void mark_vertices(std::span<const Index<pmx::Vertex>> faces, std::vector<bool>& marked) {
    for (const Index<pmx::Vertex> vertex : faces)
        if (vertex.within(marked.size())) marked[static_cast<std::size_t>(vertex.value)] = true;
}

} // namespace kagami::edit

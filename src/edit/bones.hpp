// Which bones hang together, and which deform a vertex.
#pragma once

#include "kagami/pmd.hpp"
#include "kagami/pmx.hpp"

#include <vector>

namespace kagami::edit {

/// Which bones are chosen or lie below a chosen one.
[[nodiscard]] std::vector<bool> with_children(const std::vector<pmx::Bone>& bones, std::vector<bool> chosen);

/// Marks also what a bone that is needed needs itself, and so on: parents, tails, append parents, and the IK that turns it
/// with all links and its target.
[[nodiscard]] std::vector<bool> with_what_they_need(const std::vector<pmx::Bone>& bones, std::vector<bool> needed);

/// Calls `f(bone, weight)` for each bone that a vertex follows by weight, also for those that do not exist.
template <class F> void each_influence(const pmx::Vertices& vertices, std::size_t i, F f) {
    const auto& bones = vertices.bones()[i];
    const auto& weights = vertices.weights()[i];
    switch (vertices.deforms()[i]) {
    case pmx::DeformType::bdef1: return f(bones[0], 1.0F);
    case pmx::DeformType::bdef2:
    case pmx::DeformType::sdef: f(bones[0], weights[0]); return f(bones[1], 1 - weights[0]);
    case pmx::DeformType::bdef4:
    case pmx::DeformType::qdef:
        for (std::size_t k = 0; k < 4; ++k) f(bones[k], weights[k]);
    }
}
template <class F> void each_influence(const pmd::Vertices& vertices, std::size_t i, F f) {
    const auto& bones = vertices.bones()[i];
    const float weight = static_cast<float>(vertices.weights()[i]) / 100;
    f(bones[0], weight);
    f(bones[1], 1 - weight);
}

} // namespace kagami::edit

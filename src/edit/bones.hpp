// Which bones hang together, and which deform a vertex.
#pragma once

#include "kagami/pmd.hpp"
#include "kagami/pmx.hpp"

#include <cstdint>
#include <vector>

namespace kagami::edit {

/// Which bones are chosen or lie below a chosen one.
template <class Bone> [[nodiscard]] std::vector<bool> with_children(const std::vector<Bone>& bones, std::vector<bool> chosen);

/// Marks also what a bone that is needed needs itself, and so on: parents, tails, bones that it follows, and the IK that
/// turns it with all links and its target.
template <class Model> [[nodiscard]] std::vector<bool> with_what_they_need(const Model& model, std::vector<bool> needed);

/// How many bones a vertex stores.
[[nodiscard]] constexpr std::size_t stored_bones(pmx::DeformType deform) {
    return deform == pmx::DeformType::bdef1 ? 1 : deform == pmx::DeformType::bdef2 || deform == pmx::DeformType::sdef ? 2 : 4;
}

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

/// Calls `f(bone, weighs)` for each bone that a vertex stores; `weighs` says whether it deforms the vertex.
template <class F> void each_stored_bone(pmx::Vertices& vertices, std::size_t i, F f) {
    for (std::size_t k = 0; k < stored_bones(vertices.deforms()[i]); ++k) f(vertices.bones()[i][k], vertices.weights()[i][k] != 0);
}
template <class F> void each_stored_bone(pmd::Vertices& vertices, std::size_t i, F f) {
    const std::uint8_t weight = vertices.weights()[i];
    f(vertices.bones()[i][0], weight != 0);
    f(vertices.bones()[i][1], weight != 100);
}

} // namespace kagami::edit

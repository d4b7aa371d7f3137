// What a PMD keeps beside its lists, and must follow them: English names, numbers of display frames, and the places of
// rigid bodies, which count from their bones. A PMX has nothing of the kind, so that all this does nothing there.
#pragma once

#include "edit/frames.hpp"
#include "edit/operation.hpp"
#include "edit/place.hpp"
#include "edit/renumber.hpp"
#include "kagami/edit/names.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kagami::edit {

/// An error if the lists of a model cannot be changed: it is damaged, or does not have as many English names as it must.
[[nodiscard]] inline std::optional<Error> unchangeable(const pmx::Model& model) {
    return damaged(model);
}
[[nodiscard]] std::optional<Error> unchangeable(const pmd::Model& model);

/// What is beside the elements of a list that are gone. Returns how many English names were lost of elements that are not:
/// of a morph that becomes the first, which has none.
inline std::size_t take_out_beside(pmx::Model&, Named, const std::vector<bool>&) {
    return 0;
}
std::size_t take_out_beside(pmd::Model& model, Named list, const std::vector<bool>& gone);

inline void report_lost_names(Report& report, std::size_t n) {
    count(report.consequences, "/english/morph_names", "lost, since the first morph has none", n);
}

/// An error if a list cannot have this order, `order[new]` being the old number: the first morph, which is the base and has
/// no English name, stays the first, and of several bases the one that counts.
[[nodiscard]] inline std::optional<Error> bad_order(const pmx::Model&, Named, std::span<const std::uint32_t>) {
    return std::nullopt;
}
[[nodiscard]] std::optional<Error> bad_order(const pmd::Model& model, Named list, std::span<const std::uint32_t> order);

inline void order_beside(pmx::Model&, Named, std::span<const std::uint32_t>) {
}
void order_beside(pmd::Model& model, Named list, std::span<const std::uint32_t> order);

/// What a new element at the place `at` has beside it.
inline void insert_beside(pmx::Model&, Named, std::size_t) {
}
void insert_beside(pmd::Model& model, Named list, std::size_t at);

/// For a bone that would become bone 0 although tails or references of others name it, where 0 says "none".
[[nodiscard]] inline Error not_bone_0(const std::string& name) {
    return bad_value("the new bone 0", name, "one that no other bone has for its tail or reference, since 0 says none there");
}

/// Where each body lies, so that it still lies there when bones have moved, or their numbers changed.
template <class Model> class BodyPlaces;
template <> class BodyPlaces<pmx::Model> {
public:
    explicit BodyPlaces(const pmx::Model&) {}
    void take_out(const std::vector<bool>&) {}
    [[nodiscard]] std::optional<Error> restore(std::vector<pmx::RigidBody>&, const std::vector<pmx::Bone>&, Report&) const {
        return std::nullopt;
    }
};
template <> class BodyPlaces<pmd::Model> {
public:
    explicit BodyPlaces(const pmd::Model& model);
    /// For bodies that were taken out of the model.
    void take_out(const std::vector<bool>& gone) { edit::take_out(origins_, gone); }
    [[nodiscard]] std::optional<Error> restore(std::vector<pmd::RigidBody>& bodies, const std::vector<pmd::Bone>& bones,
                                               Report& report) const;

private:
    std::vector<Place> origins_; // what the position of each body counts from
};

} // namespace kagami::edit

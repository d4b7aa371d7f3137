#include "edit/beside.hpp"

#include <algorithm>

namespace kagami::edit {

using namespace pmd;

namespace {

/// Calls `f(names, first)` with the English names of a list, if there are any; `first` is the element that the first is of.
template <class F> void with_english(Model& model, Named list, F f) {
    if (!model.english) return;
    const auto call = [&](auto& names, std::size_t first) {
        if (model.english->flag != 0 || !names.empty()) f(names, first);
    };
    if (list == Named::bones) call(model.english->bone_names, 0);
    if (list == Named::morphs) call(model.english->morph_names, 1);
    if (list == Named::display_frames) call(model.english->frame_names, 0);
}

Place origin_of(const RigidBody& body, const std::vector<Bone>& bones) {
    const auto bone = bone_under(body, bones);
    return bone ? Place(bones[*bone].position) : Place{};
}

} // namespace

std::optional<Error> unchangeable(const Model& model) {
    if (auto error = damaged(model)) return error;
    if (!model.english) return std::nullopt;
    const English& e = *model.english;
    if (e.flag == 0 && e.bone_names.empty() && e.morph_names.empty() && e.frame_names.empty()) return std::nullopt;
    const auto check = [](const char* path, std::size_t is, std::size_t must_be) -> std::optional<Error> {
        if (is == must_be) return std::nullopt;
        Error error = bad_value("the number of English names", std::to_string(is), std::to_string(must_be));
        error.path = path;
        return error;
    };
    if (auto error = check("/english/bone_names", e.bone_names.size(), model.bones.size())) return error;
    if (auto error = check("/english/frame_names", e.frame_names.size(), model.frame_names.size())) return error;
    return check("/english/morph_names", e.morph_names.size(), model.morphs.empty() ? 0 : model.morphs.size() - 1);
}

std::size_t take_out_beside(Model& model, Named list, const std::vector<bool>& gone) {
    std::size_t lost = 0;
    with_english(model, list, [&](auto& names, std::size_t first) {
        if (names.empty()) return;
        std::vector<bool> marks(gone.begin() + static_cast<std::ptrdiff_t>(first), gone.end());
        if (first != 0 && gone[0]) {
            const auto next = std::ranges::find(marks, false);
            if (next != marks.end()) *next = true, lost = 1;
        }
        take_out(names, marks);
    });
    if (list == Named::display_frames && any(gone)) renumber_frames(model, NewNumbers::without(gone));
    return lost;
}

std::optional<Error> bad_order(const Model& model, Named list, std::span<const std::uint32_t> order) {
    if (list != Named::morphs || order.empty()) return std::nullopt;
    const auto is_base = [&](std::uint32_t old) { return model.morphs[old].panel == MorphPanel::base; };
    const auto base = std::ranges::find(model.morphs, MorphPanel::base, &Morph::panel);
    const auto new_base = std::ranges::find_if(order, is_base);
    const bool same_base = new_base == order.end() || base - model.morphs.begin() == *new_base;
    if (order[0] == 0 && same_base) return std::nullopt;
    return bad_value("the order of morphs", "one with another base in front", "one that leaves the base, the first morph, where it is");
}

void order_beside(Model& model, Named list, std::span<const std::uint32_t> order) {
    with_english(model, list, [&](auto& names, std::size_t first) {
        if (names.empty()) return;
        std::vector<std::uint32_t> named;
        for (const std::uint32_t old : order.subspan(first)) named.push_back(old - static_cast<std::uint32_t>(first));
        put_in_order(names, named);
    });
    if (list == Named::display_frames) renumber_frames(model, NewNumbers::ordered(order));
}

void insert_beside(Model& model, Named list, std::size_t at) {
    with_english(model, list, [&](auto& names, std::size_t first) {
        names.insert(names.begin() + static_cast<std::ptrdiff_t>(at - first),
                     typename std::remove_reference_t<decltype(names)>::value_type());
    });
}

BodyPlaces<Model>::BodyPlaces(const Model& model) {
    for (const RigidBody& body : model.rigid_bodies) origins_.push_back(origin_of(body, model.bones));
}

std::optional<Error> BodyPlaces<Model>::restore(std::vector<RigidBody>& bodies, const std::vector<Bone>& bones, Report& report) const {
    Values values;
    std::size_t changed = 0;
    for (std::size_t i = 0; i < origins_.size(); ++i) {
        RigidBody& body = bodies[i];
        values.at("/rigid_bodies", i);
        changed += values.add(body.position, origins_[i] - origin_of(body, bones)) ? 1 : 0;
    }
    count(report.consequences, "/rigid_bodies", "with another place at its bone", changed);
    return values.error();
}

} // namespace kagami::edit

// Taking elements out of a model's lists, or putting them into another order, and giving every reference the new number.
#pragma once

#include "kagami/edit/report.hpp"
#include "kagami/pmd.hpp"
#include "kagami/pmx.hpp"
#include "pmd/globals.hpp"
#include "pmx/globals.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace kagami::edit {

/// New numbers for the elements of one list.
class NewNumbers {
public:
    /// `to[old]` is the new number, -1 for one that is gone; `size` is what the list has afterwards.
    NewNumbers(std::vector<std::int32_t> to, std::size_t size) : to_(std::move(to)), size_(size) {}
    /// Those that are left close up.
    static NewNumbers without(const std::vector<bool>& gone);
    /// `order[new]` is the old number.
    static NewNumbers ordered(std::span<const std::uint32_t> order);
    /// A list of `size` elements gets another one at the place `at`.
    static NewNumbers with_one_at(std::size_t at, std::size_t size);

    /// The new number of an index. One that lies outside of the list lies outside afterwards, too; below 0 it is kept.
    [[nodiscard]] std::int32_t operator()(std::int32_t index) const {
        if (index < 0) return index;
        const auto old = static_cast<std::size_t>(index);
        if (old < to_.size()) return to_[old];
        if (old >= size_) return index;
        const std::size_t beyond = old + (size_ - to_.size());
        constexpr auto most = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
        return static_cast<std::int32_t>(std::min(beyond, most));
    }

private:
    std::vector<std::int32_t> to_;
    std::size_t size_;
};

/// What a model's indices count.
template <class Model> struct Indices;
template <> struct Indices<pmx::Model> {
    using Globals = pmx::Globals;
    using Kinds = std::tuple<pmx::Vertex*, pmx::Texture*, pmx::Material*, pmx::Bone*, pmx::Morph*, pmx::RigidBody*>;
    static constexpr std::array paths{"/vertices", "/textures", "/materials", "/bones", "/morphs", "/rigid_bodies"};
};
template <> struct Indices<pmd::Model> {
    using Globals = pmd::Globals;
    using Kinds = std::tuple<pmd::Vertex*, pmd::BaseVertex*, pmd::Bone*, pmd::Morph*, pmd::RigidBody*>;
    static constexpr std::array paths{"/vertices", "/morphs", "/bones", "/morphs", "/rigid_bodies"};
};
template <class Tuple, class T> inline constexpr bool is_one_of = false;
template <class... Kind, class T> inline constexpr bool is_one_of<std::tuple<Kind*...>, T> = (std::same_as<Kind, T> || ...);
/// Whether indices count elements of a kind.
template <class K, class Model>
concept Counted = is_one_of<typename Indices<Model>::Kinds, K>;

/// Something for each kind of index.
template <class Model, class T> using ForEachKind = std::array<T, Indices<Model>::paths.size()>;

/// New numbers for some kinds of index.
template <class Model> class NewNumbersOf {
public:
    template <Counted<Model> K> [[nodiscard]] std::optional<NewNumbers>& of() { return all_[Indices<Model>::Globals::template kind<K>()]; }
    template <Counted<Model> K> [[nodiscard]] const std::optional<NewNumbers>& of() const {
        return all_[Indices<Model>::Globals::template kind<K>()];
    }
    /// By the number of the kind.
    [[nodiscard]] std::optional<NewNumbers>& operator[](std::size_t kind) { return all_[kind]; }

private:
    ForEachKind<Model, std::optional<NewNumbers>> all_;
};

/// How long the list is that a kind of index counts.
template <class Model> [[nodiscard]] std::size_t count_of_kind(const Model& model, std::size_t kind);

/// Gives every reference its new number; returns how many changed, by kind. Where 0 says "none" it goes on to say it, and
/// what becomes 0 says so, too: see `name_bone_0`.
template <class Model> ForEachKind<Model, std::size_t> renumber(Model& model, const NewNumbersOf<Model>& numbers);

/// Tells of it, as consequences.
template <class Model> void report_renumbered(Report& report, const ForEachKind<Model, std::size_t>& changed) {
    for (std::size_t kind = 0; kind < changed.size(); ++kind)
        if (changed[kind] != 0) report.consequences.push_back({Indices<Model>::paths[kind], "references renumbered", changed[kind]});
}

/// How many references, of those where 0 says "none", name the bone that becomes bone 0.
template <class Model> [[nodiscard]] std::size_t name_bone_0(const Model& model, const NewNumbersOf<Model>& numbers);

/// Whether an index names an element that is marked.
template <class K> [[nodiscard]] bool marked(const std::vector<bool>& marks, Index<K> index) {
    return index.within(marks.size()) && marks[static_cast<std::size_t>(index.value)];
}
[[nodiscard]] inline bool any(const std::vector<bool>& marks) {
    return std::ranges::find(marks, true) != marks.end();
}
[[nodiscard]] inline std::size_t count_of(const std::vector<bool>& marks) {
    return static_cast<std::size_t>(std::ranges::count(marks, true));
}

/// Takes elements out of any list that can be indexed and resized; returns how many.
template <class List> std::size_t take_out(List& list, const std::vector<bool>& gone) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (gone[i]) continue;
        if (kept != i) list[kept] = std::move(list[i]);
        ++kept;
    }
    const std::size_t taken = list.size() - kept;
    if (taken != 0) list.resize(kept);
    return taken;
}
/// Likewise those for which `gone(element)` is true.
template <class List, class Gone>
    requires std::predicate<Gone&, const typename List::value_type&>
std::size_t take_out(List& list, Gone gone) {
    std::vector<bool> marks(list.size());
    for (std::size_t i = 0; i < marks.size(); ++i) marks[i] = gone(std::as_const(list)[i]);
    return take_out(list, marks);
}
std::size_t take_out(pmx::Vertices& vertices, const std::vector<bool>& gone);
std::size_t take_out(pmd::Vertices& vertices, const std::vector<bool>& gone);
std::size_t take_out(pmx::IkLinks& links, const std::vector<bool>& gone);

/// Puts a list into another order: `order[new]` is the old number.
template <class T> void put_in_order(std::vector<T>& list, std::span<const std::uint32_t> order) {
    std::vector<T> ordered;
    ordered.reserve(list.size());
    for (const std::uint32_t old : order) ordered.push_back(std::move(list[old]));
    list = std::move(ordered);
}

} // namespace kagami::edit

// Taking elements out of a model's lists, or putting them into another order, and giving every reference the new number.
#pragma once

#include "kagami/edit/report.hpp"
#include "kagami/pmx.hpp"
#include "pmx/globals.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
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

    /// The new number of an index. One that lies outside of the list lies outside afterwards, too; below 0 it is kept.
    [[nodiscard]] std::int32_t operator()(std::int32_t index) const {
        if (index < 0) return index;
        const auto old = static_cast<std::size_t>(index);
        if (old < to_.size()) return to_[old];
        if (size_ <= to_.size()) return index;
        const std::size_t beyond = old + (size_ - to_.size());
        constexpr auto most = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
        return static_cast<std::int32_t>(std::min(beyond, most));
    }

private:
    std::vector<std::int32_t> to_;
    std::size_t size_;
};

/// New numbers for some kinds of index, by pmx::kind_number.
using NewNumbersOfAll = std::array<std::optional<NewNumbers>, pmx::index_kinds.size()>;

/// Gives every reference its new number; returns how many changed, by kind.
std::array<std::size_t, pmx::index_kinds.size()> renumber(pmx::Model& model, const NewNumbersOfAll& numbers);

/// Tells of it, as consequences.
void report_renumbered(Report& report, const std::array<std::size_t, pmx::index_kinds.size()>& changed);

/// Whether an index names an element that is marked.
template <class K> [[nodiscard]] bool marked(const std::vector<bool>& marks, Index<K> index) {
    return index.within(marks.size()) && marks[static_cast<std::size_t>(index.value)];
}

/// How many bones a vertex stores.
[[nodiscard]] constexpr std::size_t stored_bones(pmx::DeformType deform) {
    return deform == pmx::DeformType::bdef1 ? 1 : deform == pmx::DeformType::bdef2 || deform == pmx::DeformType::sdef ? 2 : 4;
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
std::size_t take_out(pmx::IkLinks& links, const std::vector<bool>& gone);

/// Puts a list into another order: `order[new]` is the old number.
template <class T> void put_in_order(std::vector<T>& list, std::span<const std::uint32_t> order) {
    std::vector<T> ordered;
    ordered.reserve(list.size());
    for (const std::uint32_t old : order) ordered.push_back(std::move(list[old]));
    list = std::move(ordered);
}

} // namespace kagami::edit

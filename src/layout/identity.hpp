// What makes an element of a list the thing that it is, so that it can be found again in another document.
#pragma once

#include "layout/archive.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace kagami::layout {

/// The fields whose values two elements must have in common to be the same thing: of a motion's keys the name and the
/// frame. Elements without such fields are known by their contents and their place.
struct Identity {
    std::array<std::string_view, 3> fields{};
    bool name = false; ///< it is what a person calls the thing, which can be renamed

    [[nodiscard]] constexpr bool none() const { return fields[0].empty(); }
    [[nodiscard]] constexpr bool has(std::string_view field) const { return std::ranges::find(fields, field) != fields.end(); }
};

template <class T> consteval Identity usual_identity() {
    if constexpr (requires(T t) { t.name; }) {
        return {{"name"}, true};
    } else {
        return {};
    }
}
/// Specialised beside the description of each record that is known by something else than its name.
template <class T> inline constexpr Identity identity = usual_identity<T>();

/// The type that stands for the rows of a table.
template <class T> struct RecordOf {
    using type = T;
};
template <class T>
    requires requires { typename T::record; }
struct RecordOf<T> {
    using type = typename T::record;
};
template <class C> inline constexpr Identity identity_in = identity<typename RecordOf<Element<C>>::type>;

} // namespace kagami::layout

// What makes an element of a list the thing that it is, so that it can be found again in another document.
#pragma once

#include "layout/archive.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace kagami::layout {

/// The fields whose values two elements have in common if they are the same thing.
struct Identity {
    enum class As : std::uint8_t {
        key,      ///< the name and the frame of a motion's key; one that changed is found by its place only
        name,     ///< what a person calls the thing; it can be renamed, and have no name
        likeness, ///< the thing is known by its contents and its place, and these are what changes least
    };
    std::array<std::string_view, 3> fields{};
    As as = As::likeness;

    [[nodiscard]] constexpr bool has(std::string_view field) const { return std::ranges::find(fields, field) != fields.end(); }
};

template <class T> consteval Identity usual_identity() {
    if constexpr (requires(T t) { t.name; }) {
        return {{"name"}, Identity::As::name};
    } else {
        return {};
    }
}
/// Specialised beside the description of each record that is known by something else than a name.
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

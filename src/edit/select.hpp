// Choosing elements of a list: by name, pattern or number.
#pragma once

#include "edit/operation.hpp"
#include "kagami/pmd.hpp"
#include "kagami/pmx.hpp"
#include "kagami/text.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kagami::edit {

/// What the names of a model are in.
[[nodiscard]] inline Encoding encoding_of(const pmx::Model& model) {
    return model.header.encoding;
}
[[nodiscard]] inline Encoding encoding_of(const pmd::Model&) {
    return Encoding::cp932;
}

/// The names of a list's elements, in UTF-8.
struct Names {
    std::vector<std::string> own;
    std::vector<std::string> english; ///< empty, or as many
};

/// The names of a list whose elements have a `name`, and maybe an `english_name`.
template <class List> Names names_in(const List& list, Encoding encoding) {
    Names names;
    for (const auto& element : list) {
        names.own.push_back(decode_for_display(element.name.bytes(), encoding));
        if constexpr (requires { element.english_name; })
            names.english.push_back(decode_for_display(element.english_name.bytes(), encoding));
    }
    return names;
}

/// Whether each element is chosen. `kind` is what one is called: "bone". Error nothing_selected for the first selector
/// that hits nothing.
[[nodiscard]] Result<std::vector<bool>> choose(std::string_view kind, std::span<const std::string> selectors, const Names& names);

/// The number of the one element that is chosen. Errors nothing_selected, path_ambiguous.
[[nodiscard]] Result<std::size_t> choose_one(std::string_view kind, const std::string& selector, const Names& names);

} // namespace kagami::edit

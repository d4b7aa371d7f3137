// Choosing elements of a list: by name, pattern or number.
#pragma once

#include "edit/operation.hpp"
#include "kagami/edit/names.hpp"
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

/// Those of one of a model's lists. The materials of a PMD, which have none, are 材質1, 材質2 … and Material1 …, as when
/// they are converted to PMX.
[[nodiscard]] Names names_of(const pmx::Model& model, Named kind);
[[nodiscard]] Names names_of(const pmd::Model& model, Named kind);

/// What one element of such a list is called: "bone".
[[nodiscard]] std::string_view one_of(Named kind);

/// Whether each element is chosen. `kind` is what one is called: "bone". Error nothing_selected for the first selector
/// that hits nothing.
[[nodiscard]] Result<std::vector<bool>> choose(std::string_view kind, std::span<const std::string> selectors, const Names& names);

/// The number of the one element that is chosen. Errors nothing_selected, path_ambiguous.
[[nodiscard]] Result<std::size_t> choose_one(std::string_view kind, const std::string& selector, const Names& names);

} // namespace kagami::edit

// Choosing things by name, with `*` for anything and `?` for one character.
#pragma once

#include "edit/operation.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kagami::edit {

/// What each `*` of the pattern stands for; nothing if the name does not match.
[[nodiscard]] std::optional<std::vector<std::string>> match_pattern(std::string_view pattern, std::string_view name);

/// An error if `to` has `*`, but not as many as `from`.
[[nodiscard]] std::optional<Error> check_stars(std::string_view from, std::string_view to);

/// `to`, with what each `*` stands for in its place; there are as many as were taken, or none.
[[nodiscard]] std::string filled(std::string_view to, const std::vector<std::string>& taken);

} // namespace kagami::edit

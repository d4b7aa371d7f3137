// Choosing things by name, with `*` for anything and `?` for one character.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kagami::edit {

/// What each `*` of the pattern stands for; nothing if the name does not match.
[[nodiscard]] std::optional<std::vector<std::string>> match_pattern(std::string_view pattern, std::string_view name);

} // namespace kagami::edit

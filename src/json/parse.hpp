// JSON text to a DOM.
#pragma once

#include "kagami/result.hpp"
#include "json/json_type.hpp"

#include <string_view>

namespace kagami {

/// Errors: json_syntax (offset in `json`), also for nesting too deep to handle and for a key that stands twice.
[[nodiscard]] Result<Json> parse_json(std::string_view json);

} // namespace kagami

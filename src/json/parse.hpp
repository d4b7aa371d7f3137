// JSON text to a DOM, and changes to it.
#pragma once

#include "kagami/result.hpp"
#include "json/json_type.hpp"

#include <string_view>

namespace kagami {

/// Errors: json_syntax (offset in `json`), also for nesting too deep to handle and for a key that stands twice.
[[nodiscard]] Result<Json> parse_json(std::string_view json);

/// JSON text changed by a JSON Patch. Errors: json_syntax (offset in `patch`), patch_does_not_fit.
[[nodiscard]] Result<Json> patched(std::string_view json, std::string_view patch);

} // namespace kagami

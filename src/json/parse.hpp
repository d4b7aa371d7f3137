// JSON text to a DOM, and changes to it.
#pragma once

#include "kagami/result.hpp"
#include "layout/json_out.hpp"
#include "json/json_type.hpp"

#include <optional>
#include <string_view>

namespace kagami {

/// Errors: json_syntax (offset in `json`), also for nesting too deep to handle and for a key that stands twice.
[[nodiscard]] Result<Json> parse_json(std::string_view json);

/// JSON text changed by the operations of a JSON Patch. Errors: json_syntax, patch_does_not_fit.
[[nodiscard]] Result<Json> patched(std::string_view json, const Json& operations);

/// The parts of a document that the operations of a JSON Patch have to do with; nothing if these could be all, since they
/// change the document as a whole, or what decides how the rest of it is read.
[[nodiscard]] std::optional<layout::PartNames> parts_of_patch(const Json& operations);

} // namespace kagami

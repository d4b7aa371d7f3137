// Edits by name: one table of operations for the command line, for recipes and for the documents. Part of the library
// kagami::json.
//
// A recipe is a JSON list of operations, `[{"op": "trim", "from": 30}, {"op": "mirror"}]`. docs/edits.md lists them.
#pragma once

#include "kagami/document.hpp"
#include "kagami/edit.hpp"
#include "kagami/export.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kagami::edit {

/// Sets values by their path, as kagami::set does, and with its errors.
struct SetValue {
    std::string path;  ///< "/bones/左ひざ/layer"; `*` for all
    std::string value; ///< JSON, or a bare word where a text, a name or an enumeration stands
};
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const SetValue& set);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmd::Model& model, const SetValue& set);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(vmd::Motion& motion, const SetValue& set);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(vpd::Pose& pose, const SetValue& set);

struct OperationInfo {
    std::string_view name, summary;
};
/// All operations, in the order of the documents.
[[nodiscard]] KAGAMI_API std::span<const OperationInfo> operations();

/// What one step of a recipe did.
struct Step {
    std::string_view operation;
    Report report;
};

/// Does all operations of a recipe, or none: on error the document is unchanged, and the error's path says which step.
/// `folder` is where the document lies, for operations that look at files beside it.
/// Errors: json_syntax, json_type, json_unknown, value_range, not_for_format, and those of the operations.
[[nodiscard]] KAGAMI_API Result<std::vector<Step>> apply_recipe(Document& document, std::string_view recipe,
                                                                const std::filesystem::path& folder = {});

/// The recipe that the words of a command line stand for: operations, each with its `parameter=value`s behind it. Texts
/// are taken as they are, other values as JSON; numbers that belong together and names may have commas between them, and
/// a list may be given item by item, by naming its parameter again. Error json_type for a word that is neither.
[[nodiscard]] KAGAMI_API Result<std::string> recipe_from(std::span<const std::string> words);

/// A JSON Schema (draft 2020-12) of recipes.
[[nodiscard]] KAGAMI_API std::string recipe_schema();

/// All operations with their parameters, in Markdown.
[[nodiscard]] KAGAMI_API std::string operation_tables();

} // namespace kagami::edit

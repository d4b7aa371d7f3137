// A text file with two columns.
#pragma once

#include "kagami/result.hpp"

#include <string>
#include <vector>

namespace kagami::edit {

struct Row {
    std::size_t line; ///< from 1
    std::string from, to;
};

/// The rows of a file in UTF-8: see RenameByTable for what a row looks like. Errors: those of load_bytes, text_not_utf8,
/// table_row; all name the file.
[[nodiscard]] Result<std::vector<Row>> read_table(const std::string& file);

} // namespace kagami::edit

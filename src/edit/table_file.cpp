#include "edit/table_file.hpp"

#include "kagami/file.hpp"
#include "kagami/text.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace kagami::edit {

namespace {

/// Takes a column off the front of a line; nothing if its quotes do not end where the column does.
std::optional<std::string> take_column(std::string_view& line, char separator) {
    std::string column;
    std::size_t at = 0;
    if (line.starts_with('"')) {
        bool closed = false;
        for (at = 1; at < line.size() && !closed; ++at) {
            if (line[at] != '"') {
                column += line[at];
            } else if (line.substr(at + 1).starts_with('"')) {
                column += line[at++];
            } else {
                closed = true;
            }
        }
        if (!closed || (at < line.size() && line[at] != separator)) return std::nullopt;
    } else {
        at = std::min(line.find(separator), line.size());
        column = line.substr(0, at);
    }
    line.remove_prefix(at);
    return column;
}

} // namespace

Result<std::vector<Row>> read_table(const std::string& file) {
    const auto bytes = load_bytes(file);
    if (!bytes) return std::unexpected(bytes.error());
    const std::string_view all(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    if (const auto valid = decode(all, Encoding::utf8); !valid)
        return std::unexpected(Error{Code::text_not_utf8, valid.error().offset, 0, {}, file, {}});
    std::vector<Row> rows;
    std::unordered_map<std::string, std::size_t> seen;
    std::size_t line_number = 0;
    for (std::size_t from = all.starts_with("\xEF\xBB\xBF") ? 3 : 0; from < all.size();) {
        const std::size_t end = std::min(all.find('\n', from), all.size());
        std::string_view line = all.substr(from, end - from);
        from = end + 1;
        ++line_number;
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty()) continue;
        const auto wrong = [&](std::string what) {
            return std::unexpected(Error{Code::table_row, 0, 0, {}, file, {std::to_string(line_number), std::move(what)}});
        };
        const char separator = line.contains('\t') ? '\t' : ',';
        auto old_name = take_column(line, separator);
        if (!old_name) return wrong("has quotes that do not end with the column");
        if (line.empty()) return wrong("has one column");
        line.remove_prefix(1);
        auto new_name = take_column(line, separator);
        if (!new_name) return wrong("has quotes that do not end with the column");
        if (!line.empty()) return wrong("has more than two columns");
        if (new_name->empty()) return wrong("has no new name");
        if (const auto [at, fresh] = seen.try_emplace(*old_name, line_number); !fresh)
            return wrong("names \"" + *old_name + "\" again, after line " + std::to_string(at->second));
        rows.push_back({line_number, *std::move(old_name), *std::move(new_name)});
    }
    return rows;
}

} // namespace kagami::edit

// The files that a person named, as they are or all that lie in a folder, and what is in them.
#pragma once

#include "kagami/document.hpp"
#include "kagami/file.hpp"
#include "kagami/result.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kagami::cli {

struct NamedFile {
    std::string file;
    std::string below;            ///< its path below the folder that was named, or its file name
    std::optional<Error> error{}; ///< a folder that cannot be read, or has none of them; a link that leads nowhere
    std::string folder{};         ///< the folder that was named; empty if it was the file itself
};

using Extensions = std::span<const std::string_view>;
inline constexpr std::array<std::string_view, 4> all_formats{".pmx", ".pmd", ".vmd", ".vpd"};
inline constexpr std::array<std::string_view, 2> models{".pmx", ".pmd"};
inline constexpr std::array<std::string_view, 3> models_and_motions{".pmx", ".pmd", ".vmd"};
inline constexpr std::array<std::string_view, 1> motions{".vmd"}, json_files{".json"};

/// Files as given, whatever their extension; in place of a folder the files with one of these in it and below it, by name.
/// Links to files are files; links to folders are not followed.
[[nodiscard]] std::vector<NamedFile> files_in(const std::vector<std::string>& given, Extensions extensions = all_formats);

/// A file in memory, read.
struct Loaded {
    Bytes bytes;
    Document document;
    std::optional<Error> damage; ///< with `keep`, of a file that is damaged
};
/// Every error names the file.
[[nodiscard]] Result<Loaded> load(const NamedFile& file, ReadOptions options = {});

/// Words of a command line: files, and paths of values, which may have a `=` and a value behind them.
struct FilesAndPaths {
    std::vector<std::string> files, paths;
};
/// The first word is a file. Others are paths if they begin with `/` and are neither called like a file of the formats nor a
/// file that is there. Says on standard error what is neither.
[[nodiscard]] std::optional<FilesAndPaths> files_and_paths(const std::vector<std::string>& words);

} // namespace kagami::cli

// The files that a person named: as they are, or all that lie in a folder.
#pragma once

#include "kagami/result.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kagami::cli {

struct NamedFile {
    std::string file;
    std::string below;            ///< its path below the folder that was named, or its file name
    std::optional<Error> error{}; ///< a folder that cannot be read, or has none of them
};

/// Files as given; in place of a folder all files of the four formats in it and below it, by name.
[[nodiscard]] std::vector<NamedFile> files_in(const std::vector<std::string>& given);

} // namespace kagami::cli

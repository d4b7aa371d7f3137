// What `names` is asked for. names.cpp compares names, convert_names.cpp converts them.
#pragma once

#include "cli/command.hpp"
#include "cli/parallel.hpp"
#include "cli/saving.hpp"

#include <string>
#include <vector>

namespace kagami::cli {

struct NamesOptions {
    std::vector<std::string> files;
    std::string to, from; ///< encodings
    Saving saving;        ///< with `to`
    bool truncate = false, lookalikes = false, json = false;
    unsigned jobs = all_cores();
};

/// Writes the names of motions in another encoding.
Exit convert_names(const NamesOptions& o);

} // namespace kagami::cli

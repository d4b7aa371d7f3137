// Documents to measure with, made here.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace kagami::bench {

/// Writes models and motions of several sizes into a folder; each with a name for the tables. They derive from the
/// sample model: its vertices, and its bone names.
[[nodiscard]] std::vector<std::pair<std::string, std::filesystem::path>> make_documents(const std::filesystem::path& sample,
                                                                                        const std::filesystem::path& folder);

} // namespace kagami::bench

// What whole processes cost: the time of a command, and the peak memory of a read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kagami::bench {

/// The median time of each command in seconds, run in turns so that noise meets all alike. Output is thrown away.
[[nodiscard]] std::vector<double> times_of(const std::vector<std::vector<std::string>>& commands, int rounds);

/// By how many bytes reading the file's bytes into a model makes a process's resident memory grow at its peak, without
/// the bytes themselves.
[[nodiscard]] double peak_of_read(const std::filesystem::path& file);

} // namespace kagami::bench

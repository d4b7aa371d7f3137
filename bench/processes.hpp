// What whole processes cost: the time of a command, and the peak memory of a read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kagami::bench {

/// The median time of each command in seconds, run in turns so that noise meets all alike. Output is thrown away.
[[nodiscard]] std::vector<double> times_of(const std::vector<std::vector<std::string>>& commands, int rounds);

/// By how many bytes reading the file's bytes into a model makes a fresh process's resident memory grow at its peak,
/// without the bytes themselves. The process is this program, started with `peak_option` and the file.
[[nodiscard]] double peak_of_read(const std::filesystem::path& file);
inline constexpr const char* peak_option = "--peak-of-read";
/// What that process does.
int print_peak_of_read(const char* file);

} // namespace kagami::bench

#include "processes.hpp"

#include "kagami/document.hpp"
#include "kagami/file.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>

#include <fcntl.h>
#include <malloc.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace kagami::bench {

namespace {

double run(const std::vector<std::string>& command) {
    std::vector<char*> arguments;
    for (const auto& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    const auto start = std::chrono::steady_clock::now();
    pid_t child = 0;
    int status = -1;
    if (posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ) == 0) waitpid(child, &status, 0);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    posix_spawn_file_actions_destroy(&actions);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) std::printf("  %s failed\n", command[0].c_str());
    return time.count();
}

/// A size in /proc/self/status, in bytes.
double status_size(const std::string& name) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(name)) return std::stod(line.substr(name.size())) * 1024;
    return 0;
}

} // namespace

std::vector<double> times_of(const std::vector<std::vector<std::string>>& commands, int rounds) {
    std::vector<std::vector<double>> times(commands.size());
    for (int round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < commands.size(); ++i) times[i].push_back(run(commands[i]));
    std::vector<double> medians;
    for (auto& t : times) {
        std::ranges::sort(t);
        medians.push_back(t[t.size() / 2]);
    }
    return medians;
}

double peak_of_read(const std::filesystem::path& file) {
    int ends[2];
    if (pipe(ends) != 0) return 0;
    const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    const std::string name = file.string();
    const char* arguments[] = {program.c_str(), peak_option, name.c_str(), nullptr};
    pid_t child = 0;
    std::string output;
    if (posix_spawn(&child, arguments[0], &actions, nullptr, const_cast<char**>(arguments), environ) == 0) {
        close(ends[1]);
        char buffer[64];
        for (ssize_t n = 0; (n = ::read(ends[0], buffer, sizeof buffer)) > 0;) output.append(buffer, static_cast<std::size_t>(n));
        waitpid(child, nullptr, 0);
    }
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    return output.empty() ? 0 : std::stod(output);
}

int print_peak_of_read(const char* file) {
    const auto bytes = load_bytes(file);
    if (!bytes) return 2;
    // The first read brings in the program's own pages; then its memory is given back, and the peak starts anew.
    if (!open(*bytes)) return 2;
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << "5";
    const double before = status_size("VmRSS:");
    const auto document = open(*bytes);
    if (!document) return 2;
    std::printf("%.0f\n", status_size("VmHWM:") - before);
    return 0;
}

} // namespace kagami::bench

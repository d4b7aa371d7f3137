#include "processes.hpp"

#include "kagami/file.hpp"
#include "kagami/pmx.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>

#include <fcntl.h>
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
    const pid_t child = fork();
    if (child == 0) {
        double growth = 0;
        if (const auto bytes = load_bytes(file)) {
            std::ofstream("/proc/self/clear_refs") << "5"; // the peak starts anew
            const double before = status_size("VmRSS:");
            const auto model = pmx::read(*bytes);
            growth = model ? status_size("VmHWM:") - before : 0;
        }
        const auto written = ::write(ends[1], &growth, sizeof growth);
        _exit(written == sizeof growth ? 0 : 1);
    }
    double growth = 0;
    if (::read(ends[0], &growth, sizeof growth) != sizeof growth) growth = 0;
    waitpid(child, nullptr, 0);
    close(ends[0]);
    close(ends[1]);
    return growth;
}

} // namespace kagami::bench

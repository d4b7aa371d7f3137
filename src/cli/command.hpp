// What a command is. main.cpp holds the table of them; each has a file of its own.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>

namespace kagami::cli {

/// Exit codes, as of diff and grep.
enum class Exit : int { clean = 0, findings = 1, errors = 2 };

/// Adds a command's options to its parser and returns what runs it.
using Setup = std::function<Exit()> (*)(CLI::App&);

struct Command {
    const char *name, *summary, *example; ///< examples have a line each
    Setup setup;
};

std::function<Exit()> setup_info(CLI::App& app);
std::function<Exit()> setup_verify(CLI::App& app);
std::function<Exit()> setup_dump(CLI::App& app);
std::function<Exit()> setup_build(CLI::App& app);
std::function<Exit()> setup_get(CLI::App& app);
std::function<Exit()> setup_set(CLI::App& app);
std::function<Exit()> setup_edit(CLI::App& app);
std::function<Exit()> setup_split(CLI::App& app);
std::function<Exit()> setup_diff(CLI::App& app);
std::function<Exit()> setup_patch(CLI::App& app);
std::function<Exit()> setup_names(CLI::App& app);
std::function<Exit()> setup_textures(CLI::App& app);
std::function<Exit()> setup_collect(CLI::App& app);
std::function<Exit()> setup_formats(CLI::App& app);

} // namespace kagami::cli

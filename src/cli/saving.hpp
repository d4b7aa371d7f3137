// Where the commands that write a file for each one they read save it, so that nothing is overwritten that is read.
#pragma once

#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/output.hpp"
#include "kagami/reading.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kagami::cli {

struct Saving {
    std::string out; ///< a file, a folder that is there, or - for standard output
    bool in_place = false, dry_run = false;
    bool overwrite = false;       ///< replace what is there in the folder
    bool may_be_in_place = false; ///< the command has --in-place
};

/// Leaves out those files of folders that lie below the folder `out`.
void leave_out_output(std::vector<NamedFile>& files, const std::string& out);

/// Adds -o and --in-place.
void add_saving(CLI::App& app, Saving& saving);
/// Adds -o alone, for a command that makes something else of its files.
void add_output(CLI::App& app, Saving& saving);

/// A file to read, and where what is made of it goes.
struct Task {
    NamedFile from;
    std::string target;
    bool in_folder = false; ///< the target lies in a folder that was named; folders between them are made
    Existing existing = Existing::replace;
};

/// Where each file goes: in place of itself, to `out`, or to its place below the folder `out`, where a file that is there
/// is an error of that one. Says on standard error why not, if they cannot: two would be written to one place, or to one
/// that is read, for which `also_read` counts, too. Files of a folder that lie in `out`, made by an earlier run, are not
/// among the tasks.
[[nodiscard]] std::optional<std::vector<Task>> plan(std::vector<NamedFile> files, const Saving& saving,
                                                    std::span<const std::string> also_read = {});

/// Writes what was made of a task's file.
[[nodiscard]] Result<void> save(const Task& task, std::span<const std::byte> bytes);

/// What became of a task.
struct Written {
    std::optional<Error> error{}, damage{};
    std::size_t bytes = 0;
};
/// The error names the task's file, unless it names another one.
[[nodiscard]] Written failed(const Task& task, Error error);

/// Whether the report is to be JSON on standard output: not if a file is written there.
[[nodiscard]] inline bool reports_json(const Saving& saving, bool json) {
    return json && saving.out != "-";
}
/// {"file", "written", "bytes"}, or {"file", "error"}
[[nodiscard]] Json to_json(const Task& task, const Written& written);
/// Prints what became of all, in their order.
Exit report(const Saving& saving, bool json, std::span<const Task> tasks, std::span<const Written> written);

} // namespace kagami::cli

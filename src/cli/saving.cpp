#include "cli/saving.hpp"

#include "kagami/file.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

namespace kagami::cli {

namespace {

namespace fs = std::filesystem;

/// The file itself, whatever way leads to it, as far as that can be found out.
fs::path real(const fs::path& path) {
    std::error_code error, none;
    if (path == "-") return path;
    const fs::path found = fs::weakly_canonical(path, error);
    return error ? fs::absolute(path, none).lexically_normal() : found;
}

/// Whether they are one file, which two names of it (hard links) can be, too.
bool are_one(const std::string& a, const std::string& b) {
    std::error_code error;
    return a != "-" && b != "-" && fs::equivalent(a, b, error);
}

bool lies_in(const fs::path& path, const fs::path& folder) {
    return std::ranges::mismatch(folder, path).in1 == folder.end();
}

/// Why what is asked for makes no sense; empty if it does.
std::string objection(const std::vector<NamedFile>& files, const Saving& saving, bool folder) {
    const bool several = files.size() > 1 || std::ranges::any_of(files, [](const NamedFile& file) { return !file.folder.empty(); });
    const bool input = std::ranges::find(files, "-", &NamedFile::file) != files.end();
    if (saving.in_place && !saving.out.empty()) return "-o and --in-place say two different things; use one of them";
    if (!saving.in_place && !saving.dry_run && saving.out.empty())
        return saving.may_be_in_place ? "say where to save: -o OUT, or --in-place to overwrite the files themselves"
                                      : "say where to save: -o OUT";
    if (saving.in_place && input) return "standard input cannot be overwritten; use -o OUT instead of --in-place";
    if (folder && input) return "what standard input is to be called in " + saving.out + " is not known; name a file with -o";
    if (!saving.out.empty() && several && !folder)
        return (saving.out == "-" ? "standard output" : saving.out) + " is no folder; several files need one to be written to, -o FOLDER";
    return {};
}

/// What is wrong with writing this one, if something is.
std::optional<Error> objection(const Task& task, const Saving& saving) {
    std::error_code error;
    if (saving.in_place && !task.from.folder.empty() && fs::is_symlink(task.from.file, error))
        return Error{Code::leads_outside, 0, 0, {}, task.from.file, {"this"}};
    if (task.existing == Existing::keep && fs::symlink_status(task.target, error).type() != fs::file_type::not_found && !error)
        return Error{Code::file_exists, 0, 0, {}, task.target, {}};
    return std::nullopt;
}

} // namespace

void leave_out_output(std::vector<NamedFile>& files, const std::string& out) {
    const fs::path folder = real(out);
    std::erase_if(files, [&](const NamedFile& file) {
        if (file.folder.empty() || file.error) return false;
        const fs::path given = real(file.folder);
        return given != folder && lies_in(folder, given) && lies_in(real(file.file), folder);
    });
}

void add_output(CLI::App& app, Saving& saving) {
    app.add_option("-o,--output", saving.out, "The file to write, a folder that is there for several, or - for standard output");
    app.add_flag("--overwrite", saving.overwrite, "Replace files that are there in the folder -o");
}

void add_saving(CLI::App& app, Saving& saving) {
    add_output(app, saving);
    app.add_flag("--in-place", saving.in_place, "Overwrite the files themselves");
    saving.may_be_in_place = true;
}

std::optional<std::vector<Task>> plan(std::vector<NamedFile> files, const Saving& saving, std::span<const std::string> also_read) {
    const auto refused = [](const std::string& why) {
        print_error(why);
        return std::nullopt;
    };
    std::error_code none;
    const bool folder = fs::is_directory(saving.out, none);
    if (const std::string why = objection(files, saving, folder); !why.empty()) return refused(why);
    if (folder) leave_out_output(files, saving.out);
    std::set<fs::path> inputs, read, taken;
    for (const std::string& file : also_read) read.insert(real(file));
    for (const NamedFile& file : files)
        if (!file.error && !inputs.insert(real(file.file)).second)
            return refused(file.file + " is named twice, maybe by another path or a link");
    std::vector<Task> tasks;
    for (NamedFile& file : files) {
        Task task{std::move(file), {}, folder, folder && !saving.overwrite ? Existing::keep : Existing::replace};
        task.target = folder ? (fs::path(saving.out) / task.from.below).string() : saving.out.empty() ? task.from.file : saving.out;
        tasks.push_back(std::move(task));
        auto& [from, target, in_folder, existing] = tasks.back();
        if (from.error) continue;
        const fs::path to = real(target);
        if (!taken.insert(to).second) return refused("two files would be written to " + target);
        if (to == "-" || (saving.out.empty() && !saving.in_place)) continue;
        if (!saving.in_place && are_one(from.file, target))
            return refused(target + " is the input itself; " +
                           (saving.may_be_in_place ? "use --in-place to overwrite it" : "choose another name"));
        if (read.contains(to) || (to != real(from.file) && inputs.contains(to)))
            return refused(target + " is read for this, too, and would be overwritten; choose another place to save");
        from.error = objection(tasks.back(), saving);
    }
    return tasks;
}

Result<void> save(const Task& task, std::span<const std::byte> bytes) {
    std::error_code none; // a folder that cannot be made is told when the file is saved
    if (task.in_folder) fs::create_directories(fs::path(task.target).parent_path(), none);
    return save_bytes(bytes, task.target, task.existing);
}

Written failed(const Task& task, Error error) {
    if (error.file.empty()) error.file = task.from.file;
    return {.error = std::move(error)};
}

Json to_json(const Task& task, const Written& written) {
    Json json{{"file", task.from.file}};
    if (written.error) {
        json["error"] = error_json(*written.error);
    } else {
        json.update({{"written", task.target}, {"bytes", written.bytes}});
    }
    return json;
}

Exit report(const Saving& saving, bool json, std::span<const Task> tasks, std::span<const Written> written) {
    Exit exit = Exit::clean;
    Json all = Json::array();
    for (std::size_t i = 0; i < written.size(); ++i) {
        if (written[i].damage) print_warning(*written[i].damage);
        if (written[i].error) exit = Exit::errors;
        if (reports_json(saving, json)) {
            all.push_back(to_json(tasks[i], written[i]));
        } else if (written[i].error) {
            print_error(*written[i].error);
        } else if (tasks[i].target != "-") {
            print(tasks[i].target + ": " + counted(written[i].bytes, "byte") + '\n');
        }
    }
    if (reports_json(saving, json)) print_json(all);
    return exit;
}

} // namespace kagami::cli

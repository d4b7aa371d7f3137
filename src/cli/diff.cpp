// diff and patch: what files have differently, and making one of the other by it.
#include "cli/bytes.hpp"
#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/output.hpp"
#include "cli/parallel.hpp"
#include "cli/saving.hpp"
#include "kagami/json.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>

namespace kagami::cli {

namespace {

// ---- diff

struct DiffOptions {
    std::string before, after;
    bool bytes = false, json = false;
    unsigned jobs = all_cores();
};

/// Two files to hold against each other; one of them may not be there.
struct Pair {
    std::optional<NamedFile> before, after;
};

/// The files of two folders, by their paths below them.
std::vector<Pair> pairs_of(const std::string& before, const std::string& after) {
    std::map<std::string, Pair> pairs;
    for (NamedFile& file : files_in({before})) pairs[file.below].before = std::move(file);
    for (NamedFile& file : files_in({after})) pairs[file.below].after = std::move(file);
    std::vector<Pair> all;
    all.reserve(pairs.size());
    for (auto& [below, pair] : pairs) all.push_back(std::move(pair));
    return all;
}

/// What two files have differently, as text or as JSON.
struct Compared {
    std::vector<Error> errors{}, damages{};
    bool same = false;
    std::string text{}; ///< JSON, if that is asked for
};

std::string text_of_bytes(const DiffOptions& o, const Loaded& a, const Loaded& b) {
    const std::vector<ByteRange> ranges = compare_bytes(a.bytes, b.bytes);
    // Where something was put in, its path in the file after; else that in the file before. Both ascend.
    std::vector<std::uint64_t> before, after;
    for (const ByteRange& r : ranges) (r.before_size != 0 ? before : after).push_back(r.before_size != 0 ? r.before : r.after);
    const auto paths_before = paths_in(a.bytes, before), paths_after = paths_in(b.bytes, after);
    auto next_before = paths_before.begin(), next_after = paths_after.begin();
    Json json = Json::array();
    std::string text;
    for (const ByteRange& r : ranges) {
        const std::string& path = r.before_size != 0 ? *next_before++ : *next_after++;
        if (o.json) {
            json.push_back({{"path", path},
                            {"before", {{"offset", r.before}, {"size", r.before_size}}},
                            {"after", {{"offset", r.after}, {"size", r.after_size}}}});
        } else {
            text += fmt::format("{}: {} at {} -> {} at {}\n", path, counted(r.before_size, "byte"), grouped(r.before),
                                counted(r.after_size, "byte"), grouped(r.after));
        }
    }
    return o.json ? text_of(json) : text;
}

Compared compare(const DiffOptions& o, const Pair& pair) {
    Compared compared;
    for (const auto* side : {&pair.before, &pair.after})
        if (*side && (*side)->error) compared.errors.push_back(*(*side)->error);
    if (!compared.errors.empty() || !pair.before || !pair.after) return compared;
    auto a = load(*pair.before, {.keep = true}), b = load(*pair.after, {.keep = true});
    for (auto* side : {&a, &b}) {
        if (!*side) {
            compared.errors.push_back(std::move(side->error()));
        } else if ((*side)->damage) {
            compared.damages.push_back(*(*side)->damage);
        }
    }
    if (!compared.errors.empty()) return compared;
    compared.same = a->bytes == b->bytes;
    if (o.bytes) {
        compared.text = text_of_bytes(o, *a, *b);
    } else if (o.json) {
        compared.text = json_patch(a->document, b->document);
    } else {
        for (const Difference& d : diff(a->document, b->document)) compared.text += d.path + ": " + d.what + '\n';
    }
    return compared;
}

Exit exit_of(const Compared& compared) {
    return !compared.errors.empty() ? Exit::errors : compared.same ? Exit::clean : Exit::findings;
}

void print_troubles(const Compared& compared) {
    for (const Error& damage : compared.damages) print_warning(damage);
    for (const Error& error : compared.errors) print_error(error);
}

/// Each line of a text further to the right.
std::string indented(const std::string& text) {
    std::string out;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t end = std::min(text.find('\n', from), text.size() - 1) + 1;
        out += "  " + text.substr(from, end - from);
        from = end;
    }
    return out;
}

Exit diff_folders(const DiffOptions& o) {
    const std::vector<Pair> pairs = pairs_of(o.before, o.after);
    const auto all = all_at_once(pairs.size(), o.jobs, [&](std::size_t i) { return compare(o, pairs[i]); });
    Exit exit = Exit::clean;
    Json json = Json::array();
    std::size_t same = 0, different = 0, alone = 0, errors = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto& [before, after] = pairs[i];
        exit = std::max(exit, exit_of(all[i]));
        if (!o.json || !all[i].errors.empty()) print_troubles(all[i]);
        ++(!all[i].errors.empty() ? errors : !before || !after ? alone : all[i].same ? same : different);
        if (o.json) {
            json.push_back({{"before", before ? Json(before->file) : Json()}, {"after", after ? Json(after->file) : Json()}});
            if (!all[i].errors.empty()) {
                json.back()["error"] = error_json(all[i].errors.front());
            } else if (before && after) {
                json.back()["differences"] = Json::parse(all[i].text);
            }
        } else if (all[i].errors.empty() && (!before || !after)) {
            print("only in " + (before ? o.before + ": " + before->below : o.after + ": " + after->below) + '\n');
        } else if (!all[i].same && all[i].errors.empty()) {
            print(before->file + " -> " + after->file + '\n' + indented(all[i].text));
        }
    }
    if (o.json) {
        print_json(json);
    } else {
        print(counted(all.size(), "file") + ": " + grouped(same) + " the same, " + grouped(different) + " different, " + grouped(alone) +
              " on one side only, " + counted(errors, "error") + '\n');
    }
    return exit;
}

Exit run_diff(const DiffOptions& o) {
    std::error_code none;
    const bool before = std::filesystem::is_directory(o.before, none), after = std::filesystem::is_directory(o.after, none);
    if (before && after) return diff_folders(o);
    if (before != after) {
        print_error("a folder can be held against a folder only, and a file against a file");
        return Exit::errors;
    }
    const Compared compared = compare(o, {files_in({o.before}).front(), files_in({o.after}).front()});
    print_troubles(compared);
    print(compared.text);
    return exit_of(compared);
}

// ---- patch

struct PatchOptions {
    std::vector<std::string> files; ///< the last one is the patch
    Saving saving;
    bool json = false;
    unsigned jobs = all_cores();
};

Written patch(const PatchOptions& o, const Task& task, std::string_view operations) {
    auto loaded = load(task.from, {.keep = true});
    if (!loaded) return failed(task, std::move(loaded.error()));
    const auto document = apply_patch(loaded->document, operations);
    if (!document) {
        Error error = document.error(); // its offset is in the patch
        error.file = o.files.back() + ", for " + task.from.file;
        return failed(task, std::move(error));
    }
    const auto bytes = write(*document);
    if (!bytes) return failed(task, bytes.error());
    if (*bytes != loaded->bytes || !o.saving.in_place)
        if (auto saved = save(task, *bytes); !saved) return failed(task, std::move(saved.error()));
    return {.damage = std::move(loaded->damage), .bytes = bytes->size()};
}

Exit run_patch(const PatchOptions& o) {
    if (o.files.size() < 2) {
        print_error("say which files, and behind them the patch, as diff --json prints it");
        return Exit::errors;
    }
    const auto text = load_bytes(o.files.back());
    if (!text) {
        print_error(text.error());
        return Exit::errors;
    }
    const std::string_view operations(reinterpret_cast<const char*>(text->data()), text->size());
    const auto tasks = plan(files_in({o.files.begin(), o.files.end() - 1}), o.saving, std::span(o.files).last(1));
    if (!tasks) return Exit::errors;
    return report(o.saving, o.json, *tasks,
                  all_at_once(tasks->size(), o.jobs, [&](std::size_t i) { return patch(o, (*tasks)[i], operations); }));
}

} // namespace

std::function<Exit()> setup_diff(CLI::App& app) {
    auto o = std::make_shared<DiffOptions>();
    app.add_option("BEFORE", o->before, "Model, motion or pose, or a folder of them")->required();
    app.add_option("AFTER", o->after, "What to hold against it; of a folder, the files with the same paths below it")->required();
    app.add_flag("--bytes", o->bytes, "Print the runs of bytes that differ, and what they belong to");
    app.add_flag(
        "--json", o->json,
        "Print a JSON Patch (RFC 6902) that `kagami patch` applies; with --bytes an array of ranges; of folders these for each file");
    add_jobs(app, o->jobs);
    return [o] { return run_diff(*o); };
}

std::function<Exit()> setup_patch(CLI::App& app) {
    auto o = std::make_shared<PatchOptions>();
    app.add_option("FILE… PATCH", o->files, "Files or folders, then a JSON Patch (RFC 6902) of their JSON form, as diff --json prints it")
        ->required();
    add_saving(app, o->saving);
    add_jobs(app, o->jobs);
    app.add_flag("--json", o->json, "Print what was written as JSON");
    return [o] { return run_patch(*o); };
}

} // namespace kagami::cli

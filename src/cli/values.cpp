// get and set: values by path.
#include "cli/bytes.hpp"
#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/output.hpp"
#include "cli/parallel.hpp"
#include "cli/saving.hpp"
#include "kagami/json.hpp"

#include <algorithm>
#include <memory>

namespace kagami::cli {

namespace {

/// A value for people: a text without its quotes, anything else as JSON.
std::string plain(const std::string& json) {
    const Json parsed = Json::parse(json);
    return parsed.is_string() && json.front() == '"' ? parsed.get<std::string>() : json;
}

// ---- get

struct GetOptions {
    std::vector<std::string> words;
    bool json = false, keep = false;
    unsigned jobs = all_cores();
};

/// What was found in one file, and what was not.
struct Found {
    std::optional<Error> error{}, damage{}; ///< of reading it
    std::vector<Value> values{};
    std::vector<Error> errors{}; ///< of paths
};

Found find(const NamedFile& file, const std::vector<std::string>& paths, bool keep) {
    Found found;
    auto loaded = load(file, {.keep = keep});
    if (!loaded) {
        found.error = std::move(loaded.error());
        return found;
    }
    found.damage = std::move(loaded->damage);
    for (const std::string& path : paths) {
        auto values = get(loaded->document, path);
        if (values) {
            std::ranges::move(*values, std::back_inserter(found.values));
        } else {
            found.errors.push_back(std::move(values.error()));
            found.errors.back().file = file.file;
        }
    }
    return found;
}

Json to_json(const std::string& file, const Found& found) {
    Json json{{"file", file}};
    if (found.error) {
        json["error"] = error_json(*found.error);
        return json;
    }
    json["values"] = Json::object();
    for (const Value& value : found.values) json["values"][value.path] = Json::parse(value.json);
    for (const Error& error : found.errors) json["errors"].push_back(error_json(error));
    return json;
}

Exit run_get(const GetOptions& o) {
    const auto words = files_and_paths(o.words);
    if (!words) return Exit::errors;
    if (words->paths.empty()) {
        print_error("say which values, by their paths as dump shows them: /name");
        return Exit::errors;
    }
    const std::vector<NamedFile> files = files_in(words->files);
    const auto all = all_at_once(files.size(), o.jobs, [&](std::size_t i) { return find(files[i], words->paths, o.keep); });
    const bool one = files.size() == 1 && files[0].folder.empty();
    Exit exit = Exit::clean;
    Json json = Json::array();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto& [error_of_file, damage, values, errors] = all[i];
        if (error_of_file || !errors.empty()) exit = Exit::errors;
        if (damage) print_warning(*damage);
        if (error_of_file) print_error(*error_of_file);
        for (const Error& error : errors) print_error(error);
        if (o.json) {
            json.push_back(to_json(files[i].file, all[i]));
            continue;
        }
        const bool alone = one && values.size() == 1 && words->paths.size() == 1;
        for (const Value& value : values)
            print((one ? "" : files[i].file + ": ") + (alone ? "" : value.path + ": ") + plain(value.json) + '\n');
    }
    if (o.json) print_json(json);
    return exit;
}

// ---- set

struct SetOptions {
    std::vector<std::string> words;
    Saving saving;
    bool fit = false, keep = false, json = false;
    unsigned jobs = all_cores();
};

/// What was done to one file.
struct Outcome : Written {
    std::vector<Difference> differences{};
    std::vector<pmx::WidthChange> widths{};
    Encoding names = Encoding::cp932;
    std::size_t changed = 0, first = 0; ///< bytes that differ, and the first that does
};

/// Where the path ends. Names may hold a `=` of their own: the first one before which there is a path that exists counts.
std::size_t end_of_path(const Document& document, const std::string& assignment) {
    const std::size_t first = assignment.find('=');
    for (std::size_t at = first; at != std::string::npos; at = assignment.find('=', at + 1))
        if (get(document, assignment.substr(0, at))) return at;
    return first;
}

Outcome assign(const SetOptions& o, const Task& task, const std::vector<std::string>& assignments) {
    Outcome outcome;
    const auto fail = [&](Error error) { return Outcome{failed(task, std::move(error))}; };
    auto loaded = load(task.from, {.keep = o.keep});
    if (!loaded) return fail(loaded.error());
    outcome.damage = std::move(loaded->damage);
    Document& document = loaded->document;
    auto* model = std::get_if<pmx::Model>(&document);
    if (o.fit && model == nullptr) return fail(Error{Code::not_for_format, 0, 0, {}, {}, {"--fit", "PMX"}});
    const Document original = document;
    for (const std::string& assignment : assignments) {
        const std::size_t equals = end_of_path(document, assignment);
        if (const auto done = set(document, assignment.substr(0, equals), assignment.substr(equals + 1)); !done) return fail(done.error());
    }
    if (o.fit) outcome.widths = pmx::fit(*model);
    const auto after = write(document, &outcome.widths);
    if (!after) return fail(after.error());
    if (const auto* motion = std::get_if<vmd::Motion>(&document); motion != nullptr && motion->encoding != Encoding::cp932) {
        const auto again = open(*after, {.keep = o.keep});
        if (again && std::get<vmd::Motion>(*again).encoding != motion->encoding)
            return fail(Error{Code::would_not_read_back, 0, 0, "/encoding", {}, {}});
        outcome.names = motion->encoding;
    }
    outcome.differences = diff(original, document);
    outcome.bytes = after->size();
    const auto ranges = compare_bytes(loaded->bytes, *after);
    for (const ByteRange& range : ranges) outcome.changed += std::max(range.before_size, range.after_size);
    if (!ranges.empty()) outcome.first = ranges.front().after;
    if (outcome.changed != 0 || !o.saving.in_place)
        if (const auto saved = save(task, *after); !saved) return fail(saved.error());
    return outcome;
}

Json to_json(const Task& task, const Outcome& outcome) {
    Json json = to_json(task, static_cast<const Written&>(outcome));
    if (outcome.error) return json;
    json.update({{"bytes_changed", outcome.changed}, {"changes", Json::array()}, {"index_widths", Json::array()}});
    for (const Difference& d : outcome.differences) {
        Json entry{{"path", d.path}, {"what", d.what}};
        if (!d.before.empty()) entry["before"] = Json::parse(d.before);
        if (!d.after.empty()) entry["after"] = Json::parse(d.after);
        json["changes"].push_back(std::move(entry));
    }
    for (const auto& w : outcome.widths) json["index_widths"].push_back({{"kind", w.kind}, {"before", w.before}, {"after", w.after}});
    return json;
}

/// Each value that changed, widths that had to follow, and how much of the file differs.
void print_outcome(const Task& task, const Outcome& outcome) {
    for (const auto& d : outcome.differences) print(d.path + ": " + d.what + '\n');
    for (const auto& w : outcome.widths)
        print(std::string(w.kind) + " indices now take " + counted(w.after, "byte") + " instead of " + std::to_string(w.before) + '\n');
    if (outcome.changed == 0) {
        print(task.target + ": nothing changed, " + counted(outcome.bytes, "byte") + '\n');
    } else {
        print(task.target + ": " + counted(outcome.changed, "byte") + " of " + grouped(outcome.bytes) +
              (outcome.changed == 1 ? " differs, at offset " : " differ, the first at offset ") + grouped(outcome.first) + '\n');
    }
}

Exit run_set(const SetOptions& o) {
    const auto words = files_and_paths(o.words);
    if (!words) return Exit::errors;
    for (const std::string& assignment : words->paths) {
        if (assignment.find('=') != std::string::npos) continue;
        print_error(assignment + " is not of the form PATH=VALUE");
        return Exit::errors;
    }
    if (words->paths.empty() && !o.fit) {
        print_error("say what to set: PATH=VALUE, with paths as dump shows them");
        return Exit::errors;
    }
    const auto tasks = plan(files_in(words->files), o.saving);
    if (!tasks) return Exit::errors;
    const auto outcomes = all_at_once(tasks->size(), o.jobs, [&](std::size_t i) { return assign(o, (*tasks)[i], words->paths); });
    Exit exit = Exit::clean;
    const bool as_json = reports_json(o.saving, o.json);
    Json json = Json::array();
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const Task& task = (*tasks)[i];
        if (outcomes[i].damage) print_warning(*outcomes[i].damage);
        if (outcomes[i].names != Encoding::cp932)
            print_error("the names of " + task.from.file + " are in " + std::string(name_of(outcomes[i].names)) +
                        ", which MikuMikuDance does not read; `kagami names --to cp932` converts them");
        if (outcomes[i].error) exit = Exit::errors;
        if (as_json) {
            json.push_back(to_json(task, outcomes[i]));
        } else if (outcomes[i].error) {
            print_error(*outcomes[i].error);
        } else if (task.target != "-") {
            print_outcome(task, outcomes[i]);
        }
    }
    if (as_json) print_json(json);
    return exit;
}

} // namespace

std::function<Exit()> setup_get(CLI::App& app) {
    auto o = std::make_shared<GetOptions>();
    app.add_option("FILE… PATH…", o->words,
                   "Files, folders, or - for standard input; then paths as dump shows them, where a name may stand for a number, * for all")
        ->required();
    app.add_flag("--json", o->json, "Print a JSON array with an object for each file: its values by their paths");
    app.add_flag("--keep", o->keep, "Read a damaged model as far as it is whole");
    add_jobs(app, o->jobs);
    return [o] { return run_get(*o); };
}

std::function<Exit()> setup_set(CLI::App& app) {
    auto o = std::make_shared<SetOptions>();
    app.add_option("FILE… PATH=VALUE…", o->words,
                   "Files, folders, or - for standard input; then values as JSON, where texts, names of values and of bones need no quotes")
        ->required();
    add_saving(app, o->saving);
    app.add_flag("--fit", o->fit, "PMX: make every index width the smallest that will do");
    app.add_flag("--keep", o->keep, "Read a damaged model as far as it is whole, and write the rest back as it is");
    add_jobs(app, o->jobs);
    app.add_flag("--json", o->json, "Print the reports as JSON");
    return [o] { return run_set(*o); };
}

} // namespace kagami::cli

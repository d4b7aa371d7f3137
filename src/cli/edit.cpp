// edit: operations on one file or many.
#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/output.hpp"
#include "cli/parallel.hpp"
#include "kagami/edit_table.hpp"
#include "kagami/file.hpp"
#include "text/nearest.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <set>

namespace kagami::cli {

namespace {

namespace fs = std::filesystem;

struct Options {
    std::vector<std::string> words;
    std::string recipe, out;
    bool in_place = false, dry_run = false, json = false;
    unsigned jobs = all_cores();
};

/// What was done to one file.
struct Outcome {
    std::string file, target;
    std::vector<edit::Step> steps;
    std::vector<pmx::WidthChange> widths;
    std::optional<Error> error;
    std::size_t bytes = 0;
    bool changed = false;
};

/// The file itself, whatever way leads to it.
std::string real(const fs::path& path) {
    std::error_code none;
    return fs::weakly_canonical(path, none).string();
}

bool is_operation(const std::string& word) {
    return std::ranges::find(edit::operations(), word, &edit::OperationInfo::name) != edit::operations().end();
}

/// The words in front of the first operation are files; the rest is a recipe.
std::optional<std::string> recipe_of(const std::vector<std::string>& words, std::vector<std::string>& files) {
    const auto first = std::ranges::find_if(words, is_operation);
    files.assign(words.begin(), first);
    auto recipe = edit::recipe_from(std::span(first, words.end()));
    if (recipe) return std::move(*recipe);
    print_error(recipe.error());
    return std::nullopt;
}

Outcome work_on(const Options& o, const NamedFile& named, const std::string& target, const std::string& recipe) {
    const std::string& file = named.file;
    Outcome outcome{file, target, {}, {}, std::nullopt, 0, false};
    const auto fail = [&](Error error) {
        if (error.file.empty()) error.file = file;
        outcome.error = std::move(error);
        return outcome;
    };
    if (named.error) return fail(*named.error);
    const auto before = load_bytes(file);
    if (!before) return fail(before.error());
    auto document = open(*before);
    if (!document) return fail(document.error());
    const fs::path folder = file == "-" ? fs::path() : fs::absolute(file).parent_path();
    auto steps = edit::apply_recipe(*document, recipe, folder);
    if (!steps) return fail(steps.error());
    outcome.steps = std::move(*steps);
    const auto after = write(*document, &outcome.widths);
    if (!after) return fail(after.error());
    outcome.bytes = after->size();
    outcome.changed = *after != *before;
    std::error_code none; // a folder that cannot be made is told when the file is saved
    const bool save = !o.dry_run && (outcome.changed || !o.in_place);
    if (save && target != "-") fs::create_directories(fs::path(target).parent_path(), none);
    if (save)
        if (const auto saved = save_bytes(*after, target); !saved) return fail(saved.error());
    return outcome;
}

void print_outcome(const Options& o, const Outcome& outcome) {
    if (outcome.error) return print_error(*outcome.error);
    for (const edit::Step& step : outcome.steps) {
        const std::string before = "  " + padded(std::string(step.operation) + ' ', 16);
        if (step.report.changes.empty()) print(before + "nothing to do\n");
        for (const edit::Change& change : step.report.changes)
            print(before + change.path + ": " + grouped(change.count) + ' ' + change.what + '\n');
        for (const edit::Change& change : step.report.consequences)
            print(before + "so " + change.path + ": " + grouped(change.count) + ' ' + change.what + '\n');
        for (const Diagnostic& note : step.report.notes) print(before + note.message() + '\n');
    }
    for (const pmx::WidthChange& width : outcome.widths)
        print(fmt::format("  /header/index_widths/{}: grown from {} to {}\n", width.kind, counted(width.before, "byte"), width.after));
    print(outcome.target + ": " + counted(outcome.bytes, "byte") + (outcome.changed ? "" : ", unchanged") +
          (o.dry_run ? ", not written (--dry-run)" : "") + '\n');
}

Json to_json(const Options& o, const Outcome& outcome) {
    Json json{{"file", outcome.file}};
    if (outcome.error) {
        json["error"] = error_json(*outcome.error);
        return json;
    }
    json.update({{"written", o.dry_run ? Json() : Json(outcome.target)}, {"bytes", outcome.bytes}, {"changed", outcome.changed}});
    json["index_widths"] = Json::array();
    for (const pmx::WidthChange& width : outcome.widths)
        json["index_widths"].push_back({{"kind", width.kind}, {"before", width.before}, {"after", width.after}});
    json["steps"] = Json::array();
    for (const edit::Step& step : outcome.steps) {
        const auto changes = [](const std::vector<edit::Change>& list) {
            Json array = Json::array();
            for (const edit::Change& c : list) array.push_back({{"path", c.path}, {"what", c.what}, {"count", c.count}});
            return array;
        };
        Json one{{"op", step.operation},
                 {"changes", changes(step.report.changes)},
                 {"consequences", changes(step.report.consequences)},
                 {"notes", Json::array()}};
        for (const Diagnostic& note : step.report.notes) one["notes"].push_back(error_json(note));
        json["steps"].push_back(std::move(one));
    }
    return json;
}

Exit run(const Options& o) {
    std::vector<std::string> files;
    auto recipe = recipe_of(o.words, files);
    if (!recipe) return Exit::errors;
    if (!o.recipe.empty()) {
        if (*recipe != "[]") {
            print_error("operations stand either on the command line or in --recipe");
            return Exit::errors;
        }
        const auto text = load_bytes(o.recipe);
        if (!text) {
            print_error(text.error());
            return Exit::errors;
        }
        recipe->assign(reinterpret_cast<const char*>(text->data()), text->size());
    } else if (*recipe == "[]") {
        std::vector<std::string> known;
        for (const auto& operation : edit::operations()) known.emplace_back(operation.name);
        std::error_code none;
        const auto typo = std::ranges::find_if(o.words, [&](const std::string& word) { return !fs::exists(word, none); });
        print_error(typo == o.words.end() ? "say what to do: an operation of docs/edits.md, or --recipe"
                                          : '"' + *typo + "\" is neither a file nor an operation" + nearest_hint(*typo, known));
        return Exit::errors;
    }
    if (files.empty()) {
        print_error("say which files, in front of the operations");
        return Exit::errors;
    }
    const std::vector<NamedFile> named = files_in(files);
    std::error_code none;
    const bool folder = fs::is_directory(o.out, none);
    if (!o.dry_run && o.in_place == !o.out.empty()) {
        print_error(o.in_place ? "-o and --in-place say two different things; use one of them"
                               : "say where to save: -o OUT, or --in-place to overwrite the files themselves");
        return Exit::errors;
    }
    if (!o.out.empty() && named.size() > 1 && !folder) {
        print_error(o.out + " is no folder; several files need one to be written to");
        return Exit::errors;
    }
    std::vector<Outcome> outcomes(named.size());
    std::vector<std::string> targets;
    std::set<std::string> taken, inputs, read;
    if (!o.recipe.empty()) read.insert(real(o.recipe));
    for (const Json& step : Json::parse(*recipe, nullptr, false))
        for (const auto& [name, value] : step.items())
            for (const Json& one : value.is_array() ? value : Json::array({value}))
                if (one.is_string() && fs::is_regular_file(one.get<std::string>(), none)) read.insert(real(one.get<std::string>()));
    for (const NamedFile& file : named) {
        if (!file.error && file.file != "-" && !inputs.insert(real(file.file)).second) {
            print_error(file.file + " is named twice, maybe by another path or a link");
            return Exit::errors;
        }
    }
    for (const NamedFile& file : named) {
        targets.push_back(folder ? (fs::path(o.out) / file.below).string() : o.out.empty() ? file.file : o.out);
        if (!file.error && !o.dry_run && !o.in_place && overwrites_input(file.file, targets.back(), "--in-place")) return Exit::errors;
        const std::string target = targets.back() == "-" ? "-" : real(targets.back());
        if (!file.error && !taken.insert(target).second) {
            print_error("two files would be written to " + targets.back());
            return Exit::errors;
        }
        if (!o.dry_run && target != "-" && (read.contains(target) || (target != real(file.file) && inputs.contains(target)))) {
            print_error(targets.back() + " is read for this, too, and would be overwritten; choose another place to save");
            return Exit::errors;
        }
    }
    for_each_at_once(named.size(), o.jobs, [&](std::size_t i) { outcomes[i] = work_on(o, named[i], targets[i], *recipe); });
    Exit exit = Exit::clean;
    Json json = Json::array();
    for (const Outcome& outcome : outcomes) {
        if (outcome.error) exit = Exit::errors;
        if (o.json) {
            json.push_back(to_json(o, outcome));
        } else if (o.out != "-" || outcome.error) {
            print_outcome(o, outcome);
        } else {
            for (const edit::Step& step : outcome.steps)
                for (const Diagnostic& note : step.report.notes) print_error(note);
        }
    }
    if (o.json && o.out != "-") print_json(json);
    return exit;
}

std::string list_of_operations() {
    std::string list;
    for (const auto& operation : edit::operations()) list += "\n  " + padded(operation.name, 18) + std::string(operation.summary);
    return list;
}

} // namespace

std::function<Exit()> setup_edit(CLI::App& app) {
    auto o = std::make_shared<Options>();
    app.add_option("FILE… OPERATION [PARAMETER=VALUE…]", o->words,
                   "Files or folders, then operations with their parameters; see docs/edits.md")
        ->required();
    app.add_option("--recipe", o->recipe, "A JSON list of operations, instead of operations here");
    app.add_option("-o,--output", o->out, "The file to write, a folder that is there for several, or - for standard output");
    app.add_flag("--in-place", o->in_place, "Overwrite the files themselves");
    app.add_flag("--dry-run", o->dry_run, "Say what would be done, and write nothing");
    app.add_option("-j,--jobs", o->jobs, "Files to work on at once")->check(CLI::Range(1U, 256U))->capture_default_str();
    app.add_flag("--json", o->json, "Print the reports as JSON");
    app.description(app.get_description() + "\n\nOperations:" + list_of_operations());
    return [o] { return run(*o); };
}

} // namespace kagami::cli

// edit: operations on one file or many.
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/parallel.hpp"
#include "cli/saving.hpp"
#include "kagami/edit_table.hpp"
#include "text/nearest.hpp"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <memory>

namespace kagami::cli {

namespace {

namespace fs = std::filesystem;

struct Options {
    std::vector<std::string> words;
    std::string recipe;
    Saving saving;
    bool json = false;
    unsigned jobs = all_cores();
};

/// What was done to one file.
struct Outcome : Written {
    std::vector<edit::Step> steps{};
    std::vector<pmx::WidthChange> widths{};
    bool changed = false, left_alone = false;
};

bool is_operation(const std::string& word) {
    return std::ranges::find(edit::operations(), word, &edit::OperationInfo::name) != edit::operations().end();
}

/// The recipe, from the words behind the files or from a file of its own. Says on standard error what is wrong with them.
std::optional<std::string> recipe_of(const Options& o, std::vector<std::string>& files) {
    const auto refused = [](const auto& why) {
        print_error(why);
        return std::nullopt;
    };
    const auto first = std::ranges::find_if(o.words, is_operation);
    files.assign(o.words.begin(), first);
    auto recipe = edit::recipe_from(std::span(first, o.words.end()));
    if (!recipe) return refused(recipe.error());
    if (!o.recipe.empty() && first != o.words.end()) return refused("operations stand either on the command line or in --recipe");
    if (!o.recipe.empty()) {
        const auto text = load_bytes(o.recipe);
        if (!text) return refused(text.error());
        recipe->assign(reinterpret_cast<const char*>(text->data()), text->size());
    } else if (first == o.words.end()) {
        std::vector<std::string> known;
        for (const auto& operation : edit::operations()) known.emplace_back(operation.name);
        std::error_code none;
        const auto typo = std::ranges::find_if(o.words, [&](const std::string& word) { return !fs::exists(word, none); });
        return refused(typo == o.words.end() ? "say what to do: an operation of docs/edits.md, or --recipe"
                                             : '"' + *typo + "\" is neither a file nor an operation" + nearest_hint(*typo, known));
    }
    if (files.empty()) return refused("say which files, in front of the operations");
    return std::move(*recipe);
}

Outcome work_on(const Options& o, const Task& task, const std::string& recipe) {
    Outcome outcome;
    const auto fail = [&](Error error) {
        // A folder may hold what the operations are not for.
        const bool left_alone = error.code == Code::not_for_format && !task.from.folder.empty();
        return Outcome{failed(task, std::move(error)), {}, {}, false, left_alone};
    };
    auto loaded = load(task.from);
    if (!loaded) return fail(std::move(loaded.error()));
    const fs::path folder = task.from.file == "-" ? fs::path() : fs::absolute(task.from.file).parent_path();
    auto steps = edit::apply_recipe(loaded->document, recipe, folder);
    if (!steps) return fail(std::move(steps.error()));
    outcome.steps = std::move(*steps);
    const auto after = write(loaded->document, &outcome.widths);
    if (!after) return fail(after.error());
    outcome.bytes = after->size();
    outcome.changed = *after != loaded->bytes;
    if (!o.saving.dry_run && (outcome.changed || !o.saving.in_place))
        if (auto saved = save(task, *after); !saved) return fail(std::move(saved.error()));
    return outcome;
}

/// The error with its step by name, where its path begins with the step's number: "step 2, remove" for "/1".
Error in_words(Error error, const Json& recipe) {
    std::size_t number = 0;
    const char *begin = error.path.data() + 1, *end = error.path.data() + error.path.size();
    if (error.path.empty() || !recipe.is_array()) return error;
    const auto [rest, wrong] = std::from_chars(begin, end, number);
    if (wrong != std::errc{} || number >= recipe.size() || !recipe[number].is_object() || !recipe[number].contains("op")) return error;
    const Json& name = recipe[number]["op"];
    if (!name.is_string()) return error;
    error.path = (recipe.size() == 1 ? "" : "step " + std::to_string(number + 1) + ", ") + name.get<std::string>() + std::string(rest, end);
    return error;
}

void print_outcome(const Options& o, const Task& task, const Outcome& outcome, const Json& recipe) {
    if (outcome.error) return print_error(in_words(*outcome.error, recipe));
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
    print(task.target + ": " + counted(outcome.bytes, "byte") + (outcome.changed ? "" : ", unchanged") +
          (o.saving.dry_run ? ", not written (--dry-run)" : "") + '\n');
}

Json to_json(const Options& o, const Task& task, const Outcome& outcome) {
    Json json = to_json(task, static_cast<const Written&>(outcome));
    if (outcome.left_alone) json["left_alone"] = true;
    if (outcome.error) return json;
    if (o.saving.dry_run) json["written"] = nullptr;
    json["changed"] = outcome.changed;
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

/// The files that the operations read beside those they change.
std::vector<std::string> read_by(const std::string& recipe, const std::string& recipe_file) {
    std::vector<std::string> read;
    if (!recipe_file.empty()) read.push_back(recipe_file);
    std::error_code none;
    for (const Json& step : Json::parse(recipe, nullptr, false))
        for (const auto& [name, value] : step.items())
            for (const Json& one : value.is_array() ? value : Json::array({value}))
                if (one.is_string() && fs::is_regular_file(one.get<std::string>(), none)) read.push_back(one.get<std::string>());
    return read;
}

Exit run(const Options& o) {
    std::vector<std::string> files;
    const auto recipe = recipe_of(o, files);
    if (!recipe) return Exit::errors;
    const auto tasks = plan(files_in(files), o.saving, read_by(*recipe, o.recipe));
    if (!tasks) return Exit::errors;
    const auto outcomes = all_at_once(tasks->size(), o.jobs, [&](std::size_t i) { return work_on(o, (*tasks)[i], *recipe); });
    Exit exit = Exit::clean;
    const Json steps = Json::parse(*recipe, nullptr, false);
    const bool as_json = reports_json(o.saving, o.json);
    std::size_t changed = 0, unchanged = 0, left_alone = 0, errors = 0;
    Json json = Json::array();
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const Task& task = (*tasks)[i];
        const Outcome& outcome = outcomes[i];
        if (outcome.error && !outcome.left_alone) exit = Exit::errors;
        ++(outcome.left_alone ? left_alone : outcome.error ? errors : outcome.changed ? changed : unchanged);
        if (as_json) {
            json.push_back(to_json(o, task, outcome));
        } else if (outcome.left_alone) {
            continue;
        } else if (o.saving.out != "-" || outcome.error) {
            print_outcome(o, task, outcome, steps);
        } else {
            for (const edit::Step& step : outcome.steps)
                for (const Diagnostic& note : step.report.notes) print_error(note);
        }
    }
    if (left_alone != 0 && left_alone == outcomes.size()) {
        print_error(outcomes[0].error ? in_words(*outcomes[0].error, steps) : Error{});
        exit = Exit::errors;
    }
    if (as_json) {
        print_json(json);
    } else if (tasks->size() > 1) {
        print(counted(outcomes.size(), "file") + ": " + grouped(changed) + " changed, " + grouped(unchanged) + " unchanged, " +
              grouped(left_alone) + " of other formats left alone, " + counted(errors, "error") + '\n');
    }
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
    add_saving(app, o->saving);
    app.add_flag("--dry-run", o->saving.dry_run, "Say what would be done, and write nothing");
    add_jobs(app, o->jobs);
    app.add_flag("--json", o->json, "Print the reports as JSON");
    app.description(app.get_description() + "\n\nOperations:" + list_of_operations());
    return [o] { return run(*o); };
}

} // namespace kagami::cli

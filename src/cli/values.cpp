// get and set: values by path.
#include "cli/bytes.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "kagami/file.hpp"
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

struct SetOptions {
    std::string file, out;
    std::vector<std::string> assignments;
    bool in_place = false, fit = false, keep = false, json = false;
};

/// The report of a set: each value that changed, widths that had to follow, and how much of the file differs.
void report(const SetOptions& o, const std::string& target, const std::vector<Difference>& differences,
            const std::vector<pmx::WidthChange>& widths, const Bytes& before, const Bytes& after) {
    const auto ranges = compare_bytes(before, after);
    std::size_t changed = 0;
    for (const ByteRange& range : ranges) changed += std::max(range.before_size, range.after_size);
    if (o.json) {
        Json json{
            {"file", target}, {"changes", Json::array()}, {"widths", Json::array()}, {"bytes", after.size()}, {"bytes_changed", changed}};
        for (const auto& d : differences) {
            Json entry{{"path", d.path}, {"what", d.what}};
            if (!d.before.empty()) entry["before"] = Json::parse(d.before);
            if (!d.after.empty()) entry["after"] = Json::parse(d.after);
            json["changes"].push_back(std::move(entry));
        }
        for (const auto& w : widths) json["widths"].push_back({{"kind", w.kind}, {"before", w.before}, {"after", w.after}});
        print_json(json);
        return;
    }
    for (const auto& d : differences) print(d.path + ": " + d.what + '\n');
    for (const auto& w : widths)
        print(std::string(w.kind) + " indices now take " + counted(w.after, "byte") + " instead of " + std::to_string(w.before) + '\n');
    if (changed == 0) {
        print(target + ": nothing changed, " + counted(after.size(), "byte") + '\n');
    } else {
        print(target + ": " + counted(changed, "byte") + " of " + grouped(after.size()) +
              (changed == 1 ? " differs, at offset " : " differ, the first at offset ") + grouped(ranges.front().after) + '\n');
    }
}

/// Where the path ends. Names may hold a `=` of their own: the first one before which there is a path that exists counts.
std::size_t end_of_path(const Document& document, const std::string& assignment) {
    const std::size_t first = assignment.find('=');
    for (std::size_t at = first; at != std::string::npos; at = assignment.find('=', at + 1))
        if (get(document, assignment.substr(0, at))) return at;
    return first;
}

Exit run_set(const SetOptions& o) {
    const auto fail = [&](const Error& error) {
        print_error(error, o.file);
        return Exit::errors;
    };
    if (o.in_place == !o.out.empty() || (o.in_place && o.file == "-")) {
        print_error(!o.in_place     ? "say where to save: -o OUT, or --in-place to overwrite the file itself"
                    : o.out.empty() ? "standard input cannot be overwritten; use -o OUT instead of --in-place"
                                    : "-o and --in-place say two different things; use one of them");
        return Exit::errors;
    }
    if (!o.in_place && overwrites_input(o.file, o.out, "--in-place")) return Exit::errors;
    const auto before = load_bytes(o.file);
    if (!before) return fail(before.error());
    auto document = open(*before, {.keep = o.keep});
    if (!document) return fail(document.error());
    if (const Damage* damage = damage_of(*document)) {
        Error error = damage->error;
        error.file = o.file;
        print_warning(error);
    }
    auto* model = std::get_if<pmx::Model>(&*document);
    if (o.fit && model == nullptr) {
        print_error("--fit is for PMX: only its indices have widths to choose");
        return Exit::errors;
    }
    const Document original = *document;
    for (const std::string& assignment : o.assignments) {
        const std::size_t equals = end_of_path(*document, assignment);
        if (equals == std::string::npos) {
            print_error(assignment + " is not of the form PATH=VALUE");
            return Exit::errors;
        }
        if (const auto done = set(*document, assignment.substr(0, equals), assignment.substr(equals + 1)); !done) return fail(done.error());
    }
    std::vector<pmx::WidthChange> widths;
    if (o.fit) widths = pmx::fit(*model);
    const auto after = write(*document, &widths);
    if (!after) return fail(after.error());
    if (const auto* motion = std::get_if<vmd::Motion>(&*document); motion != nullptr && motion->encoding != Encoding::cp932) {
        const auto again = open(*after, {.keep = o.keep});
        if (again && std::get<vmd::Motion>(*again).encoding != motion->encoding)
            return fail(Error{Code::would_not_read_back, 0, 0, "/encoding", {}, {}});
        print_error("the names of " + o.file + " are in " + std::string(name_of(motion->encoding)) +
                    ", which MikuMikuDance does not read; `kagami names --to cp932` converts them");
    }
    const std::string target = o.in_place ? o.file : o.out;
    if (const auto saved = save_bytes(*after, target); !saved) return fail(saved.error());
    if (target != "-") report(o, target, diff(original, *document), widths, *before, *after);
    return Exit::clean;
}

} // namespace

std::function<Exit()> setup_get(CLI::App& app) {
    struct Options {
        std::string file;
        std::vector<std::string> paths;
        bool json = false, keep = false;
    };
    auto o = std::make_shared<Options>();
    app.add_option("FILE", o->file, "Model, motion or pose, or - for standard input")->required();
    app.add_option("PATH", o->paths, "Paths as dump shows them; a name may stand for a number, * for all")->required();
    app.add_flag("--json", o->json, "Print one JSON object, from path to value");
    app.add_flag("--keep", o->keep, "Read a damaged model as far as it is whole");
    return [o] {
        const auto document = open(o->file, {.keep = o->keep});
        if (!document) {
            print_error(document.error(), o->file);
            return Exit::errors;
        }
        if (const Damage* damage = damage_of(*document)) print_warning(damage->error);
        std::vector<Value> values;
        Exit exit = Exit::clean;
        for (const std::string& path : o->paths) {
            auto found = get(*document, path);
            if (!found) {
                print_error(found.error(), o->file);
                exit = Exit::errors;
                continue;
            }
            std::ranges::move(*found, std::back_inserter(values));
        }
        if (o->json) {
            Json json = Json::object();
            for (const auto& value : values) json[value.path] = Json::parse(value.json);
            print_json(json);
            return exit;
        }
        const bool alone = values.size() == 1 && o->paths.size() == 1;
        for (const auto& value : values) print((alone ? "" : value.path + ": ") + plain(value.json) + '\n');
        return exit;
    };
}

std::function<Exit()> setup_set(CLI::App& app) {
    auto o = std::make_shared<SetOptions>();
    app.add_option("FILE", o->file, "Model, motion or pose, or - for standard input")->required();
    app.add_option("PATH=VALUE", o->assignments, "Values as JSON; texts, names of values and names of bones need no quotes");
    app.add_option("-o,--output", o->out, "The file to write, or - for standard output");
    app.add_flag("--in-place", o->in_place, "Overwrite FILE itself");
    app.add_flag("--fit", o->fit, "PMX: make every index width the smallest that will do");
    app.add_flag("--keep", o->keep, "Read a damaged model as far as it is whole, and write the rest back as it is");
    app.add_flag("--json", o->json, "Print the report as JSON");
    return [o] { return run_set(*o); };
}

} // namespace kagami::cli

// verify: read, write, compare.
#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/output.hpp"
#include "cli/parallel.hpp"
#include "kagami/document.hpp"
#include "kagami/file.hpp"

#include <algorithm>
#include <memory>
#include <optional>

namespace kagami::cli {

namespace {

struct Outcome {
    std::string file;
    std::size_t bytes = 0;
    bool identical = false;
    std::uint64_t offset = 0; ///< of the first difference
    std::string path{};
    std::optional<Error> error{}, damage{};

    [[nodiscard]] const char* status() const { return error ? "error" : !identical ? "different" : damage ? "damaged" : "identical"; }
};

Outcome verify(const std::string& file, bool keep) {
    Outcome outcome{.file = file};
    const auto fail = [&](Error error) {
        error.file = file;
        outcome.error = std::move(error);
        return outcome;
    };
    const auto bytes = load_bytes(file);
    if (!bytes) return fail(bytes.error());
    outcome.bytes = bytes->size();
    const auto document = open(*bytes, {.keep = keep});
    if (!document) return fail(document.error());
    if (const Damage* damage = damage_of(*document)) outcome.damage = damage->error;
    const auto written = write(*document);
    if (!written) return fail(written.error());
    outcome.identical = *written == *bytes;
    if (!outcome.identical) {
        outcome.offset = static_cast<std::uint64_t>(std::ranges::mismatch(*bytes, *written).in1 - bytes->begin());
        outcome.path = path_in(*bytes, outcome.offset);
    }
    return outcome;
}

void print_line(const Outcome& outcome) {
    if (outcome.error) return print_error(*outcome.error);
    if (!outcome.identical)
        return print(outcome.file + ": differs at offset " + grouped(outcome.offset) + (outcome.path.empty() ? "" : ", " + outcome.path) +
                     '\n');
    print(outcome.file + ": identical, " + counted(outcome.bytes, "byte") +
          (outcome.damage ? "; damaged: " + place_and_what(*outcome.damage) : "") + '\n');
}

Json to_json(const Outcome& outcome) {
    Json json{{"file", outcome.file}, {"status", outcome.status()}, {"bytes", outcome.bytes}};
    if (outcome.error) json["error"] = error_json(*outcome.error);
    if (outcome.damage) json["damage"] = error_json(*outcome.damage);
    if (!outcome.error && !outcome.identical) json["first_difference"] = {{"offset", outcome.offset}, {"path", outcome.path}};
    return json;
}

struct Options {
    std::vector<std::string> files;
    bool keep = false, json = false;
    unsigned jobs = all_cores();
};

Exit run(const Options& o) {
    const std::vector<NamedFile> files = files_in(o.files);
    const auto outcomes = all_at_once(files.size(), o.jobs, [&](std::size_t i) {
        return files[i].error ? Outcome{.file = files[i].file, .error = files[i].error} : verify(files[i].file, o.keep);
    });
    std::size_t identical = 0, different = 0, damaged = 0, errors = 0;
    std::uint64_t bytes = 0;
    Json json = Json::array();
    for (const Outcome& outcome : outcomes) {
        if (o.json) {
            json.push_back(to_json(outcome));
        } else {
            print_line(outcome);
        }
        bytes += outcome.bytes;
        errors += outcome.error ? 1 : 0;
        different += !outcome.error && !outcome.identical ? 1 : 0;
        damaged += outcome.identical && outcome.damage ? 1 : 0;
        identical += outcome.identical && !outcome.damage ? 1 : 0;
    }
    if (o.json) {
        print_json(Json{
            {"files", std::move(json)},
            {"summary", {{"identical", identical}, {"damaged", damaged}, {"different", different}, {"errors", errors}, {"bytes", bytes}}}});
    } else if (outcomes.size() > 1 || (!files.empty() && !files[0].folder.empty())) {
        print(counted(outcomes.size(), "file") + ", " + counted(bytes, "byte") + ": " + grouped(identical) + " identical, " +
              grouped(damaged) + " damaged, " + grouped(different) + " different, " + counted(errors, "error") + '\n');
    }
    return errors != 0 ? Exit::errors : different + damaged != 0 ? Exit::findings : Exit::clean;
}

} // namespace

std::function<Exit()> setup_verify(CLI::App& app) {
    auto o = std::make_shared<Options>();
    app.add_option("FILE", o->files, "Models, motions, poses, folders to walk, or - for standard input")->required();
    app.add_flag("--keep", o->keep, "Read damaged models as far as they are whole, and verify that the rest is kept");
    add_jobs(app, o->jobs);
    app.add_flag("--json", o->json, "Print the outcome as JSON");
    return [o] { return run(*o); };
}

} // namespace kagami::cli

// names: names between models and motions.
#include "cli/names.hpp"
#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/output.hpp"
#include "cli/parallel.hpp"
#include "kagami/match.hpp"
#include "kagami/tracks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace kagami::cli {

namespace {

constexpr std::size_t name_width = 24;

std::string in_column(const std::string& name) {
    return padded(one_line(name, name_width), name_width);
}

// ---- a model's own names

Json problems_json(std::span<const ModelName> names, const std::vector<NameProblem>& problems) {
    Json json = Json::array();
    for (const NameProblem& problem : problems) {
        Json entry{{"names", Json::array()}, {"reason", name_of(problem.reason.code)}, {"message", problem.reason.message()}};
        for (const std::uint32_t i : problem.names)
            entry["names"].push_back({{"kind", name_of(names[i].kind)}, {"number", names[i].number}, {"name", names[i].utf8}});
        json.push_back(std::move(entry));
    }
    return json;
}

void print_problems(std::span<const ModelName> names, const std::vector<NameProblem>& problems) {
    for (const NameProblem& problem : problems) {
        std::string places;
        for (const std::uint32_t i : problem.names)
            places += (places.empty() ? "" : ", ") + std::string(name_of(names[i].kind)) + ' ' + std::to_string(names[i].number);
        print("  " + places + " " + names[problem.names[0]].utf8 + ": " + problem.reason.message() + '\n');
    }
}

// ---- a model and a motion

Json to_json(const TrackMatch& track, std::span<const ModelName> names) {
    Json json{{"kind", name_of(track.kind)}, {"name", track.name}, {"keys", track.keys}, {"found", name_of(track.found)}};
    json["hits"] = Json::array();
    for (const std::uint32_t hit : track.hits) json["hits"].push_back({{"number", names[hit].number}, {"name", names[hit].utf8}});
    if (!track.nearest.empty()) json["nearest"] = track.nearest;
    return json;
}

void print_tracks(const MotionMatch& m, std::span<const ModelName> names, Found found, const char* title, const char* column) {
    bool first = true;
    for (const TrackMatch& track : m.tracks) {
        if (track.found != found) continue;
        if (std::exchange(first, false)) print("  " + padded(title, name_width + 8) + "     keys   " + column + '\n');
        std::string beside = track.nearest;
        for (const std::uint32_t hit : track.hits) (beside += beside.empty() ? "" : ", ") += names[hit].utf8;
        print("    " + padded(std::string(name_of(track.kind)), 6) + in_column(track.name) + fmt::format("{:>9}   ", grouped(track.keys)) +
              beside + '\n');
    }
}

void print_match(const std::string& file, const std::string& model, const MotionMatch& m, std::span<const ModelName> names) {
    print(file + " for " + model + '\n');
    print("  names in " + std::string(name_of(m.encoding.encoding)) + " (" + std::string(name_of(m.encoding.certainty)) + ": " +
          m.encoding.why + ")\n");
    const bool readable = m.encoding.encoding == Encoding::cp932;
    if (!readable) print("  MikuMikuDance reads CP932 only: `kagami names " + file + " --to cp932 -o OUT` converts them\n");
    for (const NameKind kind : {NameKind::bone, NameKind::morph, NameKind::ik}) {
        std::size_t tracks = 0, hit = 0;
        for (const TrackMatch& track : m.tracks) {
            if (track.kind != kind) continue;
            ++tracks;
            hit += track.found == Found::exact ? 1 : 0;
        }
        if (tracks != 0)
            print("  " + padded(std::string(name_of(kind)) + " names", 14) + grouped(hit) + " of " + grouped(tracks) + " hit\n");
    }
    if (m.tracks.empty()) print("  no bone or morph keys\n");
    print_tracks(m, names, Found::none, "hit nothing", "nearest");
    print_tracks(m, names, Found::variant, "hit only in another spelling", "in the model");
    print_tracks(m, names, Found::several, "hit several", "in the model");
}

Json to_json(const MotionMatch& m, std::span<const ModelName> names) {
    Json json{{"encoding", name_of(m.encoding.encoding)},
              {"encoding_certainty", name_of(m.encoding.certainty)},
              {"encoding_why", m.encoding.why},
              {"tracks", Json::array()}};
    for (const TrackMatch& track : m.tracks) json["tracks"].push_back(to_json(track, names));
    return json;
}

// ---- all files

/// A file as far as it must be known before motions are looked at.
struct Source {
    NamedFile file{};
    bool is_model = false;
    std::vector<ModelName> names{}; ///< of a model
    std::optional<Error> error{}, damage{};
    Bytes bytes{}; ///< of a motion on standard input, which cannot be read twice
};

Source look_into(const NamedFile& file) {
    Source source{.file = file};
    auto bytes = file.error ? std::unexpected(*file.error) : load_bytes(file.file);
    const auto format = bytes ? format_of(*bytes) : std::unexpected(bytes.error());
    source.is_model = format && (*format == Format::pmx || *format == Format::pmd);
    if (source.is_model) {
        const auto document = open(*bytes, {.keep = true});
        if (!document) {
            source.error = document.error();
        } else if (const auto* pmx_model = std::get_if<pmx::Model>(&*document)) {
            source.names = names_of(*pmx_model);
        } else if (const auto* pmd_model = std::get_if<pmd::Model>(&*document)) {
            source.names = names_of(*pmd_model);
        }
        if (const Damage* damage = document ? damage_of(*document) : nullptr) source.damage = damage->error;
    } else if (!format) {
        source.error = format.error();
    } else if (file.file == "-") {
        source.bytes = std::move(*bytes);
    }
    for (auto* problem : {&source.error, &source.damage})
        if (*problem && (*problem)->file.empty()) (*problem)->file = file.file;
    return source;
}

/// A motion held against each model.
struct Matched {
    std::optional<Error> error{}, damage{};
    std::vector<MotionMatch> matches{};
};

Matched match_all(const Source& source, std::span<const Source* const> models) {
    Matched matched;
    const auto document = source.bytes.empty() ? open(source.file.file, {.keep = true}) : open(source.bytes, {.keep = true});
    const auto* motion = document ? std::get_if<vmd::Motion>(&*document) : nullptr;
    if (motion == nullptr) {
        matched.error = document ? Error{Code::not_a_motion, 0, 0, {}, {}, {}} : document.error();
        matched.error->file = source.file.file;
        return matched;
    }
    if (motion->damage) (matched.damage = motion->damage->error)->file = source.file.file;
    for (const Source* model : models) matched.matches.push_back(match(model->names, *motion));
    return matched;
}

/// "motion for model: all hit", where there are too many pairs to show each name.
void print_pair(const std::string& file, const std::string& model, const MotionMatch& m) {
    const auto hit = static_cast<std::size_t>(std::ranges::count(m.tracks, Found::exact, &TrackMatch::found));
    print(file + " for " + model + ": " + grouped(hit) + " of " + counted(m.tracks.size(), "name") + " hit" +
          (m.encoding.encoding == Encoding::cp932 ? "" : ", and the names are not in CP932") + '\n');
}

bool all_hit(const MotionMatch& m) {
    return m.encoding.encoding == Encoding::cp932 &&
           std::ranges::all_of(m.tracks, [](const TrackMatch& track) { return track.found == Found::exact; });
}

/// How many names of a kind a model has.
std::size_t count_of(const Source& model, NameKind kind) {
    return static_cast<std::size_t>(std::ranges::count(model.names, kind, &ModelName::kind));
}

void print_model(const Source& model, const std::vector<NameProblem>& problems, bool alone) {
    if (alone) {
        print(model.file.file + ": " + counted(count_of(model, NameKind::bone), "bone") + ", " +
              counted(count_of(model, NameKind::morph), "morph") + ", " +
              (problems.empty() ? "all can be keyed in a motion" : counted(problems.size(), "problem")) + '\n');
    } else if (!problems.empty()) {
        print(model.file.file + ": " + counted(problems.size(), "problem") + " with names that no motion can key\n");
    }
    print_problems(model.names, problems);
}

Exit check(const NamesOptions& o) {
    const std::vector<NamedFile> files = files_in(o.files, models_and_motions);
    const auto sources = all_at_once(files.size(), o.jobs, [&](std::size_t i) { return look_into(files[i]); });
    Exit exit = Exit::clean;
    Json json = Json::array();
    const auto troubles = [&](const std::optional<Error>& error, const std::optional<Error>& damage) {
        if (damage) print_warning(*damage);
        if (!error) return;
        print_error(*error);
        exit = Exit::errors;
    };
    std::vector<const Source*> models, motions;
    for (const Source& source : sources) {
        troubles(source.error, source.damage);
        if (source.error) {
            json.push_back({{"file", source.file.file}, {"error", error_json(*source.error)}});
        } else {
            (source.is_model ? models : motions).push_back(&source);
        }
    }
    if (models.empty() && !motions.empty()) {
        print_error(motions[0]->file.file + " is not a model; give the model first, then the motions, or --to to convert motions");
        return Exit::errors;
    }
    const auto matched = all_at_once(motions.size(), o.jobs, [&](std::size_t i) { return match_all(*motions[i], models); });
    for (const Matched& one : matched) troubles(one.error, one.damage);
    for (std::size_t k = 0; k < models.size(); ++k) {
        const Source& model = *models[k];
        const auto problems = check_names(model.names);
        bool clean = !motions.empty() || problems.empty();
        if (!o.json) print_model(model, problems, motions.empty());
        json.push_back({{"file", model.file.file},
                        {"bones", count_of(model, NameKind::bone)},
                        {"morphs", count_of(model, NameKind::morph)},
                        {"problems", problems_json(model.names, problems)},
                        {"motions", Json::array()}});
        for (std::size_t i = 0; i < matched.size(); ++i) {
            const std::string& file = motions[i]->file.file;
            Json entry{{"file", file}};
            if (matched[i].error) {
                entry["error"] = error_json(*matched[i].error);
            } else {
                const MotionMatch& m = matched[i].matches[k];
                clean &= all_hit(m);
                entry.update(to_json(m, model.names));
                if (!o.json && models.size() == 1) print_match(file, model.file.file, m, model.names);
                if (!o.json && models.size() > 1) print_pair(file, model.file.file, m);
            }
            json.back()["motions"].push_back(std::move(entry));
        }
        if (!clean && exit == Exit::clean) exit = Exit::findings;
    }
    if (o.json) print_json(json);
    return exit;
}

Exit run(const NamesOptions& o) {
    if (!o.to.empty()) return convert_names(o);
    if (!o.saving.out.empty() || o.saving.in_place || o.saving.overwrite || !o.from.empty() || o.truncate || o.lookalikes) {
        print_error("-o, --in-place, --overwrite, --from, --truncate and --map-lookalikes go with --to");
        return Exit::errors;
    }
    return check(o);
}

} // namespace

std::function<Exit()> setup_names(CLI::App& app) {
    auto o = std::make_shared<NamesOptions>();
    app.add_option("FILE", o->files, "Models and the motions to hold against them; models alone; or with --to motions; or folders of them")
        ->required();
    app.add_option("--to", o->to, "Write the names of motions in this encoding")->check(CLI::IsMember({"cp932", "gbk", "utf8"}));
    app.add_option("--from", o->from, "The encoding they are in, instead of the one found out")
        ->check(CLI::IsMember({"cp932", "gbk", "utf8"}));
    add_saving(app, o->saving);
    app.add_flag("--truncate", o->truncate, "With --to: cut names that are too long, between two characters, and say so");
    app.add_flag("--map-lookalikes", o->lookalikes, "With --to: write what looks alike for characters that CP932 lacks, and say so");
    add_jobs(app, o->jobs);
    app.add_flag("--json", o->json, "Print the report as JSON");
    return [o] { return run(*o); };
}

} // namespace kagami::cli

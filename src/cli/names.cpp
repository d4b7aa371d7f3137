// names: names between models and motions.
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "kagami/file.hpp"
#include "kagami/match.hpp"
#include "kagami/tracks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace kagami::cli {

namespace {

struct Options {
    std::vector<std::string> files;
    std::string to, from, out;
    bool truncate = false, lookalikes = false, json = false;
};

constexpr std::size_t name_width = 24;

std::string in_column(const std::string& name) {
    return padded(one_line(name, name_width), name_width);
}

// ---- the model's own names

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

Exit names_of_model(const Options& o, std::span<const ModelName> names) {
    const auto problems = check_names(names);
    const auto bones = static_cast<std::size_t>(std::ranges::count(names, NameKind::bone, &ModelName::kind));
    const auto morphs = static_cast<std::size_t>(std::ranges::count(names, NameKind::morph, &ModelName::kind));
    if (o.json) {
        print_json(Json{{"file", o.files[0]}, {"bones", bones}, {"morphs", morphs}, {"problems", problems_json(names, problems)}});
    } else {
        print(o.files[0] + ": " + counted(bones, "bone") + ", " + counted(morphs, "morph") + ", " +
              (problems.empty() ? "all can be keyed in a motion" : counted(problems.size(), "problem")) + '\n');
        print_problems(names, problems);
    }
    return problems.empty() ? Exit::clean : Exit::findings;
}

// ---- a model and motions

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

/// Returns whether everything was hit as it should be.
bool print_match(const std::string& file, const std::string& model, const MotionMatch& m, std::span<const ModelName> names) {
    print(file + " for " + model + '\n');
    print("  names in " + std::string(name_of(m.encoding.encoding)) + " (" + std::string(name_of(m.encoding.certainty)) + ": " +
          m.encoding.why + ")\n");
    const bool readable = m.encoding.encoding == Encoding::cp932;
    if (!readable) print("  MikuMikuDance reads CP932 only: `kagami names " + file + " --to cp932 -o OUT` converts them\n");
    bool all = readable;
    for (const NameKind kind : {NameKind::bone, NameKind::morph, NameKind::ik}) {
        std::size_t tracks = 0, hit = 0;
        for (const TrackMatch& track : m.tracks) {
            if (track.kind != kind) continue;
            ++tracks;
            hit += track.found == Found::exact ? 1 : 0;
        }
        all &= hit == tracks;
        if (tracks != 0)
            print("  " + padded(std::string(name_of(kind)) + " names", 14) + grouped(hit) + " of " + grouped(tracks) + " hit\n");
    }
    if (m.tracks.empty()) print("  no bone or morph keys\n");
    print_tracks(m, names, Found::none, "hit nothing", "nearest");
    print_tracks(m, names, Found::variant, "hit only in another spelling", "in the model");
    print_tracks(m, names, Found::several, "hit several", "in the model");
    return all;
}

Exit match_motions(const Options& o, std::span<const ModelName> names) {
    Exit exit = Exit::clean;
    const auto problems = check_names(names);
    Json json{{"model", o.files[0]}, {"problems", problems_json(names, problems)}, {"motions", Json::array()}};
    if (!o.json && !problems.empty()) {
        print(o.files[0] + ": " + counted(problems.size(), "problem") + " with names that no motion can key\n");
        print_problems(names, problems);
    }
    for (const std::string& file : std::span(o.files).subspan(1)) {
        const auto document = open(file, {.keep = true});
        const auto* motion = document ? std::get_if<vmd::Motion>(&*document) : nullptr;
        if (motion == nullptr) {
            Error error = document ? Error{Code::not_a_motion, 0, 0, {}, {}, {}} : document.error();
            error.file = file;
            print_error(error);
            json["motions"].push_back({{"file", file}, {"error", error_json(error)}});
            exit = Exit::errors;
            continue;
        }
        if (motion->damage) print_warning(motion->damage->error);
        const MotionMatch m = match(names, *motion);
        bool all = std::ranges::all_of(m.tracks, [](const TrackMatch& t) { return t.found == Found::exact; }) &&
                   m.encoding.encoding == Encoding::cp932;
        if (o.json) {
            Json entry{{"file", file},
                       {"encoding", name_of(m.encoding.encoding)},
                       {"encoding_certainty", name_of(m.encoding.certainty)},
                       {"encoding_why", m.encoding.why},
                       {"tracks", Json::array()}};
            for (const TrackMatch& track : m.tracks) entry["tracks"].push_back(to_json(track, names));
            json["motions"].push_back(std::move(entry));
        } else {
            all = print_match(file, o.files[0], m, names);
        }
        if (!all && exit == Exit::clean) exit = Exit::findings;
    }
    if (o.json) print_json(json);
    return exit;
}

// ---- converting

Encoding encoding_of(const std::string& name) {
    return name == "utf8" ? Encoding::utf8 : name == "gbk" ? Encoding::gbk : Encoding::cp932;
}

Exit convert(const Options& o) {
    const std::string& file = o.files[0];
    if (o.files.size() != 1 || o.out.empty()) {
        print_error("--to converts one motion; give it, and -o OUT");
        return Exit::errors;
    }
    if (overwrites_input(file, o.out)) return Exit::errors;
    auto motion = vmd::load(file);
    if (!motion) {
        print_error(motion.error(), file);
        return Exit::errors;
    }
    const auto detected = vmd::detect_encoding(*motion);
    const Encoding from = o.from.empty() ? detected.encoding : encoding_of(o.from);
    auto converted = vmd::convert_names(*motion, from, encoding_of(o.to), {.truncate = o.truncate, .map_lookalikes = o.lookalikes});
    if (!converted) {
        print_error(converted.error(), file);
        return Exit::errors;
    }
    const auto saved = vmd::save(*motion, o.out);
    if (!saved) {
        print_error(saved.error());
        return Exit::errors;
    }
    if (o.out == "-") return Exit::clean;
    Json json{{"file", o.out}, {"from", name_of(from)}, {"to", name_of(encoding_of(o.to))}, {"names", Json::array()}};
    if (!o.json && converted->empty()) {
        print(o.out + ": nothing to do, the names are in " + std::string(name_of(from)) + '\n');
    } else if (!o.json) {
        print(o.out + ": " + counted(converted->size(), "name") + " written in " + std::string(name_of(encoding_of(o.to))) +
              " instead of " + std::string(name_of(from)) +
              (o.from.empty() ? " (" + std::string(name_of(detected.certainty)) + ": " + detected.why + ')' : std::string{}) + '\n');
    }
    for (const vmd::ConvertedName& name : *converted) {
        Json entry{{"before", name.before}, {"after", name.after}, {"keys", name.keys}, {"changes", Json::array()}};
        for (const Diagnostic& change : name.changes) {
            entry["changes"].push_back(change.message());
            if (!o.json) print("  " + change.message() + '\n');
        }
        json["names"].push_back(std::move(entry));
    }
    if (o.json) print_json(json);
    return Exit::clean;
}

Exit run(const Options& o) {
    if (!o.to.empty()) return convert(o);
    if (!o.out.empty() || !o.from.empty() || o.truncate || o.lookalikes) {
        print_error("-o, --from, --truncate and --map-lookalikes go with --to");
        return Exit::errors;
    }
    const auto document = open(o.files[0], {.keep = true});
    if (!document) {
        print_error(document.error(), o.files[0]);
        return Exit::errors;
    }
    if (const Damage* damage = damage_of(*document)) print_warning(damage->error);
    std::vector<ModelName> names;
    if (const auto* pmx_model = std::get_if<pmx::Model>(&*document)) {
        names = names_of(*pmx_model);
    } else if (const auto* pmd_model = std::get_if<pmd::Model>(&*document)) {
        names = names_of(*pmd_model);
    } else {
        print_error(o.files[0] + " is not a model; give the model first, then the motions, or --to to convert a motion");
        return Exit::errors;
    }
    return o.files.size() == 1 ? names_of_model(o, names) : match_motions(o, names);
}

} // namespace

std::function<Exit()> setup_names(CLI::App& app) {
    auto o = std::make_shared<Options>();
    app.add_option("FILE", o->files, "A model and the motions to hold against it; a model alone; or with --to one motion")->required();
    app.add_option("--to", o->to, "Write the names of a motion in this encoding")->check(CLI::IsMember({"cp932", "gbk", "utf8"}));
    app.add_option("--from", o->from, "The encoding they are in, instead of the one found out")
        ->check(CLI::IsMember({"cp932", "gbk", "utf8"}));
    app.add_option("-o,--output", o->out, "The file to write, or - for standard output");
    app.add_flag("--truncate", o->truncate, "With --to: cut names that are too long, between two characters, and say so");
    app.add_flag("--map-lookalikes", o->lookalikes, "With --to: write what looks alike for characters that CP932 lacks, and say so");
    app.add_flag("--json", o->json, "Print the report as JSON");
    return [o] { return run(*o); };
}

} // namespace kagami::cli

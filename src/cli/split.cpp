// split: one file becomes several.
#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/output.hpp"
#include "cli/parallel.hpp"
#include "cli/saving.hpp"
#include "kagami/edit.hpp"
#include "text/similar.hpp"
#include "text/utf8.hpp"

#include <filesystem>
#include <memory>
#include <set>

namespace kagami::cli {

namespace {

namespace fs = std::filesystem;

struct Options {
    std::vector<std::string> files;
    std::string out;
    std::vector<std::string> parts; ///< of a model: NAME=MATERIAL,MATERIAL…
    bool json = false;
    unsigned jobs = all_cores();
};

struct Piece {
    std::string name; ///< of the kind of thing in it
    Document document;
    fs::path target;
    std::size_t bytes = 0;
};

Result<std::vector<Piece>> pieces_of(const vmd::Motion& motion, const Options& o) {
    if (!o.parts.empty()) return std::unexpected(Error{Code::not_for_format, 0, 0, {}, {}, {"--part", "PMX, PMD"}});
    auto parts = edit::split(motion);
    if (!parts) return std::unexpected(std::move(parts.error()));
    std::vector<Piece> pieces;
    for (auto& part : *parts) pieces.push_back({std::string(part.kind), std::move(part.motion), {}, 0});
    return pieces;
}

/// A name that a file can have on every system.
std::string as_file_name(const std::string& name) {
    constexpr std::size_t longest = 120; // of the 255 bytes that there are, with the file's own name
    std::string out;
    for (std::size_t at = 0; at < name.size();) {
        const text::Character c = text::read_utf8(std::string_view(name).substr(at));
        const std::size_t length = std::max<std::size_t>(c.length, 1);
        if (out.size() + length > longest) break;
        const bool bad = c.length == 0 || c.code < U' ' || (c.code < 0x80 && std::string_view("/\\:*?\"<>|").contains(name[at]));
        out += bad ? "_" : name.substr(at, length);
        at += length;
    }
    while (out.ends_with(' ') || out.ends_with('.')) out.pop_back();
    return out;
}

template <class Model> Result<std::vector<Piece>> pieces_of_model(const Model& model, const Options& o) {
    std::vector<edit::MaterialGroup> groups;
    for (const std::string& part : o.parts) {
        const std::size_t equals = std::min(part.find('='), part.size());
        edit::MaterialGroup group{part.substr(0, equals), {}};
        for (std::size_t from = equals + 1; from < part.size();) {
            const std::size_t comma = std::min(part.find(',', from), part.size());
            group.materials.push_back(part.substr(from, comma - from));
            from = comma + 1;
        }
        if (group.name.empty() || group.materials.empty())
            return std::unexpected(
                Error{Code::value_range, 0, 0, {}, {}, {"--part", '"' + part + '"', "of the form NAME=MATERIAL,MATERIAL…"}});
        groups.push_back(std::move(group));
    }
    auto parts = edit::split(model, groups);
    if (!parts) return std::unexpected(std::move(parts.error()));
    std::vector<Piece> pieces;
    std::set<std::string> taken;
    for (auto& part : *parts) {
        const std::string name = as_file_name(part.name);
        std::string free = name;
        for (int n = 2; free.empty() || !taken.insert(text::lower_case(free)).second; ++n) free = name + std::to_string(n);
        pieces.push_back({free, std::move(part.model), {}, 0});
    }
    return pieces;
}

Result<std::vector<Piece>> pieces_of(const Document& document, const Options& o) {
    if (const auto* motion = std::get_if<vmd::Motion>(&document)) return pieces_of(*motion, o);
    if (const auto* model = std::get_if<pmx::Model>(&document)) return pieces_of_model(*model, o);
    if (const auto* model = std::get_if<pmd::Model>(&document)) return pieces_of_model(*model, o);
    return std::unexpected(Error{Code::not_for_format, 0, 0, {}, {}, {"split", "PMX, PMD, VMD"}});
}

/// Writes all or none: what was written before something went wrong is removed again.
Result<void> write_all(std::vector<Piece>& pieces, const fs::path& folder) {
    std::error_code none, error;
    const bool made = fs::create_directories(folder, error);
    if (error) return std::unexpected(Error{Code::cannot_write, 0, 0, {}, folder.string(), {error.message()}});
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const auto bytes = write(pieces[i].document);
        auto saved = bytes ? save_bytes(*bytes, pieces[i].target, Existing::keep) : Result<void>(std::unexpected(bytes.error()));
        if (saved) {
            pieces[i].bytes = bytes->size();
            pieces[i].document = {};
            continue;
        }
        for (std::size_t k = 0; k < i; ++k) fs::remove(pieces[k].target, none);
        if (made) fs::remove(folder, none);
        if (saved.error().file.empty()) saved.error().file = pieces[i].target.string();
        return saved;
    }
    return {};
}

using Pieces = std::vector<Piece>;

Result<Pieces> split(const NamedFile& named, const Options& o, Turns::Turn turn) {
    const auto of_this = [&](Error error) {
        if (error.file.empty()) error.file = named.file;
        return std::unexpected(std::move(error));
    };
    const auto loaded = load(named);
    if (!loaded) return of_this(loaded.error());
    auto pieces = pieces_of(loaded->document, o);
    if (!pieces) return of_this(std::move(pieces.error()));
    if (pieces->empty())
        return of_this(Error{Code::value_range, 0, 0, {}, {}, {"the number of keys", "0", "at least 1, or there is nothing to split"}});
    const fs::path file = named.file == "-" ? fs::path("split") : fs::path(named.below);
    const fs::path folder = fs::path(o.out) / file.parent_path();
    for (Piece& piece : *pieces) {
        fs::path name = file.stem();
        name += '-' + piece.name + '.' + std::string(name_of(format_of(piece.document)));
        piece.target = folder / name;
    }
    turn.wait(); // parts of two files may have one name: the first has it
    if (auto written = write_all(*pieces, folder); !written) return of_this(std::move(written.error()));
    return pieces;
}

Exit run(const Options& o) {
    std::vector<NamedFile> files = files_in(o.files, models_and_motions);
    leave_out_output(files, o.out);
    if (o.out == "-") {
        print_error("several files cannot go to standard output; name a folder");
        return Exit::errors;
    }
    Turns turns;
    const auto all =
        all_at_once(files.size(), o.jobs, [&](std::size_t i) { return std::optional(split(files[i], o, Turns::Turn(turns, i))); });
    Exit exit = Exit::clean;
    Json json = Json::array();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Result<Pieces>& pieces = *all[i];
        json.push_back({{"file", files[i].file}});
        if (!pieces) {
            exit = Exit::errors;
            json.back()["error"] = error_json(pieces.error());
            if (!o.json) print_error(pieces.error());
            continue;
        }
        json.back()["parts"] = Json::array();
        for (const Piece& piece : *pieces) {
            json.back()["parts"].push_back({{"part", piece.name}, {"written", piece.target.string()}, {"bytes", piece.bytes}});
            if (!o.json) print(piece.target.string() + ": " + counted(piece.bytes, "byte") + '\n');
        }
    }
    if (o.json) print_json(json);
    return exit;
}

} // namespace

std::function<Exit()> setup_split(CLI::App& app) {
    auto o = std::make_shared<Options>();
    app.add_option("FILE", o->files, "Motions, which are split by kinds of keys, or models, by materials; folders; - for standard input")
        ->required();
    app.add_option("--part", o->parts, "Of models: NAME=MATERIAL,MATERIAL…, for each part; without it each material is one");
    app.add_option("-o,--output", o->out, "The folder to write to, made if it is not there; no file in it is overwritten")->required();
    add_jobs(app, o->jobs);
    app.add_flag("--json", o->json, "Print a JSON array with an object for each file: what was written");
    return [o] { return run(*o); };
}

} // namespace kagami::cli

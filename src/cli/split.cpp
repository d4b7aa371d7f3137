// split: one file becomes several.
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "kagami/document.hpp"
#include "kagami/edit.hpp"
#include "kagami/file.hpp"

#include <filesystem>
#include <memory>
#include <set>

namespace kagami::cli {

namespace {

namespace fs = std::filesystem;

struct Options {
    std::string file, out;
    std::vector<std::string> parts; ///< of a model: NAME=MATERIAL,MATERIAL…
    bool json = false;
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
std::string as_file_name(std::string name) {
    for (char& c : name)
        if (static_cast<unsigned char>(c) < ' ' || std::string_view("/\\:*?\"<>|").find(c) != std::string_view::npos) c = '_';
    return name;
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
        for (int n = 2; free.empty() || !taken.insert(free).second; ++n) free = name + std::to_string(n);
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
bool write_all(std::vector<Piece>& pieces, const fs::path& folder) {
    std::error_code none, error;
    for (const Piece& piece : pieces) {
        if (fs::symlink_status(piece.target, none).type() == fs::file_type::not_found) continue;
        print_error(piece.target.string() + " is there already; choose another folder, or remove it first");
        return false;
    }
    const bool made = fs::create_directories(folder, error);
    if (error) {
        print_error(folder.string() + ": cannot make the folder: " + error.message());
        return false;
    }
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const auto bytes = write(pieces[i].document);
        const auto saved = bytes ? save_bytes(*bytes, pieces[i].target) : Result<void>(std::unexpected(bytes.error()));
        if (saved) {
            pieces[i].bytes = bytes->size();
            continue;
        }
        print_error(saved.error(), pieces[i].target.string());
        for (std::size_t k = 0; k < i; ++k) fs::remove(pieces[k].target, none);
        if (made) fs::remove(folder, none);
        return false;
    }
    return true;
}

Exit run(const Options& o) {
    const auto document = open(o.file);
    if (!document) {
        print_error(document.error(), o.file);
        return Exit::errors;
    }
    auto pieces = pieces_of(*document, o);
    if (!pieces) {
        print_error(pieces.error(), o.file);
        return Exit::errors;
    }
    if (pieces->empty()) {
        print_error(o.file + " has no keys: there is nothing to split");
        return Exit::errors;
    }
    const fs::path file = o.file == "-" ? fs::path("split") : fs::path(o.file);
    for (Piece& piece : *pieces) {
        fs::path name = file.stem();
        name += '-' + piece.name + '.' + std::string(name_of(format_of(piece.document)));
        piece.target = fs::path(o.out) / name;
    }
    if (!write_all(*pieces, o.out)) return Exit::errors;
    Json json = Json::array();
    for (const Piece& piece : *pieces) {
        json.push_back({{"part", piece.name}, {"file", piece.target.string()}, {"bytes", piece.bytes}});
        if (!o.json) print(piece.target.string() + ": " + counted(piece.bytes, "byte") + '\n');
    }
    if (o.json) print_json(json);
    return Exit::clean;
}

} // namespace

std::function<Exit()> setup_split(CLI::App& app) {
    auto o = std::make_shared<Options>();
    app.add_option("FILE", o->file, "A motion, which is split by kinds of keys, or a model, by materials; - for standard input")
        ->required();
    app.add_option("--part", o->parts, "Of a model: NAME=MATERIAL,MATERIAL…, for each part; without it each material is one");
    app.add_option("-o,--output", o->out, "The folder to write to, made if it is not there; no file in it is overwritten")->required();
    app.add_flag("--json", o->json, "Print what was written as JSON");
    return [o] { return run(*o); };
}

} // namespace kagami::cli

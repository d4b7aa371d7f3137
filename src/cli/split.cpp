// split: one file becomes several.
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "kagami/document.hpp"
#include "kagami/edit.hpp"
#include "kagami/file.hpp"

#include <filesystem>
#include <memory>

namespace kagami::cli {

namespace {

namespace fs = std::filesystem;

struct Options {
    std::string file, out;
    bool json = false;
};

struct Piece {
    std::string name; ///< of the kind of thing in it
    Document document;
    fs::path target;
    std::size_t bytes = 0;
};

Result<std::vector<Piece>> pieces_of(const Document& document) {
    const auto* motion = std::get_if<vmd::Motion>(&document);
    if (motion == nullptr) return std::unexpected(Error{Code::not_for_format, 0, 0, {}, {}, {"split", "VMD"}});
    auto parts = edit::split(*motion);
    if (!parts) return std::unexpected(std::move(parts.error()));
    std::vector<Piece> pieces;
    for (auto& part : *parts) pieces.push_back({std::string(part.kind), std::move(part.motion), {}, 0});
    return pieces;
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
    auto pieces = pieces_of(*document);
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
    app.add_option("FILE", o->file, "A motion, or - for standard input")->required();
    app.add_option("-o,--output", o->out, "The folder to write to, made if it is not there; no file in it is overwritten")->required();
    app.add_flag("--json", o->json, "Print what was written as JSON");
    return [o] { return run(*o); };
}

} // namespace kagami::cli

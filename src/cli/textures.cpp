// textures, collect: the files that a model names.
#include "kagami/textures.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "kagami/file.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>

namespace kagami::cli {

namespace {

namespace fs = std::filesystem;

struct Listed {
    TexturePath texture;
    std::string status, file; ///< "exact", "variant", "shared_toon", "missing"; the file if it is there
};

std::vector<Listed> look_for(const fs::path& model, std::vector<TexturePath> textures) {
    TextureFinder finder(model.parent_path());
    std::vector<Listed> all;
    for (TexturePath& texture : textures) {
        const FoundFile found = finder.find(texture.path);
        const std::string status = found.presence == Presence::exact     ? "exact"
                                   : found.presence == Presence::variant ? "variant"
                                   : is_shared_toon(texture.path)        ? "shared_toon"
                                                                         : "missing";
        all.push_back({std::move(texture), status, found.file.string()});
    }
    return all;
}

std::string materials_text(const TexturePath& texture) {
    std::string text;
    for (const TextureRole role : {TextureRole::texture, TextureRole::sphere, TextureRole::toon}) {
        std::string numbers;
        for (const TextureUse& use : texture.uses)
            if (use.role == role) numbers += (numbers.empty() ? " " : ", ") + std::to_string(use.material);
        if (!numbers.empty()) text += (text.empty() ? "" : "; ") + std::string(name_of(role)) + " of" + numbers;
    }
    return text.empty() ? "not used" : text;
}

Json to_json(const Listed& listed) {
    Json json{{"path", listed.texture.path}, {"status", listed.status}, {"uses", Json::array()}};
    if (!listed.file.empty()) json["file"] = listed.file;
    for (const TextureUse& use : listed.texture.uses) json["uses"].push_back({{"material", use.material}, {"role", name_of(use.role)}});
    return json;
}

void print_listed(const Listed& listed) {
    const std::string status = listed.status == "variant"       ? "there as " + listed.file
                               : listed.status == "missing"     ? "missing"
                               : listed.status == "shared_toon" ? "MikuMikuDance's own"
                                                                : "";
    print("  " + padded(one_line(listed.texture.path, 60), 40) + "  " + one_line(materials_text(listed.texture), 60) +
          (status.empty() ? "" : "  (" + status + ')') + '\n');
}

Exit list_textures(const std::vector<std::string>& files, bool as_json) {
    Exit exit = Exit::clean;
    Json all = Json::array();
    for (const std::string& file : files) {
        const auto bytes = load_bytes(file);
        auto document = bytes ? open(*bytes) : std::unexpected(bytes.error());
        if (document && !std::holds_alternative<pmx::Model>(*document) && !std::holds_alternative<pmd::Model>(*document))
            document = std::unexpected(Error{Code::not_for_format, 0, 0, {}, {}, {"textures", "PMX, PMD"}});
        if (!document) {
            print_error(document.error(), file);
            if (as_json) all.push_back(Json{{"file", file}, {"error", error_json(document.error())}});
            exit = Exit::errors;
            continue;
        }
        const auto listed = look_for(file, textures_of(*document));
        const auto missing = std::ranges::count(listed, "missing", &Listed::status);
        if (missing != 0 && exit == Exit::clean) exit = Exit::findings;
        if (as_json) {
            Json json{{"file", file}, {"textures", Json::array()}};
            for (const Listed& one : listed) json["textures"].push_back(to_json(one));
            all.push_back(std::move(json));
        } else {
            print(file + ": " + counted(listed.size(), "file") +
                  (missing == 0 ? "" : ", " + grouped(static_cast<std::uint64_t>(missing)) + " missing") + '\n');
            std::ranges::for_each(listed, print_listed);
        }
    }
    if (as_json) print_json(all);
    return exit;
}

Exit collect_files(const std::string& model, const std::string& folder, bool dry_run, bool as_json) {
    const auto files = collect(model, folder, dry_run);
    if (!files) {
        print_error(files.error(), model);
        return Exit::errors;
    }
    Exit exit = Exit::clean;
    Json json{{"file", model}, {"folder", folder}, {"files", Json::array()}};
    std::size_t copied = 0;
    for (const CollectedFile& file : *files) {
        const bool lost = file.status == Collected::missing || file.status == Collected::outside;
        if (lost) exit = Exit::findings;
        copied += file.status == Collected::copied ? 1 : 0;
        if (as_json) {
            json["files"].push_back({{"path", file.path}, {"status", name_of(file.status)}});
            if (!file.to.empty()) json["files"].back()["to"] = file.to.string();
        } else if (file.status != Collected::copied) {
            print("  " + one_line(file.path, 80) +
                  (file.status == Collected::there         ? ": there already"
                   : file.status == Collected::shared_toon ? ": MikuMikuDance's own"
                   : file.status == Collected::missing     ? ": missing"
                                                           : ": leads out of the model's folder; not copied") +
                  '\n');
        }
    }
    if (as_json) {
        print_json(json);
    } else {
        print(folder + ": " + counted(copied, "file") + (dry_run ? " to copy, none written (--dry-run)" : " copied") + '\n');
    }
    return exit;
}

} // namespace

std::function<Exit()> setup_textures(CLI::App& app) {
    struct Options {
        std::vector<std::string> files;
        bool json = false;
    };
    auto o = std::make_shared<Options>();
    app.add_option("FILE", o->files, "Models")->required();
    app.add_flag("--json", o->json, "Print a JSON array with an object for each file");
    return [o] { return list_textures(o->files, o->json); };
}

std::function<Exit()> setup_collect(CLI::App& app) {
    struct Options {
        std::string model, folder;
        bool dry_run = false, json = false;
    };
    auto o = std::make_shared<Options>();
    app.add_option("FILE", o->model, "A model")->required();
    app.add_option("-o,--output", o->folder, "The folder to copy to; it is made if it is not there")->required();
    app.add_flag("--dry-run", o->dry_run, "Say what would be done, and write nothing");
    app.add_flag("--json", o->json, "Print what became of each file as JSON");
    return [o] { return collect_files(o->model, o->folder, o->dry_run, o->json); };
}

} // namespace kagami::cli

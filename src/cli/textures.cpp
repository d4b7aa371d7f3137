// textures, collect: the files that a model names.
#include "kagami/textures.hpp"
#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/output.hpp"
#include "cli/parallel.hpp"
#include "cli/saving.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

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

// ---- textures

struct ListOptions {
    std::vector<std::string> files;
    bool json = false;
    unsigned jobs = all_cores();
};

using List = std::vector<Listed>;

Result<List> list(const NamedFile& file) {
    const auto loaded = load(file);
    if (!loaded) return std::unexpected(loaded.error());
    if (!std::holds_alternative<pmx::Model>(loaded->document) && !std::holds_alternative<pmd::Model>(loaded->document))
        return std::unexpected(Error{Code::not_for_format, 0, 0, {}, file.file, {"textures", "PMX, PMD"}});
    return look_for(file.file, textures_of(loaded->document));
}

Exit list_textures(const ListOptions& o) {
    const std::vector<NamedFile> files = files_in(o.files, models);
    const auto all = all_at_once(files.size(), o.jobs, [&](std::size_t i) { return std::optional(list(files[i])); });
    Exit exit = Exit::clean;
    Json json = Json::array();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string& file = files[i].file;
        const Result<List>& listed = *all[i];
        if (!listed) {
            print_error(listed.error());
            json.push_back({{"file", file}, {"error", error_json(listed.error())}});
            exit = Exit::errors;
            continue;
        }
        const auto missing = std::ranges::count(*listed, "missing", &Listed::status);
        if (missing != 0) exit = std::max(exit, Exit::findings);
        if (o.json) {
            json.push_back({{"file", file}, {"textures", Json::array()}});
            for (const Listed& one : *listed) json.back()["textures"].push_back(to_json(one));
        } else {
            print(file + ": " + counted(listed->size(), "file") +
                  (missing == 0 ? "" : ", " + grouped(static_cast<std::uint64_t>(missing)) + " missing") + '\n');
            std::ranges::for_each(*listed, print_listed);
        }
    }
    if (o.json) print_json(json);
    return exit;
}

// ---- collect

struct CollectOptions {
    std::vector<std::string> models;
    std::string folder;
    bool dry_run = false, json = false;
};

/// A model and the folder that it is collected in.
struct Collection {
    NamedFile model;
    fs::path folder;
};

/// One model lands in the folder itself, those of a folder where they lay below it, others each in a folder of its name.
std::vector<Collection> collections(const CollectOptions& o) {
    std::vector<Collection> all;
    std::set<std::string> taken;
    std::vector<NamedFile> files = files_in(o.models, models);
    leave_out_output(files, o.folder);
    const bool one = o.models.size() == 1;
    for (NamedFile& model : files) {
        fs::path own = fs::path(model.below).parent_path();
        if (model.folder.empty() && !one) {
            const std::string stem = fs::path(model.below).stem().string();
            std::string name = stem;
            for (int n = 2; !taken.insert(name).second; ++n) name = stem + '-' + std::to_string(n);
            own = name;
        }
        all.push_back({std::move(model), own.empty() ? fs::path(o.folder) : o.folder / own});
    }
    return all;
}

void print_collected(const Collection& to, const std::vector<CollectedFile>& files, bool dry_run) {
    std::size_t copied = 0;
    for (const CollectedFile& file : files) {
        if (file.status == Collected::copied) {
            ++copied;
            continue;
        }
        print("  " + one_line(file.path, 80) +
              (file.status == Collected::there         ? ": there already"
               : file.status == Collected::shared_toon ? ": MikuMikuDance's own"
               : file.status == Collected::missing     ? ": missing"
                                                       : ": leads out of the model's folder; not copied") +
              '\n');
    }
    print(to.folder.string() + ": " + counted(copied, "file") + (dry_run ? " to copy, none written (--dry-run)" : " copied") + '\n');
}

Json to_json(const Collection& to, const std::vector<CollectedFile>& files) {
    Json json{{"file", to.model.file}, {"folder", to.folder.string()}, {"files", Json::array()}};
    for (const CollectedFile& file : files) {
        json["files"].push_back({{"path", file.path}, {"status", name_of(file.status)}});
        if (!file.to.empty()) json["files"].back()["to"] = file.to.string();
    }
    return json;
}

Exit collect_files(const CollectOptions& o) {
    const std::vector<Collection> to = collections(o);
    // One by one: two of them may have a file in common.
    const auto all = all_at_once(to.size(), 1, [&](std::size_t i) -> std::optional<Result<std::vector<CollectedFile>>> {
        if (to[i].model.error) return std::unexpected(*to[i].model.error);
        return collect(to[i].model.file, to[i].folder, o.dry_run);
    });
    Exit exit = Exit::clean;
    Json json = Json::array();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto& files = *all[i];
        if (!files) {
            print_error(files.error(), to[i].model.file);
            json.push_back({{"file", to[i].model.file}, {"error", error_json(files.error())}});
            exit = Exit::errors;
            continue;
        }
        const bool complete = std::ranges::none_of(
            *files, [](const CollectedFile& file) { return file.status == Collected::missing || file.status == Collected::outside; });
        if (!complete) exit = std::max(exit, Exit::findings);
        if (o.json) {
            json.push_back(to_json(to[i], *files));
        } else {
            print_collected(to[i], *files, o.dry_run);
        }
    }
    if (o.json) print_json(json);
    return exit;
}

} // namespace

std::function<Exit()> setup_textures(CLI::App& app) {
    auto o = std::make_shared<ListOptions>();
    app.add_option("FILE", o->files, "Models, or folders of them")->required();
    add_jobs(app, o->jobs);
    app.add_flag("--json", o->json, "Print a JSON array with an object for each file");
    return [o] { return list_textures(*o); };
}

std::function<Exit()> setup_collect(CLI::App& app) {
    auto o = std::make_shared<CollectOptions>();
    app.add_option("FILE", o->models,
                   "A model; or several, each for a folder of its own; or a folder, whose models keep their places below it")
        ->required();
    app.add_option("-o,--output", o->folder, "The folder to copy to; it is made if it is not there")->required();
    app.add_flag("--dry-run", o->dry_run, "Say what would be done, and write nothing");
    app.add_flag("--json", o->json, "Print a JSON array with an object for each model: what became of each file");
    return [o] { return collect_files(*o); };
}

} // namespace kagami::cli

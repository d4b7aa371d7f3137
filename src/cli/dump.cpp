// dump and build: files as JSON and back.
#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/output.hpp"
#include "cli/parallel.hpp"
#include "cli/saving.hpp"
#include "kagami/json.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>

namespace kagami::cli {

namespace {

struct Options {
    std::vector<std::string> files;
    Saving saving;
    bool no_geometry = false, keep = false, json = false;
    unsigned jobs = all_cores();
};

Written dump(const Options& o, const Task& task) {
    auto loaded = load(task.from, {.keep = o.keep});
    if (!loaded) return failed(task, std::move(loaded.error()));
    const JsonOptions options{.geometry = !o.no_geometry};
    if (task.target == "-") {
        to_json(loaded->document, print, options);
        return {.damage = std::move(loaded->damage)};
    }
    const std::string text = to_json(loaded->document, options);
    if (auto saved = save(task, std::as_bytes(std::span(text))); !saved) return failed(task, std::move(saved.error()));
    return {.damage = std::move(loaded->damage), .bytes = text.size()};
}

Written build(const Task& task) {
    if (task.from.error) return failed(task, *task.from.error);
    const auto text = load_bytes(task.from.file);
    if (!text) return failed(task, text.error());
    const auto document = from_json<Document>({reinterpret_cast<const char*>(text->data()), text->size()});
    if (!document) return failed(task, document.error());
    const auto bytes = write(*document);
    if (!bytes) return failed(task, bytes.error());
    if (auto saved = save(task, *bytes); !saved) return failed(task, std::move(saved.error()));
    return {.bytes = bytes->size()};
}

/// What the file made of some JSON is called: a.pmx for a.pmx.json, and for a.json of a format that it names early on.
std::string built_name(const NamedFile& json) {
    std::filesystem::path name(json.below);
    if (name.extension() == ".json") name.replace_extension();
    if (name.has_extension() || json.file == "-") return name.string();
    std::array<char, 256> start{};
    std::ifstream(json.file).read(start.data(), start.size());
    const std::string_view text(start.data(), start.size());
    for (const Format format : {Format::pmx, Format::pmd, Format::vmd, Format::vpd})
        if (text.find('"' + std::string(name_of(format)) + '"') != std::string_view::npos) name += '.' + std::string(name_of(format));
    return name.string();
}

} // namespace

std::function<Exit()> setup_dump(CLI::App& app) {
    auto o = std::make_shared<Options>();
    app.add_option("FILE", o->files, "Models, motions, poses, folders, or - for standard input")->required();
    app.add_option("-o,--output", o->saving.out,
                   "Write to this file instead of standard output, or FILE.json for each to this folder, which is there");
    app.add_flag("--no-geometry", o->no_geometry, "Leave out vertices, faces and vertex offsets, for reading by eye");
    app.add_flag("--keep", o->keep, "Read a damaged model as far as it is whole; the rest stands under \"damage\"");
    add_jobs(app, o->jobs);
    app.add_flag("--json", o->json, "With -o: print what was written as JSON");
    return [o] {
        if (o->saving.out.empty()) o->saving.out = "-";
        auto files = files_in(o->files);
        for (NamedFile& file : files) file.below += ".json";
        const auto tasks = plan(std::move(files), o->saving);
        if (!tasks) return Exit::errors;
        return report(o->saving, o->json, *tasks,
                      all_at_once(tasks->size(), o->jobs, [&](std::size_t i) { return dump(*o, (*tasks)[i]); }));
    };
}

std::function<Exit()> setup_build(CLI::App& app) {
    auto o = std::make_shared<Options>();
    app.add_option("JSON", o->files, "JSON as dump prints it, folders of such files, or - for standard input")->required();
    add_output(app, o->saving);
    add_jobs(app, o->jobs);
    app.add_flag("--json", o->json, "Print what was written as JSON");
    return [o] {
        auto files = files_in(o->files, json_files);
        for (NamedFile& file : files) file.below = built_name(file);
        const auto tasks = plan(std::move(files), o->saving);
        if (!tasks) return Exit::errors;
        return report(o->saving, o->json, *tasks, all_at_once(tasks->size(), o->jobs, [&](std::size_t i) { return build((*tasks)[i]); }));
    };
}

} // namespace kagami::cli

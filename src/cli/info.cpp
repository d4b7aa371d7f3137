// info: what a person wants to know of a file at a glance.
#include "cli/info.hpp"
#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/parallel.hpp"
#include "kagami/textures.hpp"

#include <fmt/format.h>

#include <memory>

namespace kagami::cli {

namespace {
constexpr std::size_t label_width = 18, text_width = 90;
}

void Report::row(std::string_view label, std::string_view text) {
    if (!text.empty()) text_ += "  " + padded(label, label_width) + std::string(text) + '\n';
}

void Report::name(std::string_view label, std::string_view text) {
    row(label, one_line(text, text_width));
}

void Report::count(std::string_view label, std::size_t n, const std::string& detail) {
    row(label, fmt::format("{:>9}", grouped(n)) + (detail.empty() ? "" : "   " + detail));
}

void Report::textures(const std::string& file, const std::vector<TexturePath>& textures) {
    json["textures"] = Json::array();
    if (textures.empty()) return;
    TextureFinder finder(std::filesystem::path(file).parent_path());
    const bool known = file != "-";
    std::vector<bool> found;
    for (const auto& [path, uses] : textures) {
        found.push_back(known && (finder.find(path).presence != Presence::missing || is_shared_toon(path)));
        Json entry{{"path", path}};
        if (known) entry["found"] = found.back();
        json["textures"].push_back(std::move(entry));
    }
    const auto missing = static_cast<std::size_t>(std::ranges::count(found, false));
    row("texture files", !known         ? "not looked for (standard input)"
                         : missing == 0 ? "all " + grouped(textures.size()) + " found"
                                        : grouped(missing) + " of " + grouped(textures.size()) + " missing");
    for (std::size_t i = 0; i < textures.size(); ++i)
        row("", padded(grouped(i), 5) + (known && !found[i] ? padded(one_line(textures[i].path, text_width), 44) + "  missing"
                                                            : one_line(textures[i].path, text_width)));
}

void Report::parts(std::span<const std::byte> bytes) {
    json["parts"] = Json::array();
    const auto parts = parts_of(bytes);
    if (!parts || parts->empty()) return;
    row("size by section", "   offset        bytes");
    for (const Part& p : *parts) {
        json["parts"].push_back({{"name", p.name}, {"offset", p.offset}, {"size", p.size}, {"count", p.count}});
        if (p.size > 4)
            row("  " + spoken(std::string(p.name)), fmt::format("{:>9} {:>12} {:>5.1f} %", grouped(p.offset), grouped(p.size),
                                                                100.0 * static_cast<double>(p.size) / static_cast<double>(bytes.size())));
    }
}

void Report::damage(const std::optional<Damage>& damage) {
    if (!damage) return;
    row("damaged", place_and_what(damage->error));
    json["damage"] = error_json(damage->error);
}

std::string spoken(std::string name) {
    std::ranges::replace(name, '_', ' ');
    return name;
}

std::string listed(const Counts& counts) {
    std::string out;
    for (const auto& [name, n] : counts) out += (out.empty() ? "" : ", ") + grouped(n) + ' ' + spoken(name);
    return out;
}

Json counts_json(const Counts& counts) {
    Json json = Json::object();
    for (const auto& [name, n] : counts) json[name] = n;
    return json;
}

namespace {

struct Options {
    std::vector<std::string> files;
    bool json = false;
    unsigned jobs = all_cores();
};

/// What is known of one file.
struct Known {
    std::optional<Error> error{};
    std::optional<Report> report{};
    bool damaged = false;
};

Known look_at(const NamedFile& file) {
    auto loaded = load(file, {.keep = true});
    if (!loaded) return {.error = std::move(loaded.error())};
    return {.report = std::visit([&](const auto& d) { return report({file.file, loaded->bytes}, d); }, loaded->document),
            .damaged = loaded->damage.has_value()};
}

} // namespace

std::function<Exit()> setup_info(CLI::App& app) {
    auto o = std::make_shared<Options>();
    app.add_option("FILE", o->files, "Models, motions, poses, folders, or - for standard input")->required();
    add_jobs(app, o->jobs);
    app.add_flag("--json", o->json, "Print a JSON array with an object for each file");
    return [o] {
        const std::vector<NamedFile> files = files_in(o->files);
        const auto all = all_at_once(files.size(), o->jobs, [&](std::size_t i) { return look_at(files[i]); });
        Exit exit = Exit::clean;
        Json json = Json::array();
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto& [error, report, damaged] = all[i];
            exit = std::max(exit, error ? Exit::errors : damaged ? Exit::findings : Exit::clean);
            if (error) {
                print_error(*error);
                json.push_back({{"file", files[i].file}, {"error", error_json(*error)}});
            } else if (o->json) {
                json.push_back(report->json);
            } else {
                print(report->text());
            }
        }
        if (o->json) print_json(json);
        return exit;
    };
}

} // namespace kagami::cli

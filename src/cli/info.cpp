// info: what a person wants to know of a file at a glance.
#include "cli/info.hpp"
#include "cli/command.hpp"
#include "kagami/file.hpp"
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

std::function<Exit()> setup_info(CLI::App& app) {
    struct Options {
        std::vector<std::string> files;
        bool json = false;
    };
    auto o = std::make_shared<Options>();
    app.add_option("FILE", o->files, "Models, motions, poses, or - for standard input")->required();
    app.add_flag("--json", o->json, "Print a JSON array with an object for each file");
    return [o] {
        Exit exit = Exit::clean;
        Json all = Json::array();
        for (const std::string& file : o->files) {
            const auto bytes = load_bytes(file);
            const auto document = bytes ? open(*bytes, {.keep = true}) : std::unexpected(bytes.error());
            if (!document) {
                print_error(document.error(), file);
                if (o->json) all.push_back(Json{{"file", file}, {"error", error_json(document.error())}});
                exit = Exit::errors;
                continue;
            }
            const Report made = std::visit([&](const auto& d) { return report({file, *bytes}, d); }, *document);
            if (damage_of(*document) != nullptr && exit == Exit::clean) exit = Exit::findings;
            if (o->json) {
                all.push_back(made.json);
            } else {
                print(made.text());
            }
        }
        if (o->json) print_json(all);
        return exit;
    };
}

} // namespace kagami::cli

// info: what a person wants to know of a model at a glance.
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/textures.hpp"
#include "kagami/file.hpp"
#include "kagami/pmx.hpp"
#include "pmx/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

namespace kagami::cli {

namespace {

using Counts = std::vector<std::pair<std::string, std::size_t>>;

struct Texture {
    std::string name;
    std::optional<bool> found; ///< not known for standard input
};

/// Everything that info shows, in either form.
struct Info {
    std::string file, version, encoding, name, english_name, comment, english_comment;
    std::size_t bytes = 0;
    pmx::IndexWidths widths;
    std::size_t additional_uvs = 0;
    Counts sections, deforms, morphs, bones;
    std::vector<Texture> textures;
    std::vector<Part> parts;
    std::optional<Error> damage;
};

/// How many there are of each value; values without a name count as "other".
template <class E> Counts count_by(auto&& each) {
    constexpr auto& names = layout::EnumTable<E>::names;
    std::array<std::size_t, names.size() + 1> counts{};
    each([&](E e) { ++counts[std::min(names.size(), static_cast<std::size_t>(e))]; });
    Counts out;
    for (std::size_t i = 0; i <= names.size(); ++i)
        if (counts[i] != 0) out.emplace_back(i < names.size() ? names[i].name : "other", counts[i]);
    return out;
}

Counts count_bones(const pmx::Model& m) {
    using enum pmx::BoneFlag;
    std::vector<bool> driven(m.bones.size());
    for (const auto& body : m.rigid_bodies)
        if (body.mode != pmx::RigidMode::follow_bone && body.bone.within(driven.size()))
            driven[static_cast<std::size_t>(body.bone.value)] = true;
    const auto with = [&](auto... flags) {
        return static_cast<std::size_t>(std::ranges::count_if(m.bones, [&](const pmx::Bone& b) { return (b.flags.has(flags) || ...); }));
    };
    Counts all{{"ik", with(ik)},
               {"append", with(append_rotation, append_translation)},
               {"physics", static_cast<std::size_t>(std::ranges::count(driven, true))},
               {"after_physics", with(after_physics)},
               {"fixed_axis", with(fixed_axis)},
               {"local_axes", with(local_axes)},
               {"external_parent", with(external_parent)}};
    std::erase_if(all, [](const auto& entry) { return entry.second == 0; });
    return all;
}

Info info_of(const std::string& file, const Bytes& bytes, const pmx::Model& m) {
    const auto text = [&](const Text& t) { return decode_for_display(t, m.header.encoding); };
    Info info;
    info.file = file;
    info.bytes = bytes.size();
    info.version = m.header.version > 2.0F ? "2.1" : "2.0";
    info.encoding = m.header.encoding == Encoding::utf8 ? "UTF-8" : "UTF-16";
    info.name = text(m.name);
    info.english_name = text(m.english_name);
    info.comment = text(m.comment);
    info.english_comment = text(m.english_comment);
    info.widths = m.header.index_widths;
    info.additional_uvs = m.header.additional_uvs;
    info.sections = {{"vertices", m.vertices.size()},
                     {"faces", m.faces.size() / 3},
                     {"textures", m.textures.size()},
                     {"materials", m.materials.size()},
                     {"bones", m.bones.size()},
                     {"morphs", m.morphs.size()},
                     {"display_frames", m.display_frames.size()},
                     {"rigid_bodies", m.rigid_bodies.size()},
                     {"joints", m.joints.size()}};
    if (m.soft_bodies) info.sections.emplace_back("soft_bodies", m.soft_bodies->size());
    info.deforms = count_by<pmx::DeformType>([&](auto add) { std::ranges::for_each(m.vertices.deforms(), add); });
    info.morphs = count_by<pmx::MorphType>([&](auto add) { std::ranges::for_each(m.morphs, add, &pmx::Morph::type); });
    info.bones = count_bones(m);
    TextureFinder finder(std::filesystem::path(file).parent_path());
    for (const Text& t : m.textures) {
        Texture texture{text(t), std::nullopt};
        if (file != "-") texture.found = !finder.find(texture.name).empty();
        info.textures.push_back(std::move(texture));
    }
    if (auto scanned = pmx::scan(bytes)) info.parts = std::move(scanned->parts);
    if (m.damage) info.damage = m.damage->error;
    return info;
}

Json counts_json(const Counts& counts) {
    Json json = Json::object();
    for (const auto& [name, n] : counts) json[name] = n;
    return json;
}

Json to_json(const Info& info) {
    const auto& w = info.widths;
    Json json{{"file", info.file},
              {"format", "pmx"},
              {"version", info.version},
              {"encoding", info.encoding},
              {"bytes", info.bytes},
              {"name", info.name},
              {"english_name", info.english_name},
              {"comment", info.comment},
              {"english_comment", info.english_comment},
              {"additional_uvs", info.additional_uvs},
              {"index_widths",
               {{"vertex", w.vertex},
                {"texture", w.texture},
                {"material", w.material},
                {"bone", w.bone},
                {"morph", w.morph},
                {"rigid_body", w.rigid_body}}},
              {"counts", counts_json(info.sections)},
              {"vertices_by_deform", counts_json(info.deforms)},
              {"morphs_by_type", counts_json(info.morphs)},
              {"bones_with", counts_json(info.bones)},
              {"textures", Json::array()},
              {"parts", Json::array()}};
    for (const Texture& t : info.textures) {
        Json entry{{"path", t.name}};
        if (t.found) entry["found"] = *t.found;
        json["textures"].push_back(std::move(entry));
    }
    for (const Part& p : info.parts)
        json["parts"].push_back({{"name", p.name}, {"offset", p.offset}, {"size", p.size}, {"count", p.count}});
    if (info.damage) json["damage"] = error_json(*info.damage);
    return json;
}

constexpr std::size_t label_width = 18, text_width = 90;

std::string spoken(std::string name) {
    std::ranges::replace(name, '_', ' ');
    return name;
}

void row(std::string_view label, std::string_view text) {
    if (!text.empty()) print("  " + padded(label, label_width) + std::string(text) + '\n');
}

std::string listed(const Counts& counts) {
    std::string out;
    for (const auto& [name, n] : counts) out += (out.empty() ? "" : ", ") + grouped(n) + ' ' + spoken(name);
    return out;
}

void print_textures(const Info& info) {
    if (info.textures.empty()) return;
    const auto missing = std::ranges::count_if(info.textures, [](const Texture& t) { return t.found == false; });
    row("texture files", !info.textures.front().found ? "not looked for (standard input)"
                         : missing == 0               ? "all " + grouped(info.textures.size()) + " found"
                                        : grouped(static_cast<std::size_t>(missing)) + " of " + grouped(info.textures.size()) + " missing");
    for (std::size_t i = 0; i < info.textures.size(); ++i) {
        const Texture& t = info.textures[i];
        row("", padded(grouped(i), 5) +
                    (t.found == false ? padded(one_line(t.name, text_width), 44) + "  missing" : one_line(t.name, text_width)));
    }
}

void print_info(const Info& info) {
    print(info.file + '\n');
    row("format", "PMX " + info.version + ", " + info.encoding + ", " + counted(info.bytes, "byte"));
    row("name", one_line(info.name, text_width));
    row("english name", one_line(info.english_name, text_width));
    row("comment", one_line(info.comment, text_width));
    row("english comment", one_line(info.english_comment, text_width));
    const auto& w = info.widths;
    row("index widths", fmt::format("vertex {}, texture {}, material {}, bone {}, morph {}, rigid body {}", w.vertex, w.texture, w.material,
                                    w.bone, w.morph, w.rigid_body));
    if (info.additional_uvs != 0) row("additional UVs", std::to_string(info.additional_uvs));
    for (const auto& [name, n] : info.sections) {
        const std::string detail = listed(name == "vertices" ? info.deforms
                                          : name == "morphs" ? info.morphs
                                          : name == "bones"  ? info.bones
                                                             : Counts{});
        row(spoken(name), fmt::format("{:>9}", grouped(n)) + (detail.empty() ? "" : "   " + detail));
    }
    print_textures(info);
    if (info.damage) row("damaged", info.damage->message());
    if (!info.parts.empty()) row("size by section", "   offset        bytes");
    for (const Part& p : info.parts)
        if (p.size > 4)
            row("  " + spoken(std::string(p.name)), fmt::format("{:>9} {:>12} {:>5.1f} %", grouped(p.offset), grouped(p.size),
                                                                100.0 * static_cast<double>(p.size) / static_cast<double>(info.bytes)));
}

} // namespace

std::function<Exit()> setup_info(CLI::App& app) {
    struct Options {
        std::vector<std::string> files;
        bool json = false;
    };
    auto o = std::make_shared<Options>();
    app.add_option("FILE", o->files, "PMX models, or - for standard input")->required();
    app.add_flag("--json", o->json, "Print a JSON array with an object for each file");
    return [o] {
        Exit exit = Exit::clean;
        Json all = Json::array();
        for (const std::string& file : o->files) {
            const auto bytes = load_bytes(file);
            const auto model = bytes ? pmx::read(*bytes, {.keep = true}) : std::unexpected(bytes.error());
            if (!model) {
                print_error(model.error(), file);
                if (o->json) all.push_back(Json{{"file", file}, {"error", error_json(model.error())}});
                exit = Exit::errors;
                continue;
            }
            const Info info = info_of(file, *bytes, *model);
            if (info.damage && exit == Exit::clean) exit = Exit::findings;
            if (o->json) {
                all.push_back(to_json(info));
            } else {
                print_info(info);
            }
        }
        if (o->json) print_json(all);
        return exit;
    };
}

} // namespace kagami::cli

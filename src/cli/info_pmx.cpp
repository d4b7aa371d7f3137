#include "cli/info.hpp"
#include "pmx/names.hpp"

#include <fmt/format.h>

namespace kagami::cli {

namespace {

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

Counts sections_of(const pmx::Model& m) {
    Counts sections{{"vertices", m.vertices.size()},
                    {"faces", m.faces.size() / 3},
                    {"textures", m.textures.size()},
                    {"materials", m.materials.size()},
                    {"bones", m.bones.size()},
                    {"morphs", m.morphs.size()},
                    {"display_frames", m.display_frames.size()},
                    {"rigid_bodies", m.rigid_bodies.size()},
                    {"joints", m.joints.size()}};
    if (m.soft_bodies) sections.emplace_back("soft_bodies", m.soft_bodies->size());
    return sections;
}

} // namespace

Report report(const Subject& subject, const pmx::Model& m) {
    const auto text = [&](const Text& t) { return decode_for_display(t, m.header.encoding); };
    const std::string version = m.header.version > 2.0F ? "2.1" : "2.0";
    const std::string encoding(name_of(m.header.encoding));
    const auto& w = m.header.index_widths;
    const Counts deforms = count_by<pmx::DeformType>([&](auto add) { std::ranges::for_each(m.vertices.deforms(), add); });
    const Counts morphs = count_by<pmx::MorphType>([&](auto add) { std::ranges::for_each(m.morphs, add, &pmx::Morph::type); });
    const Counts bones = count_bones(m), sections = sections_of(m);

    Report r(subject.file);
    r.row("format", "PMX " + version + ", " + encoding + ", " + counted(subject.bytes.size(), "byte"));
    r.name("name", text(m.name));
    r.name("english name", text(m.english_name));
    r.name("comment", text(m.comment));
    r.name("english comment", text(m.english_comment));
    r.row("index widths", fmt::format("vertex {}, texture {}, material {}, bone {}, morph {}, rigid body {}", w.vertex, w.texture,
                                      w.material, w.bone, w.morph, w.rigid_body));
    if (m.header.additional_uvs != 0) r.row("additional UVs", std::to_string(m.header.additional_uvs));
    for (const auto& [name, n] : sections)
        r.count(spoken(name), n, listed(name == "vertices" ? deforms : name == "morphs" ? morphs : name == "bones" ? bones : Counts{}));
    r.json.update({{"format", "pmx"},
                   {"version", version},
                   {"encoding", encoding},
                   {"bytes", subject.bytes.size()},
                   {"name", text(m.name)},
                   {"english_name", text(m.english_name)},
                   {"comment", text(m.comment)},
                   {"english_comment", text(m.english_comment)},
                   {"additional_uvs", m.header.additional_uvs},
                   {"index_widths",
                    {{"vertex", w.vertex},
                     {"texture", w.texture},
                     {"material", w.material},
                     {"bone", w.bone},
                     {"morph", w.morph},
                     {"rigid_body", w.rigid_body}}},
                   {"counts", counts_json(sections)},
                   {"vertices_by_deform", counts_json(deforms)},
                   {"morphs_by_type", counts_json(morphs)},
                   {"bones_with", counts_json(bones)}});
    r.textures(subject.file, textures_of(m));
    r.damage(m.damage);
    r.parts(subject.bytes);
    return r;
}

} // namespace kagami::cli

#include "cli/info.hpp"
#include "pmd/names.hpp"

#include <fmt/format.h>

namespace kagami::cli {

namespace {

template <std::size_t Size> std::string shown(const FixedText<Size>& text) {
    return decode_for_display(text.bytes(), Encoding::cp932);
}

} // namespace

Report report(const Subject& subject, const pmd::Model& m) {
    const Counts bones = count_by<pmd::BoneType>([&](auto add) { std::ranges::for_each(m.bones, add, &pmd::Bone::type); });
    const Counts morphs = count_by<pmd::MorphPanel>([&](auto add) { std::ranges::for_each(m.morphs, add, &pmd::Morph::panel); });
    Counts sections{{"vertices", m.vertices.size()},
                    {"faces", m.faces.size() / 3},
                    {"materials", m.materials.size()},
                    {"bones", m.bones.size()},
                    {"iks", m.iks.size()},
                    {"morphs", m.morphs.size()},
                    {"morph_list", m.morph_list.size()},
                    {"frame_names", m.frame_names.size()},
                    {"frame_bones", m.frame_bones.size()}};
    if (m.rigid_bodies) sections.emplace_back("rigid_bodies", m.rigid_bodies.size());
    if (m.joints) sections.emplace_back("joints", m.joints.size());
    const bool english = m.english && m.english->flag != 0;
    std::string absent;
    for (const auto& [name, present] : {std::pair{"english", m.english.has_value()}, std::pair{"toon names", m.toon_names.present()},
                                        std::pair{"rigid bodies", m.rigid_bodies.present()}, std::pair{"joints", m.joints.present()}})
        if (!present) absent += (absent.empty() ? "" : ", ") + std::string(name);

    Report r(subject.file);
    r.row("format", fmt::format("PMD {:.1f}, CP932, ", m.header.version) + counted(subject.bytes.size(), "byte"));
    r.name("name", shown(m.header.name));
    if (english) r.name("english name", shown(m.english->name));
    r.name("comment", shown(m.header.comment));
    if (english) r.name("english comment", shown(m.english->comment));
    for (const auto& [name, n] : sections) r.count(spoken(name), n, listed(name == "bones" ? bones : name == "morphs" ? morphs : Counts{}));
    r.row("absent", absent);
    r.json.update({{"format", "pmd"},
                   {"version", m.header.version},
                   {"encoding", name_of(Encoding::cp932)},
                   {"bytes", subject.bytes.size()},
                   {"name", shown(m.header.name)},
                   {"english_name", english ? shown(m.english->name) : ""},
                   {"comment", shown(m.header.comment)},
                   {"english_comment", english ? shown(m.english->comment) : ""},
                   {"counts", counts_json(sections)},
                   {"bones_by_type", counts_json(bones)},
                   {"morphs_by_panel", counts_json(morphs)}});
    std::vector<TexturePath> textures = textures_of(m);
    std::erase_if(textures, [](const TexturePath& texture) { return is_shared_toon(texture.path); });
    r.textures(subject.file, textures);
    r.damage(m.damage);
    r.parts(subject.bytes);
    return r;
}

} // namespace kagami::cli

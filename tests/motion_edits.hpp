// What the tests of edits on motions and poses share.
#pragma once

#include "edits.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace kagami::test {

/// Two bones and a morph, at frames 0, 10 and 20; a camera key, IK states, and filler behind the names.
inline vmd::Motion small_motion() {
    vmd::Motion m;
    for (const std::uint32_t frame : {0U, 10U, 20U}) {
        for (const char* name : {"左腕", "センター"}) {
            vmd::BoneKey key;
            std::string field = cp932(name) + '\0';
            field.resize(15, '\xFD');
            key.name.load(field.data());
            key.frame = frame;
            key.position = {1, -2, 0};
            key.rotation = {0.1F, 0.2F, -0.3F, 0.9F};
            for (std::size_t i = 0; i < key.curves.size(); ++i) key.curves[i] = static_cast<std::uint8_t>(i + 64);
            m.bone_keys.push_back(key);
        }
        m.morph_keys.push_back({vmd::KeyName(cp932("笑い")), frame, 0.5F});
    }
    m.camera_keys.push_back({});
    vmd::PropertyKey properties;
    properties.iks.push_back({FixedText<20>(cp932("左足ＩＫ")), 1});
    m.property_keys.push_back(properties);
    return m;
}

/// The real motions there are, with the encoding of their names; none where the corpus is not installed.
inline std::vector<vmd::Motion> corpus_motions() {
    std::vector<vmd::Motion> motions;
    const auto folder = std::filesystem::path(KAGAMI_CORPUS) / "vmd";
    if (!std::filesystem::is_directory(folder)) return motions;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (auto document = open(entry.path())) motions.push_back(std::get<vmd::Motion>(std::move(*document)));
    return motions;
}

} // namespace kagami::test

// Which textures a material uses, and when two paths name one file.
#pragma once

#include "kagami/pmx.hpp"
#include "text/similar.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace kagami::edit {

/// Texture, sphere map and toon; -1 where there is none.
inline std::array<Index<pmx::Texture>, 3> textures_of(const pmx::Material& material) {
    const bool own_toon = material.toon_mode == pmx::ToonMode::texture;
    return {material.texture, material.sphere_texture, own_toon ? material.toon_texture : Index<pmx::Texture>{}};
}

/// Equal for paths that name one file on Windows: separators, "./" and the case of letters do not matter.
inline std::string same_file_key(const Text& path, Encoding encoding) {
    std::string key = text::lower_case(decode_for_display(path, encoding)), result;
    std::ranges::replace(key, '\\', '/');
    for (std::size_t i = 0; i < key.size(); ++i) {
        const bool starts = result.empty() || result.back() == '/';
        if (starts && key.compare(i, 2, "./") == 0) {
            ++i;
        } else if (!(starts && key[i] == '/' && !result.empty())) {
            result += key[i];
        }
    }
    return result;
}

} // namespace kagami::edit

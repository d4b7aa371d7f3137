// Texture paths: which a material uses, when two name one file, and giving all others.
#pragma once

#include "kagami/edit/report.hpp"
#include "kagami/pmd.hpp"
#include "kagami/pmx.hpp"
#include "text/similar.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <optional>
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
        } else if (!starts || key[i] != '/' || result.empty()) {
            result += key[i];
        }
    }
    return result;
}

/// What becomes of a path: nothing if it stays.
using NewPath = std::function<std::optional<std::string>(const std::string& path)>;

/// Gives all paths of a model, but MikuMikuDance's own toons, others; the report's changes say how many.
std::optional<Error> map_paths(pmx::Model& m, Report& report, const NewPath& to);
std::optional<Error> map_paths(pmd::Model& m, Report& report, const NewPath& to);

/// The path, in a model that lies in `to`, to what a relative path leads to from `from`.
[[nodiscard]] std::optional<std::string> led_path(const std::string& utf8, const std::filesystem::path& from,
                                                  const std::filesystem::path& to);

} // namespace kagami::edit

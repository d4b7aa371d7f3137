#include "kagami/textures.hpp"

#include "text/ascii.hpp"
#include "text/similar.hpp"
#include "text/split.hpp"

#include <algorithm>
#include <array>

namespace kagami {

namespace fs = std::filesystem;

std::string_view name_of(TextureRole role) {
    constexpr std::array<std::string_view, 3> names{"texture", "sphere", "toon"};
    return names[static_cast<std::size_t>(role) % names.size()];
}

// ---- what a model names

std::vector<TexturePath> textures_of(const pmx::Model& m) {
    std::vector<TexturePath> paths;
    paths.reserve(m.textures.size());
    for (const Text& path : m.textures) paths.push_back({decode_for_display(path, m.header.encoding), {}});
    const auto use = [&](Index<pmx::Texture> index, std::size_t material, TextureRole role) {
        if (index.within(paths.size()))
            paths[static_cast<std::size_t>(index.value)].uses.push_back({static_cast<std::uint32_t>(material), role});
    };
    for (std::size_t i = 0; i < m.materials.size(); ++i) {
        const pmx::Material& material = m.materials[i];
        use(material.texture, i, TextureRole::texture);
        use(material.sphere_texture, i, TextureRole::sphere);
        if (material.toon_mode == pmx::ToonMode::texture) use(material.toon_texture, i, TextureRole::toon);
    }
    return paths;
}

std::vector<TexturePath> textures_of(const pmd::Model& m) {
    std::vector<TexturePath> paths;
    std::unordered_map<std::string, std::size_t> known;
    const auto place = [&](const std::string& path) -> TexturePath& {
        const auto [at, fresh] = known.try_emplace(path, paths.size());
        if (fresh) paths.push_back({path, {}});
        return paths[at->second];
    };
    const auto shown = [](std::string_view bytes) { return decode_for_display(bytes, Encoding::cp932); };
    for (std::size_t i = 0; i < m.materials.size(); ++i)
        for (const std::string_view bytes : text::split(m.materials[i].texture.bytes(), '*')) {
            const std::string path = shown(bytes),
                              ending = text::lower_ascii(path.substr(path.size() - std::min<std::size_t>(path.size(), 4)));
            const bool sphere = ending == ".sph" || ending == ".spa";
            if (!path.empty())
                place(path).uses.push_back({static_cast<std::uint32_t>(i), sphere ? TextureRole::sphere : TextureRole::texture});
        }
    for (std::size_t toon = 0; toon < 10; ++toon) {
        const std::string own = std::string("toon") + (toon == 9 ? "10" : "0" + std::to_string(toon + 1)) + ".bmp";
        const std::string path = toon < m.toon_names.size() ? shown(m.toon_names[toon].bytes()) : own;
        if (path.empty()) continue;
        if (path != own) place(path);
        for (std::size_t i = 0; i < m.materials.size(); ++i)
            if (m.materials[i].toon == toon) place(path).uses.push_back({static_cast<std::uint32_t>(i), TextureRole::toon});
    }
    return paths;
}

std::vector<TexturePath> textures_of(const Document& document) {
    return std::visit(
        []<class D>(const D& d) -> std::vector<TexturePath> {
            if constexpr (std::same_as<D, pmx::Model> || std::same_as<D, pmd::Model>) {
                return textures_of(d);
            } else {
                return {};
            }
        },
        document);
}

bool is_shared_toon(std::string_view path) {
    const std::string name = text::lower_ascii(path);
    if (name.size() != 10 || !name.starts_with("toon") || !name.ends_with(".bmp")) return false;
    return (name[4] == '0' && name[5] >= '1' && name[5] <= '9') || name.substr(4, 2) == "10";
}

// ---- whether they are there

namespace {

/// Equal for names that some system takes for one file.
std::string key_of(const std::string& name) {
    return text::lower_case(text::composed(name));
}

} // namespace

FoundFile TextureFinder::find(const std::string& path) {
    std::string name = path;
    std::ranges::replace(name, '\\', '/');
    constexpr std::size_t longest = 780; // Windows' 260 characters, in UTF-8; what is longer is no real path
    if (name.contains('\0') || name.size() > longest) return {};
    fs::path at = name.starts_with('/') ? fs::path("/") : folder_, exact = at;
    for (const fs::path& step : fs::path(name).relative_path()) {
        if (step.empty() || step == ".") continue;
        exact /= step;
        at = step == ".." ? at / step : entry(at, step.string());
        if (at.empty()) return {};
    }
    std::error_code error;
    if (!fs::is_regular_file(at, error)) return {};
    return {at == exact ? Presence::exact : Presence::variant, at};
}

fs::path TextureFinder::entry(const fs::path& folder, const std::string& name) {
    std::error_code error;
    if (fs::exists(folder / name, error)) return folder / name;
    const auto [listing, fresh] = listings_.try_emplace(folder);
    if (fresh) {
        for (auto it = fs::directory_iterator(folder.empty() ? fs::path(".") : folder, error); !error && it != fs::directory_iterator();
             it.increment(error)) {
            const std::string here = it->path().filename().string();
            const auto [at, first] = listing->second.try_emplace(key_of(here), here);
            if (!first) at->second = std::min(at->second, here); // the same one whatever the order of the folder
        }
    }
    const auto found = listing->second.find(key_of(name));
    return found == listing->second.end() ? fs::path{} : folder / found->second;
}

std::optional<fs::path> path_inside(std::string path) {
    std::ranges::replace(path, '\\', '/');
    if (path.empty() || path.starts_with('/') || path.contains('\0') || path.substr(0, 2).ends_with(':')) return std::nullopt;
    fs::path normal = fs::path(path).lexically_normal();
    if (!normal.has_filename() || normal == "." || *normal.begin() == "..") return std::nullopt;
    return normal;
}

} // namespace kagami

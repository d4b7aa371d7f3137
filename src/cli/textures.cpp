#include "cli/textures.hpp"

#include <algorithm>

namespace kagami::cli {

namespace fs = std::filesystem;

namespace {
std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}
} // namespace

fs::path TextureFinder::find(std::string name) {
    std::ranges::replace(name, '\\', '/');
    fs::path at = name.starts_with('/') ? fs::path("/") : folder_;
    for (const fs::path& step : fs::path(name).relative_path()) {
        if (step.empty() || step == ".") continue;
        at = step == ".." ? at / step : entry(at, step.string());
        if (at.empty()) return {};
    }
    std::error_code error;
    return fs::is_regular_file(at, error) ? at : fs::path{};
}

fs::path TextureFinder::entry(const fs::path& folder, const std::string& name) {
    std::error_code error;
    if (fs::exists(folder / name, error)) return folder / name;
    const auto [listing, fresh] = listings_.try_emplace(folder);
    if (fresh) {
        for (auto it = fs::directory_iterator(folder, error); !error && it != fs::directory_iterator(); it.increment(error))
            listing->second.push_back(it->path().filename().string());
    }
    const auto found = std::ranges::find(listing->second, lower(name), lower);
    return found == listing->second.end() ? fs::path{} : folder / *found;
}

} // namespace kagami::cli

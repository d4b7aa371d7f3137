#include "cli/files.hpp"

#include <algorithm>
#include <filesystem>

namespace kagami::cli {

namespace {

namespace fs = std::filesystem;

bool has_known_extension(const fs::path& path) {
    std::string extension = path.extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return extension == ".pmx" || extension == ".pmd" || extension == ".vmd" || extension == ".vpd";
}

} // namespace

std::vector<NamedFile> files_in(const std::vector<std::string>& given) {
    std::vector<NamedFile> files;
    for (const std::string& name : given) {
        std::error_code error;
        if (name == "-" || !fs::is_directory(name, error)) {
            files.push_back({name, fs::path(name).filename().string()});
            continue;
        }
        const std::size_t first = files.size();
        for (auto entry = fs::recursive_directory_iterator(name, fs::directory_options::skip_permission_denied, error);
             !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
            std::error_code unreadable;
            if (entry->is_regular_file(unreadable) && has_known_extension(entry->path()))
                files.push_back({entry->path().string(), entry->path().lexically_relative(name).string()});
        }
        std::sort(files.begin() + static_cast<std::ptrdiff_t>(first), files.end(),
                  [](const NamedFile& a, const NamedFile& b) { return a.file < b.file; });
        if (error) {
            files.push_back({name, {}, Error{Code::cannot_read, 0, 0, {}, name, {error.message()}}});
        } else if (files.size() == first) {
            files.push_back(
                {name, {}, Error{Code::cannot_open, 0, 0, {}, name, {"there is no .pmx, .pmd, .vmd or .vpd file in this folder"}}});
        }
    }
    return files;
}

} // namespace kagami::cli

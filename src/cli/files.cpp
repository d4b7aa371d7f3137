#include "cli/files.hpp"

#include "cli/output.hpp"

#include <algorithm>
#include <filesystem>

namespace kagami::cli {

namespace {

namespace fs = std::filesystem;

bool has_one_of(Extensions extensions, const fs::path& path) {
    std::string extension = path.extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::ranges::find(extensions, extension) != extensions.end();
}

/// ".pmx, .pmd, .vmd or .vpd"
std::string listed(Extensions extensions) {
    std::string list;
    for (std::size_t i = 0; i < extensions.size(); ++i)
        list += (i == 0 ? "" : i + 1 < extensions.size() ? ", " : " or ") + std::string(extensions[i]);
    return list;
}

} // namespace

std::vector<NamedFile> files_in(const std::vector<std::string>& given, Extensions extensions) {
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
            if (entry->is_regular_file(unreadable) && has_one_of(extensions, entry->path()))
                files.push_back({entry->path().string(), entry->path().lexically_relative(name).string()});
        }
        std::sort(files.begin() + static_cast<std::ptrdiff_t>(first), files.end(),
                  [](const NamedFile& a, const NamedFile& b) { return a.file < b.file; });
        if (error) {
            files.push_back({name, {}, Error{Code::cannot_read, 0, 0, {}, name, {error.message()}}});
        } else if (files.size() == first) {
            files.push_back(
                {name, {}, Error{Code::cannot_open, 0, 0, {}, name, {"there is no " + listed(extensions) + " file in this folder"}}});
        }
    }
    return files;
}

Result<Loaded> load(const NamedFile& file, ReadOptions options) {
    if (file.error) return std::unexpected(*file.error);
    const auto of_this = [&](Error error) {
        if (error.file.empty()) error.file = file.file;
        return error;
    };
    auto bytes = load_bytes(file.file);
    if (!bytes) return std::unexpected(of_this(std::move(bytes.error())));
    auto document = open(*bytes, options);
    if (!document) return std::unexpected(of_this(std::move(document.error())));
    std::optional<Error> damage;
    if (const Damage* found = damage_of(*document)) damage = of_this(found->error);
    return Loaded{std::move(*bytes), std::move(*document), std::move(damage)};
}

std::optional<FilesAndPaths> files_and_paths(const std::vector<std::string>& words) {
    std::error_code none;
    const auto is_file = [&](const std::string& word) { return word == "-" || fs::exists(word, none); };
    const auto first =
        std::find_if(words.begin() + 1, words.end(), [&](const std::string& word) { return word.starts_with('/') && !is_file(word); });
    const auto neither =
        std::find_if(words.begin() + 1, words.end(), [&](const std::string& word) { return !word.starts_with('/') && !is_file(word); });
    if (neither != words.end()) {
        print_error('"' + *neither + "\" is neither a file nor a path, which begins with /");
        return std::nullopt;
    }
    return FilesAndPaths{{words.begin(), first}, {first, words.end()}};
}

} // namespace kagami::cli

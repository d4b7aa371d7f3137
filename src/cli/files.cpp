#include "cli/files.hpp"

#include "cli/output.hpp"
#include "kagami/json.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

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

Error unreadable(const fs::path& path, Code code, std::string why) {
    return Error{code, 0, 0, {}, path.string(), {std::move(why)}};
}

/// Adds what lies in a folder and below it.
void walk(const fs::path& folder, const std::string& root, Extensions extensions, std::vector<NamedFile>& files) {
    const auto add = [&](const fs::path& path, std::optional<Error> error) {
        files.push_back({path.string(), path.lexically_relative(root).string(), std::move(error), root});
    };
    std::error_code error, none;
    for (auto entry = fs::directory_iterator(folder, error); !error && entry != fs::directory_iterator(); entry.increment(error)) {
        const fs::path& path = entry->path();
        if (entry->is_symlink(none) ? false : entry->is_directory(none)) {
            walk(path, root, extensions, files);
        } else if (has_one_of(extensions, path) && entry->is_regular_file(none)) {
            add(path, std::nullopt);
        } else if (has_one_of(extensions, path) && !entry->exists(none)) {
            add(path, unreadable(path, Code::cannot_open, "the link leads nowhere"));
        }
    }
    if (error) add(folder, unreadable(folder, Code::cannot_read, error.message()));
}

/// Whether a document can have something of this name at its top.
bool is_part(const std::string& name) {
    const auto has = [&](const Document& document) { return get(document, name).has_value(); };
    return has(pmx::Model{}) || has(pmd::Model{}) || has(vmd::Motion{}) || has(vpd::Pose{});
}

} // namespace

std::vector<NamedFile> files_in(const std::vector<std::string>& given, Extensions extensions) {
    std::vector<NamedFile> files;
    bool input = false;
    for (const std::string& name : given) {
        std::error_code none;
        if (name == "-" || !fs::is_directory(name, none)) {
            files.push_back({name, fs::path(name).filename().string()});
            if (name == "-" && std::exchange(input, true))
                files.back().error = unreadable(name, Code::cannot_read, "standard input was named twice");
            continue;
        }
        const std::size_t first = files.size();
        walk(name, name, extensions, files);
        std::sort(files.begin() + static_cast<std::ptrdiff_t>(first), files.end(),
                  [](const NamedFile& a, const NamedFile& b) { return a.file < b.file; });
        if (files.size() == first)
            files.push_back(
                {name, {}, unreadable(name, Code::cannot_open, "there is no " + listed(extensions) + " file in this folder"), name});
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
    FilesAndPaths both;
    for (const std::string& word : words) {
        const std::string path = word.substr(0, word.find('='));
        std::error_code none;
        const bool slash = word.starts_with('/'), named = has_one_of(all_formats, slash ? path : word), there = fs::exists(word, none);
        if (!both.files.empty() && slash && !named && (!there || is_part(path.substr(0, path.find('/', 1))))) {
            both.paths.push_back(word);
        } else if (both.files.empty() || slash || named || there || word == "-") {
            both.files.push_back(word);
        } else {
            print_error('"' + word + "\" is neither a file nor a path, which begins with /");
            return std::nullopt;
        }
    }
    return both;
}

} // namespace kagami::cli

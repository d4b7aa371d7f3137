// Operations on texture paths.
#include "kagami/edit/textures.hpp"
#include "edit/pattern.hpp"
#include "edit/texture_paths.hpp"
#include "kagami/names.hpp"
#include "kagami/textures.hpp"
#include "text/ascii.hpp"
#include "text/nearest.hpp"
#include "text/split.hpp"

#include <algorithm>

namespace kagami::edit {

namespace {

namespace fs = std::filesystem;

/// The new path, if it is another.
std::optional<std::string> changed(std::string_view bytes, Encoding encoding, const NewPath& to) {
    const auto path = decode(bytes, encoding);
    if (!path || path->empty() || is_shared_toon(*path)) return std::nullopt;
    auto fresh = to(*path);
    if (fresh == *path) fresh.reset();
    return fresh;
}

Error named(Error error, std::string path) {
    error.path = std::move(path);
    return error;
}

} // namespace

std::optional<Error> map_paths(pmx::Model& m, Report& report, const NewPath& to) {
    std::size_t n = 0;
    for (std::size_t i = 0; i < m.textures.size(); ++i) {
        const auto path = changed(m.textures[i].bytes(), m.header.encoding, to);
        if (!path) continue;
        auto bytes = encode(*path, m.header.encoding);
        if (!bytes) return named(std::move(bytes.error()), "/textures/" + std::to_string(i));
        m.textures[i] = *std::move(bytes);
        ++n;
    }
    count(report, "/textures", "paths changed", n);
    return std::nullopt;
}

namespace {

/// The bytes of a field with each of its paths changed; nothing if all stay.
template <std::size_t Size> std::optional<Error> map_field(FixedText<Size>& field, std::size_t& n, const NewPath& to) {
    std::string all;
    bool other = false;
    for (const std::string_view bytes : text::split(field.bytes(), '*')) {
        if (bytes.data() != field.bytes().data()) all += '*';
        const auto path = changed(bytes, Encoding::cp932, to);
        if (!path) {
            all += bytes;
            continue;
        }
        auto fitted = fit_name(*path, {.limit = Size});
        if (!fitted) return std::move(fitted.error());
        all += fitted->bytes;
        other = true;
    }
    if (!other) return std::nullopt;
    if (all.size() > Size)
        return Error{Code::name_too_long,
                     0,
                     0,
                     {},
                     {},
                     {decode_for_display(all, Encoding::cp932), std::to_string(all.size()), std::to_string(Size), ""}};
    field.assign(all);
    ++n;
    return std::nullopt;
}

} // namespace

std::optional<Error> map_paths(pmd::Model& m, Report& report, const NewPath& to) {
    std::size_t materials = 0, toons = 0;
    for (std::size_t i = 0; i < m.materials.size(); ++i)
        if (auto error = map_field(m.materials[i].texture, materials, to))
            return named(std::move(*error), "/materials/" + std::to_string(i) + "/texture");
    for (std::size_t i = 0; i < m.toon_names.size(); ++i)
        if (auto error = map_field(m.toon_names[i], toons, to)) return named(std::move(*error), "/toon_names/" + std::to_string(i));
    count(report, "/materials", "texture paths changed", materials);
    count(report, "/toon_names", "paths changed", toons);
    return std::nullopt;
}

namespace {

std::string with_slashes(std::string path) {
    std::ranges::replace(path, '\\', '/');
    return path;
}

} // namespace

std::optional<std::string> led_path(const std::string& utf8, const std::filesystem::path& from, const std::filesystem::path& to) {
    const std::string path = with_slashes(utf8);
    const fs::path file(std::u8string(path.begin(), path.end()));
    if (file.is_absolute() || path.contains(':')) return std::nullopt;
    const auto led = (from / file).lexically_normal().lexically_relative(to.lexically_normal()).generic_u8string();
    if (led.empty()) return std::nullopt; // on another drive
    std::string now(led.begin(), led.end());
    if (!utf8.contains('/')) std::ranges::replace(now, '/', '\\');
    return now;
}

namespace {

template <class M> Result<Report> find_textures(M& m, const FindTextures& find) {
    return reporting([&](Report& report) -> Result<void> {
        if (find.folder.empty()) return failed(bad_value("folder", "missing", "the folder that the model lies in"));
        TextureFinder finder(find.folder);
        std::vector<std::string> missing;
        auto error = map_paths(m, report, [&](const std::string& path) -> std::optional<std::string> {
            FoundFile found = finder.find(path);
            if (found.presence == Presence::exact) return std::nullopt;
            std::string rest = with_slashes(path);
            for (std::size_t slash = rest.find('/'); found.presence == Presence::missing && slash != std::string::npos;
                 slash = rest.find('/')) {
                rest.erase(0, slash + 1);
                if (!rest.empty()) found = finder.find("./" + rest); // never an absolute path
            }
            if (found.presence == Presence::missing) {
                missing.push_back(path);
                return std::nullopt;
            }
            std::string real = path.starts_with('/') && rest.size() == path.size() ? found.file.string()
                                                                                   : found.file.lexically_relative(find.folder).string();
            if (path.contains('\\')) std::ranges::replace(real, '/', '\\');
            return real;
        });
        std::ranges::sort(missing);
        const auto [first, last] = std::ranges::unique(missing);
        missing.erase(first, last);
        for (const std::string& path : missing) report.notes.push_back({Code::texture_missing, 0, 0, {}, {}, {path}});
        return failed(std::move(error));
    });
}

/// Where the extension of a path begins, behind the dot; its end if it has none.
std::size_t extension_at(std::string_view path) {
    const std::size_t dot = path.find_last_of("./\\");
    return dot == std::string_view::npos || path[dot] != '.' ? path.size() : dot + 1;
}

std::string without_dot(std::string_view extension) {
    return text::lower_ascii(extension.substr(extension.starts_with('.') ? 1 : 0));
}

template <class M> Result<Report> change_extension(M& m, const TextureExtension& extension) {
    return reporting([&](Report& report) -> Result<void> {
        std::vector<std::string> from;
        from.reserve(extension.from.size());
        for (const std::string& one : extension.from) from.push_back(without_dot(one));
        const std::string to = extension.to.substr(extension.to.starts_with('.') ? 1 : 0);
        if (from.empty() || to.empty() || to.find_first_of("./\\*") != std::string::npos)
            return failed(bad_value(from.empty() ? "from" : "to", '"' + to + '"', from.empty() ? "given" : "an extension, as png"));
        if constexpr (std::same_as<M, pmd::Model>) {
            const auto is_sphere = [](const std::string& one) { return one == "sph" || one == "spa"; };
            if (is_sphere(without_dot(to)) || std::ranges::any_of(from, is_sphere))
                return failed(bad_value("an extension", "sph or spa", "another: in a PMD these say that a file is a sphere"));
        }
        bool hit = false;
        std::vector<std::string> seen;
        auto error = map_paths(m, report, [&](const std::string& path) -> std::optional<std::string> {
            const std::size_t at = extension_at(path);
            seen.push_back(text::lower_ascii(path.substr(at)));
            if (std::ranges::find(from, seen.back()) == from.end()) return std::nullopt;
            hit = true;
            return path.substr(0, at) + to;
        });
        if (!error && !hit)
            error = Error{Code::nothing_selected, 0, 0, {}, {}, {from[0], "texture's extension", nearest_hint(from[0], seen)}};
        return failed(std::move(error));
    });
}

template <class M> Result<Report> rename_texture(M& m, const RenameTexture& rename) {
    return reporting([&](Report& report) -> Result<void> {
        if (rename.from.empty() || rename.to.empty()) return failed(bad_value(rename.from.empty() ? "from" : "to", "empty", "a path"));
        if (auto error = check_stars(rename.from, rename.to)) return failed(std::move(error));
        bool hit = false;
        std::vector<std::string> seen;
        auto error = map_paths(m, report, [&](const std::string& path) -> std::optional<std::string> {
            seen.push_back(path);
            auto taken = match_pattern(rename.from, path);
            if (!taken) taken = match_pattern(with_slashes(rename.from), with_slashes(path));
            if (!taken) return std::nullopt;
            hit = true;
            return filled(rename.to, *taken);
        });
        if (!error && !hit && rename.from != "*")
            error = Error{Code::nothing_selected, 0, 0, {}, {}, {rename.from, "texture", nearest_hint(rename.from, seen)}};
        return failed(std::move(error));
    });
}

} // namespace

Result<Report> apply_in_place(pmx::Model& m, const FindTextures& find) {
    return find_textures(m, find);
}
Result<Report> apply_in_place(pmd::Model& m, const FindTextures& find) {
    return find_textures(m, find);
}
Result<Report> apply_in_place(pmx::Model& m, const TextureExtension& extension) {
    return change_extension(m, extension);
}
Result<Report> apply_in_place(pmd::Model& m, const TextureExtension& extension) {
    return change_extension(m, extension);
}
Result<Report> apply_in_place(pmx::Model& m, const RenameTexture& rename) {
    return rename_texture(m, rename);
}
Result<Report> apply_in_place(pmd::Model& m, const RenameTexture& rename) {
    return rename_texture(m, rename);
}

} // namespace kagami::edit

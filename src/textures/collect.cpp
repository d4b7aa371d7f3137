// A model with all its files, in a folder of their own.
#include "diag/catching.hpp"
#include "kagami/file.hpp"
#include "kagami/textures.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace kagami {

namespace fs = std::filesystem;

std::string_view name_of(Collected collected) {
    constexpr std::array<std::string_view, 5> names{"copied", "there", "shared_toon", "missing", "outside"};
    return names[static_cast<std::size_t>(collected) % names.size()];
}

namespace {

Error at(Code code, const fs::path& file, std::vector<std::string> arguments = {}) {
    return Error{code, 0, 0, {}, file.string(), std::move(arguments)};
}

/// Where a file is to go, and whether it may.
class Target {
public:
    explicit Target(const fs::path& folder) : folder_(folder) {
        std::error_code error;
        real_ = fs::weakly_canonical(fs::absolute(folder, error), error);
        if (!real_.has_filename()) real_ = real_.parent_path(); // of "folder/", which is not there yet
    }

    /// Whether the file is there already, with this content. A link in the folder could lead anywhere.
    [[nodiscard]] Result<bool> has(const fs::path& relative, std::span<const std::byte> content) const {
        const fs::path to = folder_ / relative;
        std::error_code error;
        const fs::path parent = fs::weakly_canonical(fs::absolute(to, error).parent_path(), error);
        const auto [own, rest] = std::ranges::mismatch(real_, parent);
        if (error || real_.empty() || own != real_.end()) return std::unexpected(at(Code::leads_outside, to, {relative.string()}));
        const auto status = fs::symlink_status(to, error);
        if (status.type() == fs::file_type::not_found) return false;
        if (error) return std::unexpected(at(Code::cannot_write, to, {error.message()}));
        const auto old = fs::is_regular_file(to, error) ? load_bytes(to) : std::unexpected(Error{});
        if (!old || !std::ranges::equal(*old, content)) return std::unexpected(at(Code::file_exists, to));
        return true;
    }

private:
    fs::path folder_, real_;
};

Result<std::vector<CollectedFile>> plan(const fs::path& model, const fs::path& folder) {
    const auto bytes = load_bytes(model);
    if (!bytes) return std::unexpected(bytes.error());
    const auto document = open(*bytes);
    if (!document) {
        Error error = document.error();
        error.file = model.string();
        return std::unexpected(std::move(error));
    }
    if (!std::holds_alternative<pmx::Model>(*document) && !std::holds_alternative<pmd::Model>(*document))
        return std::unexpected(at(Code::not_for_format, model, {"collecting", "PMX, PMD"}));
    const Target target(folder);
    std::vector<CollectedFile> files{{model.filename().string(), Collected::copied, model, folder / model.filename()}};
    TextureFinder finder(model.parent_path());
    std::set<fs::path> planned{model.filename()};
    for (const TexturePath& texture : textures_of(*document)) {
        if (texture.path.empty()) continue;
        CollectedFile file{texture.path, Collected::missing, {}, {}};
        const auto inside = path_inside(texture.path);
        if (!inside) {
            file.status = Collected::outside;
        } else if (FoundFile found = finder.find(inside->string()); found.presence == Presence::missing) {
            file.status = is_shared_toon(texture.path) ? Collected::shared_toon : Collected::missing;
        } else if (planned.insert(*inside).second) {
            file = {texture.path, Collected::copied, std::move(found.file), folder / *inside};
        } else {
            continue; // named twice
        }
        files.push_back(std::move(file));
    }
    for (CollectedFile& file : files) {
        if (file.status != Collected::copied) continue;
        const auto content = load_bytes(file.from);
        if (!content) return std::unexpected(content.error());
        const auto there = target.has(file.to.lexically_relative(folder), *content);
        if (!there) return std::unexpected(there.error());
        if (*there) file.status = Collected::there;
    }
    return files;
}

} // namespace

Result<std::vector<CollectedFile>> collect(const fs::path& model, const fs::path& folder, bool dry_run) {
    return catching([&]() -> Result<std::vector<CollectedFile>> {
        auto files = plan(model, folder);
        if (!files || dry_run) return files;
        for (const CollectedFile& file : *files) {
            if (file.status != Collected::copied) continue;
            std::error_code error;
            fs::create_directories(file.to.parent_path(), error);
            if (error) return std::unexpected(at(Code::cannot_write, file.to, {error.message()}));
            const auto content = load_bytes(file.from);
            if (!content) return std::unexpected(content.error());
            if (const auto saved = save_bytes(*content, file.to, Existing::keep); !saved) return std::unexpected(saved.error());
        }
        return files;
    });
}

} // namespace kagami

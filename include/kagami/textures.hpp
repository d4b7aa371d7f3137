// The image files that models name: which they are, whether they are there, and a folder with all that a model needs.
//
// Paths in models are relative to the model's folder, with / or \ between the steps, in whatever case Windows let pass.
// A path in a model can be anything: nothing here writes outside the folder it is told to write to.
#pragma once

#include "kagami/document.hpp"
#include "kagami/export.hpp"
#include "kagami/result.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kagami {

// ------------------------------------------------------------------------------------------ what a model names

enum class TextureRole : std::uint8_t { texture, sphere, toon };
/// "texture", "sphere", "toon".
[[nodiscard]] KAGAMI_API std::string_view name_of(TextureRole role);

struct TextureUse {
    std::uint32_t material = 0; ///< its number
    TextureRole role = TextureRole::texture;
    friend bool operator==(const TextureUse&, const TextureUse&) = default;
};

struct TexturePath {
    std::string path;             ///< as the model has it, in UTF-8; see decode_for_display
    std::vector<TextureUse> uses; ///< by material; PMX lists may hold textures that no material uses
};

/// PMX: the list of textures, in its order. PMD: the files of all materials, each once, then the toons that a material
/// uses or that are not MikuMikuDance's own.
[[nodiscard]] KAGAMI_API std::vector<TexturePath> textures_of(const pmx::Model& model);
[[nodiscard]] KAGAMI_API std::vector<TexturePath> textures_of(const pmd::Model& model);
/// Motions and poses name none.
[[nodiscard]] KAGAMI_API std::vector<TexturePath> textures_of(const Document& document);

/// toon01.bmp to toon10.bmp: MikuMikuDance has them itself, so they need not lie beside the model.
[[nodiscard]] KAGAMI_API bool is_shared_toon(std::string_view path);

// ------------------------------------------------------------------------------------------ whether they are there

enum class Presence : std::uint8_t {
    exact,   ///< under this very path
    variant, ///< in another case, which Windows finds and other systems do not, or with kana and their marks apart (か゛), as macOS keeps
             ///< them
    missing
};

struct FoundFile {
    Presence presence = Presence::missing;
    std::filesystem::path file; ///< the folder and the path in it; empty if missing
};

/// Finds files by the paths that models hold. Remembers what folders hold, so make a new one when files have changed.
class TextureFinder {
public:
    /// `folder` is where the model lies.
    explicit TextureFinder(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// Whatever its separators; letters whose case does not matter are Latin, Greek and Cyrillic, at half and full width.
    [[nodiscard]] KAGAMI_API FoundFile find(const std::string& path);

private:
    [[nodiscard]] std::filesystem::path entry(const std::filesystem::path& folder, const std::string& name);

    std::filesystem::path folder_;
    std::map<std::filesystem::path, std::unordered_map<std::string, std::string>>
        listings_; ///< names by what they have in common with their variants
};

/// A model's path as one below the model's folder; nothing if it is absolute, of a drive, or leads out of the folder.
[[nodiscard]] KAGAMI_API std::optional<std::filesystem::path> path_inside(std::string path);

// ------------------------------------------------------------------------------------------ collecting

enum class Collected : std::uint8_t {
    copied,
    there,       ///< the same file is there already
    shared_toon, ///< not beside the model, and need not be
    missing,
    outside ///< the path leads out of the model's folder; not copied
};
/// "copied", "there", …
[[nodiscard]] KAGAMI_API std::string_view name_of(Collected collected);

struct CollectedFile {
    std::string path; ///< as the model has it; of the model itself its file name
    Collected status = Collected::missing;
    std::filesystem::path from, to; ///< empty if nothing is to be copied
};

/// Copies a model, byte for byte, and the files it names to `folder`, where these lie under the paths that the model has
/// for them, so that the model finds them without a change. The folder is made if it is not there. The model comes first
/// in the result. With `dry_run` nothing is written. Errors: those of load_bytes and `open`; not_for_format for what is no
/// model; file_exists and leads_outside (nothing was written then); cannot_write.
[[nodiscard]] KAGAMI_API Result<std::vector<CollectedFile>> collect(const std::filesystem::path& model, const std::filesystem::path& folder,
                                                                    bool dry_run = false);

} // namespace kagami

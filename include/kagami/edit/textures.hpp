// Edits of the paths of textures, spheres and toons; kagami/textures.hpp tells which there are. MikuMikuDance's own
// toons, toon01.bmp to toon10.bmp, and paths that are not valid in their encoding stay as they are. In a PMD a path and
// its sphere, "a.bmp*b.spa", are two; both together must fit 20 bytes of CP932 (toons: 100).
#pragma once

#include "kagami/edit/report.hpp"
#include "kagami/export.hpp"
#include "kagami/pmd.hpp"
#include "kagami/pmx.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace kagami::edit {

/// Makes paths those of the files that are there: in their case, and without a beginning, such as the drive and folders
/// of somebody's computer, where the file lies under the rest of the path. \ stays \ and / stays /. Files that are not
/// found are told in notes, and their paths stay.
struct FindTextures {
    std::filesystem::path folder; ///< where the model lies
};

/// Gives texture paths another extension: those that have one of `from`, in whatever case. The files themselves are not
/// converted. In a PMD the extensions sph and spa say what a file is for, so they are an error there.
struct TextureExtension {
    std::vector<std::string> from; ///< "bmp", "tga"
    std::string to;                ///< "png"
};

/// Renames texture paths. `from` is a path or a pattern, in which / also stands for \. `to` may hold no pattern, unless it
/// is as many `*` as `from` has.
struct RenameTexture {
    std::string from, to;
};

[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const FindTextures& find);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmd::Model& model, const FindTextures& find);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const TextureExtension& extension);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmd::Model& model, const TextureExtension& extension);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const RenameTexture& rename);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmd::Model& model, const RenameTexture& rename);

} // namespace kagami::edit

// Making one model of several, and several of one.
#pragma once

#include "kagami/edit/report.hpp"
#include "kagami/export.hpp"
#include "kagami/pmd.hpp"
#include "kagami/pmx.hpp"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace kagami::edit {

/// What becomes of bones of the other model that are named like one of this one.
enum class SameBones : std::uint8_t {
    share, ///< they are the same bone: this model's is kept, and what hung on the other one hangs on it
    apart, ///< all bones of the other model are added
};

/// Puts all parts of other models behind those of this one. Display frames of one name become one, and so do textures
/// that name one file, and rigid bodies and joints of shared bones that are alike in every byte; all others are kept, and
/// so are morphs and materials. The model's own names, comments and version stay, but for version 2.1 if the other has it.
/// Notes tell what may surprise: bones_elsewhere, bones_differ, namesakes, all_materials, not_for_mmd, left_out, toons_full.
///
/// All are of one format. Of two PMDs the base morphs become one, an IK goes with its bone, bodies stay where they are even
/// if a shared bone stands elsewhere, and materials get the number that their toon's name has here, or a number that no
/// material uses; sections that this model's file ends before are made. English names are added if this model has them,
/// and an element without is given an empty one. A tail at a bone that is bone 0 here says "none".
///
/// Errors: value_range if no file is given; those of reading the files; not_for_format if one is of another format;
/// text_not_decodable (texts in another encoding are converted); faces_overrun; beyond_damage; of PMDs too_many (vertices,
/// bones, morphs, those in the list of display, or display frames) and name_too_long (a name with the prefix, or a path).
struct Merge {
    std::vector<std::filesystem::path> with{}; ///< files of the same format
    SameBones bones = SameBones::share;
    std::string prefix{};           ///< put in front of the names of bones that are added
    std::filesystem::path folder{}; ///< where this model lies: texture paths of others, in other folders, are led there
};

/// Keeps some materials, and of everything else what they need: their vertices and textures, the bones that deform them
/// with all these depend on (parents, tails, append parents, IK), rigid bodies and joints of these bones, and what morphs
/// and display frames have for them. What belongs to no material, vertices without a face, morphs without offsets, bones
/// that deform nothing and hang below none that goes, stays. In a PMD the bones of an IK need each other, and a bone that
/// follows another one needs that. Errors as of Remove.
struct KeepMaterials {
    std::vector<std::string> materials{}; ///< selectors
};

[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const Merge& merge);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmd::Model& model, const Merge& merge);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const KeepMaterials& keep);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmd::Model& model, const KeepMaterials& keep);

/// As Merge, with a model that is there already in place of `with`.
[[nodiscard]] KAGAMI_API Result<Report> merge_into(pmx::Model& model, const pmx::Model& other, const Merge& merge = {});
[[nodiscard]] KAGAMI_API Result<Report> merge_into(pmd::Model& model, const pmd::Model& other, const Merge& merge = {});

/// Materials that become a model of their own.
struct MaterialGroup {
    std::string name;
    std::vector<std::string> materials; ///< selectors
};
/// One of the models that a model was split into.
template <class Model> struct ModelPart {
    std::string name; ///< of the group, or of its material
    Model model;
};

/// A model for each group, as KeepMaterials makes it, and one named "rest" of the materials in no group. Without groups
/// each material becomes a model. A material may be in several groups. Errors as of KeepMaterials; value_range if there
/// are no materials.
[[nodiscard]] KAGAMI_API Result<std::vector<ModelPart<pmx::Model>>> split(const pmx::Model& model,
                                                                          std::span<const MaterialGroup> groups = {});
[[nodiscard]] KAGAMI_API Result<std::vector<ModelPart<pmd::Model>>> split(const pmd::Model& model,
                                                                          std::span<const MaterialGroup> groups = {});

} // namespace kagami::edit

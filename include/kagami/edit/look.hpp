// Edits of how materials look.
#pragma once

#include "kagami/edit/report.hpp"
#include "kagami/export.hpp"
#include "kagami/pmd.hpp"
#include "kagami/pmx.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kagami::edit {

/// Sets colours of materials: those that are given. Colours are red, green, blue, usually 0 to 1; they are not clamped,
/// but must be finite. Opacities stay unless they are given too, so that what is translucent stays so. Material morphs
/// are not touched: one that multiplies now multiplies the new colour.
///
/// Materials of a PMD have no names; they are called 材質1, 材質2 … and Material1, Material2 …, as converters to PMX call
/// them. They have no edge colour: edge and edge_opacity are an error there.
struct Recolor {
    std::vector<std::string> materials{"*"};
    std::optional<Vec3> diffuse, specular, ambient, edge;
    std::optional<float> opacity, edge_opacity; ///< 0 to 1, not clamped
};

[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const Recolor& recolor);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmd::Model& model, const Recolor& recolor);

} // namespace kagami::edit

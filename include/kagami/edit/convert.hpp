// Edits of how a PMX file holds what it holds: the encoding of its texts, the widths of its indices, its version. All
// refuse a damaged model, since the bytes that it keeps depend on these.
#pragma once

#include "kagami/edit/report.hpp"
#include "kagami/export.hpp"
#include "kagami/pmx.hpp"

#include <cstdint>
#include <optional>

namespace kagami::edit {

enum class TextEncoding : std::uint8_t { utf16, utf8 };

/// Writes every text in another encoding. Converting there and back gives the same bytes: a text for which that would not
/// be so, because it is not valid, is an error that names its path (text_not_decodable).
struct ConvertEncoding {
    TextEncoding to = TextEncoding::utf16; ///< MikuMikuDance reads UTF-16 only
};

/// Sets the bytes that indices take: 1, 2 or 4. With none given, all become the smallest that hold their lists and all
/// indices (see pmx::fit). Error value_range for the first index that does not fit a width that is given.
struct SetIndexWidths {
    std::optional<std::uint8_t> vertex, texture, material, bone, morph, rigid_body;
};

/// Makes a file of version 2.0 or 2.1. Version 2.1 gets a list of soft bodies, empty.
///
/// What 2.0 lacks is an error (beyond_version) that counts all of it and names the first place; or, with `drop`: soft
/// bodies go; QDEF vertices become BDEF4, which is stored alike; flip morphs become group morphs; impulse morphs become
/// group morphs of nothing, so that others keep their numbers; joints of other types become spring joints with the same
/// numbers; the flags vertex_color, points and lines are cleared.
struct SetVersion {
    float to = 2.0F;
    bool drop = false;
};

[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const ConvertEncoding& convert);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const SetIndexWidths& set);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const SetVersion& set);

} // namespace kagami::edit

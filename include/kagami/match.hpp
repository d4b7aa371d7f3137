// Names between models and motions: which keys move which bones and morphs, and which names cannot be keyed at all.
//
// MikuMikuDance holds names in CP932 and compares the first 15 bytes that a motion has, the half of a character at the
// end included. So does this.
#pragma once

#include "kagami/document.hpp"
#include "kagami/export.hpp"
#include "kagami/names.hpp"
#include "kagami/result.hpp"
#include "kagami/vmd.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kagami {

/// What a name in a motion can be the name of. An IK bone's name stands in property keys, with 20 bytes.
enum class NameKind : std::uint8_t { bone, morph, ik };
[[nodiscard]] KAGAMI_API std::string_view name_of(NameKind kind);
/// The bytes that a motion has for a name of the kind: 15, or 20 for IK bones.
[[nodiscard]] KAGAMI_API std::size_t limit_of(NameKind kind);

/// One name of a model.
struct ModelName {
    NameKind kind = NameKind::bone;
    std::uint32_t number = 0;         ///< in the model's list of bones or morphs
    std::string utf8;                 ///< for display
    std::optional<std::string> cp932; ///< its bytes there; nothing if CP932 cannot hold it exactly
};
/// All names of a model that a motion can key: bones, morphs, and IK bones once more.
[[nodiscard]] KAGAMI_API std::vector<ModelName> names_of(const pmx::Model& model);
[[nodiscard]] KAGAMI_API std::vector<ModelName> names_of(const pmd::Model& model);

/// What is wrong with names of a model for motions.
struct NameProblem {
    std::vector<std::uint32_t> names; ///< in the given list: one, or those that a motion cannot tell apart
    Diagnostic reason;                ///< text_not_encodable, name_empty, name_shared
};
[[nodiscard]] KAGAMI_API std::vector<NameProblem> check_names(std::span<const ModelName> names);

/// How a track was found in a model.
enum class Found : std::uint8_t {
    exact,   ///< as MikuMikuDance finds it, once the names are in CP932
    several, ///< so are more than one; MikuMikuDance takes one of them
    variant, ///< only another spelling: full and half width, the side before or behind
    none,
};
[[nodiscard]] KAGAMI_API std::string_view name_of(Found found);

/// A name in a motion, and what it hits.
struct TrackMatch {
    NameKind kind = NameKind::bone;
    std::string name; ///< for display
    std::size_t keys = 0;
    Found found = Found::none;
    std::vector<std::uint32_t> hits; ///< in the given list
    std::string nearest;             ///< if nothing was hit: the model's name that looks most alike, if any does
};
struct MotionMatch {
    DetectedEncoding encoding; ///< of the motion's names, the model's taken as evidence
    std::vector<TrackMatch> tracks;
};
[[nodiscard]] KAGAMI_API MotionMatch match(std::span<const ModelName> names, const vmd::Motion& motion);

} // namespace kagami

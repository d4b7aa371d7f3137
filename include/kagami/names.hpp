// Names as motion files have them: in fields of 15 or 20 bytes of CP932. Making a name fit, telling the encoding of
// names, recognizing a name in another spelling, and the names that MikuMikuDance's own models use.
#pragma once

#include "kagami/text.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kagami {

// ------------------------------------------------------------------------------------------ names that fit a field

/// What a name must fit into, and what may be done to make it fit. By default nothing: what does not fit is refused.
struct NameRule {
    std::size_t limit = 15;      ///< bytes: 15 for bones and morphs in motions, 20 for models and IK bones there
    bool truncate = false;       ///< cut at `limit`, between two characters
    bool map_lookalikes = false; ///< write ～ for 〜, one character for か and a voiced mark, and so on
};

/// A name in CP932, and what was changed for it.
struct FittedName {
    std::string bytes;               ///< not padded
    std::vector<Diagnostic> changes; ///< `name_mapped`, `name_cut`; empty if the bytes are the name exactly
};

/// The name in CP932, so that decoding it gives the same name again, but for the changes that `rule` allows. Errors:
/// `text_not_utf8`; `text_not_encodable` for a character that CP932 does not have, or that would end the name (U+0000);
/// `name_too_long` (arguments: name, its bytes, limit, what would fit); `name_empty`.
[[nodiscard]] KAGAMI_API Result<FittedName> fit_name(std::string_view utf8, const NameRule& rule);

/// A name close to `utf8` that fits into `limit` bytes of CP932: look-alikes written for characters that CP932 does not
/// have, other such characters left out, cut between two characters. Empty if nothing is left.
[[nodiscard]] KAGAMI_API std::string nearest_encodable(std::string_view utf8, std::size_t limit);

// ------------------------------------------------------------------------------------------ spellings of a name

/// A form that is equal for names differing only in spelling: full or half width of letters, digits, signs and kana,
/// spaces, voiced marks apart, and where the side stands: 左腕, 腕左, 腕_L, 腕.l. Hiragana and katakana stay different,
/// and so do capital and small letters. For comparing, not for showing. `utf8` must be valid.
[[nodiscard]] KAGAMI_API std::string fold_name(std::string_view utf8);

// ------------------------------------------------------------------------------------------ the encoding of names

enum class Certainty : std::uint8_t {
    certain, ///< nothing else is possible, or several names are known ones in this encoding and in no other
    likely,  ///< the names make sense in this encoding, and less in others
    guess,   ///< nothing tells, or next to nothing
};
/// "certain", "likely", "guess".
[[nodiscard]] KAGAMI_API std::string_view name_of(Certainty certainty);

struct DetectedEncoding {
    Encoding encoding = Encoding::cp932; ///< CP932, GBK or UTF-8
    Certainty certainty = Certainty::guess;
    std::string why; ///< for people: "12 of 14 names are known names in CP932"
};

/// The encoding of a file, from all names in it together: raw bytes, up to a NUL, maybe cut in the middle of a
/// character. `known` are names to expect, in UTF-8: those of the model that a motion is for. Standard names are known
/// anyway. If nothing tells, it is CP932.
[[nodiscard]] KAGAMI_API DetectedEncoding detect_encoding(std::span<const std::string_view> names, std::span<const std::string> known = {});

// ------------------------------------------------------------------------------------------ standard names

/// A name that many models have in common, and so many motions.
struct StandardName {
    std::string_view japanese;  ///< as in the file, in UTF-8
    std::string_view english;   ///< as commonly translated
    bool semi_standard = false; ///< not in MikuMikuDance's first models, but in many later ones
};

[[nodiscard]] KAGAMI_API std::span<const StandardName> standard_bones();
[[nodiscard]] KAGAMI_API std::span<const StandardName> standard_morphs();

} // namespace kagami

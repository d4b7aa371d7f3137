// Names as motion files have them: in fields of 15 or 20 bytes of CP932. Making a name fit, and recognizing a name in
// another spelling.
#pragma once

#include "kagami/text.hpp"

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

} // namespace kagami

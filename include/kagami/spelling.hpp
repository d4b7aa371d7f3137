// Numbers in text files, which keep the spelling that they have.
#pragma once

#include "kagami/export.hpp"
#include "kagami/text.hpp"

#include <optional>
#include <string_view>

namespace kagami {

/// A number as it is spelt: "-0.500000".
struct Spelling : Text {
    using Text::Text;
};

/// The number; nothing if it is none. A sign, digits, a point, an exponent; neither blanks nor "inf".
[[nodiscard]] KAGAMI_API std::optional<float> value_of(std::string_view spelling);

/// Six decimals, as MikuMikuDance writes, or as many as it takes to read the same float again. Not for NaN and infinity.
[[nodiscard]] KAGAMI_API Spelling spell(float value);

} // namespace kagami

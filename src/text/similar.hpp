// Characters that people take for one another: look-alikes, widths, kana with their voiced mark apart.
#pragma once

#include <string>
#include <string_view>

namespace kagami::text {

/// The character of Windows' code pages that looks like `c`, which may be in none of them; 0 if there is none.
[[nodiscard]] char32_t look_alike(char32_t c);

/// One kana out of a kana and a combining voiced or semi-voiced mark (U+3099, U+309A); 0 if there is none.
[[nodiscard]] char32_t compose(char32_t kana, char32_t mark);

/// Letters, digits and signs at half width, kana and their marks at full width; marks become combining ones.
[[nodiscard]] char32_t usual_width(char32_t c);

/// A text with small letters for capital ones, as systems do that find files in whatever case: Latin, Greek, Cyrillic,
/// at half and full width. Bytes that are no UTF-8 stay.
[[nodiscard]] std::string lower_case(std::string_view utf8);

/// A text with each kana and its combining mark made one, as other systems write what macOS keeps apart.
[[nodiscard]] std::string composed(std::string_view utf8);

/// For messages: "〜 (U+301C)".
[[nodiscard]] std::string shown(char32_t c);

} // namespace kagami::text

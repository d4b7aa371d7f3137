// Windows' code pages 932 (Japanese) and 936 (Chinese, GBK): bytes to characters and back.
#pragma once

#include "kagami/text.hpp"
#include "text/utf8.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace kagami::text {

/// Generated, see there: rows by lead byte (81–9F, E0–FC; 81–FE), columns by trail byte (40–7E, then from 80 on).
extern const char16_t cp932_rows[60][189];
extern const char16_t gbk_rows[126][191];

/// The character at the front of `bytes`. `encoding` is cp932 or gbk.
[[nodiscard]] Character read_code_page(std::string_view bytes, Encoding encoding);

/// The code of a character, one byte or two (81xx and up); -1 if it has none. Where there are several, Windows' choice.
[[nodiscard]] int code_of(char32_t c, Encoding encoding);

/// Whether `code` starts a character of two bytes.
[[nodiscard]] bool is_lead(unsigned char byte, Encoding encoding);

} // namespace kagami::text

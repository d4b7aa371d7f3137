// Case of ASCII letters, whatever the locale says.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace kagami::text {

[[nodiscard]] inline std::string lower_ascii(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

} // namespace kagami::text

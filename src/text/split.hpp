// The parts of a text between its separators.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace kagami::text {

[[nodiscard]] inline std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t end = std::min(text.find(separator, from), text.size());
        parts.push_back(text.substr(from, end - from));
        from = end + 1;
    }
    return parts;
}

} // namespace kagami::text

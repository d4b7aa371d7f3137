// The candidate that looks most like what somebody typed.
#pragma once

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace kagami {

/// Number of bytes to insert, remove or replace to get from `a` to `b`.
[[nodiscard]] inline std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] != b[j] ? 1 : 0);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
        }
    }
    return row.back();
}

/// "; the nearest is X", or an empty string without candidates.
[[nodiscard]] inline std::string nearest_hint(std::string_view typed, const std::vector<std::string>& candidates) {
    constexpr std::size_t longest = 200; // the time grows with the square
    const auto cost = [&](const std::string& c) { return edit_distance(typed.substr(0, longest), std::string_view(c).substr(0, longest)); };
    const auto best = std::ranges::min_element(candidates, {}, cost);
    return best == candidates.end() ? "" : "; the nearest is " + *best;
}

} // namespace kagami

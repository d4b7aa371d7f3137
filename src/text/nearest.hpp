// The candidate that looks most like what somebody typed.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kagami {

/// What it costs to get from `a` to `b` by inserting, removing and replacing bytes. Replacing a byte by one close to it
/// is a little cheaper: kana that differ only in a voiced mark are neighbours.
[[nodiscard]] inline std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    constexpr std::size_t step = 256;
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j * step;
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], (i + 1) * step);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const int apart = std::abs(static_cast<unsigned char>(a[i]) - static_cast<unsigned char>(b[j]));
            const std::size_t replaced = diagonal + (apart == 0 ? 0 : step + static_cast<std::size_t>(apart));
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, diagonal + step, row[j] + step});
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

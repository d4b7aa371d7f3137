// Pictures made by code, and the PNG bytes of them.
#pragma once

#include "kagami/storage.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace samples {

using Colour = std::array<double, 4>; ///< red, green, blue, alpha from 0 to 1

struct Picture {
    int width = 0, height = 0;
    bool alpha = false;
    std::vector<std::uint8_t> pixels; ///< rows from the top, 3 or 4 bytes a pixel

    /// Paints every pixel as the mean of 3 x 3 samples of `colour`, at (x, y) from 0 to 1 from the top left.
    [[nodiscard]] static Picture paint(int width, int height, bool alpha, const std::function<Colour(double, double)>& colour);
};

/// PNG, compressed by runs and repeats with the fixed code of deflate: the bytes depend on no library.
[[nodiscard]] kagami::Bytes png(const Picture& picture);

} // namespace samples

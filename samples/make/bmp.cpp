#include "bmp.hpp"

namespace samples {

kagami::Bytes bmp(const Picture& picture) {
    constexpr std::uint32_t file_header = 14, info_header = 40, pixels_per_metre = 2835;
    const auto width = static_cast<std::uint32_t>(picture.width), height = static_cast<std::uint32_t>(picture.height);
    const std::uint32_t row = (width * 3 + 3) / 4 * 4, channels = picture.alpha ? 4 : 3;
    kagami::Bytes out;
    const auto put = [&](std::uint32_t value, int bytes) {
        for (int i = 0; i < bytes; ++i) out.push_back(static_cast<std::byte>(value >> (8 * i)));
    };
    put('B' | 'M' << 8, 2);
    put(file_header + info_header + row * height, 4);
    put(0, 4);
    put(file_header + info_header, 4);
    put(info_header, 4);
    put(width, 4);
    put(height, 4);
    put(1, 2);  // planes
    put(24, 2); // bits a pixel
    put(0, 4);  // not compressed
    put(row * height, 4);
    put(pixels_per_metre, 4);
    put(pixels_per_metre, 4);
    put(0, 4); // colours in a palette
    put(0, 4);
    for (std::uint32_t y = height; y-- > 0;) { // rows from below, blue first
        for (std::uint32_t x = 0; x < width; ++x)
            for (std::uint32_t c = 3; c-- > 0;) put(picture.pixels[(y * width + x) * channels + c], 1);
        put(0, static_cast<int>(row - width * 3));
    }
    return out;
}

} // namespace samples

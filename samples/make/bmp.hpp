// The BMP bytes of a picture. Sphere pictures, .spa and .sph, are BMP files too.
#pragma once

#include "png.hpp"

namespace samples {

[[nodiscard]] kagami::Bytes bmp(const Picture& picture);

} // namespace samples

// The pictures of the figure, painted by formulas.
#pragma once

#include "png.hpp"

#include <string>
#include <vector>

namespace samples {

struct NamedPicture {
    std::string file;
    Picture picture;
};
[[nodiscard]] std::vector<NamedPicture> make_textures();

} // namespace samples

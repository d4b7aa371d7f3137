// Two documents compared value by value, each with the one that has the same path.
#pragma once

#include "kagami/json.hpp"

#include <string>
#include <vector>

namespace kagami::test {

template <class D> [[nodiscard]] std::vector<Difference> by_number(const D& a, const D& b);

/// Where they differ.
template <class D> [[nodiscard]] std::vector<std::string> changed(const D& a, const D& b) {
    std::vector<std::string> paths;
    for (const Difference& difference : by_number(a, b)) paths.push_back(difference.path);
    return paths;
}

} // namespace kagami::test

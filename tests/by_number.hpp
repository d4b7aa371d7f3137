// Two models compared value by value, each with the one that has the same path.
#pragma once

#include "pmx/layout.hpp"
#include "json/document_json.hpp"

#include <vector>

namespace kagami::test {

[[nodiscard]] inline std::vector<Difference> by_number(const pmx::Model& a, const pmx::Model& b) {
    std::vector<Difference> out;
    layout::compare(
        a, b,
        [&](std::string path, std::string before, std::string after) {
            out.push_back({std::move(path), std::move(before), std::move(after), {}});
        },
        [](const std::string&) {});
    return out;
}

} // namespace kagami::test

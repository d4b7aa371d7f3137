#include "by_number.hpp"

#include "pmd/layout.hpp"
#include "pmx/layout.hpp"
#include "vmd/layout.hpp"
#include "vpd/layout.hpp"
#include "json/by_number.hpp"

namespace kagami::test {

template <class D> std::vector<Difference> by_number(const D& a, const D& b) {
    std::vector<Difference> out;
    layout::compare(
        a, b,
        [&](std::string path, std::string before, std::string after) {
            out.push_back({std::move(path), std::move(before), std::move(after), {}});
        },
        [](const std::string&) {});
    return out;
}

template std::vector<Difference> by_number(const pmx::Model&, const pmx::Model&);
template std::vector<Difference> by_number(const pmd::Model&, const pmd::Model&);
template std::vector<Difference> by_number(const vmd::Motion&, const vmd::Motion&);
template std::vector<Difference> by_number(const vpd::Pose&, const vpd::Pose&);

} // namespace kagami::test

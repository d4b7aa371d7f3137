// How differences are told.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kagami {

/// How far a value went, for kinds of values that can say it.
struct Amount {
    std::string_view verb = "changed";
    double size = 0; ///< the distance of what moved, the degrees of what turned
    std::string_view unit{};
};

/// The distance between two positions, the angle between two quaternions: nothing for other fields, and where it would
/// not be a number or too small to be seen.
[[nodiscard]] std::optional<Amount> amount_of(std::string_view field, std::span<const float> before, std::span<const float> after);
/// "moved by (0, 1, 0)", "turned by 30°"
[[nodiscard]] std::string told(const Amount& amount, std::span<const float> before, std::span<const float> after);

/// "1 -> 2", "(none) -> 2"; of long values the part that differs.
[[nodiscard]] std::string change(std::string_view before, std::string_view after);

/// 1,482,421
[[nodiscard]] std::string with_commas(std::uint64_t n);
/// What the elements of a list are called, by the list's name: "rigid bodies", or for one "rigid body".
[[nodiscard]] std::string noun_of(std::string_view list, std::size_t count);
/// "1,203 vertices"
[[nodiscard]] std::string count_of(std::size_t count, std::string_view list);
/// " (4 to 15)"
[[nodiscard]] std::string range_of(std::size_t first, std::size_t last);

/// Whether a name can stand in a path for a number, and be printed.
[[nodiscard]] bool fits_path(std::string_view name);

/// Changes of one field in many elements.
struct Sum {
    std::string path, list;
    Amount amount;
    std::size_t count = 0, first = 0, last = 0;
};
class Sums {
public:
    void add(const std::string& path, std::string_view list, const Amount& amount, std::size_t element, std::size_t count = 1);
    [[nodiscard]] std::span<const Sum> all() const { return sums_; }

private:
    std::vector<Sum> sums_;
};
/// "1,203 vertices moved, at most 0.31 (4 to 1500)"
[[nodiscard]] std::string told(const Sum& sum);

} // namespace kagami

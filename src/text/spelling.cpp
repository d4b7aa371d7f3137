#include "kagami/spelling.hpp"

#include <charconv>
#include <limits>

namespace kagami {

namespace {
/// The float nearest to what is spelt; by way of the double only where there is none.
float nearest_float(std::string_view spelling, double value) {
    float nearest = 0;
    const auto result = std::from_chars(spelling.data(), spelling.data() + spelling.size(), nearest);
    return result.ec == std::errc{} ? nearest : static_cast<float>(value);
}
} // namespace

std::optional<float> value_of(std::string_view spelling) {
    const bool plus = spelling.starts_with('+');
    if (plus) spelling.remove_prefix(1);
    if (spelling.empty() || (plus && spelling.front() == '-')) return std::nullopt;
    if (spelling.find_first_not_of("+-.0123456789eE") != std::string_view::npos) return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(spelling.data(), spelling.data() + spelling.size(), value);
    if (end != spelling.data() + spelling.size()) return std::nullopt;
    if (error == std::errc{}) return nearest_float(spelling, value);
    if (error != std::errc::result_out_of_range) return std::nullopt;
    const bool tiny = spelling.find_first_of("eE") == std::string_view::npos
                          ? spelling.find_first_not_of("-0") == spelling.find('.')
                          : spelling.find("e-") != std::string_view::npos || spelling.find("E-") != std::string_view::npos;
    const float magnitude = tiny ? 0.0F : std::numeric_limits<float>::infinity();
    return spelling.front() == '-' ? -magnitude : magnitude;
}

Spelling spell(float value) {
    constexpr int usual = 6, most = 60; // the smallest float needs 54
    char digits[128];
    for (int decimals = usual;; decimals += usual) {
        const auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed, decimals).ptr;
        const std::string_view spelling(digits, static_cast<std::size_t>(end - digits));
        if (decimals >= most || value_of(spelling) == value) return Spelling(spelling);
    }
}

} // namespace kagami

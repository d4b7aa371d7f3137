#include "kagami/spelling.hpp"

#include <charconv>
#include <limits>

namespace kagami {

std::optional<float> value_of(std::string_view spelling) {
    const bool plus = spelling.starts_with('+');
    if (plus) spelling.remove_prefix(1);
    if (spelling.empty() || (plus && spelling.front() == '-')) return std::nullopt;
    if (spelling.find_first_not_of("+-.0123456789eE") != std::string_view::npos) return std::nullopt;
    float value = 0;
    const auto [end, error] = std::from_chars(spelling.data(), spelling.data() + spelling.size(), value);
    if (error == std::errc::result_out_of_range && end == spelling.data() + spelling.size()) {
        const float magnitude = spelling.find("e-") != std::string_view::npos || spelling.find("E-") != std::string_view::npos
                                    ? 0.0F
                                    : std::numeric_limits<float>::infinity();
        return spelling.front() == '-' ? -magnitude : magnitude;
    }
    if (error != std::errc{} || end != spelling.data() + spelling.size()) return std::nullopt;
    return value;
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

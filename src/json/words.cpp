#include "json/words.hpp"

#include "json/locate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace kagami {

namespace {

std::string rounded(double v, int digits) {
    std::array<char, 32> buffer{};
    const int size = std::snprintf(buffer.data(), buffer.size(), "%.*g", digits, v);
    const std::string_view text(buffer.data(), static_cast<std::size_t>(size));
    return std::string(text == "-0" ? "0" : text);
}

/// The angle between two rotations, in degrees.
double angle(std::span<const float> a, std::span<const float> b) {
    double dot = 0, size_a = 0, size_b = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        dot += double{a[i]} * double{b[i]};
        size_a += double{a[i]} * double{a[i]};
        size_b += double{b[i]} * double{b[i]};
    }
    const bool unit = std::abs(size_a - 1) < 0.01 && std::abs(size_b - 1) < 0.01;
    return unit ? 2 * std::acos(std::min(1.0, std::abs(dot) / std::sqrt(size_a * size_b))) * 180 / std::numbers::pi : 0;
}

bool starts_character(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

} // namespace

std::optional<Amount> amount_of(std::string_view field, std::span<const float> before, std::span<const float> after) {
    if (before.size() != after.size()) return std::nullopt;
    Amount amount;
    if (field == "position" && before.size() == 3) {
        double square = 0;
        for (std::size_t i = 0; i < 3; ++i) square += (double{after[i]} - double{before[i]}) * (double{after[i]} - double{before[i]});
        amount = {"moved", std::sqrt(square)};
    } else if (field == "rotation" && before.size() == 4) {
        amount = {"turned", angle(before, after), "°"};
    }
    return std::isfinite(amount.size) && amount.size >= 1e-6 ? std::optional(amount) : std::nullopt;
}

std::string told(const Amount& amount, std::span<const float> before, std::span<const float> after) {
    if (amount.verb == "turned") return "turned by " + rounded(amount.size, 3) + std::string(amount.unit);
    std::string out = "moved by (";
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (i != 0) out += ", ";
        out += rounded(double{after[i]} - double{before[i]}, 6);
    }
    return out + ')';
}

std::string change(std::string_view before, std::string_view after) {
    constexpr std::size_t longest = 100, context = 16, shown = 60;
    std::string a(before.empty() ? "(none)" : before), b(after.empty() ? "(none)" : after);
    if (std::max(a.size(), b.size()) > longest) {
        const std::size_t least = std::min(a.size(), b.size());
        std::size_t begin = 0, end = 0;
        while (begin < least && a[begin] == b[begin]) ++begin;
        while (end < least - begin && a[a.size() - 1 - end] == b[b.size() - 1 - end]) ++end;
        begin -= std::min(begin, context);
        end -= std::min(end, context);
        const auto cut = [&](std::string& text) {
            std::size_t from = begin, to = std::min(text.size() - end, from + shown);
            while (from > 0 && !starts_character(text[from])) --from;
            while (to < text.size() && !starts_character(text[to])) ++to;
            text = (from == 0 ? "" : "…") + text.substr(from, to - from) + (to == text.size() ? "" : "…");
        };
        cut(a);
        cut(b);
    }
    return a + " -> " + b;
}

std::string with_commas(std::uint64_t n) {
    std::string out = std::to_string(n);
    for (std::size_t i = out.size(); i > 3; i -= 3) out.insert(i - 3, ",");
    return out;
}

std::string noun_of(std::string_view list, std::size_t count) {
    std::string out(list);
    std::ranges::replace(out, '_', ' ');
    if (count != 1) return out;
    const auto replace_end = [&](std::string_view end, std::string_view by) {
        if (!out.ends_with(end)) return false;
        out.replace(out.size() - end.size(), end.size(), by);
        return true;
    };
    if (!replace_end("ices", "ex") && !replace_end("ies", "y")) replace_end("s", "");
    return out;
}

std::string count_of(std::size_t count, std::string_view list) {
    return with_commas(count) + ' ' + noun_of(list, count);
}

std::string range_of(std::size_t first, std::size_t last) {
    return first == last ? " (" + std::to_string(first) + ')' : " (" + std::to_string(first) + " to " + std::to_string(last) + ')';
}

bool fits_path(std::string_view name) {
    const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
    return !name.empty() && name != "*" && !layout::as_number(name) && std::ranges::none_of(name, control) &&
           name.find("‹") == std::string_view::npos;
}

void Sums::add(const std::string& path, std::string_view list, const Amount& amount, std::size_t element, std::size_t count) {
    auto sum = std::ranges::find_if(sums_, [&](const Sum& s) { return s.path == path && s.list == list && s.amount.verb == amount.verb; });
    if (sum == sums_.end()) {
        sums_.push_back({path, std::string(list), amount, 0, element, element});
        sum = sums_.end() - 1;
    }
    sum->count += count;
    sum->amount.size = std::max(sum->amount.size, amount.size);
    sum->first = std::min(sum->first, element);
    sum->last = std::max(sum->last, element);
}

std::string told(const Sum& sum) {
    std::string out = count_of(sum.count, sum.list) + ' ' + std::string(sum.amount.verb);
    if (sum.amount.size != 0) out += ", at most " + rounded(sum.amount.size, 3) + std::string(sum.amount.unit);
    return out + range_of(sum.first, sum.last);
}

} // namespace kagami

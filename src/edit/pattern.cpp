#include "edit/pattern.hpp"

#include <algorithm>

namespace kagami::edit {

namespace {

std::size_t character_size(std::string_view utf8) {
    std::size_t n = 1;
    while (n < utf8.size() && (static_cast<unsigned char>(utf8[n]) & 0xC0U) == 0x80) ++n;
    return n;
}

} // namespace

std::optional<std::vector<std::string>> match_pattern(std::string_view pattern, std::string_view name) {
    // Of all ways to match, the first: each `*` takes as little as it can. Only the last `*` is ever tried again, which
    // is enough, so the time is at most the product of both lengths.
    struct Star {
        std::size_t pattern, from, to; // where it stands, and what of the name it takes
    };
    std::vector<Star> stars;
    std::size_t p = 0, n = 0;
    while (n < name.size() || p < pattern.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            stars.push_back({p++, n, n});
        } else if (p < pattern.size() && n < name.size() && pattern[p] == '?') {
            ++p;
            n += character_size(name.substr(n));
        } else if (p < pattern.size() && n < name.size() && pattern[p] == name[n]) {
            ++p;
            ++n;
        } else if (!stars.empty() && stars.back().to < name.size()) {
            Star& star = stars.back();
            star.to += character_size(name.substr(star.to));
            p = star.pattern + 1;
            n = star.to;
        } else {
            return std::nullopt;
        }
    }
    std::vector<std::string> taken;
    taken.reserve(stars.size());
    for (const Star& star : stars) taken.emplace_back(name.substr(star.from, star.to - star.from));
    return taken;
}

std::optional<Error> check_stars(std::string_view from, std::string_view to) {
    const auto stars = std::ranges::count(to, '*');
    if (stars == 0 || stars == std::ranges::count(from, '*')) return std::nullopt;
    return bad_value("to", '"' + std::string(to) + '"', "a name, or have as many * as from");
}

std::string filled(std::string_view to, const std::vector<std::string>& taken) {
    std::string out;
    std::size_t star = 0;
    for (const char c : to) {
        if (c == '*') {
            out += taken[star++];
        } else {
            out += c;
        }
    }
    return out;
}

} // namespace kagami::edit

#include "edit/select.hpp"

#include "edit/named.hpp"
#include "edit/pattern.hpp"
#include "text/nearest.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace kagami::edit {

namespace {

struct Range {
    std::size_t first, last;
};
/// `#12` or `#3-7`.
std::optional<Range> range_of(std::string_view selector) {
    if (!selector.starts_with('#')) return std::nullopt;
    Range range{};
    const char *at = selector.data() + 1, *const end = selector.data() + selector.size();
    const auto first = std::from_chars(at, end, range.first);
    if (first.ec != std::errc{}) return std::nullopt;
    range.last = range.first;
    at = first.ptr;
    if (at != end) {
        if (*at != '-') return std::nullopt;
        const auto last = std::from_chars(at + 1, end, range.last);
        if (last.ec != std::errc{} || last.ptr != end) return std::nullopt;
    }
    return range;
}

std::size_t choose_named(const std::string& selector, const std::vector<std::string>& names, std::vector<bool>& chosen) {
    std::size_t hits = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] != selector && !match_pattern(selector, names[i])) continue;
        chosen[i] = true;
        ++hits;
    }
    return hits;
}

Error missed(std::string_view kind, const std::string& selector, std::string hint) {
    return Error{Code::nothing_selected, 0, 0, {}, {}, {selector, std::string(kind), std::move(hint)}};
}

/// Adds what one selector chooses.
std::optional<Error> add(std::string_view kind, const std::string& selector, const Names& names, std::vector<bool>& chosen) {
    if (choose_named(selector, names.own, chosen) != 0 || selector == "*") return std::nullopt;
    if (const auto range = range_of(selector)) {
        const std::size_t size = names.own.size();
        if (range->first > range->last || range->last >= size)
            return missed(kind, selector, size == 0 ? "; there are none" : "; their numbers are #0 to #" + std::to_string(size - 1));
        std::fill(chosen.begin() + static_cast<std::ptrdiff_t>(range->first), chosen.begin() + static_cast<std::ptrdiff_t>(range->last) + 1,
                  true);
        return std::nullopt;
    }
    if (!selector.empty() && choose_named(selector, names.english, chosen) != 0) return std::nullopt;
    return missed(kind, selector, nearest_hint(selector, names.own));
}

template <class Model> Names named_in(const Model& model, Named kind) {
    Names names;
    const Encoding encoding = encoding_of(model);
    each_name(model, [&](Named k, const char*, std::size_t, const auto* own, const auto* english, bool) {
        if (k != kind) return;
        names.own.push_back(decode_for_display(name_bytes(*own), encoding));
        names.english.push_back(english == nullptr ? std::string{} : decode_for_display(name_bytes(*english), encoding));
    });
    return names;
}

} // namespace

Names names_of(const pmx::Model& model, Named kind) {
    return named_in(model, kind);
}
Names names_of(const pmd::Model& model, Named kind) {
    if (kind != Named::materials) return named_in(model, kind);
    Names names;
    for (std::size_t i = 1; i <= model.materials.size(); ++i) {
        names.own.push_back("材質" + std::to_string(i));
        names.english.push_back("Material" + std::to_string(i));
    }
    return names;
}

std::string_view one_of(Named kind) {
    constexpr std::array<std::string_view, 8> words{"name",          "material",   "bone",  "morph",
                                                    "display frame", "rigid body", "joint", "soft body"};
    return words[static_cast<std::size_t>(kind) % words.size()];
}

Result<std::vector<bool>> choose(std::string_view kind, std::span<const std::string> selectors, const Names& names) {
    std::vector<bool> chosen(names.own.size());
    for (const std::string& selector : selectors)
        if (auto error = add(kind, selector, names, chosen)) return std::unexpected(std::move(*error));
    return chosen;
}

Result<std::size_t> choose_one(std::string_view kind, const std::string& selector, const Names& names) {
    const auto chosen = choose(kind, std::span(&selector, 1), names);
    if (!chosen) return std::unexpected(chosen.error());
    const auto first = std::ranges::find(*chosen, true);
    if (first == chosen->end()) return std::unexpected(missed(kind, selector, "; there are none"));
    const auto number = first - chosen->begin();
    if (const auto second = std::find(first + 1, chosen->end(), true); second != chosen->end())
        return std::unexpected(Error{Code::path_ambiguous,
                                     0,
                                     0,
                                     {},
                                     {},
                                     {selector, '#' + std::to_string(number) + ", #" + std::to_string(second - chosen->begin()) + " …"}});
    return static_cast<std::size_t>(number);
}

} // namespace kagami::edit

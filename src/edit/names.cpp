// Operations on names and texts of models.
#include "kagami/edit/names.hpp"
#include "edit/named.hpp"
#include "edit/pattern.hpp"
#include "edit/select.hpp"
#include "edit/table_file.hpp"
#include "kagami/names.hpp"
#include "text/nearest.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <variant>

namespace kagami::edit {

namespace {

/// One name that can be changed.
struct Place {
    Named kind;
    std::string list; ///< "/bones"
    std::size_t number;
    std::variant<Text*, pmd::Name*, pmd::FrameName*> field;
    bool special;                  ///< a special display frame
    std::string name;              ///< what stands there, in UTF-8
    bool whole;                    ///< whether that says all of its bytes
    std::string own;               ///< the name in the model's own language
    std::optional<std::string> to; ///< the name to give it

    [[nodiscard]] std::string path(bool english) const {
        const bool in_block = english && !std::holds_alternative<Text*>(field); // of a PMD, whose base morph is not in it
        const std::string at = '/' + std::to_string(in_block && kind == Named::morphs ? number - 1 : number);
        if (in_block)
            return (kind == Named::bones    ? "/english/bone_names"
                    : kind == Named::morphs ? "/english/morph_names"
                                            : "/english/frame_names") +
                   at;
        return list + at + (std::holds_alternative<pmd::FrameName*>(field) ? "" : english ? "/english_name" : "/name");
    }
};

// ---- names as they are stored

std::optional<Error> store(Text& field, const std::string& name, Encoding encoding) {
    if (name.empty()) return Error{Code::name_empty, 0, 0, {}, {}, {}};
    auto bytes = encode(name, encoding);
    if (!bytes) return std::move(bytes.error());
    field = *std::move(bytes);
    return std::nullopt;
}
template <std::size_t Size> std::optional<Error> store(FixedText<Size>& field, const std::string& name, Encoding) {
    const std::string ending(ending_of(field));
    auto fitted = fit_name(name, {.limit = Size - ending.size()});
    if (!fitted) return std::move(fitted.error());
    field.assign(fitted->bytes + ending);
    return std::nullopt;
}

/// Of a part that the damage lies in, the kept bytes are written and no text.
template <class M> std::optional<Error> check_damage(const M& m, std::initializer_list<std::string_view> parts) {
    if (!m.damage || std::ranges::find(parts, m.damage->part) == parts.end()) return std::nullopt;
    return Error{Code::beyond_damage, 0, 0, '/' + m.damage->part, {}, {'/' + m.damage->part}};
}

std::optional<Error> check_english(const pmx::Model&) {
    return std::nullopt;
}
std::optional<Error> check_english(const pmd::Model& m) {
    if (auto error = check_damage(m, {"english"})) return error;
    if (m.english && m.english->flag != 0) return std::nullopt;
    return Error{Code::no_english, 0, 0, "/english", {}, {}};
}

template <class M> std::vector<Place> places_in(M& m, Named kind, bool english) {
    std::vector<Place> places;
    const Encoding encoding = encoding_of(m);
    each_name(m, [&](Named k, const char* list, std::size_t number, auto* own, auto* translated, bool special) {
        auto* const field = english ? translated : own;
        if ((kind != Named::all && k != kind) || field == nullptr) return;
        const std::string_view bytes = name_bytes(*field);
        places.push_back({k, list, number, field, special, decode_for_display(bytes, encoding), survives(bytes, encoding),
                          decode_for_display(name_bytes(*own), encoding), std::nullopt});
    });
    return places;
}

std::string spoken(std::string_view list) {
    std::string name(list.substr(1));
    std::ranges::replace(name, '_', ' ');
    return name;
}

/// Tells which names several elements of a list now share.
void note_shared(const std::vector<Place>& places, Report& report) {
    std::map<std::pair<std::string_view, std::string_view>, std::pair<std::size_t, bool>> shared; // how many, and whether one is new
    for (const Place& place : places) {
        auto& [count, fresh] = shared[{place.list, place.to ? *place.to : place.name}];
        ++count;
        fresh |= place.to.has_value();
    }
    for (const auto& [name, found] : shared)
        if (found.first > 1 && found.second)
            report.notes.push_back({Code::names_met,
                                    0,
                                    0,
                                    std::string(name.first),
                                    {},
                                    {std::to_string(found.first), spoken(name.first), std::string(name.second)}});
}

/// Renames at once: `decide(places)` sets what each is to be called, and returns an error if it cannot.
template <class M, class F> Result<Report> rename(M& m, Named kind, bool english, F decide) {
    return reporting([&](Report& report) -> Result<void> {
        if (english)
            if (auto error = check_english(m)) return failed(std::move(error));
        std::vector<Place> places = places_in(m, kind, english);
        if (auto error = decide(places)) return failed(std::move(error));
        std::map<std::string, std::size_t> changed;
        for (Place& place : places) {
            if (place.to && *place.to != place.name && place.special) {
                report.notes.push_back({Code::special_frame, 0, 0, place.path(english), {}, {place.name}});
                place.to.reset();
            }
            if (place.to && *place.to == place.name) place.to.reset();
            if (!place.to) continue;
            auto error = std::visit([&](auto* field) { return store(*field, *place.to, encoding_of(m)); }, place.field);
            if (error) {
                error->path = place.path(english);
                return failed(std::move(error));
            }
            ++changed[place.list];
        }
        for (const auto& [list, n] : changed) count(report, list, english ? "English names changed" : "renamed", n);
        note_shared(places, report);
        return {};
    });
}

std::optional<Error> decide(std::vector<Place>& places, const Rename& rename) {
    if (rename.from.empty()) return bad_value("from", "empty", "a name");
    if (auto error = check_stars(rename.from, rename.to)) return error;
    Names names;
    for (const Place& place : places) names.own.push_back(place.name);
    const auto chosen = choose(one_of(rename.kind), std::span(&rename.from, 1), names);
    if (!chosen) return chosen.error();
    const bool captures = rename.to.contains('*');
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!(*chosen)[i]) continue;
        const auto taken = match_pattern(rename.from, places[i].name);
        if (!taken && rename.kind == Named::all)
            return bad_value("from", rename.from, "a name where kind is all, since each list has its own numbers");
        std::string to = filled(rename.to, taken.value_or(std::vector<std::string>{}));
        if (captures && !places[i].whole && to != places[i].name)
            return Error{Code::name_not_whole, 0, 0, places[i].path(rename.english), {}, {places[i].name}};
        places[i].to = std::move(to);
    }
    return std::nullopt;
}

std::optional<Error> decide(std::vector<Place>& places, const RenameByTable& rename) {
    const auto rows = read_table(rename.table);
    if (!rows) return rows.error();
    std::unordered_multimap<std::string_view, Place*> by_name;
    for (Place& place : places) by_name.emplace(place.name, &place);
    for (const Row& row : *rows) {
        const auto [first, last] = by_name.equal_range(row.from);
        if (first == last) {
            std::vector<std::string> names;
            names.reserve(places.size());
            for (const Place& place : places) names.push_back(place.name);
            return Error{Code::row_missed,
                         0,
                         0,
                         {},
                         rename.table,
                         {std::to_string(row.line), row.from, std::string(one_of(rename.kind)), nearest_hint(row.from, names)}};
        }
        for (auto at = first; at != last; ++at) at->second->to = row.to;
    }
    return std::nullopt;
}

/// Standard names by their folded form, from one language to the other.
class Dictionary {
public:
    Dictionary(std::span<const StandardName> names, Translation to) {
        const bool japanese = to == Translation::japanese;
        for (const StandardName& name : names) {
            const std::string_view from = japanese ? name.english : name.japanese, into = japanese ? name.japanese : name.english;
            exact_.emplace(from, into);
            folded_.emplace(fold_name(from), into);
        }
    }
    [[nodiscard]] std::optional<std::string> find(const std::string& name) const {
        if (const auto found = exact_.find(name); found != exact_.end()) return found->second;
        if (const auto found = folded_.find(fold_name(name)); found != folded_.end()) return found->second;
        return std::nullopt;
    }

private:
    std::unordered_map<std::string, std::string> exact_, folded_;
};

std::optional<Error> decide(std::vector<Place>& places, const TranslateNames& translate) {
    const Dictionary bones(standard_bones(), translate.to), morphs(standard_morphs(), translate.to);
    for (Place& place : places) {
        if (place.kind == Named::materials || place.kind == Named::soft_bodies) continue;
        if (translate.to == Translation::english_field && !translate.overwrite && !place.name.empty()) continue;
        place.to = (place.kind == Named::morphs ? morphs : bones).find(place.own);
    }
    return std::nullopt;
}

/// Sets a text of a model, unless it says that already.
std::optional<Error> set_text(Text& text, const std::string& to, Encoding encoding) {
    auto bytes = encode(to, encoding);
    if (!bytes) return std::move(bytes.error());
    text = *std::move(bytes);
    return std::nullopt;
}
template <std::size_t Size> std::optional<Error> set_text(FixedText<Size>& text, const std::string& to, Encoding encoding) {
    if (!to.empty()) return store(text, to, encoding);
    text.assign("");
    return std::nullopt;
}

/// One text after the other; an error names its path.
class TextSetter {
public:
    TextSetter(Encoding encoding, Report& report) : encoding_(encoding), report_(report) {}
    std::optional<Error> error;

    template <class T> void operator()(T& text, const std::optional<std::string>& to, const char* path) {
        if (error || !to || (survives(text.bytes(), encoding_) && decode_for_display(text.bytes(), encoding_) == *to)) return;
        error = set_text(text, *to, encoding_);
        if (error) error->path = path;
        count(report_, path, "text set", 1);
    }

private:
    Encoding encoding_;
    Report& report_;
};

std::optional<Error> check_given(const SetTexts& set) {
    if (set.name || set.english_name || set.comment || set.english_comment) return std::nullopt;
    return bad_value("name, english_name, comment, english_comment", "missing", "given, at least one of them");
}

} // namespace

Result<Report> apply_in_place(pmx::Model& m, const Rename& r) {
    return rename(m, r.kind, r.english, [&](auto& places) { return decide(places, r); });
}
Result<Report> apply_in_place(pmd::Model& m, const Rename& r) {
    return rename(m, r.kind, r.english, [&](auto& places) { return decide(places, r); });
}
Result<Report> apply_in_place(pmx::Model& m, const RenameByTable& r) {
    return rename(m, r.kind, r.english, [&](auto& places) { return decide(places, r); });
}
Result<Report> apply_in_place(pmd::Model& m, const RenameByTable& r) {
    return rename(m, r.kind, r.english, [&](auto& places) { return decide(places, r); });
}
Result<Report> apply_in_place(pmx::Model& m, const TranslateNames& t) {
    return rename(m, t.kind, t.to == Translation::english_field, [&](auto& places) { return decide(places, t); });
}
Result<Report> apply_in_place(pmd::Model& m, const TranslateNames& t) {
    return rename(m, t.kind, t.to == Translation::english_field, [&](auto& places) { return decide(places, t); });
}

Result<Report> apply_in_place(pmx::Model& m, const SetTexts& set) {
    return reporting([&](Report& report) -> Result<void> {
        if (auto error = check_given(set)) return failed(std::move(error));
        if (auto error = check_damage(m, {"name", "english_name", "comment", "english_comment"})) return failed(std::move(error));
        TextSetter text(m.header.encoding, report);
        text(m.name, set.name, "/name");
        text(m.english_name, set.english_name, "/english_name");
        text(m.comment, set.comment, "/comment");
        text(m.english_comment, set.english_comment, "/english_comment");
        return failed(std::move(text.error));
    });
}
Result<Report> apply_in_place(pmd::Model& m, const SetTexts& set) {
    return reporting([&](Report& report) -> Result<void> {
        if (auto error = check_given(set)) return failed(std::move(error));
        if (auto error = check_damage(m, {"header"})) return failed(std::move(error));
        TextSetter text(Encoding::cp932, report);
        text(m.header.name, set.name, "/header/name");
        text(m.header.comment, set.comment, "/header/comment");
        if (set.english_name || set.english_comment) {
            if (auto error = check_english(m)) return failed(std::move(error));
            text(m.english->name, set.english_name, "/english/name");
            text(m.english->comment, set.english_comment, "/english/comment");
        }
        return failed(std::move(text.error));
    });
}

} // namespace kagami::edit

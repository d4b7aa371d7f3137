#include "kagami/match.hpp"
#include "kagami/tracks.hpp"
#include "text/nearest.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace kagami {

namespace {

constexpr std::size_t key_limit = 15, ik_limit = 20;

void add(std::vector<ModelName>& names, NameKind kind, std::size_t number, const std::string& utf8, std::optional<std::string> cp932) {
    names.push_back({kind, static_cast<std::uint32_t>(number), utf8, std::move(cp932)});
}

/// What MikuMikuDance makes of a PMX name; nothing if it cannot hold it exactly.
std::optional<std::string> in_cp932(const std::string& utf8) {
    const auto text = encode(utf8, Encoding::cp932);
    if (!text) return std::nullopt;
    return std::string(text->bytes());
}

/// The name as a motion in this encoding has it: its first bytes.
std::optional<std::string> as_key(const ModelName& name, Encoding encoding) {
    std::string bytes;
    if (encoding == Encoding::cp932) {
        if (!name.cp932) return std::nullopt;
        bytes = *name.cp932;
    } else {
        const auto text = encode(name.utf8, encoding);
        if (!text) return std::nullopt;
        bytes = text->bytes();
    }
    return bytes.substr(0, std::min(bytes.size(), limit_of(name.kind)));
}

/// The text of a name, without the half of a character that cutting may have left at its end.
std::string readable(std::string_view bytes, Encoding encoding) {
    constexpr std::size_t longest_character = 4;
    for (std::size_t cut = 0; cut < longest_character && cut < bytes.size(); ++cut)
        if (const auto text = decode(bytes.substr(0, bytes.size() - cut), encoding)) return *text;
    return {};
}

class Matcher {
public:
    Matcher(std::span<const ModelName> names, Encoding encoding) : names_(names), encoding_(encoding) {
        for (std::uint32_t i = 0; i < names.size(); ++i) {
            if (auto key = as_key(names[i], encoding)) by_key_[keyed(names[i].kind, *key)].push_back(i);
            by_fold_[keyed(names[i].kind, fold_name(names[i].utf8))].push_back(i);
        }
    }
    [[nodiscard]] TrackMatch match(NameKind kind, std::string_view bytes, std::size_t keys) {
        TrackMatch track;
        track.kind = kind;
        track.name = decode_for_display(bytes, encoding_);
        track.keys = keys;
        const auto find = [&](const auto& map, const std::string& name, Found found) {
            const auto at = map.find(keyed(kind, name));
            if (at == map.end()) return false;
            track.hits = at->second;
            track.found = found;
            return true;
        };
        const std::string text = readable(bytes, encoding_);
        if (find(by_key_, std::string(bytes), Found::exact)) {
            if (track.hits.size() > 1) track.found = Found::several;
        } else if (text.empty() || !find(by_fold_, fold_name(text), Found::variant)) {
            track.nearest = nearest(kind, text);
        }
        return track;
    }

private:
    static std::string keyed(NameKind kind, std::string name) { return static_cast<char>('0' + static_cast<int>(kind)) + std::move(name); }
    /// The name most alike, if it is alike at all. Looking for it takes time for each of the model's names, so it is done
    /// for as long as the total stays bearable.
    [[nodiscard]] std::string nearest(NameKind kind, const std::string& text) {
        constexpr std::size_t longest = 60, step = 256, bearable = 1'000'000;
        const std::string_view wanted = std::string_view(text).substr(0, longest);
        const ModelName* best = nullptr;
        std::size_t least = wanted.size() * step / 2; // half of it another is no likeness
        for (const ModelName& name : names_) {
            if (name.kind != kind || compared_ > bearable) continue;
            const std::string_view candidate = std::string_view(name.utf8).substr(0, longest);
            const std::size_t apart = std::max(wanted.size(), candidate.size()) - std::min(wanted.size(), candidate.size());
            if (apart * step >= least) continue;
            ++compared_;
            if (const std::size_t cost = edit_distance(wanted, candidate); cost < least) {
                best = &name;
                least = cost;
            }
        }
        return best == nullptr ? "" : best->utf8;
    }

    std::size_t compared_ = 0;
    std::span<const ModelName> names_;
    Encoding encoding_;
    std::unordered_map<std::string, std::vector<std::uint32_t>> by_key_, by_fold_;
};

} // namespace

std::string_view name_of(NameKind kind) {
    constexpr std::array<std::string_view, 3> names{"bone", "morph", "ik"};
    return names[static_cast<std::size_t>(kind)];
}

std::size_t limit_of(NameKind kind) {
    return kind == NameKind::ik ? ik_limit : key_limit;
}

std::string_view name_of(Found found) {
    constexpr std::array<std::string_view, 4> names{"exact", "several", "variant", "none"};
    return names[static_cast<std::size_t>(found)];
}

std::vector<ModelName> names_of(const pmx::Model& model) {
    std::vector<ModelName> names;
    const auto shown = [&](const Text& text) { return decode_for_display(text, model.header.encoding); };
    const auto each = [&](NameKind kind, const auto& list, auto wanted) {
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (!wanted(list[i])) continue;
            const auto utf8 = decode(list[i].name, model.header.encoding);
            add(names, kind, i, shown(list[i].name), utf8 ? in_cp932(*utf8) : std::nullopt);
        }
    };
    const auto any = [](const auto&) { return true; };
    each(NameKind::bone, model.bones, any);
    each(NameKind::morph, model.morphs, any);
    each(NameKind::ik, model.bones, [](const pmx::Bone& bone) { return bone.flags.has(pmx::BoneFlag::ik); });
    return names;
}

std::vector<ModelName> names_of(const pmd::Model& model) {
    std::vector<ModelName> names;
    const auto one = [&](NameKind kind, std::size_t number, const pmd::Name& name) {
        add(names, kind, number, decode_for_display(name.bytes(), Encoding::cp932), std::string(name.bytes()));
    };
    for (std::size_t i = 0; i < model.bones.size(); ++i) one(NameKind::bone, i, model.bones[i].name);
    for (std::size_t i = 0; i < model.morphs.size(); ++i) one(NameKind::morph, i, model.morphs[i].name);
    std::vector<std::int32_t> seen;
    for (const pmd::Ik& ik : model.iks) {
        if (!ik.bone.within(model.bones.size()) || std::ranges::find(seen, ik.bone.value) != seen.end()) continue;
        seen.push_back(ik.bone.value);
        const auto number = static_cast<std::size_t>(ik.bone.value);
        one(NameKind::ik, number, model.bones[number].name);
    }
    return names;
}

std::vector<NameProblem> check_names(std::span<const ModelName> names) {
    std::vector<NameProblem> problems;
    std::map<std::pair<NameKind, std::string>, std::vector<std::uint32_t>> by_key;
    for (std::uint32_t i = 0; i < names.size(); ++i) {
        const ModelName& name = names[i];
        if (name.kind == NameKind::ik) continue; // a bone, which is here already
        if (!name.cp932) {
            auto fitted = fit_name(name.utf8, {.limit = std::string::npos}); // too long is no problem, only too much alike
            problems.push_back({{i}, fitted ? Error{Code::text_not_decodable, 0, 0, {}, {}, {"text"}} : std::move(fitted.error())});
        } else if (name.cp932->empty()) {
            problems.push_back({{i}, Error{Code::name_empty, 0, 0, {}, {}, {}}});
        } else {
            by_key[{name.kind, *as_key(name, Encoding::cp932)}].push_back(i);
        }
    }
    for (auto& [key, same] : by_key) {
        if (same.size() < 2) continue;
        std::string list;
        for (const std::uint32_t i : same) (list += list.empty() ? "" : ", ") += names[i].utf8;
        problems.push_back({std::move(same), Diagnostic{Code::name_shared, 0, 0, {}, {}, {std::move(list), std::to_string(key_limit)}}});
    }
    return problems;
}

MotionMatch match(std::span<const ModelName> names, const vmd::Motion& motion) {
    std::vector<std::string> known;
    for (const ModelName& name : names) known.push_back(name.utf8);
    MotionMatch result{.encoding = vmd::detect_encoding(motion, known), .tracks = {}};
    Matcher matcher(names, result.encoding.encoding);
    for (const vmd::Track& track : vmd::bone_tracks(motion))
        result.tracks.push_back(matcher.match(NameKind::bone, track.name, track.keys.size()));
    for (const vmd::Track& track : vmd::morph_tracks(motion))
        result.tracks.push_back(matcher.match(NameKind::morph, track.name, track.keys.size()));
    std::map<std::string_view, std::size_t> iks;
    for (const vmd::PropertyKey& key : *motion.property_keys)
        for (const vmd::IkState& ik : key.iks) ++iks[ik.name.bytes()];
    for (const auto& [name, keys] : iks) result.tracks.push_back(matcher.match(NameKind::ik, name, keys));
    return result;
}

} // namespace kagami

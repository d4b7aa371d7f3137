// Operations on the tracks of motions, and what they make of names.
#include "edit/motion_common.hpp"
#include "kagami/names.hpp"
#include "text/code_pages.hpp"
#include "text/nearest.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace kagami::edit {

using vmd::Motion;

Result<std::vector<bool>> chosen_keys(std::string_view kind, const std::vector<std::string>& selectors,
                                      const std::vector<vmd::Track>& tracks, Encoding encoding) {
    Names names;
    std::size_t keys = 0;
    for (const vmd::Track& track : tracks) {
        names.own.push_back(decode_for_display(track.name, encoding));
        keys += track.keys.size();
    }
    const auto chosen = choose(kind, selectors, names);
    if (!chosen) return chosen;
    std::vector<bool> of_keys(keys);
    for (std::size_t i = 0; i < tracks.size(); ++i)
        for (const std::uint32_t key : tracks[i].keys) of_keys[key] = (*chosen)[i];
    return of_keys;
}

Result<Vec3> scaled(Vec3 position, float factor, const char* path, std::size_t number) {
    const auto parts = std::bit_cast<std::array<float, 3>>(position);
    std::array<float, 3> out{};
    for (std::size_t k = 0; k < out.size(); ++k) {
        out[k] = std::isfinite(parts[k]) ? parts[k] * factor : parts[k];
        if (!std::isfinite(parts[k]) || std::isfinite(out[k])) continue;
        Error error = bad_value("position", "to grow beyond all bounds", "a number that a float can hold");
        error.path = std::string(path) + '/' + std::to_string(number) + "/position";
        return std::unexpected(std::move(error));
    }
    return std::bit_cast<Vec3>(out);
}

// ------------------------------------------------------------------------------------------------ other names

const std::string* Renaming::operator()(std::string_view raw, std::size_t limit) {
    if (error_) return nullptr;
    const auto [at, fresh] = known_.try_emplace({limit, std::string(raw)});
    if (fresh) {
        names_.push_back(decode_for_display(raw, encoding_));
        if (const auto taken = match_pattern(rename_.from, names_.back())) {
            hit_ = true;
            if (auto bytes = fitted(filled(rename_.to, *taken), limit)) {
                at->second = std::move(*bytes);
            } else {
                error_ = std::move(bytes.error());
            }
        }
    }
    return at->second && *at->second != raw ? &*at->second : nullptr;
}

Result<std::string> Renaming::fitted(const std::string& utf8, std::size_t limit) {
    if (encoding_ == Encoding::cp932) {
        auto name = fit_name(utf8, {.limit = limit, .truncate = rename_.truncate, .map_lookalikes = rename_.map_lookalikes});
        if (!name) return std::unexpected(std::move(name.error()));
        std::ranges::move(name->changes, std::back_inserter(notes));
        return std::move(name->bytes);
    }
    if (utf8.empty()) return std::unexpected(Error{Code::name_empty, 0, 0, {}, {}, {}});
    const auto text = encode(utf8, encoding_);
    if (!text) return std::unexpected(text.error());
    return std::string(text->bytes());
}

std::optional<Error> Renaming::error() const {
    if (!error_ && !hit_) return Error{Code::nothing_selected, 0, 0, {}, {}, {rename_.from, "name", nearest_hint(rename_.from, names_)}};
    return error_;
}

// ------------------------------------------------------------------------------------------------ the other side

SideSwitch::SideSwitch(Encoding encoding) : encoding_(encoding) {
    const auto bytes_in = [&](std::string_view utf8) {
        const auto text = encode(utf8, encoding);
        return text ? std::string(text->bytes()) : std::string{};
    };
    left_ = bytes_in("左");
    right_ = bytes_in("右");
    // As MikuMikuDance's own models have them.
    for (const auto& [left, right] : {std::pair{"ウィンク", "ウィンク右"}, std::pair{"ウィンク２", "ｳｨﾝｸ２右"}}) {
        Pair pair{bytes_in(left), bytes_in(right), {}};
        const std::size_t longest = std::max(pair.left.size(), pair.right.size());
        if (pair.left.empty() || pair.right.empty() || longest > vmd::KeyName::size) continue;
        pair.other_left = turned(pair.right);
        pairs_.push_back(std::move(pair));
    }
}

void SideSwitch::note_morph(std::string_view name) {
    for (Pair& pair : pairs_) {
        pair.has_right |= name == pair.right;
        pair.has_other_left |= name == pair.other_left;
    }
}

std::string SideSwitch::turned(std::string_view name) const {
    // Character by character, since the bytes of one can also be the end of one and the beginning of the next.
    const bool code_page = encoding_ == Encoding::cp932 || encoding_ == Encoding::gbk;
    std::string out(name);
    bool left = false, right = false;
    for (std::size_t at = 0; at < out.size();) {
        const bool is_left = name.substr(at).starts_with(left_), is_right = name.substr(at).starts_with(right_);
        if (is_left) out.replace(at, left_.size(), right_);
        if (is_right) out.replace(at, right_.size(), left_);
        left |= is_left;
        right |= is_right;
        const bool two = code_page ? text::is_lead(static_cast<unsigned char>(name[at]), encoding_) : encoding_ == Encoding::utf16le;
        at += two ? 2 : 1;
    }
    return left && right ? std::string(name) : out;
}

std::string SideSwitch::turned_morph(std::string_view name) const {
    for (const Pair& pair : pairs_) {
        if (name != pair.left && name != pair.right && name != pair.other_left) continue;
        if (pair.has_right && pair.has_other_left) break;
        if (pair.has_other_left || name == pair.other_left) return std::string(name);
        return name == pair.left ? pair.right : pair.left;
    }
    return turned(name);
}

namespace {

/// Sets a name and leaves what is behind it; if the name is longer or shorter than before, the field's last byte gives way
/// or is repeated.
template <std::size_t Size> void replace_name(FixedText<Size>& name, const std::string& bytes) {
    const std::size_t before = name.bytes().size();
    std::string field = bytes + (before < Size ? std::string(name.field().substr(before)) : std::string(1, '\0'));
    field.resize(Size, field.back());
    name.load(field.data());
}

} // namespace

Result<Report> apply_in_place(Motion& m, const RenameTrack& rename) {
    return editing(m, [&](Report& report) -> Result<void> {
        const vmd::Summary before = vmd::summary_of(m);
        Renaming renaming(rename, m.encoding);
        const auto renamed = [&]<std::size_t Size>(FixedText<Size>& field) -> std::size_t {
            const std::string* to = renaming(field.bytes(), Size);
            if (to != nullptr) field.assign(*to);
            return to != nullptr ? 1 : 0;
        };
        std::size_t bones = 0, morphs = 0, states = 0;
        if (rename.bones) {
            for (auto& key : *m.bone_keys) bones += renamed(key.name);
            for (auto& key : *m.property_keys)
                for (auto& ik : key.iks) states += renamed(ik.name);
        }
        if (rename.morphs)
            for (auto& key : *m.morph_keys) morphs += renamed(key.name);
        if (auto error = renaming.error()) return failed(std::move(error));
        if (m.encoding != Encoding::cp932)
            return failed(
                bad_value("the encoding of the names", std::string(name_of(m.encoding)), "CP932; convert them with `kagami names --to`"));
        count(report, "/bone_keys", "renamed", bones);
        count(report, "/morph_keys", "renamed", morphs);
        count(report, "/property_keys", "IK states renamed", states);
        report.notes = std::move(renaming.notes);
        note_meetings(report, before, vmd::summary_of(m));
        return {};
    });
}

Result<Report> apply_in_place(Motion& m, const RemoveTracks& remove) {
    return editing(m, [&](Report& report) -> Result<void> {
        if (remove.bones.empty() && remove.morphs.empty()) return failed(bad_value("bones and morphs", "empty", "names to remove"));
        const auto bones = chosen_keys("bone", remove.bones, vmd::bone_tracks(m), m.encoding);
        if (!bones) return std::unexpected(bones.error());
        const auto morphs = chosen_keys("morph", remove.morphs, vmd::morph_tracks(m), m.encoding);
        if (!morphs) return std::unexpected(morphs.error());
        const auto unchosen = [](const std::vector<bool>& chosen) {
            return [&, i = std::size_t{0}](const auto&) mutable { return !chosen[i++]; };
        };
        count(report, "/bone_keys", "removed", filter(m.bone_keys, unchosen(*bones)));
        count(report, "/morph_keys", "removed", filter(m.morph_keys, unchosen(*morphs)));
        return {};
    });
}

Result<Report> apply_in_place(Motion& m, const ScalePositions& scale) {
    return editing(m, [&](Report& report) -> Result<void> {
        if (!std::isfinite(scale.factor)) return failed(bad_value("factor", std::to_string(scale.factor), "a finite number"));
        const auto chosen = chosen_keys("bone", scale.bones, vmd::bone_tracks(m), m.encoding);
        if (!chosen) return std::unexpected(chosen.error());
        std::size_t changed = 0;
        for (std::size_t i = 0; i < chosen->size() && scale.factor != 1; ++i) {
            if (!(*chosen)[i]) continue;
            Vec3& position = m.bone_keys[i].position;
            const auto now = scaled(position, scale.factor, "/bone_keys", i);
            if (!now) return std::unexpected(now.error());
            changed += *now == position ? 0 : 1;
            position = *now;
        }
        count(report, "/bone_keys", "positions scaled", changed);
        return {};
    });
}

Result<Report> apply_in_place(Motion& m, const Mirror&) {
    return editing(m, [&](Report& report) -> Result<void> {
        SideSwitch side(m.encoding);
        for (auto& key : *m.bone_keys) {
            replace_name(key.name, side.turned(key.name.bytes()));
            key.position.x = flipped(key.position.x);
            key.rotation.y = flipped(key.rotation.y);
            key.rotation.z = flipped(key.rotation.z);
        }
        for (const auto& key : *m.morph_keys) side.note_morph(key.name.bytes());
        std::size_t morphs = 0, states = 0;
        const auto turn = [](auto& name, const std::string& to) -> std::size_t {
            if (name.bytes() == to) return 0;
            replace_name(name, to);
            return 1;
        };
        for (auto& key : *m.morph_keys) morphs += turn(key.name, side.turned_morph(key.name.bytes()));
        for (auto& key : *m.property_keys)
            for (auto& ik : key.iks) states += turn(ik.name, side.turned(ik.name.bytes()));
        for (auto& key : *m.camera_keys) {
            key.target.x = flipped(key.target.x);
            key.rotation.y = flipped(key.rotation.y);
            key.rotation.z = flipped(key.rotation.z);
        }
        for (auto& key : *m.light_keys) key.direction.x = flipped(key.direction.x);
        count(report, "/bone_keys", "mirrored", m.bone_keys.size());
        count(report, "/camera_keys", "mirrored", m.camera_keys.size());
        count(report, "/light_keys", "mirrored", m.light_keys.size());
        count(report, "/morph_keys", "on the other side", morphs);
        count(report, "/property_keys", "IK states on the other side", states);
        return {};
    });
}

Result<Report> apply_in_place(Motion& m, const SetCurves& set) {
    return editing(m, [&](Report& report) -> Result<void> {
        if (std::ranges::any_of(set.curve, [](std::uint8_t v) { return v > 127; }))
            return failed(bad_value("curve", "over 127", "four numbers from 0 to 127"));
        std::vector<vmd::BoneChannel> channels;
        constexpr std::array<std::string_view, 4> known{"x", "y", "z", "rotation"};
        for (std::size_t from = 0; from < set.channels.size();) {
            const std::size_t end = std::min(set.channels.find(' ', from), set.channels.size());
            const std::string_view word = std::string_view(set.channels).substr(from, end - from);
            const auto found = std::ranges::find(known, word);
            if (found == known.end())
                return failed(bad_value("channels", '"' + std::string(word) + '"', "some of x, y, z, rotation, with blanks between"));
            channels.push_back(static_cast<vmd::BoneChannel>(found - known.begin()));
            from = end + 1;
        }
        const auto chosen = chosen_keys("bone", set.bones, vmd::bone_tracks(m), m.encoding);
        if (!chosen) return std::unexpected(chosen.error());
        std::size_t changed = 0;
        for (std::size_t i = 0; i < chosen->size(); ++i) {
            if (!(*chosen)[i]) continue;
            vmd::BoneKey& key = m.bone_keys[i];
            const vmd::BoneCurves before = key.curves;
            for (const auto channel : channels)
                vmd::set_curve(key.curves, channel, {set.curve[0], set.curve[1], set.curve[2], set.curve[3]});
            changed += key.curves == before ? 0 : 1;
        }
        count(report, "/bone_keys", "curves set", changed);
        return {};
    });
}

Result<Report> apply_in_place(Motion& m, const SetPhysics& set) {
    return editing(m, [&](Report& report) -> Result<void> {
        const auto chosen = chosen_keys("bone", set.bones, vmd::bone_tracks(m), m.encoding);
        if (!chosen) return std::unexpected(chosen.error());
        std::size_t changed = 0;
        for (std::size_t i = 0; i < chosen->size(); ++i) {
            vmd::BoneKey& key = m.bone_keys[i];
            if (!(*chosen)[i] || vmd::physics_off(key.curves) == set.off) continue;
            vmd::set_physics_off(key.curves, set.off);
            ++changed;
        }
        count(report, "/bone_keys", set.off ? "physics switched off" : "physics switched on", changed);
        return {};
    });
}

} // namespace kagami::edit

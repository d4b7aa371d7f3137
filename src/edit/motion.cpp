// Operations on motions.
#include "kagami/edit/motion.hpp"
#include "edit/operation.hpp"
#include "edit/pattern.hpp"
#include "kagami/names.hpp"
#include "kagami/tracks.hpp"
#include "layout/emitter.hpp"
#include "text/nearest.hpp"
#include "vmd/layout.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <unordered_set>

namespace kagami::edit {

namespace {

using vmd::Motion;

/// Calls `f(path, section)` for each section.
template <class M, class F> void each_section(M& motion, F f) {
    f("/bone_keys", motion.bone_keys);
    f("/morph_keys", motion.morph_keys);
    f("/camera_keys", motion.camera_keys);
    f("/light_keys", motion.light_keys);
    f("/shadow_keys", motion.shadow_keys);
    f("/property_keys", motion.property_keys);
}

/// Keeps the keys for which `keep` is true; returns how many went.
template <class S, class F> std::size_t filter(S& section, F keep) {
    auto& keys = *section;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (!keep(std::as_const(keys[i]))) continue;
        if (kept != i) keys[kept] = std::move(keys[i]);
        ++kept;
    }
    const std::size_t gone = keys.size() - kept;
    keys.resize(kept);
    return gone;
}

/// Which names of a section a set of patterns chooses. Each name is decoded and matched once.
class Chosen {
public:
    Chosen(const char* kind, const std::vector<std::string>& patterns, Encoding encoding)
        : kind_(kind), patterns_(patterns), hit_(patterns.size()), encoding_(encoding) {}

    bool operator()(std::string_view raw) {
        const auto [at, fresh] = known_.try_emplace(std::string(raw), false);
        if (!fresh) return at->second;
        names_.push_back(decode_for_display(raw, encoding_));
        for (std::size_t i = 0; i < patterns_.size(); ++i) {
            if (!match_pattern(patterns_[i], names_.back())) continue;
            hit_[i] = true;
            at->second = true;
        }
        return at->second;
    }
    /// An error for the first pattern that hit nothing. A lone `*` may hit nothing.
    [[nodiscard]] std::optional<Error> missed() const {
        for (std::size_t i = 0; i < patterns_.size(); ++i)
            if (!hit_[i] && patterns_[i] != "*")
                return Error{Code::nothing_selected, 0, 0, {}, {}, {patterns_[i], kind_, nearest_hint(patterns_[i], names_)}};
        return std::nullopt;
    }

private:
    const char* kind_;
    const std::vector<std::string>& patterns_;
    std::vector<bool> hit_;
    Encoding encoding_;
    std::map<std::string, bool, std::less<>> known_;
    std::vector<std::string> names_;
};

/// Sets every frame to what `to` makes of it; counts those that changed. A frame out of range is an error.
template <class F> std::optional<Error> map_frames(Motion& motion, Report& report, const std::string& what, F to) {
    std::optional<Error> error;
    each_section(motion, [&](const char* path, auto& section) {
        std::size_t moved = 0, number = 0;
        for (auto& key : *section) {
            const double frame = to(key.frame);
            if (!error && (frame < 0 || frame > std::numeric_limits<std::uint32_t>::max())) {
                error = bad_value("frame " + std::to_string(key.frame), "to become " + std::to_string(static_cast<std::int64_t>(frame)),
                                  "from 0 to 4294967295");
                error->path = std::string(path) + '/' + std::to_string(number) + "/frame";
            }
            if (error) return;
            moved += key.frame != static_cast<std::uint32_t>(frame) ? 1 : 0;
            key.frame = static_cast<std::uint32_t>(frame);
            ++number;
        }
        count(report, path, what, moved);
    });
    return error;
}

float flipped(float v) {
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(v) ^ 0x8000'0000U); // also of 0 and NaN, so that twice is once not
}

/// Changes the side at the front of a name. Both take the same number of bytes, so what is behind them stays in place,
/// half a character at the end included.
class SideSwitch {
public:
    explicit SideSwitch(Encoding encoding) : left_(bytes_in(encoding, "左")), right_(bytes_in(encoding, "右")) {}

    template <std::size_t Size> void turn(FixedText<Size>& name) const {
        std::string field(name.field());
        if (field.starts_with(left_)) {
            field.replace(0, left_.size(), right_);
        } else if (field.starts_with(right_)) {
            field.replace(0, right_.size(), left_);
        }
        name.load(field.data());
    }

private:
    static std::string bytes_in(Encoding encoding, std::string_view utf8) { return std::string(encode(utf8, encoding)->bytes()); }
    std::string left_, right_;
};

} // namespace

Result<Report> apply_in_place(Motion& m, const Trim& trim) {
    return reporting([&](Report& report) -> Result<void> {
        if (trim.from > trim.to) return failed(bad_value("from", std::to_string(trim.from), "at most " + std::to_string(trim.to)));
        each_section(m, [&](const char* path, auto& section) {
            count(report, path, "removed",
                  filter(section, [&](const auto& key) { return key.frame >= trim.from && key.frame <= trim.to; }));
        });
        if (!trim.rebase || trim.from == 0) return {};
        return failed(map_frames(m, report, "moved by -" + std::to_string(trim.from) + " frames",
                                 [&](std::uint32_t frame) { return static_cast<double>(frame - trim.from); }));
    });
}

Result<Report> apply_in_place(Motion& m, const Shift& shift) {
    return reporting([&](Report& report) -> Result<void> {
        return failed(map_frames(m, report, "moved by " + std::to_string(shift.frames) + " frames",
                                 [&](std::uint32_t frame) { return static_cast<double>(frame) + static_cast<double>(shift.frames); }));
    });
}

Result<Report> apply_in_place(Motion& m, const Retime& retime) {
    return reporting([&](Report& report) -> Result<void> {
        double factor = static_cast<double>(retime.factor);
        const std::uint32_t last = vmd::summary_of(m).last_frame;
        if (retime.length != 0) {
            if (last == 0) return failed(bad_value("length", std::to_string(retime.length), "0 for a motion whose last key is at frame 0"));
            factor = static_cast<double>(retime.length) / last;
        }
        if (!(factor > 0) || !std::isfinite(factor)) return failed(bad_value("factor", std::to_string(factor), "a number above 0"));
        const vmd::Summary before = vmd::summary_of(m);
        auto error = map_frames(m, report, "retimed", [&](std::uint32_t frame) { return std::round(frame * factor); });
        if (error) return failed(std::move(error));
        const vmd::Summary after = vmd::summary_of(m);
        const auto note = [&](const char* path, const vmd::Order& old, const vmd::Order& now) {
            if (now.duplicates > old.duplicates)
                report.notes.push_back({Code::keys_met, 0, 0, path, {}, {std::to_string(now.duplicates - old.duplicates)}});
        };
        note("/bone_keys", before.bones, after.bones);
        note("/morph_keys", before.morphs, after.morphs);
        note("/camera_keys", before.cameras, after.cameras);
        note("/light_keys", before.lights, after.lights);
        note("/shadow_keys", before.shadows, after.shadows);
        note("/property_keys", before.properties, after.properties);
        return {};
    });
}

Result<Report> apply_in_place(Motion& m, const RenameTrack& rename) {
    return reporting([&](Report& report) -> Result<void> {
        if (auto stars = check_stars(rename.from, rename.to)) return failed(std::move(stars));
        std::optional<Error> error;
        bool hit = false;
        std::vector<std::string> names;
        std::map<std::pair<std::size_t, std::string>, std::optional<std::string>> known; // by field size and raw name
        const auto renamed = [&]<std::size_t Size>(FixedText<Size>& field) -> bool {
            const std::string raw(field.bytes());
            const auto [at, fresh] = known.try_emplace({Size, raw});
            if (fresh) {
                names.push_back(decode_for_display(raw, m.encoding));
                if (const auto taken = match_pattern(rename.from, names.back())) {
                    hit = true;
                    const std::string to = filled(rename.to, *taken);
                    auto fitted = fit_name(to, {.limit = Size, .truncate = rename.truncate, .map_lookalikes = rename.map_lookalikes});
                    if (!fitted) {
                        if (!error) error = std::move(fitted.error());
                    } else {
                        at->second = std::move(fitted->bytes);
                        std::ranges::move(fitted->changes, std::back_inserter(report.notes));
                    }
                }
            }
            if (!at->second || *at->second == raw) return false;
            field.assign(*at->second);
            return true;
        };
        std::size_t bones = 0, morphs = 0, states = 0;
        if (rename.bones) {
            for (auto& key : *m.bone_keys) bones += renamed(key.name) ? 1 : 0;
            for (auto& key : *m.property_keys)
                for (auto& ik : key.iks) states += renamed(ik.name) ? 1 : 0;
        }
        if (rename.morphs)
            for (auto& key : *m.morph_keys) morphs += renamed(key.name) ? 1 : 0;
        if (!hit) error = Error{Code::nothing_selected, 0, 0, {}, {}, {rename.from, "name", nearest_hint(rename.from, names)}};
        if (!error && m.encoding != Encoding::cp932)
            error =
                bad_value("the encoding of the names", std::string(name_of(m.encoding)), "CP932; convert them with `kagami names --to`");
        count(report, "/bone_keys", "renamed", bones);
        count(report, "/morph_keys", "renamed", morphs);
        count(report, "/property_keys", "IK states renamed", states);
        return failed(std::move(error));
    });
}

Result<Report> apply_in_place(Motion& m, const RemoveTracks& remove) {
    return reporting([&](Report& report) -> Result<void> {
        if (remove.bones.empty() && remove.morphs.empty()) return failed(bad_value("bones and morphs", "empty", "names to remove"));
        Chosen bones("bone", remove.bones, m.encoding), morphs("morph", remove.morphs, m.encoding);
        count(report, "/bone_keys", "removed", filter(m.bone_keys, [&](const auto& key) { return !bones(key.name.bytes()); }));
        count(report, "/morph_keys", "removed", filter(m.morph_keys, [&](const auto& key) { return !morphs(key.name.bytes()); }));
        if (auto missed = bones.missed()) return failed(std::move(missed));
        return failed(morphs.missed());
    });
}

Result<Report> apply_in_place(Motion& m, const KeepKinds& keep) {
    return reporting([&](Report& report) -> Result<void> {
        const std::array kept{keep.bones, keep.morphs, keep.camera, keep.light, keep.shadow, keep.properties};
        if (std::ranges::count(kept, true) == 0) return failed(bad_value("kinds", "none", "at least one to keep"));
        std::size_t number = 0;
        each_section(m, [&](const char* path, auto& section) {
            if (!kept[number++]) count(report, path, "removed", filter(section, [](const auto&) { return false; }));
        });
        return {};
    });
}

Result<Report> apply_in_place(Motion& m, const SortKeys&) {
    return reporting([&](Report& report) -> Result<void> {
        each_section(m, [&](const char* path, auto& section) {
            auto& keys = *section;
            std::vector<std::size_t> order(keys.size());
            for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
            std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(keys[i].frame, i); });
            std::size_t moved = 0;
            for (std::size_t i = 0; i < order.size(); ++i) moved += order[i] != i ? 1 : 0;
            if (moved == 0) return;
            std::remove_reference_t<decltype(keys)> sorted;
            for (const std::size_t i : order) sorted.push_back(keys[i]);
            keys = std::move(sorted);
            count(report, path, "in another place", moved);
        });
        return {};
    });
}

Result<Report> apply_in_place(Motion& m, const DropDuplicates&) {
    return reporting([&](Report& report) -> Result<void> {
        const auto globals = layout::FormatOf<Motion>::globals(m);
        each_section(m, [&](const char* path, auto& section) {
            std::unordered_set<std::string> seen;
            count(report, path, "removed", filter(section, [&](const auto& key) {
                      const Bytes bytes = layout::bytes_of(key, globals);
                      return seen.emplace(reinterpret_cast<const char*>(bytes.data()), bytes.size()).second;
                  }));
        });
        return {};
    });
}

Result<Report> apply_in_place(Motion& m, const ScalePositions& scale) {
    return reporting([&](Report& report) -> Result<void> {
        if (!std::isfinite(scale.factor)) return failed(bad_value("factor", std::to_string(scale.factor), "a finite number"));
        Chosen bones("bone", scale.bones, m.encoding);
        std::size_t changed = 0;
        for (auto& key : *m.bone_keys) {
            if (!bones(key.name.bytes()) || scale.factor == 1) continue;
            const Vec3 before = key.position;
            key.position = {before.x * scale.factor, before.y * scale.factor, before.z * scale.factor};
            changed += key.position == before ? 0 : 1;
        }
        count(report, "/bone_keys", "positions scaled", changed);
        return failed(bones.missed());
    });
}

Result<Report> apply_in_place(Motion& m, const Mirror&) {
    return reporting([&](Report& report) -> Result<void> {
        const SideSwitch side(m.encoding);
        for (auto& key : *m.bone_keys) {
            side.turn(key.name);
            key.position.x = flipped(key.position.x);
            key.rotation.y = flipped(key.rotation.y);
            key.rotation.z = flipped(key.rotation.z);
        }
        for (auto& key : *m.morph_keys) side.turn(key.name);
        std::size_t states = 0;
        for (auto& key : *m.property_keys)
            for (auto& ik : key.iks) {
                side.turn(ik.name);
                ++states;
            }
        count(report, "/bone_keys", "mirrored", m.bone_keys.size());
        count(report, "/morph_keys", "mirrored", m.morph_keys.size());
        count(report, "/property_keys", "IK states mirrored", states);
        return {};
    });
}

Result<Report> apply_in_place(Motion& m, const SetCurves& set) {
    return reporting([&](Report& report) -> Result<void> {
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
        Chosen bones("bone", set.bones, m.encoding);
        std::size_t changed = 0;
        for (auto& key : *m.bone_keys) {
            if (!bones(key.name.bytes())) continue;
            const vmd::BoneCurves before = key.curves;
            for (const auto channel : channels)
                vmd::set_curve(key.curves, channel, {set.curve[0], set.curve[1], set.curve[2], set.curve[3]});
            changed += key.curves == before ? 0 : 1;
        }
        count(report, "/bone_keys", "curves set", changed);
        return failed(bones.missed());
    });
}

Result<Report> apply_in_place(Motion& m, const SetPhysics& set) {
    return reporting([&](Report& report) -> Result<void> {
        Chosen bones("bone", set.bones, m.encoding);
        std::size_t changed = 0;
        for (auto& key : *m.bone_keys) {
            if (!bones(key.name.bytes()) || vmd::physics_off(key.curves) == set.off) continue;
            vmd::set_physics_off(key.curves, set.off);
            ++changed;
        }
        count(report, "/bone_keys", set.off ? "physics switched off" : "physics switched on", changed);
        return failed(bones.missed());
    });
}

Result<Report> apply_in_place(Motion& m, const Upgrade&) {
    return reporting([&](Report& report) -> Result<void> {
        if (!m.header.version_1()) return {};
        if (!m.trailing.empty() || m.damage)
            return failed(
                Error{Code::needs_section, 0, 0, "/trailing", {}, {"what stands behind the lights", "a section that version 1 lacks"}});
        const std::string name(m.header.short_model_name.bytes());
        m.header = vmd::Header{};
        m.header.model_name.assign(name);
        count(report, "/header", "of version 2", 1);
        for (vmd::CameraKey& key : *m.camera_keys) {
            const auto& c = key.short_curve;
            for (std::size_t channel = 0; channel < 6; ++channel)
                std::ranges::copy(c, key.curves.begin() + static_cast<std::ptrdiff_t>(4 * channel));
            key.short_curve = {};
        }
        count(report, "/camera_keys", "given curves, field of view and perspective", m.camera_keys.size());
        each_section(m, [](const char*, auto& section) {
            if (!section.present()) section.emplace();
        });
        return {};
    });
}

} // namespace kagami::edit

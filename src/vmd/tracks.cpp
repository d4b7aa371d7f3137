#include "kagami/tracks.hpp"
#include "vmd/name_table.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace kagami::vmd {

namespace {

template <class Keys> std::vector<Track> tracks_of(const Keys& keys) {
    NameTable table;
    std::vector<Track> tracks;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const std::uint32_t number = table.number_of(keys[i].name);
        if (number == tracks.size()) tracks.push_back({keys[i].name.bytes(), {}});
        tracks[number].keys.push_back(static_cast<std::uint32_t>(i));
    }
    const auto frame = [&](std::uint32_t key) { return std::pair(keys[key].frame, key); };
    for (Track& track : tracks)
        if (!std::ranges::is_sorted(track.keys, {}, frame)) std::ranges::sort(track.keys, {}, frame);
    return tracks;
}

std::size_t duplicates_of(const std::vector<Track>& tracks, const auto& keys) {
    std::size_t n = 0;
    for (const Track& track : tracks)
        for (std::size_t i = 1; i < track.keys.size(); ++i) n += keys[track.keys[i]].frame == keys[track.keys[i - 1]].frame ? 1 : 0;
    return n;
}

bool frames_ascend(const auto& keys) {
    for (std::size_t i = 1; i < keys.size(); ++i)
        if (keys[i].frame < keys[i - 1].frame) return false;
    return true;
}

template <class Keys> Order order_of_named(const Keys& keys) {
    Order order;
    order.by_frame = frames_ascend(keys);
    const auto tracks = tracks_of(keys);
    order.duplicates = duplicates_of(tracks, keys);
    std::size_t changes = keys.empty() ? 0 : 1;
    for (std::size_t i = 1; i < keys.size(); ++i) changes += keys[i].name.bytes() != keys[i - 1].name.bytes() ? 1 : 0;
    order.by_name = changes == tracks.size();
    return order;
}

template <class Keys> Order order_of(const Keys& keys) {
    Order order;
    order.by_frame = frames_ascend(keys);
    std::unordered_set<std::uint32_t> frames;
    for (std::size_t i = 0; i < keys.size(); ++i) order.duplicates += frames.insert(keys[i].frame).second ? 0 : 1;
    return order;
}

template <class Keys> std::uint32_t last_frame_of(const Keys& keys) {
    std::uint32_t last = 0;
    for (const auto& key : keys) last = std::max(last, key.frame);
    return last;
}

constexpr std::size_t row = 16;

/// The bytes at the ends of rows 1, 2 and 3.
std::array<std::uint8_t, 6> row_ends(const BoneCurves& c) {
    return {c[2 * row - 1], c[3 * row - 2], c[3 * row - 1], c[4 * row - 3], c[4 * row - 2], c[4 * row - 1]};
}

Generation generation_of(const Column<BoneKey>& keys) {
    if (keys.empty()) return Generation::none;
    std::size_t old = 0, mmd = 0, zero = 0, first_row = 0, telling = 0;
    for (const BoneKey& key : keys) {
        const BoneCurves& c = key.curves;
        const auto ends = row_ends(c);
        const auto x = std::bit_cast<std::array<std::uint8_t, 4>>(key.position.x);
        const bool has_rows = std::ranges::any_of(std::span(c).subspan(row), [](std::uint8_t byte) { return byte != 0; });
        const bool has_first = std::ranges::any_of(std::span(c).first(row), [](std::uint8_t byte) { return byte != 0; });
        const std::array<std::uint8_t, 6> ends_of_x{x[0], x[0], x[1], x[0], x[1], x[2]}, ends_of_old{1, 1, 0, 1, 0, 0};
        old += ends == ends_of_old && c[2] == c[row + 1] && c[3] == c[row + 2] ? 1 : 0;
        mmd += ends == ends_of_x ? 1 : 0;
        zero += ends == std::array<std::uint8_t, 6>{} ? 1 : 0;
        first_row += has_first && !has_rows ? 1 : 0;
        telling += ends_of_x != std::array<std::uint8_t, 6>{} ? 1 : 0;
    }
    if (first_row == keys.size()) return Generation::first_row_only;
    if (old == keys.size()) return Generation::old_mmd;
    if (mmd == keys.size()) return telling != 0 ? Generation::current_mmd : Generation::like_current;
    if (zero == keys.size()) return Generation::tool;
    return Generation::mixed;
}

/// What a name's filler makes of what was seen so far.
Filler joined(Filler so_far, const KeyName& name) {
    const std::string_view behind = name.field().substr(std::min(name.bytes().size() + 1, KeyName::size));
    if (behind.empty()) return so_far;
    const auto all = [&](char c) { return std::ranges::count(behind, c) == static_cast<std::ptrdiff_t>(behind.size()); };
    const Filler here = all('\0') ? Filler::zero : all('\xFD') ? Filler::fd : Filler::other;
    return so_far == Filler::none || so_far == here ? here : Filler::other;
}

} // namespace

std::vector<Track> bone_tracks(const Motion& motion) {
    return tracks_of(*motion.bone_keys);
}

std::vector<Track> morph_tracks(const Motion& motion) {
    return tracks_of(*motion.morph_keys);
}

std::string_view name_of(Generation generation) {
    constexpr std::array<std::string_view, 7> names{"none", "old_mmd", "current_mmd", "like_current", "tool", "first_row_only", "mixed"};
    return names[static_cast<std::size_t>(generation)];
}

std::string_view name_of(Filler filler) {
    constexpr std::array<std::string_view, 4> names{"none", "zero", "fd", "other"};
    return names[static_cast<std::size_t>(filler)];
}

Summary summary_of(const Motion& motion) {
    Summary s;
    s.last_frame = std::max({last_frame_of(*motion.bone_keys), last_frame_of(*motion.morph_keys), last_frame_of(*motion.camera_keys),
                             last_frame_of(*motion.light_keys), last_frame_of(*motion.shadow_keys), last_frame_of(*motion.property_keys)});
    s.bones = order_of_named(*motion.bone_keys);
    s.morphs = order_of_named(*motion.morph_keys);
    s.cameras = order_of(*motion.camera_keys);
    s.lights = order_of(*motion.light_keys);
    s.shadows = order_of(*motion.shadow_keys);
    s.properties = order_of(*motion.property_keys);
    s.generation = generation_of(*motion.bone_keys);
    for (const BoneKey& key : *motion.bone_keys) {
        s.physics_off += physics_off(key.curves) ? 1 : 0;
        s.filler = joined(s.filler, key.name);
    }
    for (const MorphKey& key : *motion.morph_keys) s.filler = joined(s.filler, key.name);
    return s;
}

} // namespace kagami::vmd

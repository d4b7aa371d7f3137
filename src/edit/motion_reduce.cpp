// Fewer keys for the same motion.
//
// Between two keys MikuMikuDance goes along the curves of the later one. So the keys between two others may go if the
// curves of the last, stretched over the whole way, give at every frame what was there before. From each key that stays,
// the farthest such key is looked for.
#include "edit/motion_common.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace kagami::edit {

namespace {

using vmd::Curve;

constexpr std::uint32_t longest_way = 300; // frames; equal keys may be farther apart
constexpr int most_misses = 8;             // keys tried beyond the farthest so far

/// How far a curve has come at a part of the way.
double along(Curve curve, double part) {
    if (curve.linear()) return part;
    constexpr double whole = 127;
    const auto bezier = [](double p1, double p2, double t) {
        return 3 * (1 - t) * (1 - t) * t * p1 + 3 * (1 - t) * t * t * p2 + t * t * t;
    };
    double low = 0, high = 1;
    for (int i = 0; i < 24; ++i) {
        const double middle = (low + high) / 2;
        (bezier(curve.x1 / whole, curve.x2 / whole, middle) < part ? low : high) = middle;
    }
    return bezier(curve.y1 / whole, curve.y2 / whole, (low + high) / 2);
}

double between(double a, double b, double part) {
    return a + (b - a) * part;
}
double between(double a, double b, Curve curve, double part) {
    return a == b ? a : between(a, b, along(curve, part)); // most bones only turn
}

constexpr double degrees = 180 / std::numbers::pi;

/// How far values are apart, or may be: in MMD units, in degrees, in parts of a morph.
struct Distance {
    double position = 0, rotation = 0, weight = 0;

    [[nodiscard]] bool within(const Distance& most) const {
        constexpr double rounding = 1e-9; // of this calculation; floats are not that fine
        return position <= most.position + rounding && rotation <= most.rotation + rounding && weight <= most.weight + rounding;
    }
    void widen(const Distance& other) {
        position = std::max(position, other.position);
        rotation = std::max(rotation, other.rotation);
        weight = std::max(weight, other.weight);
    }
};

// For each kind of key: its values at a key and between two, how far values are apart; whether a key can be calculated
// with at all; whether two have equal values; and what steps at a key rather than changes on the way.

struct Morphs {
    using Key = vmd::MorphKey;
    using Value = double;
    static constexpr bool has_cuts = false;

    static bool sound(const Key& key) { return std::isfinite(key.weight); }
    static bool equal(const Key& a, const Key& b) { return a.weight == b.weight; }
    static bool same_state(const Key&, const Key&) { return true; }
    static Value at(const Key& key) { return key.weight; }
    static std::optional<Value> on_the_way(const Key& a, const Key& b, double part) { return between(a.weight, b.weight, part); }
    static Distance apart(Value a, Value b) { return {.weight = std::abs(a - b)}; }
};

struct Bones {
    using Key = vmd::BoneKey;
    using Quaternion = std::array<double, 4>;
    struct Value {
        std::array<double, 3> position;
        Quaternion rotation;
    };
    static constexpr bool has_cuts = false;

    static bool sound(const Key& key) {
        const Vec3& p = key.position;
        const Vec4& q = key.rotation;
        const double size = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
        return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z) && size > 0.5 && size < 2;
    }
    static bool equal(const Key& a, const Key& b) {
        const auto left = numbers(a), right = numbers(b);
        return left == right;
    }
    static bool same_state(const Key& a, const Key& b) { return vmd::physics_off(a.curves) == vmd::physics_off(b.curves); }
    static Value at(const Key& key) {
        const auto n = numbers(key);
        Quaternion q{n[3], n[4], n[5], n[6]};
        const double size = std::sqrt(dot(q, q));
        for (double& part : q) part /= size;
        return {{n[0], n[1], n[2]}, q};
    }
    static std::optional<Value> on_the_way(const Key& a, const Key& b, double part) {
        const Value from = at(a), to = at(b);
        Value value = from;
        for (std::size_t i = 0; i < 3; ++i)
            value.position[i] = between(from.position[i], to.position[i], vmd::curve(b.curves, static_cast<vmd::BoneChannel>(i)), part);
        const double cosine = dot(from.rotation, to.rotation);
        // Nearly half a turn: which way round it goes hangs on the last bit.
        if (std::abs(cosine) < 0.05) return std::nullopt;
        if (from.rotation == to.rotation) return value;
        const double amount = along(vmd::curve(b.curves, vmd::BoneChannel::rotation), part),
                     angle = std::acos(std::min(std::abs(cosine), 1.0));
        double first = 1 - amount, second = amount;
        if (angle > 1e-5) {
            first = std::sin((1 - amount) * angle) / std::sin(angle);
            second = std::sin(amount * angle) / std::sin(angle);
        }
        if (cosine < 0) second = -second;
        for (std::size_t i = 0; i < 4; ++i) value.rotation[i] = first * from.rotation[i] + second * to.rotation[i];
        return value;
    }
    static Distance apart(const Value& a, const Value& b) {
        double square = 0, near = 0, far = 0;
        for (std::size_t i = 0; i < 3; ++i) square += (a.position[i] - b.position[i]) * (a.position[i] - b.position[i]);
        for (std::size_t i = 0; i < 4; ++i) {
            near += (a.rotation[i] - b.rotation[i]) * (a.rotation[i] - b.rotation[i]);
            far += (a.rotation[i] + b.rotation[i]) * (a.rotation[i] + b.rotation[i]); // q and -q are the same rotation
        }
        return {.position = std::sqrt(square), .rotation = 4 * std::asin(std::min(std::sqrt(std::min(near, far)) / 2, 1.0)) * degrees};
    }

private:
    static std::array<double, 7> numbers(const Key& key) {
        const Vec3& p = key.position;
        const Vec4& q = key.rotation;
        return {p.x, p.y, p.z, q.x, q.y, q.z, q.w};
    }
    static double dot(const Quaternion& a, const Quaternion& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]; }
};

struct Camera {
    using Key = vmd::CameraKey;
    using Value = std::array<double, 8>; ///< target, rotation in degrees, distance, field of view in degrees
    static constexpr bool has_cuts = true;

    static bool sound(const Key& key) {
        return std::ranges::all_of(at(key), [](double v) { return std::isfinite(v); });
    }
    static bool equal(const Key& a, const Key& b) { return at(a) == at(b) && same_state(a, b); }
    static bool same_state(const Key& a, const Key& b) { return a.parallel == b.parallel; }
    static Value at(const Key& k) {
        return {k.target.x,
                k.target.y,
                k.target.z,
                k.rotation.x * degrees,
                k.rotation.y * degrees,
                k.rotation.z * degrees,
                k.distance,
                static_cast<double>(k.field_of_view)};
    }
    static std::optional<Value> on_the_way(const Key& a, const Key& b, double part) {
        using enum vmd::CameraChannel;
        constexpr std::array channels{x, y, z, rotation, rotation, rotation, distance, field_of_view};
        Value value = at(a);
        const Value to = at(b);
        for (std::size_t i = 0; i < value.size(); ++i) value[i] = between(value[i], to[i], vmd::curve(b.curves, channels[i]), part);
        return value;
    }
    static Distance apart(const Value& a, const Value& b) {
        const auto off = [&](std::size_t i) { return std::abs(a[i] - b[i]); };
        return {.position = std::max({std::hypot(off(0), off(1), off(2)), off(6)}), .rotation = std::max({off(3), off(4), off(5), off(7)})};
    }
};

/// Finds the keys of a section that may go.
template <class Kind> class Reducer {
public:
    using Key = typename Kind::Key;

    Reducer(const Column<Key>& keys, const Distance& most) : gone(keys.size()), keys_(keys), most_(most) {}

    std::vector<bool> gone; ///< by number of the key
    Distance greatest;      ///< between what was and what is left

    /// One track, its keys by frame. Keys that share a frame, and those that cannot be calculated with, stay, and so does
    /// the way to and from them.
    void reduce(const std::vector<std::uint32_t>& track) {
        track_ = track;
        for (std::size_t first = 0; first < track.size();) {
            std::size_t end = first;
            while (end < track.size() && plain(end)) ++end;
            for (std::size_t from = first; from + 2 < end;) from = next(from, end);
            first = std::max(end, first + 1);
        }
    }

private:
    [[nodiscard]] const Key& key(std::size_t i) const { return keys_[track_[i]]; }
    [[nodiscard]] bool plain(std::size_t i) const {
        const bool alone = (i == 0 || key(i - 1).frame != key(i).frame) && (i + 1 == track_.size() || key(i + 1).frame != key(i).frame);
        return alone && Kind::sound(key(i));
    }
    /// Two camera keys of neighbouring frames: nothing is shown between them.
    [[nodiscard]] bool cut(std::size_t a, std::size_t b) const {
        return Kind::has_cuts && key(b).frame - key(a).frame == 1 && !Kind::equal(key(a), key(b));
    }
    /// The key to which the way from this one can go, and marks those between. All are before `end`.
    std::size_t next(std::size_t from, std::size_t end) {
        std::size_t best = from + 1;
        Distance error;
        bool equal = Kind::equal(key(from), key(best));
        int misses = 0;
        was_.clear();
        sampled_ = from;
        for (std::size_t to = from + 2; to < end; ++to) {
            if (!Kind::same_state(key(from), key(to - 1)) || cut(to - 2, to - 1) || cut(to - 1, to)) break;
            equal = equal && Kind::equal(key(from), key(to));
            if (equal) {
                best = to;
                continue;
            }
            if (key(to).frame - key(from).frame > longest_way) break;
            if (const auto off = distance(from, to)) {
                best = to;
                error = *off;
                misses = 0;
            } else if (++misses == most_misses) {
                break;
            }
        }
        for (std::size_t i = from + 1; i < best; ++i) gone[track_[i]] = true;
        greatest.widen(error);
        return best;
    }
    /// How far the way from one key straight to another is from what was; nothing if it is too far.
    std::optional<Distance> distance(std::size_t from, std::size_t to) {
        sample(to);
        const std::uint32_t first = key(from).frame, frames = key(to).frame - first;
        Distance worst;
        for (std::uint32_t frame = 1; frame < frames; ++frame) {
            const auto now = Kind::on_the_way(key(from), key(to), static_cast<double>(frame) / frames);
            const auto& was = was_[frame - 1];
            if (!now || !was) return std::nullopt;
            worst.widen(Kind::apart(*was, *now));
            if (!worst.within(most_)) return std::nullopt;
        }
        return worst;
    }
    /// Adds what was at each frame, up to that of a key.
    void sample(std::size_t to) {
        for (; sampled_ < to; ++sampled_) {
            const std::uint32_t frames = key(sampled_ + 1).frame - key(sampled_).frame;
            for (std::uint32_t frame = 1; frame < frames; ++frame)
                was_.push_back(Kind::on_the_way(key(sampled_), key(sampled_ + 1), static_cast<double>(frame) / frames));
            was_.push_back(Kind::at(key(sampled_ + 1)));
        }
    }

    const Column<Key>& keys_;
    Distance most_;
    std::span<const std::uint32_t> track_;
    std::vector<std::optional<typename Kind::Value>> was_;
    std::size_t sampled_ = 0;
};

std::string spelt(double number) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4g", number);
    return text.data();
}

template <class S> std::size_t drop(S& section, const std::vector<bool>& gone) {
    std::size_t i = 0;
    return filter(section, [&](const auto&) { return !gone[i++]; });
}

std::string in_space(const Distance& d) {
    return "removed, off by at most " + spelt(d.position) + " units and " + spelt(d.rotation) + " degrees";
}

} // namespace

Result<Report> apply_in_place(vmd::Motion& m, const ReduceKeys& reduce) {
    return editing(m, [&](Report& report) -> Result<void> {
        for (const auto& [name, value] : {std::pair{"position", reduce.position}, {"rotation", reduce.rotation}, {"weight", reduce.weight}})
            if (!(value >= 0) || !std::isfinite(value)) return failed(bad_value(name, spelt(value), "0 or a number above"));
        const Distance most{reduce.position, reduce.rotation, reduce.weight};
        const auto bone_tracks = vmd::bone_tracks(m), morph_tracks = vmd::morph_tracks(m);
        const auto bones = chosen_keys("bone", reduce.bones, bone_tracks, m.encoding);
        if (!bones) return std::unexpected(bones.error());
        const auto morphs = chosen_keys("morph", reduce.morphs, morph_tracks, m.encoding);
        if (!morphs) return std::unexpected(morphs.error());

        Reducer<Bones> bone(*m.bone_keys, most);
        for (const vmd::Track& track : bone_tracks)
            if ((*bones)[track.keys.front()]) bone.reduce(track.keys);
        Reducer<Morphs> morph(*m.morph_keys, most);
        for (const vmd::Track& track : morph_tracks)
            if ((*morphs)[track.keys.front()]) morph.reduce(track.keys);
        Reducer<Camera> camera(*m.camera_keys, most);
        if (reduce.camera && !m.header.version_1()) {
            std::vector<std::uint32_t> track(m.camera_keys.size());
            for (std::size_t i = 0; i < track.size(); ++i) track[i] = static_cast<std::uint32_t>(i);
            std::ranges::sort(track, {}, [&](std::uint32_t i) { return std::pair(m.camera_keys[i].frame, i); });
            camera.reduce(track);
        }
        count(report, "/bone_keys", in_space(bone.greatest), drop(m.bone_keys, bone.gone));
        count(report, "/morph_keys", "removed, off by at most " + spelt(morph.greatest.weight), drop(m.morph_keys, morph.gone));
        count(report, "/camera_keys", in_space(camera.greatest), drop(m.camera_keys, camera.gone));
        return {};
    });
}

} // namespace kagami::edit

// reduce-keys against a plain sampler of its own: what is left goes the same way, within the tolerance, at every frame.
#include "kagami/tracks.hpp"
#include "motion_edits.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <random>

namespace kagami::edit {
namespace {

using test::after;
using test::bytes_of;
using test::cp932;
using test::refusal;
using test::small_motion;
using vmd::Curve;
using vmd::Motion;

// ---- the sampler: straight from the definitions, and slow

double eased(Curve c, double part) {
    if (c.x1 == c.y1 && c.x2 == c.y2) return part;
    double t = part;
    double low = 0, high = 1;
    for (int i = 0; i < 200; ++i) {
        t = (low + high) / 2;
        const double x = 3 * t * (1 - t) * (1 - t) * (c.x1 / 127.0) + 3 * t * t * (1 - t) * (c.x2 / 127.0) + t * t * t;
        if (x < part) {
            low = t;
        } else {
            high = t;
        }
    }
    return 3 * t * (1 - t) * (1 - t) * (c.y1 / 127.0) + 3 * t * t * (1 - t) * (c.y2 / 127.0) + t * t * t;
}

struct Rotation {
    double w, x, y, z;
};
Rotation operator*(Rotation a, Rotation b) {
    return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
Rotation unit(Vec4 q) {
    const double n = std::sqrt(double{q.x} * q.x + double{q.y} * q.y + double{q.z} * q.z + double{q.w} * q.w);
    return {q.w / n, q.x / n, q.y / n, q.z / n};
}
Rotation inverse(Rotation q) {
    return {q.w, -q.x, -q.y, -q.z};
}
/// The rotation by a part of the angle: q = (cos a, u sin a) becomes (cos pa, u sin pa).
Rotation power(Rotation q, double part) {
    if (q.w < 0) q = {-q.w, -q.x, -q.y, -q.z};
    const double s = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
    if (s == 0) return {1, 0, 0, 0};
    const double angle = std::atan2(s, q.w) * part, f = std::sin(angle) / s;
    return {std::cos(angle), q.x * f, q.y * f, q.z * f};
}
double angle_of(Rotation q) {
    return 2 * std::atan2(std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z), std::abs(q.w)) * 180 / std::numbers::pi;
}

struct Apart {
    double position = 0, rotation = 0, weight = 0;
    void take(double p, double r, double w) {
        position = std::max(position, p);
        rotation = std::max(rotation, r);
        weight = std::max(weight, w);
    }
};

/// Where a frame lies among the keys of a track: the key before, the key after, and how far between.
template <class Keys> struct Place {
    const typename Keys::value_type &a, &b;
    double part;
    Place(const Keys& keys, const std::vector<std::uint32_t>& track, std::uint32_t frame)
        : Place(keys, track, frame, find(keys, track, frame)) {}

private:
    static std::size_t find(const Keys& keys, const std::vector<std::uint32_t>& track, std::uint32_t frame) {
        std::size_t i = 0;
        while (i + 1 < track.size() && keys[track[i + 1]].frame <= frame) ++i;
        return i;
    }
    Place(const Keys& keys, const std::vector<std::uint32_t>& track, std::uint32_t frame, std::size_t i)
        : a(keys[track[i]]), b(keys[track[std::min(i + 1, track.size() - 1)]]),
          part(b.frame > a.frame ? double(frame - a.frame) / double(b.frame - a.frame) : 0) {}
};

void compare_bones(const Motion& was, const Motion& now, Apart& apart) {
    std::map<std::string_view, std::vector<std::uint32_t>> left;
    for (const auto& [name, keys] : vmd::bone_tracks(now)) left[name] = keys;
    for (const auto& [name, keys] : vmd::bone_tracks(was)) {
        const std::uint32_t last = (*was.bone_keys)[keys.back()].frame;
        for (std::uint32_t frame = (*was.bone_keys)[keys.front()].frame; frame <= last; ++frame) {
            const auto value = [&](const Motion& m, const std::vector<std::uint32_t>& track) {
                const Place p(*m.bone_keys, track, frame);
                const auto mix = [&](float a, float b, vmd::BoneChannel c) {
                    return a + (double{b} - a) * eased(vmd::curve(p.b.curves, c), p.part);
                };
                using enum vmd::BoneChannel;
                const Rotation from = unit(p.a.rotation), to = unit(p.b.rotation);
                const Rotation q = from * power(inverse(from) * to, eased(vmd::curve(p.b.curves, rotation), p.part));
                return std::tuple(mix(p.a.position.x, p.b.position.x, x), mix(p.a.position.y, p.b.position.y, y),
                                  mix(p.a.position.z, p.b.position.z, z), q, vmd::physics_off(p.a.curves));
            };
            const auto [ax, ay, az, aq, a_off] = value(was, keys);
            const auto [bx, by, bz, bq, b_off] = value(now, left.at(name));
            apart.take(std::hypot(ax - bx, ay - by, az - bz), angle_of(inverse(aq) * bq), 0);
            EXPECT_EQ(a_off, b_off);
        }
    }
}
void compare_morphs(const Motion& was, const Motion& now, Apart& apart) {
    std::map<std::string_view, std::vector<std::uint32_t>> left;
    for (const auto& [name, keys] : vmd::morph_tracks(now)) left[name] = keys;
    for (const auto& [name, keys] : vmd::morph_tracks(was)) {
        const std::uint32_t last = (*was.morph_keys)[keys.back()].frame;
        for (std::uint32_t frame = (*was.morph_keys)[keys.front()].frame; frame <= last; ++frame) {
            const auto value = [&](const Motion& m, const std::vector<std::uint32_t>& track) {
                const Place p(*m.morph_keys, track, frame);
                return p.a.weight + (double{p.b.weight} - p.a.weight) * p.part;
            };
            apart.take(0, 0, std::abs(value(was, keys) - value(now, left.at(name))));
        }
    }
}
void compare_camera(const Motion& was, const Motion& now, Apart& apart) {
    const auto track_of = [](const Motion& m) {
        std::vector<std::uint32_t> track(m.camera_keys.size());
        for (std::size_t i = 0; i < track.size(); ++i) track[i] = static_cast<std::uint32_t>(i);
        std::ranges::sort(track, {}, [&](std::uint32_t i) { return std::pair((*m.camera_keys)[i].frame, i); });
        return track;
    };
    const auto old_track = track_of(was), new_track = track_of(now);
    if (old_track.empty()) return;
    for (std::uint32_t frame = 0; frame <= (*was.camera_keys)[old_track.back()].frame; ++frame) {
        const auto value = [&](const Motion& m, const std::vector<std::uint32_t>& track) {
            const Place p(*m.camera_keys, track, frame);
            using enum vmd::CameraChannel;
            const auto mix = [&](double a, double b, vmd::CameraChannel c) {
                return a + (b - a) * eased(vmd::curve(p.b.curves, c), p.part);
            };
            return std::array{mix(p.a.target.x, p.b.target.x, x),
                              mix(p.a.target.y, p.b.target.y, y),
                              mix(p.a.target.z, p.b.target.z, z),
                              mix(p.a.distance, p.b.distance, distance),
                              mix(p.a.rotation.x, p.b.rotation.x, rotation),
                              mix(p.a.rotation.y, p.b.rotation.y, rotation),
                              mix(p.a.rotation.z, p.b.rotation.z, rotation),
                              mix(p.a.field_of_view, p.b.field_of_view, field_of_view),
                              double(p.a.parallel)};
        };
        const auto a = value(was, old_track), b = value(now, new_track);
        const auto off = [&](std::size_t i) { return std::abs(a[i] - b[i]); };
        apart.take(std::max(std::hypot(off(0), off(1), off(2)), off(3)), std::max({off(4), off(5), off(6)}) * 180 / std::numbers::pi, 0);
        apart.take(0, off(7), 0);
        EXPECT_EQ(a[8], b[8]);
    }
}
Apart compared(const Motion& was, const Motion& now) {
    Apart apart;
    compare_bones(was, now, apart);
    compare_morphs(was, now, apart);
    compare_camera(was, now, apart);
    return apart;
}

// ---- motions

constexpr Curve straight{20, 20, 107, 107};

vmd::BoneKey bone(std::uint32_t frame, Vec3 position, Vec4 rotation = {0, 0, 0, 1},
                  std::array<Curve, 4> curves = {straight, straight, straight, straight}, bool off = false) {
    return {vmd::KeyName(cp932("左腕")), frame, position, rotation, vmd::bone_curves(curves, off, position.x)};
}
Motion of(std::initializer_list<vmd::BoneKey> keys) {
    Motion m;
    for (const auto& key : keys) m.bone_keys.push_back(key);
    return m;
}
std::vector<std::uint32_t> frames(const Motion& m) {
    std::vector<std::uint32_t> all;
    for (const auto& key : *m.bone_keys) all.push_back(key.frame);
    return all;
}
using Frames = std::vector<std::uint32_t>;

/// A smooth motion with a key every few frames, with curves of all kinds, and some that are level.
Motion wavy(std::uint64_t seed, std::uint32_t step) {
    std::mt19937_64 random(seed);
    const auto below = [&](std::uint64_t n) { return random() % n; };
    Motion m;
    const auto any_curve = [&]() -> Curve {
        if (below(2) == 0) return straight;
        const auto byte = [&] { return static_cast<std::uint8_t>(below(128)); };
        return {byte(), byte(), byte(), byte()};
    };
    for (const char* name : {"左腕", "センター", "右腕"}) {
        const double speed = 0.01 + 0.01 * static_cast<double>(below(10));
        const bool level = below(3) == 0, smooth = below(2) == 0;
        for (std::uint32_t frame = 0; frame < 150; frame += 1 + static_cast<std::uint32_t>(below(step))) {
            const double t = level && frame > 50 && frame < 100 ? 50 * speed : frame * speed;
            const auto angle = static_cast<float>(std::sin(t));
            vmd::BoneKey key = bone(frame, {static_cast<float>(std::sin(t)), static_cast<float>(2 * t), 0},
                                    {std::sin(angle), 0, 0, std::cos(angle)}, {}, below(20) == 0);
            key.name.assign(cp932(name));
            for (std::size_t i = 0; i < 4; ++i)
                vmd::set_curve(key.curves, static_cast<vmd::BoneChannel>(i), smooth ? straight : any_curve());
            if (below(2) == 0) key.rotation = {-key.rotation.x, -key.rotation.y, -key.rotation.z, -key.rotation.w};
            m.bone_keys.push_back(key);
            m.morph_keys.push_back({vmd::KeyName(cp932(name)), frame, static_cast<float>(level ? 0.5 : std::sin(t))});
            if (name[0] == "左"[0] && below(3) == 0 && m.camera_keys.size() < 60) {
                vmd::CameraKey camera;
                camera.frame = static_cast<std::uint32_t>(m.camera_keys.size()) * 3;
                camera.distance = static_cast<float>(-45 + t);
                camera.target = {static_cast<float>(t), 10, 0};
                camera.rotation = {0, static_cast<float>(t), 0};
                for (std::size_t i = 0; i < 6; ++i)
                    vmd::set_curve(camera.curves, static_cast<vmd::CameraChannel>(i), smooth ? straight : any_curve());
                m.camera_keys.push_back(camera);
            }
        }
    }
    // In no order.
    for (std::size_t i = m.bone_keys.size(); i > 1; --i) std::swap(m.bone_keys[i - 1], m.bone_keys[below(i)]);
    return m;
}

// ---- tests

TEST(ReducedKeys, OfAStraightWay) {
    Motion m;
    for (std::uint32_t frame = 0; frame <= 40; frame += 4) m.bone_keys.push_back(bone(frame, {static_cast<float>(frame), 0, 0}));
    EXPECT_EQ(frames(after(m, ReduceKeys{})), (Frames{0, 40}));
    m.bone_keys[5].position.x += 0.25F;
    EXPECT_EQ(frames(after(m, ReduceKeys{.position = 0.2F})), (Frames{0, 20, 40}));
    EXPECT_EQ(frames(after(m, ReduceKeys{.position = 0.05F})), (Frames{0, 16, 20, 24, 40}));
    EXPECT_EQ(frames(after(m, ReduceKeys{.position = 0.25F})), (Frames{0, 40}));
    Motion copy = m;
    const auto report = apply(copy, ReduceKeys{.position = 0.5F});
    ASSERT_TRUE(report && report->changes.size() == 1);
    EXPECT_EQ(report->changes[0], (Change{"/bone_keys", "removed, off by at most 0.25 units and 0 degrees", 9}));
}

TEST(ReducedKeys, AreNoneThatAnythingHangsOn) {
    const Vec3 here{1, 2, 3}, there{5, 2, 3};
    // The way begins where it began.
    EXPECT_EQ(frames(after(of({bone(0, here), bone(10, here), bone(20, here), bone(21, there), bone(30, there)}), ReduceKeys{})),
              (Frames{0, 20, 21, 30}));
    // Physics switches.
    const std::array<Curve, 4> c{straight, straight, straight, straight};
    EXPECT_EQ(frames(after(of({bone(0, here), bone(10, here, {0, 0, 0, 1}, c, true), bone(20, here, {0, 0, 0, 1}, c, true),
                               bone(30, here, {0, 0, 0, 1}, c, true), bone(40, here)}),
                           ReduceKeys{})),
              (Frames{0, 10, 40}));
    // Keys that share a frame, and what cannot be calculated with.
    EXPECT_EQ(frames(after(of({bone(0, here), bone(10, here), bone(20, here), bone(20, here), bone(30, here)}),
                           ReduceKeys{.position = 100, .rotation = 360})),
              (Frames{0, 10, 20, 20, 30}));
    const Vec3 nowhere{std::numeric_limits<float>::quiet_NaN(), 0, 0};
    EXPECT_EQ(frames(after(of({bone(0, here), bone(10, nowhere), bone(20, nowhere), bone(30, here, {0, 0, 0, 0}), bone(40, here)}),
                           ReduceKeys{.position = 100, .rotation = 360})),
              (Frames{0, 10, 20, 30, 40}));
    // The curve of the later key counts: over twice the way it is another one.
    std::array<Curve, 4> bent = c;
    bent[0] = {0, 127, 0, 127};
    EXPECT_EQ(frames(after(of({bone(0, {0, 0, 0}), bone(20, {1, 0, 0}, {0, 0, 0, 1}, c), bone(40, {2, 0, 0}, {0, 0, 0, 1}, bent)}),
                           ReduceKeys{.position = 0.1F})),
              (Frames{0, 20, 40}));
    // Only of the bones that were chosen.
    EXPECT_EQ(refusal(small_motion(), ReduceKeys{.bones = {"右腕"}}).code, Code::nothing_selected);
    const Motion m = small_motion(), one = after(m, ReduceKeys{.bones = {"左腕"}, .morphs = {}});
    EXPECT_EQ(one.bone_keys.size(), 5U);
    EXPECT_EQ(one.morph_keys.size(), 3U);
    EXPECT_EQ(after(m, ReduceKeys{.bones = {"#1"}}).bone_keys.size(), 5U);
    for (const float bad : {-1.0F, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
        EXPECT_EQ(refusal(m, ReduceKeys{.position = bad}).code, Code::value_range);
        EXPECT_EQ(refusal(m, ReduceKeys{.rotation = bad}).code, Code::value_range);
        EXPECT_EQ(refusal(m, ReduceKeys{.weight = bad}).code, Code::value_range);
    }
}

TEST(ReducedKeys, OfACamera) {
    Motion m;
    for (std::uint32_t frame = 0; frame < 40; frame += 10) {
        vmd::CameraKey key;
        key.frame = frame;
        for (std::size_t i = 0; i < 6; ++i) vmd::set_curve(key.curves, static_cast<vmd::CameraChannel>(i), straight);
        m.camera_keys.push_back(key);
    }
    EXPECT_EQ(after(m, ReduceKeys{}).camera_keys.size(), 2U);
    EXPECT_EQ(after(m, ReduceKeys{.camera = false}).camera_keys.size(), 4U);
    Motion perspective = m;
    perspective.camera_keys[2].parallel = 1;
    EXPECT_EQ(after(perspective, ReduceKeys{.position = 100, .rotation = 100}).camera_keys.size(), 3U); // 0, 20, 30
    // A cut: what lies between two neighbouring frames is not seen at any frame, and yet it is not to go.
    Motion cut = m;
    cut.camera_keys[2].frame = 11;
    cut.camera_keys[2].distance = cut.camera_keys[3].distance = -44.5F;
    EXPECT_EQ(after(cut, ReduceKeys{.position = 1}).camera_keys.size(), 4U);
    Motion old = test::version_1();
    old.camera_keys = m.camera_keys;
    EXPECT_TRUE(bytes_of(after(old, ReduceKeys{.bones = {}, .morphs = {}})) == bytes_of(old));
}

TEST(ReducedKeys, StayWithinTheToleranceByAnIndependentSampler) {
    std::size_t all = 0, left = 0;
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
        const Motion m = wavy(seed, 1 + static_cast<std::uint32_t>(seed % 7));
        for (const float tolerance : {0.0F, 0.003F, 0.05F}) {
            const ReduceKeys reduce{.position = tolerance, .rotation = 20 * tolerance, .weight = tolerance};
            const Motion now = after(m, reduce);
            const Apart apart = compared(m, now);
            constexpr double rounding = 1e-5;
            EXPECT_LE(apart.position, reduce.position + rounding) << seed;
            EXPECT_LE(apart.rotation, reduce.rotation + 10 * rounding) << seed;
            EXPECT_LE(apart.weight, reduce.weight + rounding) << seed;
            all += m.bone_keys.size();
            left += now.bone_keys.size();
            // What is left is as it was, in its order.
            std::size_t at = 0;
            for (const auto& key : *now.bone_keys) {
                while (at < m.bone_keys.size() && !(m.bone_keys[at] == key)) ++at;
                ASSERT_LT(at++, m.bone_keys.size());
            }
            EXPECT_TRUE(bytes_of(after(m, reduce)) == bytes_of(now));
        }
    }
    EXPECT_LT(left * 10, all * 8); // it does something
    EXPECT_GT(left * 10, all);
}

TEST(ReducedKeys, OfRealAndOfRandomMotions) {
    for (const Motion& m : test::corpus_motions()) {
        const ReduceKeys reduce{.position = 0.01F, .rotation = 0.1F, .weight = 0.01F};
        const Motion now = after(m, reduce);
        const Apart apart = compared(m, now);
        EXPECT_LE(apart.position, 0.01 + 1e-5);
        EXPECT_LE(apart.rotation, 0.1 + 1e-4);
        EXPECT_LE(apart.weight, 0.01 + 1e-5);
        EXPECT_TRUE(bytes_of(after(now, ReduceKeys{})) == bytes_of(after(after(now, ReduceKeys{}), ReduceKeys{})));
    }
    for (std::uint64_t seed = 0; seed < 100; ++seed)
        static_cast<void>(
            after(test::random_document<Motion>(seed, 30), ReduceKeys{.position = 1e30F, .rotation = 1e30F, .weight = 1e30F}));
}

TEST(ReducedKeys, TakeTimeThatGrowsWithTheirNumber) {
    // Ways that are as long as they can be, and keys as far apart as frames go.
    Motion dense, far;
    for (std::uint32_t i = 0; i < 20000; ++i) {
        dense.bone_keys.push_back(bone(i, {static_cast<float>(i % 600), 0, 0}));
        far.bone_keys.push_back(bone(i * 200000U, {static_cast<float>(i % 2), 0, 0}));
    }
    EXPECT_LT(after(dense, ReduceKeys{.position = 1}).bone_keys.size(), 200U);
    EXPECT_EQ(after(far, ReduceKeys{.position = 1}).bone_keys.size(), 20000U);
    for (auto& key : *far.bone_keys) key.position = {};
    EXPECT_EQ(after(far, ReduceKeys{}).bone_keys.size(), 2U);
}

} // namespace
} // namespace kagami::edit

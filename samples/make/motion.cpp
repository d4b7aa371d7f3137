#include "motions.hpp"

#include "rig.hpp"
#include "turn.hpp"

#include "kagami/builders.hpp"

namespace samples {

using namespace kagami;

namespace {

using vmd::Curve;

constexpr Curve even{20, 20, 107, 107}, soft{64, 0, 64, 127}, starting{80, 8, 110, 80}, stopping{16, 48, 48, 120}, beyond{30, 0, 50, 127},
    swing{50, 0, 77, 127};

struct Pose {
    V3 move;
    Turn turn;
};

/// Adds keys, all of bones and for bones that the figure has.
class Keys {
public:
    explicit Keys(const char* model) : builder_(model) {}

    void bone(std::string_view name, std::uint32_t frame, const Pose& pose, const vmd::Builder::BoneCurveSet& curves, bool off = false) {
        check(name);
        must(builder_.bone(name, frame, stored(pose.move), stored(pose.turn), curves, off));
    }
    void turn(std::string_view name, std::uint32_t frame, const Turn& turn, Curve curve = even) {
        bone(name, frame, {{}, turn}, {.x = even, .y = even, .z = even, .rotation = curve});
    }
    void move(std::string_view name, std::uint32_t frame, V3 move, Curve sideways = even, Curve height = even, Curve depth = even) {
        bone(name, frame, {move, {}}, {.x = sideways, .y = height, .z = depth, .rotation = even});
    }
    void morph(std::string_view name, std::uint32_t frame, double weight) { must(builder_.morph(name, frame, stored(weight, 64))); }
    void iks(std::uint32_t frame, std::initializer_list<std::pair<const char*, bool>> states) {
        std::vector<std::pair<std::string, bool>> list;
        for (const auto& [name, on] : states) {
            check(name);
            list.emplace_back(name, on);
        }
        must(builder_.property(frame, true, list));
    }
    [[nodiscard]] vmd::Motion motion() const { return must(builder_.motion()); }

private:
    /// Ends the program if the figure has no such bone.
    void check(std::string_view name) const { static_cast<void>(rig_[name]); }

    const Rig rig_ = make_rig();
    vmd::Builder builder_;
};

V3 direction(bool left) {
    const V3 d = arm_direction();
    return {left ? d.x : -d.x, d.y, d.z};
}
/// The axis about which an elbow bends to the front.
V3 elbow_axis(bool left) {
    return cross(direction(left), {0, 0, -1});
}

/// Fingers a little bent, `curl` degrees at each joint.
void fingers(Keys& k, bool left, std::uint32_t frame, double curl) {
    const V3 axis = {0, 0, left ? -1.0 : 1.0}; // towards the palm
    for (const FingerPath& finger : finger_paths()) {
        if (finger.first_number == 0) continue; // the thumb
        const std::string name = std::string(left ? "左" : "右") + finger.name;
        for (int joint = 1; joint <= 3; ++joint) k.turn(numbered(name, joint), frame, about(axis, curl), soft);
    }
}

void arms_down(Keys& k, std::uint32_t frame, bool left, Curve curve) {
    const std::string l = left ? "左" : "右";
    k.turn(l + "腕", frame, lean(left ? 24 : -24), curve);
    k.turn(l + "ひじ", frame, about(elbow_axis(left), 14), curve);
    k.turn(l + "手首", frame, about({0, 0, left ? 1.0 : -1.0}, 8), curve);
}

void wave(Keys& k) {
    const V3 axis = direction(false);
    arms_down(k, 0, false, even);
    arms_down(k, 18, false, even);
    k.turn("右肩", 0, {});
    k.turn("右肩", 18, {});
    k.turn("右腕捩", 0, {});
    k.turn("右腕捩", 18, {});
    fingers(k, false, 0, 12);
    fingers(k, false, 18, 12);
    // up
    k.turn("右肩", 36, lean(5), soft);
    k.turn("右腕", 36, look(22) * lean(22), stopping);
    k.turn("右腕捩", 36, about(axis, -78), soft);
    k.turn("右ひじ", 36, about(elbow_axis(false), 92), beyond);
    k.turn("右手首", 36, {}, soft);
    fingers(k, false, 36, -2);
    // to and fro, each time a little less
    for (std::uint32_t i = 0; i < 7; ++i) {
        const double to = i % 2 == 0 ? -1 : 1, less = 1 - 0.08 * i;
        k.turn("右ひじ", 43 + 7 * i, about(elbow_axis(false), 92 + 24 * to * less), swing);
        k.turn("右手首", 45 + 7 * i, about({0, 0, 1}, -12 * to * less), swing);
    }
    // and down
    k.turn("右肩", 98, lean(5));
    k.turn("右腕", 98, look(22) * lean(22));
    k.turn("右腕捩", 98, about(axis, -78));
    k.turn("右ひじ", 98, about(elbow_axis(false), 96), soft);
    k.turn("右手首", 98, {}, soft);
    fingers(k, false, 98, -2);
    k.turn("右肩", 118, {}, soft);
    k.turn("右腕捩", 116, {}, soft);
    arms_down(k, 120, false, starting);
    fingers(k, false, 120, 12);
}

void body(Keys& k) {
    arms_down(k, 0, true, even);
    fingers(k, true, 0, 14);
    k.turn("左腕", 108, lean(24));
    k.turn("左腕", 126, lean(17), soft);
    k.turn("左腕", 150, lean(24), soft);
    // breath
    for (std::uint32_t i = 0; i <= 6; ++i) k.turn("上半身2", 30 * i, nod(i % 2 == 0 ? 0 : -1.5), soft);
    k.turn("上半身", 0, {});
    k.turn("上半身", 20, {});
    k.turn("上半身", 38, look(-4) * lean(3), soft);
    k.turn("上半身", 98, look(-4) * lean(3));
    k.turn("上半身", 112, {}, soft);
    k.turn("上半身", 122, nod(7), stopping);
    k.turn("上半身", 134, {}, soft);
    k.turn("下半身", 0, {});
    k.turn("下半身", 38, look(3), soft);
    k.turn("下半身", 112, {}, soft);
}

void head(Keys& k) {
    k.turn("首", 0, {});
    k.turn("首", 20, {});
    k.turn("首", 38, lean(-4), soft);
    k.turn("首", 98, lean(-4));
    k.turn("首", 114, {}, soft);
    k.turn("頭", 0, {});
    k.turn("頭", 20, {});
    k.turn("頭", 38, lean(-7) * nod(-2), soft);
    k.turn("頭", 68, lean(-3) * nod(2), soft);
    k.turn("頭", 98, lean(-6), soft);
    // nods
    k.turn("頭", 112, nod(-3), soft);
    k.turn("頭", 120, nod(20), stopping);
    k.turn("頭", 130, nod(-1), soft);
    // looks to her left, then to her right
    k.turn("首", 132, {});
    k.turn("首", 142, look(12), soft);
    k.turn("首", 150, look(12));
    k.turn("首", 164, look(-10), soft);
    k.turn("首", 170, look(-10));
    k.turn("首", 180, {}, soft);
    k.turn("頭", 143, look(18) * nod(3), soft);
    k.turn("頭", 151, look(18) * nod(3));
    k.turn("頭", 165, look(-15) * nod(-2), soft);
    k.turn("頭", 171, look(-15) * nod(-2));
    k.turn("頭", 180, {}, soft);
    // the eyes go before
    k.turn("両目", 0, {});
    k.turn("両目", 130, {});
    k.turn("両目", 135, look(9), stopping);
    k.turn("両目", 149, look(5), soft);
    k.turn("両目", 155, look(-9), stopping);
    k.turn("両目", 168, look(-4), soft);
    k.turn("両目", 174, {}, stopping);
}

void feet(Keys& k) {
    k.move("センター", 0, {0, -0.125, 0});
    k.move("センター", 100, {0, -0.125, 0});
    k.move("センター", 110, {-0.375, -0.1875, 0}, soft, stopping, even);
    k.move("センター", 124, {0.125, -0.25, -0.125}, soft, starting, soft);
    k.move("センター", 134, {0.125, -0.1875, -0.125}, even, soft, even);
    k.move("センター", 154, {0.125, -0.1875, -0.125});
    k.move("センター", 162, {-0.3125, -0.1875, 0}, soft, even, soft);
    k.move("センター", 176, {0, -0.125, 0}, soft, soft, soft);
    // she bobs as she waves
    for (std::uint32_t i = 0; i <= 8; ++i)
        k.move("グルーブ", 36 + 8 * i, {0, i % 2 == 0 ? 0 : -0.0625, 0}, even, i % 2 == 0 ? stopping : starting);
    k.move("グルーブ", 0, {});
    k.move("左足ＩＫ", 0, {});
    k.move("左足ＩＫ", 106, {});
    k.bone("左足ＩＫ", 113, {{0.3125, 0.75, -0.25}, nod(12)}, {.x = soft, .y = stopping, .z = soft, .rotation = soft});
    k.bone("左足ＩＫ", 120, {{0.625, 0, -0.375}, look(10)}, {.x = soft, .y = starting, .z = soft, .rotation = starting});
    k.bone("左足ＩＫ", 156, {{0.625, 0, -0.375}, look(10)}, {});
    k.bone("左足ＩＫ", 163, {{0.3125, 0.625, -0.125}, nod(10)}, {.x = soft, .y = stopping, .z = soft, .rotation = soft});
    k.bone("左足ＩＫ", 171, {}, {.x = soft, .y = starting, .z = soft, .rotation = starting});
    k.move("右足ＩＫ", 0, {});
    k.iks(0, {{"左足ＩＫ", true}, {"左つま先ＩＫ", true}, {"右足ＩＫ", true}, {"右つま先ＩＫ", true}});
}

void blink(Keys& k, std::uint32_t frame) {
    k.morph("まばたき", frame, 0);
    k.morph("まばたき", frame + 2, 1);
    k.morph("まばたき", frame + 3, 1);
    k.morph("まばたき", frame + 6, 0);
}

void face(Keys& k) {
    k.morph("まばたき", 0, 0);
    for (const std::uint32_t frame : {8U, 104U, 133U, 153U}) blink(k, frame);
    struct Key {
        std::uint32_t frame;
        double weight;
    };
    const auto morph = [&](const char* name, std::initializer_list<Key> keys) {
        for (const Key& key : keys) k.morph(name, key.frame, key.weight);
    };
    morph("笑い", {{0, 0}, {56, 0}, {61, 1}, {88, 1}, {94, 0}});
    morph("にこり", {{0, 0}, {24, 0}, {36, 0.75}, {100, 0.75}, {112, 0.25}, {180, 0.25}});
    morph("照れ", {{0, 0}, {40, 0}, {60, 0.5}, {110, 0.5}, {130, 0}});
    // "konnichiwa"
    morph("お", {{0, 0}, {38, 0}, {40, 0.875}, {44, 0}});
    morph("い", {{0, 0}, {45, 0}, {47, 0.75}, {52, 0.625}, {55, 0}});
    morph("あ", {{0, 0}, {54, 0}, {57, 1}, {63, 0.75}, {70, 0}});
    morph("にやり", {{0, 0.25}, {38, 0}, {66, 0}, {74, 0.75}, {112, 0.75}, {124, 0.25}, {180, 0.25}});
}

} // namespace

vmd::Motion make_wave() {
    Keys k("かがみ");
    feet(k);
    body(k);
    head(k);
    wave(k);
    // her antenna stands still until she moves
    k.bone("あほ毛", 0, {{}, lean(6)}, {}, true);
    k.turn("あほ毛", 20, lean(6));
    face(k);
    return k.motion();
}

} // namespace samples

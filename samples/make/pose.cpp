#include "motions.hpp"

#include "rig.hpp"
#include "turn.hpp"

#include "kagami/builders.hpp"

namespace samples {

using namespace kagami;

vpd::Pose make_pose() {
    constexpr double decimals = 1000000; // as many as a pose is written with
    const Rig rig = make_rig();
    vpd::Builder pose("かがみ");
    const auto bone = [&](std::string_view name, V3 move, const Turn& turn) {
        [[maybe_unused]] const int number = rig[name]; // ends the program if there is none
        const Vec3 position{stored(move.x, decimals), stored(move.y, decimals), stored(move.z, decimals)};
        must(pose.bone(name, position, stored(turn, decimals)));
    };
    bone("センター", {0, -0.85, 0.35}, {});
    bone("上半身", {}, nod(10));
    bone("上半身2", {}, nod(6));
    bone("首", {}, nod(4) * lean(3));
    bone("頭", {}, nod(8) * lean(7));
    bone("下半身", {}, nod(-4));
    for (const bool left : {true, false}) {
        const std::string l = left ? "左" : "右";
        const double side = left ? 1 : -1;
        const V3 d = arm_direction(), along{d.x * side, d.y, d.z}, elbow = cross(along, {0, 0, -1});
        bone(l + "肩", {}, lean(-3 * side));
        bone(l + "腕", {}, lean(14 * side) * look(-10 * side));
        bone(l + "ひじ", {}, about(elbow, 32));
        bone(l + "手首", {}, about({0, 0, 1}, 14 * side));
    }
    // one foot behind the other
    bone("左足ＩＫ", {-0.55, 0.5, 1.9}, look(-12) * nod(28));
    bone("右足ＩＫ", {0.15, 0, -0.3}, look(-8));
    return must(pose.pose());
}

} // namespace samples

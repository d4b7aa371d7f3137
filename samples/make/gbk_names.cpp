#include "motions.hpp"

#include "turn.hpp"

#include "kagami/text.hpp"

#include <array>

namespace samples {

using namespace kagami;

vmd::Motion make_gbk_names() {
    const auto gbk = [](std::string_view utf8) { return must(encode(utf8, Encoding::gbk)); };
    const std::array<vmd::Curve, 4> curves{};
    struct Line {
        const char* name;
        V3 move;
        Turn turn;
    };
    vmd::Motion motion;
    motion.encoding = Encoding::gbk;
    motion.header.model_name.assign(gbk("かがみ").bytes());
    for (const Line& line : {Line{"センター", {0, -0.5, 0}, {}},
                             {"上半身", {}, nod(12)},
                             {"下半身", {}, nod(-5)},
                             {"首", {}, nod(5)},
                             {"頭", {}, nod(15)},
                             {"左腕", {}, lean(25)},
                             {"右腕", {}, lean(-25)},
                             {"左ひじ", {}, look(-20)},
                             {"右ひじ", {}, look(20)},
                             {"左手首", {}, lean(-10)},
                             {"右手首", {}, lean(10)},
                             {"左足ＩＫ", {0.25, 0, 0}, {}},
                             {"右足ＩＫ", {-0.25, 0, 0}, {}}}) {
        const vmd::KeyName name(gbk(line.name).bytes());
        const Vec3 move{stored(line.move.x), stored(line.move.y), stored(line.move.z)};
        for (const std::uint32_t frame : {0U, 30U, 60U}) {
            const bool bowed = frame == 30;
            const Vec3 position = bowed ? move : Vec3{};
            motion.bone_keys.push_back(
                {name, frame, position, stored(bowed ? line.turn : Turn{}), vmd::bone_curves(curves, false, position.x)});
        }
    }
    for (const char* morph : {"まばたき", "笑い", "あ"}) {
        const vmd::KeyName name(gbk(morph).bytes());
        motion.morph_keys.push_back({name, 0, 0});
        motion.morph_keys.push_back({name, 30, 1});
        motion.morph_keys.push_back({name, 60, 0});
    }
    return motion;
}

} // namespace samples

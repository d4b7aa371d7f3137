#include "motions.hpp"

#include "turn.hpp"

#include "kagami/builders.hpp"

namespace samples {

using namespace kagami;

namespace {

using vmd::Curve;

constexpr Curve even{20, 20, 107, 107}, soft{64, 0, 64, 127}, stopping{16, 48, 48, 120}, starting{80, 8, 110, 80};

struct Shot {
    std::uint32_t frame;
    V3 target;
    double down, to_left, roll; ///< degrees: from how far above, how far to her left, and how far on its side
    double distance;
    std::uint32_t field_of_view;
};

void add(vmd::Builder& motion, const Shot& shot, const vmd::Builder::CameraCurveSet& curves) {
    vmd::CameraKey key;
    key.frame = shot.frame;
    key.target = {stored(shot.target.x), stored(shot.target.y), stored(shot.target.z)};
    key.rotation = {stored(-degrees(shot.down), turn_grid), stored(degrees(shot.to_left), turn_grid),
                    stored(degrees(shot.roll), turn_grid)};
    key.distance = -stored(shot.distance);
    key.field_of_view = shot.field_of_view;
    must(motion.camera(key, curves));
}

} // namespace

vmd::Motion make_camera() {
    auto motion = vmd::Builder::camera();
    add(motion, {0, {0, 10.5, 0}, 6, -12, 0, 42, 30}, {});
    add(motion, {60, {-0.5, 12, 0}, 2, 10, 0, 30, 30}, {.y = soft, .rotation = soft, .distance = stopping});
    add(motion, {99, {-0.5, 12.5, 0}, 0, 14, 0, 28, 30}, {.rotation = even, .distance = even});
    // cut
    add(motion, {100, {0.25, 17, 0}, 3, -20, -3, 9, 40}, {});
    add(motion, {134, {0.25, 16.75, 0}, 1, -6, 0, 11, 40}, {.x = soft, .rotation = soft, .distance = soft});
    add(motion, {motion_length, {0, 10, 0}, 8, 16, 0, 46, 26},
        {.x = soft, .y = soft, .z = soft, .rotation = stopping, .distance = starting, .field_of_view = soft});

    must(motion.light({0, {0.6015625F, 0.6015625F, 0.6015625F}, {-0.5F, -1, 0.5F}}));
    must(motion.light({100, {0.65625F, 0.609375F, 0.5625F}, {-0.25F, -1, 0.75F}}));
    must(motion.light({motion_length, {0.6015625F, 0.6015625F, 0.6015625F}, {0.5F, -1, 0.5F}}));

    must(motion.shadow({0, vmd::ShadowMode::mode1, 0.01125F}));
    must(motion.shadow({100, vmd::ShadowMode::mode2, 0.0375F}));
    must(motion.shadow({motion_length, vmd::ShadowMode::off, 0.01125F}));
    return must(motion.motion());
}

} // namespace samples

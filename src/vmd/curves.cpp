// Where the curves of a key lie in its bytes.
#include "kagami/vmd.hpp"

#include <bit>
#include <cstring>

namespace kagami::vmd {

namespace {

// S = Xx1 Yx1 Zx1 Rx1 | Xy1 … Ry1 | Xx2 … Rx2 | Xy2 … Ry2. Row k of a bone key is S from element k on, and then k bytes
// of something else.
constexpr std::size_t row_size = 16, rows = 4, channels = 4;

std::array<std::uint8_t, 4> points(Curve c) {
    return {c.x1, c.y1, c.x2, c.y2};
}
/// x1, x2, y1, y2
std::array<std::uint8_t, 4> camera_points(Curve c) {
    return {c.x1, c.x2, c.y1, c.y2};
}

} // namespace

Curve curve(const BoneCurves& bytes, BoneChannel channel) {
    const std::size_t from = row_size * static_cast<std::size_t>(channel);
    return {bytes[from], bytes[from + channels], bytes[from + 2 * channels], bytes[from + 3 * channels]};
}

Curve curve(const CameraCurves& bytes, CameraChannel channel) {
    const std::size_t from = 4 * static_cast<std::size_t>(channel);
    return {bytes[from], bytes[from + 2], bytes[from + 1], bytes[from + 3]};
}

void set_curve(BoneCurves& bytes, BoneChannel channel, Curve curve) {
    const auto number = static_cast<std::size_t>(channel);
    for (std::size_t point = 0; point < 4; ++point) {
        const std::size_t element = channels * point + number;
        for (std::size_t row = 0; row <= std::min(element, rows - 1); ++row) {
            const std::size_t at = row_size * row + element - row;
            const bool physics = at == 2 || at == 3;
            if (!physics) bytes[at] = points(curve)[point];
        }
    }
}

void set_curve(CameraCurves& bytes, CameraChannel channel, Curve curve) {
    const auto p = camera_points(curve);
    std::memcpy(bytes.data() + 4 * static_cast<std::size_t>(channel), p.data(), p.size());
}

BoneCurves bone_curves(std::span<const Curve, 4> curves, bool off, float x_position) {
    BoneCurves bytes{};
    for (std::size_t i = 0; i < curves.size(); ++i) set_curve(bytes, static_cast<BoneChannel>(i), curves[i]);
    set_physics_off(bytes, off);
    const auto low = std::bit_cast<std::array<std::uint8_t, 4>>(x_position);
    for (std::size_t row = 1; row < rows; ++row) std::memcpy(bytes.data() + row_size * (row + 1) - row, low.data(), row);
    return bytes;
}

CameraCurves camera_curves(std::span<const Curve, 6> curves) {
    CameraCurves bytes{};
    for (std::size_t i = 0; i < curves.size(); ++i) set_curve(bytes, static_cast<CameraChannel>(i), curves[i]);
    return bytes;
}

void set_physics_off(BoneCurves& bytes, bool off) {
    bytes[2] = off ? 99 : 0;
    bytes[3] = off ? 15 : 0;
}

} // namespace kagami::vmd

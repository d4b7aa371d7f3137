// VMD: motions of bones, morphs, cameras and lights, and what can be done with a whole file.
//
//     auto motion = kagami::vmd::load("dance.vmd");
//     if (!motion) { std::cerr << motion.error().message() << '\n'; return 2; }
//     for (const auto& [name, keys] : kagami::vmd::bone_tracks(*motion)) std::cout << keys.size() << '\n';
//
// Keys keep the order they have in the file, all bytes of their names and all bytes of their curves; sorting, duplicates
// and what lies behind a name's NUL are data. What current MikuMikuDance reads out of these bytes is to be had on
// demand: curves by channel, tracks by name.
//
// Units: frames of 1/30 s, positions in MMD units, angles in radians. docs/formats/vmd.md lists every field. Facts:
// MikuMikuDance 9.32's behaviour, and files of known origin.
#pragma once

#include "kagami/export.hpp"
#include "kagami/fixed_text.hpp"
#include "kagami/reading.hpp"
#include "kagami/result.hpp"
#include "kagami/section.hpp"
#include "kagami/storage.hpp"
#include "kagami/text.hpp"
#include "kagami/types.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kagami::vmd {

/// A bone or morph name: CP932, cut after 15 bytes even within a character.
using KeyName = FixedText<15>;

/// 30 frames to a second.
inline constexpr double frames_per_second = 30;

struct Header {
    FixedText<30> signature; ///< up to the first NUL one of the three below; the bytes behind it are kept
    FixedText<20> model_name;
    FixedText<10> short_model_name; ///< version 1 has this instead

    KAGAMI_API Header(); ///< a current one

    /// "Vocaloid Motion Data file": short model name, short camera keys, no sections after the lights.
    [[nodiscard]] KAGAMI_API bool version_1() const;
    /// The model's name, whichever field has it.
    [[nodiscard]] std::string_view name() const { return version_1() ? short_model_name.bytes() : model_name.bytes(); }
};

/// The model name of a camera motion. MikuMikuDance takes camera keys only from a file that has it.
inline constexpr std::string_view camera_model_name = "\x83\x4A\x83\x81\x83\x89\x81\x45\x8F\xC6\x96\xBE"; // カメラ・照明

// ------------------------------------------------------------------------------------------------ curves

/// An interpolation curve from (0, 0) to (127, 127): the two control points, 0 to 127 each. It shapes the way from the
/// key before to the key that holds it.
struct Curve {
    std::uint8_t x1 = 20, y1 = 20, x2 = 107, y2 = 107;
    /// Whether it is a straight line for MikuMikuDance.
    [[nodiscard]] constexpr bool linear() const { return x1 == y1 && x2 == y2; }
    friend constexpr bool operator==(Curve, Curve) = default;
};

enum class BoneChannel : std::uint8_t { x = 0, y = 1, z = 2, rotation = 3 };
enum class CameraChannel : std::uint8_t { x = 0, y = 1, z = 2, rotation = 3, distance = 4, field_of_view = 5 };

/// The 64 curve bytes of a bone key: four rows of 16. Each row repeats the one before, shifted by a byte; what is read is
/// X from row 0, Y from row 1, Z from row 2 and rotation from row 3, x1 y1 x2 y2 at every fourth byte.
using BoneCurves = std::array<std::uint8_t, 64>;
/// The 24 curve bytes of a camera key: for each channel x1, x2, y1, y2.
using CameraCurves = std::array<std::uint8_t, 24>;

/// The curve that current MikuMikuDance reads for a channel. Values above 127 occur and are not clamped.
[[nodiscard]] KAGAMI_API Curve curve(const BoneCurves& bytes, BoneChannel channel);
[[nodiscard]] KAGAMI_API Curve curve(const CameraCurves& bytes, CameraChannel channel);

/// Writes a curve everywhere where current MikuMikuDance writes it, and leaves every other byte. Bytes 2 and 3 are left
/// as they are too: in them it keeps `physics_off`.
KAGAMI_API void set_curve(BoneCurves& bytes, BoneChannel channel, Curve curve);
KAGAMI_API void set_curve(CameraCurves& bytes, CameraChannel channel, Curve curve);

/// The 64 bytes that current MikuMikuDance writes for these four curves. `x_position` is the key's position.x, the low
/// bytes of which it leaves at the ends of the rows.
[[nodiscard]] KAGAMI_API BoneCurves bone_curves(std::span<const Curve, 4> channels, bool physics_off, float x_position);
[[nodiscard]] KAGAMI_API CameraCurves camera_curves(std::span<const Curve, 6> channels);

/// Whether physics is off from this key on: bytes 2 and 3 are exactly 99 and 15.
[[nodiscard]] constexpr bool physics_off(const BoneCurves& bytes) {
    return bytes[2] == 99 && bytes[3] == 15;
}
KAGAMI_API void set_physics_off(BoneCurves& bytes, bool off);

// ------------------------------------------------------------------------------------------------ keys

struct BoneKey {
    KeyName name;
    std::uint32_t frame = 0;
    Vec3 position;             ///< from the rest position
    Vec4 rotation{0, 0, 0, 1}; ///< quaternion x, y, z, w
    BoneCurves curves{};
    friend bool operator==(const BoneKey&, const BoneKey&) = default;
};

struct MorphKey {
    KeyName name;
    std::uint32_t frame = 0;
    float weight = 0;
    friend constexpr bool operator==(const MorphKey& a, const MorphKey& b) {
        return a.name == b.name && a.frame == b.frame && std::bit_cast<std::uint32_t>(a.weight) == std::bit_cast<std::uint32_t>(b.weight);
    }
};

struct CameraKey {
    std::uint32_t frame = 0;
    float distance = -45; ///< negative: the camera is in front of the target
    Vec3 target;
    Vec3 rotation; ///< radians; the sign of x is opposite to what MikuMikuDance shows: with a negative x the camera looks down
    CameraCurves curves{};
    std::array<std::uint8_t, 4> short_curve{}; ///< version 1: one curve for all channels, instead of the three fields around
    std::uint32_t field_of_view = 30;          ///< degrees
    std::uint8_t parallel = 0;                 ///< 0 = perspective
};

struct LightKey {
    std::uint32_t frame = 0;
    Vec3 color{0.6F, 0.6F, 0.6F}; ///< red, green, blue, 0 to 1
    Vec3 direction{-0.5F, -1, 0.5F};
};

enum class ShadowMode : std::uint8_t { off = 0, mode1 = 1, mode2 = 2 };

struct ShadowKey {
    std::uint32_t frame = 0;
    ShadowMode mode = ShadowMode::mode1;
    float distance = 0.01125F; ///< (10000 − what MikuMikuDance shows) / 100000
};

struct IkState {
    FixedText<20> name; ///< of the IK bone
    std::uint8_t enabled = 1;
};

struct PropertyKey {
    std::uint32_t frame = 0;
    std::uint8_t visible = 1;
    List<IkState> iks;
};

// ------------------------------------------------------------------------------------------------ the motion

struct Motion {
    Header header;
    Section<Column<BoneKey>> bone_keys;
    Section<Column<MorphKey>> morph_keys;
    Section<Column<CameraKey>> camera_keys;
    Section<Column<LightKey>> light_keys;
    Section<Column<ShadowKey>> shadow_keys;          ///< not in version 1
    Section<std::vector<PropertyKey>> property_keys; ///< not in version 1
    Bytes trailing;                                  ///< bytes after the last section
    std::optional<Damage> damage;                    ///< only after reading with `keep`

    /// How the names are to be shown and set. It is not in the file: `read` leaves CP932, which MikuMikuDance writes;
    /// `detect` finds what it really is.
    Encoding encoding = Encoding::cp932;

    /// Two motions are equal if the same bytes would be written for both.
    friend KAGAMI_API bool operator==(const Motion&, const Motion&);
};

// ------------------------------------------------------------------------------------------------ whole files

/// Reads a motion from the bytes of a file. Never allocates more than 4 times the size of `bytes` plus 1 MB.
/// Errors (offset and path say where): wrong_format, truncated, count_too_large, out_of_memory.
[[nodiscard]] KAGAMI_API Result<Motion> read(std::span<const std::byte> bytes, ReadOptions options = {});

/// As `read`, into a motion whose memory is used again. After an error `motion` is valid but holds nothing in particular.
[[nodiscard]] KAGAMI_API Result<void> read_into(Motion& motion, std::span<const std::byte> bytes, ReadOptions options = {});

/// Reads a file; "-" is standard input. Further errors: cannot_open, cannot_read.
[[nodiscard]] KAGAMI_API Result<Motion> load(const std::filesystem::path& path, ReadOptions options = {});

struct Scan {
    Header header;
    std::vector<Part> parts; ///< in file order; absent sections are not listed
};

/// The header, and where each part lies and how many keys it has, without reading the keys.
[[nodiscard]] KAGAMI_API Result<Scan> scan(std::span<const std::byte> bytes);

/// The path of the value that the byte at `offset` belongs to, `/bone_keys/12/frame`; empty if there is none.
[[nodiscard]] KAGAMI_API std::string path_at(std::span<const std::byte> bytes, std::uint64_t offset);

/// The same for many offsets, which ascend, in one pass.
[[nodiscard]] KAGAMI_API std::vector<std::string> paths_at(std::span<const std::byte> bytes, std::span<const std::uint64_t> offsets);

/// The file's bytes. Errors: too_many, needs_section (a section after an absent one), needs_version (keys that version 1
/// has no section for), out_of_memory.
[[nodiscard]] KAGAMI_API Result<Bytes> write(const Motion& motion);

/// The number of bytes that `write` gives.
[[nodiscard]] KAGAMI_API std::size_t written_size(const Motion& motion);

/// Writes into memory of the caller's and returns the number of bytes. Error buffer_too_small: the needed size is the
/// error's `length`.
[[nodiscard]] KAGAMI_API Result<std::size_t> write_into(std::span<std::byte> buffer, const Motion& motion);

/// Writes a file, atomically (see save_bytes).
[[nodiscard]] KAGAMI_API Result<void> save(const Motion& motion, const std::filesystem::path& path);

} // namespace kagami::vmd

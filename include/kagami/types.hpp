// Small value types that every format shares: vectors, typed indices, flag sets.
//
// Equality is equality of bits throughout: 0.0 differs from -0.0, and a NaN equals a NaN of the same payload.
// That is what "nothing changed" means for a file.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace kagami {

/// Two floats as they lie in the file; for texture coordinates the origin is the top-left corner.
struct Vec2 {
    float x = 0, y = 0;
    friend constexpr bool operator==(const Vec2& a, const Vec2& b) {
        return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
    }
};

/// Three floats. Positions are in MMD units (1 unit is about 8 cm), left-handed, y up, the model faces -z.
/// Angles are radians. Colours are red, green, blue, usually 0 to 1 but never clamped.
struct Vec3 {
    float x = 0, y = 0, z = 0;
    friend constexpr bool operator==(const Vec3& a, const Vec3& b) {
        return std::bit_cast<std::uint32_t>(a.x) == std::bit_cast<std::uint32_t>(b.x) &&
               std::bit_cast<std::uint32_t>(a.y) == std::bit_cast<std::uint32_t>(b.y) &&
               std::bit_cast<std::uint32_t>(a.z) == std::bit_cast<std::uint32_t>(b.z);
    }
};

/// Four floats: a colour with opacity (x, y, z, w = red, green, blue, alpha) or a quaternion in the order x, y, z, w.
struct Vec4 {
    float x = 0, y = 0, z = 0, w = 0;
    friend constexpr bool operator==(const Vec4& a, const Vec4& b) {
        return Vec3{a.x, a.y, a.z} == Vec3{b.x, b.y, b.z} && std::bit_cast<std::uint32_t>(a.w) == std::bit_cast<std::uint32_t>(b.w);
    }
};

/// The number of a `Kind` in its list. No conversion leads from one kind to another or from a plain integer.
/// -1 means "none"; any other value is kept as it was read, also if nothing lies there.
template <class Kind> struct Index {
    std::int32_t value = -1;

    constexpr Index() = default;
    constexpr explicit Index(std::int32_t number) : value(number) {}

    /// Whether the index names an element of a list with `count` elements.
    [[nodiscard]] constexpr bool within(std::size_t count) const { return value >= 0 && static_cast<std::size_t>(value) < count; }

    friend constexpr bool operator==(Index, Index) = default;
};

/// A set of the bits that the enumeration `E` names. Bits without a name are kept.
template <class E> struct Flags {
    using Bits = std::underlying_type_t<E>;
    Bits bits = 0;

    [[nodiscard]] constexpr bool has(E flag) const { return (bits & static_cast<Bits>(flag)) != 0; }
    constexpr void set(E flag, bool on = true) {
        bits = static_cast<Bits>(on ? bits | static_cast<Bits>(flag) : bits & ~static_cast<unsigned>(static_cast<Bits>(flag)));
    }

    friend constexpr bool operator==(Flags, Flags) = default;
};

} // namespace kagami

// Which elements of two lists belong together. What is known of an element here is a hash.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kagami {

/// The elements of two lists, each with its counterpart in the other.
struct Pairing {
    static constexpr std::uint32_t none = 0xFFFF'FFFF;
    std::vector<std::uint32_t> to_b, to_a;

    Pairing() = default;
    Pairing(std::size_t a, std::size_t b) : to_b(a, none), to_a(b, none) {}
    void join(std::size_t a, std::size_t b) {
        to_b[a] = static_cast<std::uint32_t>(b);
        to_a[b] = static_cast<std::uint32_t>(a);
    }
};

/// A hash that says nothing.
inline constexpr std::uint64_t no_key = 0;

/// Pairs elements that have none yet and have the same hash, wherever they stand; the first with the first, the second
/// with the second. The hashes are those of the elements from `first` on. Takes O(n log n).
void pair_by_key(Pairing& pairing, std::size_t first, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

/// Pairs runs of elements that have none yet, if they are of one length and beside elements that are paired.
void pair_by_place(Pairing& pairing);

/// Hashes of the elements of two lists.
struct Hashes {
    std::vector<std::uint64_t> a, b;
    std::size_t window = 1; ///< of how many elements together the hashes say which place it is
};
/// Pairs the elements from `first` on in ascending order: equal beginnings and ends, then what lies between elements that
/// are unique in both. What is left over there in unequal number is paired by its likeness in the same way, and in the
/// end by place. Takes O(n log n).
void pair_by_alignment(Pairing& pairing, std::size_t first, const Hashes& hashes, const Hashes& likeness = {});

/// For each element of the first list whether it is one of the most elements that stand in the same order in both.
[[nodiscard]] std::vector<bool> in_order(const Pairing& pairing);

} // namespace kagami

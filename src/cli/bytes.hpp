// Where two versions of a file differ, byte by byte.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace kagami::cli {

/// A run of bytes that differ: what stood there before, and what stands there now. One of the sizes can be 0.
struct ByteRange {
    std::size_t before = 0, before_size = 0, after = 0, after_size = 0;
};

/// Compares part by part, so that a text that became longer does not make all that follows differ. Within a part whose
/// size changed, what lies between the common beginning and the common end is one range.
[[nodiscard]] std::vector<ByteRange> compare_bytes(std::span<const std::byte> before, std::span<const std::byte> after);

} // namespace kagami::cli

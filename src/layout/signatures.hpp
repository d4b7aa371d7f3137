// What a file is, by its first bytes.
#pragma once

#include "kagami/reading.hpp"

#include <optional>
#include <span>
#include <string>

namespace kagami::layout {

struct Sniffed {
    std::optional<Format> format;
    std::string what, advice; ///< "a PMD model", "open it as PMD"
};

[[nodiscard]] Sniffed sniff(std::span<const std::byte> bytes);

/// An error if the bytes are not of this format at all.
[[nodiscard]] std::optional<Error> refuse_other_formats(std::span<const std::byte> bytes, Format wanted);

/// A VMD signature that is known, up to its first NUL.
[[nodiscard]] bool is_vmd_signature(std::string_view field);

} // namespace kagami::layout

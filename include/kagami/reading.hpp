// What reading has in common for all formats.
#pragma once

#include "kagami/export.hpp"
#include "kagami/result.hpp"
#include "kagami/storage.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace kagami {

/// The formats of files that Kagami reads and writes.
enum class Format : std::uint8_t { pmx, pmd, vmd, vpd };

/// "pmx": the format's name in JSON, and the usual extension of its files.
[[nodiscard]] KAGAMI_API std::string_view name_of(Format format);

struct ReadOptions {
    /// Take every whole record before a damage and hold the rest as opaque bytes (a model's `damage`), instead of
    /// failing. Only a file that is not of the format at all is still an error.
    bool keep = false;
};

/// What a reading that kept going holds of a damaged file: everything from the first record that is not whole.
struct Damage {
    std::string part;          ///< the part of the document it lies in: "joints"; all later parts are empty
    bool count_known = false;  ///< whether that part's count could be read
    std::uint32_t missing = 0; ///< how many records the count promises beyond those that are there
    Bytes bytes;               ///< the rest of the file, written back as it is
    Error error;               ///< why reading stopped; not part of the value
    friend bool operator==(const Damage& a, const Damage& b) {
        return a.part == b.part && a.count_known == b.count_known && a.missing == b.missing && a.bytes == b.bytes;
    }
};

/// One part of a file: where it lies and how many records it has (1 for a header or a text).
struct Part {
    std::string_view name; ///< "vertices"; a string literal
    std::uint64_t offset = 0, size = 0;
    std::uint32_t count = 0;
    friend bool operator==(const Part&, const Part&) = default;
};

} // namespace kagami

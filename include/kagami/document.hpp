// Any file that Kagami knows: which format it is, is found by its content.
#pragma once

#include "kagami/export.hpp"
#include "kagami/pmd.hpp"
#include "kagami/pmx.hpp"
#include "kagami/reading.hpp"
#include "kagami/result.hpp"
#include "kagami/vmd.hpp"
#include "kagami/vpd.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace kagami {

using Document = std::variant<pmx::Model, pmd::Model, vmd::Motion, vpd::Pose>;

[[nodiscard]] inline Format format_of(const Document& document) {
    return static_cast<Format>(document.index());
}

/// The format that these bytes begin like. Error wrong_format, which says what they are instead.
[[nodiscard]] KAGAMI_API Result<Format> format_of(std::span<const std::byte> bytes);

/// Reads a file's bytes, whatever their format. Also finds out how the names of a motion are encoded (see
/// vmd::Motion::encoding). Errors: wrong_format, and those of the format's own `read`.
[[nodiscard]] KAGAMI_API Result<Document> open(std::span<const std::byte> bytes, ReadOptions options = {});

/// Reads a file; "-" is standard input. The extension of its name does not matter. Further errors: cannot_open,
/// cannot_read.
[[nodiscard]] KAGAMI_API Result<Document> open(const std::filesystem::path& path, ReadOptions options = {});

/// What a document that was read with `keep` holds of a damage; nullptr if it is whole.
[[nodiscard]] KAGAMI_API const Damage* damage_of(const Document& document);

/// Where the parts of a file lie.
[[nodiscard]] KAGAMI_API Result<std::vector<Part>> parts_of(std::span<const std::byte> bytes);

/// The path of the value that the byte at `offset` belongs to; empty if there is none.
[[nodiscard]] KAGAMI_API std::string path_in(std::span<const std::byte> bytes, std::uint64_t offset);

/// The same for many offsets, which ascend, in one pass.
[[nodiscard]] KAGAMI_API std::vector<std::string> paths_in(std::span<const std::byte> bytes, std::span<const std::uint64_t> offsets);

/// The file's bytes; `changes` as pmx::write has it. Errors: those of the format's own `write`.
[[nodiscard]] KAGAMI_API Result<Bytes> write(const Document& document, std::vector<pmx::WidthChange>* changes = nullptr);

/// Writes a file, atomically (see save_bytes).
[[nodiscard]] KAGAMI_API Result<void> save(const Document& document, const std::filesystem::path& path);

} // namespace kagami

// Whole files in and out. Paths are std::filesystem::path, so any script works in a file name.
#pragma once

#include "kagami/export.hpp"
#include "kagami/result.hpp"
#include "kagami/storage.hpp"

#include <filesystem>
#include <span>

namespace kagami {

/// The whole content of a file, or of standard input for the path "-".
/// Errors: cannot_open, cannot_read, out_of_memory; all name the file.
[[nodiscard]] KAGAMI_API Result<Bytes> load_bytes(const std::filesystem::path& path);

/// Writes a file so that at every moment either the old or the new content stands under the name, whole: a temporary
/// file in the same folder, flushed to the disk, then renamed. Owner (where permitted) and mode of an existing file are
/// kept, a symbolic link stays a link; a hard link is not kept, since the file is a new one. The path "-" is standard
/// output. Error: cannot_write; the old file is then untouched.
[[nodiscard]] KAGAMI_API Result<void> save_bytes(std::span<const std::byte> bytes, const std::filesystem::path& path);

} // namespace kagami

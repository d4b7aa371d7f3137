// Whole files in and out. Paths are std::filesystem::path, so any script works in a file name.
#pragma once

#include "kagami/export.hpp"
#include "kagami/result.hpp"
#include "kagami/storage.hpp"

#include <cstdint>
#include <filesystem>
#include <span>

namespace kagami {

/// The whole content of a file, or of standard input for the path "-".
/// Errors: cannot_open, cannot_read, out_of_memory; all name the file.
[[nodiscard]] KAGAMI_API Result<Bytes> load_bytes(const std::filesystem::path& path);

/// The content of a file for reading: mapped where that saves copying it, otherwise loaded.
///
/// A mapped file costs no memory of its own and only the parts that are looked at are read from the disk. It must not
/// be shortened by another program meanwhile: touching what is gone ends the program.
class MappedFile {
public:
    MappedFile() = default;
    KAGAMI_API MappedFile(MappedFile&& other) noexcept;
    KAGAMI_API MappedFile& operator=(MappedFile&& other) noexcept;
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    KAGAMI_API ~MappedFile();

    [[nodiscard]] std::span<const std::byte> bytes() const { return mapped_.empty() ? std::span<const std::byte>(loaded_) : mapped_; }

private:
    friend KAGAMI_API Result<MappedFile> map_file(const std::filesystem::path& path);
    std::span<const std::byte> mapped_;
    Bytes loaded_;
};

/// Maps a regular file of at least 1 MiB; loads any other, as `load_bytes` does. The same errors.
[[nodiscard]] KAGAMI_API Result<MappedFile> map_file(const std::filesystem::path& path);

/// What becomes of a file that is there already under the name of one that is saved.
enum class Existing : std::uint8_t {
    replace,
    keep ///< error file_exists, also if another program makes it at the same moment
};

/// Writes a file so that at every moment either the old or the new content stands under the name, whole: a temporary
/// file in the same folder, flushed to the disk, then renamed. Owner (where permitted) and mode of an existing file are
/// kept, a symbolic link stays a link; a hard link is not kept, since the file is a new one. The path "-" is standard
/// output. Errors: cannot_write, also for a file that the user may not write; file_exists. The old file is then untouched.
[[nodiscard]] KAGAMI_API Result<void> save_bytes(std::span<const std::byte> bytes, const std::filesystem::path& path,
                                                 Existing existing = Existing::replace);

} // namespace kagami

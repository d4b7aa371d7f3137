// VPD: a pose as text, kept token by token.
//
// A pose holds every byte of its file in the order of the file: the numbers in the spelling they have, and between them
// comments, blanks, line ends, whatever they are. Writing puts them one after the other again. Values are read out of
// the spelling on demand, and setting one writes a new spelling in its place and nothing else.
//
// Units: MMD units, quaternions x, y, z, w. docs/formats/vpd.md shows the tokens.
#pragma once

#include "kagami/export.hpp"
#include "kagami/reading.hpp"
#include "kagami/result.hpp"
#include "kagami/spelling.hpp"
#include "kagami/storage.hpp"
#include "kagami/text.hpp"
#include "kagami/types.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kagami::vpd {

/// What stands before the first block.
struct Header {
    Text before;       ///< a byte order mark, or nothing
    Text signature;    ///< "Vocaloid Pose Data file"
    Text before_model; ///< line ends, comments
    Text model_file;   ///< "Miku.osm", up to the semicolon
    Text before_count; ///< the semicolon, the comment, the line end
    Text count;        ///< how many bones follow, as it is spelt; not held against the blocks
    Text after_count;  ///< the semicolon, and the rest of the line
};

enum class BlockKind : std::uint8_t { bone = 0, morph = 1 };

/// `Bone0{name … }` or, by MikuMikuMoving, `Morph0{name … }`. Each gap is what stands before the number of its place.
struct Block {
    BlockKind kind = BlockKind::bone;
    Text opening; ///< from the end of what is before to the opening brace: "\r\nBone0{"
    Text name;
    std::array<Text, 3> position_gaps; ///< bone
    std::array<Spelling, 3> position;
    std::array<Text, 4> rotation_gaps; ///< bone
    std::array<Spelling, 4> rotation;
    std::array<Text, 1> weight_gaps; ///< morph
    std::array<Spelling, 1> weight;
    Text closing; ///< from the semicolon after the last number to the end of the closing brace's line
};

struct Pose {
    Encoding encoding = Encoding::cp932; ///< of all texts, as it was found out from them; not in the file
    Header header;
    std::vector<Block> blocks;
    Text trailing;                ///< what stands after the last block
    std::optional<Damage> damage; ///< only after reading with `keep`

    /// Two poses are equal if the same bytes would be written for both.
    friend KAGAMI_API bool operator==(const Pose&, const Pose&);
};

/// Reads a pose from the bytes of a file. Errors (offset and path say where): wrong_format, expected, out_of_memory.
[[nodiscard]] KAGAMI_API Result<Pose> read(std::span<const std::byte> bytes, ReadOptions options = {});

/// Reads a file; "-" is standard input. Further errors: cannot_open, cannot_read.
[[nodiscard]] KAGAMI_API Result<Pose> load(const std::filesystem::path& path, ReadOptions options = {});

/// Where the parts lie.
struct Scan {
    Header header;
    std::vector<Part> parts; ///< in file order
};
[[nodiscard]] KAGAMI_API Result<Scan> scan(std::span<const std::byte> bytes);

/// The path of the token that the byte at `offset` belongs to, `/blocks/2/name`; empty if there is none.
[[nodiscard]] KAGAMI_API std::string path_at(std::span<const std::byte> bytes, std::uint64_t offset);

/// The same for many offsets, which ascend, in one pass.
[[nodiscard]] KAGAMI_API std::vector<std::string> paths_at(std::span<const std::byte> bytes, std::span<const std::uint64_t> offsets);

/// The file's bytes. Error would_not_read_back (the path says which token): the text would be read as something else, a
/// name with a line end in it for example.
[[nodiscard]] KAGAMI_API Result<Bytes> write(const Pose& pose);

/// Writes a file, atomically (see save_bytes).
[[nodiscard]] KAGAMI_API Result<void> save(const Pose& pose, const std::filesystem::path& path);

/// The values of a bone's block; a number that is none is 0.
[[nodiscard]] KAGAMI_API Vec3 position(const Block& block);
[[nodiscard]] KAGAMI_API Vec4 rotation(const Block& block);
[[nodiscard]] KAGAMI_API float weight(const Block& block);

/// Spells the values anew, each only if it differs from what its spelling says. Six decimals, as MikuMikuDance writes, or
/// as many as the float needs.
KAGAMI_API void set_position(Block& block, Vec3 position);
KAGAMI_API void set_rotation(Block& block, Vec4 rotation);
KAGAMI_API void set_weight(Block& block, float weight);

} // namespace kagami::vpd

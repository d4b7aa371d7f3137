// What a motion's keys are together: tracks, their names' encoding, and who wrote them. Views made on demand; nothing here
// changes a motion.
#pragma once

#include "kagami/export.hpp"
#include "kagami/names.hpp"
#include "kagami/vmd.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kagami::vmd {

/// All keys of one name. Keys are of one name if the bytes before the NUL are the same.
struct Track {
    std::string_view name;           ///< raw bytes, in the motion's memory
    std::vector<std::uint32_t> keys; ///< their numbers in the section, by frame; those of one frame in file order
};

/// In the order in which the names first occur. A track's name lies in `motion`, which must stay as it is meanwhile.
[[nodiscard]] KAGAMI_API std::vector<Track> bone_tracks(const Motion& motion);
[[nodiscard]] KAGAMI_API std::vector<Track> morph_tracks(const Motion& motion);

/// How the names are encoded; `known` are the names of the model it is for, in UTF-8, as evidence. Each name is looked at
/// once, however many keys have it.
[[nodiscard]] KAGAMI_API DetectedEncoding detect_encoding(const Motion& motion, std::span<const std::string> known = {});

/// A name that was written in another encoding.
struct ConvertedName {
    std::string before, after; ///< for display; `after` decodes to what `before` does but for `changes`
    std::size_t keys = 0;      ///< how many keys and IK states have it; 0 for the model's name
    std::vector<Diagnostic> changes;
};

/// Writes all names of a motion that are in one encoding in another: CP932, GBK or UTF-8. Names that stay the same bytes
/// are not touched. On error the motion is unchanged. Errors: text_not_decodable (a name that is not valid in `from`, or
/// is cut within a character, unless the rule allows cutting), those of fit_name, and name_shared if two names would
/// become one. `rule.limit` does not matter.
[[nodiscard]] KAGAMI_API Result<std::vector<ConvertedName>> convert_names(Motion& motion, Encoding from, Encoding to, NameRule rule = {});

/// Who wrote the bone keys, by what they leave in bytes that nobody reads.
enum class Generation : std::uint8_t {
    none,           ///< there are no bone keys
    old_mmd,        ///< first bytes of the Z and rotation curves in row 0, rows that end in 01, FD behind names
    current_mmd,    ///< rows end in the low bytes of position.x; also what Builder imitates
    like_current,   ///< laid out like that, but no key tells whether MikuMikuDance itself wrote it
    tool,           ///< laid out alike, but rows end in 00 where MikuMikuDance would leave something else
    first_row_only, ///< rows 1 to 3 are 0, so that MikuMikuDance sees other curves than were meant
    mixed,          ///< keys of several kinds, or of none of these
};
[[nodiscard]] KAGAMI_API std::string_view name_of(Generation generation);

/// What lies behind the NUL of the names of bone and morph keys.
enum class Filler : std::uint8_t {
    none,  ///< no name has room for any
    zero,  ///< 00, as current MikuMikuDance leaves it
    fd,    ///< FD, as old ones did
    other, ///< several, or remnants of other text
};
[[nodiscard]] KAGAMI_API std::string_view name_of(Filler filler);

/// How the keys of a section are ordered.
struct Order {
    bool by_frame = true;       ///< no key has a smaller frame than the key before it
    bool by_name = true;        ///< the keys of each name stand together
    std::size_t duplicates = 0; ///< keys that share name and frame with a key before them
    friend bool operator==(const Order&, const Order&) = default;
};

struct Summary {
    std::uint32_t last_frame = 0; ///< of all sections
    Order bones, morphs;
    /// Camera, light, shadow and property keys have no names: duplicates are keys of one frame.
    Order cameras, lights, shadows, properties;
    Generation generation = Generation::none;
    Filler filler = Filler::none;
    std::size_t physics_off = 0; ///< bone keys with physics off
};
[[nodiscard]] KAGAMI_API Summary summary_of(const Motion& motion);

} // namespace kagami::vmd

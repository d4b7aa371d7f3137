#include "vmd/detect.hpp"

#include "kagami/tracks.hpp"
#include "layout/document.hpp"
#include "vmd/layout.hpp"
#include "vmd/name_table.hpp"

#include <unordered_set>

namespace kagami::vmd {

namespace {

/// Globals that show the keys just read to a table of names.
class Watching : public Globals {
public:
    explicit Watching(NameTable& names) : names_(&names) {}

    template <class Keys> void read(const Keys& keys, std::size_t from, std::size_t to) const {
        if constexpr (requires { names_->add(keys, from, to); }) names_->add(keys, from, to);
    }

private:
    NameTable* names_;
};

DetectedEncoding detect(const Motion& motion, const NameTable& table, std::span<const std::string> known) {
    std::vector<std::string_view> names = table.names();
    if (names.empty() && motion.header.name() == camera_model_name)
        return {Encoding::cp932, Certainty::certain, "it is a camera motion, and its name is the one that MikuMikuDance writes"};
    std::unordered_set<std::string_view> known_names(names.begin(), names.end());
    for (const PropertyKey& key : *motion.property_keys)
        for (const IkState& ik : key.iks)
            if (known_names.insert(ik.name.bytes()).second) names.push_back(ik.name.bytes());
    if (const auto name = motion.header.name(); !name.empty()) names.push_back(name);
    return kagami::detect_encoding(names, known);
}

} // namespace

DetectedEncoding detect_encoding(const Motion& motion, std::span<const std::string> known) {
    NameTable table;
    table.add(*motion.bone_keys, 0, motion.bone_keys.size());
    table.add(*motion.morph_keys, 0, motion.morph_keys.size());
    return detect(motion, table, known);
}

Result<Motion> read_and_detect(std::span<const std::byte> bytes, ReadOptions options) {
    NameTable table;
    auto motion = layout::read_document<Motion>(bytes, options, Watching(table));
    // A damaged section may have been moved to other memory after its names were seen.
    if (motion) motion->encoding = motion->damage ? detect_encoding(*motion).encoding : detect(*motion, table, {}).encoding;
    return motion;
}

} // namespace kagami::vmd

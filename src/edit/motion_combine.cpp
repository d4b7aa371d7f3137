// Motions put together and taken apart.
#include "edit/motion_common.hpp"
#include "edit/motion_keys.hpp"
#include "kagami/document.hpp"

#include <unordered_set>

namespace kagami::edit {

using vmd::Motion;

namespace {

using Set = std::unordered_set<std::string>;

/// Adds the keys of one section. Decides by spot: where no two keys differ, one of each is enough; where they do, `keep`
/// says whose keys stay. Returns how many of the new keys differ from what stands there.
template <class S>
std::size_t merge_section(Report& report, const char* path, S& section, const S& other, KeepKey keep, const vmd::Globals& globals) {
    Set new_spots, old_spots, old_keys, differing;
    if (keep != KeepKey::both) {
        for (const auto& key : *other) new_spots.insert(spot_of(key));
        for (const auto& key : *section) {
            if (!new_spots.contains(spot_of(key))) continue;
            old_spots.insert(spot_of(key));
            old_keys.insert(written(key, globals));
        }
    }
    std::size_t conflicts = 0;
    for (const auto& key : *other) {
        if (!old_spots.contains(spot_of(key)) || old_keys.contains(written(key, globals))) continue;
        differing.insert(spot_of(key));
        ++conflicts;
    }
    if (conflicts != 0 && keep == KeepKey::refuse) return conflicts;
    if (keep == KeepKey::last)
        count(report, path, "replaced", filter(section, [&](const auto& key) { return !differing.contains(spot_of(key)); }));
    std::size_t added = 0, alike = 0, left_out = 0;
    for (const auto& key : *other) {
        const bool meets = old_spots.contains(spot_of(key)), differs = meets && differing.contains(spot_of(key));
        if (!meets || (differs && keep == KeepKey::last)) {
            section.push_back(key);
            ++added;
        } else {
            ++(differs ? left_out : alike);
        }
    }
    count(report, path, "added", added);
    count(report, path, "left out, being there already", alike);
    count(report, path, "left out for those that were there", left_out);
    return conflicts;
}

bool has_model_keys(const Motion& m) {
    return !m.bone_keys.empty() || !m.morph_keys.empty() || !m.property_keys.empty();
}
bool has_camera_keys(const Motion& m) {
    return !m.camera_keys.empty() || !m.light_keys.empty() || !m.shadow_keys.empty();
}

/// The sections of two motions that belong together.
template <class F> void each_pair(Motion& motion, const Motion& other, F f) {
    f("/bone_keys", motion.bone_keys, other.bone_keys);
    f("/morph_keys", motion.morph_keys, other.morph_keys);
    f("/camera_keys", motion.camera_keys, other.camera_keys);
    f("/light_keys", motion.light_keys, other.light_keys);
    f("/shadow_keys", motion.shadow_keys, other.shadow_keys);
    f("/property_keys", motion.property_keys, other.property_keys);
}

/// The other motion's keys in the encoding of this one.
Result<Motion> converted(const Motion& other, Encoding encoding, Report& report) {
    Motion copy = other;
    copy.header = {}; // only keys are wanted
    const auto names = vmd::convert_names(copy, other.encoding, encoding);
    if (!names) return std::unexpected(names.error());
    std::size_t changed = 0;
    for (const vmd::ConvertedName& name : *names) changed += name.keys != 0 ? 1 : 0;
    count(report.consequences, "",
          "names written in " + std::string(name_of(encoding)) + " instead of " + std::string(name_of(other.encoding)), changed);
    return copy;
}

Result<void> merge(Motion& m, const Motion& from, KeepKey keep, Report& report) {
    if (auto error = damaged(from)) return failed(std::move(error));
    if (m.header.version_1() != from.header.version_1()) return failed(Error{Code::versions_differ, 0, 0, "/header/signature", {}, {}});
    const bool was_mixed = has_model_keys(m) && has_camera_keys(m);
    const auto other = converted(from, m.encoding, report);
    if (!other) return std::unexpected(other.error());
    const auto globals = layout::FormatOf<Motion>::globals(m);
    // From the last section back: a section can only be in the file if those before it are.
    bool needed = false;
    const auto make_room = [&](const char* path, auto& section, const auto& added) {
        needed |= !added.empty();
        if (!needed || section.present()) return;
        section.emplace();
        count(report.consequences, path, "section made", 1);
    };
    make_room("/property_keys", m.property_keys, other->property_keys);
    make_room("/shadow_keys", m.shadow_keys, other->shadow_keys);
    make_room("/light_keys", m.light_keys, other->light_keys);
    make_room("/camera_keys", m.camera_keys, other->camera_keys);
    make_room("/morph_keys", m.morph_keys, other->morph_keys);
    make_room("/bone_keys", m.bone_keys, other->bone_keys);
    std::optional<Error> error;
    each_pair(m, *other, [&](const char* path, auto& section, const auto& added) {
        if (error) return;
        const std::size_t conflicts = merge_section(report, path, section, added, keep, globals);
        if (conflicts != 0 && keep == KeepKey::refuse) error = Error{Code::keys_differ, 0, 0, path, {}, {std::to_string(conflicts)}};
    });
    if (error) return failed(std::move(error));
    if (!from.trailing.empty() && from.trailing != m.trailing)
        report.notes.push_back(
            {Code::left_out, 0, 0, "/trailing", {}, {std::to_string(from.trailing.size()) + " bytes behind the last section"}});
    if (!was_mixed && has_model_keys(m) && has_camera_keys(m)) report.notes.push_back({Code::mixed_motion, 0, 0, {}, {}, {}});
    return {};
}

} // namespace

Result<Report> merge_into(Motion& motion, const Motion& other, KeepKey keep) {
    return editing(motion, [&](Report& report) { return merge(motion, other, keep, report); });
}

Result<Report> apply_in_place(Motion& m, const MergeMotions& op) {
    return editing(m, [&](Report& report) -> Result<void> {
        if (op.with.empty()) return failed(bad_value("with", "empty", "the files of other motions"));
        for (const std::filesystem::path& path : op.with) {
            const auto document = open(path);
            if (!document) return std::unexpected(document.error());
            const auto* other = std::get_if<Motion>(&*document);
            if (other == nullptr) return failed(Error{Code::not_for_format, 0, 0, {}, path.string(), {"merge-motions", "VMD"}});
            if (auto merged = merge(m, *other, op.keep, report); !merged) {
                merged.error().file = path.string();
                return merged;
            }
        }
        return {};
    });
}

Result<std::vector<MotionPart>> split(const Motion& motion) {
    return catching([&]() -> Result<std::vector<MotionPart>> {
        std::vector<MotionPart> parts;
        const auto part = [&](const char* kind, const KeepKinds& kinds) -> Result<void> {
            MotionPart one{kind, motion};
            const auto kept = apply_in_place(one.motion, kinds);
            if (!kept) return std::unexpected(kept.error());
            if (!has_model_keys(one.motion) && !has_camera_keys(one.motion)) return {};
            if (!motion.header.version_1() && has_camera_keys(one.motion) != (motion.header.name() == vmd::camera_model_name))
                one.motion.header.model_name.assign(has_camera_keys(one.motion) ? vmd::camera_model_name : std::string_view{});
            parts.push_back(std::move(one));
            return {};
        };
        KeepKinds bones, morphs, camera;
        bones.bones = bones.properties = true;
        morphs.morphs = true;
        camera.camera = camera.light = camera.shadow = true;
        if (auto done = part("bones", bones); !done) return std::unexpected(std::move(done.error()));
        if (auto done = part("morphs", morphs); !done) return std::unexpected(std::move(done.error()));
        if (auto done = part("camera", camera); !done) return std::unexpected(std::move(done.error()));
        return parts;
    });
}

} // namespace kagami::edit

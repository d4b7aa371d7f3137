// Operations on the frames and the sections of motions.
#include "edit/motion_common.hpp"
#include "edit/motion_keys.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace kagami::edit {

using vmd::Motion;

void note_meetings(Report& report, const vmd::Summary& before, const vmd::Summary& after) {
    const auto note = [&](const char* path, const vmd::Order& old, const vmd::Order& now) {
        if (now.duplicates > old.duplicates)
            report.notes.push_back({Code::keys_met, 0, 0, path, {}, {std::to_string(now.duplicates - old.duplicates)}});
    };
    note("/bone_keys", before.bones, after.bones);
    note("/morph_keys", before.morphs, after.morphs);
    note("/camera_keys", before.cameras, after.cameras);
    note("/light_keys", before.lights, after.lights);
    note("/shadow_keys", before.shadows, after.shadows);
    note("/property_keys", before.properties, after.properties);
}

namespace {

/// Sets every frame to what `to` makes of it; counts those that changed. A frame out of range is an error.
template <class F> std::optional<Error> map_frames(Motion& motion, Report& report, const std::string& what, F to) {
    std::optional<Error> error;
    each_section(motion, [&](const char* path, auto& section) {
        std::size_t moved = 0, number = 0;
        for (auto& key : *section) {
            const double frame = to(key.frame);
            if (!error && (frame < 0 || frame > std::numeric_limits<std::uint32_t>::max())) {
                error = bad_value("the new number of frame " + std::to_string(key.frame),
                                  std::to_string(static_cast<std::int64_t>(std::clamp(frame, -9e18, 9e18))), "from 0 to 4294967295");
                error->path = std::string(path) + '/' + std::to_string(number) + "/frame";
            }
            if (error) return;
            moved += key.frame != static_cast<std::uint32_t>(frame) ? 1 : 0;
            key.frame = static_cast<std::uint32_t>(frame);
            ++number;
        }
        count(report, path, what, moved);
    });
    return error;
}

/// How many tracks have keys outside, and no key at that end of what is kept: there they will look otherwise.
template <class Keys> std::size_t cut_open(const Keys& keys, std::uint32_t from, std::uint32_t to) {
    struct Ends {
        bool before = false, first = false, last = false, behind = false;
    };
    std::unordered_map<std::string_view, Ends> tracks;
    for (const auto& key : keys) {
        Ends& ends = tracks[name_in(key)];
        ends.before |= key.frame < from;
        ends.first |= key.frame == from;
        ends.last |= key.frame == to;
        ends.behind |= key.frame > to;
    }
    return static_cast<std::size_t>(std::ranges::count_if(
        tracks, [](const auto& t) { return (t.second.before && !t.second.first) || (t.second.behind && !t.second.last); }));
}

} // namespace

Result<Report> apply_in_place(Motion& m, const Trim& trim) {
    return editing(m, [&](Report& report) -> Result<void> {
        if (trim.from > trim.to) return failed(bad_value("from", std::to_string(trim.from), "at most " + std::to_string(trim.to)));
        std::size_t otherwise = 0;
        each_section(m, [&](const char* path, auto& section) {
            otherwise += cut_open(*section, trim.from, trim.to);
            count(report, path, "removed",
                  filter(section, [&](const auto& key) { return key.frame >= trim.from && key.frame <= trim.to; }));
        });
        if (otherwise != 0) report.notes.push_back({Code::tracks_cut, 0, 0, {}, {}, {std::to_string(otherwise)}});
        if (!trim.rebase || trim.from == 0) return {};
        return failed(map_frames(m, report, "moved by -" + std::to_string(trim.from) + " frames",
                                 [&](std::uint32_t frame) { return static_cast<double>(frame - trim.from); }));
    });
}

Result<Report> apply_in_place(Motion& m, const Shift& shift) {
    return editing(m, [&](Report& report) -> Result<void> {
        return failed(map_frames(m, report, "moved by " + std::to_string(shift.frames) + " frames",
                                 [&](std::uint32_t frame) { return static_cast<double>(frame) + static_cast<double>(shift.frames); }));
    });
}

Result<Report> apply_in_place(Motion& m, const Retime& retime) {
    return editing(m, [&](Report& report) -> Result<void> {
        auto factor = static_cast<double>(retime.factor);
        const std::uint32_t last = vmd::summary_of(m).last_frame;
        if (retime.length != 0) {
            if (last == 0) return failed(bad_value("length", std::to_string(retime.length), "0 for a motion whose last key is at frame 0"));
            factor = static_cast<double>(retime.length) / last;
        }
        if (!(factor > 0) || !std::isfinite(factor)) return failed(bad_value("factor", std::to_string(factor), "a number above 0"));
        const vmd::Summary before = vmd::summary_of(m);
        auto error = map_frames(m, report, "retimed", [&](std::uint32_t frame) { return std::round(frame * factor); });
        if (error) return failed(std::move(error));
        note_meetings(report, before, vmd::summary_of(m));
        return {};
    });
}

Result<Report> apply_in_place(Motion& m, const KeepKinds& keep) {
    return editing(m, [&](Report& report) -> Result<void> {
        const std::array kept{keep.bones, keep.morphs, keep.camera, keep.light, keep.shadow, keep.properties};
        if (std::ranges::count(kept, true) == 0) return failed(bad_value("kinds", "none", "at least one to keep"));
        std::size_t number = 0;
        each_section(m, [&](const char* path, auto& section) {
            if (!kept[number++]) count(report, path, "removed", filter(section, [](const auto&) { return false; }));
        });
        return {};
    });
}

Result<Report> apply_in_place(Motion& m, const SortKeys&) {
    return editing(m, [&](Report& report) -> Result<void> {
        each_section(m, [&](const char* path, auto& section) {
            auto& keys = *section;
            std::vector<std::size_t> order(keys.size());
            for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
            std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(keys[i].frame, i); });
            std::size_t moved = 0;
            for (std::size_t i = 0; i < order.size(); ++i) moved += order[i] != i ? 1 : 0;
            if (moved == 0) return;
            std::remove_reference_t<decltype(keys)> sorted;
            for (const std::size_t i : order) sorted.push_back(keys[i]);
            keys = std::move(sorted);
            count(report, path, "in another place", moved);
        });
        return {};
    });
}

Result<Report> apply_in_place(Motion& m, const DropDuplicates&) {
    return editing(m, [&](Report& report) -> Result<void> {
        const auto globals = layout::FormatOf<Motion>::globals(m);
        each_section(m, [&](const char* path, auto& section) {
            std::unordered_map<std::string, std::string> last; // of each name and frame
            count(report, path, "removed", filter(section, [&](const auto& key) {
                      std::string bytes = written(key, globals);
                      std::string& before = last[spot_of(key)];
                      const bool fresh = before != bytes;
                      if (fresh) before = std::move(bytes);
                      return fresh;
                  }));
        });
        return {};
    });
}

Result<Report> apply_in_place(Motion& m, const Upgrade&) {
    return editing(m, [&](Report& report) -> Result<void> {
        if (!m.header.version_1()) return {};
        if (!m.trailing.empty() || m.damage)
            return failed(
                Error{Code::needs_section, 0, 0, "/trailing", {}, {"what stands behind the lights", "a section that version 1 lacks"}});
        const std::string name(m.header.short_model_name.bytes());
        m.header = vmd::Header{};
        const bool camera = vmd::camera_model_name.starts_with(name) && name.size() == m.header.short_model_name.size;
        m.header.model_name.assign(camera ? vmd::camera_model_name : std::string_view(name));
        count(report, "/header", "of version 2", 1);
        for (vmd::CameraKey& key : *m.camera_keys) {
            const auto& c = key.short_curve;
            for (std::size_t channel = 0; channel < 6; ++channel)
                std::ranges::copy(c, key.curves.begin() + static_cast<std::ptrdiff_t>(4 * channel));
            key.short_curve = {};
        }
        count(report, "/camera_keys", "given curves, field of view and perspective", m.camera_keys.size());
        each_section(m, [](const char*, auto& section) {
            if (!section.present()) section.emplace();
        });
        return {};
    });
}

} // namespace kagami::edit

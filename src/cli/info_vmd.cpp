#include "cli/info.hpp"
#include "kagami/tracks.hpp"

#include <fmt/format.h>

namespace kagami::cli {

namespace {

constexpr std::size_t name_width = 24;

std::string said(vmd::Generation generation) {
    switch (generation) {
    case vmd::Generation::none: return {};
    case vmd::Generation::old_mmd: return "laid out as by an old MikuMikuDance";
    case vmd::Generation::current_mmd: return "laid out as by a current MikuMikuDance";
    case vmd::Generation::like_current: return "laid out as by a current MikuMikuDance or a program that writes alike";
    case vmd::Generation::tool: return "laid out by another program (rows of curves end in 0)";
    case vmd::Generation::first_row_only:
        return "laid out by another program (rows 1 to 3 of the curves are empty, and MikuMikuDance reads them)";
    case vmd::Generation::mixed: return "laid out in several ways";
    }
    return {};
}

std::string said(vmd::Filler filler) {
    switch (filler) {
    case vmd::Filler::none:
    case vmd::Filler::zero: return {};
    case vmd::Filler::fd: return "FD behind them, as an old MikuMikuDance left it";
    case vmd::Filler::other: return "remnants of other text behind them";
    }
    return {};
}

/// "sorted by frame, 3 duplicates"
std::string said(const vmd::Order& order, bool named) {
    std::string text = order.by_frame ? "by frame" : named && order.by_name ? "by name" : "unsorted";
    if (order.duplicates != 0) text += ", " + counted(order.duplicates, "duplicate");
    return text;
}

Json order_json(const vmd::Order& order, std::size_t count, bool named) {
    Json json{{"count", count}, {"by_frame", order.by_frame}};
    if (named) json["by_name"] = order.by_name;
    json["duplicates"] = order.duplicates;
    return json;
}

template <class Keys>
Json tracks_report(Report& r, const char* label, const std::vector<vmd::Track>& tracks, const Keys& keys, Encoding encoding) {
    Json json = Json::array();
    if (!tracks.empty()) r.row(label, padded("", name_width) + "     keys   frames");
    for (const vmd::Track& track : tracks) {
        const std::string name = decode_for_display(track.name, encoding);
        const std::uint32_t first = keys[track.keys.front()].frame, last = keys[track.keys.back()].frame;
        r.row("", padded(one_line(name, name_width), name_width) + fmt::format("{:>9}   {}", grouped(track.keys.size()), grouped(first)) +
                      (last != first ? " to " + grouped(last) : ""));
        json.push_back({{"name", name}, {"keys", track.keys.size()}, {"first_frame", first}, {"last_frame", last}});
    }
    return json;
}

} // namespace

Report report(const Subject& subject, const vmd::Motion& m) {
    const auto detected = vmd::detect_encoding(m);
    const vmd::Summary summary = vmd::summary_of(m);
    const auto bones = vmd::bone_tracks(m), morphs = vmd::morph_tracks(m);
    const double seconds = summary.last_frame / vmd::frames_per_second;
    const std::string model = decode_for_display(m.header.name(), detected.encoding);
    const std::string encoding(name_of(detected.encoding));

    Report r(subject.file);
    r.row("format", std::string("VMD ") + (m.header.version_1() ? "1" : "2") + ", " + counted(subject.bytes.size(), "byte"));
    r.name("model name", model);
    r.row("names", encoding + " (" + std::string(name_of(detected.certainty)) + ": " + detected.why + ')');
    r.row("", said(summary.filler));
    r.row("bone keys are", said(summary.generation));
    r.row("duration", counted(summary.last_frame, "frame") + fmt::format(", {:.2f} seconds", seconds));
    r.json.update({{"format", "vmd"},
                   {"version", m.header.version_1() ? 1 : 2},
                   {"bytes", subject.bytes.size()},
                   {"model_name", model},
                   {"encoding", encoding},
                   {"encoding_certainty", name_of(detected.certainty)},
                   {"encoding_why", detected.why},
                   {"generation", name_of(summary.generation)},
                   {"filler", name_of(summary.filler)},
                   {"frames", summary.last_frame},
                   {"seconds", static_cast<float>(seconds)},
                   {"sections", Json::object()}});
    const auto section = [&](const char* name, const auto& keys, const vmd::Order& order, const std::string& detail, bool named) {
        if (!keys.present()) return r.row(spoken(name), "   absent");
        r.json["sections"][name] = order_json(order, keys.size(), named);
        if (keys.empty()) return r.count(spoken(name), 0);
        const auto [first, last] = std::ranges::minmax_element(*keys, {}, [](const auto& key) { return key.frame; });
        r.json["sections"][name]["first_frame"] = first->frame;
        r.json["sections"][name]["last_frame"] = last->frame;
        r.count(spoken(name), keys.size(),
                detail + said(order, named) + ", frames " + grouped(first->frame) + " to " + grouped(last->frame));
    };
    section("bone_keys", m.bone_keys, summary.bones,
            "of " + counted(bones.size(), "bone") + ", " +
                (summary.physics_off != 0 ? grouped(summary.physics_off) + " with physics off, " : ""),
            true);
    section("morph_keys", m.morph_keys, summary.morphs, "of " + counted(morphs.size(), "morph") + ", ", true);
    section("camera_keys", m.camera_keys, summary.cameras, "", false);
    section("light_keys", m.light_keys, summary.lights, "", false);
    if (!m.header.version_1()) {
        section("shadow_keys", m.shadow_keys, summary.shadows, "", false);
        section("property_keys", m.property_keys, summary.properties, "", false);
    }
    r.json["physics_off"] = summary.physics_off;
    if (!m.trailing.empty()) r.row("trailing", counted(m.trailing.size(), "byte"));
    r.json["bones"] = tracks_report(r, "bones", bones, *m.bone_keys, detected.encoding);
    r.json["morphs"] = tracks_report(r, "morphs", morphs, *m.morph_keys, detected.encoding);
    r.damage(m.damage);
    r.parts(subject.bytes);
    return r;
}

} // namespace kagami::cli

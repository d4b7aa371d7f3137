// What operations on motions and poses share.
#pragma once

#include "edit/operation.hpp"
#include "edit/pattern.hpp"
#include "edit/select.hpp"
#include "kagami/edit/motion.hpp"
#include "kagami/tracks.hpp"

#include <cstddef>
#include <map>
#include <utility>

namespace kagami::edit {

/// Runs an operation on a document that is whole.
template <class D, class F> Result<Report> editing(const D& document, F f) {
    if (auto error = damaged(document)) return std::unexpected(std::move(*error));
    return reporting(std::move(f));
}

/// Calls `f(path, section)` for each section.
template <class M, class F> void each_section(M& motion, F f) {
    f("/bone_keys", motion.bone_keys);
    f("/morph_keys", motion.morph_keys);
    f("/camera_keys", motion.camera_keys);
    f("/light_keys", motion.light_keys);
    f("/shadow_keys", motion.shadow_keys);
    f("/property_keys", motion.property_keys);
}

/// Keeps the elements for which `keep` is true, and asks for each once and in order; returns how many went.
template <class C, class F> std::size_t filter(C& elements, F keep) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (!keep(std::as_const(elements[i]))) continue;
        if (kept != i) elements[kept] = std::move(elements[i]);
        ++kept;
    }
    const std::size_t gone = elements.size() - kept;
    elements.resize(kept);
    return gone;
}

/// Which keys belong to the tracks that the selectors choose; `kind` is what a track is of, "bone".
[[nodiscard]] Result<std::vector<bool>> chosen_keys(std::string_view kind, const std::vector<std::string>& selectors,
                                                    const std::vector<vmd::Track>& tracks, Encoding encoding);

/// Notes in which sections more keys share name and frame than did before.
void note_meetings(Report& report, const vmd::Summary& before, const vmd::Summary& after);

/// What `rename-track` makes of names. Each name is decoded and matched once.
class Renaming {
public:
    Renaming(const RenameTrack& rename, Encoding encoding)
        : rename_(rename), encoding_(encoding), error_(check_stars(rename.from, rename.to)) {}

    /// The new bytes of a name in a field that holds `limit` bytes; nullptr if it stays as it is.
    [[nodiscard]] const std::string* operator()(std::string_view raw, std::size_t limit);
    /// What went wrong; also that nothing was hit.
    [[nodiscard]] std::optional<Error> error() const;
    std::vector<Diagnostic> notes; ///< what was changed to make the names fit

private:
    Result<std::string> fitted(const std::string& utf8, std::size_t limit);

    const RenameTrack& rename_;
    Encoding encoding_;
    std::optional<Error> error_;
    bool hit_ = false;
    std::vector<std::string> names_;
    std::map<std::pair<std::size_t, std::string>, std::optional<std::string>> known_; // by size of the field and raw name
};

/// What `mirror` makes of names.
class SideSwitch {
public:
    explicit SideSwitch(Encoding encoding);

    /// To be shown every name of a morph, before the first of them is turned.
    void note_morph(std::string_view name);
    /// The bytes of the name on the other side; the same if it has none.
    [[nodiscard]] std::string turned(std::string_view name) const;
    [[nodiscard]] std::string turned_morph(std::string_view name) const;

private:
    /// Morphs of which the left one is not named so. `other_left` is what it would be named like the right one: a model
    /// that has both of these means them.
    struct Pair {
        std::string left, right, other_left;
        bool has_right = false, has_other_left = false;
    };
    Encoding encoding_;
    std::string left_, right_;
    std::vector<Pair> pairs_;
};

[[nodiscard]] inline float flipped(float v) {
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(v) ^ 0x8000'0000U); // also of 0 and NaN, so that twice is once not
}

/// A position multiplied. An error if it grows beyond what a float can hold.
[[nodiscard]] Result<Vec3> scaled(Vec3 position, float factor, const char* path, std::size_t number);

} // namespace kagami::edit

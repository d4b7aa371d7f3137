// All names of a model's elements, with the English ones, wherever these are kept.
#pragma once

#include "kagami/edit/names.hpp"
#include "kagami/text.hpp"

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

namespace kagami::edit {

/// Behind the names of a PMD's display frames stands a line end.
template <class F> std::string_view ending_of(const F& field) {
    return std::same_as<F, pmd::FrameName> && field.bytes().ends_with('\n') ? "\n" : "";
}
template <class F> std::string_view name_bytes(const F& field) {
    return field.bytes().substr(0, field.bytes().size() - ending_of(field).size());
}

/// Whether programs know a display frame by its name.
[[nodiscard]] inline bool is_special(const pmx::DisplayFrame& frame, Encoding encoding) {
    if (frame.special == 0) return false;
    const std::string name = decode_for_display(frame.name, encoding);
    return name == "Root" || name == "表情";
}

/// `M` is a model, which may be const.
template <class M, class Model>
concept MaybeConst = std::same_as<std::remove_const_t<M>, Model>;

/// Calls `f(kind, list, number, own name, English name or null, special)` for each element that has a name.
template <MaybeConst<pmx::Model> M, class F> void each_name(M& m, F f) {
    const auto list = [&](Named kind, const char* path, auto& elements) {
        for (std::size_t i = 0; i < elements.size(); ++i) {
            auto& element = elements[i];
            bool special = false;
            if constexpr (requires { element.special; }) special = is_special(element, m.header.encoding);
            f(kind, path, i, &element.name, &element.english_name, special);
        }
    };
    list(Named::materials, "/materials", m.materials);
    list(Named::bones, "/bones", m.bones);
    list(Named::morphs, "/morphs", m.morphs);
    list(Named::display_frames, "/display_frames", m.display_frames);
    list(Named::rigid_bodies, "/rigid_bodies", m.rigid_bodies);
    list(Named::joints, "/joints", m.joints);
    if (m.soft_bodies) list(Named::soft_bodies, "/soft_bodies", *m.soft_bodies);
}
template <MaybeConst<pmd::Model> M, class F> void each_name(M& m, F f) {
    auto* const english = m.english && m.english->flag != 0 ? &*m.english : nullptr;
    // Of morphs the first, the base, has no English name.
    const auto list = [&](Named kind, const char* path, auto& elements, auto* names, std::size_t first = 0) {
        for (std::size_t i = 0; i < elements.size(); ++i) {
            const auto own = [&] {
                if constexpr (requires { elements[i].name; }) {
                    return &elements[i].name;
                } else {
                    return &elements[i];
                }
            }();
            decltype(own) translated = names != nullptr && i >= first && i - first < names->size() ? &(*names)[i - first] : nullptr;
            f(kind, path, i, own, translated, false);
        }
    };
    decltype(english == nullptr ? nullptr : &english->bone_names) const none = nullptr;
    list(Named::bones, "/bones", m.bones, english != nullptr ? &english->bone_names : nullptr);
    list(Named::morphs, "/morphs", m.morphs, english != nullptr ? &english->morph_names : nullptr, 1);
    list(Named::display_frames, "/frame_names", m.frame_names, english != nullptr ? &english->frame_names : nullptr);
    list(Named::rigid_bodies, "/rigid_bodies", *m.rigid_bodies, none);
    list(Named::joints, "/joints", *m.joints, none);
}

} // namespace kagami::edit

// The operations on encoding, widths and version in the table: see parameters.hpp.
#pragma once

#include "edit/about.hpp"
#include "kagami/edit/convert.hpp"
#include "layout/enum_names.hpp"

namespace kagami::layout {

KAGAMI_ENUM(edit::TextEncoding, "the encodings of a PMX", {{E::utf16, "utf-16"}, {E::utf8, "utf-8"}});

} // namespace kagami::layout

namespace kagami::edit {

template <> struct About<ConvertEncoding> {
    static constexpr std::string_view name = "convert-encoding", summary = "write all texts in UTF-16 or UTF-8";
};
template <> struct About<SetIndexWidths> {
    static constexpr std::string_view name = "index-widths", summary = "set the bytes that indices take, or the smallest that do";
};
template <> struct About<SetVersion> {
    static constexpr std::string_view name = "version", summary = "make a file of version 2.0 or 2.1";
};

using ConvertOperations = std::tuple<ConvertEncoding, SetIndexWidths, SetVersion>;

template <class Ar> void describe(Ar& ar, ConvertEncoding& p) {
    ar("to", "MikuMikuDance reads utf-16 only", p.to);
}
template <class Ar> void describe(Ar& ar, SetIndexWidths& p) {
    ar("vertex", "1, 2 or 4; with none given, all become the smallest that do", p.vertex);
    ar("texture", "1, 2 or 4", p.texture);
    ar("material", "1, 2 or 4", p.material);
    ar("bone", "1, 2 or 4", p.bone);
    ar("morph", "1, 2 or 4", p.morph);
    ar("rigid_body", "1, 2 or 4", p.rigid_body);
}
template <class Ar> void describe(Ar& ar, SetVersion& p) {
    ar("to", "2.0 or 2.1", p.to);
    ar("drop",
       "drop what 2.0 lacks: soft bodies go, QDEF becomes BDEF4, flip morphs become groups, impulse morphs empty groups, all joints "
       "spring joints, and flags of 2.1 are cleared",
       p.drop);
}

} // namespace kagami::edit

// The operations on size and proportions in the table: see parameters.hpp.
#pragma once

#include "edit/about.hpp"
#include "kagami/edit/shape.hpp"

namespace kagami::edit {

template <> struct About<Scale> {
    static constexpr std::string_view name = "scale", summary = "make a whole model larger or smaller";
};
template <> struct About<Resize> {
    static constexpr std::string_view name = "resize", summary = "make the parts of some materials larger or smaller";
};
template <> struct About<Proportion> {
    static constexpr std::string_view name = "proportion", summary = "make legs, arms, neck, torso or any bones longer or shorter";
};

using ShapeOperations = std::tuple<Scale, Resize, Proportion>;

template <class Ar> void describe(Ar& ar, Scale& p) {
    ar("factor", "what lengths are multiplied by, above 0", p.factor);
}
template <class Ar> void describe(Ar& ar, Resize& p) {
    ar("materials", "names of materials; by number in PMD", p.materials);
    ar("factor", "what lengths are multiplied by, above 0: a number, or three for x, y, z", p.factor);
    ar("about", "the bone whose place stays; empty: their own centre", p.about);
}
template <class Ar> void describe(Ar& ar, Proportion& p) {
    ar("legs", "factor on the length of thighs and shins; feet stay on the ground", p.legs);
    ar("arms", "factor on the length of upper and lower arms", p.arms);
    ar("neck", "factor on the length of 首", p.neck);
    ar("torso", "factor on the length from 上半身 to 首", p.torso);
    ar("head", "factor on the size of the head and all on it", p.head);
    ar("bones", "names of other bones to lengthen", p.bones);
    ar("factor", "factor on the length of these", p.factor);
}

} // namespace kagami::edit

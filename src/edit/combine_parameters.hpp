// Merging and splitting models in the table: see parameters.hpp.
#pragma once

#include "edit/about.hpp"
#include "kagami/edit/combine.hpp"
#include "layout/enum_names.hpp"

namespace kagami::layout {

KAGAMI_ENUM(edit::SameBones, "what becomes of bones of one name", {{E::share, "share"}, {E::apart, "apart"}});

} // namespace kagami::layout

namespace kagami::edit {

template <> struct About<Merge> {
    static constexpr std::string_view name = "merge", summary = "put other models into this one";
};
template <> struct About<KeepMaterials> {
    static constexpr std::string_view name = "keep-materials", summary = "keep some materials and what they need";
};

using CombineOperations = std::tuple<Merge, KeepMaterials>;

template <class Ar> void describe(Ar& ar, Merge& p) {
    ar("with", "the files of the other models", p.with);
    ar("bones", "bones that have one name are the same bone, or stay apart", p.bones);
    ar("folder", "where this model lies: textures of the others are found from there", p.folder);
    ar("prefix", "put in front of the names of bones that are added", p.prefix);
}
template <class Ar> void describe(Ar& ar, KeepMaterials& p) {
    ar("materials", "names of materials", p.materials);
}

} // namespace kagami::edit

// The operations on looks in the table: see parameters.hpp.
#pragma once

#include "edit/about.hpp"
#include "kagami/edit/look.hpp"

namespace kagami::edit {

template <> struct About<Recolor> {
    static constexpr std::string_view name = "recolor", summary = "set colours of materials; material morphs stay as they are";
};

using LookOperations = std::tuple<Recolor>;

template <class Ar> void describe(Ar& ar, Recolor& p) {
    ar("materials", "names of materials", p.materials);
    ar("diffuse", "red, green, blue", p.diffuse);
    ar("specular", "red, green, blue", p.specular);
    ar("ambient", "red, green, blue", p.ambient);
    ar("edge", "red, green, blue of the edge (PMX)", p.edge);
    ar("opacity", "of the material; stays if it is not given", p.opacity);
    ar("edge_opacity", "of the edge; stays if it is not given (PMX)", p.edge_opacity);
}

} // namespace kagami::edit

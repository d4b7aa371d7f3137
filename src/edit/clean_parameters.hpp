// Tidying up models in the table: see parameters.hpp.
#pragma once

#include "edit/about.hpp"
#include "kagami/edit/clean.hpp"

namespace kagami::edit {

template <> struct About<Clean> {
    static constexpr std::string_view name = "clean", summary = "remove what has no effect: each thing on request";
};

using CleanOperations = std::tuple<Clean>;

template <class Ar> void describe(Ar& ar, Clean& p) {
    ar("unused_vertices", "remove vertices that no face and no soft body names", p.unused_vertices);
    ar("degenerate_faces", "remove triangles that name a vertex twice", p.degenerate_faces);
    ar("duplicate_faces", "remove triangles that a material has twice, seen from the same side", p.duplicate_faces);
    ar("unused_textures", "remove textures that no material names", p.unused_textures);
    ar("duplicate_textures", "unite paths that name one file: a.png, ./a.png, A.PNG", p.duplicate_textures);
    ar("zero_weights", "bones that deform a vertex with weight 0 become bone 0", p.zero_weights);
    ar("deforms", "make BDEF4 and BDEF2 the smallest type that says exactly the same", p.deforms);
    ar("empty_morphs", "remove morphs without offsets, and groups of nothing but such", p.empty_morphs);
    ar("unframed_bones", "list visible, operable bones that are in no display frame in one named その他", p.unframed_bones);
}

} // namespace kagami::edit

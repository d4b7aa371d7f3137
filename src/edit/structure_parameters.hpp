// The operations on the structure of models in the table: see parameters.hpp.
#pragma once

#include "edit/about.hpp"
#include "kagami/edit/structure.hpp"
#include "layout/enum_names.hpp"

namespace kagami::layout {

KAGAMI_ENUM(edit::References, "what becomes of references", {{E::refuse, "refuse"}, {E::none, "none"}, {E::reparent, "reparent"}});

KAGAMI_ENUM(edit::ListKind, "the lists of a model",
            {{E::materials, "materials"},
             {E::bones, "bones"},
             {E::morphs, "morphs"},
             {E::display_frames, "display_frames"},
             {E::rigid_bodies, "rigid_bodies"},
             {E::joints, "joints"}});

} // namespace kagami::layout

namespace kagami::edit {

template <> struct About<Remove> {
    static constexpr std::string_view name = "remove", summary = "remove materials, bones, morphs … with what belongs to them";
};
template <> struct About<Reorder> {
    static constexpr std::string_view name = "reorder", summary = "move materials, bones, morphs … within their list";
};
template <> struct About<Reparent> {
    static constexpr std::string_view name = "reparent", summary = "give bones another parent";
};
template <> struct About<MoveBones> {
    static constexpr std::string_view name = "move-bones", summary = "move the rest positions of bones";
};
template <> struct About<InsertBone> {
    static constexpr std::string_view name = "insert-bone", summary = "insert a bone";
};

using StructureOperations = std::tuple<Remove, Reorder, Reparent, MoveBones, InsertBone>;

template <class Ar> void describe(Ar& ar, Remove& p) {
    ar("materials", "materials to remove, with their faces", p.materials);
    ar("bones", "bones to remove", p.bones);
    ar("morphs", "morphs to remove", p.morphs);
    ar("display_frames", "display frames to remove", p.display_frames);
    ar("rigid_bodies", "rigid bodies to remove, with their joints", p.rigid_bodies);
    ar("joints", "joints to remove", p.joints);
    ar("soft_bodies", "soft bodies to remove", p.soft_bodies);
    ar("references", "what becomes of what refers to them", p.references);
    ar("belongings", "also remove vertices and textures of the materials that nothing else uses, and morphs and frames left with nothing",
       p.belongings);
    ar("bones_of_materials", "also remove bones that deform vertices of the materials only, and their rigid bodies", p.bones_of_materials);
}
template <class Ar> void describe(Ar& ar, Reorder& p) {
    ar("list", "the list", p.list);
    ar("elements", "what is to move", p.elements);
    ar("before", "what it is to stand in front of; empty: the end", p.before);
}
template <class Ar> void describe(Ar& ar, Reparent& p) {
    ar("bones", "names of bones", p.bones);
    ar("parent", "their new parent; empty: none", p.parent);
}
template <class Ar> void describe(Ar& ar, MoveBones& p) {
    ar("bones", "names of bones", p.bones);
    ar("by", "x, y, z in MMD units", p.by);
    ar("children", "move all bones below them as well", p.children);
}
template <class Ar> void describe(Ar& ar, InsertBone& p) {
    ar("name", "its name", p.name);
    ar("english_name", "its English name", p.english_name);
    ar("position", "x, y, z in the model, MMD units", p.position);
    ar("parent", "its parent; empty: none", p.parent);
    ar("before", "the bone it is to stand in front of; empty: the end", p.before);
    ar("display_frame", "the display frame to list it in; empty: none", p.display_frame);
    ar("movable", "can be moved, not only rotated", p.movable);
}

} // namespace kagami::edit

// The operations on motions in the table: see parameters.hpp.
#pragma once

#include "edit/about.hpp"
#include "kagami/edit/motion.hpp"
#include "layout/enum_names.hpp"

namespace kagami::layout {

KAGAMI_ENUM(edit::KeepKey, "what happens to keys that meet",
            {{E::refuse, "refuse"}, {E::first, "first"}, {E::last, "last"}, {E::both, "both"}});

} // namespace kagami::layout

namespace kagami::edit {

template <> struct About<Trim> {
    static constexpr std::string_view name = "trim", summary = "keep the keys of some frames";
};
template <> struct About<Shift> {
    static constexpr std::string_view name = "shift", summary = "move all keys to later or earlier frames";
};
template <> struct About<Retime> {
    static constexpr std::string_view name = "retime", summary = "make a motion slower or faster";
};
template <> struct About<RenameTrack> {
    static constexpr std::string_view name = "rename-track", summary = "give bones and morphs of a motion or pose another name";
};
template <> struct About<RemoveTracks> {
    static constexpr std::string_view name = "remove-tracks", summary = "remove bones and morphs of a motion or pose";
};
template <> struct About<KeepKinds> {
    static constexpr std::string_view name = "keep-kinds", summary = "keep only bone, morph, camera … keys";
};
template <> struct About<SortKeys> {
    static constexpr std::string_view name = "sort-keys", summary = "sort all keys by frame";
};
template <> struct About<DropDuplicates> {
    static constexpr std::string_view name = "drop-duplicates", summary = "remove keys that are there twice, byte for byte";
};
template <> struct About<ScalePositions> {
    static constexpr std::string_view name = "scale-positions", summary = "fit a motion or pose to a model of another size";
};
template <> struct About<Mirror> {
    static constexpr std::string_view name = "mirror", summary = "make left right";
};
template <> struct About<SetCurves> {
    static constexpr std::string_view name = "set-curves", summary = "set the curves of bone keys";
};
template <> struct About<SetPhysics> {
    static constexpr std::string_view name = "set-physics", summary = "switch physics of bones on or off";
};
template <> struct About<Upgrade> {
    static constexpr std::string_view name = "upgrade", summary = "make a version 2 motion of one of version 1";
};
template <> struct About<MergeMotions> {
    static constexpr std::string_view name = "merge-motions", summary = "add the keys of other motions";
};
template <> struct About<ReduceKeys> {
    static constexpr std::string_view name = "reduce-keys", summary = "remove keys that the motion does not need";
};

using MotionOperations = std::tuple<Trim, Shift, Retime, RenameTrack, RemoveTracks, KeepKinds, SortKeys, DropDuplicates, ScalePositions,
                                    Mirror, SetCurves, SetPhysics, Upgrade, MergeMotions, ReduceKeys>;

template <class Ar> void describe(Ar& ar, Trim& p) {
    ar("from", "the first frame to keep", p.from);
    ar("to", "the last frame to keep", p.to);
    ar("rebase", "make the first frame kept frame 0", p.rebase);
}
template <class Ar> void describe(Ar& ar, Shift& p) {
    ar("frames", "how far; below 0 for earlier", p.frames);
}
template <class Ar> void describe(Ar& ar, Retime& p) {
    ar("factor", "2 makes it twice as long", p.factor);
    ar("length", "the frame that the last key is to have, instead of a factor", p.length);
}
template <class Ar> void describe(Ar& ar, RenameTrack& p) {
    ar("from", "a name; * stands for anything, ? for one character", p.from);
    ar("to", "the new name; each * stands for what that of from stood for", p.to);
    ar("bones", "rename bones, and states of IK bones", p.bones);
    ar("morphs", "rename morphs", p.morphs);
    ar("truncate", "cut names that are too long", p.truncate);
    ar("map_lookalikes", "write what looks alike for characters that CP932 lacks", p.map_lookalikes);
}
template <class Ar> void describe(Ar& ar, RemoveTracks& p) {
    ar("bones", "names of bones", p.bones);
    ar("morphs", "names of morphs", p.morphs);
}
template <class Ar> void describe(Ar& ar, KeepKinds& p) {
    ar("bones", "keep bone keys", p.bones);
    ar("morphs", "keep morph keys", p.morphs);
    ar("camera", "keep camera keys", p.camera);
    ar("light", "keep light keys", p.light);
    ar("shadow", "keep shadow keys", p.shadow);
    ar("properties", "keep property keys", p.properties);
}
template <class Ar> void describe(Ar&, SortKeys&) {
}
template <class Ar> void describe(Ar&, DropDuplicates&) {
}
template <class Ar> void describe(Ar& ar, ScalePositions& p) {
    ar("factor", "what positions are multiplied by", p.factor);
    ar("bones", "names of bones", p.bones);
}
template <class Ar> void describe(Ar&, Mirror&) {
}
template <class Ar> void describe(Ar& ar, SetCurves& p) {
    ar("bones", "names of bones", p.bones);
    ar("channels", "some of x, y, z, rotation, with blanks between", p.channels);
    ar("curve", "x1, y1, x2, y2, 0 to 127", p.curve);
}
template <class Ar> void describe(Ar& ar, SetPhysics& p) {
    ar("bones", "names of bones", p.bones);
    ar("off", "false switches it on", p.off);
}
template <class Ar> void describe(Ar&, Upgrade&) {
}
template <class Ar> void describe(Ar& ar, MergeMotions& p) {
    ar("with", "the files of the other motions", p.with);
    ar("keep", "which of two different keys of one name and frame", p.keep);
}
template <class Ar> void describe(Ar& ar, ReduceKeys& p) {
    ar("position", "how far bones and the camera may be off, in MMD units", p.position);
    ar("rotation", "how far bones, the camera and its field of view may be off, in degrees", p.rotation);
    ar("weight", "how far morphs may be off", p.weight);
    ar("bones", "names of bones", p.bones);
    ar("morphs", "names of morphs", p.morphs);
    ar("camera", "also camera keys", p.camera);
}

} // namespace kagami::edit

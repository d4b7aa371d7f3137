// The operations on names in the table: see parameters.hpp.
#pragma once

#include "edit/about.hpp"
#include "kagami/edit/names.hpp"
#include "layout/enum_names.hpp"

namespace kagami::layout {

KAGAMI_ENUM(edit::Named, "the lists with names",
            {{E::all, "all"},
             {E::materials, "materials"},
             {E::bones, "bones"},
             {E::morphs, "morphs"},
             {E::display_frames, "display_frames"},
             {E::rigid_bodies, "rigid_bodies"},
             {E::joints, "joints"},
             {E::soft_bodies, "soft_bodies"}});

KAGAMI_ENUM(edit::Translation, "the ways to translate",
            {{E::english_field, "english-field"}, {E::english, "english"}, {E::japanese, "japanese"}});

} // namespace kagami::layout

namespace kagami::edit {

template <> struct About<Rename> {
    static constexpr std::string_view name = "rename", summary = "give bones, morphs, materials … another name";
};
template <> struct About<RenameByTable> {
    static constexpr std::string_view name = "rename-by-table", summary = "rename after a file with an old and a new name on each line";
};
template <> struct About<TranslateNames> {
    static constexpr std::string_view name = "translate-names",
                                      summary = "set English names, or rename, by the standard names of bones and morphs";
};
template <> struct About<SetTexts> {
    static constexpr std::string_view name = "set-texts", summary = "set a model's name and comment";
};

using NameOperations = std::tuple<Rename, RenameByTable, TranslateNames, SetTexts>;

template <class Ar> void describe(Ar& ar, Rename& p) {
    ar("kind", "what to rename", p.kind);
    ar("from", "a name; * stands for anything, ? for one character; #12 for a number, if kind is not all", p.from);
    ar("to", "the new name; each * stands for what that of from stood for", p.to);
    ar("english", "look for the English names, and change these", p.english);
}
template <class Ar> void describe(Ar& ar, RenameByTable& p) {
    ar("kind", "what to rename", p.kind);
    ar("table", "a text file in UTF-8: old name, TAB or comma, new name", p.table);
    ar("english", "look for the English names, and change these", p.english);
}
template <class Ar> void describe(Ar& ar, TranslateNames& p) {
    ar("kind", "what to translate", p.kind);
    ar("to", "english-field sets the English names that are empty; the others rename", p.to);
    ar("overwrite", "for english-field: also set English names that are not empty", p.overwrite);
}
template <class Ar> void describe(Ar& ar, SetTexts& p) {
    ar("name", "the model's name", p.name);
    ar("english_name", "its English name", p.english_name);
    ar("comment", "its comment", p.comment);
    ar("english_comment", "its English comment", p.english_comment);
}

} // namespace kagami::edit

// The operations on texture paths in the table: see parameters.hpp.
#pragma once

#include "edit/about.hpp"
#include "kagami/edit/textures.hpp"

namespace kagami::edit {

template <> struct About<FindTextures> {
    static constexpr std::string_view name = "find-textures", summary = "make texture paths those of the files beside the model";
};
template <> struct About<TextureExtension> {
    static constexpr std::string_view name = "texture-extension", summary = "give texture paths another extension";
};
template <> struct About<RenameTexture> {
    static constexpr std::string_view name = "rename-texture", summary = "change texture paths";
};

using TextureOperations = std::tuple<FindTextures, TextureExtension, RenameTexture>;

template <class Ar> void describe(Ar& ar, FindTextures& p) {
    ar("folder", "where the files lie", p.folder);
}
template <class Ar> void describe(Ar& ar, TextureExtension& p) {
    ar("from", "extensions, in whatever case", p.from);
    ar("to", "the new one", p.to);
}
template <class Ar> void describe(Ar& ar, RenameTexture& p) {
    ar("from", "a path; * stands for anything, ? for one character, / also for \\", p.from);
    ar("to", "the new path; each * stands for what that of from stood for", p.to);
}

} // namespace kagami::edit

// THE table of operations: the name of each, what it does, and its parameters, `describe(ar, operation)`. Whoever needs
// them — recipes, the schema, the documents — runs these. A parameter is a bool, a number, a string, a list of names
// (std::vector<std::string>) or of files (std::vector<std::filesystem::path>), an array of numbers, a Vec3, Factors, an
// enumeration with an EnumTable, an std::optional of one, or a std::filesystem::path: a folder, and where nothing is said
// the one that the document lies in.
#pragma once

#include "edit/clean_parameters.hpp"
#include "edit/combine_parameters.hpp"
#include "edit/convert_parameters.hpp"
#include "edit/look_parameters.hpp"
#include "edit/motion_parameters.hpp"
#include "edit/names_parameters.hpp"
#include "edit/shape_parameters.hpp"
#include "edit/structure_parameters.hpp"
#include "edit/textures_parameters.hpp"
#include "kagami/edit.hpp"

namespace kagami::edit {

using Operations =
    decltype(std::tuple_cat(NameOperations{}, LookOperations{}, ShapeOperations{}, StructureOperations{}, CombineOperations{},
                            CleanOperations{}, TextureOperations{}, ConvertOperations{}, MotionOperations{}));

} // namespace kagami::edit

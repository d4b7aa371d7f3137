// The names of PMX's enumerations and flags, in the order of their values.
#pragma once

#include "kagami/pmx.hpp"
#include "layout/enum_names.hpp"

namespace kagami::layout {

KAGAMI_ENUM(Encoding, "the encodings 0 (UTF-16) and 1 (UTF-8)", {{E::utf16le, "utf16le"}, {E::utf8, "utf8"}});

KAGAMI_ENUM(pmx::DeformType, "the deform types 0 to 4",
            {{E::bdef1, "bdef1"}, {E::bdef2, "bdef2"}, {E::bdef4, "bdef4"}, {E::sdef, "sdef"}, {E::qdef, "qdef"}});

KAGAMI_ENUM(pmx::MaterialFlag, "the flags of a material",
            {{E::double_sided, "double_sided"},
             {E::ground_shadow, "ground_shadow"},
             {E::cast_self_shadow, "cast_self_shadow"},
             {E::receive_self_shadow, "receive_self_shadow"},
             {E::edge, "edge"},
             {E::vertex_color, "vertex_color"},
             {E::points, "points"},
             {E::lines, "lines"}});

KAGAMI_ENUM(pmx::SphereMode, "the sphere modes 0 to 3",
            {{E::off, "off"}, {E::multiply, "multiply"}, {E::add, "add"}, {E::sub_texture, "sub_texture"}});

KAGAMI_ENUM(pmx::ToonMode, "the toon modes 0 (texture) and 1 (shared)", {{E::texture, "texture"}, {E::shared, "shared"}});

KAGAMI_ENUM(pmx::BoneFlag, "the flags of a bone",
            {{E::tail_is_bone, "tail_is_bone"},
             {E::rotatable, "rotatable"},
             {E::movable, "movable"},
             {E::visible, "visible"},
             {E::operable, "operable"},
             {E::ik, "ik"},
             {E::append_local, "append_local"},
             {E::append_rotation, "append_rotation"},
             {E::append_translation, "append_translation"},
             {E::fixed_axis, "fixed_axis"},
             {E::local_axes, "local_axes"},
             {E::after_physics, "after_physics"},
             {E::external_parent, "external_parent"}});

KAGAMI_ENUM(pmx::MorphPanel, "the panels 0 to 4",
            {{E::system, "system"}, {E::brow, "brow"}, {E::eye, "eye"}, {E::mouth, "mouth"}, {E::other, "other"}});

KAGAMI_ENUM(pmx::MorphType, "the morph types 0 to 10",
            {{E::group, "group"},
             {E::vertex, "vertex"},
             {E::bone, "bone"},
             {E::uv, "uv"},
             {E::additional_uv1, "additional_uv1"},
             {E::additional_uv2, "additional_uv2"},
             {E::additional_uv3, "additional_uv3"},
             {E::additional_uv4, "additional_uv4"},
             {E::material, "material"},
             {E::flip, "flip"},
             {E::impulse, "impulse"}});

KAGAMI_ENUM(pmx::MaterialOperation, "the operations 0 (multiply) and 1 (add)", {{E::multiply, "multiply"}, {E::add, "add"}});

KAGAMI_ENUM(pmx::FrameElementKind, "the kinds 0 (bone) and 1 (morph)", {{E::bone, "bone"}, {E::morph, "morph"}});

KAGAMI_ENUM(pmx::JointType, "the joint types 0 to 5",
            {{E::spring_6dof, "spring_6dof"},
             {E::six_dof, "six_dof"},
             {E::point_to_point, "point_to_point"},
             {E::cone_twist, "cone_twist"},
             {E::slider, "slider"},
             {E::hinge, "hinge"}});

KAGAMI_ENUM(pmx::SoftBodyShape, "the shapes 0 and 1", {{E::tri_mesh, "tri_mesh"}, {E::rope, "rope"}});

KAGAMI_ENUM(pmx::SoftBodyFlag, "the flags of a soft body",
            {{E::b_links, "b_links"}, {E::clusters, "clusters"}, {E::randomise_links, "randomise_links"}});

KAGAMI_ENUM(pmx::AeroModel, "the aero models 0 to 4",
            {{E::v_point, "v_point"},
             {E::v_two_sided, "v_two_sided"},
             {E::v_one_sided, "v_one_sided"},
             {E::f_two_sided, "f_two_sided"},
             {E::f_one_sided, "f_one_sided"}});

} // namespace kagami::layout

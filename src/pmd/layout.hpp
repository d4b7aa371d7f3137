// THE place where PMD is written down: one `describe` per record, in the order of the file.
// layout/archive.hpp explains the words. Source of the facts: the behaviour of MikuMikuDance and of files it wrote.
#pragma once

#include "kagami/pmd.hpp"
#include "layout/extents.hpp"
#include "layout/identity.hpp"
#include "layout/signatures.hpp"
#include "pmd/globals.hpp"
#include "pmd/names.hpp"

namespace kagami::pmd {

using layout::count_u16;
using layout::count_u32;
using layout::count_u8;
using layout::exactly;
using layout::Like;
using layout::RowOf;

template <class Ar, Like<Header> H> constexpr void describe(Ar& ar, H& h) {
    ar.magic({"signature"}, h.signature, [](std::string_view s) { return s == "Pmd"; }, "Pmd");
    ar.value({"version", "1.0; kept, whatever it is"}, h.version);
    ar.value({"name"}, h.name);
    ar.value({"comment", "lines end in LF or CR LF"}, h.comment);
}

template <class Ar, class V>
    requires RowOf<V, Vertex>
constexpr void describe(Ar& ar, V& v) {
    ar.value({"position", "MMD units"}, v.position);
    ar.value({"normal", "unit length is usual, not promised"}, v.normal);
    ar.value({"uv", "origin top-left"}, v.uv);
    ar.array({"bones"}, 2, [&](std::size_t k) -> auto& { return v.bones[k]; });
    ar.value({"weight", "of the first bone, in percent; the second has the rest"}, v.weight);
    ar.value({"no_edge", "1 = no edge"}, v.no_edge);
}

template <class Ar, Like<Material> M> constexpr void describe(Ar& ar, M& m) {
    ar.value({"diffuse"}, m.diffuse);
    ar.value({"opacity", "0.98 = no self-shadow; never clamped"}, m.opacity);
    ar.value({"specular_power"}, m.specular_power);
    ar.value({"specular"}, m.specular);
    ar.value({"ambient"}, m.ambient);
    ar.value({"toon", "0 to 9: toon_names; 255: none"}, m.toon);
    ar.value({"edge", "1 = edge and ground shadow"}, m.edge);
    ar.value({"index_count", "number of face indices, a multiple of 3"}, m.index_count);
    ar.value({"texture", "texture, texture*sphere, or a sphere alone; .sph multiplies, .spa adds"}, m.texture);
}

template <class Ar, Like<Bone> B> constexpr void describe(Ar& ar, B& b) {
    ar.value({"name"}, b.name);
    ar.ref_i16({"parent", "-1 = none; may come later in the list"}, b.parent);
    ar.ref_i16_or_0({"tail", "0 = none; type follow_rotation: the bone that is followed"}, b.tail);
    ar.value({"type"}, b.type);
    ar.either(
        b.type == BoneType::follow_rotation, "type is follow_rotation",
        [&] { ar.value({"percent", "how much of the rotation is followed"}, b.percent); },
        [&] { ar.ref_i16_or_0({"reference", "under_ik: the IK bone; under_rotation: the bone that is followed; 0 = none"}, b.reference); });
    ar.value({"position", "rest position in the model, MMD units"}, b.position);
}

template <class Ar, Like<Ik> I> constexpr void describe(Ar& ar, I& ik) {
    ar.ref_u16({"bone"}, ik.bone);
    ar.ref_u16({"target", "the bone that is to reach this one"}, ik.target);
    const std::size_t links = ar.count({"links", "how many follow", count_u8}, ik.links.size());
    ar.value({"loop_count"}, ik.loop_count);
    ar.value({"unit_angle", "a quarter of PMX's, which is in radians"}, ik.unit_angle);
    ar.list({"links", "as many as the count above says", exactly(links)}, ik.links);
}

template <class Ar, Like<BaseVertex> V> constexpr void describe(Ar& ar, V& v) {
    ar.ref_u32({"vertex"}, v.vertex);
    ar.value({"position", "at rest, MMD units"}, v.position);
}

template <class Ar, Like<VertexOffset> O> constexpr void describe(Ar& ar, O& o) {
    ar.ref_u32({"base_vertex", "a number in the base morph's list"}, o.base_vertex);
    ar.value({"offset", "MMD units"}, o.offset);
}

template <class Ar, Like<Morph> M> constexpr void describe(Ar& ar, M& m) {
    ar.value({"name"}, m.name);
    const std::size_t count =
        ar.count({"offsets", "how many follow, or base_vertices", count_u32}, m.base_vertices.size() + m.offsets.size());
    ar.value({"panel"}, m.panel);
    ar.either(
        m.panel == MorphPanel::base, "panel is base",
        [&] {
            ar.list({"base_vertices", "all that the other morphs move; as many as the count above says", exactly(count)}, m.base_vertices);
        },
        [&] { ar.list({"offsets", "as many as the count above says", exactly(count)}, m.offsets); });
}

template <class Ar, Like<FrameBone> F> constexpr void describe(Ar& ar, F& f) {
    ar.ref_u16({"bone"}, f.bone);
    ar.value({"frame", "number of the display frame, from 1"}, f.frame);
}

template <class Ar, Like<English> E> constexpr void describe(Ar& ar, E& e) {
    ar.value({"flag", "usually 0 or 1"}, e.flag);
    ar.when(e.flag != 0, "flag is not 0", [&] {
        const auto& named = ar.globals();
        ar.value({"name"}, e.name);
        ar.value({"comment"}, e.comment);
        ar.list({"bone_names", "one for each bone", exactly(named.english_bones())}, e.bone_names);
        ar.list({"morph_names", "one for each morph but the first, the base", exactly(named.english_morphs())}, e.morph_names);
        ar.list({"frame_names", "one for each of the file's frame_names", exactly(named.english_frames())}, e.frame_names);
    });
}

template <class Ar, Like<RigidBody> B> constexpr void describe(Ar& ar, B& b) {
    ar.value({"name"}, b.name);
    ar.ref_i16({"bone", "-1: none, and the position is relative to bone 0"}, b.bone);
    ar.value({"group", "0 to 15"}, b.group);
    ar.value({"collision_mask", "bit set = collides with that group"}, b.collision_mask);
    ar.value({"shape"}, b.shape);
    ar.value({"size", "sphere: x = radius; box: half extents; capsule: x = radius, y = height"}, b.size);
    ar.value({"position", "relative to its bone, MMD units"}, b.position);
    ar.value({"rotation", "radians, Ry * Rx * Rz"}, b.rotation);
    ar.value({"mass"}, b.mass);
    ar.value({"linear_damping"}, b.linear_damping);
    ar.value({"angular_damping"}, b.angular_damping);
    ar.value({"restitution"}, b.restitution);
    ar.value({"friction"}, b.friction);
    ar.value({"mode"}, b.mode);
}

template <class Ar, Like<Joint> J> constexpr void describe(Ar& ar, J& j) {
    ar.value({"name"}, j.name);
    ar.ref_u32({"rigid_body_a"}, j.rigid_body_a);
    ar.ref_u32({"rigid_body_b"}, j.rigid_body_b);
    ar.value({"position", "in the model, MMD units"}, j.position);
    ar.value({"rotation", "radians"}, j.rotation);
    ar.value({"linear_lower", "MMD units"}, j.linear_lower);
    ar.value({"linear_upper", "MMD units"}, j.linear_upper);
    ar.value({"angular_lower", "radians"}, j.angular_lower);
    ar.value({"angular_upper", "radians"}, j.angular_upper);
    ar.value({"linear_spring"}, j.linear_spring);
    ar.value({"angular_spring"}, j.angular_spring);
}

template <class Ar, Like<Model> M> constexpr void describe(Ar& ar, M& m) {
    ar.part({"header"}, m.header);
    ar.part({"vertices", "", count_u32}, m.vertices);
    ar.part({"faces", "three vertex indices to a triangle", count_u32}, m.faces);
    ar.part({"materials", "each covers the next index_count face indices", count_u32}, m.materials);
    ar.part({"bones", "", count_u16}, m.bones);
    ar.part({"iks", "", count_u16}, m.iks);
    ar.part({"morphs", "the first is usually the base", count_u16}, m.morphs);
    ar.part({"morph_list", "the morphs in the order of display, never the base", count_u8}, m.morph_list);
    ar.part({"frame_names", "of the display frames of bones; usually end in LF", count_u8}, m.frame_names);
    ar.part({"frame_bones", "", count_u32}, m.frame_bones);
    ar.use(Named{ar.size_of(m.bones), ar.size_of(m.morphs), ar.size_of(m.frame_names)});
    ar.optional_part({"english", "absent if the file ends before it, as all that follow"}, m.english);
    ar.optional_part({"toon_names", "", exactly(10)}, m.toon_names);
    ar.optional_part({"rigid_bodies", "", count_u32}, m.rigid_bodies);
    ar.optional_part({"joints", "", count_u32}, m.joints);
    ar.rest({"trailing", "bytes after the last section"}, m.trailing);
}

} // namespace kagami::pmd

namespace kagami::layout {

template <> struct FormatOf<pmd::Model> {
    using Globals = pmd::Globals;
    static constexpr Format format = Format::pmd;
    static constexpr const char* title = "PMD";
    static constexpr const char* notes =
        "Numbers are little-endian; float is IEEE 754 single precision.\n"
        "Texts are CP932: a text in N bytes ends at the first NUL, and the bytes behind that are kept.\n"
        "A list is a count and that many elements. An index is a u16 unless another type stands beside it.\n";

    static std::optional<Error> refuse(std::span<const std::byte> bytes) { return refuse_other_formats(bytes, Format::pmd); }
    static Globals globals(const pmd::Model&) { return {}; }
    static Globals widest(const pmd::Model&, const pmd::Model&) { return {}; }
    /// A flag of English names that is set brings the names with it.
    static void settle(const pmd::Model& before, pmd::Model& after) {
        if (!before.english || !after.english || (before.english->flag != 0) == (after.english->flag != 0)) return;
        Globals globals;
        globals.learn(pmd::Named{after.bones.size(), after.morphs.size(), after.frame_names.size()});
        after.english->bone_names.resize(globals.english_bones());
        after.english->morph_names.resize(globals.english_morphs());
        after.english->frame_names.resize(globals.english_frames());
    }
    /// Calls `f` with the list that an index of the kind counts, if there is one.
    template <class F> static void with_list(const pmd::Model& m, std::size_t kind, F f) {
        switch (kind) {
        case pmd::kind_number<pmd::Vertex>: return f(m.vertices);
        case pmd::kind_number<pmd::BaseVertex>: {
            const auto base = std::ranges::find(m.morphs, pmd::MorphPanel::base, &pmd::Morph::panel);
            if (base != m.morphs.end()) f(base->base_vertices);
            return;
        }
        case pmd::kind_number<pmd::Bone>: return f(m.bones);
        case pmd::kind_number<pmd::Morph>: return f(m.morphs);
        case pmd::kind_number<pmd::RigidBody>: return f(m.rigid_bodies);
        default: return;
        }
    }
};

template <> inline constexpr Identity identity<pmd::Vertex>{{"uv"}};
template <> inline constexpr Identity identity<pmd::Material>{{"texture", "toon"}};
template <> inline constexpr Identity identity<pmd::Ik>{{"bone"}, Identity::As::key};
template <> inline constexpr Identity identity<pmd::BaseVertex>{{"vertex"}, Identity::As::key};
template <> inline constexpr Identity identity<pmd::VertexOffset>{{"base_vertex"}, Identity::As::key};
template <> inline constexpr Identity identity<pmd::FrameBone>{{"bone"}, Identity::As::key};

template <> inline constexpr bool is_geometry<pmd::Vertex> = true;
template <> inline constexpr bool is_geometry<Index<pmd::Vertex>> = true;
template <> inline constexpr bool is_geometry<pmd::BaseVertex> = true;
template <> inline constexpr bool is_geometry<pmd::VertexOffset> = true;

template <> struct HotKind<Index<pmd::Vertex>> {
    using type = void; // all have one width
};

} // namespace kagami::layout

// THE place where PMX is written down: one `describe` per record, in the order of the file.
// layout/archive.hpp explains the words. Source of the facts: the PMX 2.1 specification.
#pragma once

#include "kagami/pmx.hpp"
#include "layout/archive.hpp"
#include "layout/extents.hpp"
#include "layout/identity.hpp"
#include "layout/signatures.hpp"
#include "pmx/globals.hpp"
#include "pmx/names.hpp"

namespace kagami::pmx {

using layout::Like;
using layout::on;
using layout::RowOf;

template <class Ar, Like<IndexWidths> W> constexpr void describe(Ar& ar, W& w) {
    ar.oneof({"vertex", "bytes of a vertex index; 1 and 2 are unsigned"}, w.vertex, {1, 2, 4});
    ar.oneof({"texture", "bytes of a texture index; signed, -1 = none, as all that follow"}, w.texture, {1, 2, 4});
    ar.oneof({"material", "bytes of a material index"}, w.material, {1, 2, 4});
    ar.oneof({"bone", "bytes of a bone index"}, w.bone, {1, 2, 4});
    ar.oneof({"morph", "bytes of a morph index"}, w.morph, {1, 2, 4});
    ar.oneof({"rigid_body", "bytes of a rigid body index"}, w.rigid_body, {1, 2, 4});
}

template <class Ar, Like<Header> H> constexpr void describe(Ar& ar, H& h) {
    ar.magic(
        {"signature", "\"PMX \"; the fourth byte may be another"}, h.signature, [](std::string_view s) { return s.starts_with("PMX"); },
        "one that begins with PMX");
    ar.oneof({"version", "2.0 or 2.1"}, h.version, {2.0F, 2.1F});
    ar.size8({"global_count", "number of the following global bytes: 8, more are kept"}, 8, h.extra_globals);
    ar.tag({"encoding", "of all texts; MikuMikuDance reads UTF-16 only"}, h.encoding);
    ar.oneof({"additional_uvs", "additional UVs of each vertex"}, h.additional_uvs, {0, 1, 2, 3, 4});
    ar.record({"index_widths"}, h.index_widths);
    ar.raw({"extra_globals", "bytes beyond the eight"}, h.extra_globals);
}

template <class Ar, class V>
    requires RowOf<V, Vertex>
constexpr void describe(Ar& ar, V& v) {
    ar.value({"position", "MMD units"}, v.position);
    ar.value({"normal", "unit length is usual, not promised"}, v.normal);
    ar.value({"uv", "origin top-left"}, v.uv);
    ar.array({"additional_uvs", "as many as the header says"}, ar.globals().additional_uvs(),
             [&](std::size_t k) -> auto& { return v.additional_uv(k); });
    ar.tag({"deform"}, v.deform);
    const auto bones = [&](std::size_t n) { ar.array({"bones"}, n, [&](std::size_t k) -> auto& { return v.bones[k]; }); };
    const auto weights = [&](std::size_t n, const char* note) {
        ar.array({"weights", note}, n, [&](std::size_t k) -> auto& { return v.weights[k]; });
    };
    ar.branch(v.deform, on<DeformType::bdef1>([&] { bones(1); }), on<DeformType::bdef2>([&] {
                  bones(2);
                  weights(1, "of the first bone; the second has 1 minus this");
              }),
              on<DeformType::bdef4, DeformType::qdef>([&] {
                  bones(4);
                  weights(4, "not promised to sum to 1");
              }),
              on<DeformType::sdef>([&] {
                  bones(2);
                  weights(1, "of the first bone; the second has 1 minus this");
                  auto& sdef = v.sdef();
                  ar.value({"sdef_c", "centre"}, sdef.c);
                  ar.value({"sdef_r0", "stored point of the first bone, not usable raw"}, sdef.r0);
                  ar.value({"sdef_r1", "stored point of the second bone, not usable raw"}, sdef.r1);
              }));
    ar.value({"edge_scale", "factor on the material's edge size"}, v.edge_scale);
}

template <class Ar, Like<Material> M> constexpr void describe(Ar& ar, M& m) {
    ar.text({"name"}, m.name);
    ar.text({"english_name"}, m.english_name);
    ar.value({"diffuse", "red, green, blue, opacity"}, m.diffuse);
    ar.value({"specular"}, m.specular);
    ar.value({"specular_power"}, m.specular_power);
    ar.value({"ambient"}, m.ambient);
    ar.value({"flags"}, m.flags);
    ar.value({"edge_color", "red, green, blue, opacity"}, m.edge_color);
    ar.value({"edge_size"}, m.edge_size);
    ar.ref({"texture"}, m.texture);
    ar.ref({"sphere_texture"}, m.sphere_texture);
    ar.value({"sphere_mode"}, m.sphere_mode);
    ar.tag({"toon_mode"}, m.toon_mode);
    ar.branch(m.toon_mode, on<ToonMode::texture>([&] { ar.ref({"toon_texture"}, m.toon_texture); }),
              on<ToonMode::shared>([&] { ar.value({"shared_toon", "0 to 9: toon01 to toon10"}, m.shared_toon); }));
    ar.text({"memo"}, m.memo);
    ar.value({"index_count", "number of face indices, a multiple of 3"}, m.index_count);
}

template <class Ar, Like<Append> A> constexpr void describe(Ar& ar, A& a) {
    ar.ref({"parent", "the bone that is followed"}, a.parent);
    ar.value({"ratio", "any number; negative inverts"}, a.ratio);
}

template <class Ar, Like<LocalAxes> A> constexpr void describe(Ar& ar, A& a) {
    ar.value({"x"}, a.x);
    ar.value({"z", "y = z cross x"}, a.z);
}

template <class Ar, class L>
    requires RowOf<L, IkLink>
constexpr void describe(Ar& ar, L& l) {
    ar.ref({"bone"}, l.bone);
    ar.value({"limited", "any value but 0 means limits follow"}, l.limited);
    ar.when(l.limited != 0, "limited is not 0", [&] {
        ar.value({"limit_min", "radians"}, l.limit_min());
        ar.value({"limit_max", "radians"}, l.limit_max());
    });
}

template <class Ar, Like<Ik> I> constexpr void describe(Ar& ar, I& ik) {
    ar.ref({"target", "the bone that is to reach this one"}, ik.target);
    ar.value({"loop_count"}, ik.loop_count);
    ar.value({"unit_angle", "radians, largest turn of a link in one loop"}, ik.unit_angle);
    ar.list({"links"}, ik.links);
}

/// The boxed value to describe: made when reading, a default when there is none to write.
template <class T> constexpr T& boxed(Box<T>& box) {
    return box.get_or_make();
}
template <class T> constexpr const T& boxed(const Box<T>& box) {
    return box ? *box : detail::default_value<T>;
}

template <class Ar, Like<Bone> B> constexpr void describe(Ar& ar, B& b) {
    ar.text({"name"}, b.name);
    ar.text({"english_name"}, b.english_name);
    ar.value({"position", "rest position in the model, MMD units"}, b.position);
    ar.ref({"parent", "may come later in the list"}, b.parent);
    ar.value({"layer", "deform layer"}, b.layer);
    ar.value({"flags"}, b.flags);
    ar.either(
        b.flags.has(BoneFlag::tail_is_bone), "flags has tail_is_bone", [&] { ar.ref({"tail_bone"}, b.tail_bone); },
        [&] { ar.value({"tail_offset", "from the position, MMD units"}, b.tail_offset); });
    ar.when(b.flags.has(BoneFlag::append_rotation) || b.flags.has(BoneFlag::append_translation),
            "flags has append_rotation or append_translation", [&] { ar.record({"append"}, b.append); });
    ar.when(b.flags.has(BoneFlag::fixed_axis), "flags has fixed_axis", [&] { ar.value({"fixed_axis"}, b.fixed_axis); });
    ar.when(b.flags.has(BoneFlag::local_axes), "flags has local_axes", [&] { ar.record({"local_axes"}, boxed(b.local_axes)); });
    ar.when(b.flags.has(BoneFlag::external_parent), "flags has external_parent",
            [&] { ar.value({"external_parent_key"}, b.external_parent_key); });
    ar.when(b.flags.has(BoneFlag::ik), "flags has ik", [&] { ar.record({"ik"}, boxed(b.ik)); });
}

template <class Ar, Like<GroupOffset> O> constexpr void describe(Ar& ar, O& o) {
    ar.ref({"morph"}, o.morph);
    ar.value({"weight"}, o.weight);
}

template <class Ar, Like<VertexOffset> O> constexpr void describe(Ar& ar, O& o) {
    ar.ref({"vertex"}, o.vertex);
    ar.value({"offset", "MMD units"}, o.offset);
}

template <class Ar, Like<BoneOffset> O> constexpr void describe(Ar& ar, O& o) {
    ar.ref({"bone"}, o.bone);
    ar.value({"translation", "MMD units"}, o.translation);
    ar.value({"rotation", "quaternion x, y, z, w"}, o.rotation);
}

template <class Ar, Like<UvOffset> O> constexpr void describe(Ar& ar, O& o) {
    ar.ref({"vertex"}, o.vertex);
    ar.value({"offset", "type uv uses x and y only"}, o.offset);
}

template <class Ar, Like<MaterialOffset> O> constexpr void describe(Ar& ar, O& o) {
    ar.ref({"material", "-1 = all materials"}, o.material);
    ar.value({"operation"}, o.operation);
    ar.value({"diffuse"}, o.diffuse);
    ar.value({"specular"}, o.specular);
    ar.value({"specular_power"}, o.specular_power);
    ar.value({"ambient"}, o.ambient);
    ar.value({"edge_color"}, o.edge_color);
    ar.value({"edge_size"}, o.edge_size);
    ar.value({"texture_factor"}, o.texture_factor);
    ar.value({"sphere_factor"}, o.sphere_factor);
    ar.value({"toon_factor"}, o.toon_factor);
}

template <class Ar, Like<ImpulseOffset> O> constexpr void describe(Ar& ar, O& o) {
    ar.ref({"rigid_body"}, o.rigid_body);
    ar.value({"local", "any value but 0: in the body's own axes"}, o.local);
    ar.value({"velocity"}, o.velocity);
    ar.value({"torque", "all six 0: stop"}, o.torque);
}

template <class Ar, Like<Morph> M> constexpr void describe(Ar& ar, M& m) {
    ar.text({"name"}, m.name);
    ar.text({"english_name"}, m.english_name);
    ar.value({"panel"}, m.panel);
    ar.tag({"type"}, m.type);
    const auto offsets = [&]<class O>(std::type_identity<O>) { ar.list({"offsets"}, m.offsets.template as<O>()); };
    using enum MorphType;
    ar.branch(m.type, on<group, flip>([&] { offsets(std::type_identity<GroupOffset>{}); }),
              on<vertex>([&] { offsets(std::type_identity<VertexOffset>{}); }),
              on<bone>([&] { offsets(std::type_identity<BoneOffset>{}); }),
              on<uv, additional_uv1, additional_uv2, additional_uv3, additional_uv4>([&] { offsets(std::type_identity<UvOffset>{}); }),
              on<material>([&] { offsets(std::type_identity<MaterialOffset>{}); }),
              on<impulse>([&] { offsets(std::type_identity<ImpulseOffset>{}); }));
}

template <class Ar, Like<FrameElement> E> constexpr void describe(Ar& ar, E& e) {
    ar.tag({"kind"}, e.kind);
    ar.branch(e.kind, on<FrameElementKind::bone>([&] { ar.ref({"bone"}, e.bone); }),
              on<FrameElementKind::morph>([&] { ar.ref({"morph"}, e.morph); }));
}

template <class Ar, Like<DisplayFrame> F> constexpr void describe(Ar& ar, F& f) {
    ar.text({"name"}, f.name);
    ar.text({"english_name"}, f.english_name);
    ar.value({"special", "1 for Root and for the frame of the morphs"}, f.special);
    ar.list({"elements"}, f.elements);
}

template <class Ar, Like<RigidBody> B> constexpr void describe(Ar& ar, B& b) {
    ar.text({"name"}, b.name);
    ar.text({"english_name"}, b.english_name);
    ar.ref({"bone"}, b.bone);
    ar.value({"group", "0 to 15"}, b.group);
    ar.value({"collision_mask", "bit set = collides with that group"}, b.collision_mask);
    ar.value({"shape"}, b.shape);
    ar.value({"size", "sphere: x = radius; box: half extents; capsule: x = radius, y = height"}, b.size);
    ar.value({"position", "in the model, MMD units"}, b.position);
    ar.value({"rotation", "radians, Ry * Rx * Rz"}, b.rotation);
    ar.value({"mass"}, b.mass);
    ar.value({"linear_damping"}, b.linear_damping);
    ar.value({"angular_damping"}, b.angular_damping);
    ar.value({"restitution"}, b.restitution);
    ar.value({"friction"}, b.friction);
    ar.value({"mode"}, b.mode);
}

template <class Ar, Like<Joint> J> constexpr void describe(Ar& ar, J& j) {
    ar.text({"name"}, j.name);
    ar.text({"english_name"}, j.english_name);
    ar.value({"type", "all types are laid out alike"}, j.type);
    ar.ref({"rigid_body_a"}, j.rigid_body_a);
    ar.ref({"rigid_body_b"}, j.rigid_body_b);
    ar.value({"position", "in the model, MMD units"}, j.position);
    ar.value({"rotation", "radians"}, j.rotation);
    ar.value({"linear_lower", "MMD units"}, j.linear_lower);
    ar.value({"linear_upper", "MMD units"}, j.linear_upper);
    ar.value({"angular_lower", "radians"}, j.angular_lower);
    ar.value({"angular_upper", "radians"}, j.angular_upper);
    ar.value({"linear_spring"}, j.linear_spring);
    ar.value({"angular_spring"}, j.angular_spring);
}

template <class Ar, Like<SoftBodyAnchor> A> constexpr void describe(Ar& ar, A& a) {
    ar.ref({"rigid_body"}, a.rigid_body);
    ar.ref({"vertex"}, a.vertex);
    ar.value({"near", "any value but 0: near mode"}, a.near);
}

template <class Ar, Like<SoftBody> S> constexpr void describe(Ar& ar, S& s) {
    ar.text({"name"}, s.name);
    ar.text({"english_name"}, s.english_name);
    ar.value({"shape"}, s.shape);
    ar.ref({"material"}, s.material);
    ar.value({"group", "0 to 15"}, s.group);
    ar.value({"collision_mask", "bit set = collides with that group"}, s.collision_mask);
    ar.value({"flags"}, s.flags);
    ar.value({"b_link_distance"}, s.b_link_distance);
    ar.value({"cluster_count"}, s.cluster_count);
    ar.value({"mass"}, s.mass);
    ar.value({"margin", "collision margin"}, s.margin);
    ar.value({"aero_model"}, s.aero_model);
    ar.value({"vcf", "velocity correction factor"}, s.vcf);
    ar.value({"dp", "damping"}, s.dp);
    ar.value({"dg", "drag"}, s.dg);
    ar.value({"lf", "lift"}, s.lf);
    ar.value({"pr", "pressure"}, s.pr);
    ar.value({"vc", "volume conservation"}, s.vc);
    ar.value({"df", "dynamic friction"}, s.df);
    ar.value({"mt", "pose matching"}, s.mt);
    ar.value({"chr", "rigid contact hardness"}, s.chr);
    ar.value({"khr", "kinetic contact hardness"}, s.khr);
    ar.value({"shr", "soft contact hardness"}, s.shr);
    ar.value({"ahr", "anchor hardness"}, s.ahr);
    ar.value({"srhr", "soft against rigid hardness (cluster)"}, s.srhr);
    ar.value({"skhr", "soft against kinetic hardness (cluster)"}, s.skhr);
    ar.value({"sshr", "soft against soft hardness (cluster)"}, s.sshr);
    ar.value({"sr_splt", "soft against rigid impulse split (cluster)"}, s.sr_splt);
    ar.value({"sk_splt", "soft against kinetic impulse split (cluster)"}, s.sk_splt);
    ar.value({"ss_splt", "soft against soft impulse split (cluster)"}, s.ss_splt);
    ar.value({"v_it", "velocity iterations"}, s.v_it);
    ar.value({"p_it", "position iterations"}, s.p_it);
    ar.value({"d_it", "drift iterations"}, s.d_it);
    ar.value({"c_it", "cluster iterations"}, s.c_it);
    ar.value({"lst", "linear stiffness, a float"}, s.lst);
    ar.value({"ast", "angular stiffness, a float"}, s.ast);
    ar.value({"vst", "volume stiffness, a float"}, s.vst);
    ar.list({"anchors"}, s.anchors);
    ar.list({"pins"}, s.pins);
}

/// The whole file. The header is given apart, so that it can be written with other index widths than the model's.
template <class Ar, Like<Header> H, Like<Model> M> constexpr void describe_file(Ar& ar, H& header, M& m) {
    ar.part({"header"}, header);
    ar.use(header);
    ar.part({"name"}, m.name);
    ar.part({"english_name"}, m.english_name);
    ar.part({"comment"}, m.comment);
    ar.part({"english_comment"}, m.english_comment);
    ar.part({"vertices"}, m.vertices);
    ar.part({"faces", "three indices to a triangle"}, m.faces);
    ar.part({"textures", "path relative to the model, \\ or /"}, m.textures);
    ar.part({"materials", "each covers the next index_count face indices"}, m.materials);
    ar.part({"bones"}, m.bones);
    ar.part({"morphs"}, m.morphs);
    ar.part({"display_frames"}, m.display_frames);
    ar.part({"rigid_bodies"}, m.rigid_bodies);
    ar.part({"joints"}, m.joints);
    ar.when(header.version > 2.0F, "version is 2.1",
            [&] { ar.optional_part({"soft_bodies", "absent if the file ends before their count"}, m.soft_bodies); });
    ar.rest({"trailing", "bytes after the last section"}, m.trailing);
}

template <class Ar, Like<Model> M> constexpr void describe(Ar& ar, M& m) {
    describe_file(ar, m.header, m);
}

// ---- what the columns of vertices and links need beyond their description

/// Slots that a deform type does not store: see Vertices.
template <class V>
    requires RowOf<V, Vertex>
KAGAMI_INLINE constexpr void prepare(V& v) {
    v.bones = {Index<Bone>{0}, Index<Bone>{0}, Index<Bone>{0}, Index<Bone>{0}};
    v.weights = {1, 0, 0, 0};
}
template <class V>
    requires RowOf<V, Vertex>
KAGAMI_INLINE constexpr void complete(V& v) {
    if (v.deform == DeformType::bdef2 || v.deform == DeformType::sdef) v.weights[1] = 1 - v.weights[0];
}

inline void make_room(Vertices& vertices, std::size_t count, const Globals& globals) {
    vertices.resize_for_overwrite(count, globals.additional_uvs());
}

template <class Table>
    requires Like<Table, Vertices>
KAGAMI_INLINE auto sequential(Table& vertices) {
    return [&vertices, cursor = std::size_t{0}](std::size_t i) mutable { return VertexRow<Table>(vertices, i, &cursor); };
}

/// One link with its limits, by value.
struct IkLinkValue : IkLink {
    IkLimit limit;
    using record = IkLink;
    [[nodiscard]] constexpr Vec3& limit_min() { return limit.min; }
    [[nodiscard]] constexpr const Vec3& limit_min() const { return limit.min; }
    [[nodiscard]] constexpr Vec3& limit_max() { return limit.max; }
    [[nodiscard]] constexpr const Vec3& limit_max() const { return limit.max; }
};

} // namespace kagami::pmx

namespace kagami::layout {

template <> struct FormatOf<pmx::Model> {
    using Globals = pmx::Globals;
    static constexpr Format format = Format::pmx;
    static constexpr const char* title = "PMX 2.0 and 2.1";
    static constexpr const char* notes =
        "Numbers are little-endian; float is IEEE 754 single precision.\n"
        "A text is an i32 byte length and that many bytes. A list is an i32 count and that many elements.\n"
        "An index takes as many bytes as the header's index_widths say.\n";

    static std::optional<Error> refuse(std::span<const std::byte> bytes);
    static Globals globals(const pmx::Model& model) { return Globals(model.header); }
    static Globals widest(const pmx::Model& a, const pmx::Model& b) {
        return {4, std::min<std::size_t>(std::max(a.header.additional_uvs, b.header.additional_uvs), 4)};
    }
    static std::optional<Error> forbidden(const pmx::Model& before, const pmx::Model& after);
    /// A version that has soft bodies has their count.
    static void settle(const pmx::Model& before, pmx::Model& after) {
        if (before.header.version < 2.1F && after.header.version > 2.0F && !after.soft_bodies) after.soft_bodies.emplace();
    }
    /// Calls `f` with the list that an index of the kind counts.
    template <class F> static void with_list(const pmx::Model& m, std::size_t kind, F f) {
        switch (kind) {
        case pmx::kind_number<pmx::Vertex>: return f(m.vertices);
        case pmx::kind_number<pmx::Texture>: return f(m.textures);
        case pmx::kind_number<pmx::Material>: return f(m.materials);
        case pmx::kind_number<pmx::Bone>: return f(m.bones);
        case pmx::kind_number<pmx::Morph>: return f(m.morphs);
        case pmx::kind_number<pmx::RigidBody>: return f(m.rigid_bodies);
        default: return;
        }
    }
};

template <> struct ElementOf<pmx::IkLinks> {
    using type = pmx::IkLinkValue;
};
template <> inline constexpr Identity identity<pmx::Vertex>{{"uv"}};
template <> inline constexpr Identity identity<pmx::IkLink>{{"bone"}, Identity::As::key};
template <> inline constexpr Identity identity<pmx::GroupOffset>{{"morph"}, Identity::As::key};
template <> inline constexpr Identity identity<pmx::VertexOffset>{{"vertex"}, Identity::As::key};
template <> inline constexpr Identity identity<pmx::BoneOffset>{{"bone"}, Identity::As::key};
template <> inline constexpr Identity identity<pmx::UvOffset>{{"vertex"}, Identity::As::key};
template <> inline constexpr Identity identity<pmx::MaterialOffset>{{"material"}, Identity::As::key};
template <> inline constexpr Identity identity<pmx::ImpulseOffset>{{"rigid_body"}, Identity::As::key};
template <> inline constexpr Identity identity<pmx::FrameElement>{{"kind", "bone", "morph"}, Identity::As::key};
template <> inline constexpr Identity identity<pmx::SoftBodyAnchor>{{"rigid_body", "vertex"}, Identity::As::key};

template <> inline constexpr bool is_geometry<pmx::Vertex> = true;
template <> inline constexpr bool is_geometry<Index<pmx::Vertex>> = true;
template <> inline constexpr bool is_geometry<pmx::VertexOffset> = true;
template <> inline constexpr bool is_geometry<pmx::UvOffset> = true;

template <> struct HotKind<pmx::Vertex> {
    using type = pmx::Bone;
};
template <> struct HotKind<pmx::VertexOffset> {
    using type = pmx::Vertex;
};
template <> struct HotKind<pmx::UvOffset> {
    using type = pmx::Vertex;
};

} // namespace kagami::layout

// PMX 2.0 and 2.1: the model and what can be done with a whole file.
//
//     auto model = kagami::pmx::load("model.pmx");
//     if (!model) { std::cerr << model.error().message() << '\n'; return 2; }
//     for (kagami::Vec3& p : model->vertices.positions()) p.y += 1;
//     auto saved = kagami::pmx::save(*model, "moved.pmx");
//
// A model is a plain value: copy it, compare it, put it into a container. Reading interprets and repairs nothing:
// every value, also one that makes no sense, is kept as it was, and writing an unchanged model gives the same bytes.
//
// Units: lengths in MMD units, angles in radians. Facts about the format: the PMX 2.1 specification, and for what it
// leaves open the behaviour of MikuMikuDance 9.32 and of real files; docs/formats/pmx.md lists every field.
#pragma once

#include "kagami/export.hpp"
#include "kagami/physics.hpp"
#include "kagami/reading.hpp"
#include "kagami/result.hpp"
#include "kagami/storage.hpp"
#include "kagami/text.hpp"
#include "kagami/types.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kagami::pmx {

struct Vertex;
struct Material;
struct Bone;
struct Morph;
struct RigidBody;
struct Texture; // only a kind for Index: a texture is a path, a Text

// ------------------------------------------------------------------------------------------------ header

/// Bytes that each kind of index takes in the file: 1, 2 or 4. Vertex indices are unsigned at 1 and 2 bytes, all
/// others signed. Kept as declared, also if fewer bytes would do; see `fit`.
struct IndexWidths {
    std::uint8_t vertex = 1, texture = 1, material = 1, bone = 1, morph = 1, rigid_body = 1;
    friend bool operator==(const IndexWidths&, const IndexWidths&) = default;
};

struct Header {
    std::array<char, 4> signature{'P', 'M', 'X', ' '}; ///< the fourth byte is kept, whatever it is
    float version = 2.0F;                              ///< 2.0 or 2.1
    Encoding encoding = Encoding::utf16le;             ///< of all texts; MikuMikuDance itself reads UTF-16 only
    std::uint8_t additional_uvs = 0;                   ///< 0 to 4
    IndexWidths index_widths;
    Bytes extra_globals; ///< header bytes beyond the eight known ones, normally none
    friend KAGAMI_API bool operator==(const Header&, const Header&);
};

// ------------------------------------------------------------------------------------------------ vertices

/// How a vertex follows its bones.
enum class DeformType : std::uint8_t {
    bdef1 = 0, ///< one bone
    bdef2 = 1, ///< two bones, one stored weight
    bdef4 = 2, ///< four bones, four weights; their sum is not promised to be 1
    sdef = 3,  ///< two bones and three points, spherical blending
    qdef = 4,  ///< PMX 2.1: four bones as BDEF4, dual-quaternion blending
};

/// The three stored points of an SDEF vertex, in model space. r0 and r1 are not usable raw: see docs/formats/pmx.md.
struct Sdef {
    Vec3 c, r0, r1;
    friend bool operator==(const Sdef&, const Sdef&) = default;
};

/// One vertex by value, for code that makes vertices. Stored in columns: see Vertices.
struct Vertex {
    Vec3 position, normal;
    Vec2 uv; ///< origin top-left
    std::array<Vec4, 4> additional_uvs{};
    DeformType deform = DeformType::bdef1;
    std::array<Index<Bone>, 4> bones{Index<Bone>{0}, Index<Bone>{0}, Index<Bone>{0}, Index<Bone>{0}};
    std::array<float, 4> weights{1, 0, 0, 0};
    Sdef sdef_points; ///< used if deform is sdef
    float edge_scale = 1;

    using record = Vertex;
    [[nodiscard]] constexpr Vec4& additional_uv(std::size_t k) { return additional_uvs[k]; }
    [[nodiscard]] constexpr const Vec4& additional_uv(std::size_t k) const { return additional_uvs[k]; }
    [[nodiscard]] constexpr Sdef& sdef() { return sdef_points; }
    [[nodiscard]] constexpr const Sdef& sdef() const { return sdef_points; }
};

template <class Table> class VertexRow;

/// All vertices, one column a property; each column is a span of `size()` elements that can be uploaded as it is.
///
/// `bones` and `weights` always hold four values a vertex. Slots that the deform type does not store are filled:
/// unused bones are 0 with weight 0, a BDEF1 weight is 1, the second weight of BDEF2 and SDEF is 1 minus the first.
/// Writing takes the stored slots only (1, 1, 4, 1, 4 weights for the five types; none for BDEF1).
class Vertices {
public:
    using value_type = Vertex;

    [[nodiscard]] std::size_t size() const { return columns_.size(); }
    [[nodiscard]] bool empty() const { return size() == 0; }

    [[nodiscard]] std::span<Vec3> positions() { return columns_.get<0>(); }
    [[nodiscard]] std::span<const Vec3> positions() const { return columns_.get<0>(); }
    [[nodiscard]] std::span<Vec3> normals() { return columns_.get<1>(); }
    [[nodiscard]] std::span<const Vec3> normals() const { return columns_.get<1>(); }
    [[nodiscard]] std::span<Vec2> uvs() { return columns_.get<2>(); }
    [[nodiscard]] std::span<const Vec2> uvs() const { return columns_.get<2>(); }
    [[nodiscard]] std::span<std::array<Index<Bone>, 4>> bones() { return columns_.get<3>(); }
    [[nodiscard]] std::span<const std::array<Index<Bone>, 4>> bones() const { return columns_.get<3>(); }
    [[nodiscard]] std::span<std::array<float, 4>> weights() { return columns_.get<4>(); }
    [[nodiscard]] std::span<const std::array<float, 4>> weights() const { return columns_.get<4>(); }
    [[nodiscard]] std::span<float> edge_scales() { return columns_.get<5>(); }
    [[nodiscard]] std::span<const float> edge_scales() const { return columns_.get<5>(); }
    [[nodiscard]] std::span<DeformType> deforms() { return columns_.get<6>(); }
    [[nodiscard]] std::span<const DeformType> deforms() const { return columns_.get<6>(); }
    /// Additional UV number `k` (0 to 3); empty if no vertex has it.
    [[nodiscard]] std::span<Vec4> additional_uvs(std::size_t k) { return additional_uvs_[k]; }
    [[nodiscard]] std::span<const Vec4> additional_uvs(std::size_t k) const { return additional_uvs_[k]; }
    /// The points of the SDEF vertices, by vertex number.
    [[nodiscard]] Sparse<Sdef>& sdefs() { return sdefs_; }
    [[nodiscard]] const Sparse<Sdef>& sdefs() const { return sdefs_; }

    /// One vertex as references into the columns. Valid until the number of vertices changes.
    [[nodiscard]] VertexRow<Vertices> operator[](std::size_t i);
    [[nodiscard]] VertexRow<const Vertices> operator[](std::size_t i) const;
    /// One vertex by value.
    [[nodiscard]] KAGAMI_API Vertex get(std::size_t i) const;
    KAGAMI_API void push_back(const Vertex& vertex);
    /// New vertices are default values.
    KAGAMI_API void resize(std::size_t count);
    /// For a caller that writes them all: vertices hold whatever the memory held, there are no SDEF points, and
    /// additional UVs are there for `k < additional_uvs` only.
    KAGAMI_API void resize_for_overwrite(std::size_t count, std::size_t additional_uvs);
    /// Makes a column of zeros for additional UVs 0 to `count` - 1 where there is none.
    [[gnu::cold]] KAGAMI_API void add_uvs(std::size_t count);
    KAGAMI_API void clear();

private:
    template <class Table> friend class VertexRow;

    Columns<Vec3, Vec3, Vec2, std::array<Index<Bone>, 4>, std::array<float, 4>, float, DeformType> columns_;
    std::array<Column<Vec4>, 4> additional_uvs_;
    Sparse<Sdef> sdefs_;
};

// ------------------------------------------------------------------------------------------------ materials

enum class MaterialFlag : std::uint8_t {
    double_sided = 0x01,
    ground_shadow = 0x02,
    cast_self_shadow = 0x04, ///< is drawn into the self-shadow map
    receive_self_shadow = 0x08,
    edge = 0x10,
    vertex_color = 0x20, ///< 2.1: additional UV 1 is a colour
    points = 0x40,       ///< 2.1; wins over lines
    lines = 0x80,        ///< 2.1
};

enum class SphereMode : std::uint8_t { off = 0, multiply = 1, add = 2, sub_texture = 3 };

/// Where a material's toon comes from; decides which of two fields the file holds.
enum class ToonMode : std::uint8_t { texture = 0, shared = 1 };

/// A material covers the next `index_count` face indices, in order of the list.
struct Material {
    Text name, english_name;
    Vec4 diffuse{1, 1, 1, 1}; ///< red, green, blue, opacity
    Vec3 specular;
    float specular_power = 5;
    Vec3 ambient;
    Flags<MaterialFlag> flags;
    Vec4 edge_color{0, 0, 0, 1};
    float edge_size = 1;
    Index<Texture> texture, sphere_texture;
    SphereMode sphere_mode = SphereMode::off;
    ToonMode toon_mode = ToonMode::texture;
    std::uint8_t shared_toon = 0; ///< if toon_mode is shared: 0 to 9 for toon01 to toon10
    Index<Texture> toon_texture;  ///< if toon_mode is texture
    Text memo;
    std::int32_t index_count = 0; ///< number of face indices, a multiple of 3
    friend KAGAMI_API bool operator==(const Material&, const Material&);
};

// ------------------------------------------------------------------------------------------------ bones

/// Bits of a bone. Those that add a field to the record say so.
enum class BoneFlag : std::uint16_t {
    tail_is_bone = 0x0001, ///< tail_bone is stored; otherwise tail_offset
    rotatable = 0x0002,
    movable = 0x0004,
    visible = 0x0008,
    operable = 0x0010,
    ik = 0x0020,                 ///< ik is stored
    append_local = 0x0080,       ///< append follows the local deform of its parent
    append_rotation = 0x0100,    ///< append is stored, once, if this or the next is set
    append_translation = 0x0200, ///< append is stored
    fixed_axis = 0x0400,         ///< fixed_axis is stored
    local_axes = 0x0800,         ///< local_axes is stored
    after_physics = 0x1000,      ///< deforms after the physics step
    external_parent = 0x2000,    ///< external_parent_key is stored
};

/// Append (付与): the bone takes over a part of another bone's rotation or translation.
struct Append {
    Index<Bone> parent;
    float ratio = 1; ///< any number; negative inverts
    friend KAGAMI_API bool operator==(const Append&, const Append&);
};

struct LocalAxes {
    Vec3 x{1, 0, 0}, z{0, 0, 1};
    friend bool operator==(const LocalAxes&, const LocalAxes&) = default;
};

/// The angle limits of one IK link, in radians.
struct IkLimit {
    Vec3 min, max;
    friend bool operator==(const IkLimit&, const IkLimit&) = default;
};

struct IkLink {
    Index<Bone> bone;
    std::uint8_t limited = 0; ///< if not 0 (the byte is kept), the link has limits
    friend bool operator==(const IkLink&, const IkLink&) = default;
};

template <class Links> class IkLinkRow;

/// The links of an IK bone, from the target's side to the root's.
class IkLinks {
public:
    using value_type = IkLink;

    [[nodiscard]] std::size_t size() const { return links_.size(); }
    [[nodiscard]] bool empty() const { return links_.empty(); }
    /// The link and, through `limit_min()`, `limit_max()`, its limits. Valid until the number of links changes.
    [[nodiscard]] IkLinkRow<IkLinks> operator[](std::size_t i);
    [[nodiscard]] IkLinkRow<const IkLinks> operator[](std::size_t i) const;
    [[nodiscard]] std::span<IkLink> links() { return {links_.data(), links_.size()}; }
    [[nodiscard]] std::span<const IkLink> links() const { return {links_.data(), links_.size()}; }
    /// The limits of the limited links, by link number.
    [[nodiscard]] Sparse<IkLimit>& limits() { return limits_; }
    [[nodiscard]] const Sparse<IkLimit>& limits() const { return limits_; }
    void push_back(IkLink link) { links_.push_back(link); }
    void push_back(Index<Bone> bone, const IkLimit& limit) {
        links_.push_back({bone, 1});
        limits_.get_or_make(static_cast<std::uint32_t>(size() - 1)) = limit;
    }
    void resize(std::size_t count) {
        links_.resize(count);
        limits_.truncate(count);
    }

private:
    template <class Links> friend class IkLinkRow;
    List<IkLink> links_;
    Sparse<IkLimit> limits_;
};

struct Ik {
    Index<Bone> target;
    std::int32_t loop_count = 0;
    float unit_angle = 0; ///< largest turn of a link in one loop, radians
    IkLinks links;
};

struct Bone {
    Text name, english_name;
    Vec3 position; ///< rest position in model space
    Index<Bone> parent;
    std::int32_t layer = 0; ///< deform layer (変形階層): deform order is by (after physics, layer, index)
    Flags<BoneFlag> flags;
    Index<Bone> tail_bone; ///< if flags has tail_is_bone
    Vec3 tail_offset;      ///< otherwise
    Append append;
    Vec3 fixed_axis;
    std::int32_t external_parent_key = 0;
    Box<LocalAxes> local_axes; ///< written as the default if the flag is set and this is empty
    Box<Ik> ik;                ///< likewise
    friend KAGAMI_API bool operator==(const Bone&, const Bone&);
};

// ------------------------------------------------------------------------------------------------ morphs

/// The field of the morph panel that a morph is listed in.
enum class MorphPanel : std::uint8_t { system = 0, brow = 1, eye = 2, mouth = 3, other = 4 };

enum class MorphType : std::uint8_t {
    group = 0,
    vertex = 1,
    bone = 2,
    uv = 3,
    additional_uv1 = 4,
    additional_uv2 = 5,
    additional_uv3 = 6,
    additional_uv4 = 7,
    material = 8,
    flip = 9,     ///< 2.1
    impulse = 10, ///< 2.1
};

struct GroupOffset {
    Index<Morph> morph;
    float weight = 0;
    friend KAGAMI_API bool operator==(const GroupOffset&, const GroupOffset&);
};

struct VertexOffset {
    Index<Vertex> vertex;
    Vec3 offset;
    friend KAGAMI_API bool operator==(const VertexOffset&, const VertexOffset&);
};

struct BoneOffset {
    Index<Bone> bone;
    Vec3 translation;
    Vec4 rotation{0, 0, 0, 1}; ///< quaternion x, y, z, w
    friend KAGAMI_API bool operator==(const BoneOffset&, const BoneOffset&);
};

struct UvOffset {
    Index<Vertex> vertex;
    Vec4 offset; ///< type uv uses x and y only
    friend KAGAMI_API bool operator==(const UvOffset&, const UvOffset&);
};

enum class MaterialOperation : std::uint8_t { multiply = 0, add = 1 };

struct MaterialOffset {
    Index<Material> material; ///< -1 means all materials
    MaterialOperation operation = MaterialOperation::multiply;
    Vec4 diffuse;
    Vec3 specular;
    float specular_power = 0;
    Vec3 ambient;
    Vec4 edge_color;
    float edge_size = 0;
    Vec4 texture_factor, sphere_factor, toon_factor;
    friend KAGAMI_API bool operator==(const MaterialOffset&, const MaterialOffset&);
};

struct ImpulseOffset {
    Index<RigidBody> rigid_body;
    std::uint8_t local = 0;
    Vec3 velocity, torque; ///< all zero stops the body
    friend KAGAMI_API bool operator==(const ImpulseOffset&, const ImpulseOffset&);
};

/// The elements of a morph: a list of one of the offset structs. Which, the morph's type says; asking for another
/// list gives an empty one (const) or replaces the elements by an empty list of that kind (not const).
class MorphOffsets {
public:
    [[nodiscard]] KAGAMI_API std::size_t size() const;
    template <class Offset> [[nodiscard]] List<Offset>& as();
    template <class Offset> [[nodiscard]] constexpr const List<Offset>& as() const;

    constexpr MorphOffsets() = default;
    MorphOffsets(const MorphOffsets& other) { copy(other); }
    constexpr MorphOffsets(MorphOffsets&& other) noexcept : store_(other.store_), kind_(std::exchange(other.kind_, Kind::none)) {}
    MorphOffsets& operator=(MorphOffsets other) noexcept {
        std::swap(store_, other.store_);
        std::swap(kind_, other.kind_);
        return *this;
    }
    constexpr ~MorphOffsets() {
        if (kind_ != Kind::none) destroy();
    }

private:
    enum class Kind : std::uint8_t { none, group, vertex, bone, uv, material, impulse };
    template <class Offset> static constexpr Kind kind_for();
    KAGAMI_API void copy(const MorphOffsets& other);
    KAGAMI_API void destroy();

    // One List, whichever kind; a List is a single pointer, and moving it by its bytes is fine.
    struct alignas(void*) Store {
        std::byte bytes[sizeof(void*)]{};
    } store_;
    Kind kind_ = Kind::none;
};

struct Morph {
    Text name, english_name;
    MorphPanel panel = MorphPanel::other;
    MorphType type = MorphType::vertex;
    MorphOffsets offsets;
    friend KAGAMI_API bool operator==(const Morph&, const Morph&);
};

// ------------------------------------------------------------------------------------------------ display frames

enum class FrameElementKind : std::uint8_t { bone = 0, morph = 1 };

/// A bone or a morph; `kind` says which.
struct FrameElement {
    FrameElementKind kind = FrameElementKind::bone;
    union {
        Index<Bone> bone;
        Index<Morph> morph;
    };

    constexpr FrameElement() : bone() {}
    constexpr explicit FrameElement(Index<Bone> index) : bone(index) {}
    constexpr explicit FrameElement(Index<Morph> index) : kind(FrameElementKind::morph), morph(index) {}
    friend KAGAMI_API bool operator==(const FrameElement&, const FrameElement&);
};

/// A display frame (表示枠). The special ones are known by flag and name: "Root" and "表情".
struct DisplayFrame {
    Text name, english_name;
    std::uint8_t special = 0;
    List<FrameElement> elements;
    friend KAGAMI_API bool operator==(const DisplayFrame&, const DisplayFrame&);
};

// ------------------------------------------------------------------------------------------------ physics

using kagami::RigidMode;
using kagami::RigidShape;

struct RigidBody {
    Text name, english_name;
    Index<Bone> bone;
    std::uint8_t group = 0;                ///< 0 to 15
    std::uint16_t collision_mask = 0xFFFF; ///< bit set = collides with that group (as MikuMikuDance takes it)
    RigidShape shape = RigidShape::sphere;
    Vec3 size, position;
    Vec3 rotation; ///< radians, Ry * Rx * Rz
    float mass = 1, linear_damping = 0, angular_damping = 0, restitution = 0, friction = 0;
    RigidMode mode = RigidMode::follow_bone;
    friend KAGAMI_API bool operator==(const RigidBody&, const RigidBody&);
};

/// Kinds of joint. The record is the same for all; only the meaning of its numbers differs.
enum class JointType : std::uint8_t { spring_6dof = 0, six_dof = 1, point_to_point = 2, cone_twist = 3, slider = 4, hinge = 5 };

struct Joint {
    Text name, english_name;
    JointType type = JointType::spring_6dof;
    Index<RigidBody> rigid_body_a, rigid_body_b;
    Vec3 position, rotation;
    Vec3 linear_lower, linear_upper, angular_lower, angular_upper, linear_spring, angular_spring;
    friend KAGAMI_API bool operator==(const Joint&, const Joint&);
};

enum class SoftBodyShape : std::uint8_t { tri_mesh = 0, rope = 1 };
enum class SoftBodyFlag : std::uint8_t { b_links = 0x01, clusters = 0x02, randomise_links = 0x04 };
enum class AeroModel : std::int32_t { v_point = 0, v_two_sided = 1, v_one_sided = 2, f_two_sided = 3, f_one_sided = 4 };

struct SoftBodyAnchor {
    Index<RigidBody> rigid_body;
    Index<Vertex> vertex;
    std::uint8_t near = 0;
    friend KAGAMI_API bool operator==(const SoftBodyAnchor&, const SoftBodyAnchor&);
};

/// A soft body (2.1). The short names are those of the specification and of Bullet 2.75.
struct SoftBody {
    Text name, english_name;
    SoftBodyShape shape = SoftBodyShape::tri_mesh;
    Index<Material> material;
    std::uint8_t group = 0;
    std::uint16_t collision_mask = 0xFFFF;
    Flags<SoftBodyFlag> flags;
    std::int32_t b_link_distance = 0, cluster_count = 0;
    float mass = 1, margin = 0;
    AeroModel aero_model = AeroModel::v_point;
    float vcf = 0, dp = 0, dg = 0, lf = 0, pr = 0, vc = 0, df = 0, mt = 0, chr = 0, khr = 0, shr = 0, ahr = 0;
    float srhr = 0, skhr = 0, sshr = 0, sr_splt = 0, sk_splt = 0, ss_splt = 0;
    std::int32_t v_it = 0, p_it = 0, d_it = 0, c_it = 0;
    float lst = 0, ast = 0, vst = 0;
    List<SoftBodyAnchor> anchors;
    List<Index<Vertex>> pins;
    friend KAGAMI_API bool operator==(const SoftBody&, const SoftBody&);
};

// ------------------------------------------------------------------------------------------------ the model

struct Model {
    Header header;
    Text name, english_name, comment, english_comment;
    Vertices vertices;
    Column<Index<Vertex>> faces; ///< three indices to a triangle
    std::vector<Text> textures;  ///< paths relative to the model, with \ or /
    std::vector<Material> materials;
    std::vector<Bone> bones;
    std::vector<Morph> morphs;
    std::vector<DisplayFrame> display_frames;
    std::vector<RigidBody> rigid_bodies;
    std::vector<Joint> joints;
    std::optional<std::vector<SoftBody>> soft_bodies; ///< 2.1 only; absent if the file ends before their count
    Bytes trailing;                                   ///< bytes after the last section
    std::optional<Damage> damage;                     ///< only after reading with `keep`

    /// Two models are equal if they have the same header and the same bytes would be written for both.
    friend KAGAMI_API bool operator==(const Model&, const Model&);
};

// ------------------------------------------------------------------------------------------------ reading

/// Reads a model from the bytes of a file. Never allocates more than 4 times the size of `bytes` plus 1 MB.
/// Errors (offset and path say where): wrong_format, unsupported_version, truncated, unknown_value, negative_count,
/// count_too_large, negative_length, out_of_memory.
[[nodiscard]] KAGAMI_API Result<Model> read(std::span<const std::byte> bytes, ReadOptions options = {});

/// As `read`, into a model whose memory is used again. For batches and viewers. After an error `model` is valid but
/// holds nothing in particular.
[[nodiscard]] KAGAMI_API Result<void> read_into(Model& model, std::span<const std::byte> bytes, ReadOptions options = {});

/// Reads a file; "-" is standard input. Further errors: cannot_open, cannot_read.
[[nodiscard]] KAGAMI_API Result<Model> load(const std::filesystem::path& path, ReadOptions options = {});

struct Scan {
    Header header;
    std::vector<Part> parts; ///< in file order
};

/// The header, and where each part lies, without building the model; several times faster than `read`.
[[nodiscard]] KAGAMI_API Result<Scan> scan(std::span<const std::byte> bytes);

/// The path of the value that the byte at `offset` belongs to, `/bones/12/position`; empty if there is none.
[[nodiscard]] KAGAMI_API std::string path_at(std::span<const std::byte> bytes, std::uint64_t offset);

/// The same for many offsets, which ascend, in one pass.
[[nodiscard]] KAGAMI_API std::vector<std::string> paths_at(std::span<const std::byte> bytes, std::span<const std::uint64_t> offsets);

// ------------------------------------------------------------------------------------------------ writing

/// An index width that had to become larger, because an index no longer fitted.
struct WidthChange {
    std::string_view kind; ///< "bone"
    std::uint8_t before = 0, after = 0;
    friend bool operator==(const WidthChange&, const WidthChange&) = default;
};

/// The file's bytes. Index widths are those of the header unless an index does not fit; each one that had to grow is
/// added to `changes`. Errors: value_range (a value that no reader could read past; the path says which), too_many,
/// needs_version, taken_for_count, kept_bytes_depend (a damaged model needs a wider index), out_of_memory.
[[nodiscard]] KAGAMI_API Result<Bytes> write(const Model& model, std::vector<WidthChange>* changes = nullptr);

/// The number of bytes that `write` gives if no width has to grow.
[[nodiscard]] KAGAMI_API std::size_t written_size(const Model& model);

/// Writes into memory of the caller's and returns the number of bytes. Error buffer_too_small: the needed size is the
/// error's `length`.
[[nodiscard]] KAGAMI_API Result<std::size_t> write_into(std::span<std::byte> buffer, const Model& model,
                                                        std::vector<WidthChange>* changes = nullptr);

/// Writes a file, atomically (see save_bytes).
[[nodiscard]] KAGAMI_API Result<void> save(const Model& model, const std::filesystem::path& path,
                                           std::vector<WidthChange>* changes = nullptr);

/// Sets every index width to the smallest that holds its list and all indices, and returns those that changed. Those of
/// a damaged model stay, since the bytes that it keeps depend on them.
KAGAMI_API std::vector<WidthChange> fit(Model& model);

// ------------------------------------------------------------------------------------------------ rows

/// References to the properties of one vertex. `Table` is `Vertices` or `const Vertices`.
template <class Table> class VertexRow {
    template <class T> using Ref = std::conditional_t<std::is_const_v<Table>, const T&, T&>;
    Table* table_;
    std::uint32_t row_;
    std::size_t* cursor_;

public:
    using record = Vertex;

    VertexRow(Table& table, std::size_t i, std::size_t* cursor = nullptr)
        : table_(&table), row_(static_cast<std::uint32_t>(i)), cursor_(cursor), position(table.columns_.template at<0>(i)),
          normal(table.columns_.template at<1>(i)), uv(table.columns_.template at<2>(i)), bones(table.columns_.template at<3>(i)),
          weights(table.columns_.template at<4>(i)), edge_scale(table.columns_.template at<5>(i)),
          deform(table.columns_.template at<6>(i)) {}

    Ref<Vec3> position, normal;
    Ref<Vec2> uv;
    Ref<std::array<Index<Bone>, 4>> bones;
    Ref<std::array<float, 4>> weights;
    Ref<float> edge_scale;
    Ref<DeformType> deform;

    /// Additional UV `k`; zeros if the column is not there (const), or the column is made (not const).
    [[nodiscard]] Ref<Vec4> additional_uv(std::size_t k) const {
        if constexpr (std::is_const_v<Table>) {
            static constexpr Vec4 zero{};
            return table_->additional_uvs_[k].empty() ? zero : table_->additional_uvs_[k][row_];
        } else {
            if (table_->additional_uvs_[k].empty()) [[unlikely]]
                table_->add_uvs(k + 1);
            return table_->additional_uvs_[k][row_];
        }
    }
    /// The SDEF points; zeros if there are none (const), or they are made (not const).
    [[nodiscard]] Ref<Sdef> sdef() const {
        if constexpr (std::is_const_v<Table>) {
            static constexpr Sdef zero{};
            const Sdef* found = table_->sdefs_.find(row_, cursor_);
            return found == nullptr ? zero : *found;
        } else {
            return table_->sdefs_.get_or_make(row_);
        }
    }
};

inline VertexRow<Vertices> Vertices::operator[](std::size_t i) {
    return {*this, i};
}
inline VertexRow<const Vertices> Vertices::operator[](std::size_t i) const {
    return {*this, i};
}

/// References to the properties of one IK link. `Links` is `IkLinks` or `const IkLinks`.
template <class Links> class IkLinkRow {
    template <class T> using Ref = std::conditional_t<std::is_const_v<Links>, const T&, T&>;
    Links* links_;
    std::uint32_t row_;

    [[nodiscard]] Ref<IkLimit> limit() const {
        if constexpr (std::is_const_v<Links>) {
            static constexpr IkLimit zero{};
            const IkLimit* found = links_->limits_.find(row_);
            return found == nullptr ? zero : *found;
        } else {
            return links_->limits_.get_or_make(row_);
        }
    }

public:
    using record = IkLink;

    IkLinkRow(Links& links, std::size_t i)
        : links_(&links), row_(static_cast<std::uint32_t>(i)), bone(links.links_[i].bone), limited(links.links_[i].limited) {}

    Ref<Index<Bone>> bone;
    Ref<std::uint8_t> limited;
    [[nodiscard]] Ref<Vec3> limit_min() const { return limit().min; }
    [[nodiscard]] Ref<Vec3> limit_max() const { return limit().max; }
};

inline IkLinkRow<IkLinks> IkLinks::operator[](std::size_t i) {
    return {*this, i};
}
inline IkLinkRow<const IkLinks> IkLinks::operator[](std::size_t i) const {
    return {*this, i};
}

template <class Offset> constexpr MorphOffsets::Kind MorphOffsets::kind_for() {
    if constexpr (std::is_same_v<Offset, GroupOffset>) return Kind::group;
    if constexpr (std::is_same_v<Offset, VertexOffset>) return Kind::vertex;
    if constexpr (std::is_same_v<Offset, BoneOffset>) return Kind::bone;
    if constexpr (std::is_same_v<Offset, UvOffset>) return Kind::uv;
    if constexpr (std::is_same_v<Offset, MaterialOffset>) return Kind::material;
    if constexpr (std::is_same_v<Offset, ImpulseOffset>) return Kind::impulse;
}

template <class Offset> List<Offset>& MorphOffsets::as() {
    if (kind_ != kind_for<Offset>()) {
        if (kind_ != Kind::none) destroy();
        std::construct_at(reinterpret_cast<List<Offset>*>(store_.bytes));
        kind_ = kind_for<Offset>();
    }
    return *std::launder(reinterpret_cast<List<Offset>*>(store_.bytes));
}

template <class Offset> constexpr const List<Offset>& MorphOffsets::as() const {
    return kind_ == kind_for<Offset>() ? *std::launder(reinterpret_cast<const List<Offset>*>(store_.bytes)) : detail::empty_list<Offset>;
}

} // namespace kagami::pmx

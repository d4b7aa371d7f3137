// PMD: the model and what can be done with a whole file.
//
// PMD is the format of MikuMikuDance before PMX. Texts are CP932 in fields of fixed size, and all their bytes are kept,
// the filler behind the NUL too. Reading interprets and repairs nothing: positions of rigid bodies stay relative to
// their bones, a tail of 0 (which means none) stays 0, and each of the four tails that old files lack is remembered as
// absent or present.
//
// Units: lengths in MMD units, angles in radians. docs/formats/pmd.md lists every field. Facts: MikuMikuDance's
// behaviour, files it wrote, and the readers that agree with both.
#pragma once

#include "kagami/export.hpp"
#include "kagami/fixed_text.hpp"
#include "kagami/physics.hpp"
#include "kagami/reading.hpp"
#include "kagami/result.hpp"
#include "kagami/section.hpp"
#include "kagami/storage.hpp"
#include "kagami/types.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kagami::pmd {

struct Vertex;
struct BaseVertex;
struct Bone;
struct Morph;
struct RigidBody;

using Name = FixedText<20>;
using Comment = FixedText<256>;
using FrameName = FixedText<50>;
using ToonName = FixedText<100>;

struct Header {
    std::array<char, 3> signature{'P', 'm', 'd'};
    float version = 1.0F; ///< kept, whatever it is
    Name name;
    Comment comment; ///< lines end in LF or CR LF
};

// ------------------------------------------------------------------------------------------------ vertices

/// One vertex by value, for code that makes vertices. Stored in columns: see Vertices.
struct Vertex {
    Vec3 position, normal;
    Vec2 uv;                                                          ///< origin top-left
    std::array<Index<Bone>, 2> bones{Index<Bone>{0}, Index<Bone>{0}}; ///< 0 to 65535, no "none"
    std::uint8_t weight = 100;                                        ///< of the first bone, in percent; the second has the rest
    std::uint8_t no_edge = 0;                                         ///< 1 = no edge

    using record = Vertex;
};

template <class Table> class VertexRow;

/// All vertices, one column a property; each column is a span of `size()` elements.
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
    [[nodiscard]] std::span<std::array<Index<Bone>, 2>> bones() { return columns_.get<3>(); }
    [[nodiscard]] std::span<const std::array<Index<Bone>, 2>> bones() const { return columns_.get<3>(); }
    [[nodiscard]] std::span<std::uint8_t> weights() { return columns_.get<4>(); }
    [[nodiscard]] std::span<const std::uint8_t> weights() const { return columns_.get<4>(); }
    [[nodiscard]] std::span<std::uint8_t> no_edges() { return columns_.get<5>(); }
    [[nodiscard]] std::span<const std::uint8_t> no_edges() const { return columns_.get<5>(); }

    [[nodiscard]] inline VertexRow<Vertices> operator[](std::size_t i);
    [[nodiscard]] inline VertexRow<const Vertices> operator[](std::size_t i) const;

    void push_back(const Vertex& v) { columns_.push_back(v.position, v.normal, v.uv, v.bones, v.weight, v.no_edge); }
    void resize(std::size_t count) {
        const Vertex v;
        columns_.resize(count, v.position, v.normal, v.uv, v.bones, v.weight, v.no_edge);
    }
    /// New vertices hold whatever the memory held.
    void resize_for_overwrite(std::size_t count) { columns_.resize_for_overwrite(count); }
    void clear() { columns_.clear(); }

private:
    template <class> friend class VertexRow;
    Columns<Vec3, Vec3, Vec2, std::array<Index<Bone>, 2>, std::uint8_t, std::uint8_t> columns_;
};

/// References to the properties of one vertex. `Table` is `Vertices` or `const Vertices`.
template <class Table> class VertexRow {
    template <class T> using Ref = std::conditional_t<std::is_const_v<Table>, const T&, T&>;

public:
    using record = Vertex;

    VertexRow(Table& table, std::size_t i)
        : position(table.columns_.template at<0>(i)), normal(table.columns_.template at<1>(i)), uv(table.columns_.template at<2>(i)),
          bones(table.columns_.template at<3>(i)), weight(table.columns_.template at<4>(i)), no_edge(table.columns_.template at<5>(i)) {}

    Ref<Vec3> position, normal;
    Ref<Vec2> uv;
    Ref<std::array<Index<Bone>, 2>> bones;
    Ref<std::uint8_t> weight, no_edge;
};

inline VertexRow<Vertices> Vertices::operator[](std::size_t i) {
    return {*this, i};
}
inline VertexRow<const Vertices> Vertices::operator[](std::size_t i) const {
    return {*this, i};
}

// ------------------------------------------------------------------------------------------------ materials, bones, morphs

struct Material {
    Vec3 diffuse;
    float opacity = 1; ///< 0.98 = no self-shadow, 0.99 and more = drawn from both sides; never clamped
    float specular_power = 0;
    Vec3 specular, ambient;
    std::uint8_t toon = 255; ///< 0 to 9: toon_names; 255: none
    std::uint8_t edge = 0;   ///< 1 = edge and ground shadow
    std::uint32_t index_count = 0;
    Name texture; ///< "tex.bmp", "tex.bmp*sphere.spa" or a sphere alone; .sph multiplies, .spa adds
};

enum class BoneType : std::uint8_t {
    rotate = 0,
    rotate_and_move = 1,
    ik = 2,
    unknown = 3,
    under_ik = 4,       ///< reference: the IK bone, or 0
    under_rotation = 5, ///< follows the rotation of `reference`
    ik_target = 6,
    hidden = 7,
    twist = 8,           ///< turns about the line to its tail
    follow_rotation = 9, ///< follows the rotation of `tail` by `percent`
};

struct Bone {
    Name name;
    Index<Bone> parent;  ///< −1 = none; may come later in the list
    Index<Bone> tail{0}; ///< the bone it points to, 0 = none; type follow_rotation: the bone whose rotation is followed
    BoneType type = BoneType::rotate;
    Index<Bone> reference{0}; ///< see BoneType; 0 = none. For all types but follow_rotation
    std::int16_t percent = 0; ///< for follow_rotation, in the same place: how much of the rotation is followed
    Vec3 position;            ///< rest position in the model
};

struct Ik {
    Index<Bone> bone;   ///< the bone that the target is to reach
    Index<Bone> target; ///< the bone that is to reach it
    std::uint16_t loop_count = 0;
    float unit_angle = 0;    ///< a quarter of PMX's: MikuMikuDance multiplies by 4
    List<Index<Bone>> links; ///< at most 255
};

enum class MorphPanel : std::uint8_t { base = 0, brow = 1, eye = 2, mouth = 3, other = 4 };

/// The rest position of a vertex that some morph moves.
struct BaseVertex {
    Index<Vertex> vertex;
    Vec3 position;
};
struct VertexOffset {
    Index<BaseVertex> base_vertex; ///< a number in the base morph's list, not of a vertex
    Vec3 offset;
};

/// The first morph is usually the base, which names all vertices that the others move.
struct Morph {
    Name name;
    MorphPanel panel = MorphPanel::other;
    List<BaseVertex> base_vertices; ///< if the panel is base
    List<VertexOffset> offsets;     ///< if it is not
};

/// A bone and the number of its display frame, counted from 1.
struct FrameBone {
    Index<Bone> bone;
    std::uint8_t frame = 1;
};

// ------------------------------------------------------------------------------------------------ the optional tails

/// English names. A flag of 0 means that nothing but the flag is there.
struct English {
    std::uint8_t flag = 0; ///< usually 0 or 1
    Name name;
    Comment comment;
    std::vector<Name> bone_names;       ///< one for each bone
    std::vector<Name> morph_names;      ///< one for each morph but the first, which is the base
    std::vector<FrameName> frame_names; ///< one for each bone frame
};

struct RigidBody {
    Name name;
    Index<Bone> bone;                      ///< −1: none, and the position is relative to bone 0
    std::uint8_t group = 0;                ///< 0 to 15
    std::uint16_t collision_mask = 0xFFFF; ///< bit set = collides with that group
    RigidShape shape = RigidShape::sphere;
    Vec3 size;
    Vec3 position; ///< relative to its bone
    Vec3 rotation; ///< radians, Ry * Rx * Rz
    float mass = 1, linear_damping = 0, angular_damping = 0, restitution = 0, friction = 0;
    RigidMode mode = RigidMode::follow_bone;
};

struct Joint {
    Name name;
    Index<RigidBody> rigid_body_a, rigid_body_b;
    Vec3 position, rotation; ///< in the model
    Vec3 linear_lower, linear_upper, angular_lower, angular_upper, linear_spring, angular_spring;
};

// ------------------------------------------------------------------------------------------------ the model

struct Model {
    Header header;
    Vertices vertices;
    Column<Index<Vertex>> faces; ///< three indices to a triangle, 0 to 65535
    std::vector<Material> materials;
    std::vector<Bone> bones;
    std::vector<Ik> iks;
    std::vector<Morph> morphs;
    std::vector<Index<Morph>> morph_list; ///< the morphs in the order of display; never the base
    std::vector<FrameName> frame_names;   ///< usually end in LF
    std::vector<FrameBone> frame_bones;
    std::optional<English> english;
    Section<std::vector<ToonName>> toon_names{std::vector<ToonName>(10)}; ///< 10, if present
    Section<std::vector<RigidBody>> rigid_bodies;
    Section<std::vector<Joint>> joints;
    Bytes trailing;               ///< bytes after the last section
    std::optional<Damage> damage; ///< only after reading with `keep`

    /// A new model has every section; its English block is empty.
    Model() : english(English{}) {}

    /// Two models are equal if the same bytes would be written for both.
    friend KAGAMI_API bool operator==(const Model&, const Model&);
};

// ------------------------------------------------------------------------------------------------ whole files

/// Reads a model from the bytes of a file. Never allocates more than 4 times the size of `bytes` plus 1 MB.
/// Errors (offset and path say where): wrong_format, truncated, count_too_large, out_of_memory.
[[nodiscard]] KAGAMI_API Result<Model> read(std::span<const std::byte> bytes, ReadOptions options = {});

/// As `read`, into a model whose memory is used again. After an error `model` is valid but holds nothing in particular.
[[nodiscard]] KAGAMI_API Result<void> read_into(Model& model, std::span<const std::byte> bytes, ReadOptions options = {});

/// Reads a file; "-" is standard input. Further errors: cannot_open, cannot_read.
[[nodiscard]] KAGAMI_API Result<Model> load(const std::filesystem::path& path, ReadOptions options = {});

struct Scan {
    Header header;
    std::vector<Part> parts; ///< in file order; absent sections are not listed
};

/// The header, and where each part lies, without building the model.
[[nodiscard]] KAGAMI_API Result<Scan> scan(std::span<const std::byte> bytes);

/// The path of the value that the byte at `offset` belongs to, `/bones/12/position`; empty if there is none.
[[nodiscard]] KAGAMI_API std::string path_at(std::span<const std::byte> bytes, std::uint64_t offset);

/// The same for many offsets, which ascend, in one pass.
[[nodiscard]] KAGAMI_API std::vector<std::string> paths_at(std::span<const std::byte> bytes, std::span<const std::uint64_t> offsets);

/// The file's bytes. Errors (the path says which value): value_range (an index that its place cannot hold, a list of
/// names that is not as long as what it names), english_lost (English names with a flag of 0), too_many, needs_section (a section after an
/// absent one), out_of_memory.
[[nodiscard]] KAGAMI_API Result<Bytes> write(const Model& model);

/// The number of bytes that `write` gives.
[[nodiscard]] KAGAMI_API std::size_t written_size(const Model& model);

/// Writes into memory of the caller's and returns the number of bytes. Error buffer_too_small: the needed size is the
/// error's `length`.
[[nodiscard]] KAGAMI_API Result<std::size_t> write_into(std::span<std::byte> buffer, const Model& model);

/// Writes a file, atomically (see save_bytes).
[[nodiscard]] KAGAMI_API Result<void> save(const Model& model, const std::filesystem::path& path);

} // namespace kagami::pmd

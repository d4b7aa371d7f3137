// The figure while it grows: points, the triangles of each material, and the points that facial expressions move.
#pragma once

#include "mesh.hpp"
#include "rig.hpp"

#include "kagami/pmx.hpp"

#include <array>
#include <functional>
#include <vector>

namespace samples {

/// The materials, in drawing order.
enum class Part {
    face,
    body,
    mouth,
    eye_white,
    iris,
    highlight,
    lines,
    blush,
    hair,
    white,
    dress,
    skirt,
    socks,
    shoes,
    metal,
    ribbon,
    sash
};
inline constexpr std::size_t part_count = 17;

/// One eye: how far it is closed, the line it closes to, and how the lids are drawn back.
struct EyeState {
    double close = 0;
    double line = -0.24, bend = -0.07; ///< height of the closed line at its middle, and how much higher than at its ends
    double upper = 0, lower = 0;       ///< the lids' moves while open
    double slant = 0;                  ///< turns the upper lid: inner end down
    double iris = 1;
};
struct BrowState {
    double move = 0, turn = 0, arch = 0; ///< turn: inner end up
};
struct MouthState {
    double width = 0.205, up = 0, down = 0, smile = 0.035, raise = 0; ///< smile: how much higher the corners are
    double pout = 0;                                                  ///< a wavy line
};
struct FaceState {
    std::array<EyeState, 2> eyes; ///< left, right
    std::array<BrowState, 2> brows;
    MouthState mouth;
    double jaw = 0;
};

struct FacePoint {
    int vertex;
    std::function<V3(const FaceState&)> place;
};

class Figure {
public:
    explicit Figure(const Rig& rig_) : rig(rig_) {}

    /// Number of the mesh's first vertex.
    int add(Part part, const Mesh& mesh);
    /// The mesh of the left side and its mirror image.
    void add_both(Part part, const Mesh& mesh);
    /// Leaves out the points that no triangle uses.
    void compact();
    [[nodiscard]] Mesh mirrored(Mesh mesh) const;

    const Rig& rig;
    std::vector<Point> points;
    std::array<std::vector<Triangle>, part_count> faces;
    std::vector<FacePoint> moving;
    std::vector<int> highlights; ///< vertices of the light in the eyes
};

// ---- the pieces
void add_head(Figure& figure);
void add_eyes(Figure& figure);
void add_mouth(Figure& figure);
void add_hair(Figure& figure);
void add_body(Figure& figure);
void add_arms(Figure& figure);
void add_dress(Figure& figure);
void add_skirt(Figure& figure);
void add_ornaments(Figure& figure);

// ---- the rest of the model
void add_materials(kagami::pmx::Model& model, const Figure& figure);
void add_morphs(kagami::pmx::Model& model, const Figure& figure);
void add_physics(kagami::pmx::Model& model, const Rig& rig);
void add_frames(kagami::pmx::Model& model, const Rig& rig);
[[nodiscard]] kagami::pmx::Model make_figure();
[[nodiscard]] kagami::pmx::Model make_ribbon();

/// A vertex of the file from a point.
[[nodiscard]] kagami::pmx::Vertex vertex_of(const Point& point);

} // namespace samples

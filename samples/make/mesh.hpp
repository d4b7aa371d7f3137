// Surfaces: grids, lofts and strands of triangles, and how each of their points follows the bones.
#pragma once

#include "vec.hpp"

#include <array>
#include <functional>
#include <span>
#include <vector>

namespace samples {

/// Up to four bones with weights; `sdef` makes the blend of two of them spherical.
struct Skin {
    std::array<int, 4> bone{0, 0, 0, 0};
    std::array<double, 4> weight{0, 0, 0, 0};
    int count = 0;
    bool sdef = false;
    V3 c, r0, r1;

    Skin() = default;
    explicit Skin(int only) { add(only, 1); }
    /// Adds to the weight of a bone; the smallest weight gives way to a fifth bone.
    void add(int b, double w);
    /// Weights in 256ths that sum up to 256, largest first, without zeros.
    [[nodiscard]] std::vector<std::array<int, 2>> parts() const;
};

/// A stretch of a chain of bones over which one bone rules alone; between two stretches the weights blend.
struct Stretch {
    int bone;
    double from, to;
};
[[nodiscard]] Skin along(std::span<const Stretch> chain, double s);
/// The two skins in the proportion 1-t : t.
[[nodiscard]] Skin blend(const Skin& a, const Skin& b, double t);

struct Point {
    V3 position, normal;
    V2 uv;
    Skin skin;
    double edge = 1;
};

using Triangle = std::array<int, 3>;

struct Mesh {
    std::vector<Point> points;
    std::vector<Triangle> faces;

    int add(const Point& p) {
        points.push_back(p);
        return static_cast<int>(points.size()) - 1;
    }
    /// The corners a, b, c, d clockwise as seen from outside.
    void quad(int a, int b, int c, int d);
    /// rows x columns points, seen from outside: rows go up, columns to the right.
    int grid(int rows, int columns, const std::function<Point(int row, int column)>& make);
    void append(const Mesh& other);
    void flip();
    /// Normals from the faces; points at one place share theirs, whatever their texture coordinates.
    void smooth_normals();
    void set_skin(const std::function<Skin(V3)>& skin);
    void set_skin(int bone) {
        set_skin([bone](V3) { return Skin(bone); });
    }
    /// Points that blend the two bones become SDEF points with these three points.
    void spherical(int bone0, int bone1, V3 c, V3 r0, V3 r1);
};

/// One cross-section of a loft: centre + right * sin(a) + front * cos(a). right x front points on along the loft.
struct Ring {
    V3 centre;
    V3 right, front;
    double v = 0;        ///< texture coordinate
    double back = 1;     ///< the far half is this much of `front`
    double exponent = 1; ///< below 1 boxier
};

struct LoftStyle {
    int columns = 16;
    bool cap_start = false, cap_end = false;
    double u_scale = 1, u_offset = 0;
};
[[nodiscard]] Mesh loft(std::span<const Ring> rings, const LoftStyle& style);

/// A lock of hair: lens-shaped cross-sections along a path, flat sides towards `out`.
struct StrandStyle {
    int columns = 8, rows = 14;
    double width = 0.3, thickness = 0.12;
    double ends = 0.3; ///< how much closer the rows are at both ends
    Curve profile{{0, 0.55}, {0.3, 1}, {0.65, 0.8}, {0.88, 0.36}, {1, 0.015}};
};
[[nodiscard]] Mesh strand(const std::function<V3(double)>& path, const std::function<V3(double, V3)>& out, const StrandStyle& style);

[[nodiscard]] Mesh ellipsoid(V3 centre, V3 radii, int rows, int columns);

} // namespace samples

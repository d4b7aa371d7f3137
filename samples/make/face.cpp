// Eyes, lashes, brows and mouth. Each point knows where it goes for any state of the face; the morphs come from that.
#include "head.hpp"

namespace samples {

namespace {

using Place = std::function<V3(const FaceState&)>;

/// A grid whose points move with the face.
class MovingGrid {
public:
    void grid(int rows, int columns, const std::function<Place(int, int)>& place, const std::function<V2(int, int)>& uv) {
        const int first = mesh.grid(rows, columns, [&](int i, int j) {
            Point p;
            p.position = place(i, j)({});
            p.normal = {0, 0, -1};
            p.uv = uv(i, j);
            return p;
        });
        for (int i = 0; i < rows; ++i)
            for (int j = 0; j < columns; ++j) places.push_back({first + i * columns + j, place(i, j)});
    }
    int add_to(Figure& figure, Part part, const Skin& skin) {
        for (Point& p : mesh.points) {
            p.skin = skin;
            p.edge = 0;
        }
        const int first = figure.add(part, mesh);
        for (FacePoint& p : places) figure.moving.push_back({p.vertex + first, std::move(p.place)});
        return first;
    }

    Mesh mesh;
    std::vector<FacePoint> places;
};

/// A line of changing thickness along a path on the face; `path(t, state)`, drawn outwards from it.
struct Line {
    std::function<V2(double, const FaceState&)> path;
    std::function<V2(double)> outward;
    Curve thickness;
    double inset = 0, depth = -0.024;
    int steps = 18;
    V2 colour{0.1, 0.5}; ///< place in the picture of the lines
};

void add_line(MovingGrid& target, const Line& line, bool reverse) {
    target.grid(
        2, line.steps + 1,
        [&](int i, int j) -> Place {
            const double t = static_cast<double>(reverse ? line.steps - j : j) / line.steps;
            const double out = line.thickness(t) * i - line.inset;
            const V2 way = line.outward(t) * out;
            return [path = line.path, t, way, depth = line.depth](const FaceState& s) { return on_face(path(t, s) + way, depth, s); };
        },
        [&](int i, int) { return V2{line.colour.x + 0.08 * i, line.colour.y}; });
}

constexpr V2 iris_shift{-0.022, 0.025};

/// The point at (x, y) of the sphere of the eye, `depth` behind the face at the eye's middle.
V3 on_eye(V2 at, double depth) {
    const V3 ball = eye_ball();
    const double r = eye_radius - depth, dx = at.x - ball.x, dy = at.y - ball.y;
    return {at.x, at.y, ball.z - std::sqrt(r * r - dx * dx - dy * dy)};
}

/// A disc on the eye's sphere, `local` from its centre, with its picture in a rectangle of the texture.
Mesh eye_disc(double depth, V2 uv_from, V2 uv_to, double reach, const std::function<V2(double)>& local) {
    Mesh mesh;
    constexpr int rings = 2, spokes = 24;
    mesh.grid(rings + 1, spokes + 1, [&](int i, int j) {
        const double r = 1 - static_cast<double>(i) / rings;
        const V2 at = local(2 * pi * (j % spokes) / spokes) * r;
        Point p;
        p.position = on_eye(eye_centre + iris_shift + at, depth);
        p.uv = {mix(uv_from.x, uv_to.x, 0.5 + 0.5 * at.x / reach), mix(uv_from.y, uv_to.y, 0.5 - 0.5 * at.y / reach)};
        return p;
    });
    mesh.smooth_normals();
    for (Point& p : mesh.points) {
        p.normal = unit(mix(p.normal, V3{0, 0.2, -1}, 0.6));
        p.edge = 0;
    }
    return mesh;
}

void add_eye_lines(Figure& figure, int side) {
    const std::size_t eye = side > 0 ? 0 : 1;
    const auto outline = [side, eye](double a, const FaceState& s) {
        const V2 e = eye_outline(a, s.eyes[eye]);
        return V2{(eye_centre.x + e.x) * side, eye_centre.y + e.y};
    };
    // outwards from the eye, more upwards than sidewards; the wing of the outer corner points up and out
    const auto out_of = [side](double a, double lift) {
        const V2 n{std::cos(a), std::sin(a) + lift};
        const double l = std::sqrt(n.x * n.x + n.y * n.y);
        return V2{n.x / l * side, n.y / l};
    };
    const double from = -0.24, to = pi - 0.22;
    const auto angle = [=](double t) { return mix(from, to, t); };
    MovingGrid grid;
    add_line(grid,
             {.path = [=](double t, const FaceState& s) { return outline(angle(t), s); },
              .outward = [=](double t) { return out_of(angle(t), 0.35); },
              .thickness = Curve{{0, 0.02},
                                 {0.05, 0.05},
                                 {0.09, 0.09},
                                 {0.125, 0.17},
                                 {0.18, 0.115},
                                 {0.35, 0.105},
                                 {0.6, 0.09},
                                 {0.88, 0.045},
                                 {1, 0.012}},
              .inset = 0.018,
              .steps = 26},
             side > 0);
    add_line(grid,
             {.path = [=](double t, const FaceState& s) { return outline(mix(-0.18, -1.3, t), s); },
              .outward = [=](double t) { return out_of(mix(-0.18, -1.3, t), 0); },
              .thickness = Curve{{0, 0.012}, {0.12, 0.03}, {0.3, 0.03}, {0.7, 0.018}, {1, 0.003}},
              .inset = 0.006,
              .steps = 10},
             side < 0);
    // the fold of the lid follows half of the lid's move
    add_line(grid,
             {.path =
                  [=](double t, const FaceState& s) {
                      const double a = mix(0.42, 2.5, t);
                      const V2 rest = outline(a, {}), now = outline(a, s), way = out_of(a, 0.35) * 0.155;
                      return rest + (now - rest) * 0.3 + way;
                  },
              .outward = [=](double t) { return out_of(mix(0.42, 2.5, t), 0.35); },
              .thickness = Curve{{0, 0.006}, {0.3, 0.02}, {0.7, 0.016}, {1, 0.003}},
              .steps = 12,
              .colour = {0.6, 0.5}},
             side > 0);
    // brows
    add_line(grid,
             {.path =
                  [=](double t, const FaceState& s) {
                      const BrowState& b = s.brows[eye];
                      const double x = mix(0.34, -0.33, t), arch = 0.075 - 0.9 * (x - 0.06) * (x - 0.06);
                      return V2{(eye_centre.x + 0.02 + x) * side,
                                18.31 + arch + b.move - b.turn * x + b.arch * (1 - (x / 0.34) * (x / 0.34))};
                  },
              .outward = [](double) { return V2{0, 1}; },
              .thickness = Curve{{0, 0.006}, {0.35, 0.042}, {0.75, 0.058}, {0.95, 0.05}, {1, 0.03}},
              .depth = -0.02,
              .steps = 12,
              .colour = {0.35, 0.5}},
             side > 0);
    grid.add_to(figure, Part::lines, Skin(figure.rig["頭"]));
}

/// Where the picture of the eye's white shows a point, from the eye's centre.
V2 white_uv(V2 at) {
    return {0.75 + 0.46 * at.x, 0.75 - 0.46 * at.y};
}

/// The lids' thickness: from the hole's border inwards. Painted as the white is, so that a look from the side finds no
/// wall of skin beside the iris.
void add_lid_rim(Figure& figure, int side) {
    const std::size_t eye = side > 0 ? 0 : 1;
    constexpr int steps = 28;
    MovingGrid grid;
    grid.grid(
        2, steps + 1,
        [&](int i, int j) -> Place {
            const double a = 2 * pi * (j % steps) / steps * -side;
            return [=](const FaceState& s) {
                const V2 e = eye_outline(a, s.eyes[eye]);
                return on_face({(eye_centre.x + e.x) * side, eye_centre.y + e.y}, i == 0 ? 0.15 : 0, s);
            };
        },
        [](int, int j) { return white_uv(eye_outline(2 * pi * (j % steps) / steps, {})); });
    for (Point& p : grid.mesh.points) p.normal = unit({0, 0.3, -1});
    grid.add_to(figure, Part::eye_white, Skin(figure.rig["頭"]));
}

} // namespace

void add_eyes(Figure& figure) {
    const Rig& rig = figure.rig;
    Mesh white = eye_disc(0.085, {0.52, 0.52}, {0.98, 0.98}, 0.5, [](double a) { return eye_outline(a, {}) * 1.24 - iris_shift; });
    white.set_skin(rig["頭"]);
    figure.add_both(Part::eye_white, white);

    const auto oval = [](double a) { return V2{0.325 * std::cos(a), 0.385 * std::sin(a)}; };
    Mesh iris = eye_disc(0.055, {0.01, 0.01}, {0.49, 0.99}, 0.385, oval);
    Mesh light = eye_disc(0.045, {0.54, 0.04}, {0.96, 0.46}, 0.385, oval);
    iris.set_skin(rig["左目"]);
    light.set_skin(rig["左目"]);
    for (const int side : {1, -1}) {
        const std::size_t eye = side > 0 ? 0 : 1;
        for (const bool is_light : {false, true}) {
            Mesh mesh = side > 0 ? (is_light ? light : iris) : figure.mirrored(is_light ? light : iris);
            // both eyes reflect the same lamp: the right one's picture is not mirrored back
            if (side < 0 && is_light)
                for (Point& p : mesh.points) p.uv.x = 1.5 - p.uv.x;
            const int first = figure.add(is_light ? Part::highlight : Part::iris, mesh);
            for (std::size_t k = 0; k < mesh.points.size(); ++k) {
                const int vertex = first + static_cast<int>(k);
                if (is_light) figure.highlights.push_back(vertex);
                const V3 at = mesh.points[k].position;
                const V3 middle{(eye_centre.x + iris_shift.x) * side, eye_centre.y + iris_shift.y, at.z};
                figure.moving.push_back({vertex, [=](const FaceState& s) { return middle + (at - middle) * s.eyes[eye].iris; }});
            }
        }
        add_lid_rim(figure, side);
        add_eye_lines(figure, side);
    }
    // blush: a patch of the cheek, just in front of it
    MovingGrid cheek;
    for (const int side : {1, -1})
        cheek.grid(
            5, 7,
            [&](int i, int j) -> Place {
                const double x = 0.71 * side + 0.31 * (j / 3.0 - 1), y = 17.06 + 0.2 * (i / 2.0 - 1);
                return [=](const FaceState& s) { return on_face({x, y}, -0.022 - 0.02 * std::abs(x), s); };
            },
            [&](int i, int j) { return V2{side > 0 ? j / 6.0 : 1 - j / 6.0, 1 - i / 4.0}; });
    cheek.add_to(figure, Part::blush, Skin(rig["頭"]));
}

void add_mouth(Figure& figure) {
    const Rig& rig = figure.rig;
    const auto at = [](double a, const FaceState& s) {
        const V2 o = mouth_outline(a, s.mouth);
        return V2{o.x, mouth_height + o.y};
    };
    MovingGrid lines;
    const auto up = [](double) { return V2{0, 1}; };
    add_line(lines,
             {.path = [=](double t, const FaceState& s) { return at(pi * t, s); },
              .outward = up,
              .thickness = Curve{{0, 0.004}, {0.08, 0.02}, {0.3, 0.022}, {0.5, 0.017}, {0.7, 0.022}, {0.92, 0.02}, {1, 0.004}},
              .inset = 0.004,
              .steps = 20,
              .colour = {0.8, 0.5}},
             true);
    add_line(lines,
             {.path = [=](double t, const FaceState& s) { return at(-pi * t, s); },
              .outward = [](double) { return V2{0, -1}; },
              .thickness = Curve{{0, 0.002}, {0.2, 0.012}, {0.8, 0.012}, {1, 0.002}},
              .inset = 0.004,
              .steps = 16,
              .colour = {0.8, 0.5}},
             false);
    lines.add_to(figure, Part::lines, Skin(rig["頭"]));

    // the cavity: from the lips inwards to one point
    constexpr int steps = 20;
    MovingGrid inner;
    inner.grid(
        4, steps + 1,
        [&](int i, int j) -> Place {
            const double a = 2 * pi * (j % steps) / steps;
            static constexpr double depth[] = {0.0, 0.16, 0.36, 0.42}, size[] = {1.04, 0.94, 0.7, 0.0};
            return [=, d = depth[i], k = size[i]](const FaceState& s) {
                const V2 top = at(pi / 2, s), bottom = at(-pi / 2, s), middle{0, (top.y + bottom.y) / 2};
                return on_face(mix(middle, at(a, s), k), d + 0.004, s);
            };
        },
        [](int i, int) { return V2{0.03 + 0.06 * i, 0.9}; });
    // teeth: from the upper lip down by a part of the opening
    const auto opening = [=](const FaceState& s) { return at(pi / 2, s).y - at(-pi / 2, s).y; };
    inner.grid(
        3, 13,
        [&](int i, int j) -> Place {
            const double a = mix(2.75, 0.4, j / 12.0);
            return [=](const FaceState& s) {
                const V2 lip = at(a, s);
                const double tall = std::min(0.06, 0.32 * opening(s)) * std::sin(a) * smooth(0.1, 0.19, s.mouth.width);
                return on_face({lip.x * 0.92, lip.y + 0.012 * std::sin(a) - tall * (2 - i) / 2.0}, 0.07, s);
            };
        },
        [](int, int) { return V2{0.5, 0.9}; });
    // tongue: the lower part of the opening
    inner.grid(
        5, 13,
        [&](int i, int j) -> Place {
            const double a = mix(-2.6, -0.54, j / 12.0);
            return [=](const FaceState& s) {
                const V2 lip = at(a, s), low = at(-pi / 2, s);
                const double tall = 0.42 * opening(s) * (-std::sin(a));
                return on_face({lip.x * 0.7, mix(low.y, lip.y, 0.6) + tall * i / 4.0}, 0.12 + 0.05 * (i / 4.0) * (i / 4.0), s);
            };
        },
        [](int i, int) { return V2{0.74, 0.95 - 0.1 * i / 4.0}; });
    inner.add_to(figure, Part::mouth, Skin(rig["頭"]));
}

} // namespace samples

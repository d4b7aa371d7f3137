// Hair: a cap on the skull, locks over it that fall from the crown, two tails behind and two locks before the ears.
// Everything on the head lies on a hull around the skull, addressed by angle (0 is the front) and height.
#include "figure.hpp"

namespace samples {

namespace {

const Curve hull_width{{15.8, 1.1},  {16.5, 1.22},  {17.0, 1.42}, {17.6, 1.56},  {18.3, 1.6},
                       {18.9, 1.52}, {19.35, 1.28}, {19.7, 0.9},  {19.92, 0.46}, {20.0, 0.02}};
const Curve hull_front{{16, -1.15},    {17, -1.3},    {17.8, -1.4},   {18.4, -1.45}, {18.9, -1.36},
                       {19.35, -1.08}, {19.7, -0.68}, {19.92, -0.22}, {20.0, 0.1}};
const Curve hull_back{{15.8, 0.62}, {16.5, 0.85},  {17, 1.2},    {17.6, 1.58},  {18.3, 1.8},
                      {18.9, 1.74}, {19.35, 1.46}, {19.7, 1.04}, {19.92, 0.56}, {20.0, 0.14}};

V3 on_hull(double angle, double y, double lift = 0) {
    const double s = std::sin(angle), c = std::cos(angle), z = 0.12;
    const V3 at{hull_width(y) * s, y, z - (c > 0 ? (z - hull_front(y)) * c : (hull_back(y) - z) * c)};
    return at + unit(at - V3{0, 17.9, 0.15}) * lift;
}

V3 away_from_head(double, V3 at) {
    return unit(at - V3{0, std::min(17.9, at.y), 0.15});
}

/// The picture of the hair: across the angle around the head, down the height; the gloss lies at one height all round.
void map_hair(Mesh& mesh, double shift) {
    for (Point& p : mesh.points) {
        const double y = p.position.y;
        p.uv = {shift + 0.3 * p.uv.x, y > 16.5 ? 0.02 + 0.5 * (20.1 - y) / 3.6 : 0.52 + 0.46 * (16.5 - y) / 6.2};
    }
}

struct Lock {
    double root_angle, root_height, tip_angle, tip_height, width, thickness = 0.1;
    double lift = 0.03, tip_lift = -0.07;
    double sway = 0;   ///< degrees that the middle bows sidewards
    bool full = false; ///< keeps its width far down
};

Mesh lock_on_hull(const Lock& lock, int rows) {
    const auto path = [&](double t) {
        const double y = mix(lock.root_height, lock.tip_height, std::pow(t, 1.45));
        const double a = mix(lock.root_angle, lock.tip_angle, smooth(-0.35, 1.0, t) * 1.16 - 0.16 * (1 - t)) + lock.sway * std::sin(pi * t);
        return on_hull(degrees(a), y, lock.lift + 0.05 * std::sin(pi * t) + lock.tip_lift * smooth(0.55, 1, t));
    };
    StrandStyle style;
    style.columns = rows > 10 ? 6 : 5;
    style.rows = rows;
    style.width = lock.width;
    style.thickness = lock.thickness;
    style.ends = 0.1;
    if (lock.full) style.profile = Curve{{0, 0.5}, {0.3, 0.95}, {0.55, 1}, {0.76, 0.78}, {0.9, 0.42}, {1, 0.015}};
    Mesh mesh = strand(path, away_from_head, style);
    map_hair(mesh, lock.tip_angle / 90);
    return mesh;
}

Mesh cap() {
    static const Curve edge{{0, 18.95}, {40, 18.8}, {58, 18.35}, {72, 17.5}, {86, 17.0}, {115, 16.72}, {150, 16.5}, {180, 16.45}};
    constexpr int rows = 13, columns = 36;
    Mesh mesh;
    mesh.grid(rows, columns + 1, [&](int i, int j) {
        const double t = static_cast<double>(i) / (rows - 1), a = 2 * pi * (j % columns) / columns,
                     from_front = std::abs(std::remainder(a, 2 * pi));
        const double low = edge(from_front * 180 / pi), y = low + (20.0 - low) * std::sin(t * pi / 2);
        Point p;
        p.position = on_hull(a, y, -0.16 * smooth(0.12, 0, t) - 0.015);
        // combed grooves, towards the nape
        p.position =
            p.position + unit(p.position - V3{0, 17.9, 0.15}) * (-0.022 * std::pow(std::abs(std::cos(a * 9)), 3) * smooth(0.95, 0.5, t));
        if (i + 1 == rows) p.position = {0, 20.0, 0.12};
        p.uv = {static_cast<double>(j) / columns * 8, 0};
        return p;
    });
    mesh.smooth_normals();
    map_hair(mesh, 0);
    for (int i = 0; i < rows * (columns + 1); ++i) {
        Point& p = mesh.points[static_cast<std::size_t>(i)];
        p.uv.x = (i % (columns + 1)) * 4.0 / columns;
        if (i < 3 * (columns + 1)) p.edge = 0; // the edge would show inside
    }
    return mesh;
}

void add_cap_and_bangs(Figure& figure) {
    Mesh all = cap();
    // the fringe: parted a little to the figure's left, long and short locks in turn, the sides swept outwards
    const std::vector<Lock> fringe{
        {3, 19.93, -6, 17.9, 0.29, 0.1, 0.06, -0.04, -6, true},     {12, 19.93, 13, 18.14, 0.25, 0.1, 0.03, -0.05, 5, true},
        {-10, 19.93, -19, 18.2, 0.26, 0.1, 0.03, -0.05, -2, true},  {22, 19.92, 31, 17.98, 0.3, 0.1, 0.055, -0.05, 3, true},
        {-22, 19.92, -33, 17.93, 0.31, 0.1, 0.06, -0.05, -3, true}, {7, 19.93, 3, 18.3, 0.24, 0.09, 0.01, -0.05, 3, true},
        {33, 19.9, 45, 18.06, 0.27, 0.1, 0.03, -0.05, 2, true},     {-35, 19.9, -47, 18.02, 0.28, 0.1, 0.03, -0.05, -2, true},
        {44, 19.9, 57, 17.6, 0.31, 0.1, 0.05, -0.05, 0, true},      {-46, 19.9, -59, 17.6, 0.31, 0.1, 0.05, -0.05, 0, true},
        {54, 19.88, 68, 17.25, 0.28, 0.1, 0.03, -0.06, 0},          {-54, 19.88, -68, 17.25, 0.28, 0.1, 0.03, -0.06, 0}};
    for (const Lock& lock : fringe) all.append(lock_on_hull(lock, 11));
    // the sides and the back, combed towards the bands of the tails, where their ends vanish
    for (const double side : {1.0, -1.0}) {
        for (int k = 0; k < 3; ++k)
            all.append(lock_on_hull(
                {(64 + 16.0 * k) * side, 19.85, (88 + 15.0 * k) * side, 16.8 + 0.1 * k, 0.37, 0.1, 0.03, -0.12, 3 * side, true}, 12));
        for (int k = 0; k < 4; ++k)
            all.append(lock_on_hull({(172 - 22.0 * k) * side, 19.8 - 0.02 * k, (127 - 1.5 * k) * side, 16.94 + 0.02 * k, 0.37, 0.11, 0.02,
                                     -0.1, (9 - k) * side},
                                    9));
        // short hair of the nape, from under the cap
        all.append(lock_on_hull({177 * side, 17.0, 172 * side, 15.98, 0.25, 0.08, -0.14, 0.08, -3 * side, true}, 6));
        all.append(lock_on_hull({160 * side, 17.0, 155 * side, 15.9, 0.27, 0.08, -0.13, 0.06, -3 * side, true}, 6));
        all.append(lock_on_hull({141 * side, 17.1, 138 * side, 16.14, 0.25, 0.08, -0.14, 0.02, 0, true}, 6));
    }
    all.set_skin(figure.rig["頭"]);
    figure.add(Part::hair, all);
}

/// Skin of a chain of bones along a path; `t` of a place is that of the nearest point of the path.
std::function<Skin(V3)> chain_skin(const Rig& rig, const std::string& name, int count, int first_bone, V3 (*path)(double)) {
    std::vector<Stretch> chain;
    if (first_bone >= 0) chain.push_back({first_bone, -1, -0.02});
    for (int k = 0; k < count; ++k) chain.push_back({rig[numbered(name, k + 1)], (k + 0.35) / count, (k + 0.65) / count});
    chain.back().to = 2;
    return [=](V3 p) {
        int best = 0;
        double nearest = 1e9;
        for (int k = 0; k <= 64; ++k) {
            const V3 off = p - path(k / 64.0);
            const double d = std::floor(dot(off, off) * 4096);
            if (d < nearest) {
                nearest = d;
                best = k;
            }
        }
        return along(chain, best / 64.0);
    };
}

void add_tails(Figure& figure) {
    struct Wisp {
        V3 off;
        double length, width, thickness;
    };
    // the locks leave the band together, part in the middle and end at different heights
    const std::vector<Wisp> wisps{{{0, 0, 0}, 0.93, 0.52, 0.42},      {{0.3, -0.1, 0.02}, 0.84, 0.34, 0.28},
                                  {{-0.26, 0, 0.1}, 0.88, 0.34, 0.3}, {{0.05, 0, -0.28}, 0.8, 0.34, 0.26},
                                  {{0.08, 0, 0.3}, 1.0, 0.34, 0.26},  {{0.34, 0, 0.22}, 0.7, 0.26, 0.2},
                                  {{-0.24, 0, -0.2}, 0.72, 0.26, 0.2}};
    static const Curve spread{{0, 0}, {0.15, 0.55}, {0.45, 1}, {0.75, 0.75}, {1, 0.55}};
    Mesh all;
    for (const Wisp& w : wisps) {
        const auto path = [&](double t) {
            const double wave = 0.1 * std::sin(t * 2 * pi * 1.15 + w.off.x * 6 + w.off.z * 4) * t;
            return tail_path(t * w.length) + w.off * spread(t) + V3{wave, 0, wave * 0.6};
        };
        StrandStyle style;
        style.rows = 14;
        style.columns = 6;
        style.ends = 0.45;
        style.width = w.width;
        style.thickness = w.thickness;
        style.profile = Curve{{0, 0.4}, {0.12, 0.75}, {0.4, 1}, {0.7, 0.78}, {0.9, 0.36}, {1, 0.015}};
        Mesh mesh = strand(path, [](double, V3 at) { return unit(V3{at.x * 0.5, 0, at.z}); }, style);
        map_hair(mesh, w.off.x + w.off.z);
        all.append(mesh);
    }
    all.set_skin(chain_skin(figure.rig, "左髪", tail_bones, figure.rig["頭"], tail_path));
    // the tips of the two longest wisps hang on the bone after the physics
    for (Point& p : all.points) p.skin = blend(p.skin, Skin(figure.rig["左髪先"]), smooth(11.35, 10.75, p.position.y));
    figure.add_both(Part::hair, all);
}

void add_locks(Figure& figure) {
    Mesh all;
    for (int k = 0; k < 2; ++k) {
        const auto path = [&](double t) {
            const V3 at = lock_path(t * (k == 0 ? 1 : 0.78));
            return at + V3{0.02, 0, 0.24} * (k * smooth(0, 0.4, t)) + V3{0.05, 0, 0} * std::sin(t * 7);
        };
        StrandStyle style;
        style.rows = 15;
        style.columns = 6;
        style.width = k == 0 ? 0.24 : 0.2;
        style.thickness = 0.13;
        style.profile = Curve{{0, 0.45}, {0.2, 0.95}, {0.5, 1}, {0.75, 0.7}, {0.92, 0.3}, {1, 0.015}};
        Mesh mesh = strand(path, [](double, V3 at) { return unit(V3{at.x, 0, at.z * 0.8}); }, style);
        map_hair(mesh, 0.3 * k);
        all.append(mesh);
    }
    const auto skin = chain_skin(figure.rig, "左横髪", lock_bones, figure.rig["頭"], lock_path);
    const int head = figure.rig["頭"];
    // the part that lies on the head stays with it
    all.set_skin([&](V3 p) { return blend(skin(p), Skin(head), smooth(17.2, 18.4, p.y)); });
    figure.add_both(Part::hair, all);
}

void add_antenna(Figure& figure) {
    StrandStyle style;
    style.rows = 12;
    style.columns = 6;
    style.width = 0.1;
    style.thickness = 0.07;
    style.profile = Curve{{0, 0.7}, {0.4, 1}, {0.8, 0.6}, {1, 0.02}};
    Mesh mesh = strand(antenna_path, [](double, V3) { return V3{0, 0.3, 1}; }, style);
    map_hair(mesh, 0.5);
    mesh.set_skin([&](V3 p) { return blend(Skin(figure.rig["頭"]), Skin(figure.rig["あほ毛"]), smooth(19.85, 20.35, p.y)); });
    figure.add(Part::hair, mesh);
}

} // namespace

void add_hair(Figure& figure) {
    add_cap_and_bangs(figure);
    add_tails(figure);
    add_locks(figure);
    add_antenna(figure);
}

} // namespace samples

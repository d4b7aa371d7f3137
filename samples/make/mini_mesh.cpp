#include "mini.hpp"

namespace samples {

namespace {

class Maker {
public:
    MiniMesh made;

    void add(MiniPart part, Mesh mesh, std::string_view bone) {
        mesh.set_skin(mini_bone(bone));
        put(part, mesh);
    }
    void put(MiniPart part, const Mesh& mesh) { made.parts[static_cast<std::size_t>(part)].append(mesh); }

    /// A piece of the face, flat before the glass.
    void feature(MiniPart part, Feature feature, V3 centre, V3 radii, int rows, int columns, std::string_view bone) {
        Mesh& mesh = made.parts[static_cast<std::size_t>(part)];
        const std::size_t first = mesh.points.size();
        add(part, ellipsoid(centre, radii, rows, columns), bone);
        made.moving.push_back({part, first, mesh.points.size(), feature, centre});
    }
};

constexpr V3 middle{0, 8.2, 0}; ///< of the mirror
constexpr double wide = 1.45, high = 1.7;

/// One side of the mirror, a little domed.
Mesh disc(double depth) {
    const auto ring = [&](double size, double z) {
        return Ring{middle + V3{0, 0, z}, {wide * size, 0, 0}, {0, depth < 0 ? -high * size : high * size, 0}};
    };
    const std::vector<Ring> rings{ring(1, 0), ring(0.6, depth * 0.7), ring(0.02, depth)};
    Mesh mesh = loft(rings, {.columns = 20, .cap_end = true});
    for (Point& p : mesh.points)
        p.uv = {0.5 + (p.position.x - middle.x) / (2 * wide) * 0.96, 0.5 - (p.position.y - middle.y) / (2 * high) * 0.96};
    return mesh;
}

Mesh frame() {
    constexpr int around = 20, across = 5;
    constexpr double radius = 0.22;
    Mesh mesh;
    mesh.grid(across + 1, around + 1, [&](int row, int column) {
        const double a = column == around ? 0 : 2 * pi * column / around, b = row == across ? 0 : 2 * pi * row / across;
        const V3 out = unit({std::sin(a) / wide, std::cos(a) / high, 0});
        Point p;
        p.position = middle + V3{wide * std::sin(a), high * std::cos(a), 0} + out * (radius * std::cos(b)) + V3{0, 0, radius * std::sin(b)};
        p.uv = {0.05 + 0.4 * column / around, static_cast<double>(row) / across}; // the golden half of the picture
        return p;
    });
    mesh.smooth_normals();
    return mesh;
}

/// A round limb along joints; each joint has a bone and a radius.
struct Joint {
    V3 at;
    double radius;
};
Mesh tube(const std::vector<Joint>& joints, int columns, V3 front) {
    std::vector<Ring> rings;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const V3 along = unit(joints[std::min(i + 1, joints.size() - 1)].at - joints[i == 0 ? 0 : i - 1].at);
        const V3 right = unit(cross(front, along)), ahead = cross(along, right);
        rings.push_back({joints[i].at, right * joints[i].radius, ahead * joints[i].radius,
                         static_cast<double>(i) / static_cast<double>(joints.size() - 1)});
    }
    return loft(rings, {.columns = columns, .cap_start = true, .cap_end = true});
}

/// Two bones a point: the chain's bones, blended around the joints, `at` as far along `axis`.
std::function<Skin(V3)> chained(const std::vector<std::string>& bones, V3 from, V3 axis, const std::vector<double>& at, double blend) {
    std::vector<Stretch> chain;
    for (std::size_t i = 0; i < bones.size(); ++i)
        chain.push_back({mini_bone(bones[i]), i == 0 ? -100 : at[i - 1] + blend, i == at.size() ? 100 : at[i] - blend});
    return [=](V3 p) { return along(chain, dot(p - from, axis)); };
}

void limbs(Maker& m, bool left) {
    const std::string l = left ? "左" : "右";
    const V3 shoulder = mini_joint(l + "腕"), elbow = mini_joint(l + "ひじ"), wrist = mini_joint(l + "手首"), hand = mini_joint(l + "手先");
    Mesh arm = tube({{mix(shoulder, elbow, -0.25), 0.2},
                     {mix(shoulder, elbow, 0.3), 0.23},
                     {mix(shoulder, elbow, 0.7), 0.2},
                     {elbow, 0.19},
                     {mix(elbow, wrist, 0.5), 0.2},
                     {wrist, 0.19},
                     {mix(wrist, hand, 0.7), 0.25},
                     {mix(wrist, hand, 1.2), 0.12}},
                    6, {0, 0, -1});
    const V3 d = unit(wrist - shoulder);
    const auto reach = [&](V3 p) { return dot(p - shoulder, d); };
    arm.set_skin(chained({l + "腕", l + "腕捩1", l + "腕捩", l + "ひじ", l + "手首"}, shoulder, d,
                         {reach(mix(shoulder, elbow, 0.25)), reach(mix(shoulder, elbow, 0.6)), reach(elbow), reach(wrist)}, 0.12));
    m.put(MiniPart::limbs, arm);

    const V3 hip = mini_joint(l + "足"), knee = mini_joint(l + "ひざ"), ankle = mini_joint(l + "足首");
    Mesh leg = tube({{hip, 0.34}, {mix(hip, knee, 0.6), 0.3}, {knee, 0.27}, {mix(knee, ankle, 0.4), 0.27}, {ankle + V3{0, -0.15, 0}, 0.22}},
                    6, {0, 0, -1});
    leg.set_skin(chained({l + "足", l + "ひざ", l + "足首"}, hip, {0, -1, 0}, {hip.y - knee.y, hip.y - ankle.y}, 0.2));
    m.put(MiniPart::limbs, leg);
    m.add(MiniPart::ribbon, ellipsoid({ankle.x, 0.24, -0.2}, {0.33, 0.25, 0.62}, 3, 6), l + "足首");
}

void face(Maker& m) {
    for (const double side : {1.0, -1.0}) {
        m.feature(MiniPart::face, Feature::eye, {0.5 * side, 8.45, -0.2}, {0.15, 0.3, 0.06}, 4, 6, side > 0 ? "左目" : "右目");
        m.feature(MiniPart::face, Feature::brow, {0.52 * side, 9.05, -0.17}, {0.26, 0.045, 0.05}, 2, 6, "頭");
        m.feature(MiniPart::cheeks, Feature::cheek, {0.85 * side, 7.95, -0.15}, {0.2, 0.12, 0.03}, 4, 6, "頭");
    }
    m.feature(MiniPart::face, Feature::mouth, {0, 7.72, -0.19}, {0.24, 0.05, 0.05}, 4, 8, "頭");
}

} // namespace

MiniMesh make_mini_mesh() {
    Maker m;
    m.add(MiniPart::glass, disc(-0.15), "頭");
    Mesh back = disc(0.15);
    for (Point& p : back.points) p.uv = {0.05 + 0.4 * p.uv.x, p.uv.y};
    m.add(MiniPart::frame, back, "頭");
    m.add(MiniPart::frame, frame(), "頭");
    face(m);

    Mesh dress =
        tube({{{0, 2.9, 0}, 1.3}, {{0, 3.5, 0}, 1.08}, {{0, 4.4, 0}, 0.7}, {{0, 5.2, 0}, 0.66}, {{0, 5.85, 0}, 0.58}, {{0, 6.1, 0}, 0.3}},
             12, {0, 0, -1});
    dress.set_skin(chained({"下半身", "上半身"}, {0, 4.4, 0}, {0, 1, 0}, {0.1}, 0.5));
    m.put(MiniPart::dress, dress);
    Mesh neck = tube({{{0, 5.9, 0}, 0.2}, {{0, 6.2, 0}, 0.18}, {{0, 6.4, 0}, 0.17}}, 6, {0, 0, -1});
    neck.set_skin(chained({"首", "頭"}, {0, 6, 0}, {0, 1, 0}, {0.35}, 0.15));
    m.put(MiniPart::limbs, neck);
    limbs(m, true);
    limbs(m, false);

    const V3 upper = mini_joint("飾り１"), lower = mini_joint("飾り２"), tip = mini_joint("飾り先"), down = unit(tip - upper);
    Mesh ribbon =
        tube({{upper, 0.06}, {mix(upper, lower, 0.5), 0.13}, {lower, 0.15}, {mix(lower, tip, 0.6), 0.2}, {tip, 0.04}}, 5, {0, 0, -1});
    ribbon.set_skin(chained({"飾り１", "飾り２"}, upper, down, {dot(lower - upper, down)}, 0.2));
    m.put(MiniPart::ribbon, ribbon);
    return std::move(m.made);
}

} // namespace samples

// Bodice, collar, sleeves, skirt with petticoat, bloomers, ribbons and the mirror on the breast.
#include "figure.hpp"

namespace samples {

namespace {

std::function<Skin(V3)> torso_skin(const Rig& rig) {
    const std::vector<Stretch> chain{
        {rig["下半身"], 0, 11.9}, {rig["上半身"], 12.5, 13.1}, {rig["上半身2"], 13.9, 15.4}, {rig["首"], 15.85, 30}};
    const int left = rig["左肩"], right = rig["右肩"];
    return [=](V3 p) {
        const double shoulder = smooth(0.35, 1.15, std::abs(p.x)) * smooth(14.3, 15.05, p.y) * 0.75;
        return blend(along(chain, p.y), Skin(p.x > 0 ? left : right), shoulder);
    };
}

Ring level(double y, double half_width, double front_z, double back_z, double v, double exponent = 0.9) {
    const double z = 0.12;
    return {{0, y, z}, {half_width, 0, 0}, {0, 0, front_z - z}, v, (back_z - z) / (z - front_z), exponent};
}

void add_bodice(Figure& figure) {
    static const Curve wide{{11.6, 0.8},  {12.1, 0.74}, {12.45, 0.82}, {12.9, 0.86},  {13.5, 0.98}, {14.1, 1.08},
                            {14.6, 1.12}, {15.0, 1.08}, {15.25, 0.92}, {15.45, 0.66}, {15.6, 0.48}};
    static const Curve front{{11.6, -0.5},  {12.1, -0.46}, {12.45, -0.56}, {12.9, -0.62}, {13.4, -0.78}, {13.9, -0.92},
                             {14.25, -0.9}, {14.7, -0.68}, {15.1, -0.5},   {15.4, -0.4},  {15.6, -0.32}};
    static const Curve back{{11.6, 0.6}, {12.1, 0.56}, {12.45, 0.68}, {12.9, 0.66}, {13.5, 0.74},
                            {14.2, 0.8}, {14.7, 0.78}, {15.1, 0.7},   {15.4, 0.62}, {15.6, 0.6}};
    std::vector<Ring> rings;
    for (const double y : {11.7, 12.1, 12.45, 12.8, 13.15, 13.45, 13.7, 13.95, 14.2, 14.45, 14.75, 15.0, 15.2, 15.4, 15.55, 15.62})
        rings.push_back(level(y, wide(y), front(y), back(y), mix(0.97, 0.53, (y - 11.7) / 3.9)));
    rings.push_back(level(15.6, 0.36, -0.2, 0.45, 0.53)); // closed towards the neck
    Mesh mesh = loft(rings, {.columns = 28});
    // two soft rounds instead of one, and a hollow between
    for (Point& p : mesh.points) {
        const double swell = smooth(-0.2, -0.7, p.position.z) * bell((p.position.y - 13.9) / 0.42);
        p.position.z += swell * (0.1 * bell(p.position.x / 0.2) - 0.06 * bell((std::abs(p.position.x) - 0.45) / 0.3));
    }
    mesh.smooth_normals();
    mesh.set_skin(torso_skin(figure.rig));
    figure.add(Part::dress, mesh);

    // belt
    std::vector<Ring> belt;
    for (const V2 s : {V2{12.26, 0.0}, V2{12.28, 0.04}, V2{12.45, 0.05}, V2{12.68, 0.035}, V2{12.7, 0.0}})
        belt.push_back(level(s.x, wide(s.x) + s.y, front(s.x) - s.y, back(s.x) + s.y, 0.6));
    Mesh band = loft(belt, {.columns = 28});
    for (Point& p : band.points) p.uv = {0.1 * p.uv.x + 0.45, 0.56 + 0.5 * (p.position.y - 12.48)};
    band.set_skin(torso_skin(figure.rig));
    figure.add(Part::white, band);

    // collar: from the neck outwards over the shoulders, open in front
    Mesh collar;
    constexpr int columns = 32;
    collar.grid(7, columns + 1, [&](int i, int j) {
        const double t = i / 6.0, a = mix(-2.9, 2.9, static_cast<double>(j) / columns) + pi; // the gap is in front
        const double open = smooth(2.9, 2.4, std::abs(a - pi)), out = (1 - t) * mix(0.75, 1.0, open);
        const double rx = mix(0.43, 1.12, out), rz = mix(0.41, 0.82, out);
        const double y = 15.84 - 0.78 * std::pow(out, 1.35) - 0.1 * out * smooth(0.6, -0.6, -std::cos(a)) + (i == 0 ? -0.03 : 0.0);
        Point p;
        p.position = {rx * std::sin(a), y, 0.13 - rz * std::cos(a)};
        p.uv = {static_cast<double>(j) / columns * 4, 0.98 - 0.45 * t};
        return p;
    });
    collar.smooth_normals();
    collar.set_skin(torso_skin(figure.rig));
    figure.add(Part::white, collar);
}

Ring around_arm(double s, double radius, double v) {
    const V3 up = arm_direction(), forward{0, 0, -1};
    return {shoulder_joint + up * s + V3{0, 0.02, 0}, cross(forward, up) * radius, forward * (radius * 0.98), v};
}

void add_sleeves(Figure& figure) {
    const Rig& rig = figure.rig;
    const std::vector<Stretch> chain{{rig["左肩"], -2, -0.3}, {rig["左腕"], 0.35, 9}};
    const auto skin = [&](V3 p) { return along(chain, dot(p - shoulder_joint, arm_direction())); };
    std::vector<Ring> puff;
    for (const V2 s : {V2{-0.62, 0.02}, V2{-0.58, 0.2}, V2{-0.45, 0.4}, V2{-0.25, 0.55}, V2{0.0, 0.66}, V2{0.25, 0.71}, V2{0.5, 0.7},
                       V2{0.72, 0.62}, V2{0.88, 0.5}, V2{0.95, 0.43}})
        puff.push_back(around_arm(s.x, s.y, mix(0.56, 0.66, s.x)));
    Mesh mesh = loft(puff, {.columns = 18});
    for (Point& p : mesh.points) p.uv = {0.25 + 0.2 * p.uv.x, 0.6 + 0.1 * p.uv.y};
    mesh.set_skin(skin);
    figure.add_both(Part::dress, mesh);
    std::vector<Ring> frill;
    for (const V2 s : {V2{0.9, 0.44}, V2{0.93, 0.475}, V2{1.0, 0.48}, V2{1.06, 0.5}, V2{1.16, 0.55}, V2{1.17, 0.53}, V2{1.05, 0.4}})
        frill.push_back(around_arm(s.x, s.y, 0.3));
    Mesh cuff = loft(frill, {.columns = 20, .u_scale = 4});
    cuff.set_skin(skin);
    figure.add_both(Part::white, cuff);
}

std::function<Skin(V3)> skirt_skin(const Rig& rig) {
    return [&rig](V3 p) {
        const double t = std::clamp((12.5 - p.y) / 5.1, 0.0, 1.2), r = length({p.x, 0, p.z - 0.1});
        double a = r < 1e-9 ? 0 : std::atan2(p.x, -(p.z - 0.1 - 0.12 * t) / mix(0.78, 0.93, std::min(t, 1.0)));
        if (a < -1e-7) a += 2 * pi;
        const double column = a / degrees(45);
        const int c0 = static_cast<int>(std::floor(column + 1e-6)) % skirt_columns, c1 = (c0 + 1) % skirt_columns;
        const double side = smooth(0.08, 0.92, column - std::floor(column + 1e-6));
        const auto one = [&](int c) {
            std::vector<Stretch> chain{{rig["下半身"], -1, 0.03}};
            for (int k = 0; k < skirt_rows; ++k) chain.push_back({rig[skirt_bone(c, k)], skirt_joint(k) + 0.08, skirt_joint(k + 1) - 0.07});
            chain.back().to = 3;
            return along(chain, t);
        };
        return blend(one(c0), one(c1), side);
    };
}

/// A skirt: `more` wider, from t0 to t1; pleats grow towards the hem.
Mesh skirt_layer(double more, double t0, double t1, int rows, int columns, int pleats, double depth, double v0, double v1, double u_scale) {
    Mesh mesh;
    mesh.grid(rows, columns + 1, [&](int i, int j) {
        // rows go up
        const double t = mix(t1, t0, static_cast<double>(i) / (rows - 1)), a = 2 * pi * (j % columns) / columns;
        const double wave = std::cos(pleats * a), k = 1 + more + depth * smooth(0, 0.9, t) * (0.6 * wave + 0.4 * power(wave, 0.6));
        const V3 at = skirt_point(a, t);
        Point p;
        p.position = {at.x * k, at.y, 0.1 + 0.12 * t + (at.z - 0.1 - 0.12 * t) * k};
        p.uv = {u_scale * j / columns, mix(v1, v0, static_cast<double>(i) / (rows - 1))};
        return p;
    });
    mesh.smooth_normals();
    return mesh;
}

} // namespace

void add_dress(Figure& figure) {
    add_bodice(figure);
    add_sleeves(figure);
    // bloomers close the legs
    std::vector<Ring> rings;
    for (const V3 s : {V3{9.75, 0.05, 0.12}, V3{9.8, 0.35, 0.3}, V3{9.95, 0.75, 0.52}, V3{10.3, 1.1, 0.72}, V3{10.8, 1.22, 0.82},
                       V3{11.3, 1.15, 0.8}, V3{11.8, 0.98, 0.72}})
        rings.push_back({{0, s.x, 0.16}, {s.y, 0, 0}, {0, 0, -s.z}, 0.6});
    Mesh mesh = loft(rings, {.columns = 16, .cap_start = true});
    for (Point& p : mesh.points) p.uv = {0.1 * p.uv.x + 0.45, 0.94};
    const Rig& rig = figure.rig;
    mesh.set_skin([&](V3 p) {
        return blend(Skin(rig["下半身"]), Skin(p.x > 0 ? rig["左足D"] : rig["右足D"]),
                     0.6 * smooth(11.2, 10.0, p.y) * smooth(0.1, 0.6, std::abs(p.x)));
    });
    figure.add(Part::white, mesh);
    std::vector<Ring> leg;
    for (const V2 s : {V2{9.2, 0.64}, V2{9.18, 0.74}, V2{9.3, 0.72}, V2{9.6, 0.76}, V2{10.1, 0.74}, V2{10.6, 0.66}})
        leg.push_back({{0.6, s.x, 0.12}, {s.y * 0.96, 0, 0}, {0, 0, -s.y}, 0.6});
    Mesh hose = loft(leg, {.columns = 12});
    for (Point& p : hose.points) p.uv = {0.1 * p.uv.x + 0.45, 0.94};
    hose.set_skin([&](V3 p) { return blend(Skin(rig["左足D"]), Skin(rig["下半身"]), 0.5 * smooth(9.9, 10.8, p.y)); });
    figure.add_both(Part::white, hose);
}

void add_skirt(Figure& figure) {
    Mesh outer = skirt_layer(0, 0, 1, 13, 48, 12, 0.075, 0.0, 0.5, 8);
    outer.set_skin(skirt_skin(figure.rig));
    figure.add(Part::skirt, outer);
    Mesh inner = skirt_layer(-0.075, 0.35, 1.06, 6, 48, 12, 0.09, 0.1, 0.48, 16);
    inner.set_skin(skirt_skin(figure.rig));
    figure.add(Part::white, inner);
}

namespace {

/// A loop of a bow: from the knot to `reach` sidewards, widening all the way, with a straight end.
Mesh bow_loop(V3 knot, V3 reach, V3 front, double height, double depth) {
    std::vector<Ring> rings;
    static const Curve tall{{0, 0.24}, {0.2, 0.44}, {0.55, 0.84}, {0.85, 1.08}, {1, 1.1}};
    static const Curve thick{{0, 0.5}, {0.3, 1}, {0.7, 0.85}, {0.93, 0.5}, {1, 0.12}};
    const V3 along_loop = unit(reach), up = cross(along_loop, unit(front));
    for (const double t : {0.0, 0.12, 0.3, 0.52, 0.74, 0.9, 0.97, 1.0}) {
        Ring ring{knot + reach * t, up * (-height * tall(t)), unit(front) * (depth * thick(t)), t, 1, 0.75};
        ring.right = ring.right + along_loop * (0.16 * height * t); // the lower corner reaches farther out
        rings.push_back(ring);
    }
    Mesh mesh = loft(rings, {.columns = 10, .cap_end = true});
    // a fold from the knot outwards, and a white band along the end
    for (Point& p : mesh.points) {
        const double t = p.uv.y, off = dot(p.position - knot, up) / (height * tall(t));
        p.position = p.position - unit(front) * (0.5 * depth * bell(off / 0.4) * smooth(0.75, 0.1, t) * smooth(0, 0.1, t));
        p.uv = {0.5 + 0.47 * t, 0.15 + 0.5 * t};
    }
    mesh.smooth_normals();
    return mesh;
}

Mesh bow(V3 at, V3 side, V3 front, double reach, double height) {
    Mesh all = bow_loop(at, (side + V3{0, 0.25, 0}) * reach, front, height, height * 0.36);
    all.append(bow_loop(at, (V3{-side.x, side.y, -side.z} + V3{0, 0.25, 0}) * reach, front, height, height * 0.36));
    Mesh knot = ellipsoid(at + front * 0.03, {height * 0.36, height * 0.46, height * 0.46}, 5, 8);
    for (Point& p : knot.points) p.uv = {0.3, 0.2};
    all.append(knot);
    return all;
}

} // namespace

void add_ornaments(Figure& figure) {
    const Rig& rig = figure.rig;
    // bow under the collar with the mirror on it
    Mesh front = bow({0, 14.98, -0.66}, {1, 0, 0.12}, {0, 0, -1}, 0.62, 0.22);
    front.set_skin(rig["上半身2"]);
    figure.add(Part::ribbon, front);
    std::vector<Ring> rim;
    const V3 middle{0, 14.92, -0.8};
    for (const V2 s : {V2{0.0, 0.1}, V2{0.0, 0.2}, V2{-0.05, 0.215}, V2{-0.085, 0.19}, V2{-0.075, 0.165}, V2{-0.095, 0.1}, V2{-0.1, 0.02}})
        rim.push_back({middle + V3{0, 0, s.x}, {s.y, 0, 0}, {0, s.y, 0}, s.y < 0.166 && s.x < -0.07 ? 0.9 : 0.25});
    Mesh mirror = loft(rim, {.columns = 20, .cap_start = true, .cap_end = true});
    mirror.flip();
    mirror.smooth_normals();
    for (Point& p : mirror.points)
        p.uv = p.uv.y > 0.5 ? V2{0.75 + (p.position.x - middle.x), 0.5 - 2 * (p.position.y - middle.y)} : V2{0.25, 0.5};
    mirror.set_skin(rig["上半身2"]);
    figure.add(Part::metal, mirror);
    // buttons
    for (const double y : {14.35, 13.85, 13.35}) {
        const double z = y > 14.1 ? -0.83 : y > 13.5 ? -0.86 : -0.79;
        Mesh button = ellipsoid({0, y, z}, {0.075, 0.075, 0.06}, 5, 8);
        for (Point& p : button.points) p.uv = {0.25, 0.5};
        button.set_skin(y > 13.5 ? rig["上半身2"] : rig["上半身"]);
        figure.add(Part::metal, button);
    }
    // bands of the tails
    const V3 root = tail_path(0.05);
    Mesh band = bow(root + V3{0.14, 0.06, -0.02}, unit({0.5, 0.75, 0.3}), unit({0.8, -0.2, -0.4}), 0.68, 0.26);
    band.set_skin(rig["頭"]);
    figure.add_both(Part::ribbon, band);

    // the bow at the back and the two long ends
    Mesh back = bow({0, 12.55, 0.9}, {1, 0.1, 0.2}, {0, 0, 1}, 1.35, 0.5);
    back.set_skin(rig["上半身"]);
    figure.add(Part::ribbon, back);
    Mesh end;
    end.grid(16, 5, [](int i, int j) {
        const double t = 1 - i / 15.0, across = (j - 2) / 2.0, half = mix(0.16, 0.42, smooth(0, 0.7, t));
        const V3 at = sash_path(t);
        Point p;
        // the end is cut to a swallow's tail
        p.position = at + V3{-across * half, (i == 0 ? -0.3 + 0.35 * (1 - std::abs(across)) : 0.0) + 0.05 * across,
                             0.06 * std::sin(t * 9) + 0.1 * std::abs(across) * t};
        p.uv = {0.5 + 0.45 * across, 0.05 + 0.9 * t};
        return p;
    });
    end.smooth_normals();
    std::vector<Stretch> chain{{rig["上半身"], -1, -0.01}};
    for (int k = 0; k < 3; ++k) chain.push_back({rig[numbered("左帯", k + 1)], k / 3.0 + 0.1, (k + 1) / 3.0 - 0.1});
    chain.back().to = 3;
    static const Curve by_height{{-12.5, 0}, {-12.0, 0.25}, {-10.9, 0.5}, {-9.4, 0.75}, {-7.9, 1}};
    end.set_skin([&](V3 p) { return along(chain, by_height(-p.y)); });
    figure.add_both(Part::sash, end);
}

} // namespace samples

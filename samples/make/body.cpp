// Neck, arms with hands, legs with socks and shoes.
#include "figure.hpp"

namespace samples {

namespace {

/// A ring across a limb that runs along `axis`, which needs not be unit; flat to the front.
Ring across(V3 centre, V3 axis, double side, double depth, double v) {
    const V3 up = unit(axis), forward = unit(V3{0, 0, -1} - up * dot(V3{0, 0, -1}, up)), right = cross(forward, up);
    return {centre, right * side, forward * depth, v};
}

void plain_skin_uv(Mesh& mesh) {
    for (Point& p : mesh.points) p.uv = {0.03 + 0.06 * p.uv.x, 0.9 + 0.06 * std::fmod(std::abs(p.uv.y), 1.0)};
}

std::function<Skin(V3)> arm_skin(const Rig& rig) {
    const double u = upper_arm, f = forearm;
    const std::vector<Stretch> chain{{rig["左肩"], -2, -0.35},
                                     {rig["左腕"], 0.25, 0.3},
                                     {rig["左腕捩1"], 0.7, 0.75},
                                     {rig["左腕捩2"], 1.1, 1.15},
                                     {rig["左腕捩3"], 1.45, 1.5},
                                     {rig["左腕捩"], 1.75, u - 0.34},
                                     {rig["左ひじ"], u + 0.34, u + 0.45},
                                     {rig["左手捩1"], u + 0.75, u + 0.8},
                                     {rig["左手捩2"], u + 1.1, u + 1.15},
                                     {rig["左手捩3"], u + 1.4, u + 1.45},
                                     {rig["左手捩"], u + f - 0.3, u + f - 0.2},
                                     {rig["左手首"], u + f + 0.12, 9}};
    return [chain](V3 p) { return along(chain, dot(p - shoulder_joint, arm_direction())); };
}

Mesh arm_tube() {
    const V3 d = arm_direction();
    static const Curve radius{{-0.3, 0.4},   {0.2, 0.42},  {0.8, 0.37},  {1.6, 0.325}, {2.2, 0.3},
                              {2.55, 0.315}, {3.1, 0.275}, {3.8, 0.215}, {4.2, 0.19},  {4.35, 0.2}};
    std::vector<Ring> rings;
    for (const double s : {0.35, 0.8, 1.2, 1.55, 1.82, 1.97, 2.09, 2.2, 2.31, 2.43, 2.6, 2.95, 3.4, 3.8, 4.1, 4.3}) {
        const double sag = 0.03 * bell((s - 2.2) / 0.4); // the elbow's bone shows behind
        rings.push_back(across(shoulder_joint + d * s + V3{0, 0, sag}, d, radius(s) * 0.97, radius(s), s / 4.3));
    }
    return loft(rings, {.columns = 12});
}

Mesh hand(const Rig& rig) {
    const V3 d = arm_direction(), palm = palm_side(), wrist = shoulder_joint + d * (upper_arm + forearm);
    Mesh all;
    std::vector<Ring> rings;
    static const Curve wide{{-0.05, 0.19}, {0.1, 0.22}, {0.3, 0.3}, {0.5, 0.335}, {0.66, 0.33}, {0.78, 0.27}};
    static const Curve thick{{-0.05, 0.18}, {0.1, 0.165}, {0.3, 0.15}, {0.5, 0.13}, {0.66, 0.11}, {0.78, 0.07}};
    for (const double s : {-0.05, 0.08, 0.22, 0.36, 0.5, 0.62, 0.72, 0.78}) {
        const double shear = 0.12 * s; // the little finger's knuckle lies farther back
        Ring ring = across(wrist + d * s + palm * (0.02 * s), d, thick(s), wide(s), s);
        ring.front = ring.front + d * (shear * 0.5);
        ring.exponent = 0.8;
        rings.push_back(ring);
    }
    all.append(loft(rings, {.columns = 10, .cap_end = true}));
    const int wrist_bone = rig["左手首"];
    all.set_skin(arm_skin(rig));
    for (const FingerPath& finger : finger_paths()) {
        std::vector<V3> joints;
        for (int k = 0; k < 4; ++k) joints.push_back(finger_joint(finger, k));
        joints.front() = joints.front() - unit(finger.direction) * 0.06;
        std::vector<Ring> tube;
        static constexpr double stops[] = {-0.12, 0.15, 0.33, 0.45, 0.6, 0.72, 0.88, 0.96, 1.0};
        for (const double t : stops) {
            const double at = std::max(t, 0.0), h = 0.02;
            const V3 axis = unit(spline(joints, std::min(at + h, 1.0)) - spline(joints, std::max(at - h, 0.0)));
            const double r =
                finger.radius * (1 - 0.22 * at) * (t > 0.85 ? std::sqrt(std::max(0.0, 1 - std::pow((t - 0.85) / 0.15, 2))) : 1);
            tube.push_back(across(spline(joints, at) + axis * (std::min(t, 0.0) * finger.length), axis, r * 0.92, r, t));
        }
        Mesh mesh = loft(tube, {.columns = 7});
        std::vector<Stretch> chain{{wrist_bone, -9, -0.05}};
        double reach = 0;
        static constexpr double part[] = {0.42, 0.32, 0.26};
        for (int k = 0; k < 3; ++k) {
            chain.push_back({rig[numbered(std::string("左") + finger.name, finger.first_number + k)], reach + 0.1, reach + part[k] - 0.08});
            reach += part[k];
        }
        mesh.set_skin([&](V3 p) {
            double best = 0, nearest = 1e9;
            for (int k = 0; k <= 40; ++k) {
                const V3 off = p - spline(joints, k / 40.0);
                const double away = std::floor(dot(off, off) * 65536);
                if (away < nearest) {
                    nearest = away;
                    best = k / 40.0;
                }
            }
            // the spline runs by joints, the chain by lengths
            static const Curve by_length{{0, 0}, {1.0 / 3, 0.42}, {2.0 / 3, 0.74}, {1, 1}};
            const double behind = std::min(0.0, dot(p - joints[0], unit(finger.direction)));
            return along(chain, by_length(best) + behind);
        });
        all.append(mesh);
    }
    return all;
}

V3 leg_centre(double y) {
    static const Curve x{{0, 0.66}, {1.15, 0.64}, {3.6, 0.66}, {5.75, 0.62}, {8.5, 0.62}, {10.8, 0.56}};
    static const Curve z{{0, 0.3}, {1.15, 0.3}, {3.6, 0.24}, {5.75, 0.06}, {8.5, 0.05}, {10.8, 0.12}};
    return {x(y), y, z(y)};
}

double leg_radius(double y) {
    static const Curve r{{0.8, 0.27},  {1.2, 0.225}, {1.8, 0.26}, {3.0, 0.4}, {3.8, 0.455}, {4.6, 0.42},
                         {5.3, 0.375}, {5.9, 0.41},  {7, 0.49},   {8.5, 0.6}, {10, 0.68},   {10.8, 0.66}};
    return r(y);
}

std::function<Skin(V3)> leg_skin(const Rig& rig) {
    const std::vector<Stretch> chain{
        {rig["左足首D"], -1, 0.95}, {rig["左ひざD"], 1.4, 5.25}, {rig["左足D"], 6.25, 10.1}, {rig["下半身"], 11.3, 20}};
    return [chain](V3 p) { return along(chain, p.y); };
}

Mesh leg_tube(std::initializer_list<double> heights, double more, double v_from, double v_to) {
    std::vector<Ring> rings;
    const double low = *heights.begin(), high = *(heights.end() - 1);
    for (const double y : heights) {
        const double calf = 0.1 * bell((y - 3.6) / 1.0), r = leg_radius(y) + more;
        Ring ring = across(leg_centre(y) + V3{0, 0, calf * 0.5}, {0, 1, 0}, r * 0.96, r, mix(v_from, v_to, (y - low) / (high - low)));
        rings.push_back(ring);
    }
    return loft(rings, {.columns = 14});
}

Mesh shoe(const Rig& rig, Mesh& sole) {
    // rings from the heel to the toe, each a rounded arch over the ground
    std::vector<Ring> rings;
    static const Curve wide{{0, 0.02},   {0.02, 0.16}, {0.08, 0.26}, {0.25, 0.3},  {0.5, 0.31},
                            {0.7, 0.37}, {0.85, 0.36}, {0.95, 0.26}, {0.99, 0.12}, {1, 0.02}};
    static const Curve tall{{0, 0.3},    {0.02, 0.62}, {0.12, 0.86}, {0.3, 0.92}, {0.42, 0.72},
                            {0.6, 0.55}, {0.8, 0.44},  {0.95, 0.32}, {1, 0.16}};
    static const Curve ground{{0, 0.2}, {0.25, 0.14}, {0.5, 0.1}, {0.75, 0.06}, {1, 0.1}};
    for (const double t : {0.0, 0.02, 0.08, 0.18, 0.3, 0.4, 0.5, 0.62, 0.74, 0.85, 0.94, 0.99, 1.0}) {
        const double z = mix(0.72, -1.28, t), low = ground(t), high = std::max(tall(t), low + 0.05), x = 0.65 + 0.06 * t;
        // right x front is the way to the toe
        rings.push_back({{x, (low + high) / 2, z}, {-wide(t), 0, 0}, {0, (high - low) / 2, 0}, t, 1, 0.72});
    }
    Mesh mesh = loft(rings, {.columns = 12, .cap_start = true, .cap_end = true});
    std::vector<Ring> base;
    for (const double t : {0.0, 0.03, 0.12, 0.3, 0.45, 0.7, 0.88, 0.98, 1.0}) {
        const double k = t > 0.3 && t < 0.55 ? 0.9 : 1.05, z = mix(0.75, -1.32, t),
                     low = t < 0.32 ? 0.0 : mix(0.07, 0.0, smooth(0.4, 0.7, t));
        const double high = ground(t) + 0.08;
        base.push_back({{0.65 + 0.06 * t, (low + high) / 2, z}, {-wide(t) * k - 0.005, 0, 0}, {0, (high - low) / 2, 0}, t, 1, 0.5});
    }
    sole = loft(base, {.columns = 8, .cap_start = true, .cap_end = true});
    const std::array<Stretch, 2> chain{{{rig["左足首D"], -1, 0.42}, {rig["左足先EX"], 0.9, 9}}};
    for (Mesh* part : {&mesh, &sole}) part->set_skin([&](V3 p) { return along(chain, -p.z); });
    return mesh;
}

} // namespace

void add_arms(Figure& figure) {
    const Rig& rig = figure.rig;
    Mesh arm = arm_tube();
    arm.set_skin(arm_skin(rig));
    const V3 elbow = rig.at("左ひじ"), d = arm_direction();
    arm.spherical(rig["左腕捩"], rig["左ひじ"], elbow, elbow - d * 0.25, elbow + d * 0.25);
    arm.append(hand(rig));
    plain_skin_uv(arm);
    figure.add_both(Part::body, arm);

    // a cuff around the wrist, and its edge
    const auto band = [&](std::initializer_list<V2> shape, double v0, double v1) {
        std::vector<Ring> rings;
        const double first = shape.begin()->x, last = (shape.end() - 1)->x;
        for (const V2 s : shape)
            rings.push_back(across(shoulder_joint + d * s.x, d, s.y, s.y * 1.04, mix(v0, v1, (s.x - first) / (last - first))));
        Mesh mesh = loft(rings, {.columns = 16, .u_scale = 0.2, .u_offset = 0.25});
        mesh.set_skin(arm_skin(rig));
        return mesh;
    };
    figure.add_both(Part::dress, band({{3.35, 0.24}, {3.37, 0.3}, {3.5, 0.305}, {3.8, 0.3}, {4.05, 0.32}}, 0.72, 0.76));
    figure.add_both(Part::white, band({{4.05, 0.185}, {4.02, 0.33}, {4.06, 0.35}, {4.13, 0.36}, {4.17, 0.34}, {4.16, 0.185}}, 0.2, 0.8));
}

void add_body(Figure& figure) {
    const Rig& rig = figure.rig;
    // neck
    std::vector<Ring> rings;
    static const Curve radius{{15.2, 0.6}, {15.45, 0.45}, {15.7, 0.38}, {16.2, 0.36}, {16.6, 0.4}, {17.0, 0.5}};
    for (const double y : {15.1, 15.3, 15.5, 15.7, 15.9, 16.1, 16.3, 16.5, 16.75, 17.0})
        rings.push_back(across({0, y, mix(0.14, 0.28, smooth(15.3, 16.8, y))}, {0, 1, 0}, radius(y), radius(y) * 0.96, y / 3));
    Mesh neck = loft(rings, {.columns = 14});
    const std::array<Stretch, 3> chain{{{rig["上半身2"], 0, 15.35}, {rig["首"], 15.65, 16.2}, {rig["頭"], 16.75, 30}}};
    neck.set_skin([&](V3 p) { return along(chain, p.y); });
    plain_skin_uv(neck);
    figure.add(Part::body, neck);

    const V3 knee = rig.at("左ひざ"), up = unit(rig.at("左足") - knee), down = unit(rig.at("左足首") - knee);
    const auto finish = [&](Mesh& mesh) {
        mesh.set_skin(leg_skin(rig));
        mesh.spherical(rig["左足D"], rig["左ひざD"], knee, knee + up * 0.3, knee + down * 0.3);
    };
    Mesh thigh = leg_tube({4.3, 4.7, 5.0, 5.25, 5.5, 5.75, 6.0, 6.25, 6.6, 7.1, 7.8, 8.7, 10.0, 10.7}, 0, 0, 1);
    finish(thigh);
    plain_skin_uv(thigh);
    figure.add_both(Part::body, thigh);
    Mesh sock = leg_tube({0.6, 0.95, 1.25, 1.6, 2.1, 2.7, 3.3, 3.9, 4.4, 4.8}, 0.03, 0.98, 0.02);
    // the top edge turns inwards
    std::vector<Ring> edge;
    for (const V2 s : {V2{4.8, 0.03}, V2{4.85, 0.025}, V2{4.86, -0.01}})
        edge.push_back(across(leg_centre(s.x) + V3{0, 0, 0.1 * bell((s.x - 3.6) / 1.0) * 0.5}, {0, 1, 0}, (leg_radius(s.x) + s.y) * 0.96,
                              leg_radius(s.x) + s.y, 0.01));
    sock.append(loft(edge, {.columns = 14}));
    sock.smooth_normals();
    finish(sock);
    figure.add_both(Part::socks, sock);

    Mesh sole, upper = shoe(rig, sole);
    for (Point& p : upper.points) p.uv = {0.1 + 0.3 * p.uv.x, 0.1 + 0.3 * p.uv.y};
    for (Point& p : sole.points) p.uv = {0.6 + 0.3 * p.uv.x, 0.1 + 0.3 * p.uv.y};
    upper.append(sole);
    // the strap over the instep
    std::vector<Ring> strap;
    for (int k = 0; k <= 8; ++k) {
        const double a = pi * k / 8, r = 0.33;
        strap.push_back(
            {{0.66 + r * std::cos(a), 0.42 + 0.44 * std::sin(a), -0.1}, {0, 0, 0.09}, V3{std::cos(a), std::sin(a), 0} * 0.03, 0.25});
    }
    Mesh belt = loft(strap, {.columns = 6, .u_scale = 0.1, .u_offset = 0.1});
    belt.set_skin(rig["左足首D"]);
    upper.append(belt);
    figure.add_both(Part::shoes, upper);
}

} // namespace samples

#include "textures.hpp"

#include "vec.hpp"

#include <cmath>

namespace samples {

namespace {

constexpr Colour rgb(int r, int g, int b, double a = 1) {
    return {r / 255.0, g / 255.0, b / 255.0, a};
}
Colour over(const Colour& below, const Colour& above, double opacity) {
    const double k = std::clamp(opacity, 0.0, 1.0);
    Colour c{};
    for (std::size_t i = 0; i < 3; ++i) c[i] = below[i] * (1 - k) + above[i] * k;
    c[3] = std::max(below[3], k);
    return c;
}
double edge(double distance, double softness = 0.004) {
    return smooth(softness, -softness, distance);
}

Colour face(double u, double v) {
    const double x = (u - 0.5) * 3.2, y = 19.8 - v * 3.6;
    Colour c = rgb(255, 236, 222);
    c = over(c, rgb(255, 196, 180), 0.4 * bell((std::abs(x) - 0.78) / 0.3) * bell((y - 17.05) / 0.2));
    c = over(c, rgb(246, 178, 160), 0.5 * bell(x / 0.05) * bell((y - 17.13) / 0.035)); // below the nose
    c = over(c, rgb(240, 160, 148), 0.35 * bell(x / 0.1) * bell((y - 16.76) / 0.03));  // below the lip
    c = over(c, rgb(250, 206, 188), 0.45 * bell((std::abs(x) - 0.6) / 0.42) * bell((y - 18.06) / 0.09));
    c = over(c, rgb(238, 186, 168), 0.55 * smooth(18.35, 18.75, y)); // below the fringe
    return c;
}

Colour hair(double u, double v) {
    // dark at the roots, the gloss as a ragged band, lighter tips
    const double root = smooth(0.16, 0.0, v), tip = smooth(0.62, 0.98, v);
    Colour c = over(rgb(205, 112, 74), rgb(168, 80, 58), 0.7 * root);
    c = over(c, rgb(236, 158, 104), 0.75 * tip);
    const double fine = 0.5 + 0.5 * std::sin(2 * pi * (u * 11 + 0.12 * std::sin(2 * pi * u * 3)));
    const double broad = 0.5 + 0.5 * std::sin(2 * pi * u * 4);
    c = over(c, rgb(160, 74, 54), 0.22 * std::pow(fine, 4.0));
    const double ragged = 0.016 * broad + 0.016 * fine;
    const double band = smooth(0.168 - ragged, 0.178 - ragged, v) * smooth(0.2 + ragged, 0.19 + ragged, v);
    c = over(c, rgb(255, 208, 160), 0.7 * band);
    return c;
}

Colour dress(double u, double v) {
    const Colour blue = rgb(58, 66, 128), dark = rgb(44, 50, 104), gold = rgb(232, 196, 116), white = rgb(250, 248, 244);
    if (v < 0.5) { // skirt: the hem is at 0.5
        const double t = v * 2;
        Colour c = over(blue, rgb(88, 104, 172), 0.55 * smooth(0.2, 1.0, t));
        const double x = u - std::floor(u) - 0.5;
        c = over(c, dark, 0.35 * bell((std::abs(x) - 0.5) / 0.1));
        // diamonds, mirrors in the sunlight, over the hem
        const double big = std::abs(x) / 0.14 + std::abs(t - 0.72) / 0.075, small = (0.5 - std::abs(x)) / 0.07 + std::abs(t - 0.8) / 0.04;
        c = over(c, white, edge(big - 1, 0.06));
        c = over(c, rgb(150, 196, 226), edge(big - 0.62, 0.06));
        c = over(c, gold, edge(small - 1, 0.1));
        c = over(c, gold, edge(std::abs(t - 0.9) - 0.012));
        c = over(c, white, edge(0.935 - t));
        return c;
    }
    // bodice: front at u = 0 and 1, waist at the bottom
    const double x = std::min(u, 1 - u), t = (v - 0.5) * 2;
    Colour c = blue;
    const double front = 0.075 + 0.02 * (1 - t) + 0.1 * smooth(0.16, 0.02, t); // wider under the collar
    c = over(c, rgb(250, 248, 244), edge(x - front));
    c = over(c, gold, edge(std::abs(x - front - 0.005) - 0.007));
    c = over(c, rgb(208, 212, 232), 0.8 * edge(std::abs(std::fmod(x * 36, 1.0) - 0.5) - 0.1, 0.05) * edge(x - 0.07));
    return c;
}

Colour white_cloth(double u, double v) {
    Colour c = rgb(252, 250, 247);
    const double x = u - std::floor(u);
    if (v > 0.9) return rgb(240, 240, 248);
    c = over(c, rgb(196, 204, 232), 0.5 * bell((std::abs(x - 0.5) - 0.5) / 0.12));
    c = over(c, rgb(96, 112, 176), 0.9 * edge(std::abs(v - 0.56) - 0.012)); // a fine line along edges
    return c;
}

Colour eyes(double u, double v) {
    if (u < 0.5) { // iris
        const double x = (u - 0.25) / 0.24 * 0.36 / 0.3, y = (0.5 - v) / 0.49, r = std::sqrt(x * x + y * y);
        Colour c = over(rgb(70, 214, 208), rgb(16, 84, 120), smooth(-0.55, 0.75, y));
        c = over(c, rgb(176, 252, 228), 0.85 * bell((y + 0.62) / 0.3) * bell(x / 0.6));
        const double ray = 0.5 + 0.5 * std::cos(std::atan2(y, x) * 18);
        c = over(c, rgb(12, 90, 122), 0.25 * ray * smooth(0.3, 0.6, r) * smooth(-0.2, 0.2, y + 0.3));
        c = over(c, rgb(10, 34, 62), smooth(0.84, 0.95, r)); // rim
        const double pupil = std::sqrt(x * x * 1.25 + (y - 0.02) * (y - 0.02) * 0.8);
        c = over(c, rgb(8, 26, 54), smooth(0.40, 0.33, pupil));
        c = over(c, rgb(10, 44, 84), 0.6 * smooth(0.2, 0.75, y)); // the lid's shadow
        return c;
    }
    if (v < 0.5) { // light: white spots on nothing
        const double x = (u - 0.75) / 0.21 * 0.36 / 0.3, y = (0.25 - v) / 0.21;
        const auto spot = [&](double cx, double cy, double rx, double ry) {
            const double a = (x - cx) / rx, b = (y - cy) / ry;
            return smooth(1.06, 0.94, std::sqrt(a * a + b * b));
        };
        const double light = std::max({spot(-0.34, 0.46, 0.32, 0.25), spot(0.36, -0.42, 0.17, 0.14), 0.8 * spot(0.5, -0.14, 0.08, 0.07)});
        return {1, 1, 1, light};
    }
    const double y = (0.75 - v) / 0.23 / 2 * 1.0; // white: shadowed by the upper lid
    return over(rgb(253, 252, 252), rgb(186, 190, 214), 0.9 * smooth(0.1, 0.36, y));
}

Colour lines(double u, double) {
    if (u < 0.25) return rgb(66, 34, 34);    // lashes
    if (u < 0.5) return rgb(140, 72, 52);    // brows
    if (u < 0.75) return rgb(196, 122, 104); // folds
    return rgb(150, 66, 62);                 // mouth
}

Colour blush(double u, double v) {
    const double x = (u - 0.5) * 2, y = (v - 0.5) * 2, r = x * x + y * y;
    double a = 0.7 * smooth(1, 0.1, r);
    // three short strokes
    for (const double at : {-0.3, 0.0, 0.3})
        a = std::max(a, 0.95 * edge(std::abs(x - at + 0.35 * y) - 0.03, 0.03) * smooth(0.42, 0.34, std::abs(y)));
    return rgb(248, 110, 118, a);
}

/// What light does to a colour, from full light (top) to shadow.
Colour toon(double, double v) {
    return over(rgb(255, 255, 255), rgb(238, 196, 196), smooth(0.47, 0.56, v));
}
Colour toon_cloth(double, double v) {
    return over(rgb(255, 255, 255), rgb(190, 190, 220), smooth(0.48, 0.56, v));
}

/// A room reflected in a ball.
Colour sphere(double u, double v) {
    const double x = (u - 0.5) * 2, y = (0.5 - v) * 2, r = std::sqrt(x * x + y * y);
    Colour c = over(rgb(40, 44, 60), rgb(150, 170, 210), smooth(-0.1, 0.9, y));
    c = over(c, rgb(255, 250, 235), 0.9 * bell((y - 0.25 - 0.2 * x * x) / 0.1) * smooth(1.0, 0.6, r));
    c = over(c, rgb(210, 190, 170), 0.6 * bell((y + 0.55) / 0.16));
    c = over(c, rgb(255, 255, 255), bell((x + 0.4) / 0.16) * bell((y - 0.5) / 0.16));
    return c;
}

Colour metal(double u, double v) {
    if (u < 0.5) return rgb(236, 190, 96);
    const double shine = bell((u - 0.75 + (v - 0.5) * 0.5) / 0.07);
    return over(over(rgb(196, 232, 244), rgb(96, 150, 200), v), rgb(255, 255, 255), 0.8 * shine);
}

/// A gloss to multiply with: pale from above, a little darker below.
Colour gloss(double u, double v) {
    const double x = (u - 0.5) * 2, y = (0.5 - v) * 2;
    return over(over(rgb(255, 255, 255), rgb(206, 222, 236), smooth(0.2, -0.9, y)), rgb(255, 255, 255),
                bell((y - 0.4) / 0.2) * bell(x / 0.7));
}

Colour mouth(double u, double v) {
    if (u < 0.3) return over(rgb(168, 62, 66), rgb(92, 24, 34), smooth(0.03, 0.16, u)); // cavity
    if (u < 0.62) return rgb(255, 252, 248);                                            // teeth
    return over(rgb(236, 122, 122), rgb(214, 88, 94), smooth(0.84, 0.96, v));           // tongue
}

Colour shoe(double u, double v) {
    if (u > 0.55) return rgb(232, 196, 140);
    return over(rgb(112, 58, 52), rgb(146, 84, 70), bell((v - 0.2) / 0.1));
}

Colour sock(double, double v) {
    Colour c = over(rgb(250, 249, 250), rgb(236, 236, 246), smooth(0.3, 1.0, v));
    c = over(c, rgb(58, 66, 128), edge(std::abs(v - 0.075) - 0.014));
    return over(c, rgb(58, 66, 128), edge(std::abs(v - 0.125) - 0.014));
}

Colour ribbon(double u, double v) {
    Colour c = over(rgb(152, 226, 228), rgb(206, 246, 240), smooth(0.0, 1.0, v));
    c = over(c, rgb(255, 255, 255), 0.9 * edge(std::abs(std::abs(u - 0.5) - 0.4) - 0.02));
    return c;
}

} // namespace

std::vector<NamedPicture> make_textures() {
    const auto opaque = [](const char* file, int w, int h, Colour (*paint)(double, double)) {
        return NamedPicture{file, Picture::paint(w, h, false, paint)};
    };
    const auto clear = [](const char* file, int w, int h, Colour (*paint)(double, double)) {
        return NamedPicture{file, Picture::paint(w, h, true, paint)};
    };
    return {opaque("face.png", 128, 128, face),          opaque("hair.png", 128, 256, hair),       opaque("dress.png", 128, 256, dress),
            clear("eyes.png", 256, 256, eyes),           opaque("white.png", 64, 64, white_cloth), opaque("lines.png", 32, 8, lines),
            clear("blush.png", 64, 64, blush),           opaque("mouth.png", 64, 32, mouth),       opaque("shoe.png", 32, 32, shoe),
            opaque("sock.png", 16, 128, sock),           opaque("ribbon.png", 64, 64, ribbon),     opaque("toon_skin.png", 8, 64, toon),
            opaque("toon_cloth.png", 8, 64, toon_cloth), opaque("metal.png", 64, 32, metal),       opaque("gloss.png", 64, 64, gloss),
            opaque("sphere.png", 64, 64, sphere)};
}

} // namespace samples

#include "head.hpp"

namespace samples {

namespace {

const Curve width{{16.33, 0.02}, {16.36, 0.17}, {16.42, 0.29}, {16.52, 0.46}, {16.66, 0.67}, {16.85, 0.91}, {17.1, 1.13}, {17.4, 1.28},
                  {17.8, 1.38},  {18.3, 1.44},  {18.8, 1.38},  {19.2, 1.18},  {19.5, 0.88},  {19.7, 0.5},   {19.78, 0.02}};
const Curve front{{16.33, -0.98}, {16.36, -1.06}, {16.45, -1.12}, {16.7, -1.13}, {17.0, -1.15}, {17.4, -1.19}, {17.9, -1.25},
                  {18.4, -1.27},  {18.8, -1.19},  {19.2, -0.95},  {19.5, -0.6},  {19.7, -0.2},  {19.78, 0.12}};
const Curve back{{16.33, -0.94}, {16.4, -0.5}, {16.52, -0.15}, {16.7, 0.25}, {17.0, 0.8},  {17.4, 1.22}, {17.9, 1.5},
                 {18.4, 1.62},   {18.8, 1.55}, {19.2, 1.28},   {19.5, 0.92}, {19.7, 0.48}, {19.78, 0.14}};
const Curve middle{{16.33, -0.96}, {16.5, -0.62}, {16.8, -0.25}, {17.2, 0.05}, {18.0, 0.2}, {19.78, 0.13}};

constexpr double front_exponent = 0.8; // flat cheeks, round sides

double nose(double x, double y) {
    const double tip = bell(x / 0.1) * bell((y - 17.2) / (y > 17.2 ? 0.16 : 0.075)) * 0.13;
    const double bridge = bell(x / 0.14) * bell((y - 17.45) / 0.26) * 0.045;
    const double lips = bell(x / 0.28) * bell((y - 16.84) / 0.14) * 0.03;
    // the eyes lie in shallow hollows
    const double hollow = bell((std::abs(x) - 0.55) / 0.4) * bell((y - 17.72) / 0.4) * 0.05;
    return hollow - tip - bridge - lips;
}

const std::vector<double> angles{0, 4, 8.5, 13.5, 19, 25, 31, 37.5, 44.5, 52, 60, 70, 82, 96, 118, 146, 180};
const std::vector<double> heights{16.33, 16.345, 16.38, 16.44, 16.52, 16.61, 16.7,  16.79, 16.88, 16.96, 17.02, 17.08, 17.14, 17.26, 17.38,
                                  17.5,  17.62,  17.74, 17.86, 17.98, 18.1,  18.22, 18.4,  18.62, 18.9,  19.25, 19.55, 19.72, 19.78};
constexpr int half = 16, columns = 2 * half + 1;

/// A rectangle of the head's grid that is cut out and filled by rings around a hole.
struct Cut {
    int row0, row1, column0, column1;
    [[nodiscard]] bool holds(int row, int column) const { return row >= row0 && row < row1 && column >= column0 && column < column1; }
};
constexpr Cut left_eye{12, 21, 1, 10}, right_eye{12, 21, -10, -1}, mouth_cut{4, 10, -5, 5};

class HeadMesh {
public:
    explicit HeadMesh(Figure& figure) : figure_(figure) {}

    void build() {
        for (std::size_t i = 0; i < heights.size(); ++i)
            for (int j = -half; j <= half; ++j) grid_point(i, j);
        for (int i = 0; i + 1 < static_cast<int>(heights.size()); ++i)
            for (int j = -half; j < half; ++j)
                if (!left_eye.holds(i, j) && !right_eye.holds(i, j) && !mouth_cut.holds(i, j))
                    mesh_.quad(number(i, j), number(i + 1, j), number(i + 1, j + 1), number(i, j + 1));
        for (const int side : {1, -1})
            fill(left_eye, side, {eye_centre.x * side, eye_centre.y},
                 [side](double a, const FaceState& s) { return eye_outline(a, s.eyes[side > 0 ? 0 : 1]); });
        fill(mouth_cut, 1, {0, mouth_height}, [](double a, const FaceState& s) { return mouth_outline(a, s.mouth); });
        finish();
    }

private:
    using Outline = std::function<V2(double, const FaceState&)>;

    static int number(int row, int column) { return row * columns + column + half; }

    void grid_point(std::size_t row, int column) {
        const double y = heights[row], a = degrees(angles[static_cast<std::size_t>(std::abs(column))]) * (column < 0 ? -1 : 1);
        V3 at = head_point(std::abs(column) == half ? pi : a, y);
        if (row == 0 || row + 1 == heights.size()) at = {0, at.y, head_point(pi / 2, y).z};
        Point p;
        p.position = at;
        p.uv = face_uv({at.x, at.y});
        const int vertex = mesh_.add(p);
        if (std::abs(a) < 1.7 && y < 17.05)
            moving_.push_back(
                {vertex, [at](const FaceState& s) { return at + (on_face({at.x, at.y}, 0, s) - on_face({at.x, at.y}, 0, {})); }});
    }

    /// Rings from the cut's border to the outline; `side` -1 mirrors the cut.
    void fill(const Cut& cut, int side, V2 centre, const Outline& outline) {
        std::vector<int> border;
        const auto put = [&](int i, int j) { border.push_back(number(i, j * side)); };
        for (int i = cut.row0; i < cut.row1; ++i) put(i, cut.column1);
        for (int j = cut.column1; j > cut.column0; --j) put(cut.row1, j);
        for (int i = cut.row1; i > cut.row0; --i) put(i, cut.column0);
        for (int j = cut.column0; j < cut.column1; ++j) put(cut.row0, j);
        const std::size_t n = border.size();
        std::vector<double> around;
        std::vector<V2> from;
        for (const int vertex : border) {
            const V3 at = mesh_.points[static_cast<std::size_t>(vertex)].position;
            from.push_back({at.x, at.y});
            around.push_back(std::atan2((at.y - centre.y) * 1.1, (at.x - centre.x) * side));
        }
        snap(around, 0);
        snap(around, pi);
        std::vector<int> outer = border;
        for (const double f : {0.35, 0.66, 0.88, 1.0}) {
            std::vector<int> inner;
            for (std::size_t k = 0; k < n; ++k) {
                const V2 start = from[k];
                const double a = around[k];
                const auto place = [=](const FaceState& s) {
                    const V2 rest = outline(a, {}), now = outline(a, s), drawn = (now - rest) * std::pow(f, 1.4);
                    const V2 at = mix(start, {centre.x + rest.x * side, centre.y + rest.y}, f);
                    return on_face({at.x + drawn.x * side, at.y + drawn.y}, 0, s);
                };
                Point p;
                p.position = place({});
                p.uv = face_uv({p.position.x, p.position.y});
                inner.push_back(mesh_.add(p));
                moving_.push_back({inner.back(), place});
            }
            for (std::size_t k = 0; k < n; ++k) {
                const std::size_t next = (k + 1) % n;
                if (side > 0)
                    mesh_.quad(outer[k], inner[k], inner[next], outer[next]);
                else
                    mesh_.quad(outer[k], outer[next], inner[next], inner[k]);
            }
            outer = inner;
        }
    }

    /// The nearest angle becomes exactly `target`, so that the outline's corners are corners of the mesh.
    static void snap(std::vector<double>& around, double target) {
        std::size_t best = 0;
        const auto off = [&](std::size_t k) { return std::abs(std::remainder(around[k] - target, 2 * pi)); };
        for (std::size_t k = 1; k < around.size(); ++k)
            if (off(k) < off(best) - 1e-6) best = k;
        around[best] = target;
    }

    void finish() {
        mesh_.smooth_normals();
        // a face lit as the geometry has it shows every little slope; half of a plain egg's normals calm it
        for (Point& p : mesh_.points) {
            const V3 egg = unit({p.position.x / 1.5, (p.position.y - 17.75) / 2.2, (p.position.z - 0.2) / 1.5});
            p.normal = unit(mix(p.normal, egg, 0.75 * smooth(0.4, -0.4, p.position.z)));
        }
        const Rig& rig = figure_.rig;
        const std::array<Stretch, 2> chain{{{rig["首"], 16.2, 16.45}, {rig["頭"], 16.75, 20}}};
        // the chin belongs to the head alone; only the back of the jaw blends into the neck
        mesh_.set_skin([&](V3 p) { return blend(Skin(rig["頭"]), along(chain, p.y), smooth(-0.3, 0.2, p.z)); });
        const int first = figure_.add(Part::face, mesh_);
        for (FacePoint& m : moving_) figure_.moving.push_back({m.vertex + first, std::move(m.place)});
    }

    Figure& figure_;
    Mesh mesh_;
    std::vector<FacePoint> moving_;
};

} // namespace

V3 head_point(double angle, double y) {
    const double s = std::sin(angle), c = std::cos(angle), w = width(y), z = middle(y);
    const double e = c > 0 ? front_exponent : mix(front_exponent, 0.95, smooth(0, 0.6, -c));
    V3 at{w * power(s, e), y, z - (c > 0 ? (z - front(y)) * power(c, e) : (back(y) - z) * power(c, e))};
    if (std::abs(angle) > 3.14) at.x = 0;
    if (c > 0) at.z += nose(at.x, y) * smooth(0, 0.3, c);
    return at;
}

double face_depth(double x, double y) {
    const double u = std::min(std::abs(x) / width(y), 0.999), z = middle(y);
    const double c = std::pow(1 - std::pow(u, 2 / front_exponent), front_exponent / 2);
    return z - (z - front(y)) * c + nose(x, y) * smooth(0, 0.3, std::pow(c, 1 / front_exponent));
}

V3 eye_ball() {
    // behind the face, along its normal at the eye
    const double h = 0.05, z = face_depth(eye_centre.x, eye_centre.y);
    const double dx = (face_depth(eye_centre.x + h, eye_centre.y) - face_depth(eye_centre.x - h, eye_centre.y)) / (2 * h);
    return V3{eye_centre.x, eye_centre.y, z} + unit({-dx, 0, 1}) * eye_radius;
}

V3 on_face(V2 at, double depth, const FaceState& state) {
    V3 p{at.x, at.y, face_depth(at.x, at.y) + depth};
    p.y -= state.jaw * smooth(17.02, 16.6, at.y) * smooth(0, -0.6, p.z);
    return p;
}

V2 eye_outline(double angle, const EyeState& state) {
    const double c = std::cos(angle), s = std::sin(angle);
    const double ex = 0.39 * power(c, s > 0 ? 0.9 : 0.98);
    double ey = s > 0 ? 0.355 * std::pow(s, 0.78) : -0.365 * std::pow(-s, 0.9);
    ey += 0.03 * c; // outer corner a little higher
    ey += s > 0 ? state.upper * s + state.slant * c * s : state.lower * -s;
    const double closed = state.line + state.bend * (1 - (ex / 0.39) * (ex / 0.39));
    return {ex, mix(ey, closed, state.close)};
}

V2 mouth_outline(double angle, const MouthState& state) {
    const double c = std::cos(angle), s = std::sin(angle);
    const double x = state.width * c, u = c * c;
    const double line = state.raise + state.smile * (u - 0.4) + state.pout * (std::abs(c) - std::abs(std::sin(pi * c)));
    return {x, line + (s > 0 ? state.up * s : -state.down * std::pow(-s, 0.82))};
}

V2 face_uv(V2 at) {
    return {0.5 + at.x / 3.2, (19.8 - at.y) / 3.6};
}

void add_head(Figure& figure) {
    HeadMesh(figure).build();
}

} // namespace samples

#include "mesh.hpp"

#include <map>
#include <numeric>

namespace samples {

void Skin::add(int b, double w) {
    if (w <= 0) return;
    for (int i = 0; i < count; ++i) {
        const auto k = static_cast<std::size_t>(i);
        if (bone[k] == b) {
            weight[k] += w;
            return;
        }
    }
    if (count < 4) {
        bone[static_cast<std::size_t>(count)] = b;
        weight[static_cast<std::size_t>(count++)] = w;
        return;
    }
    const auto least = static_cast<std::size_t>(std::min_element(weight.begin(), weight.end()) - weight.begin());
    if (weight[least] < w) {
        bone[least] = b;
        weight[least] = w;
    }
}

std::vector<std::array<int, 2>> Skin::parts() const {
    const double sum = std::accumulate(weight.begin(), weight.end(), 0.0);
    std::vector<std::array<int, 2>> result;
    int total = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        const int n = static_cast<int>(on_grid(weight[i] / sum, 256) * 256);
        if (n < 3) continue;
        result.push_back({bone[i], n});
        total += n;
    }
    std::sort(result.begin(), result.end(), [](const auto& a, const auto& b) { return a[1] != b[1] ? a[1] > b[1] : a[0] < b[0]; });
    result.front()[1] += 256 - total;
    return result;
}

Skin along(std::span<const Stretch> chain, double s) {
    Skin skin;
    for (std::size_t i = 0; i < chain.size(); ++i) {
        const double in = i == 0 ? 1 : smooth(chain[i - 1].to, chain[i].from, s);
        const double out = i + 1 == chain.size() ? 0 : smooth(chain[i].to, chain[i + 1].from, s);
        skin.add(chain[i].bone, in - out);
    }
    return skin;
}

Skin blend(const Skin& a, const Skin& b, double t) {
    Skin skin;
    for (std::size_t i = 0; i < static_cast<std::size_t>(a.count); ++i) skin.add(a.bone[i], a.weight[i] * (1 - t));
    for (std::size_t i = 0; i < static_cast<std::size_t>(b.count); ++i) skin.add(b.bone[i], b.weight[i] * t);
    return skin;
}

void Mesh::quad(int a, int b, int c, int d) {
    faces.push_back({a, b, c});
    faces.push_back({a, c, d});
}

int Mesh::grid(int rows, int columns, const std::function<Point(int, int)>& make) {
    const auto first = static_cast<int>(points.size());
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) points.push_back(make(i, j));
    for (int i = 0; i + 1 < rows; ++i)
        for (int j = 0; j + 1 < columns; ++j) {
            const int a = first + i * columns + j;
            quad(a, a + columns, a + columns + 1, a + 1);
        }
    return first;
}

void Mesh::append(const Mesh& other) {
    const auto first = static_cast<int>(points.size());
    points.insert(points.end(), other.points.begin(), other.points.end());
    for (const Triangle& f : other.faces) faces.push_back({f[0] + first, f[1] + first, f[2] + first});
}

void Mesh::flip() {
    for (Triangle& f : faces) std::swap(f[1], f[2]);
    for (Point& p : points) p.normal = -p.normal;
}

namespace {
using Place = std::array<long long, 3>;

Place place_of(V3 p) {
    const auto n = [](double x) { return static_cast<long long>(on_grid(x, 4096) * 4096); };
    return {n(p.x), n(p.y), n(p.z)};
}
} // namespace

void Mesh::smooth_normals() {
    // Triangles without area (poles, strips folded shut) go: nothing would be drawn and they have no normal.
    std::erase_if(faces, [&](const Triangle& f) {
        const auto at = [&](int k) { return points[static_cast<std::size_t>(f[static_cast<std::size_t>(k)])].position; };
        return length(cross(at(1) - at(0), at(2) - at(0))) < 1e-7;
    });
    std::map<Place, V3> sums;
    for (const Triangle& f : faces) {
        std::array<V3, 3> at;
        for (std::size_t k = 0; k < 3; ++k) at[k] = points[static_cast<std::size_t>(f[k])].position;
        const V3 normal = unit(cross(at[1] - at[0], at[2] - at[0]));
        for (std::size_t k = 0; k < 3; ++k) {
            const V3 u = unit(at[(k + 1) % 3] - at[k]), w = unit(at[(k + 2) % 3] - at[k]);
            V3& sum = sums[place_of(at[k])];
            sum = sum + normal * std::acos(std::clamp(dot(u, w), -1.0, 1.0));
        }
    }
    for (Point& p : points)
        if (const auto found = sums.find(place_of(p.position)); found != sums.end()) p.normal = unit(found->second);
}

void Mesh::set_skin(const std::function<Skin(V3)>& skin) {
    for (Point& p : points) p.skin = skin(p.position);
}

void Mesh::spherical(int bone0, int bone1, V3 c, V3 r0, V3 r1) {
    for (Point& p : points) {
        const auto parts = p.skin.parts();
        if (parts.size() != 2) continue;
        const bool fits = (parts[0][0] == bone0 && parts[1][0] == bone1) || (parts[0][0] == bone1 && parts[1][0] == bone0);
        if (!fits) continue;
        p.skin.sdef = true;
        p.skin.c = c;
        p.skin.r0 = parts[0][0] == bone0 ? r0 : r1;
        p.skin.r1 = parts[0][0] == bone0 ? r1 : r0;
    }
}

Mesh loft(std::span<const Ring> rings, const LoftStyle& style) {
    Mesh mesh;
    const auto rows = static_cast<int>(rings.size());
    const int columns = style.columns + 1;
    mesh.grid(rows, columns, [&](int i, int j) {
        const Ring& r = rings[static_cast<std::size_t>(i)];
        const double u = static_cast<double>(j) / style.columns, a = j == style.columns ? 0.0 : 2 * pi * u;
        const double s = power(std::sin(a), r.exponent);
        double c = power(std::cos(a), r.exponent);
        if (c < 0) c *= r.back;
        Point p;
        p.position = r.centre + r.right * s + r.front * c;
        p.uv = {style.u_offset + style.u_scale * u, r.v};
        return p;
    });
    const auto cap = [&](int row, bool end) {
        Point p;
        p.position = rings[static_cast<std::size_t>(row)].centre;
        p.uv = {style.u_offset + style.u_scale / 2, rings[static_cast<std::size_t>(row)].v};
        const int middle = mesh.add(p);
        for (int j = 0; j + 1 < columns; ++j) {
            const int a = row * columns + j;
            if (end)
                mesh.faces.push_back({a, middle, a + 1});
            else
                mesh.faces.push_back({a, a + 1, middle});
        }
    };
    if (style.cap_start) cap(0, false);
    if (style.cap_end) cap(rows - 1, true);
    mesh.smooth_normals();
    return mesh;
}

Mesh strand(const std::function<V3(double)>& path, const std::function<V3(double, V3)>& out, const StrandStyle& style) {
    Mesh mesh;
    // closer rows at both ends, where a lock bends over the head and where it runs out to a tip
    const auto row = [&](int i) {
        const double u = static_cast<double>(i) / (style.rows - 1);
        return mix(u, smooth(0, 1, u), style.ends);
    };
    mesh.grid(style.rows, style.columns + 1, [&](int i, int j) {
        const double t = row(i), h = 0.01;
        const V3 at = path(t), along_path = unit(path(std::min(t + h, 1.0)) - path(std::max(t - h, 0.0)));
        const V3 side = unit(cross(along_path, out(t, at))), normal = cross(side, along_path);
        const double u = static_cast<double>(j) / style.columns, a = j == style.columns ? 0.0 : 2 * pi * u;
        const double k = style.profile(t), c = std::sin(a);
        // a lens: thin at the two sides, flatter within than without
        const double thick = std::cos(a) * (std::cos(a) > 0 ? 1.0 : 0.45);
        Point p;
        p.position = at - side * (style.width * k * c) + normal * (style.thickness * std::sqrt(k) * std::min(1.0, k * 4) * thick);
        p.uv = {u, t};
        return p;
    });
    mesh.smooth_normals();
    // the winding follows the direction of the path
    const Triangle f = mesh.faces[mesh.faces.size() / 2];
    const Point& p = mesh.points[static_cast<std::size_t>(f[0])];
    if (dot(p.normal, p.position - path(row(f[0] / (style.columns + 1)))) < 0) mesh.flip();
    return mesh;
}

Mesh ellipsoid(V3 centre, V3 radii, int rows, int columns) {
    std::vector<Ring> rings;
    for (int i = 0; i <= rows; ++i) {
        const double e = pi * i / rows - pi / 2, r = i == 0 || i == rows ? 0 : std::cos(e);
        rings.push_back(
            {centre + V3{0, radii.y * std::sin(e), 0}, {radii.x * r, 0, 0}, {0, 0, -radii.z * r}, 1 - static_cast<double>(i) / rows});
    }
    return loft(rings, {.columns = columns});
}

} // namespace samples

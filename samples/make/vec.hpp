// Plain geometry in double, and the rounding that every stored number goes through.
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <vector>

namespace samples {

inline constexpr double pi = std::numbers::pi;

struct V2 {
    double x = 0, y = 0;
    friend constexpr V2 operator+(V2 a, V2 b) { return {a.x + b.x, a.y + b.y}; }
    friend constexpr V2 operator-(V2 a, V2 b) { return {a.x - b.x, a.y - b.y}; }
    friend constexpr V2 operator*(V2 a, double k) { return {a.x * k, a.y * k}; }
};

struct V3 {
    double x = 0, y = 0, z = 0;
    friend constexpr V3 operator+(V3 a, V3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend constexpr V3 operator-(V3 a, V3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend constexpr V3 operator-(V3 a) { return {-a.x, -a.y, -a.z}; }
    friend constexpr V3 operator*(V3 a, double k) { return {a.x * k, a.y * k, a.z * k}; }
};

constexpr double dot(V3 a, V3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
constexpr V3 cross(V3 a, V3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(V3 a) {
    return std::sqrt(dot(a, a));
}
inline V3 unit(V3 a) {
    const double n = length(a);
    return n > 1e-9 ? a * (1 / n) : V3{0, 1, 0};
}
template <class T> constexpr T mix(T a, T b, double t) {
    return a * (1 - t) + b * t;
}
inline double smooth(double from, double to, double x) {
    const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
    return t * t * (3 - 2 * t);
}
/// |x|^e with the sign of x: superellipses.
inline double power(double x, double e) {
    return std::copysign(std::pow(std::abs(x), e), x);
}
inline double bell(double x) {
    return std::exp(-x * x);
}
inline constexpr double degrees(double d) {
    return d * pi / 180;
}

/// `x` as a whole number of 1/grid. Stored numbers are rounded so far that the last bits of libm, which differ between
/// compilers, cannot show; the small bias keeps exact halves, which occur, away from the edge.
inline double on_grid(double x, double grid) {
    const double n = std::floor(std::abs(x) * grid + 0.500013);
    return n == 0 ? 0.0 : std::copysign(n / grid, x);
}
inline float stored(double x, double grid = 4096) {
    return static_cast<float>(on_grid(x, grid));
}

/// A smooth curve through points, without overshoot (monotone cubic); constant beyond the ends.
class Curve {
public:
    Curve(std::initializer_list<V2> points) : p_(points), m_(points.size()) {
        const std::size_t n = p_.size();
        std::vector<double> d(n, 0.0);
        for (std::size_t i = 0; i + 1 < n; ++i) d[i] = (p_[i + 1].y - p_[i].y) / (p_[i + 1].x - p_[i].x);
        for (std::size_t i = 1; i + 1 < n; ++i)
            if (d[i - 1] * d[i] > 0) m_[i] = 2 * d[i - 1] * d[i] / (d[i - 1] + d[i]);
        if (n > 1) {
            m_[0] = d[0];
            m_[n - 1] = d[n - 2];
        }
    }
    double operator()(double x) const {
        if (x <= p_.front().x) return p_.front().y;
        if (x >= p_.back().x) return p_.back().y;
        std::size_t i = 0;
        while (x > p_[i + 1].x) ++i;
        const double h = p_[i + 1].x - p_[i].x, t = (x - p_[i].x) / h, t2 = t * t, t3 = t2 * t;
        return p_[i].y * (2 * t3 - 3 * t2 + 1) + m_[i] * h * (t3 - 2 * t2 + t) + p_[i + 1].y * (3 * t2 - 2 * t3) +
               m_[i + 1] * h * (t3 - t2);
    }

private:
    std::vector<V2> p_;
    std::vector<double> m_;
};

/// A point of the Catmull-Rom spline through `points`, t from 0 to 1.
inline V3 spline(const std::vector<V3>& points, double t) {
    const auto n = static_cast<int>(points.size()) - 1;
    const double s = std::clamp(t, 0.0, 1.0) * n;
    const int i = std::min(static_cast<int>(s), n - 1);
    const auto at = [&](int k) { return points[static_cast<std::size_t>(std::clamp(k, 0, n))]; };
    const double u = s - i;
    const V3 a = at(i - 1), b = at(i), c = at(i + 1), d = at(i + 2);
    return (b * 2.0 + (c - a) * u + (a * 2.0 - b * 5.0 + c * 4.0 - d) * (u * u) + (b * 3.0 - a - c * 3.0 + d) * (u * u * u)) * 0.5;
}

} // namespace samples

// Operations on how materials look.
#include "kagami/edit/look.hpp"
#include "edit/select.hpp"

#include <cmath>

namespace kagami::edit {

namespace {

void set_rgb(Vec4& color, const Vec3& to) {
    color = {to.x, to.y, to.z, color.w};
}
void set_rgb(Vec3& color, const Vec3& to) {
    color = to;
}
float& opacity_of(pmx::Material& material) {
    return material.diffuse.w;
}
float& opacity_of(pmd::Material& material) {
    return material.opacity;
}

std::optional<Error> check(const Recolor& r) {
    const auto finite = [](const std::optional<Vec3>& v) {
        return !v || (std::isfinite(v->x) && std::isfinite(v->y) && std::isfinite(v->z));
    };
    const auto number = [](const std::optional<float>& v) { return !v || std::isfinite(*v); };
    if (!r.diffuse && !r.specular && !r.ambient && !r.edge && !r.opacity && !r.edge_opacity)
        return bad_value("the colours", "missing", "given, at least one of them");
    if (!finite(r.diffuse) || !finite(r.specular) || !finite(r.ambient) || !finite(r.edge) || !number(r.opacity) || !number(r.edge_opacity))
        return bad_value("a colour", "infinite or no number", "finite numbers");
    return std::nullopt;
}

template <class M> Result<Report> recolor(M& m, const Recolor& r) {
    return reporting([&](Report& report) -> Result<void> {
        if (auto error = check(r)) return failed(std::move(error));
        if (r.materials.empty()) return failed(nothing_chosen("materials"));
        const auto chosen = choose("material", r.materials, names_of(m, Named::materials));
        if (!chosen) return failed(chosen.error());
        const auto each = [&](const auto& to, const char* what, auto set) {
            if (!to) return;
            std::size_t changed = 0;
            for (std::size_t i = 0; i < m.materials.size(); ++i)
                if ((*chosen)[i]) changed += set(m.materials[i]) ? 1 : 0;
            count(report, "/materials", what, changed);
        };
        const auto color = [&](const std::optional<Vec3>& to, const char* what, auto field) {
            each(to, what, [&](auto& material) {
                auto& place = material.*field;
                const auto before = place;
                set_rgb(place, *to);
                return place != before;
            });
        };
        const auto opacity = [&](const std::optional<float>& to, const char* what, auto place_of) {
            each(to, what, [&](auto& material) {
                return std::bit_cast<std::uint32_t>(std::exchange(place_of(material), *to)) != std::bit_cast<std::uint32_t>(*to);
            });
        };
        using Material = std::remove_reference_t<decltype(m.materials[0])>;
        color(r.diffuse, "diffuse colours set", &Material::diffuse);
        color(r.specular, "specular colours set", &Material::specular);
        color(r.ambient, "ambient colours set", &Material::ambient);
        opacity(r.opacity, "opacities set", [](Material& material) -> float& { return opacity_of(material); });
        if constexpr (requires { &Material::edge_color; }) {
            color(r.edge, "edge colours set", &Material::edge_color);
            opacity(r.edge_opacity, "edge opacities set", [](Material& material) -> float& { return material.edge_color.w; });
        }
        return {};
    });
}

} // namespace

Result<Report> apply_in_place(pmx::Model& m, const Recolor& r) {
    return recolor(m, r);
}
Result<Report> apply_in_place(pmd::Model& m, const Recolor& r) {
    if (r.edge || r.edge_opacity)
        return std::unexpected(Error{Code::not_for_format, 0, 0, {}, {}, {r.edge ? "edge" : "edge_opacity", "PMX"}});
    return recolor(m, r);
}

} // namespace kagami::edit

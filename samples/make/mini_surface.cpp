#include "mini.hpp"

#include "rig.hpp"
#include "turn.hpp"

#include <map>

namespace samples {

using namespace kagami;

namespace {

struct Look {
    Vec3 diffuse;
    float opacity = 1;
    float power = 5;
    Vec3 specular, ambient;
    std::uint8_t toon = 0, edge = 1;
    const char* texture = "";
};

Look look_of(MiniPart part) {
    switch (part) {
    case MiniPart::glass:
        return {{0.625F, 0.65625F, 0.6875F}, 1, 50, {0.5F, 0.5F, 0.5F}, {0.375F, 0.375F, 0.40625F}, 255, 0, "mini.bmp*mini.spa"};
    case MiniPart::frame:
        return {{0.75F, 0.75F, 0.75F}, 1, 20, {0.375F, 0.3125F, 0.1875F}, {0.375F, 0.375F, 0.375F}, 1, 1, "textures/metal.png"};
    case MiniPart::face: return {{0.1875F, 0.09375F, 0.125F}, 0.98F, 5, {}, {0.125F, 0.0625F, 0.0625F}, 0, 0}; // no self-shadow
    case MiniPart::cheeks: return {{1, 0.5F, 0.5F}, 0.5F, 5, {}, {0.5F, 0.25F, 0.25F}, 0, 0};
    case MiniPart::dress: return {{0.25F, 0.28125F, 0.5F}, 1, 5, {0.0625F, 0.0625F, 0.125F}, {0.125F, 0.140625F, 0.25F}, 2};
    case MiniPart::limbs: return {{0.78125F, 0.71875F, 0.6875F}, 1, 5, {}, {0.40625F, 0.375F, 0.34375F}, 0};
    case MiniPart::ribbon:
        return {{0.5F, 0.125F, 0.15625F}, 0.99F, 10, {0.25F, 0.25F, 0.25F}, {0.25F, 0.0625F, 0.09375F}, 3, 1, "mini.spa"};
    }
    std::abort();
}

std::array<Index<pmd::Bone>, 2> bones_of(const std::vector<std::array<int, 2>>& parts) {
    const Index<pmd::Bone> first(parts.front()[0]);
    return {first, parts.size() > 1 ? Index<pmd::Bone>(parts[1][0]) : first};
}

pmd::Vertex vertex_of(const Point& p, bool edge) {
    pmd::Vertex v;
    v.position = stored(p.position);
    const V3 n = unit(p.normal);
    v.normal = {stored(n.x, 16384), stored(n.y, 16384), stored(n.z, 16384)};
    v.uv = {stored(p.uv.x), stored(p.uv.y)};
    const auto parts = p.skin.parts();
    v.bones = bones_of(parts);
    const int sum = parts.front()[1] + (parts.size() > 1 ? parts[1][1] : 0);
    v.weight = static_cast<std::uint8_t>(on_grid(100.0 * parts.front()[1] / sum, 1));
    v.no_edge = edge ? 0 : 1;
    return v;
}

/// A point that morphs move, and its number among the model's vertices.
struct MovingPoint {
    int vertex;
    V3 position, centre;
    Feature feature;
};

struct MorphSpec {
    const char *name, *english;
    pmd::MorphPanel panel;
    Feature feature;
    V3 (*place)(V3 p, V3 centre); ///< where a point of the feature goes
};

constexpr MorphSpec morph_specs[] = {
    {"にこり", "cheerful", pmd::MorphPanel::brow, Feature::brow,
     [](V3 p, V3 c) {
         const double x = (p.x - c.x) / 0.26;
         return p + V3{0, 0.18 - 0.12 * x * x, 0};
     }},
    {"まばたき", "blink", pmd::MorphPanel::eye, Feature::eye,
     [](V3 p, V3 c) {
         const double x = (p.x - c.x) / 0.15;
         return V3{c.x + (p.x - c.x) * 1.3, c.y - 0.12 + 0.05 * x * x + (p.y - c.y) * 0.08, p.z};
     }},
    {"笑い", "smile", pmd::MorphPanel::eye, Feature::eye,
     [](V3 p, V3 c) {
         const double x = (p.x - c.x) / 0.15;
         return V3{c.x + (p.x - c.x) * 1.4, c.y + 0.12 - 0.16 * x * x + (p.y - c.y) * 0.1, p.z};
     }},
    {"あ", "a", pmd::MorphPanel::mouth, Feature::mouth, [](V3 p, V3 c) { return V3{p.x * 0.85, c.y - 0.12 + (p.y - c.y) * 4.5, p.z}; }},
    {"照れ", "blush", pmd::MorphPanel::other, Feature::cheek, [](V3 p, V3 c) { return c + (p - c) * 1.5; }},
};

void add_morphs(pmd::Model& model, const std::vector<MovingPoint>& points) {
    pmd::Morph& base = model.morphs.emplace_back();
    base.name = mini_name("base");
    base.panel = pmd::MorphPanel::base;
    for (const MovingPoint& p : points) base.base_vertices.push_back({Index<pmd::Vertex>(p.vertex), stored(p.position)});
    for (const MorphSpec& spec : morph_specs) {
        pmd::Morph& morph = model.morphs.emplace_back();
        morph.name = mini_name(spec.name);
        morph.panel = spec.panel;
        model.english->morph_names.push_back(mini_name(spec.english));
        for (std::size_t i = 0; i < points.size(); ++i)
            if (points[i].feature == spec.feature)
                morph.offsets.push_back({Index<pmd::BaseVertex>(static_cast<std::int32_t>(i)),
                                         stored(spec.place(points[i].position, points[i].centre) - points[i].position)});
    }
    for (const std::int32_t morph : {2, 3, 4, 1, 5}) model.morph_list.emplace_back(morph);
}

} // namespace

void add_mini_surface(pmd::Model& model) {
    const MiniMesh mesh = make_mini_mesh();
    std::vector<MovingPoint> moving;
    for (std::size_t k = 0; k < mini_part_count; ++k) {
        const Mesh& part = mesh.parts[k];
        const Look look = look_of(static_cast<MiniPart>(k));
        std::map<int, std::int32_t> numbers; // of the points that triangles use
        for (const Triangle& f : part.faces)
            for (const int point : f) numbers.emplace(point, 0);
        for (auto& [point, number] : numbers) {
            number = static_cast<std::int32_t>(model.vertices.size());
            model.vertices.push_back(vertex_of(part.points[static_cast<std::size_t>(point)], look.edge != 0));
        }
        for (const Triangle& f : part.faces)
            for (const int point : f) model.faces.push_back(Index<pmd::Vertex>(numbers.at(point)));
        for (const MiniMesh::Moving& m : mesh.moving) {
            if (m.part != static_cast<MiniPart>(k)) continue;
            for (const auto& [point, number] : numbers)
                if (const auto p = static_cast<std::size_t>(point); p >= m.first && p < m.last)
                    moving.push_back({number, part.points[p].position, m.centre, m.feature});
        }
        pmd::Material material;
        material.diffuse = look.diffuse;
        material.opacity = look.opacity;
        material.specular_power = look.power;
        material.specular = look.specular;
        material.ambient = look.ambient;
        material.toon = look.toon;
        material.edge = look.edge;
        material.index_count = static_cast<std::uint32_t>(part.faces.size() * 3);
        if (*look.texture != '\0') material.texture = mini_name(look.texture);
        model.materials.push_back(material);
    }
    add_morphs(model, moving);
}

} // namespace samples

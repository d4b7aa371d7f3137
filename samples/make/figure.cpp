#include "figure.hpp"

namespace samples {

using namespace kagami;

int Figure::add(Part part, const Mesh& mesh) {
    const auto first = static_cast<int>(points.size());
    points.insert(points.end(), mesh.points.begin(), mesh.points.end());
    for (const Triangle& f : mesh.faces) faces[static_cast<std::size_t>(part)].push_back({f[0] + first, f[1] + first, f[2] + first});
    return first;
}

Mesh Figure::mirrored(Mesh mesh) const {
    mesh.flip();
    const auto mirror = [](V3& v) { v.x = -v.x; };
    for (Point& p : mesh.points) {
        p.normal = -p.normal; // flip turned it
        for (V3* v : {&p.position, &p.normal, &p.skin.c, &p.skin.r0, &p.skin.r1}) mirror(*v);
        for (std::size_t k = 0; k < static_cast<std::size_t>(p.skin.count); ++k) p.skin.bone[k] = rig.mirrored(p.skin.bone[k]);
    }
    return mesh;
}

void Figure::add_both(Part part, const Mesh& mesh) {
    add(part, mesh);
    add(part, mirrored(mesh));
}

void Figure::compact() {
    std::vector<int> number(points.size(), -1);
    for (const auto& list : faces)
        for (const Triangle& f : list)
            for (const int v : f) number[static_cast<std::size_t>(v)] = 0;
    std::vector<Point> kept;
    for (std::size_t k = 0; k < points.size(); ++k) {
        if (number[k] < 0) continue;
        number[k] = static_cast<int>(kept.size());
        kept.push_back(points[k]);
    }
    points = std::move(kept);
    const auto now = [&](int v) { return number[static_cast<std::size_t>(v)]; };
    for (auto& list : faces)
        for (Triangle& f : list)
            for (int& v : f) v = now(v);
    std::erase_if(moving, [&](const FacePoint& p) { return now(p.vertex) < 0; });
    for (FacePoint& p : moving) p.vertex = now(p.vertex);
    std::erase_if(highlights, [&](int v) { return now(v) < 0; });
    for (int& v : highlights) v = now(v);
}

pmx::Vertex vertex_of(const Point& point) {
    pmx::Vertex v;
    v.position = stored(point.position);
    const V3 n = unit(point.normal);
    v.normal = {stored(n.x, 16384), stored(n.y, 16384), stored(n.z, 16384)};
    v.uv = {stored(point.uv.x), stored(point.uv.y)};
    v.edge_scale = stored(point.edge);
    const auto parts = point.skin.parts();
    v.weights = {0, 0, 0, 0};
    for (std::size_t k = 0; k < parts.size(); ++k) {
        v.bones[k] = Index<pmx::Bone>(parts[k][0]);
        v.weights[k] = static_cast<float>(parts[k][1] / 256.0);
    }
    using enum pmx::DeformType;
    v.deform = parts.size() == 1 ? bdef1 : parts.size() > 2 ? bdef4 : point.skin.sdef ? sdef : bdef2;
    if (v.deform == sdef) v.sdef() = {stored(point.skin.c), stored(point.skin.r0), stored(point.skin.r1)};
    return v;
}

pmx::Model make_figure() {
    const Rig rig = make_rig();
    Figure figure(rig);
    add_head(figure);
    add_eyes(figure);
    add_mouth(figure);
    add_hair(figure);
    add_body(figure);
    add_arms(figure);
    add_dress(figure);
    add_skirt(figure);
    add_ornaments(figure);
    figure.compact();

    pmx::Model model;
    model.name = text("かがみ");
    model.english_name = text("Kagami");
    model.comment = text("かがみ\r\n"
                         "\r\n"
                         "PMXファイルの見本となる、オリジナルの人形です。\r\n"
                         "形・骨・表情・物理・絵のすべてがプログラムで作られています（samples/make）。\r\n"
                         "\r\n"
                         "ライセンス：MIT。改造も再配布も自由です。\r\n");
    model.english_comment = text("Kagami\r\n"
                                 "\r\n"
                                 "An original figure, a sample of the PMX format.\r\n"
                                 "Its shape, bones, expressions, physics and pictures are all made by code (samples/make).\r\n"
                                 "\r\n"
                                 "MIT licence: change it and pass it on as you like.\r\n");
    for (const Point& p : figure.points) model.vertices.push_back(vertex_of(p));
    model.bones = rig.bones;
    add_materials(model, figure);
    add_morphs(model, figure);
    add_frames(model, rig);
    add_physics(model, rig);
    pmx::fit(model);
    return model;
}

void add_frames(pmx::Model& model, const Rig& rig) {
    struct Named {
        Frame frame;
        const char *name, *english;
    };
    const auto list = [&](const char* name, const char* english, bool special) -> pmx::DisplayFrame& {
        pmx::DisplayFrame frame;
        frame.name = text(name);
        frame.english_name = text(english);
        frame.special = special ? 1 : 0;
        return model.display_frames.emplace_back(frame);
    };
    const auto put_bones = [&](pmx::DisplayFrame& frame, Frame which) {
        for (int b = 0; b < rig.size(); ++b)
            if (rig.frame(b) == which) {
                pmx::FrameElement element;
                element.bone = Index<pmx::Bone>(b);
                frame.elements.push_back(element);
            }
    };
    put_bones(list("Root", "Root", true), Frame::root);
    pmx::DisplayFrame& expressions = list("表情", "Exp", true);
    for (std::size_t m = 0; m < model.morphs.size(); ++m) {
        pmx::FrameElement element;
        element.kind = pmx::FrameElementKind::morph;
        element.morph = Index<pmx::Morph>(static_cast<std::int32_t>(m));
        expressions.elements.push_back(element);
    }
    for (const Named& n : {Named{Frame::centre, "センター", "Center"},
                           {Frame::ik, "ＩＫ", "IK"},
                           {Frame::upper, "体(上)", "Body upper"},
                           {Frame::arms, "腕", "Arms"},
                           {Frame::fingers, "指", "Fingers"},
                           {Frame::legs, "足", "Legs"},
                           {Frame::hair, "髪", "Hair"},
                           {Frame::skirt, "スカート", "Skirt"}})
        put_bones(list(n.name, n.english, false), n.frame);
}

} // namespace samples

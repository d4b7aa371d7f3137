#include "kagami/edit/clean.hpp"

#include "edit/bones.hpp"
#include "edit/faces.hpp"
#include "edit/morphs.hpp"
#include "edit/operation.hpp"
#include "edit/renumber.hpp"
#include "edit/texture_paths.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace kagami::edit {

namespace {

using namespace pmx;
using Triangle = std::array<std::int32_t, 3>;

/// Takes triangles out of each material that is drawn as triangles; `gone(triangle)` is asked in order, `next_material()`
/// is called in between.
template <class Next, class Gone> Result<std::size_t> take_out_triangles(Model& model, Next next_material, Gone gone) {
    const auto runs = face_runs(model);
    if (!runs) return std::unexpected(runs.error());
    auto& faces = model.faces;
    std::size_t to = 0, end = 0, taken = 0;
    for (std::size_t i = 0; i < runs->size(); ++i) {
        const FaceRun run = (*runs)[i];
        const auto flags = model.materials[i].flags; // points and lines are triangles that name a vertex twice
        const bool triangles = !flags.has(MaterialFlag::points) && !flags.has(MaterialFlag::lines);
        next_material();
        std::int32_t left = 0;
        for (std::size_t k = 0; k < run.count; k += 3) {
            const std::size_t at = run.first + k, n = std::min<std::size_t>(3, run.count - k);
            if (n == 3 && triangles && gone(Triangle{faces[at].value, faces[at + 1].value, faces[at + 2].value})) {
                ++taken;
                continue;
            }
            for (std::size_t j = 0; j < n; ++j) faces[to++] = faces[at + j];
            left += static_cast<std::int32_t>(n);
        }
        model.materials[i].index_count = left;
        end = run.first + run.count;
    }
    while (end < faces.size()) faces[to++] = faces[end++];
    faces.resize_for_overwrite(to);
    return taken;
}

/// The corners from the smallest number on: the same for a triangle wherever it begins, another one for its back.
Triangle turned(Triangle t) {
    std::ranges::rotate(t, std::ranges::min_element(t));
    return t;
}

std::size_t take_out_unused_vertices(Model& model) {
    std::vector<bool> used(model.vertices.size());
    mark_vertices(model.faces, used);
    if (model.soft_bodies)
        for (const SoftBody& body : *model.soft_bodies) {
            mark_vertices(body.pins, used);
            for (const SoftBodyAnchor& anchor : body.anchors) mark_vertices(std::array{anchor.vertex}, used);
        }
    used.flip();
    const std::vector<bool>& unused = used;
    if (std::ranges::find(unused, true) == unused.end()) return 0;
    for (Morph& morph : model.morphs) {
        if (!std::as_const(morph.offsets).as<VertexOffset>().empty())
            take_out(morph.offsets.as<VertexOffset>(), [&](const VertexOffset& offset) { return marked(unused, offset.vertex); });
        if (!std::as_const(morph.offsets).as<UvOffset>().empty())
            take_out(morph.offsets.as<UvOffset>(), [&](const UvOffset& offset) { return marked(unused, offset.vertex); });
    }
    NewNumbersOf<Model> numbers;
    numbers.of<Vertex>() = NewNumbers::without(unused);
    const std::size_t taken = take_out(model.vertices, unused);
    renumber(model, numbers);
    return taken;
}

std::size_t take_out_unused_textures(Model& model) {
    std::vector<bool> unused(model.textures.size(), true);
    for (const Material& material : model.materials)
        for (const auto texture : textures_of(material))
            if (texture.within(unused.size())) unused[static_cast<std::size_t>(texture.value)] = false;
    NewNumbersOf<Model> numbers;
    numbers.of<Texture>() = NewNumbers::without(unused);
    const std::size_t taken = take_out(model.textures, unused);
    if (taken != 0) renumber(model, numbers);
    return taken;
}

std::size_t unite_textures(Model& model) {
    std::unordered_map<std::string, std::int32_t> first;
    std::vector<std::int32_t> to;
    std::vector<bool> gone;
    std::int32_t kept = 0;
    for (const Text& texture : model.textures) {
        const auto [at, fresh] = first.try_emplace(same_file_key(texture, model.header.encoding), kept);
        kept += fresh ? 1 : 0;
        to.push_back(at->second);
        gone.push_back(!fresh);
    }
    NewNumbersOf<Model> numbers;
    numbers.of<Texture>() = NewNumbers(std::move(to), static_cast<std::size_t>(kept));
    const std::size_t taken = take_out(model.textures, gone);
    if (taken != 0) renumber(model, numbers);
    return taken;
}

std::size_t clear_zero_weights(Vertices& vertices) {
    std::size_t cleared = 0;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const DeformType deform = vertices.deforms()[i];
        if (deform == DeformType::bdef1 || deform == DeformType::sdef) continue; // an SDEF vertex needs both its bones
        for (std::size_t k = 0; k < stored_bones(deform); ++k) {
            if (vertices.weights()[i][k] != 0 || vertices.bones()[i][k].value == 0) continue;
            vertices.bones()[i][k].value = 0;
            ++cleared;
        }
    }
    return cleared;
}

/// Makes one vertex the smallest type that says exactly the same; returns whether it changed.
bool shrink(DeformType& deform, std::array<Index<Bone>, 4>& bones, std::array<float, 4>& weights) {
    if (deform != DeformType::bdef2 && deform != DeformType::bdef4) return false;
    std::array<Index<Bone>, 4> used{};
    std::array<float, 4> weight{};
    std::size_t n = 0;
    for (std::size_t k = 0; k < stored_bones(deform); ++k) {
        if (weights[k] == 0) continue;
        used[n] = bones[k];
        weight[n++] = weights[k];
    }
    const bool one = (n == 1 && weight[0] == 1) || (deform == DeformType::bdef2 && bones[0] == bones[1]);
    const bool two = n == 2 && weight[1] == 1 - weight[0];
    const Index<Bone> none{0};
    if (one) {
        deform = DeformType::bdef1;
        bones = {n == 0 ? bones[0] : used[0], none, none, none};
        weights = {1, 0, 0, 0};
        return true;
    }
    if (!two || deform == DeformType::bdef2) return false;
    deform = DeformType::bdef2;
    bones = {used[0], used[1], none, none};
    weights = {weight[0], weight[1], 0, 0};
    return true;
}

std::size_t shrink_all(Vertices& vertices) {
    std::size_t shrunk = 0;
    for (std::size_t i = 0; i < vertices.size(); ++i)
        shrunk += shrink(vertices.deforms()[i], vertices.bones()[i], vertices.weights()[i]) ? 1 : 0;
    return shrunk;
}

std::size_t take_out_empty_morphs(Model& model) {
    std::vector<std::size_t> empty;
    std::vector<bool> gone(model.morphs.size());
    for (std::size_t i = 0; i < gone.size(); ++i)
        if (model.morphs[i].offsets.size() == 0) empty.push_back(i);
    if (mark_empty_morphs(model, std::move(empty), gone) == 0) return 0;
    for (DisplayFrame& frame : model.display_frames)
        take_out(frame.elements, [&](const FrameElement& e) { return e.kind == FrameElementKind::morph && marked(gone, e.morph); });
    NewNumbersOf<Model> numbers;
    numbers.of<Morph>() = NewNumbers::without(gone);
    const std::size_t taken = take_out(model.morphs, gone);
    renumber(model, numbers);
    return taken;
}

std::size_t frame_bones(Model& model) {
    std::vector<bool> framed(model.bones.size());
    for (const DisplayFrame& frame : model.display_frames)
        for (const FrameElement& e : frame.elements)
            if (e.kind == FrameElementKind::bone && e.bone.within(framed.size())) framed[static_cast<std::size_t>(e.bone.value)] = true;
    const Text name = encode("その他", model.header.encoding).value();
    const auto others = [&]() -> DisplayFrame& {
        const auto found = std::ranges::find(model.display_frames, name, &DisplayFrame::name);
        if (found != model.display_frames.end()) return *found;
        DisplayFrame& made = model.display_frames.emplace_back();
        made.name = name;
        made.english_name = encode("Others", model.header.encoding).value();
        return made;
    };
    std::size_t added = 0;
    for (std::size_t i = 0; i < framed.size(); ++i) {
        const auto flags = model.bones[i].flags;
        if (framed[i] || !flags.has(BoneFlag::visible) || !flags.has(BoneFlag::operable)) continue;
        others().elements.push_back(FrameElement(Index<Bone>(static_cast<std::int32_t>(i))));
        ++added;
    }
    return added;
}

} // namespace

Result<Report> apply_in_place(Model& model, const Clean& clean) {
    return reporting([&](Report& report) -> Result<void> {
        if (auto error = damaged(model)) return failed(std::move(error));
        if (!(clean.unused_vertices || clean.degenerate_faces || clean.duplicate_faces || clean.unused_textures ||
              clean.duplicate_textures || clean.zero_weights || clean.deforms || clean.empty_morphs || clean.unframed_bones))
            return failed(bad_value("what to clean", "nothing", "at least one thing"));
        const auto nothing = [] {};
        if (clean.degenerate_faces) {
            const auto n =
                take_out_triangles(model, nothing, [](const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[0] == t[2]; });
            if (!n) return std::unexpected(n.error());
            count(report, "/faces", "degenerate ones removed", *n);
        }
        if (clean.duplicate_faces) {
            std::set<Triangle> seen;
            const auto n =
                take_out_triangles(model, [&] { seen.clear(); }, [&](const Triangle& t) { return !seen.insert(turned(t)).second; });
            if (!n) return std::unexpected(n.error());
            count(report, "/faces", "duplicates removed", *n);
        }
        if (clean.unused_vertices) count(report, "/vertices", "unused ones removed", take_out_unused_vertices(model));
        if (clean.duplicate_textures) count(report, "/textures", "duplicates removed", unite_textures(model));
        if (clean.unused_textures) count(report, "/textures", "unused ones removed", take_out_unused_textures(model));
        if (clean.zero_weights) count(report, "/vertices", "bones of weight 0 made bone 0", clear_zero_weights(model.vertices));
        if (clean.deforms) count(report, "/vertices", "given a smaller deform type", shrink_all(model.vertices));
        if (clean.empty_morphs) count(report, "/morphs", "empty ones removed", take_out_empty_morphs(model));
        if (clean.unframed_bones) count(report, "/display_frames", "bones listed", frame_bones(model));
        return {};
    });
}

} // namespace kagami::edit

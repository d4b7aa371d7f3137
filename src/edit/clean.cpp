#include "kagami/edit/clean.hpp"

#include "edit/beside.hpp"
#include "edit/bones.hpp"
#include "edit/faces.hpp"
#include "edit/frames.hpp"
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

using Triangle = std::array<std::int32_t, 3>;

// Points and lines are triangles that name a vertex twice.
bool draws_triangles(const pmx::Material& material) {
    return !material.flags.has(pmx::MaterialFlag::points) && !material.flags.has(pmx::MaterialFlag::lines);
}
bool draws_triangles(const pmd::Material&) {
    return true;
}

/// Takes triangles out of each material that is drawn as triangles; `gone(triangle)` is asked in order, `next_material()`
/// is called in between.
template <class Model, class Next, class Gone> Result<std::size_t> take_out_triangles(Model& model, Next next_material, Gone gone) {
    const auto runs = face_runs(model);
    if (!runs) return std::unexpected(runs.error());
    auto& faces = model.faces;
    std::size_t to = 0, end = 0, taken = 0;
    for (std::size_t i = 0; i < runs->size(); ++i) {
        const FaceRun run = (*runs)[i];
        const bool triangles = draws_triangles(model.materials[i]);
        next_material();
        auto& left = model.materials[i].index_count;
        left = 0;
        for (std::size_t k = 0; k < run.count; k += 3) {
            const std::size_t at = run.first + k, n = std::min<std::size_t>(3, run.count - k);
            if (n == 3 && triangles && gone(Triangle{faces[at].value, faces[at + 1].value, faces[at + 2].value})) {
                ++taken;
                continue;
            }
            for (std::size_t j = 0; j < n; ++j) faces[to++] = faces[at + j];
            left += static_cast<std::remove_reference_t<decltype(left)>>(n);
        }
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

/// Marks the vertices that something else than a face names.
void mark_others(const pmx::Model& model, std::vector<bool>& used) {
    if (!model.soft_bodies) return;
    for (const pmx::SoftBody& body : *model.soft_bodies) {
        mark_vertices(body.pins, used);
        for (const pmx::SoftBodyAnchor& anchor : body.anchors) mark_vertices(std::array{anchor.vertex}, used);
    }
}
void mark_others(const pmd::Model&, std::vector<bool>&) {
}

/// What morphs have for vertices that go.
void drop_from_morphs(pmx::Model& model, const std::vector<bool>& gone, NewNumbersOf<pmx::Model>&) {
    for (pmx::Morph& morph : model.morphs) {
        const auto drop = [&]<class Offset>(std::type_identity<Offset>) {
            // Nothing may be asked of a morph for a list that it does not have: that would empty it.
            if (std::as_const(morph.offsets).as<Offset>().empty()) return;
            take_out(morph.offsets.as<Offset>(), [&](const Offset& offset) { return marked(gone, offset.vertex); });
        };
        drop(std::type_identity<pmx::VertexOffset>{});
        drop(std::type_identity<pmx::UvOffset>{});
    }
}
void drop_from_morphs(pmd::Model& model, const std::vector<bool>& gone, NewNumbersOf<pmd::Model>& numbers) {
    const DroppedOffsets dropped = drop_offsets(model, gone, std::vector<bool>(model.morphs.size()));
    if (any(dropped.base_vertices)) numbers.of<pmd::BaseVertex>() = NewNumbers::without(dropped.base_vertices);
}

template <class Model> std::size_t take_out_unused_vertices(Model& model) {
    std::vector<bool> used(model.vertices.size());
    mark_vertices(model.faces, used);
    mark_others(model, used);
    used.flip();
    const std::vector<bool>& unused = used;
    if (!any(unused)) return 0;
    NewNumbersOf<Model> numbers;
    numbers.template of<typename decltype(model.vertices)::value_type>() = NewNumbers::without(unused);
    drop_from_morphs(model, unused, numbers);
    const std::size_t taken = take_out(model.vertices, unused);
    renumber(model, numbers);
    return taken;
}

std::size_t take_out_unused_textures(pmx::Model& model) {
    std::vector<bool> unused(model.textures.size(), true);
    for (const pmx::Material& material : model.materials)
        for (const auto texture : textures_of(material))
            if (texture.within(unused.size())) unused[static_cast<std::size_t>(texture.value)] = false;
    NewNumbersOf<pmx::Model> numbers;
    numbers.of<pmx::Texture>() = NewNumbers::without(unused);
    const std::size_t taken = take_out(model.textures, unused);
    if (taken != 0) renumber(model, numbers);
    return taken;
}

std::size_t unite_textures(pmx::Model& model) {
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
    NewNumbersOf<pmx::Model> numbers;
    numbers.of<pmx::Texture>() = NewNumbers(std::move(to), static_cast<std::size_t>(kept));
    const std::size_t taken = take_out(model.textures, gone);
    if (taken != 0) renumber(model, numbers);
    return taken;
}

/// An SDEF vertex needs both its bones, and a BDEF1 vertex its only one.
bool needs_all_bones(const pmx::Vertices& vertices, std::size_t i) {
    return vertices.deforms()[i] == pmx::DeformType::sdef || vertices.deforms()[i] == pmx::DeformType::bdef1;
}
bool needs_all_bones(const pmd::Vertices&, std::size_t) {
    return false;
}

template <class Vertices> std::size_t clear_zero_weights(Vertices& vertices) {
    std::size_t cleared = 0;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        if (needs_all_bones(vertices, i)) continue;
        each_stored_bone(vertices, i, [&](auto& bone, bool weighs) {
            if (weighs || bone.value == 0) return;
            bone.value = 0;
            ++cleared;
        });
    }
    return cleared;
}

/// Makes one vertex the smallest type that says exactly the same; returns whether it changed.
bool shrink(pmx::DeformType& deform, std::array<Index<pmx::Bone>, 4>& bones, std::array<float, 4>& weights) {
    if (deform != pmx::DeformType::bdef2 && deform != pmx::DeformType::bdef4) return false;
    std::array<Index<pmx::Bone>, 4> used{};
    std::array<float, 4> weight{};
    std::size_t n = 0;
    for (std::size_t k = 0; k < stored_bones(deform); ++k) {
        if (weights[k] == 0) continue;
        used[n] = bones[k];
        weight[n++] = weights[k];
    }
    const bool one = (n == 1 && weight[0] == 1) || (deform == pmx::DeformType::bdef2 && bones[0] == bones[1]);
    const bool two = n == 2 && weight[1] == 1 - weight[0];
    const Index<pmx::Bone> none{0};
    if (one) {
        deform = pmx::DeformType::bdef1;
        bones = {n == 0 ? bones[0] : used[0], none, none, none};
        weights = {1, 0, 0, 0};
        return true;
    }
    if (!two || deform == pmx::DeformType::bdef2) return false;
    deform = pmx::DeformType::bdef2;
    bones = {used[0], used[1], none, none};
    weights = {weight[0], weight[1], 0, 0};
    return true;
}

std::size_t shrink_all(pmx::Vertices& vertices) {
    std::size_t shrunk = 0;
    for (std::size_t i = 0; i < vertices.size(); ++i)
        shrunk += shrink(vertices.deforms()[i], vertices.bones()[i], vertices.weights()[i]) ? 1 : 0;
    return shrunk;
}

/// Marks morphs that are empty, and takes them out of where they are listed for display.
void mark_empty(pmx::Model& model, std::vector<bool>& gone) {
    std::vector<std::size_t> empty;
    for (std::size_t i = 0; i < gone.size(); ++i)
        if (model.morphs[i].offsets.size() == 0) empty.push_back(i);
    mark_empty_morphs(model, std::move(empty), gone);
    for (pmx::DisplayFrame& frame : model.display_frames)
        take_out(frame.elements,
                 [&](const pmx::FrameElement& e) { return e.kind == pmx::FrameElementKind::morph && marked(gone, e.morph); });
}
void mark_empty(pmd::Model& model, std::vector<bool>& gone) {
    std::vector<bool> empty;
    empty.reserve(model.morphs.size());
    for (const pmd::Morph& morph : model.morphs) empty.push_back(morph.base_vertices.empty() && morph.offsets.empty());
    mark_empty_morphs(model, empty, gone);
    take_out(model.morph_list, [&](Index<pmd::Morph> morph) { return marked(gone, morph); });
}

template <class Model> std::size_t take_out_empty_morphs(Model& model, Report& report) {
    std::vector<bool> gone(model.morphs.size());
    mark_empty(model, gone);
    if (!any(gone)) return 0;
    NewNumbersOf<Model> numbers;
    numbers.template of<typename decltype(model.morphs)::value_type>() = NewNumbers::without(gone);
    report_lost_names(report, take_out_beside(model, Named::morphs, gone));
    const std::size_t taken = take_out(model.morphs, gone);
    renumber(model, numbers);
    return taken;
}

/// Whether a frame has to list a bone for anyone to choose it.
bool is_operable(const pmx::Model& model, std::size_t bone) {
    const auto flags = model.bones[bone].flags;
    return flags.has(pmx::BoneFlag::visible) && flags.has(pmx::BoneFlag::operable);
}
/// Bone 0 has a frame of its own, which is not in the file.
bool is_operable(const pmd::Model& model, std::size_t bone) {
    switch (model.bones[bone].type) {
    case pmd::BoneType::rotate:
    case pmd::BoneType::rotate_and_move:
    case pmd::BoneType::ik:
    case pmd::BoneType::under_ik:
    case pmd::BoneType::under_rotation:
    case pmd::BoneType::twist: return bone != 0;
    default: return false;
    }
}

template <class Model> Result<std::size_t> frame_bones(Model& model) {
    const std::vector<bool> listed = listed_bones(model);
    std::size_t added = 0;
    for (std::size_t i = 0; i < listed.size(); ++i) {
        if (listed[i] || !is_operable(model, i)) continue;
        const auto frame = frame_of_others(model);
        if (!frame) return frame;
        list_in_frame(model, *frame, Index<typename decltype(model.bones)::value_type>(static_cast<std::int32_t>(i)));
        ++added;
    }
    return added;
}

/// What only one of the formats has.
std::optional<Error> refused(const pmx::Model&, const Clean&) {
    return std::nullopt;
}
std::optional<Error> refused(const pmd::Model&, const Clean& clean) {
    for (const auto& [asked, name] : {std::pair(clean.unused_textures, "unused_textures"),
                                      std::pair(clean.duplicate_textures, "duplicate_textures"), std::pair(clean.deforms, "deforms")})
        if (asked) return Error{Code::not_for_format, 0, 0, {}, {}, {name, "PMX"}};
    return std::nullopt;
}
void clean_further(pmx::Model& model, const Clean& clean, Report& report) {
    if (clean.duplicate_textures) count(report, "/textures", "duplicates removed", unite_textures(model));
    if (clean.unused_textures) count(report, "/textures", "unused ones removed", take_out_unused_textures(model));
    if (clean.deforms) count(report, "/vertices", "given a smaller deform type", shrink_all(model.vertices));
}
void clean_further(pmd::Model&, const Clean&, Report&) {
}

const char* list_of_frames(const pmx::Model&) {
    return "/display_frames";
}
const char* list_of_frames(const pmd::Model&) {
    return "/frame_bones";
}

template <class Model> Result<Report> clean_model(Model& model, const Clean& clean) {
    return reporting([&](Report& report) -> Result<void> {
        if (auto error = unchangeable(model)) return failed(std::move(error));
        if (!(clean.unused_vertices || clean.degenerate_faces || clean.duplicate_faces || clean.unused_textures ||
              clean.duplicate_textures || clean.zero_weights || clean.deforms || clean.empty_morphs || clean.unframed_bones))
            return failed(bad_value("what to clean", "nothing", "at least one thing"));
        if (auto error = refused(model, clean)) return failed(std::move(error));
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
        if (clean.zero_weights) count(report, "/vertices", "bones of weight 0 made bone 0", clear_zero_weights(model.vertices));
        clean_further(model, clean, report);
        if (clean.empty_morphs) count(report, "/morphs", "empty ones removed", take_out_empty_morphs(model, report));
        if (clean.unframed_bones) {
            const auto n = frame_bones(model);
            if (!n) return std::unexpected(n.error());
            count(report, list_of_frames(model), "bones listed", *n);
        }
        return {};
    });
}

} // namespace

Result<Report> apply_in_place(pmx::Model& model, const Clean& clean) {
    return clean_model(model, clean);
}
Result<Report> apply_in_place(pmd::Model& model, const Clean& clean) {
    return clean_model(model, clean);
}

} // namespace kagami::edit

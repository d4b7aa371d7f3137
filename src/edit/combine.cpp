#include "kagami/edit/combine.hpp"

#include "edit/bones.hpp"
#include "edit/faces.hpp"
#include "edit/operation.hpp"
#include "edit/renumber.hpp"
#include "edit/select.hpp"
#include "edit/texture_paths.hpp"
#include "kagami/document.hpp"
#include "kagami/edit/convert.hpp"
#include "kagami/edit/structure.hpp"
#include "kagami/textures.hpp"
#include "layout/emitter.hpp"
#include "pmx/layout.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

namespace kagami::edit {

namespace {

using namespace pmx;

/// Where the elements of the other model's lists go, and how long the lists become.
struct Places {
    std::vector<std::int32_t> textures, bones, bodies;     // by their number there
    std::vector<bool> new_textures, new_bones, new_bodies; // those that are added
    std::size_t texture_count = 0, bone_count = 0, body_count = 0;
};

std::string key_of(const Text& text) {
    return std::string(text.bytes());
}

/// All that a record says, for a model of this encoding.
template <class Record> std::string bytes_as_key(const Record& record, const Model& model) {
    const Bytes bytes = layout::bytes_of(record, Globals(4, 0, model.header.encoding));
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Places places_for(const Model& model, const Model& other, const Merge& merge) {
    Places places;
    std::unordered_map<std::string, std::int32_t> textures, bones;
    const auto next = [](std::size_t& count) { return static_cast<std::int32_t>(count++); };
    for (const Text& path : model.textures) textures.try_emplace(same_file_key(path, model.header.encoding), next(places.texture_count));
    for (const Bone& bone : model.bones) bones.try_emplace(key_of(bone.name), next(places.bone_count));
    const auto place = [&](std::vector<std::int32_t>& to, std::vector<bool>& added, std::size_t& count, const std::int32_t* known) {
        added.push_back(known == nullptr);
        to.push_back(known == nullptr ? next(count) : *known);
    };
    const auto known = [](const auto& map, const std::string& key) {
        const auto found = map.find(key);
        return found == map.end() ? nullptr : &found->second;
    };
    for (const Text& path : other.textures)
        place(places.textures, places.new_textures, places.texture_count, known(textures, same_file_key(path, other.header.encoding)));
    for (const Bone& bone : other.bones)
        place(places.bones, places.new_bones, places.bone_count,
              merge.bones == SameBones::share && !bone.name.empty() ? known(bones, key_of(bone.name)) : nullptr);
    // The parts of a model that was split have bodies of shared bones both; twice they would push each other away.
    std::unordered_map<std::string, std::int32_t> bodies;
    for (const RigidBody& body : model.rigid_bodies) bodies.try_emplace(bytes_as_key(body, model), next(places.body_count));
    for (RigidBody body : other.rigid_bodies) {
        const bool shared = body.bone.within(other.bones.size()) && !places.new_bones[static_cast<std::size_t>(body.bone.value)];
        if (shared) body.bone.value = places.bones[static_cast<std::size_t>(body.bone.value)];
        place(places.bodies, places.new_bodies, places.body_count, shared ? known(bodies, bytes_as_key(body, model)) : nullptr);
    }
    return places;
}

float distance(const Vec3& a, const Vec3& b) {
    return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

/// Rewrites relative texture paths of a model that lies in `from` for one that lies in `to`.
std::size_t lead_from(Model& model, const std::filesystem::path& from, const std::filesystem::path& to) {
    std::size_t changed = 0;
    for (Text& text : model.textures) {
        const auto utf8 = decode(text, model.header.encoding);
        if (!utf8 || utf8->empty()) continue;
        std::string path = *utf8;
        std::ranges::replace(path, '\\', '/');
        const std::filesystem::path file(std::u8string(path.begin(), path.end()));
        if (file.is_absolute() || path.find(':') != std::string::npos || is_shared_toon(path)) continue;
        const auto led = (from / file).lexically_normal().lexically_relative(to.lexically_normal()).generic_u8string();
        if (led.empty()) continue; // on another drive
        std::string now(led.begin(), led.end());
        if (utf8->find('/') == std::string::npos) std::ranges::replace(now, '/', '\\');
        if (auto encoded = encode(now, model.header.encoding)) {
            text = *std::move(encoded);
            ++changed;
        }
    }
    return changed;
}

/// How many elements have the name of one that is there already.
template <class List> std::size_t count_namesakes(const List& mine, const List& theirs, const std::vector<bool>& added = {}) {
    std::unordered_set<std::string> names;
    for (const auto& element : mine) names.insert(key_of(element.name));
    std::size_t n = 0;
    for (std::size_t i = 0; i < theirs.size(); ++i) n += (added.empty() || added[i]) && names.contains(key_of(theirs[i].name)) ? 1 : 0;
    return n;
}

/// What should be known of bones that are shared: only this model's settings of them stay.
void note_shared_bones(const Model& model, const Model& other, const Places& places, Report& report) {
    std::size_t elsewhere = 0, differing = 0;
    float farthest = 0;
    for (std::size_t i = 0; i < other.bones.size(); ++i) {
        if (places.new_bones[i]) continue;
        const Bone &theirs = other.bones[i], &mine = model.bones[static_cast<std::size_t>(places.bones[i])];
        const float apart = distance(theirs.position, mine.position);
        elsewhere += apart > 0.001F ? 1 : 0;
        farthest = std::max(farthest, apart);
        const bool same_parent = theirs.parent.within(other.bones.size())
                                     ? places.bones[static_cast<std::size_t>(theirs.parent.value)] == mine.parent.value
                                     : !mine.parent.within(model.bones.size());
        differing += same_parent && theirs.flags == mine.flags && theirs.layer == mine.layer ? 0 : 1;
    }
    if (elsewhere != 0)
        report.notes.push_back({Code::bones_elsewhere, 0, 0, "/bones", {}, {std::to_string(elsewhere), std::to_string(farthest)}});
    if (differing != 0) report.notes.push_back({Code::bones_differ, 0, 0, "/bones", {}, {std::to_string(differing)}});
}

/// What else should be known before two models are one.
void note_meetings(const Model& model, const Model& other, const Places& places, Report& report) {
    const auto namesakes = [&](const char* path, const char* what, std::size_t n) {
        if (n != 0) report.notes.push_back({Code::namesakes, 0, 0, path, {}, {std::to_string(n), what}});
    };
    namesakes("/bones", "bones", count_namesakes(model.bones, other.bones, places.new_bones));
    namesakes("/morphs", "morphs", count_namesakes(model.morphs, other.morphs));
    namesakes("/rigid_bodies", "rigid bodies", count_namesakes(model.rigid_bodies, other.rigid_bodies, places.new_bodies));
    std::size_t of_all = 0;
    for (const Model* side : {&model, &other})
        for (const Morph& morph : side->morphs)
            for (const MaterialOffset& offset : morph.offsets.as<MaterialOffset>()) of_all += offset.material.value == -1 ? 1 : 0;
    if (of_all != 0) report.notes.push_back({Code::all_materials, 0, 0, "/morphs", {}, {std::to_string(of_all)}});
    if (!other.trailing.empty())
        report.notes.push_back(
            {Code::left_out, 0, 0, "/trailing", {}, {std::to_string(other.trailing.size()) + " bytes behind the last section"}});
    if (other.header.version > model.header.version)
        report.notes.push_back({Code::not_for_mmd, 0, 0, "/header/version", {}, {"version 2.1"}});
}

std::vector<std::int32_t> counted_from(std::size_t first, std::size_t count) {
    std::vector<std::int32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), static_cast<std::int32_t>(first));
    return numbers;
}

/// New numbers for one side of the merge: all counted from `first(kind)` on.
template <class First>
NewNumbersOf<Model> numbers_from(const Model& side, const Model& a, const Model& b, const Places& places, First first) {
    NewNumbersOf<Model> numbers;
    for (std::size_t kind = 0; kind < index_kinds.size(); ++kind) {
        std::size_t total = count_of_kind(a, kind) + count_of_kind(b, kind);
        if (kind == kind_number<Texture>) total = places.texture_count;
        if (kind == kind_number<Bone>) total = places.bone_count;
        if (kind == kind_number<RigidBody>) total = places.body_count;
        numbers[kind] = NewNumbers(counted_from(first(kind), count_of_kind(side, kind)), total);
    }
    return numbers;
}

void append_vertices(Vertices& to, const Vertices& from) {
    const std::size_t before = to.size();
    to.resize(before + from.size());
    const auto copy = [&](auto target, auto source) { std::ranges::copy(source, target.begin() + static_cast<std::ptrdiff_t>(before)); };
    copy(to.positions(), from.positions());
    copy(to.normals(), from.normals());
    copy(to.uvs(), from.uvs());
    copy(to.bones(), from.bones());
    copy(to.weights(), from.weights());
    copy(to.edge_scales(), from.edge_scales());
    copy(to.deforms(), from.deforms());
    for (std::size_t k = 0; k < 4; ++k) {
        if (from.additional_uvs(k).empty()) continue;
        if (to.additional_uvs(k).empty()) to.add_uvs(k + 1);
        copy(to.additional_uvs(k), from.additional_uvs(k));
    }
    for (const auto& entry : from.sdefs().entries()) to.sdefs().get_or_make(entry.row + static_cast<std::uint32_t>(before)) = entry.value;
}

/// The faces of materials first, those of none behind them.
Result<void> append_faces(Model& to, const Model& from) {
    const auto covered = [](const Model& m) -> Result<std::size_t> {
        const auto runs = face_runs(m);
        if (!runs) return std::unexpected(runs.error());
        return end_of(*runs);
    };
    const auto mine = covered(to), theirs = covered(from);
    if (!mine || !theirs) return std::unexpected(mine ? theirs.error() : mine.error());
    const std::size_t before = to.faces.size();
    to.faces.resize(before + from.faces.size());
    std::copy_n(from.faces.begin(), from.faces.size(), to.faces.begin() + before);
    std::rotate(to.faces.begin() + *mine, to.faces.begin() + before, to.faces.begin() + before + *theirs);
    return {};
}

template <class T> void append(std::vector<T>& to, std::vector<T>& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

void unite_frames(Model& model, std::vector<DisplayFrame>& frames, Report& report) {
    std::unordered_set<std::int32_t> listed;
    for (const DisplayFrame& frame : model.display_frames)
        for (const FrameElement& e : frame.elements)
            if (e.kind == FrameElementKind::bone) listed.insert(e.bone.value);
    std::unordered_map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < model.display_frames.size(); ++i) known.try_emplace(key_of(model.display_frames[i].name), i);
    std::size_t united = 0;
    for (DisplayFrame& frame : frames) {
        const std::size_t before = frame.elements.size();
        take_out(frame.elements, [&](const FrameElement& e) { return e.kind == FrameElementKind::bone && listed.contains(e.bone.value); });
        const auto found = known.find(key_of(frame.name));
        if (found != known.end()) {
            auto& elements = model.display_frames[found->second].elements;
            for (const FrameElement& e : frame.elements) elements.push_back(e);
            ++united;
        } else if (!frame.elements.empty() || before == 0) {
            model.display_frames.push_back(std::move(frame));
        }
    }
    count(report.consequences, "/display_frames", "united with one of the same name", united);
}

} // namespace

Result<Report> merge_into(Model& model, const Model& original, const Merge& merge) {
    return reporting([&](Report& report) -> Result<void> {
        if (auto error = damaged(model)) return failed(std::move(error));
        if (auto error = damaged(original)) return failed(std::move(error));
        Model other = original;
        if (other.header.encoding != model.header.encoding) {
            const auto to = model.header.encoding == Encoding::utf8 ? TextEncoding::utf8 : TextEncoding::utf16;
            if (const auto converted = apply_in_place(other, ConvertEncoding{to}); !converted) return std::unexpected(converted.error());
        }
        const auto prefix = encode(merge.prefix, model.header.encoding);
        if (!prefix) return std::unexpected(prefix.error());
        const Places places = places_for(model, other, merge);
        note_shared_bones(model, other, places, report);
        for (std::size_t i = 0; i < other.bones.size() && !prefix->empty(); ++i)
            if (places.new_bones[i]) other.bones[i].name.assign(key_of(*prefix) + key_of(other.bones[i].name));
        note_meetings(model, other, places, report);

        // What points behind the end in either is to point behind the end of both.
        const auto mine = numbers_from(model, model, other, places, [](std::size_t) { return std::size_t{0}; });
        auto theirs = numbers_from(other, model, other, places, [&](std::size_t kind) { return count_of_kind(model, kind); });
        theirs.of<Texture>() = NewNumbers(places.textures, places.texture_count);
        theirs.of<Bone>() = NewNumbers(places.bones, places.bone_count);
        theirs.of<RigidBody>() = NewNumbers(places.bodies, places.body_count);
        renumber(model, mine);
        renumber(other, theirs);

        count(report, "/vertices", "added", other.vertices.size());
        count(report, "/faces", "added", other.faces.size() / 3);
        count(report, "/materials", "added", other.materials.size());
        count(report, "/morphs", "added", other.morphs.size());
        append_vertices(model.vertices, other.vertices);
        if (auto faces = append_faces(model, other); !faces) return faces;
        std::vector<bool> shared = places.new_bones, same_files = places.new_textures, same_bodies = places.new_bodies;
        shared.flip();
        same_files.flip();
        same_bodies.flip();
        count(report.consequences, "/rigid_bodies", "shared, they are the same", take_out(other.rigid_bodies, same_bodies));
        count(report, "/rigid_bodies", "added", other.rigid_bodies.size());
        std::unordered_set<std::string> joints;
        for (const Joint& joint : model.joints) joints.insert(bytes_as_key(joint, model));
        count(report.consequences, "/joints", "shared, they are the same", take_out(other.joints, [&](const Joint& joint) {
                  const std::size_t mine_count = places.body_count - other.rigid_bodies.size();
                  return joint.rigid_body_a.within(mine_count) && joint.rigid_body_b.within(mine_count) &&
                         joints.contains(bytes_as_key(joint, model));
              }));
        count(report, "/joints", "added", other.joints.size());
        count(report.consequences, "/textures", "shared, they name one file", take_out(other.textures, same_files));
        count(report, "/textures", "added", other.textures.size());
        count(report.consequences, "/bones", "shared, they have one name", take_out(other.bones, shared));
        count(report, "/bones", "added", other.bones.size());
        append(model.textures, other.textures);
        append(model.materials, other.materials);
        append(model.bones, other.bones);
        append(model.morphs, other.morphs);
        unite_frames(model, other.display_frames, report);
        append(model.rigid_bodies, other.rigid_bodies);
        append(model.joints, other.joints);
        if (other.header.additional_uvs > model.header.additional_uvs) {
            model.header.additional_uvs = other.header.additional_uvs;
            count(report.consequences, "/vertices", "given additional UVs, of 0", model.vertices.size() - other.vertices.size());
        }
        if (other.header.version > model.header.version) {
            model.header.version = other.header.version;
            if (!model.soft_bodies) model.soft_bodies.emplace();
            count(report, "/header/version", "raised", 1);
        }
        if (other.soft_bodies && !other.soft_bodies->empty()) {
            count(report, "/soft_bodies", "added", other.soft_bodies->size());
            if (!model.soft_bodies) model.soft_bodies.emplace();
            append(*model.soft_bodies, *other.soft_bodies);
        }
        return {};
    });
}

Result<Report> apply_in_place(Model& model, const Merge& merge) {
    return reporting([&](Report& report) -> Result<void> {
        if (merge.with.empty()) return failed(bad_value("with", "empty", "one file or more"));
        for (const std::filesystem::path& file : merge.with) {
            const auto document = open(file);
            const auto fail = [&](Error error) {
                if (error.file.empty()) error.file = file.string();
                return failed(std::move(error));
            };
            if (!document) return fail(document.error());
            const auto* other = std::get_if<Model>(&*document);
            if (other == nullptr) return fail(Error{Code::not_for_format, 0, 0, {}, {}, {"merge", "PMX"}});
            Model led = *other;
            std::error_code none;
            const auto folder_of = [&](const std::filesystem::path& path) { return std::filesystem::weakly_canonical(path, none); };
            const auto from = folder_of(std::filesystem::absolute(file, none).parent_path()), to = folder_of(merge.folder);
            if (!merge.folder.empty() && from != to)
                count(report.consequences, "/textures", "paths lead to the folder of the other model", lead_from(led, from, to));
            auto one = merge_into(model, led, merge);
            if (!one) return fail(std::move(one.error()));
            std::ranges::move(one->changes, std::back_inserter(report.changes));
            std::ranges::move(one->consequences, std::back_inserter(report.consequences));
            for (Diagnostic& note : one->notes) {
                note.file = file.string();
                report.notes.push_back(std::move(note));
            }
        }
        return {};
    });
}

} // namespace kagami::edit

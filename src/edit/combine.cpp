// Merging PMX models.
#include "edit/merging.hpp"
#include "kagami/edit/convert.hpp"
#include "pmx/layout.hpp"

namespace kagami::edit {

namespace {

using namespace pmx;

void append_vertices(Vertices& to, const Vertices& from) {
    const std::size_t before = append_columns(to, from, [](auto& v) { return v.edge_scales(); }, [](auto& v) { return v.deforms(); });
    for (std::size_t k = 0; k < 4; ++k) {
        if (from.additional_uvs(k).empty()) continue;
        if (to.additional_uvs(k).empty()) to.add_uvs(k + 1);
        std::ranges::copy(from.additional_uvs(k), to.additional_uvs(k).begin() + static_cast<std::ptrdiff_t>(before));
    }
    for (const auto& entry : from.sdefs().entries()) to.sdefs().get_or_make(entry.row + static_cast<std::uint32_t>(before)) = entry.value;
}

void unite_frames(Model& model, std::vector<DisplayFrame>& frames, Report& report) {
    const std::vector<bool> listed = listed_bones(model);
    std::unordered_map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < model.display_frames.size(); ++i) known.try_emplace(key_of(model.display_frames[i].name), i);
    std::size_t united = 0;
    for (DisplayFrame& frame : frames) {
        const std::size_t before = frame.elements.size();
        take_out(frame.elements, [&](const FrameElement& e) { return e.kind == FrameElementKind::bone && marked(listed, e.bone); });
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

class PmxMerging : Merging<Model> {
public:
    PmxMerging(Model& model, Model other, const Merge& merge, Report& report) : Merging(model, std::move(other), merge, report) {}

    Result<void> run() {
        place_bones();
        for (const Text& path : m_.textures) textures_.mine(same_file_key(path, m_.header.encoding));
        for (const Text& path : other_.textures) textures_.theirs(same_file_key(path, other_.header.encoding), true);
        note_shared_bones();
        if (auto error = name_bones()) return failed(std::move(error));
        note_meetings();
        auto both = numbers();
        both.set<Texture>(textures_);
        renumber(m_, both.mine);
        renumber(other_, both.theirs);

        count(report_, "/vertices", "added", other_.vertices.size());
        append_vertices(m_.vertices, other_.vertices);
        if (auto faces = add_faces(); !faces) return faces;
        count(report_, "/materials", "added", other_.materials.size());
        count(report_, "/morphs", "added", other_.morphs.size());
        add_bones();
        if (auto error = add_bodies()) return failed(std::move(error)); // while impulses and anchors are still where they belong
        count(report_.consequences, "/textures", "shared, they name one file", take_out(other_.textures, textures_.shared()));
        count(report_, "/textures", "added", other_.textures.size());
        append(m_.textures, other_.textures);
        append(m_.materials, other_.materials);
        append(m_.morphs, other_.morphs);
        unite_frames(m_, other_.display_frames, report_);
        add_what_is_newer();
        return {};
    }

private:
    void note_meetings();
    /// Additional UVs, and what version 2.1 has.
    void add_what_is_newer();

    Destinations textures_;
};

void PmxMerging::note_meetings() {
    note_namesakes("/bones", "bones", count_namesakes(m_.bones, other_.bones, bones_.shared()));
    note_namesakes("/morphs", "morphs", count_namesakes(m_.morphs, other_.morphs, std::vector<bool>(other_.morphs.size())));
    std::size_t of_all = 0;
    for (const Model* side : {&std::as_const(m_), &std::as_const(other_)})
        for (const Morph& morph : side->morphs)
            for (const MaterialOffset& offset : morph.offsets.as<MaterialOffset>()) of_all += offset.material.value == -1 ? 1 : 0;
    if (of_all != 0) report_.notes.push_back({Code::all_materials, 0, 0, "/morphs", {}, {std::to_string(of_all)}});
    note_trailing();
    if (other_.header.version > m_.header.version)
        report_.notes.push_back({Code::not_for_mmd, 0, 0, "/header/version", {}, {"version 2.1"}});
}

void PmxMerging::add_what_is_newer() {
    if (other_.header.additional_uvs > m_.header.additional_uvs) {
        m_.header.additional_uvs = other_.header.additional_uvs;
        count(report_.consequences, "/vertices", "given additional UVs, of 0", m_.vertices.size() - other_.vertices.size());
    }
    if (other_.header.version > m_.header.version) {
        m_.header.version = other_.header.version;
        if (!m_.soft_bodies) m_.soft_bodies.emplace();
        count(report_, "/header/version", "raised", 1);
    }
    if (other_.soft_bodies && !other_.soft_bodies->empty()) {
        count(report_, "/soft_bodies", "added", other_.soft_bodies->size());
        if (!m_.soft_bodies) m_.soft_bodies.emplace();
        append(*m_.soft_bodies, *other_.soft_bodies);
    }
}

} // namespace

Result<Report> merge_into(Model& model, const Model& original, const Merge& merge) {
    return reporting([&](Report& report) -> Result<void> {
        if (auto error = unchangeable(model)) return failed(std::move(error));
        if (auto error = unchangeable(original)) return failed(std::move(error));
        Model other = original;
        if (other.header.encoding != model.header.encoding) {
            const auto to = model.header.encoding == Encoding::utf8 ? TextEncoding::utf8 : TextEncoding::utf16;
            if (const auto converted = apply_in_place(other, ConvertEncoding{to}); !converted) return std::unexpected(converted.error());
        }
        return PmxMerging(model, std::move(other), merge, report).run();
    });
}

Result<Report> apply_in_place(Model& model, const Merge& merge) {
    return merge_files(model, merge, "PMX");
}

} // namespace kagami::edit

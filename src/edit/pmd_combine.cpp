// Merging PMD models.
#include "edit/merging.hpp"
#include "edit/named.hpp"
#include "pmd/layout.hpp"

#include <array>
#include <optional>
#include <tuple>

namespace kagami::edit {

namespace {

using namespace pmd;

constexpr std::size_t toon_count = 10;
using Toons = std::array<ToonName, toon_count>;

/// Those of the file or, if it has none, MikuMikuDance's.
Toons toons_of(const Model& model) {
    Toons toons;
    for (std::size_t i = 0; i < toons.size(); ++i) {
        if (model.toon_names) {
            if (i < model.toon_names.size()) toons[i] = model.toon_names[i];
        } else {
            toons[i].assign(i < 9 ? "toon0" + std::to_string(i + 1) + ".bmp" : "toon10.bmp");
        }
    }
    return toons;
}

std::size_t base_of(const Model& model) {
    return static_cast<std::size_t>(std::ranges::find(model.morphs, MorphPanel::base, &Morph::panel) - model.morphs.begin());
}

class PmdMerging : Merging<Model> {
public:
    PmdMerging(Model& model, const Model& other, const Merge& merge, Report& report) : Merging(model, other, merge, report) {}

    Result<void> run() {
        place_bones();
        place_morphs();
        note_shared_bones();
        if (auto error = name_bones()) return failed(std::move(error));
        note_namesakes("/bones", "bones", count_namesakes(m_.bones, other_.bones, bones_.shared()));
        note_namesakes("/morphs", "morphs", count_namesakes(m_.morphs, other_.morphs, morphs_.shared()));
        note_trailing();
        note_lost_english();
        find_toons();
        make_sections();
        auto both = numbers();
        both.set<Morph>(morphs_);
        take_out_iks();
        renumber(m_, both.mine);
        add_english_names(); // while the lists still have the length that they had
        const std::size_t none = tails_at_bone_0(both.theirs);
        renumber(other_, both.theirs);
        count(report_.consequences, "/bones", "tails and references at no bone, since theirs is bone 0 here", none);
        count(report_, "/vertices", "added", other_.vertices.size());
        append_columns(m_.vertices, other_.vertices, [](auto& v) { return v.no_edges(); });
        if (auto faces = add_faces(); !faces) return faces;
        count(report_, "/materials", "added", other_.materials.size());
        append(m_.materials, other_.materials);
        add_bones();
        if (auto error = add_bodies()) return failed(std::move(error));
        count(report_, "/iks", "added", other_.iks.size());
        append(m_.iks, other_.iks);
        add_morphs();
        add_frames();
        return failed(too_many());
    }

private:
    /// Of two bases one is made.
    void place_morphs();
    void note_lost_english();
    /// The toons of added materials, by their names.
    void find_toons();
    /// Those that the file ends before, if something is to come into them.
    void make_sections();
    /// An IK is a setting of its bone.
    void take_out_iks();
    /// The English names of those of a list that are added; none for those before `first`.
    template <class T>
    void add_english(std::vector<T>& to, std::vector<T> English::* names, const std::vector<bool>& gone, std::size_t first);
    void add_english_names();
    [[nodiscard]] std::size_t tails_at_bone_0(const NewNumbersOf<Model>& theirs) const;
    void add_morphs();
    void add_frames();
    [[nodiscard]] std::optional<Error> too_many() const;

    [[nodiscard]] static bool has_english(const Model& model) { return model.english && model.english->flag != 0; }
    [[nodiscard]] bool one_base() const { return base_of(m_) < m_.morphs.size() && base_of(other_) < other_.morphs.size(); }

    Destinations morphs_;
    bool toons_changed_ = false;
};

void PmdMerging::place_morphs() {
    const std::size_t mine = base_of(m_), theirs = base_of(other_);
    for (std::size_t i = 0; i < m_.morphs.size(); ++i) morphs_.mine(i == mine ? "base" : "other " + std::to_string(i));
    for (std::size_t i = 0; i < other_.morphs.size(); ++i) morphs_.theirs("base", i == theirs);
}

void PmdMerging::note_lost_english() {
    if (has_english(m_) || !has_english(other_)) return;
    report_.notes.push_back({Code::left_out, 0, 0, "/english", {}, {"the English names"}});
}

void PmdMerging::find_toons() {
    Toons mine = toons_of(m_);
    const Toons theirs = toons_of(other_);
    std::array<bool, toon_count> in_use{};
    std::array<std::optional<std::uint8_t>, toon_count> found;
    for (const Material& material : m_.materials)
        if (material.toon < toon_count) in_use[material.toon] = true;
    const auto find = [&](std::size_t toon, auto fits) { // its own number, if that fits
        for (std::size_t k = 0; k < toon_count && !found[toon]; ++k) {
            const std::size_t number = (toon + k) % toon_count;
            if (fits(number)) found[toon] = static_cast<std::uint8_t>(number);
        }
        if (found[toon]) in_use[*found[toon]] = true;
    };
    // Those that are there come first, so that none of them is taken for another.
    for (const Material& material : other_.materials)
        if (const std::size_t toon = material.toon; toon < toon_count)
            find(toon, [&](std::size_t number) { return mine[number].bytes() == theirs[toon].bytes(); });
    std::size_t set = 0, renumbered = 0, lost = 0;
    for (Material& material : other_.materials) {
        const std::size_t toon = material.toon;
        if (toon >= toon_count) continue;
        if (!found[toon]) {
            find(toon, [&](std::size_t number) { return !in_use[number]; });
            if (found[toon]) mine[*found[toon]] = theirs[toon];
            set += found[toon] ? 1 : 0;
        }
        lost += found[toon] ? 0 : 1;
        if (!found[toon] || *found[toon] == toon) continue;
        material.toon = *found[toon];
        ++renumbered;
    }
    count(report_.consequences, "/materials", "with another number for their toon", renumbered);
    count(report_.consequences, "/toon_names", "set for what was added", set);
    if (lost != 0) report_.notes.push_back({Code::toons_full, 0, 0, "/materials", {}, {std::to_string(lost)}});
    toons_changed_ = set != 0;
    if (toons_changed_) m_.toon_names.emplace().assign(mine.begin(), mine.end());
}

void PmdMerging::make_sections() {
    const bool joints = m_.joints.present() || !other_.joints.empty();
    const bool bodies = m_.rigid_bodies.present() || joints || !other_.rigid_bodies.empty();
    const bool toons = m_.toon_names.present() || bodies;
    const auto make = [&](bool needed, auto& section, const char* path, const auto&... content) {
        if (!needed || section) return;
        section.emplace(content...);
        count(report_.consequences, path, "made present", 1);
    };
    const Toons own = toons_of(m_);
    make(toons, m_.english, "/english", English{});
    make(toons, m_.toon_names, "/toon_names");
    if (toons) m_.toon_names.assign(own.begin(), own.end());
    make(bodies, m_.rigid_bodies, "/rigid_bodies");
    make(joints, m_.joints, "/joints");
}

void PmdMerging::take_out_iks() {
    const std::size_t taken = take_out(other_.iks, [&](const Ik& ik) { return marked(bones_.shared(), ik.bone); });
    count(report_.consequences, "/iks", "of shared bones, which keep their own", taken);
}

template <class T>
void PmdMerging::add_english(std::vector<T>& to, std::vector<T> English::* names, const std::vector<bool>& gone, std::size_t first) {
    const bool named = has_english(other_);
    for (std::size_t i = 0; i < gone.size(); ++i)
        if (!gone[i]) to.push_back(named && i >= first ? ((*other_.english).*names)[i - first] : T{});
}

void PmdMerging::add_english_names() {
    if (!has_english(m_)) return;
    English& to = *m_.english;
    add_english(to.bone_names, &English::bone_names, bones_.shared(), 0);
    add_english(to.morph_names, &English::morph_names, morphs_.shared(), 1);
    if (m_.morphs.empty() && !to.morph_names.empty()) to.morph_names.erase(to.morph_names.begin()); // of the first there is none
}

std::size_t PmdMerging::tails_at_bone_0(const NewNumbersOf<Model>& theirs) const {
    Model added; // those bones of the other model that are
    for (std::size_t i = 0; i < other_.bones.size(); ++i)
        if (!bones_.shared()[i]) added.bones.push_back(other_.bones[i]);
    return name_bone_0(added, theirs);
}

void PmdMerging::add_morphs() {
    if (one_base()) {
        auto& to = m_.morphs[base_of(m_)].base_vertices;
        for (const BaseVertex& vertex : std::as_const(other_.morphs[base_of(other_)].base_vertices)) to.push_back(vertex);
    }
    count(report_.consequences, "/morphs", "bases made one", take_out(other_.morphs, morphs_.shared()));
    count(report_, "/morphs", "added", other_.morphs.size());
    append(m_.morphs, other_.morphs);
    append(m_.morph_list, other_.morph_list);
}

void PmdMerging::add_frames() {
    // A bone is listed once, and a frame that lists nothing but bones that are listed already is not needed.
    const std::vector<bool> listed = listed_bones(m_);
    std::vector<bool> unneeded(other_.frame_names.size()), needed(other_.frame_names.size());
    for (const FrameBone& entry : other_.frame_bones)
        if (entry.frame > 0 && entry.frame <= needed.size()) (marked(listed, entry.bone) ? unneeded : needed)[entry.frame - 1U] = true;
    for (std::size_t i = 0; i < needed.size(); ++i) unneeded[i] = unneeded[i] && !needed[i];
    take_out(other_.frame_bones, [&](const FrameBone& entry) { return marked(listed, entry.bone); });
    take_out_beside(other_, Named::display_frames, unneeded);
    take_out(other_.frame_names, unneeded);

    Destinations frames;
    for (const FrameName& frame : m_.frame_names) frames.mine(std::string(name_bytes(frame)));
    for (const FrameName& frame : other_.frame_names) frames.theirs(std::string(name_bytes(frame)), true);
    renumber_frames(m_, frames.numbers_of_mine());
    renumber_frames(other_, frames.numbers_of_theirs());
    if (has_english(m_)) add_english(m_.english->frame_names, &English::frame_names, frames.shared(), 0);
    count(report_.consequences, "/frame_names", "united with one of the same name", take_out(other_.frame_names, frames.shared()));
    count(report_, "/frame_names", "added", other_.frame_names.size());
    append(m_.frame_names, other_.frame_names);
    for (const FrameBone& entry : other_.frame_bones) {
        if (entry.frame > 0 && entry.frame <= m_.frame_names.size()) {
            list_in_frame(m_, entry.frame - 1U, entry.bone);
        } else {
            m_.frame_bones.push_back(entry);
        }
    }
}

std::optional<Error> PmdMerging::too_many() const {
    for (const auto& [name, is, most] :
         {std::tuple("vertices", m_.vertices.size(), std::size_t{0x10000}), std::tuple("bones", m_.bones.size(), std::size_t{0x8000}),
          std::tuple("morphs", m_.morphs.size(), std::size_t{0xFFFF}), std::tuple("morph_list", m_.morph_list.size(), std::size_t{0xFF}),
          std::tuple("frame_names", m_.frame_names.size(), std::size_t{0xFF})})
        if (is > most) return Error{Code::too_many, 0, 0, std::string("/") + name, {}, {name, std::to_string(is), std::to_string(most)}};
    return std::nullopt;
}

} // namespace

Result<Report> merge_into(Model& model, const Model& other, const Merge& merge) {
    return reporting([&](Report& report) -> Result<void> {
        if (auto error = unchangeable(model)) return failed(std::move(error));
        if (auto error = unchangeable(other)) return failed(std::move(error));
        return PmdMerging(model, other, merge, report).run();
    });
}

Result<Report> apply_in_place(Model& model, const Merge& merge) {
    return merge_files(model, merge, "PMD");
}

} // namespace kagami::edit

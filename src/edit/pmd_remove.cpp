// Removing parts of a PMD model, and what pointed at them.
#include "edit/morphs.hpp"
#include "edit/removal.hpp"

namespace kagami::edit {

using namespace pmd;

namespace {

class PmdRemoval : Removal<Model> {
public:
    PmdRemoval(Model& model, const Remove& remove, Report& report) : Removal(model, remove, report), places_(model) {}

    std::optional<Error> run() {
        if (!o_.soft_bodies.empty()) return Error{Code::not_for_format, 0, 0, {}, {}, {"soft_bodies", "PMX"}};
        if (auto error = select()) return error;
        if (any(materials_.gone)) {
            if (auto error = remove_faces()) return error;
            if (o_.bones_of_materials) find_bones_of_lost_vertices();
        }
        find_joints();
        if (any(bones_.gone)) {
            if (auto error = vertices_without_bone()) return error;
            release_vertices(std::max(first_bone_left(), 0));
            release_parents();
            release_bones();
            release_iks();
            release_bodies();
        }
        drop_morph_entries();
        drop_listed();
        if (auto error = objection()) return error;
        return take_all_out();
    }

private:
    /// A vertex has two bones, whatever is asked for.
    std::optional<Error> vertices_without_bone();
    void release_bones();
    void release_iks();
    /// What morphs have for vertices that go, and for a base that goes.
    void drop_morph_entries();
    /// Morphs and bones where they are listed for display.
    void drop_listed();
    std::optional<Error> take_all_out();

    BodyPlaces<Model> places_;
    std::vector<bool> iks_, base_vertices_; // those that go; of the base that counts
};

std::optional<Error> PmdRemoval::vertices_without_bone() {
    if (!none()) return std::nullopt;
    std::size_t found = 0;
    for (std::size_t i = 0; i < m_.vertices.size(); ++i) {
        bool weighed = false;
        each_stored_bone(m_.vertices, i, [&](Index<Bone> bone, bool weighs) { weighed = weighed || (weighs && goes(bone)); });
        found += weighed && !vertices_[i] ? 1 : 0;
    }
    if (found == 0) return std::nullopt;
    return bad_value("references", "none", "refuse or reparent, since " + std::to_string(found) + " vertices would be left without a bone");
}

void PmdRemoval::release_bones() {
    std::size_t tails = 0, references = 0, kinds = 0;
    const auto release = [&](Index<Bone>& index, const char* by, std::size_t& n) {
        if (index.value == 0 || !goes(index)) return false;
        bone_used(index, by);
        index.value = 0;
        ++n;
        return true;
    };
    const auto become = [&](Bone& bone, BoneType type) { // what it is without the other bone
        if (none()) return;
        bone.type = type;
        ++kinds;
    };
    for (std::size_t i = 0; i < m_.bones.size(); ++i) {
        if (bones_.gone[i]) continue;
        Bone& bone = m_.bones[i];
        if (bone.type == BoneType::follow_rotation) {
            if (release(bone.tail, "followed rotations", references)) {
                become(bone, BoneType::hidden);
                bone.reference.value = 0;
            }
            continue;
        }
        if (release(bone.reference, "references", references) && bone.type == BoneType::under_rotation) become(bone, BoneType::rotate);
        if (release(bone.tail, "tails", tails) && bone.type == BoneType::twist) become(bone, BoneType::rotate);
    }
    count(report_.consequences, "/bones", "tails at no bone", tails);
    count(report_.consequences, "/bones", "that follow or belong to no bone now", references);
    count(report_.consequences, "/bones", "of another type, since it needs that bone", kinds);
}

void PmdRemoval::release_iks() {
    std::size_t with_bone = 0, with_target = 0, links = 0;
    iks_.resize(m_.iks.size());
    std::vector<bool> left(m_.bones.size()), lost(m_.bones.size()); // bones that have an IK, and that had one
    for (std::size_t i = 0; i < m_.iks.size(); ++i) {
        Ik& ik = m_.iks[i];
        iks_[i] = goes(ik.bone);
        with_bone += iks_[i] ? 1 : 0;
        if (iks_[i]) continue;
        links += take_out(ik.links, [&](Index<Bone> link) {
            if (goes(link)) bone_used(link, "IK links");
            return goes(link);
        });
        if (goes(ik.target)) {
            bone_used(ik.target, "IK targets");
            iks_[i] = true;
            ++with_target;
        }
        if (ik.bone.within(left.size())) (iks_[i] ? lost : left)[static_cast<std::size_t>(ik.bone.value)] = true;
    }
    for (std::size_t i = 0; i < lost.size(); ++i)
        if (lost[i] && !left[i] && !none() && m_.bones[i].type == BoneType::ik) m_.bones[i].type = BoneType::rotate_and_move;
    count(report_.consequences, "/iks", "removed with their bone", with_bone);
    count(report_.consequences, "/iks", "removed with their target", with_target);
    count(report_.consequences, "/iks", "links removed", links);
}

void PmdRemoval::drop_morph_entries() {
    const auto base = static_cast<std::size_t>(std::ranges::find(m_.morphs, MorphPanel::base, &Morph::panel) - m_.morphs.begin());
    if (refuse() && base < m_.morphs.size() && morphs_.gone[base])
        for (std::size_t i = 0; i < m_.morphs.size(); ++i)
            for (std::size_t k = 0; k < m_.morphs[i].offsets.size() && !morphs_.gone[i]; ++k)
                used("morph", morphs_, Index<Morph>(static_cast<std::int32_t>(base)), "offsets of morphs");
    DroppedOffsets dropped = drop_offsets(m_, vertices_, morphs_.gone);
    base_vertices_ = std::move(dropped.base_vertices);
    count(report_.consequences, "/morphs", "offsets removed", dropped.count);
    if (o_.belongings) count(report_.consequences, "/morphs", "left with nothing", mark_empty_morphs(m_, dropped.emptied, morphs_.gone));
}

void PmdRemoval::drop_listed() {
    count(report_.consequences, "/morph_list", "entries removed",
          take_out(m_.morph_list, [&](Index<Morph> morph) { return marked(morphs_.gone, morph); }));
    const auto number_of = [](const FrameBone& entry) { return Index<FrameName>(entry.frame - 1); };
    std::vector<bool> had(frames_.gone.size()), has(frames_.gone.size());
    for (const FrameBone& entry : m_.frame_bones) {
        if (!number_of(entry).within(had.size())) continue;
        (goes(entry.bone) ? had : has)[static_cast<std::size_t>(entry.frame - 1)] = true;
    }
    std::size_t entries = 0;
    take_out(m_.frame_bones, [&](const FrameBone& entry) {
        const bool with_frame = marked(frames_.gone, number_of(entry)), with_bone = goes(entry.bone);
        entries += with_bone && !with_frame ? 1 : 0;
        return with_frame || with_bone;
    });
    count(report_.consequences, "/frame_bones", "entries removed", entries);
    for (std::size_t i = 0; i < had.size() && o_.belongings; ++i) frames_.gone[i] = frames_.gone[i] || (had[i] && !has[i]);
}

std::optional<Error> PmdRemoval::take_all_out() {
    tell({{"/materials", &materials_},
          {"/bones", &bones_},
          {"/morphs", &morphs_},
          {"/frame_names", &frames_},
          {"/rigid_bodies", &bodies_},
          {"/joints", &joints_}});
    NewNumbersOf<Model> numbers;
    if (any(base_vertices_)) numbers.of<BaseVertex>() = NewNumbers::without(base_vertices_);
    const std::int32_t new_bone_0 = first_bone_left();
    take_out_beside(m_, Named::bones, bones_.gone);
    report_lost_names(report_, take_out_beside(m_, Named::morphs, morphs_.gone));
    take_out_beside(m_, Named::display_frames, frames_.gone);
    if (any(iks_)) take_out(m_.iks, iks_);
    take_out_common(numbers);
    take_out(m_.frame_names, frames_.gone);
    places_.take_out(bodies_.gone);
    if (const std::size_t n = name_bone_0(m_, numbers); n != 0) {
        if (refuse()) return not_bone_0(bones_.names.own[static_cast<std::size_t>(new_bone_0)]);
        count(report_.consequences, "/bones", "tails and references at no bone, since theirs is bone 0 now", n);
    }
    report_renumbered<Model>(report_, renumber(m_, numbers));
    return places_.restore(m_.rigid_bodies, m_.bones, report_);
}

} // namespace

Result<Report> apply_in_place(Model& model, const Remove& remove) {
    return reporting([&](Report& report) -> Result<void> {
        if (auto error = nothing_to_remove(remove)) return failed(std::move(error));
        if (auto error = unchangeable(model)) return failed(std::move(error));
        return failed(PmdRemoval(model, remove, report).run());
    });
}

} // namespace kagami::edit

// Removing parts of a PMX model, and what pointed at them.
#include "edit/morphs.hpp"
#include "edit/removal.hpp"
#include "edit/texture_paths.hpp"

namespace kagami::edit {

using namespace pmx;

std::string listed(const std::vector<bool>& marks, const std::vector<std::string>& names) {
    constexpr std::size_t shown = 4;
    std::string list;
    std::size_t n = 0;
    for (std::size_t i = 0; i < marks.size(); ++i)
        if (marks[i] && n++ < shown) (list += list.empty() ? "" : ", ") += names[i].empty() ? '#' + std::to_string(i) : names[i];
    if (n > shown) list += " and " + std::to_string(n - shown) + " more";
    return list;
}

namespace {

class PmxRemoval : Removal<Model> {
public:
    PmxRemoval(Model& model, const Remove& remove, Report& report) : Removal(model, remove, report) {}

    std::optional<Error> run() {
        if (auto error = select()) return error;
        if (auto error = select_of(Named::soft_bodies, o_.soft_bodies, soft_bodies_)) return error;
        for (const Text& texture : m_.textures) textures_.names.own.push_back(decode_for_display(texture, m_.header.encoding));
        textures_.gone.resize(m_.textures.size());
        if (any(materials_.gone)) {
            if (auto error = remove_faces()) return error;
            for (std::size_t i = 0; i < soft_bodies_.gone.size(); ++i)
                soft_bodies_.gone[i] = soft_bodies_.gone[i] || marked(materials_.gone, (*m_.soft_bodies)[i].material);
            if (o_.belongings) find_textures();
            if (o_.bones_of_materials) find_bones_of_lost_vertices();
        }
        find_joints();
        if (any(bones_.gone)) {
            release_vertices(none() ? -1 : first_bone_left());
            release_parents();
            release_bones();
            release_bodies();
        }
        drop_entries();
        if (auto error = objection()) return error;
        take_all_out();
        return std::nullopt;
    }

private:
    void find_textures();
    void release_bones();
    void drop_entries();
    void take_all_out();

    Chosen textures_, soft_bodies_;
};

void PmxRemoval::find_textures() {
    std::vector<bool>& gone = textures_.gone;
    std::vector<bool> in_use(gone.size());
    for (std::size_t i = 0; i < m_.materials.size(); ++i) {
        std::vector<bool>& marks = materials_.gone[i] ? gone : in_use;
        for (const auto texture : textures_of(m_.materials[i]))
            if (texture.within(marks.size())) marks[static_cast<std::size_t>(texture.value)] = true;
    }
    for (std::size_t i = 0; i < gone.size(); ++i) gone[i] = gone[i] && !in_use[i];
}

void PmxRemoval::release_bones() {
    std::size_t tails = 0, appends = 0, iks = 0, links = 0;
    for (std::size_t i = 0; i < m_.bones.size(); ++i) {
        if (bones_.gone[i]) continue;
        Bone& bone = m_.bones[i];
        if (bone.flags.has(BoneFlag::tail_is_bone) && goes(bone.tail_bone)) {
            bone_used(bone.tail_bone, "tails");
            if (!none()) {
                const Vec3 &to = m_.bones[static_cast<std::size_t>(bone.tail_bone.value)].position, &from = bone.position;
                bone.tail_offset = {to.x - from.x, to.y - from.y, to.z - from.z};
                bone.flags.set(BoneFlag::tail_is_bone, false);
            }
            bone.tail_bone.value = -1;
            ++tails;
        }
        if ((bone.flags.has(BoneFlag::append_rotation) || bone.flags.has(BoneFlag::append_translation)) && goes(bone.append.parent)) {
            bone_used(bone.append.parent, "appends");
            if (!none()) {
                bone.flags.set(BoneFlag::append_rotation, false);
                bone.flags.set(BoneFlag::append_translation, false);
                bone.flags.set(BoneFlag::append_local, false);
            }
            bone.append.parent.value = -1;
            ++appends;
        }
        if (!bone.flags.has(BoneFlag::ik) || !bone.ik) continue;
        Ik& ik = *bone.ik;
        std::vector<bool> gone;
        for (const IkLink& link : ik.links.links()) {
            gone.push_back(goes(link.bone));
            if (gone.back()) bone_used(link.bone, "IK links");
        }
        links += take_out(ik.links, gone);
        if (goes(ik.target)) {
            bone_used(ik.target, "IK targets");
            ik.target.value = -1;
            if (!none()) {
                bone.flags.set(BoneFlag::ik, false);
                bone.ik.reset();
            }
            ++iks;
        }
    }
    count(report_.consequences, "/bones", none() ? "tails at no bone" : "tails made an offset", tails);
    count(report_.consequences, "/bones", none() ? "appends of no bone" : "appends removed", appends);
    count(report_.consequences, "/bones", none() ? "IK without a target" : "IK removed with their target", iks);
    count(report_.consequences, "/bones", "IK links removed", links);
}

void PmxRemoval::drop_entries() {
    std::vector<std::size_t> sizes;
    sizes.reserve(m_.morphs.size());
    for (const Morph& morph : m_.morphs) sizes.push_back(morph.offsets.size());
    std::size_t offsets = 0;
    for (std::size_t i = 0; i < m_.morphs.size(); ++i) {
        if (morphs_.gone[i]) continue;
        const auto drop = [&]<class Offset, class K>(Index<K> Offset::* index, const std::vector<bool>& gone, const char* kind,
                                                     const Chosen* chosen) {
            // Nothing may be asked of a morph for a list that it does not have: that would empty it.
            if (std::as_const(m_.morphs[i].offsets).template as<Offset>().empty()) return;
            auto& list = m_.morphs[i].offsets.template as<Offset>();
            if (chosen != nullptr && refuse())
                for (const Offset& offset : list)
                    if (marked(gone, offset.*index)) used(kind, *chosen, offset.*index, "offsets of morphs");
            offsets += take_out(list, [&](const Offset& offset) { return marked(gone, offset.*index); });
        };
        drop(&VertexOffset::vertex, vertices_, "", nullptr);
        drop(&UvOffset::vertex, vertices_, "", nullptr);
        drop(&MaterialOffset::material, materials_.gone, "", nullptr);
        drop(&BoneOffset::bone, bones_.gone, "bone", &bones_);
        drop(&GroupOffset::morph, morphs_.gone, "morph", &morphs_);
        drop(&ImpulseOffset::rigid_body, bodies_.gone, "rigid body", &bodies_);
    }
    count(report_.consequences, "/morphs", "offsets removed", offsets);
    if (o_.belongings) {
        std::vector<std::size_t> empty;
        for (std::size_t i = 0; i < sizes.size(); ++i)
            if (!morphs_.gone[i] && sizes[i] != 0 && m_.morphs[i].offsets.size() == 0) empty.push_back(i);
        count(report_.consequences, "/morphs", "left with nothing", mark_empty_morphs(m_, std::move(empty), morphs_.gone));
    }
    std::size_t elements = 0;
    for (std::size_t i = 0; i < frames_.gone.size(); ++i) {
        DisplayFrame& frame = m_.display_frames[i];
        const std::size_t taken = take_out(frame.elements, [&](const FrameElement& element) {
            return element.kind == FrameElementKind::bone ? goes(element.bone) : marked(morphs_.gone, element.morph);
        });
        elements += frames_.gone[i] ? 0 : taken;
        if (o_.belongings && taken != 0 && frame.elements.empty() && frame.special == 0) frames_.gone[i] = true;
    }
    count(report_.consequences, "/display_frames", "elements removed", elements);
    std::size_t anchors = 0, pins = 0;
    for (std::size_t i = 0; i < soft_bodies_.gone.size(); ++i) {
        if (soft_bodies_.gone[i]) continue;
        SoftBody& body = (*m_.soft_bodies)[i];
        for (const SoftBodyAnchor& anchor : body.anchors)
            if (refuse() && marked(bodies_.gone, anchor.rigid_body)) used("rigid body", bodies_, anchor.rigid_body, "anchors");
        anchors += take_out(body.anchors, [&](const SoftBodyAnchor& anchor) {
            return marked(bodies_.gone, anchor.rigid_body) || marked(vertices_, anchor.vertex);
        });
        pins += take_out(body.pins, [&](Index<Vertex> pin) { return marked(vertices_, pin); });
    }
    count(report_.consequences, "/soft_bodies", "anchors removed", anchors);
    count(report_.consequences, "/soft_bodies", "pins removed", pins);
}

void PmxRemoval::take_all_out() {
    tell({{"/materials", &materials_},
          {"/textures", &textures_},
          {"/bones", &bones_},
          {"/morphs", &morphs_},
          {"/display_frames", &frames_},
          {"/rigid_bodies", &bodies_},
          {"/joints", &joints_},
          {"/soft_bodies", &soft_bodies_}});
    NewNumbersOf<Model> numbers;
    if (any(materials_.gone)) numbers.of<Material>() = NewNumbers::without(materials_.gone);
    if (any(textures_.gone)) numbers.of<Texture>() = NewNumbers::without(textures_.gone);
    take_out_common(numbers);
    take_out(m_.textures, textures_.gone);
    take_out(m_.display_frames, frames_.gone);
    if (m_.soft_bodies) take_out(*m_.soft_bodies, soft_bodies_.gone);
    report_renumbered<Model>(report_, renumber(m_, numbers));
}

} // namespace

Result<Report> apply_in_place(Model& model, const Remove& remove) {
    return reporting([&](Report& report) -> Result<void> {
        if (auto error = nothing_to_remove(remove)) return failed(std::move(error));
        if (auto error = unchangeable(model)) return failed(std::move(error));
        return failed(PmxRemoval(model, remove, report).run());
    });
}

} // namespace kagami::edit

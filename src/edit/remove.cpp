// Removing parts of a model, and what pointed at them.
#include "edit/bones.hpp"
#include "edit/faces.hpp"
#include "edit/morphs.hpp"
#include "edit/operation.hpp"
#include "edit/renumber.hpp"
#include "edit/select.hpp"
#include "edit/texture_paths.hpp"
#include "kagami/edit/structure.hpp"

#include <algorithm>
#include <map>
#include <type_traits>

namespace kagami::edit {

namespace {

using namespace pmx;

/// "左足, 右足 and 3 more"
std::string listed(const std::vector<bool>& marks, const std::vector<std::string>& names) {
    constexpr std::size_t shown = 4;
    std::string list;
    std::size_t n = 0;
    for (std::size_t i = 0; i < marks.size(); ++i)
        if (marks[i] && n++ < shown) (list += list.empty() ? "" : ", ") += names[i].empty() ? '#' + std::to_string(i) : names[i];
    if (n > shown) list += " and " + std::to_string(n - shown) + " more";
    return list;
}

bool any(const std::vector<bool>& marks) {
    return std::ranges::find(marks, true) != marks.end();
}

/// Finds out what goes, in the order in which one thing follows from another, and takes it out.
class Removal {
public:
    Removal(Model& model, const Remove& remove, Report& report) : m_(model), o_(remove), report_(report) {}

    Result<void> run() {
        if (auto error = damaged(m_)) return failed(std::move(error));
        if (auto error = select()) return failed(std::move(error));
        if (any(materials_)) {
            if (auto error = remove_faces()) return failed(std::move(error));
            if (o_.belongings) find_textures();
            if (o_.bones_of_materials) find_bones_of_lost_vertices();
        }
        for (std::size_t i = 0; i < m_.joints.size(); ++i)
            joints_[i] = joints_[i] || marked(bodies_, m_.joints[i].rigid_body_a) || marked(bodies_, m_.joints[i].rigid_body_b);
        if (any(bones_)) {
            release_vertices();
            release_bones();
            release_bodies();
        }
        drop_entries();
        if (!users_.empty()) return failed(refusal());
        if (orphan_ >= 0)
            return failed(Error{Code::no_parent_left,
                                0,
                                0,
                                "/bones/" + std::to_string(orphan_),
                                {},
                                {bone_names_.own[static_cast<std::size_t>(orphan_)], std::to_string(orphaned_)}});
        take_all_out();
        return {};
    }

private:
    std::optional<Error> select();
    std::optional<Error> remove_faces();
    void find_textures();
    void find_bones_of_lost_vertices();
    void release_vertices();
    void release_bones();
    void release_bodies();
    void drop_entries();
    void take_all_out();

    /// The nearest ancestor that is left, or -1.
    [[nodiscard]] std::int32_t parent_left(Index<Bone> bone) const;
    [[nodiscard]] bool refuse() const { return o_.references == References::refuse; }

    /// Something that goes is used by something that stays, and that is to be refused.
    template <class K> void used(const char* kind, const Names& names, Index<K> index, const char* by) {
        Thing& thing = users_[{kind, index.value}];
        thing.name = names.own[static_cast<std::size_t>(index.value)];
        ++thing.by[by];
    }
    [[nodiscard]] Error refusal() const {
        const auto& [what, thing] = *users_.begin();
        std::string list;
        for (const auto& [by, n] : thing.by) (list += list.empty() ? "" : ", ") += std::string(by) + " (" + std::to_string(n) + ')';
        if (users_.size() > 1) list += ", and " + std::to_string(users_.size() - 1) + " more of what is to go are used";
        return Error{Code::still_used, 0, 0, {}, {}, {std::string(what.first) + ' ' + thing.name, list}};
    }

    Model& m_;
    const Remove& o_;
    Report& report_;
    std::vector<bool> vertices_, textures_, materials_, bones_, morphs_, frames_, bodies_, joints_, soft_bodies_; // those that go
    std::vector<bool> lost_; // vertices of removed faces and of no others, whether they go or not
    Names bone_names_, morph_names_, body_names_, material_names_, frame_names_, joint_names_, soft_body_names_;
    /// Something that is to go, and how often what uses it.
    struct Thing {
        std::string name;
        std::map<std::string_view, std::size_t> by;
    };
    std::map<std::pair<std::string_view, std::int32_t>, Thing> users_; // by kind and number
    std::int32_t orphan_ = -1;                                         // the first bone whose vertices nothing can take over
    std::size_t orphaned_ = 0;
};

std::optional<Error> Removal::select() {
    std::optional<Error> error;
    const auto mark = [&](const char* kind, const auto& selectors, const auto& list, Names& names, std::vector<bool>& marks) {
        names = names_in(list, m_.header.encoding);
        auto chosen = choose(kind, selectors, names);
        if (chosen) {
            marks = std::move(*chosen);
        } else if (!error) {
            error = std::move(chosen.error());
        }
    };
    mark("material", o_.materials, m_.materials, material_names_, materials_);
    mark("bone", o_.bones, m_.bones, bone_names_, bones_);
    mark("morph", o_.morphs, m_.morphs, morph_names_, morphs_);
    mark("display frame", o_.display_frames, m_.display_frames, frame_names_, frames_);
    mark("rigid body", o_.rigid_bodies, m_.rigid_bodies, body_names_, bodies_);
    mark("joint", o_.joints, m_.joints, joint_names_, joints_);
    mark("soft body", o_.soft_bodies, m_.soft_bodies ? *m_.soft_bodies : std::vector<SoftBody>{}, soft_body_names_, soft_bodies_);
    vertices_.resize(m_.vertices.size());
    textures_.resize(m_.textures.size());
    return error;
}

std::optional<Error> Removal::remove_faces() {
    const auto runs = face_runs(m_);
    if (!runs) return runs.error();
    const std::span<Index<Vertex>> faces(m_.faces.data(), m_.faces.size());
    const auto run_of = [&](std::size_t material) { return faces.subspan((*runs)[material].first, (*runs)[material].count); };
    lost_.resize(m_.vertices.size());
    for (std::size_t i = 0; i < runs->size(); ++i)
        if (materials_[i]) mark_vertices(run_of(i), lost_);
    std::vector<bool> used(m_.vertices.size());
    std::size_t kept = 0;
    const auto keep = [&](std::span<const Index<Vertex>> run) {
        mark_vertices(run, used);
        std::ranges::copy(run, faces.begin() + static_cast<std::ptrdiff_t>(kept));
        kept += run.size();
    };
    for (std::size_t i = 0; i < runs->size(); ++i)
        if (!materials_[i]) keep(run_of(i));
    keep(faces.subspan(end_of(*runs)));
    count(report_.consequences, "/faces", "removed", (m_.faces.size() - kept) / 3);
    m_.faces.resize_for_overwrite(kept);
    for (std::size_t i = 0; i < lost_.size(); ++i) lost_[i] = lost_[i] && !used[i];
    if (o_.belongings) vertices_ = lost_;
    for (std::size_t i = 0; i < soft_bodies_.size(); ++i)
        soft_bodies_[i] = soft_bodies_[i] || marked(materials_, (*m_.soft_bodies)[i].material);
    return std::nullopt;
}

void Removal::find_textures() {
    std::vector<bool> used(textures_.size());
    for (std::size_t i = 0; i < m_.materials.size(); ++i) {
        std::vector<bool>& marks = materials_[i] ? textures_ : used;
        for (const auto texture : textures_of(m_.materials[i]))
            if (texture.within(marks.size())) marks[static_cast<std::size_t>(texture.value)] = true;
    }
    for (std::size_t i = 0; i < textures_.size(); ++i) textures_[i] = textures_[i] && !used[i];
}

void Removal::find_bones_of_lost_vertices() {
    const std::size_t size = m_.bones.size();
    std::vector<bool> of_lost(size), needed(size);
    for (std::size_t i = 0; i < m_.vertices.size(); ++i)
        each_influence(m_.vertices, i, [&](Index<Bone> bone, float weight) {
            if (weight != 0 && bone.within(size)) (lost_[i] ? of_lost : needed)[static_cast<std::size_t>(bone.value)] = true;
        });
    for (std::size_t i = 0; i < size; ++i) of_lost[i] = of_lost[i] && !needed[i];
    // A bone goes if it, or one above it, deformed lost vertices only, and none below it is needed.
    const std::vector<bool> below = with_children(m_.bones, of_lost);
    const auto parent = [&](std::size_t bone) { return m_.bones[bone].parent; };
    std::vector<bool> stays = needed;
    for (std::size_t i = 0; i < size; ++i) {
        if (!needed[i]) continue;
        for (Index<Bone> up = parent(i); up.within(size) && !stays[static_cast<std::size_t>(up.value)];
             up = parent(static_cast<std::size_t>(up.value)))
            stays[static_cast<std::size_t>(up.value)] = true;
    }
    for (std::size_t i = 0; i < size; ++i) bones_[i] = bones_[i] || (below[i] && !stays[i]);
    for (std::size_t i = 0; i < bodies_.size(); ++i) bodies_[i] = bodies_[i] || marked(bones_, m_.rigid_bodies[i].bone);
}

std::int32_t Removal::parent_left(Index<Bone> bone) const {
    for (std::size_t steps = 0; steps <= bones_.size() && marked(bones_, bone); ++steps)
        bone = m_.bones[static_cast<std::size_t>(bone.value)].parent;
    return bone.within(bones_.size()) && !marked(bones_, bone) ? bone.value : -1;
}

void Removal::release_vertices() {
    std::vector<std::int32_t> heirs(bones_.size(), -1);
    if (o_.references != References::none)
        for (std::size_t i = 0; i < heirs.size(); ++i)
            if (bones_[i]) heirs[i] = parent_left(Index<Bone>(static_cast<std::int32_t>(i)));
    // What has no weight may be any bone.
    const auto first_left = std::ranges::find(bones_, false);
    const auto any_left = first_left == bones_.end() ? -1 : static_cast<std::int32_t>(first_left - bones_.begin());
    const auto deforms = m_.vertices.deforms();
    const auto bones = m_.vertices.bones();
    const auto weights = std::as_const(m_.vertices).weights();
    std::size_t taken_over = 0;
    for (std::size_t i = 0; i < bones.size(); ++i) {
        if (vertices_[i]) continue;
        for (std::size_t k = 0; k < stored_bones(deforms[i]); ++k) {
            Index<Bone>& bone = bones[i][k];
            if (!marked(bones_, bone)) continue;
            const bool weighs = weights[i][k] != 0;
            if (refuse() && weighs) {
                used("bone", bone_names_, bone, "vertices");
                break;
            }
            std::int32_t heir = heirs[static_cast<std::size_t>(bone.value)];
            if (heir < 0 && o_.references != References::none) {
                if (weighs) {
                    if (orphan_ < 0) orphan_ = bone.value;
                    ++orphaned_;
                }
                heir = any_left;
            }
            bone.value = heir;
            taken_over += weighs ? 1 : 0;
        }
    }
    count(report_.consequences, "/vertices",
          o_.references == References::none ? "weights without a bone" : "weights taken over by the parent", taken_over);
}

void Removal::release_bones() {
    std::size_t children = 0, tails = 0, appends = 0, iks = 0, links = 0;
    const bool none = o_.references == References::none;
    for (std::size_t i = 0; i < m_.bones.size(); ++i) {
        if (bones_[i]) continue;
        Bone& bone = m_.bones[i];
        if (marked(bones_, bone.parent)) {
            if (refuse()) used("bone", bone_names_, bone.parent, "children");
            bone.parent.value = none ? -1 : parent_left(bone.parent);
            ++children;
        }
        if (bone.flags.has(BoneFlag::tail_is_bone) && marked(bones_, bone.tail_bone)) {
            if (refuse()) used("bone", bone_names_, bone.tail_bone, "tails");
            if (!none) {
                const Vec3 &to = m_.bones[static_cast<std::size_t>(bone.tail_bone.value)].position, &from = bone.position;
                bone.tail_offset = {to.x - from.x, to.y - from.y, to.z - from.z};
                bone.flags.set(BoneFlag::tail_is_bone, false);
            }
            bone.tail_bone.value = -1;
            ++tails;
        }
        if ((bone.flags.has(BoneFlag::append_rotation) || bone.flags.has(BoneFlag::append_translation)) &&
            marked(bones_, bone.append.parent)) {
            if (refuse()) used("bone", bone_names_, bone.append.parent, "appends");
            if (!none) {
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
            gone.push_back(marked(bones_, link.bone));
            if (refuse() && gone.back()) used("bone", bone_names_, link.bone, "IK links");
        }
        links += take_out(ik.links, gone);
        if (marked(bones_, ik.target)) {
            if (refuse()) used("bone", bone_names_, ik.target, "IK targets");
            ik.target.value = -1;
            if (!none) {
                bone.flags.set(BoneFlag::ik, false);
                bone.ik.reset();
            }
            ++iks;
        }
    }
    count(report_.consequences, "/bones", none ? "without a parent now" : "given to the parent of their parent", children);
    count(report_.consequences, "/bones", none ? "tails at no bone" : "tails made an offset", tails);
    count(report_.consequences, "/bones", none ? "appends of no bone" : "appends removed", appends);
    count(report_.consequences, "/bones", none ? "IK without a target" : "IK removed with their target", iks);
    count(report_.consequences, "/bones", "IK links removed", links);
}

void Removal::release_bodies() {
    std::size_t followed = 0, left = 0;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        RigidBody& body = m_.rigid_bodies[i];
        if (bodies_[i] || !marked(bones_, body.bone)) continue;
        if (refuse()) used("bone", bone_names_, body.bone, "rigid bodies");
        const bool follows = body.mode == RigidMode::follow_bone && o_.references == References::reparent;
        body.bone.value = follows ? parent_left(body.bone) : -1;
        ++(body.bone.value >= 0 ? followed : left);
    }
    count(report_.consequences, "/rigid_bodies", "that follow the parent now", followed);
    count(report_.consequences, "/rigid_bodies", "without a bone now", left);
}

void Removal::drop_entries() {
    std::vector<std::size_t> sizes;
    for (const Morph& morph : m_.morphs) sizes.push_back(morph.offsets.size());
    std::size_t offsets = 0;
    for (std::size_t i = 0; i < m_.morphs.size(); ++i) {
        if (morphs_[i]) continue;
        const auto drop = [&]<class Offset, class K>(Index<K> Offset::* index, const std::vector<bool>& gone, const char* kind,
                                                     const Names* names) {
            // Nothing may be asked of a morph for a list that it does not have: that would empty it.
            if (std::as_const(m_.morphs[i].offsets).template as<Offset>().empty()) return;
            auto& list = m_.morphs[i].offsets.template as<Offset>();
            if (names != nullptr && refuse())
                for (const Offset& offset : list)
                    if (marked(gone, offset.*index)) used(kind, *names, offset.*index, "offsets of morphs");
            offsets += take_out(list, [&](const Offset& offset) { return marked(gone, offset.*index); });
        };
        drop(&VertexOffset::vertex, vertices_, "", nullptr);
        drop(&UvOffset::vertex, vertices_, "", nullptr);
        drop(&MaterialOffset::material, materials_, "", nullptr);
        drop(&BoneOffset::bone, bones_, "bone", &bone_names_);
        drop(&GroupOffset::morph, morphs_, "morph", &morph_names_);
        drop(&ImpulseOffset::rigid_body, bodies_, "rigid body", &body_names_);
    }
    count(report_.consequences, "/morphs", "offsets removed", offsets);
    if (o_.belongings) {
        std::vector<std::size_t> empty;
        for (std::size_t i = 0; i < sizes.size(); ++i)
            if (!morphs_[i] && sizes[i] != 0 && m_.morphs[i].offsets.size() == 0) empty.push_back(i);
        count(report_.consequences, "/morphs", "left with nothing", mark_empty_morphs(m_, std::move(empty), morphs_));
    }
    std::size_t elements = 0;
    for (std::size_t i = 0; i < frames_.size(); ++i) {
        DisplayFrame& frame = m_.display_frames[i];
        const std::size_t taken = take_out(frame.elements, [&](const FrameElement& element) {
            return element.kind == FrameElementKind::bone ? marked(bones_, element.bone) : marked(morphs_, element.morph);
        });
        elements += frames_[i] ? 0 : taken;
        if (o_.belongings && taken != 0 && frame.elements.empty() && frame.special == 0) frames_[i] = true;
    }
    count(report_.consequences, "/display_frames", "elements removed", elements);
    std::size_t anchors = 0, pins = 0;
    for (std::size_t i = 0; i < soft_bodies_.size(); ++i) {
        if (soft_bodies_[i]) continue;
        SoftBody& body = (*m_.soft_bodies)[i];
        for (const SoftBodyAnchor& anchor : body.anchors)
            if (refuse() && marked(bodies_, anchor.rigid_body)) used("rigid body", body_names_, anchor.rigid_body, "anchors");
        anchors += take_out(body.anchors, [&](const SoftBodyAnchor& anchor) {
            return marked(bodies_, anchor.rigid_body) || marked(vertices_, anchor.vertex);
        });
        pins += take_out(body.pins, [&](Index<Vertex> pin) { return marked(vertices_, pin); });
    }
    count(report_.consequences, "/soft_bodies", "anchors removed", anchors);
    count(report_.consequences, "/soft_bodies", "pins removed", pins);
}

void Removal::take_all_out() {
    NewNumbersOfAll numbers;
    const auto change = [&](const char* path, const std::vector<bool>& gone, const std::vector<std::string>& names) {
        const auto n = static_cast<std::size_t>(std::ranges::count(gone, true));
        count(report_, path, "removed: " + listed(gone, names), n);
    };
    std::vector<std::string> texture_names;
    for (const Text& texture : m_.textures) texture_names.push_back(decode_for_display(texture, m_.header.encoding));
    change("/materials", materials_, material_names_.own);
    change("/textures", textures_, texture_names);
    change("/bones", bones_, bone_names_.own);
    change("/morphs", morphs_, morph_names_.own);
    change("/display_frames", frames_, frame_names_.own);
    change("/rigid_bodies", bodies_, body_names_.own);
    change("/joints", joints_, joint_names_.own);
    change("/soft_bodies", soft_bodies_, soft_body_names_.own);
    const auto plan = [&]<class K>(std::type_identity<K>, auto& list, const std::vector<bool>& gone) {
        if (!any(gone)) return;
        numbers[kind_number<K>] = NewNumbers::without(gone);
        take_out(list, gone);
    };
    count(report_, "/vertices", "removed", static_cast<std::size_t>(std::ranges::count(vertices_, true)));
    plan(std::type_identity<Vertex>{}, m_.vertices, vertices_);
    plan(std::type_identity<Texture>{}, m_.textures, textures_);
    plan(std::type_identity<Material>{}, m_.materials, materials_);
    plan(std::type_identity<Bone>{}, m_.bones, bones_);
    plan(std::type_identity<Morph>{}, m_.morphs, morphs_);
    plan(std::type_identity<RigidBody>{}, m_.rigid_bodies, bodies_);
    take_out(m_.display_frames, frames_);
    take_out(m_.joints, joints_);
    if (m_.soft_bodies) take_out(*m_.soft_bodies, soft_bodies_);
    report_renumbered(report_, renumber(m_, numbers));
}

} // namespace

Result<Report> apply_in_place(Model& model, const Remove& remove) {
    return reporting([&](Report& report) -> Result<void> {
        if (remove.materials.empty() && remove.bones.empty() && remove.morphs.empty() && remove.display_frames.empty() &&
            remove.rigid_bodies.empty() && remove.joints.empty() && remove.soft_bodies.empty())
            return failed(
                bad_value("what to remove", "nothing", "materials, bones, morphs, display_frames, rigid_bodies, joints or soft_bodies"));
        return Removal(model, remove, report).run();
    });
}

} // namespace kagami::edit

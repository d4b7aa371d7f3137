// PMD models in which everything can be told from everything else, and what refers to what in them.
#pragma once

#include "edits.hpp"
#include "layout/references.hpp"
#include "pmd/layout.hpp"

#include <array>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace kagami::test {

inline std::string shown(std::string_view bytes) {
    return decode_for_display(bytes, Encoding::cp932);
}
/// "#2"
inline std::string number(std::size_t i) {
    return '#' + std::to_string(i);
}

namespace wiring {
/// Each reference to something, seldom to nothing; where 0 says "none", also to that.
struct Wire {
    const pmd::Model& m;
    std::mt19937_64& random;
    template <class K> void operator()(Index<K>& index) const {
        std::size_t size = 0;
        layout::FormatOf<pmd::Model>::with_list(m, pmd::kind_number<K>, [&](const auto& list) { size = list.size(); });
        index.value = static_cast<std::int32_t>(random() % (size + (random() % 8 == 0 ? 2 : 0) + (size == 0 ? 1 : 0)));
    }
    template <class K> void operator()(Index<K>& index, layout::ZeroIsNone) const { (*this)(index); }
};
} // namespace wiring

/// A random model whose elements have names of their own, also in English if it has that, and whose references point at
/// something, sometimes at nothing or behind the end. The first morph is the base, and materials cover the faces but for
/// some at the end. Places are multiples of a quarter, so that sums are exact.
inline pmd::Model wired_pmd(std::uint64_t seed, std::size_t largest = 8) {
    auto m = random_document<pmd::Model>(seed, largest);
    std::mt19937_64 random(seed);
    const auto name = [&](auto& list, const char* prefix, const char* suffix = "") {
        for (std::size_t i = 0; i < list.size(); ++i) {
            const std::string text = cp932(prefix + std::to_string(i) + suffix);
            if constexpr (requires { list[i].name; }) {
                list[i].name.assign(text);
            } else {
                list[i].assign(text);
            }
        }
    };
    const auto place = [&] {
        const auto one = [&] { return static_cast<float>(static_cast<int>(random() % 80) - 40) / 4; };
        return Vec3{one(), one(), one()};
    };
    name(m.bones, "骨");
    name(m.morphs, "表");
    name(m.frame_names, "枠", "\n");
    name(m.rigid_bodies, "体");
    name(m.joints, "節");
    if (m.english) {
        name(m.english->bone_names, "bone ");
        name(m.english->morph_names, "morph ");
        name(m.english->frame_names, "frame ");
    }
    for (std::size_t i = 0; i < m.vertices.size(); ++i) {
        m.vertices.positions()[i].x = static_cast<float>(i);
        m.vertices.weights()[i] = static_cast<std::uint8_t>(std::array{0, 100, 60}[random() % 3]);
    }
    for (std::size_t i = 0; i < m.materials.size(); ++i) m.materials[i].diffuse.x = static_cast<float>(i);
    for (std::size_t i = 0; i < m.iks.size(); ++i) m.iks[i].loop_count = static_cast<std::uint16_t>(i);
    for (pmd::Bone& bone : m.bones) bone.position = place();
    for (pmd::RigidBody& body : m.rigid_bodies) body.position = place();
    float id = 0;
    for (std::size_t i = 0; i < m.morphs.size(); ++i) {
        pmd::Morph& morph = m.morphs[i];
        morph.panel = i == 0 ? pmd::MorphPanel::base : static_cast<pmd::MorphPanel>(1 + random() % 4);
        morph.base_vertices.clear();
        morph.offsets.clear();
        for (std::size_t n = random() % (largest + 1); n > 0; --n) {
            if (i == 0) morph.base_vertices.push_back({Index<pmd::Vertex>{}, {++id, 0, 0}});
            if (i != 0) morph.offsets.push_back({Index<pmd::BaseVertex>{}, {++id, 0, 0}});
        }
    }
    layout::each_reference(m, pmd::Globals{}, wiring::Wire{m, random});
    for (pmd::Bone& bone : m.bones) {
        if (random() % 4 == 0) bone.parent.value = -1;
        if (random() % 4 == 0) bone.tail.value = 0;
        if (random() % 2 == 0) bone.reference.value = 0;
    }
    for (pmd::RigidBody& body : m.rigid_bodies)
        if (random() % 4 == 0) body.bone.value = -1;
    for (pmd::FrameBone& listed : m.frame_bones) listed.frame = static_cast<std::uint8_t>(random() % (m.frame_names.size() + 2));
    std::size_t left = m.faces.size();
    for (pmd::Material& material : m.materials) {
        material.index_count = static_cast<std::uint32_t>(random() % (left + 1));
        left -= material.index_count;
    }
    return m;
}

template <class K> std::string tag_of(const pmd::Model& m, Index<K> index) {
    using namespace pmd;
    const std::string prefix = std::string(Globals::kind_name(kind_number<K>)) + ' ';
    std::size_t size = 0;
    layout::FormatOf<Model>::with_list(m, kind_number<K>, [&](const auto& list) { size = list.size(); });
    if (index.value < 0) return prefix + "none";
    if (!index.within(size)) return prefix + "beyond";
    const auto i = static_cast<std::size_t>(index.value);
    if constexpr (std::same_as<K, Vertex>) return prefix + std::to_string(m.vertices.positions()[i].x);
    if constexpr (std::same_as<K, BaseVertex>) return prefix + std::to_string(m.morphs[0].base_vertices[i].position.x);
    if constexpr (std::same_as<K, Bone>) return prefix + shown(m.bones[i].name.bytes());
    if constexpr (std::same_as<K, Morph>) return prefix + shown(m.morphs[i].name.bytes());
    if constexpr (std::same_as<K, RigidBody>) return prefix + shown(m.rigid_bodies[i].name.bytes());
}

using Targets = std::vector<std::string>;
/// What each record refers to, in order, by what the record is. Entries of lists that have no names come in their order.
inline std::map<std::string, Targets> targets_of(const pmd::Model& m) {
    std::map<std::string, Targets> all;
    const auto add = [&](const std::string& key, const auto& record) {
        Targets& targets = all[key];
        layout::each_reference(record, pmd::Globals{}, [&]<class K>(const Index<K>& index) { targets.push_back(tag_of(m, index)); });
    };
    const auto own = [&](const auto& list, std::size_t i, auto kind) {
        return tag_of(m, Index<decltype(kind)>(static_cast<std::int32_t>(i < list.size() ? i : 0)));
    };
    for (std::size_t i = 0; i < m.vertices.size(); ++i) add(own(m.vertices, i, pmd::Vertex{}), m.vertices[i]);
    for (std::size_t i = 0; i < m.bones.size(); ++i) add(own(m.bones, i, pmd::Bone{}), m.bones[i]);
    for (const pmd::Ik& ik : m.iks) add("ik " + std::to_string(ik.loop_count), ik);
    for (std::size_t i = 0; i < m.morphs.size(); ++i) add(own(m.morphs, i, pmd::Morph{}), m.morphs[i]);
    for (std::size_t i = 0; i < m.rigid_bodies.size(); ++i) add(own(m.rigid_bodies, i, pmd::RigidBody{}), m.rigid_bodies[i]);
    for (const pmd::Joint& joint : m.joints) add("joint " + shown(joint.name.bytes()), joint);
    for (const Index<pmd::Morph> morph : m.morph_list) all["morph list"].push_back(tag_of(m, morph));
    for (const pmd::FrameBone& listed : m.frame_bones) {
        const bool there = listed.frame > 0 && listed.frame <= m.frame_names.size();
        all["frame " + (there ? shown(m.frame_names[listed.frame - 1U].bytes()) : "beyond")].push_back(tag_of(m, listed.bone));
    }
    std::size_t at = 0;
    const auto add_faces = [&](const std::string& key, std::size_t count) {
        for (; count > 0; --count) all[key].push_back(tag_of(m, m.faces[at++]));
    };
    for (const pmd::Material& material : m.materials) add_faces("faces " + std::to_string(material.diffuse.x), material.index_count);
    add_faces("faces behind", m.faces.size() - at);
    return all;
}

/// Where each body lies in the model, by its name; exact for places that are.
inline std::map<std::string, std::array<float, 3>> places_of_bodies(const pmd::Model& m) {
    std::map<std::string, std::array<float, 3>> places;
    for (const pmd::RigidBody& body : m.rigid_bodies) {
        const std::size_t bone = body.bone.value < 0 ? 0 : static_cast<std::size_t>(body.bone.value);
        const Vec3 from = bone < m.bones.size() ? m.bones[bone].position : Vec3{};
        places[shown(body.name.bytes())] = {from.x + body.position.x, from.y + body.position.y, from.z + body.position.z};
    }
    return places;
}

/// The English names, by what they are of.
inline std::map<std::string, std::string> english_of(const pmd::Model& m) {
    std::map<std::string, std::string> names;
    if (!m.english || m.english->flag == 0) return names;
    for (std::size_t i = 0; i < m.bones.size(); ++i) names[shown(m.bones[i].name.bytes())] = shown(m.english->bone_names.at(i).bytes());
    for (std::size_t i = 1; i < m.morphs.size(); ++i)
        names[shown(m.morphs[i].name.bytes())] = shown(m.english->morph_names.at(i - 1).bytes());
    for (std::size_t i = 0; i < m.frame_names.size(); ++i)
        names[shown(m.frame_names[i].bytes())] = shown(m.english->frame_names.at(i).bytes());
    return names;
}

/// How many references point behind the end.
inline std::size_t dangling(const pmd::Model& m) {
    std::size_t found = 0;
    for (const auto& [key, targets] : targets_of(m))
        for (const std::string& to : targets) found += to.ends_with(" beyond") ? 1 : 0;
    return found;
}

/// Does an operation; what comes of it can be written, and is the same again.
template <class Op> edit::Report done(pmd::Model& m, const Op& op) {
    const auto report = edit::apply(m, op);
    EXPECT_TRUE(report) << message(report);
    if (!report) return {};
    EXPECT_TRUE(pmd::read(bytes_of(m)) == m);
    return *report;
}

/// Parents センター > 胴 > 腕 > 手, all one behind the other; a triangle at each; IK, bones that follow, bodies, morphs of
/// the first and last triangle, frames, and English names for all.
inline pmd::Model small_pmd() {
    using namespace pmd;
    Model m;
    m.english->flag = 1;
    const auto bone = [&](const char* name, std::int32_t parent, std::int32_t tail, BoneType type, Vec3 at) {
        Bone& b = m.bones.emplace_back();
        b.name.assign(cp932(name));
        b.parent.value = parent;
        b.tail.value = tail;
        b.type = type;
        b.position = at;
        m.english->bone_names.emplace_back("bone " + std::to_string(m.bones.size() - 1));
    };
    bone("センター", -1, 1, BoneType::rotate_and_move, {0, 1, 0});
    bone("胴", 0, 2, BoneType::rotate, {0, 2, 0});
    bone("腕", 1, 3, BoneType::twist, {1, 2, 0});
    bone("手", 2, 0, BoneType::under_rotation, {2, 2, 0});
    bone("ＩＫ", 0, 3, BoneType::ik, {2, 2, 0});
    bone("捩", 1, 2, BoneType::follow_rotation, {1, 2, 0});
    m.bones[3].reference.value = 2;
    m.bones[5].percent = 50;
    Ik ik;
    ik.bone.value = 4;
    ik.target.value = 3;
    ik.links.push_back(Index<Bone>(2));
    ik.links.push_back(Index<Bone>(1));
    m.iks.push_back(ik);
    for (std::int32_t i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) {
            Vertex v;
            v.position.x = static_cast<float>(m.vertices.size());
            v.bones = {Index<Bone>(i), Index<Bone>(i)};
            m.faces.push_back(Index<Vertex>(3 * i + k));
            m.vertices.push_back(v);
        }
        Material& material = m.materials.emplace_back();
        material.diffuse.x = static_cast<float>(i);
        material.index_count = 3;
    }
    RigidBody body;
    body.name.assign(cp932("腕"));
    body.bone.value = 2;
    body.position = {0.5F, 0, 0};
    m.rigid_bodies.emplace() = {body, body, body};
    m.rigid_bodies[1].name.assign(cp932("振"));
    m.rigid_bodies[1].mode = RigidMode::physics;
    m.rigid_bodies[2].name.assign(cp932("浮"));
    m.rigid_bodies[2].bone.value = -1;
    Joint joint;
    joint.rigid_body_a.value = 0;
    joint.rigid_body_b.value = 1;
    m.joints.push_back(joint);
    Morph base;
    base.name.assign("base");
    base.panel = MorphPanel::base;
    for (const std::int32_t vertex : {0, 9, 1}) base.base_vertices.push_back({Index<Vertex>(vertex), {static_cast<float>(vertex), 0, 0}});
    Morph first, last;
    first.name.assign(cp932("始"));
    first.offsets.push_back({Index<BaseVertex>(0), {1, 0, 0}});
    first.offsets.push_back({Index<BaseVertex>(2), {2, 0, 0}});
    last.name.assign(cp932("終"));
    last.offsets.push_back({Index<BaseVertex>(1), {3, 0, 0}});
    m.morphs = {base, first, last};
    m.english->morph_names = {Name("first"), Name("last")};
    m.morph_list = {Index<Morph>(2), Index<Morph>(1)};
    for (const char* frame : {"体", "腕", "他"}) m.frame_names.emplace_back(cp932(std::string(frame) + '\n'));
    m.english->frame_names = {FrameName("body"), FrameName("arms"), FrameName("others")};
    m.frame_bones = {{Index<Bone>(1), 1}, {Index<Bone>(2), 2}, {Index<Bone>(5), 3}};
    return m;
}

} // namespace kagami::test

// Operations on the structure of models: whatever is moved, inserted or removed, no reference points anywhere else than
// before, and what pointed at something that is gone is handled as the policy says.
#include "by_number.hpp"
#include "kagami/edit.hpp"
#include "kagami/edit_table.hpp"
#include "kagami/json.hpp"
#include "layout/emitter.hpp"
#include "layout/references.hpp"
#include "pmd/layout.hpp"
#include "pmx/layout.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace kagami::edit {
namespace {

using namespace pmx;

Text text_in(const Model& m, const std::string& utf8) {
    return encode(utf8, m.header.encoding).value();
}
std::string tag(const Model& m, const Text& text) {
    return decode_for_display(text, m.header.encoding);
}

/// A random model whose elements have names of their own, whose references mostly point at something, sometimes at
/// nothing or behind the end, and whose materials cover the faces but for some at the end.
Model wired(std::uint64_t seed, std::size_t largest = 8) {
    Model m = test::random_model(seed, largest);
    std::mt19937_64 random(seed);
    const auto name = [&](auto& list, const char* prefix) {
        for (std::size_t i = 0; i < list.size(); ++i) list[i].name = text_in(m, prefix + std::to_string(i));
    };
    name(m.materials, "材");
    name(m.bones, "骨");
    name(m.morphs, "表");
    name(m.display_frames, "枠");
    name(m.rigid_bodies, "体");
    name(m.joints, "節");
    if (m.soft_bodies) name(*m.soft_bodies, "布");
    for (std::size_t i = 0; i < m.textures.size(); ++i) m.textures[i] = text_in(m, "絵" + std::to_string(i));
    for (std::size_t i = 0; i < m.vertices.size(); ++i) m.vertices.edge_scales()[i] = static_cast<float>(i);
    layout::each_reference(m, Globals(m.header), [&]<class K>(Index<K>& index) {
        const auto count = static_cast<std::int32_t>(index_kinds[kind_number<K>].count(m));
        const bool has_none = kind_number<K> != kind_number<Vertex>;
        index.value = static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(count + 2)) - (has_none ? 1 : 0);
    });
    std::size_t left = m.faces.size();
    for (Material& material : m.materials) {
        material.index_count = static_cast<std::int32_t>(random() % (left + 1));
        left -= static_cast<std::size_t>(material.index_count);
    }
    return m;
}

template <class K> std::string tag_of(const Model& m, Index<K> index) {
    constexpr std::size_t kind = kind_number<K>;
    const std::string prefix = std::string(index_kinds[kind].name) + ' ';
    if (index.value < 0) return prefix + "none";
    if (!index.within(index_kinds[kind].count(m))) return prefix + "beyond";
    const auto i = static_cast<std::size_t>(index.value);
    if constexpr (kind == kind_number<Vertex>) return prefix + std::to_string(m.vertices.edge_scales()[i]);
    if constexpr (kind == kind_number<Texture>) return prefix + tag(m, m.textures[i]);
    if constexpr (kind == kind_number<Material>) return prefix + tag(m, m.materials[i].name);
    if constexpr (kind == kind_number<Bone>) return prefix + tag(m, m.bones[i].name);
    if constexpr (kind == kind_number<Morph>) return prefix + tag(m, m.morphs[i].name);
    if constexpr (kind == kind_number<RigidBody>) return prefix + tag(m, m.rigid_bodies[i].name);
}

using Targets = std::vector<std::string>;
/// What each record refers to, in order, by what the record is.
std::map<std::string, Targets> targets_of(const Model& m) {
    std::map<std::string, Targets> all;
    const Globals globals(m.header);
    const auto add = [&](const std::string& key, const auto& record) {
        EXPECT_FALSE(all.contains(key)) << key;
        Targets& targets = all[key];
        layout::each_reference(record, globals, [&]<class K>(const Index<K>& index) { targets.push_back(tag_of(m, index)); });
    };
    for (std::size_t i = 0; i < m.vertices.size(); ++i) add("vertex " + std::to_string(m.vertices.edge_scales()[i]), m.vertices[i]);
    const auto add_all = [&](const char* kind, const auto& list) {
        for (const auto& element : list) add(kind + tag(m, element.name), element);
    };
    add_all("material ", m.materials);
    add_all("bone ", m.bones);
    add_all("morph ", m.morphs);
    add_all("display frame ", m.display_frames);
    add_all("rigid body ", m.rigid_bodies);
    add_all("joint ", m.joints);
    if (m.soft_bodies) add_all("soft body ", *m.soft_bodies);
    std::size_t at = 0;
    const auto add_faces = [&](const std::string& key, std::size_t count) {
        for (; count > 0; --count) all[key].push_back(tag_of(m, m.faces[at++]));
    };
    for (const Material& material : m.materials)
        add_faces("faces of " + tag(m, material.name), static_cast<std::size_t>(material.index_count));
    add_faces("faces behind", m.faces.size() - at);
    return all;
}

Bytes bytes_of(const Model& m) {
    const auto bytes = pmx::write(m);
    EXPECT_TRUE(bytes) << bytes.error().message();
    return bytes ? *bytes : Bytes{};
}
template <class Op> Report done(Model& m, const Op& op) {
    const auto report = apply(m, op);
    EXPECT_TRUE(report) << report.error().message();
    if (!report) return {};
    EXPECT_TRUE(pmx::read(bytes_of(m)) == m); // what was made can be written, and is the same again
    return *report;
}
template <class Op> Error refusal(const Model& m, const Op& op) {
    Model copy = m;
    const auto report = apply(copy, op);
    EXPECT_FALSE(report);
    EXPECT_TRUE(copy == m);
    return report ? Error{} : report.error();
}

class Structure : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Seeds, Structure, testing::Range<std::uint64_t>(0, 60));

TEST_P(Structure, ReorderingMovesNoReference) {
    const Model before = wired(GetParam());
    std::mt19937_64 random(GetParam());
    const auto targets = targets_of(before);
    const auto try_list = [&](ListKind kind, std::size_t size) {
        if (size < 2) return;
        Model m = before;
        const std::size_t moved = random() % size, target = (moved + 1 + random() % (size - 1)) % size;
        const Reorder there{.list = kind, .elements = {'#' + std::to_string(moved)}, .before = '#' + std::to_string(target)};
        done(m, there);
        EXPECT_EQ(targets_of(m), targets);
        EXPECT_EQ(bytes_of(m).size(), bytes_of(before).size());
        const std::size_t now = moved < target ? target - 1 : target;
        const bool was_last = moved + 1 == size;
        const std::size_t back = now <= moved ? moved + 1 : moved; // the number of what stood behind it
        done(m, Reorder{.list = kind, .elements = {'#' + std::to_string(now)}, .before = was_last ? "" : '#' + std::to_string(back)});
        EXPECT_TRUE(m == before) << static_cast<int>(kind) << ' ' << moved << ' ' << target;
    };
    try_list(ListKind::materials, before.materials.size());
    try_list(ListKind::bones, before.bones.size());
    try_list(ListKind::morphs, before.morphs.size());
    try_list(ListKind::display_frames, before.display_frames.size());
    try_list(ListKind::rigid_bodies, before.rigid_bodies.size());
    try_list(ListKind::joints, before.joints.size());
}

TEST_P(Structure, InsertedAndRemovedAgainIsTheSameAgain) {
    const Model before = wired(GetParam());
    const auto targets = targets_of(before);
    for (std::size_t at = 0; at <= before.bones.size(); ++at) {
        Model m = before;
        done(m, InsertBone{.name = "新骨", .before = at < before.bones.size() ? '#' + std::to_string(at) : ""});
        auto now = targets_of(m);
        EXPECT_EQ(now.erase("bone 新骨"), 1U);
        EXPECT_EQ(now, targets);
        done(m, Remove{.bones = {"新骨"}});
        EXPECT_EQ(targets_of(m), targets);
    }
}

/// Without references to nothing, and to what is gone.
std::map<std::string, Targets> without(std::map<std::string, Targets> all, const std::map<std::string, Targets>& left) {
    std::erase_if(all, [&](const auto& entry) { return !left.contains(entry.first) && !entry.first.starts_with("faces"); });
    std::erase_if(all, [](const auto& entry) { return entry.second.empty(); });
    for (auto& [key, targets] : all)
        std::erase_if(targets, [&](const std::string& to) {
            const bool is_record = !to.starts_with("texture"); // a texture is no record with references of its own
            return to.ends_with(" none") || to.ends_with(" beyond") || (is_record && !left.contains(to));
        });
    std::erase_if(all, [](const auto& entry) { return entry.second.empty(); });
    return all;
}

TEST_P(Structure, RemovingTakesOutWhatItSaysAndMovesNoOtherReference) {
    const Model before = wired(GetParam());
    std::mt19937_64 random(GetParam());
    const auto targets = targets_of(before);
    const auto one_of = [&](std::size_t size) {
        return size == 0 ? std::vector<std::string>{} : std::vector{'#' + std::to_string(random() % size)};
    };
    const std::size_t soft_bodies = before.soft_bodies ? before.soft_bodies->size() : 0;
    for (const Remove& remove :
         {Remove{.materials = one_of(before.materials.size())}, Remove{.materials = one_of(before.materials.size()), .belongings = false},
          Remove{.bones = one_of(before.bones.size()), .references = References::none},
          Remove{.morphs = one_of(before.morphs.size()), .references = References::none},
          Remove{.display_frames = one_of(before.display_frames.size())},
          Remove{.rigid_bodies = one_of(before.rigid_bodies.size()), .references = References::none},
          Remove{.joints = one_of(before.joints.size())}, Remove{.soft_bodies = one_of(soft_bodies)}}) {
        Model m = before;
        if (!apply(m, remove)) {
            EXPECT_TRUE(m == before); // nothing to remove from an empty list
            continue;
        }
        EXPECT_TRUE(pmx::read(bytes_of(m)) == m);
        const auto now = targets_of(m);
        auto expected = without(targets, now), found = without(now, now);
        // Faces go with their material, whichever vertices they name.
        std::erase_if(expected, [&](const auto& entry) {
            return entry.first.starts_with("faces of ") && !now.contains("material " + entry.first.substr(9));
        });
        // An anchor that loses one of the two things it joins goes as a whole.
        for (auto& [key, left] : expected) {
            if (!key.starts_with("soft body ")) continue;
            auto at = left.begin();
            for (const std::string& to : found[key]) {
                at = std::find(at, left.end(), to);
                ASSERT_NE(at++, left.end()) << key;
            }
        }
        const auto is_soft = [](const auto& entry) { return entry.first.starts_with("soft body "); };
        std::erase_if(expected, is_soft);
        std::erase_if(found, is_soft);
        EXPECT_EQ(found, expected);
        const Globals globals(m.header);
        for (std::size_t v = 0; v < m.vertices.size() && remove.bones.empty(); ++v) {
            const auto old = static_cast<std::size_t>(m.vertices.edge_scales()[v]);
            EXPECT_TRUE(layout::bytes_of(std::as_const(m.vertices)[v], globals) == layout::bytes_of(before.vertices[old], globals)) << v;
        }
        EXPECT_EQ(m.materials.size() + remove.materials.size(), before.materials.size());
        EXPECT_EQ(m.bones.size() + remove.bones.size(), before.bones.size());
        EXPECT_EQ(m.rigid_bodies.size() + remove.rigid_bodies.size(), before.rigid_bodies.size());
    }
}

TEST_P(Structure, NothingOfARemovedBoneIsLeftWithAParentInItsPlace) {
    const Model before = wired(GetParam());
    for (std::size_t i = 0; i < before.bones.size(); ++i) {
        Model m = before;
        const auto report = apply(m, Remove{.bones = {'#' + std::to_string(i)}, .references = References::reparent});
        if (!report) {
            EXPECT_EQ(report.error().code, Code::no_parent_left);
            continue;
        }
        const std::string gone = "bone " + tag(before, before.bones[i].name);
        for (const auto& [key, targets] : targets_of(m))
            for (const std::string& to : targets) EXPECT_NE(to, gone) << key;
        const auto now = targets_of(m), old = targets_of(before);
        for (std::size_t v = 0; v < m.vertices.size(); ++v) {
            const std::string key = "vertex " + std::to_string(m.vertices.edge_scales()[v]);
            for (std::size_t k = 0; k < now.at(key).size(); ++k)
                if (old.at(key)[k] != gone) {
                    EXPECT_EQ(now.at(key)[k], old.at(key)[k]);
                }
        }
    }
}

TEST_P(Structure, HostileModelsAreRefusedOrChangedButNeverLost) {
    const Model before = test::random_model(GetParam(), 9); // index counts and references of any value
    for (const auto policy : {References::refuse, References::none, References::reparent}) {
        Model m = before;
        const auto report = apply(m, Remove{.materials = {"*"},
                                            .bones = {"*"},
                                            .morphs = {"*"},
                                            .rigid_bodies = {"*"},
                                            .references = policy,
                                            .bones_of_materials = true});
        if (report) {
            EXPECT_TRUE(m.bones.empty() && m.materials.empty() && m.morphs.empty() && m.rigid_bodies.empty());
        } else {
            EXPECT_TRUE(m == before);
        }
    }
}

/// Parents 根 > 胴 > 腕 > 手; a triangle at each; IK, append, tail and a body at the arm.
Model small() {
    Model m;
    const auto text = [](const char* utf8) { return test::utf16(utf8); };
    const auto bone = [&](const char* name, std::int32_t parent, Vec3 at) {
        Bone b;
        b.name = text(name);
        b.english_name = text((std::string("bone ") + std::to_string(m.bones.size())).c_str());
        b.parent.value = parent;
        b.position = at;
        m.bones.push_back(std::move(b));
    };
    bone("根", -1, {0, 0, 0});
    bone("胴", 0, {0, 1, 0});
    bone("腕", 1, {1, 1, 0});
    bone("手", 2, {2, 1, 0});
    bone("ＩＫ", 0, {2, 1, 0});
    m.bones[1].flags.set(BoneFlag::tail_is_bone);
    m.bones[1].tail_bone.value = 2;
    m.bones[3].flags.set(BoneFlag::append_rotation);
    m.bones[3].append = {Index<Bone>(2), 0.5F};
    m.bones[4].flags.set(BoneFlag::ik);
    Ik& ik = m.bones[4].ik.get_or_make();
    ik.target.value = 3;
    ik.links.push_back(Index<Bone>(2), {{-1, 0, 0}, {1, 0, 0}});
    ik.links.push_back({Index<Bone>(1), 0});
    for (std::int32_t i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) {
            Vertex v;
            v.bones[0].value = i;
            m.vertices.push_back(v);
            m.faces.push_back(Index<Vertex>(3 * i + k));
        }
        Material material;
        material.name = text((std::string("材") + std::to_string(i)).c_str());
        material.index_count = 3;
        m.materials.push_back(material);
    }
    m.materials[2].texture.value = 0;
    m.materials[3].texture.value = 1;
    m.materials[1].sphere_texture.value = 1;
    m.textures = {text("a.png"), text("b.png")};
    RigidBody body;
    body.name = text("腕");
    body.bone.value = 2;
    m.rigid_bodies = {body, body};
    m.rigid_bodies[1].mode = RigidMode::physics;
    Joint joint;
    joint.rigid_body_a.value = 0;
    joint.rigid_body_b.value = 1;
    m.joints.push_back(joint);
    Morph morph;
    morph.name = text("曲げ");
    morph.type = MorphType::bone;
    morph.offsets.as<BoneOffset>().push_back({Index<Bone>(2), {}, {}});
    m.morphs.push_back(morph);
    Morph group;
    group.name = text("組");
    group.type = MorphType::group;
    group.offsets.as<GroupOffset>().push_back({Index<Morph>(0), 1});
    m.morphs.push_back(group);
    DisplayFrame frame;
    frame.name = text("腕");
    frame.elements.push_back(FrameElement(Index<Bone>(2)));
    m.display_frames.push_back(frame);
    return m;
}

TEST(RemoveBone, IsRefusedWhileItIsUsed) {
    const Error error = refusal(small(), Remove{.bones = {"腕"}});
    EXPECT_EQ(error.code, Code::still_used);
    EXPECT_NE(error.message().find("bone 腕"), std::string::npos) << error.message();
    for (const char* by :
         {"vertices (3)", "children (1)", "tails (1)", "appends (1)", "IK links (1)", "rigid bodies (2)", "offsets of morphs (1)"})
        EXPECT_NE(error.message().find(by), std::string::npos) << by << ": " << error.message();
}

TEST(RemoveBone, HandsOverToItsParent) {
    Model m = small();
    const Report report = done(m, Remove{.bones = {"腕"}, .references = References::reparent});
    ASSERT_EQ(m.bones.size(), 4U);
    EXPECT_EQ(tag(m, m.bones[2].name), "手");
    EXPECT_EQ(m.bones[2].parent.value, 1);
    EXPECT_FALSE(m.bones[1].flags.has(BoneFlag::tail_is_bone));
    EXPECT_EQ(m.bones[1].tail_offset, (Vec3{1, 0, 0}));
    EXPECT_FALSE(m.bones[2].flags.has(BoneFlag::append_rotation));
    ASSERT_TRUE(m.bones[3].ik);
    EXPECT_EQ(m.bones[3].ik->target.value, 2);
    ASSERT_EQ(m.bones[3].ik->links.size(), 1U);
    EXPECT_EQ(m.bones[3].ik->links.links()[0].bone.value, 1);
    EXPECT_TRUE(m.bones[3].ik->links.limits().empty());
    EXPECT_EQ(m.vertices.bones()[6][0].value, 1);
    EXPECT_EQ(m.vertices.bones()[9][0].value, 2);
    EXPECT_EQ(m.rigid_bodies[0].bone.value, 1);
    EXPECT_EQ(m.rigid_bodies[1].bone.value, -1);
    EXPECT_TRUE(m.morphs.empty()); // the bone morph had nothing else, and the group nothing but it
    EXPECT_TRUE(m.display_frames.empty());
    EXPECT_EQ(report.changes.front(), (Change{"/bones", "removed: 腕", 1}));
}

TEST(RemoveBone, LeavesNoneInItsPlace) {
    Model m = small();
    done(m, Remove{.bones = {"腕"}, .references = References::none, .belongings = false});
    EXPECT_EQ(m.bones[2].parent.value, -1);
    EXPECT_TRUE(m.bones[1].flags.has(BoneFlag::tail_is_bone));
    EXPECT_EQ(m.bones[1].tail_bone.value, -1);
    EXPECT_EQ(m.bones[2].append.parent.value, -1);
    EXPECT_EQ(m.vertices.bones()[6][0].value, -1);
    EXPECT_EQ(m.rigid_bodies[0].bone.value, -1);
    EXPECT_EQ(m.morphs.size(), 2U);
    EXPECT_EQ(m.display_frames.size(), 1U);
}

TEST(RemoveBone, ATargetThatGoesTakesItsIkWithIt) {
    Model m = small();
    done(m, Remove{.bones = {"手"}, .references = References::reparent});
    EXPECT_FALSE(m.bones[3].flags.has(BoneFlag::ik));
    Model other = small();
    done(other, Remove{.bones = {"手"}, .references = References::none});
    EXPECT_EQ(other.bones[3].ik->target.value, -1);
}

TEST(RemoveBone, TheOtherIkLinksKeepTheirLimits) {
    Model m = small();
    m.bones[4].ik->links.links()[0].limited = 7;
    std::swap(m.bones[4].ik->links.links()[0].bone, m.bones[4].ik->links.links()[1].bone);
    m.bones[4].ik->links.push_back(Index<Bone>(0), {{-3, 0, 0}, {3, 0, 0}});
    Model cut = m;
    done(cut, Remove{.bones = {"腕"}, .references = References::reparent}); // the second of three
    const IkLinks& links = cut.bones[3].ik->links;
    ASSERT_EQ(links.size(), 2U);
    EXPECT_EQ(links[0].limited, 7);
    EXPECT_EQ(links[0].limit_min(), (Vec3{-1, 0, 0}));
    EXPECT_EQ(links[1].bone.value, 0);
    EXPECT_EQ(links[1].limit_max(), (Vec3{3, 0, 0}));
}

TEST(RemoveBone, OfARootHasNobodyToHandOverTo) {
    EXPECT_EQ(refusal(small(), Remove{.bones = {"根"}, .references = References::reparent}).code, Code::no_parent_left);
}

TEST(RemoveMaterial, GoesWithWhatIsItsOwn) {
    Model m = small();
    const Report report = done(m, Remove{.materials = {"材2"}});
    EXPECT_EQ(m.materials.size(), 3U);
    EXPECT_EQ(m.vertices.size(), 9U);
    EXPECT_EQ(m.faces.size(), 9U);
    EXPECT_EQ(m.faces[8].value, 8);
    EXPECT_EQ(m.vertices.bones()[6][0].value, 3);
    ASSERT_EQ(m.textures.size(), 1U);
    EXPECT_EQ(m.materials[2].texture.value, 0);
    EXPECT_EQ(m.materials[1].sphere_texture.value, 0);
    EXPECT_EQ(m.bones.size(), 5U);
    EXPECT_EQ(report.consequences.front(), (Change{"/faces", "removed", 1}));
    Model other = small();
    done(other, Remove{.materials = {"材3"}, .references = References::reparent, .bones_of_materials = true});
    EXPECT_EQ(other.textures.size(), 2U); // the sphere of another one
    EXPECT_EQ(other.bones.size(), 4U);    // without 手
    EXPECT_FALSE(other.bones[3].flags.has(BoneFlag::ik));
}

TEST(RemoveMaterial, WithCountsThatDoNotFitIsRefused) {
    Model m = small();
    m.materials[1].index_count = -3;
    EXPECT_EQ(refusal(m, Remove{.materials = {"材2"}}).code, Code::faces_overrun);
    m.materials[1].index_count = 300;
    EXPECT_EQ(refusal(m, Remove{.materials = {"材0"}}).path, "/materials/1/index_count");
    EXPECT_EQ(refusal(m, Reorder{.list = ListKind::materials, .elements = {"材0"}}).code, Code::faces_overrun);
}

TEST(Selectors, ByNameNumberEnglishNameAndPattern) {
    const auto left = [](std::vector<std::string> selectors) {
        Model m = small();
        for (Bone& bone : m.bones) bone.parent.value = -1;
        done(m, Remove{.bones = std::move(selectors), .references = References::none});
        std::string names;
        for (const Bone& bone : m.bones) names += tag(m, bone.name);
        return names;
    };
    EXPECT_EQ(left({"手"}), "根胴腕ＩＫ");
    EXPECT_EQ(left({"#1-2"}), "根手ＩＫ");
    EXPECT_EQ(left({"bone 3", "#0"}), "胴腕ＩＫ");
    EXPECT_EQ(left({"?"}), "ＩＫ");
    const Error beyond = refusal(small(), Remove{.bones = {"#5"}});
    EXPECT_EQ(beyond.code, Code::nothing_selected);
    EXPECT_NE(beyond.message().find("#0 to #4"), std::string::npos);
    EXPECT_NE(refusal(small(), Remove{.bones = {"胸"}}).message().find("the nearest is"), std::string::npos);
    for (const char* odd : {"#", "#-1", "#1-", "#2-1", "#1x", "#99999999999999999999", ""})
        EXPECT_EQ(refusal(small(), Remove{.bones = {odd}}).code, Code::nothing_selected) << odd;
    EXPECT_EQ(refusal(small(), Reparent{.bones = {"手"}, .parent = "*"}).code, Code::path_ambiguous);
    EXPECT_EQ(refusal(Model{}, Reparent{.bones = {"手"}}).code, Code::nothing_selected);
    EXPECT_EQ(refusal(small(), Remove{}).code, Code::value_range);
}

TEST(ReparentBones, RefusesACircle) {
    Model m = small();
    EXPECT_EQ(refusal(m, Reparent{.bones = {"胴"}, .parent = "手"}).code, Code::value_range);
    EXPECT_EQ(refusal(m, Reparent{.bones = {"胴"}, .parent = "胴"}).code, Code::value_range);
    const Model before = m;
    done(m, Reparent{.bones = {"手"}, .parent = "根"});
    const auto differences = test::by_number(before, m);
    ASSERT_EQ(differences.size(), 1U);
    EXPECT_EQ(differences[0], (Difference{"/bones/3/parent", "2", "0", {}}));
    done(m, Reparent{.bones = {"手"}, .parent = "腕"});
    EXPECT_TRUE(m == before);
    m.bones[0].parent.value = 3; // a circle that is there already ends the walk
    EXPECT_EQ(refusal(m, Reparent{.bones = {"手"}, .parent = "胴"}).code, Code::value_range);
}

TEST(MoveBonesBy, TakesTheChildrenAlong) {
    Model m = small();
    const Model before = m;
    done(m, MoveBones{.bones = {"腕"}, .by = {0, 0.5F, 0}});
    EXPECT_EQ(test::by_number(before, m), (std::vector<Difference>{{"/bones/2/position", "[1, 1, 0]", "[1, 1.5, 0]", {}},
                                                                   {"/bones/3/position", "[2, 1, 0]", "[2, 1.5, 0]", {}}}));
    Model alone = before;
    done(alone, MoveBones{.bones = {"腕"}, .by = {0, 0.5F, 0}, .children = false});
    EXPECT_EQ(test::by_number(before, alone).size(), 1U);
    Model still = before;
    still.bones[2].position.x = -0.0F;
    const Model zero = still;
    done(still, MoveBones{.bones = {"*"}});
    EXPECT_TRUE(still == zero);
    EXPECT_EQ(refusal(m, MoveBones{.bones = {"腕"}, .by = {std::nanf(""), 0, 0}}).code, Code::value_range);
}

TEST(InsertABone, StandsWhereItIsAskedTo) {
    Model m = small();
    done(m, InsertBone{.name = "肩", .position = {0.5F, 1, 0}, .parent = "胴", .before = "腕", .display_frame = "腕"});
    EXPECT_EQ(tag(m, m.bones[2].name), "肩");
    EXPECT_EQ(m.bones[2].parent.value, 1);
    EXPECT_EQ(m.bones[1].tail_bone.value, 3);
    ASSERT_EQ(m.display_frames[0].elements.size(), 2U);
    EXPECT_EQ(m.display_frames[0].elements[0].bone.value, 3);
    EXPECT_EQ(m.display_frames[0].elements[1].bone.value, 2);
    EXPECT_EQ(refusal(m, InsertBone{}).code, Code::name_empty);
    EXPECT_EQ(refusal(m, InsertBone{.name = "x", .parent = "無い"}).code, Code::nothing_selected);
    EXPECT_EQ(refusal(m, InsertBone{.name = "\xFF"}).code, Code::text_not_utf8);
}

TEST(StructureOfADamagedModel, IsNotChanged) {
    const Bytes whole = bytes_of(small());
    auto damaged = pmx::read(std::span(whole).first(whole.size() - 3), {.keep = true});
    ASSERT_TRUE(damaged && damaged->damage);
    EXPECT_EQ(refusal(*damaged, Remove{.bones = {"手"}}).code, Code::beyond_damage);
    EXPECT_EQ(refusal(*damaged, Reorder{.elements = {"手"}}).code, Code::beyond_damage);
    EXPECT_EQ(refusal(*damaged, InsertBone{.name = "x"}).code, Code::beyond_damage);
}

} // namespace
} // namespace kagami::edit

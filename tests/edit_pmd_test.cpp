// Operations on the structure of PMD models: no reference points anywhere else than before, English names stay with what
// they name, and bodies where they are.
#include "by_number.hpp"
#include "kagami/edit_table.hpp"
#include "kagami/json.hpp"
#include "pmd_wired.hpp"

namespace kagami::edit {
namespace {

using namespace pmd;
using test::bytes_of;
using test::cp932;
using test::dangling;
using test::done;
using test::english_of;
using test::number;
using test::places_of_bodies;
using test::refusal;
using test::shown;
using test::small_pmd;
using test::Targets;
using test::targets_of;
using test::wired_pmd;
using All = std::map<std::string, Targets>;

bool has(const Report& report, std::string_view path, std::string_view what, std::size_t n) {
    return std::ranges::find(report.consequences, Change{std::string(path), std::string(what), n}) != report.consequences.end();
}

/// Whether a bone's tail or reference names another one.
bool names(const Model& m, std::size_t named) {
    return std::ranges::any_of(m.bones, [&](const Bone& bone) {
        return std::cmp_equal(bone.tail.value, named) ||
               (bone.type != BoneType::follow_rotation && std::cmp_equal(bone.reference.value, named));
    });
}

class PmdStructure : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Seeds, PmdStructure, testing::Range<std::uint64_t>(0, 80));

TEST_P(PmdStructure, ReorderingMovesNoReference) {
    const Model before = wired_pmd(GetParam());
    std::mt19937_64 random(GetParam());
    const auto try_list = [&](ListKind kind, std::size_t size) {
        if (size < 2) return;
        Model m = before;
        const std::size_t moved = random() % size, target = (moved + 1 + random() % (size - 1)) % size;
        const Reorder there{.list = kind, .elements = {number(moved)}, .before = number(target)};
        const std::size_t new_first = target == 0 ? moved : moved == 0 && target != 1 ? 1 : 0;
        if (new_first != 0 && (kind == ListKind::morphs || (kind == ListKind::bones && names(before, new_first)))) {
            EXPECT_EQ(refusal(before, there).code, Code::value_range);
            return;
        }
        done(m, there);
        EXPECT_EQ(targets_of(m), targets_of(before));
        EXPECT_EQ(english_of(m), english_of(before));
        EXPECT_EQ(places_of_bodies(m), places_of_bodies(before));
        const std::size_t now = moved < target ? target - 1 : target;
        const bool was_last = moved + 1 == size;
        const std::size_t back = now <= moved ? moved + 1 : moved; // the number of what stood behind it
        const Reorder again{.list = kind, .elements = {number(now)}, .before = was_last ? "" : number(back)};
        if (kind == ListKind::bones && moved == 0 && names(m, now)) return; // it could be no tail there
        done(m, again);
        EXPECT_TRUE(m == before) << static_cast<int>(kind) << ' ' << moved << ' ' << target;
    };
    try_list(ListKind::materials, before.materials.size());
    try_list(ListKind::bones, before.bones.size());
    try_list(ListKind::morphs, before.morphs.size());
    try_list(ListKind::display_frames, before.frame_names.size());
    try_list(ListKind::rigid_bodies, before.rigid_bodies.size());
    try_list(ListKind::joints, before.joints.size());
}

TEST_P(PmdStructure, InsertedAndRemovedAgainIsTheSameAgain) {
    const Model before = wired_pmd(GetParam());
    const auto targets = targets_of(before);
    for (std::size_t at = 0; at <= before.bones.size(); ++at) {
        Model m = before;
        done(m, InsertBone{.name = "新骨", .position = {1, 2, 3}, .before = at < before.bones.size() ? number(at) : ""});
        auto now = targets_of(m);
        EXPECT_EQ(now.erase("bone 新骨"), 1U);
        EXPECT_EQ(now, targets);
        EXPECT_EQ(places_of_bodies(m), places_of_bodies(before));
        auto english = english_of(m);
        EXPECT_EQ(english.erase("新骨"), english_of(before).empty() && english.empty() ? 0U : 1U);
        EXPECT_EQ(english, english_of(before));
        if (at == 0 && names(m, 1)) { // as it was asked for, bone 0 was a tail before only by being none
            EXPECT_EQ(refusal(m, Remove{.bones = {"新骨"}}).code, Code::value_range);
            continue;
        }
        done(m, Remove{.bones = {"新骨"}});
        EXPECT_EQ(targets_of(m), targets);
        EXPECT_EQ(bytes_of(m).size(), bytes_of(before).size());
    }
}

/// Without what is gone and references to it; what a removal may leave of `all`.
All left_of(All all, const All& left) {
    std::erase_if(all, [&](const auto& entry) {
        const std::string& key = entry.first;
        return !left.contains(key) && !key.starts_with("faces behind");
    });
    for (auto& [key, targets] : all)
        std::erase_if(targets, [&](const std::string& to) {
            const bool is_record = !to.starts_with("base vertex"); // which have no key of their own
            return to.ends_with(" none") || (is_record && !to.ends_with(" beyond") && !left.contains(to));
        });
    std::erase_if(all, [](const auto& entry) { return entry.second.empty(); });
    return all;
}

TEST_P(PmdStructure, RemovingTakesOutWhatItSaysAndMovesNoOtherReference) {
    Model before = wired_pmd(GetParam());
    std::mt19937_64 random(GetParam());
    const auto one_of = [&](std::size_t size) { return size == 0 ? std::vector<std::string>{} : std::vector{number(random() % size)}; };
    const auto some_morph = [&]() -> std::vector<std::string> {
        if (before.morphs.size() < 2) return {};
        return {number(1 + random() % (before.morphs.size() - 1))};
    };
    const Remove bone{.bones = one_of(before.bones.size()), .references = References::none};
    for (const Remove& remove :
         {Remove{.materials = one_of(before.materials.size())}, Remove{.materials = one_of(before.materials.size()), .belongings = false},
          bone, Remove{.morphs = some_morph()}, Remove{.display_frames = one_of(before.frame_names.size())},
          Remove{.rigid_bodies = one_of(before.rigid_bodies.size())}, Remove{.joints = one_of(before.joints.size())}}) {
        Model start = before;
        if (!remove.bones.empty()) { // no vertex may need it
            const auto gone = std::stoi(remove.bones[0].substr(1));
            for (auto& bones : start.vertices.bones())
                for (Index<Bone>& index : bones)
                    if (index.value == gone) index.value = before.bones.size() > 1 && gone == 0 ? 1 : 0;
            if (before.bones.size() == 1 && !start.vertices.empty()) continue;
        }
        Model m = start;
        if (!apply(m, remove)) {
            EXPECT_TRUE(m == start); // nothing to remove from an empty list
            continue;
        }
        EXPECT_TRUE(pmd::read(bytes_of(m)) == m);
        const auto now = targets_of(m);
        auto expected = left_of(targets_of(start), now), found = left_of(now, now);
        for (All* all : {&expected, &found})
            std::erase_if(*all, [&](const auto& entry) {
                return remove.materials.size() == 1 && entry.first == "faces " + std::to_string(std::stof(remove.materials[0].substr(1)));
            });
        if (!remove.materials.empty()) { // offsets go with the vertices of the material
            for (auto& [key, targets] : expected)
                std::erase_if(targets, [&](const std::string& to) {
                    const auto base = now.find("morph 表0");
                    if (!to.starts_with("base vertex") || to.ends_with("beyond")) return false;
                    return base == now.end() || std::ranges::find(found[key], to) == found[key].end();
                });
            std::erase_if(expected, [](const auto& entry) { return entry.second.empty(); });
        }
        if (remove.bones.size() == 1 && remove.bones[0] == "#0") // what named the new bone 0 says none now
            for (auto& [key, targets] : expected)
                if (key.starts_with("bone ") && targets != found[key]) {
                    const auto gone = "bone " + shown(m.bones[0].name.bytes());
                    std::erase(targets, gone);
                    std::erase(found[key], gone);
                }
        for (All* all : {&expected, &found}) std::erase_if(*all, [](const auto& entry) { return entry.second.empty(); });
        EXPECT_EQ(found, expected);
        EXPECT_LE(dangling(m), dangling(start));
        const auto names_before = english_of(start);
        for (const auto& [of, name] : english_of(m)) EXPECT_EQ(names_before.at(of), name);
        const auto places_before = places_of_bodies(start);
        for (const auto& [of, place] : places_of_bodies(m)) EXPECT_EQ(places_before.at(of), place);
        EXPECT_EQ(m.bones.size() + remove.bones.size(), before.bones.size());
        EXPECT_EQ(m.materials.size() + remove.materials.size(), before.materials.size());
        EXPECT_EQ(m.rigid_bodies.size() + remove.rigid_bodies.size(), before.rigid_bodies.size());
        EXPECT_GE(before.morphs.size(), m.morphs.size() + remove.morphs.size());
        for (std::size_t v = 0; v < m.vertices.size(); ++v)
            EXPECT_EQ(m.vertices.weights()[v], start.vertices.weights()[static_cast<std::size_t>(m.vertices.positions()[v].x)]);
    }
}

TEST_P(PmdStructure, OffsetsGoWithTheVerticesOfTheirMaterial) {
    const Model before = wired_pmd(GetParam());
    Model m = before;
    if (before.materials.empty()) return;
    done(m, Remove{.materials = {"#0"}});
    // Of the base all are left whose vertex is, or was not there; of the others all whose entry of the base is.
    const auto left = [&](const Model& of) {
        std::map<float, float> vertices; // what an offset, by its own number, moves
        for (const Morph& morph : of.morphs)
            for (const VertexOffset& offset : morph.offsets)
                if (offset.base_vertex.within(of.morphs[0].base_vertices.size()))
                    vertices[offset.offset.x] = of.morphs[0].base_vertices[static_cast<std::size_t>(offset.base_vertex.value)].position.x;
        return vertices;
    };
    std::vector<float> gone; // of the base
    const auto targets = targets_of(m);
    if (!before.morphs.empty())
        for (const BaseVertex& vertex : before.morphs[0].base_vertices)
            if (vertex.vertex.within(before.vertices.size()) && !targets.contains(test::tag_of(before, vertex.vertex)))
                gone.push_back(vertex.position.x);
    auto expected = left(before);
    std::erase_if(expected, [&](const auto& entry) { return std::ranges::find(gone, entry.second) != gone.end(); });
    EXPECT_EQ(left(m), expected);
    if (!m.morphs.empty()) {
        EXPECT_EQ(m.morphs[0].panel, MorphPanel::base);
        EXPECT_EQ(m.morphs[0].base_vertices.size() + gone.size(), before.morphs[0].base_vertices.size());
    }
}

TEST_P(PmdStructure, NothingOfARemovedBoneIsLeftWithAParentInItsPlace) {
    const Model before = wired_pmd(GetParam());
    const auto old = targets_of(before);
    for (std::size_t i = 0; i < before.bones.size(); ++i) {
        Model m = before;
        const auto report = apply(m, Remove{.bones = {number(i)}, .references = References::reparent});
        if (!report) {
            EXPECT_EQ(report.error().code, Code::no_parent_left);
            continue;
        }
        EXPECT_TRUE(pmd::read(bytes_of(m)) == m);
        const std::string gone = "bone " + shown(before.bones[i].name.bytes());
        const auto now = targets_of(m);
        for (const auto& [key, targets] : now)
            for (const std::string& to : targets) EXPECT_NE(to, gone) << key;
        for (std::size_t v = 0; v < m.vertices.size(); ++v) {
            const std::string key = "vertex " + std::to_string(m.vertices.positions()[v].x);
            for (std::size_t k = 0; k < 2; ++k)
                if (old.at(key)[k] != gone) {
                    EXPECT_EQ(now.at(key)[k], old.at(key)[k]);
                }
        }
        EXPECT_LE(dangling(m), dangling(before));
        EXPECT_EQ(places_of_bodies(m), places_of_bodies(before));
        for (const Bone& bone : m.bones) // a tail of none stays none
            for (const Bone& was : before.bones)
                if (bone.name == was.name && was.tail.value == 0) {
                    EXPECT_EQ(bone.tail.value, 0);
                }
        const auto english = english_of(before);
        for (const auto& [of, name] : english_of(m)) EXPECT_EQ(english.at(of), name);
    }
}

TEST_P(PmdStructure, MovedBonesLeaveTheirBodiesWhereTheyAre) {
    const Model before = wired_pmd(GetParam());
    for (std::size_t i = 0; i < before.bones.size(); ++i) {
        Model m = before;
        done(m, MoveBones{.bones = {number(i)}, .by = {0.25F, -4, 0}, .children = i % 2 == 0});
        EXPECT_EQ(places_of_bodies(m), places_of_bodies(before));
        EXPECT_EQ(targets_of(m), targets_of(before));
        EXPECT_EQ(m.bones[i].position,
                  (Vec3{before.bones[i].position.x + 0.25F, before.bones[i].position.y - 4, before.bones[i].position.z}));
        done(m, MoveBones{.bones = {number(i)}, .by = {-0.25F, 4, 0}, .children = i % 2 == 0});
        EXPECT_TRUE(m == before);
    }
}

TEST_P(PmdStructure, NeutralParametersChangeNothing) {
    const Model before = wired_pmd(GetParam());
    Model m = before;
    done(m, MoveBones{.bones = {"*"}});
    done(m, Reorder{.list = ListKind::bones, .elements = {"*"}});
    if (m.morphs.size() > 1) done(m, Reorder{.list = ListKind::morphs, .elements = {"#0"}, .before = "#1"});
    for (std::size_t i = 0; i < m.bones.size(); ++i) {
        const std::int32_t parent = before.bones[i].parent.value;
        if (parent >= 0 && !m.bones[i].parent.within(m.bones.size())) continue;
        if (const auto report =
                apply(m, Reparent{.bones = {number(i)}, .parent = parent < 0 ? "" : number(static_cast<std::size_t>(parent))});
            !report) {
            EXPECT_EQ(report.error().code, Code::value_range); // parents in a circle
        }
    }
    EXPECT_TRUE(m == before);
}

TEST_P(PmdStructure, HostileModelsAreRefusedOrChangedButNeverLost) {
    const auto before = test::random_document<Model>(GetParam(), 9); // index counts and references of any value
    for (const auto policy : {References::refuse, References::none, References::reparent}) {
        const std::vector<std::string> all{"*"};
        for (const Remove& remove : {Remove{.materials = all, .bones = all, .morphs = all, .rigid_bodies = all, .references = policy},
                                     Remove{.bones = all, .references = policy, .belongings = false},
                                     Remove{.materials = all, .references = policy, .bones_of_materials = true},
                                     Remove{.morphs = {"#0"}, .references = policy}, Remove{.bones = {"#0"}, .references = policy}}) {
            Model m = before;
            const auto report = apply(m, remove);
            if (!report) {
                EXPECT_TRUE(m == before);
            } else if (const auto bytes = write(m)) {
                EXPECT_TRUE(pmd::read(*bytes) == m);
            } else {
                ADD_FAILURE() << test::message(bytes);
            }
        }
    }
    for (const ListKind list : {ListKind::materials, ListKind::bones, ListKind::morphs, ListKind::display_frames, ListKind::rigid_bodies}) {
        Model m = before;
        if (apply(m, Reorder{.list = list, .elements = {"#1"}, .before = "#0"})) {
            EXPECT_TRUE(pmd::read(bytes_of(m)) == m);
        }
    }
    Model m = before;
    if (apply(m, InsertBone{.name = "x", .before = "#0"})) {
        EXPECT_TRUE(pmd::read(bytes_of(m)) == m);
    }
}

// ------------------------------------------------------------------------------------------------ by hand

TEST(PmdRemoveBone, IsRefusedWhileItIsUsed) {
    const Error error = refusal(small_pmd(), Remove{.bones = {"腕"}});
    EXPECT_EQ(error.code, Code::still_used);
    for (const char* by : {"bone 腕", "vertices (3)", "children (1)", "tails (1)", "followed rotations (1)", "references (1)",
                           "IK links (1)", "rigid bodies (2)"})
        EXPECT_NE(error.message().find(by), std::string::npos) << by << ": " << error.message();
    EXPECT_NE(refusal(small_pmd(), Remove{.bones = {"手"}}).message().find("IK targets (1)"), std::string::npos);
}

TEST(PmdRemoveBone, HandsOverToItsParent) {
    Model m = small_pmd();
    const auto places = places_of_bodies(m);
    const Report report = done(m, Remove{.bones = {"腕"}, .references = References::reparent});
    ASSERT_EQ(m.bones.size(), 5U);
    EXPECT_EQ(m.bones[1].tail.value, 0);
    EXPECT_EQ(m.bones[2].parent.value, 1);
    EXPECT_EQ(m.bones[2].type, BoneType::rotate); // it has nothing to follow
    EXPECT_EQ(m.bones[2].reference.value, 0);
    EXPECT_EQ(m.bones[3].tail.value, 2);
    EXPECT_EQ(m.bones[4].type, BoneType::hidden);
    EXPECT_EQ(m.bones[4].tail.value, 0);
    EXPECT_EQ(m.bones[4].reference.value, 0);
    ASSERT_EQ(m.iks.size(), 1U);
    EXPECT_EQ(m.iks[0].bone.value, 3);
    EXPECT_EQ(m.iks[0].target.value, 2);
    ASSERT_EQ(m.iks[0].links.size(), 1U);
    EXPECT_EQ(std::as_const(m.iks[0]).links[0].value, 1);
    EXPECT_EQ(m.vertices.bones()[6][0].value, 1);
    EXPECT_EQ(m.vertices.bones()[9][0].value, 2);
    EXPECT_EQ(m.rigid_bodies[0].bone.value, 1);
    EXPECT_EQ(m.rigid_bodies[0].position, (Vec3{1.5F, 0, 0}));
    EXPECT_EQ(m.rigid_bodies[1].bone.value, -1);
    EXPECT_EQ(m.rigid_bodies[1].position, (Vec3{1.5F, 1, 0}));
    EXPECT_EQ(places_of_bodies(m), places);
    ASSERT_EQ(m.frame_names.size(), 2U); // without that which listed nothing but the arm
    EXPECT_EQ(m.frame_bones.size(), 2U);
    EXPECT_EQ(m.frame_bones[1].frame, 2);
    EXPECT_EQ(m.english->frame_names[1].bytes(), "others");
    EXPECT_EQ(m.english->bone_names[2].bytes(), "bone 3");
    EXPECT_EQ(report.changes.front(), (Change{"/bones", "removed: 腕", 1}));
    EXPECT_TRUE(has(report, "/bones", "of another type, since it needs that bone", 2));
}

TEST(PmdRemoveBone, NoneIsNotForVertices) {
    const Error error = refusal(small_pmd(), Remove{.bones = {"腕"}, .references = References::none});
    EXPECT_EQ(error.code, Code::value_range);
    EXPECT_EQ(error.arguments.front(), "references");
    Model m = small_pmd();
    for (auto& bones : m.vertices.bones()) bones = {Index<Bone>(1), Index<Bone>(2)}; // of no weight
    done(m, Remove{.bones = {"腕"}, .references = References::none, .belongings = false});
    EXPECT_EQ(m.vertices.bones()[0][1].value, 0);
    EXPECT_EQ(m.bones[2].parent.value, -1);
    EXPECT_EQ(m.bones[2].type, BoneType::under_rotation);
    EXPECT_EQ(m.bones[2].reference.value, 0);
    EXPECT_EQ(m.bones[4].type, BoneType::follow_rotation);
    EXPECT_EQ(m.bones[4].percent, 50);
    EXPECT_EQ(m.bones[4].tail.value, 0);
    EXPECT_EQ(m.rigid_bodies[0].bone.value, -1);
    EXPECT_EQ(m.frame_names.size(), 3U);
    done(m, Remove{.bones = {"手"}, .references = References::none});
    EXPECT_TRUE(m.iks.empty()); // it cannot be without a target
}

TEST(PmdRemoveBone, IkGoesWithItsBoneOrItsTarget) {
    Model m = small_pmd();
    done(m, Remove{.bones = {"ＩＫ"}});
    EXPECT_TRUE(m.iks.empty());
    Model other = small_pmd();
    const Report report = done(other, Remove{.bones = {"手"}, .references = References::reparent});
    EXPECT_TRUE(other.iks.empty());
    EXPECT_EQ(other.bones[3].type, BoneType::rotate_and_move);
    EXPECT_EQ(other.bones[2].type, BoneType::rotate); // a twist needs its tail
    EXPECT_TRUE(has(report, "/iks", "removed with their target", 1));
}

TEST(PmdRemoveBone, OfARootHasNobodyToHandOverTo) {
    const Error error = refusal(small_pmd(), Remove{.bones = {"センター"}, .references = References::reparent});
    EXPECT_EQ(error.code, Code::no_parent_left);
}

TEST(PmdRemoveBone, WhatBecomesBone0IsNobodysTail) {
    Model m = small_pmd();
    for (auto& bones : m.vertices.bones())
        for (Index<Bone>& bone : bones) bone.value = std::max(bone.value, 1);
    m.bones[3].tail.value = 1;
    const auto places = places_of_bodies(m);
    Model changed = m;
    const Report report = done(changed, Remove{.bones = {"センター"}, .references = References::reparent});
    EXPECT_EQ(changed.bones[2].tail.value, 0);
    EXPECT_TRUE(has(report, "/bones", "tails and references at no bone, since theirs is bone 0 now", 1));
    EXPECT_EQ(places_of_bodies(changed), places); // also the body of no bone, which lay at センター
    EXPECT_EQ(changed.rigid_bodies[2].position, (Vec3{0.5F, -1, 0}));
    m.bones[1].parent.value = m.bones[4].parent.value = -1;
    m.bones[0].tail.value = 0;
    const Error error = refusal(m, Remove{.bones = {"センター"}});
    EXPECT_EQ(error.code, Code::value_range);
    EXPECT_NE(error.message().find("胴"), std::string::npos) << error.message();
    m.bones[3].tail.value = 0;
    done(m, Remove{.bones = {"センター"}});
}

TEST(PmdRemoveMorph, TheBaseStaysWhileItIsNeeded) {
    const Error error = refusal(small_pmd(), Remove{.morphs = {"base"}});
    EXPECT_EQ(error.code, Code::still_used);
    EXPECT_NE(error.message().find("morph base"), std::string::npos) << error.message();
    EXPECT_NE(error.message().find("offsets of morphs (3)"), std::string::npos) << error.message();
    Model m = small_pmd();
    done(m, Remove{.morphs = {"始"}});
    EXPECT_EQ(m.english->morph_names.front().bytes(), "last");
    ASSERT_EQ(m.morph_list.size(), 1U);
    EXPECT_EQ(m.morph_list[0].value, 1);
    EXPECT_EQ(m.morphs[0].base_vertices.size(), 3U);
    done(m, Remove{.morphs = {"*"}});
    EXPECT_TRUE(m.morphs.empty() && m.english->morph_names.empty() && m.morph_list.empty());
    Model without = small_pmd();
    done(without, Remove{.morphs = {"base"}, .references = References::reparent});
    EXPECT_TRUE(without.morphs.empty()); // they had nothing but offsets to it
    Model empty = small_pmd();
    const Report report = done(empty, Remove{.morphs = {"base"}, .references = References::reparent, .belongings = false});
    EXPECT_EQ(empty.morphs.size(), 2U);
    EXPECT_EQ(empty.english->morph_names.size(), 1U);
    EXPECT_TRUE(has(report, "/english/morph_names", "lost, since the first morph has none", 1));
}

TEST(PmdRemoveMaterial, GoesWithWhatIsItsOwn) {
    Model m = small_pmd();
    const Report report = done(m, Remove{.materials = {"材質1"}});
    EXPECT_EQ(m.materials.size(), 3U);
    EXPECT_EQ(m.vertices.size(), 9U);
    EXPECT_EQ(m.faces[0].value, 0);
    EXPECT_EQ(m.vertices.bones()[0][0].value, 1);
    ASSERT_EQ(m.morphs.size(), 2U); // without 始
    ASSERT_EQ(m.morphs[0].base_vertices.size(), 1U);
    EXPECT_EQ(std::as_const(m.morphs[0]).base_vertices[0].vertex.value, 6);
    EXPECT_EQ(std::as_const(m.morphs[1]).offsets[0].base_vertex.value, 0);
    EXPECT_EQ(m.english->morph_names.size(), 1U);
    EXPECT_EQ(m.english->morph_names[0].bytes(), "last");
    EXPECT_EQ(m.bones.size(), 6U);
    EXPECT_EQ(report.consequences.front(), (Change{"/faces", "removed", 1}));
    done(m, Remove{.materials = {"#2"}}); // which the last morph is of
    EXPECT_TRUE(m.morphs.empty() && m.english->morph_names.empty());
    Model bones = small_pmd();
    done(bones, Remove{.materials = {"#3"}, .references = References::reparent, .bones_of_materials = true});
    EXPECT_EQ(bones.bones.size(), 5U); // without 手
    Model kept = small_pmd();
    done(kept, Remove{.materials = {"#0-3"}, .belongings = false});
    EXPECT_EQ(kept.vertices.size(), 12U);
    EXPECT_EQ(kept.morphs.size(), 3U);
}

TEST(PmdStructureErrors, AreToldAndNothingIsChanged) {
    const Model m = small_pmd();
    EXPECT_EQ(refusal(m, Remove{}).code, Code::value_range);
    EXPECT_EQ(refusal(m, Remove{.bones = {"胸"}}).code, Code::nothing_selected);
    EXPECT_EQ(refusal(m, Remove{.materials = {"#4"}}).code, Code::nothing_selected);
    const Error soft = refusal(m, Remove{.soft_bodies = {"*"}});
    EXPECT_EQ(soft.code, Code::not_for_format);
    EXPECT_EQ(soft.arguments.front(), "soft_bodies");
    EXPECT_EQ(refusal(Model{}, Remove{.bones = {"腕"}}).code, Code::nothing_selected);
    EXPECT_EQ(refusal(Model{}, Reparent{.bones = {"腕"}}).code, Code::nothing_selected);
    EXPECT_EQ(refusal(m, Reparent{.bones = {"胴"}, .parent = "手"}).code, Code::value_range);
    EXPECT_EQ(refusal(m, Reparent{.bones = {}}).code, Code::value_range);
    EXPECT_EQ(refusal(m, MoveBones{.bones = {"腕"}, .by = {std::nanf(""), 0, 0}}).code, Code::value_range);
    EXPECT_EQ(refusal(m, Reorder{.elements = {"腕"}, .before = "腕"}).code, Code::value_range);
    EXPECT_EQ(refusal(m, InsertBone{}).code, Code::name_empty);
    EXPECT_EQ(refusal(m, InsertBone{.name = "とても長い名前の骨です"}).code, Code::name_too_long);
    EXPECT_EQ(refusal(m, InsertBone{.name = "😀"}).code, Code::text_not_encodable);
    Model long_count = m;
    long_count.materials[1].index_count = 300;
    EXPECT_EQ(refusal(long_count, Remove{.materials = {"#0"}}).code, Code::faces_overrun);
    EXPECT_EQ(refusal(long_count, Reorder{.list = ListKind::materials, .elements = {"#0"}}).code, Code::faces_overrun);
    Model uneven = m;
    uneven.english->bone_names.pop_back();
    const auto report = apply(uneven, Remove{.joints = {"*"}});
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, Code::value_range);
    EXPECT_EQ(report.error().path, "/english/bone_names");
}

TEST(PmdStructureErrors, OfADamagedModel) {
    const Bytes whole = bytes_of(small_pmd());
    auto damaged = pmd::read(std::span(whole).first(whole.size() - 3), {.keep = true});
    ASSERT_TRUE(damaged && damaged->damage);
    EXPECT_EQ(refusal(*damaged, Remove{.bones = {"手"}}).code, Code::beyond_damage);
    EXPECT_EQ(refusal(*damaged, Reorder{.elements = {"手"}}).code, Code::beyond_damage);
    EXPECT_EQ(refusal(*damaged, Reparent{.bones = {"手"}}).code, Code::beyond_damage);
    EXPECT_EQ(refusal(*damaged, MoveBones{.bones = {"手"}}).code, Code::beyond_damage);
    EXPECT_EQ(refusal(*damaged, InsertBone{.name = "x"}).code, Code::beyond_damage);
}

TEST(PmdReorder, TheBaseStaysInFront) {
    Model m = small_pmd();
    for (const Reorder& reorder :
         {Reorder{.list = ListKind::morphs, .elements = {"終"}, .before = "base"}, Reorder{.list = ListKind::morphs, .elements = {"base"}}})
        EXPECT_EQ(refusal(m, reorder).code, Code::value_range);
    done(m, Reorder{.list = ListKind::morphs, .elements = {"last"}, .before = "#1"}); // by its English name
    EXPECT_EQ(shown(m.morphs[1].name.bytes()), "終");
    EXPECT_EQ(m.english->morph_names[0].bytes(), "last");
    EXPECT_EQ(m.morph_list[0].value, 1); // shown in the order as before
    m.morphs.push_back(m.morphs[0]);     // another base, which does not count
    m.english->morph_names.emplace_back("another");
    m.morphs[0].panel = MorphPanel::other;
    m.morphs[0].base_vertices.clear();
    m.morphs.push_back(small_pmd().morphs[0]);
    m.english->morph_names.emplace_back("the last");
    EXPECT_EQ(refusal(m, Reorder{.list = ListKind::morphs, .elements = {"#4"}, .before = "#3"}).code, Code::value_range);
}

TEST(PmdReorder, ATailIsNeverBone0) {
    Model m = small_pmd();
    const Error error = refusal(m, Reorder{.elements = {"腕"}, .before = "センター"});
    EXPECT_EQ(error.code, Code::value_range);
    EXPECT_NE(error.message().find("腕"), std::string::npos);
    EXPECT_EQ(refusal(m, Reorder{.elements = {"センター"}}).code, Code::value_range); // 胴 is its tail
    const auto places = places_of_bodies(m);
    done(m, Reorder{.elements = {"捩"}, .before = "センター"});
    EXPECT_EQ(m.bones[4].tail.value, 0); // 手: none, although センター was bone 0
    EXPECT_EQ(m.bones[0].tail.value, 3);
    EXPECT_EQ(places_of_bodies(m), places);
    EXPECT_EQ(m.rigid_bodies[2].position, (Vec3{-0.5F, -1, 0}));
}

TEST(PmdReorder, FramesTakeTheirBonesAlong) {
    Model m = small_pmd();
    done(m, Reorder{.list = ListKind::display_frames, .elements = {"others"}, .before = "体"});
    EXPECT_EQ(m.frame_bones[0].frame, 2);
    EXPECT_EQ(m.frame_bones[2].frame, 1);
    EXPECT_EQ(m.english->frame_names[0].bytes(), "others");
    done(m, Remove{.display_frames = {"体"}});
    ASSERT_EQ(m.frame_bones.size(), 2U);
    EXPECT_EQ(m.frame_bones[0].frame, 2);
    EXPECT_EQ(m.frame_bones[1].frame, 1);
}

TEST(PmdReparent, ChangesTheParentAlone) {
    Model m = small_pmd();
    const Model before = m;
    done(m, Reparent{.bones = {"手"}, .parent = "bone 0"});
    EXPECT_EQ(test::by_number(before, m), (std::vector<Difference>{{"/bones/3/parent", "2", "0", {}}}));
    m.bones[0].parent.value = 3; // a circle that is there already ends the walk
    EXPECT_EQ(refusal(m, Reparent{.bones = {"手"}, .parent = "胴"}).code, Code::value_range);
}

TEST(PmdInsertBone, StandsWhereItIsAskedTo) {
    Model m = small_pmd();
    done(m, InsertBone{
                .name = "肩", .english_name = "shoulder", .position = {0.5F, 1, 0}, .parent = "胴", .before = "腕", .display_frame = "体"});
    EXPECT_EQ(shown(m.bones[2].name.bytes()), "肩");
    EXPECT_EQ(m.bones[2].type, BoneType::rotate);
    EXPECT_EQ(m.bones[2].parent.value, 1);
    EXPECT_EQ(m.bones[2].tail.value, 0);
    EXPECT_EQ(m.bones[1].tail.value, 3);
    EXPECT_EQ(m.english->bone_names[2].bytes(), "shoulder");
    EXPECT_EQ(m.english->bone_names[3].bytes(), "bone 2");
    ASSERT_EQ(m.frame_bones.size(), 4U);
    EXPECT_EQ(m.frame_bones[1].bone.value, 2);
    EXPECT_EQ(m.frame_bones[1].frame, 1);
    EXPECT_EQ(m.frame_bones[2].bone.value, 3);
    done(m, InsertBone{.name = "全ての親", .position = {0, 0, 0}, .before = "#0", .movable = true});
    EXPECT_EQ(m.bones[0].type, BoneType::rotate_and_move);
    EXPECT_EQ(m.bones[1].tail.value, 2);
    EXPECT_EQ(m.bones[4].tail.value, 5);
    EXPECT_EQ(m.bones[5].tail.value, 0);
    EXPECT_EQ(m.rigid_bodies[2].position, (Vec3{0.5F, 1, 0}));
    EXPECT_EQ(places_of_bodies(m), places_of_bodies(small_pmd()));
    Model plain = small_pmd();
    plain.english.reset();
    plain.toon_names.reset();
    plain.rigid_bodies.reset();
    plain.joints.reset();
    done(plain, InsertBone{.name = "x", .before = "#0"});
    EXPECT_EQ(refusal(plain, InsertBone{.name = "y", .english_name = "z"}).code, Code::no_english);
}

TEST(PmdStructureOfFiles, KeepsEveryReference) {
    std::vector<std::filesystem::path> files{std::filesystem::path(KAGAMI_SOURCE_DIR) / "samples/kagami_mini.pmd"};
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(KAGAMI_CORPUS) / "pmd", none))
        files.push_back(entry);
    for (const auto& file : files) {
        const auto model = pmd::load(file);
        ASSERT_TRUE(model) << file << test::message(model);
        Model m = *model;
        done(m, InsertBone{.name = "試しの骨", .position = {1, 2, 3}, .before = "#0"});
        for (std::size_t i = 0; i < model->bones.size(); ++i) {
            const Bone &was = model->bones[i], &is = m.bones[i + 1];
            EXPECT_EQ(is.name, was.name);
            EXPECT_EQ(is.parent.value, was.parent.value < 0 ? was.parent.value : was.parent.value + 1);
            EXPECT_EQ(is.tail.value, was.tail.value == 0 ? 0 : was.tail.value + 1);
        }
        done(m, Remove{.bones = {"試しの骨"}});
        for (std::size_t i = 0; i < m.rigid_bodies.size(); ++i) // the place is not exact
            m.rigid_bodies[i].position = model->rigid_bodies[i].position;
        EXPECT_TRUE(m == *model) << file;
    }
}

} // namespace
} // namespace kagami::edit

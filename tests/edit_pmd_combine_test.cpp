// Merging PMD models and taking them apart again.
#include "by_number.hpp"
#include "kagami/file.hpp"
#include "kagami/json.hpp"
#include "pmd_wired.hpp"

namespace kagami::edit {
namespace {

using namespace pmd;
using test::bytes_of;
using test::cp932;
using test::done;
using test::english_of;
using test::number;
using test::places_of_bodies;
using test::refusal;
using test::shown;
using test::small_pmd;
using test::targets_of;
using test::wired_pmd;

/// A random model in which everything is used and refers to something, so that nothing is lost on the way: names begin
/// with `prefix`.
Model random_part(std::uint64_t seed, const std::string& prefix) {
    std::mt19937_64 random(seed);
    const auto below = [&](std::size_t n) { return static_cast<std::int32_t>(random() % n); };
    Model m;
    m.english->flag = 1;
    const auto name = [&](const char* kind, std::size_t i) { return cp932(prefix + kind + std::to_string(i)); };
    const std::size_t bones = 2 + random() % 5, materials = 1 + random() % 3;
    for (std::size_t i = 0; i < bones; ++i) {
        Bone& bone = m.bones.emplace_back();
        bone.name.assign(name("骨", i));
        m.english->bone_names.emplace_back(prefix.substr(0, 3) + "b" + std::to_string(i));
        bone.parent.value = i == 0 ? -1 : below(i);
        bone.type = static_cast<BoneType>(below(10));
        bone.tail.value = below(bones);
        bone.reference.value = bone.type == BoneType::follow_rotation ? 0 : below(bones);
        bone.percent = static_cast<std::int16_t>(bone.type == BoneType::follow_rotation ? 50 : 0);
        bone.position = {static_cast<float>(below(40)) / 4, static_cast<float>(i), 0};
    }
    Ik ik;
    ik.bone.value = below(bones);
    ik.target.value = below(bones);
    ik.links.push_back(Index<Bone>(below(bones)));
    m.iks.push_back(ik);
    for (std::size_t i = 0; i < materials; ++i) {
        Material& material = m.materials.emplace_back();
        material.texture.assign(name("", i) + ".bmp");
        material.toon = static_cast<std::uint8_t>(below(10));
        material.index_count = i == 0 ? static_cast<std::uint32_t>(3 * bones) : static_cast<std::uint32_t>(3 * below(4));
        for (std::uint32_t k = 0; k < material.index_count; ++k) {
            Vertex v;
            v.position.x = static_cast<float>(m.vertices.size());
            v.bones = {Index<Bone>(i == 0 ? static_cast<std::int32_t>(k / 3) : below(bones)), Index<Bone>(below(bones))};
            v.weight = static_cast<std::uint8_t>(1 + below(100));
            m.faces.push_back(Index<Vertex>(static_cast<std::int32_t>(m.vertices.size())));
            m.vertices.push_back(v);
        }
    }
    Morph base;
    base.name.assign("base");
    base.panel = MorphPanel::base;
    for (std::size_t n = 1 + random() % 5; n > 0; --n)
        base.base_vertices.push_back({Index<Vertex>(below(m.vertices.size())), {static_cast<float>(n), 0, 0}});
    m.morphs.push_back(base);
    for (std::size_t i = 1; i < 4; ++i) {
        Morph& morph = m.morphs.emplace_back();
        morph.name.assign(name("表", i));
        morph.offsets.push_back({Index<BaseVertex>(below(base.base_vertices.size())), {static_cast<float>(i), 1, 0}});
        m.english->morph_names.emplace_back(prefix.substr(0, 3) + "m" + std::to_string(i));
    }
    m.morph_list = {Index<Morph>(2), Index<Morph>(1)};
    for (std::size_t i = 0; i < 3; ++i) {
        RigidBody& body = m.rigid_bodies.emplace_back();
        body.name.assign(name("体", i));
        body.bone.value = below(bones);
        body.position = {static_cast<float>(below(8)) / 4, 1, 2};
        Joint& joint = m.joints.emplace_back();
        joint.name.assign(name("節", i));
        joint.rigid_body_a.value = below(3);
        joint.rigid_body_b.value = below(3);
    }
    for (std::size_t i = 0; i < 2; ++i) {
        m.frame_names.emplace_back(name("枠", i) + '\n');
        m.english->frame_names.emplace_back(prefix.substr(0, 3) + "f" + std::to_string(i));
        m.frame_bones.push_back({Index<Bone>(static_cast<std::int32_t>(i)), static_cast<std::uint8_t>(i + 1)});
    }
    return m;
}

std::vector<std::string> numbers(std::size_t first, std::size_t count) {
    std::vector<std::string> list;
    for (std::size_t i = first; i < first + count; ++i) list.push_back(number(i));
    return list;
}
std::string first_difference(const Model& a, const Model& b) {
    const auto differences = test::by_number(a, b);
    return differences.empty() ? "" : differences[0].path + ": " + differences[0].before + " -> " + differences[0].after;
}
Report merged(Model& m, const Model& other, const Merge& merge = {}) {
    const auto report = merge_into(m, other, merge);
    EXPECT_TRUE(report) << test::message(report);
    EXPECT_TRUE(pmd::read(bytes_of(m)) == m);
    return report ? *report : Report{};
}

class PmdMergeAndSplit : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Seeds, PmdMergeAndSplit, testing::Range<std::uint64_t>(0, 80));

TEST_P(PmdMergeAndSplit, GivesThePartsBack) {
    const Model a = random_part(GetParam(), "甲"), b = random_part(GetParam() + 1000, "乙");
    Model whole = a;
    merged(whole, b);
    EXPECT_EQ(whole.vertices.size(), a.vertices.size() + b.vertices.size());
    EXPECT_EQ(whole.bones.size(), a.bones.size() + b.bones.size());
    EXPECT_EQ(whole.morphs.size(), a.morphs.size() + b.morphs.size() - 1); // one base
    Model one = whole, other = whole;
    done(one, KeepMaterials{numbers(0, a.materials.size())});
    EXPECT_TRUE(one == a) << first_difference(a, one);
    done(other, KeepMaterials{numbers(a.materials.size(), b.materials.size())});
    EXPECT_TRUE(other == b) << first_difference(b, other);
}

TEST_P(PmdMergeAndSplit, SplitByGroupsLosesNoMaterial) {
    const Model a = random_part(GetParam(), "甲"), b = random_part(GetParam() + 1000, "乙");
    Model whole = a;
    merged(whole, b);
    const std::vector<MaterialGroup> groups{{"一", numbers(0, a.materials.size())}};
    const auto parts = split(whole, groups);
    ASSERT_TRUE(parts) << test::message(parts);
    ASSERT_EQ(parts->size(), 2U);
    EXPECT_EQ((*parts)[0].name, "一");
    EXPECT_TRUE((*parts)[0].model == a);
    EXPECT_EQ((*parts)[1].name, "rest");
    EXPECT_TRUE((*parts)[1].model == b);
    const auto each = split(whole);
    ASSERT_TRUE(each) << test::message(each);
    ASSERT_EQ(each->size(), whole.materials.size());
    EXPECT_EQ((*each)[0].name, "材質1");
    Model again = each->front().model;
    for (std::size_t i = 1; i < each->size(); ++i) merged(again, (*each)[i].model);
    EXPECT_EQ(again.faces.size(), whole.faces.size());
    ASSERT_EQ(again.materials.size(), whole.materials.size());
    for (std::size_t i = 0; i < whole.materials.size(); ++i) EXPECT_EQ(again.materials[i].texture, whole.materials[i].texture);
    std::multiset<float> places, places_again;
    for (const Vec3& p : whole.vertices.positions()) places.insert(p.x);
    for (const Vec3& p : again.vertices.positions()) places_again.insert(p.x);
    EXPECT_EQ(places_again, places);
    EXPECT_EQ(places_of_bodies(again), places_of_bodies(whole));
    EXPECT_EQ(again.rigid_bodies.size(), whole.rigid_bodies.size());
    EXPECT_EQ(split(Model{}).error().code, Code::value_range);
    EXPECT_EQ(split(whole, std::vector<MaterialGroup>{{"x", {"無い"}}}).error().code, Code::nothing_selected);
}

TEST_P(PmdMergeAndSplit, KeepingAllKeepsAll) {
    const Model before = wired_pmd(GetParam());
    Model m = before;
    if (before.materials.empty()) return;
    done(m, KeepMaterials{{"*"}});
    EXPECT_TRUE(m == before);
    EXPECT_EQ(refusal(before, KeepMaterials{}).code, Code::value_range);
    for (std::size_t i = 0; i < before.materials.size(); ++i) {
        Model one = before;
        done(one, KeepMaterials{{number(i)}});
        EXPECT_EQ(one.materials.size(), 1U);
        EXPECT_EQ(one.materials[0].index_count, before.materials[i].index_count);
        EXPECT_LE(test::dangling(one), test::dangling(before));
        for (std::size_t v = 0; v < one.vertices.size(); ++v) {
            const auto old = static_cast<std::size_t>(one.vertices.positions()[v].x);
            for (std::size_t k = 0; k < 2; ++k) // without weight it may be any bone
                if (before.vertices.weights()[old] != (k == 0 ? 0 : 100)) {
                    EXPECT_EQ(test::tag_of(one, one.vertices.bones()[v][k]), test::tag_of(before, before.vertices.bones()[old][k]));
                }
        }
        const auto places = places_of_bodies(before);
        for (const auto& [of, place] : places_of_bodies(one)) EXPECT_EQ(places.at(of), place);
    }
}

TEST_P(PmdMergeAndSplit, BonesOfOneNameAreOneBone) {
    const Model a = random_part(GetParam(), "甲");
    Model whole = a;
    const Report report = merged(whole, a);
    EXPECT_EQ(whole.bones.size(), a.bones.size());
    EXPECT_EQ(whole.iks.size(), a.iks.size());
    EXPECT_EQ(whole.vertices.size(), 2 * a.vertices.size());
    const std::size_t n = a.vertices.size();
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(whole.vertices.bones()[i], whole.vertices.bones()[n + i]);
    EXPECT_EQ(whole.frame_bones.size(), a.frame_bones.size()); // a shared bone is listed once
    EXPECT_EQ(whole.frame_names.size(), a.frame_names.size());
    EXPECT_EQ(whole.rigid_bodies.size(), a.rigid_bodies.size());
    EXPECT_EQ(whole.joints.size(), a.joints.size());
    EXPECT_EQ(std::ranges::count(report.notes, Code::bones_elsewhere, &Diagnostic::code), 0);
    Model heavier = a, both = a;
    heavier.rigid_bodies[1].mass += 1;
    merged(both, heavier);
    EXPECT_EQ(both.rigid_bodies.size(), a.rigid_bodies.size() + 1);
    Model apart = a;
    merged(apart, a, Merge{.bones = SameBones::apart, .prefix = "乙"});
    EXPECT_EQ(apart.bones.size(), 2 * a.bones.size());
    EXPECT_EQ(apart.iks.size(), 2 * a.iks.size());
    EXPECT_EQ(shown(apart.bones[a.bones.size()].name.bytes()), "乙甲骨0");
    EXPECT_EQ(apart.bones[a.bones.size() + 1].parent.value, static_cast<std::int32_t>(a.bones.size()));
    for (std::size_t i = 0; i < a.bones.size(); ++i) {
        const std::int32_t tail = a.bones[i].tail.value;
        EXPECT_EQ(apart.bones[a.bones.size() + i].tail.value, tail == 0 ? 0 : tail + static_cast<std::int32_t>(a.bones.size()));
    }
}

TEST_P(PmdMergeAndSplit, NoReferenceOfEitherPointsElsewhere) {
    const Model a = wired_pmd(GetParam());
    Model b = wired_pmd(GetParam() + 500);
    const auto rename = [](auto& list) {
        for (auto& element : list) element.name.assign(cp932("乙" + shown(element.name.bytes())));
    };
    rename(b.bones);
    rename(b.morphs);
    rename(b.rigid_bodies);
    rename(b.joints);
    for (FrameName& frame : b.frame_names) frame.assign(cp932("乙" + shown(frame.bytes())));
    for (Ik& ik : b.iks) ik.loop_count = static_cast<std::uint16_t>(ik.loop_count + 100);
    for (Material& material : b.materials) material.diffuse.x += 100;
    for (Vec3& position : b.vertices.positions()) position.x += 1000;
    for (Morph& morph : b.morphs)
        for (BaseVertex& vertex : morph.base_vertices) vertex.position.x += 1000;
    Model whole = a;
    const auto report = merge_into(whole, b);
    ASSERT_TRUE(report) << test::message(report);
    EXPECT_TRUE(pmd::read(bytes_of(whole)) == whole);
    auto expected = targets_of(a);
    const bool both_bases = !a.morphs.empty() && !b.morphs.empty();
    for (auto [key, targets] : targets_of(b)) {
        if (key == "frame beyond" || key == "morph list" || key == "faces behind" || (both_bases && key == "morph 乙表0")) {
            auto& to = expected[both_bases && key == "morph 乙表0" ? "morph 表0" : key];
            to.insert(to.end(), targets.begin(), targets.end());
        } else {
            expected[key] = targets;
        }
    }
    for (auto& [key, targets] : expected) // the base has one name
        for (std::string& to : targets)
            if (both_bases && to == "morph 乙表0") to = "morph 表0";
    auto now = targets_of(whole);
    std::erase_if(expected, [](const auto& entry) { return entry.second.empty(); });
    std::erase_if(now, [](const auto& entry) { return entry.second.empty(); });
    for (auto* all : {&expected, &now}) std::ranges::sort((*all)["frame beyond"]);
    EXPECT_EQ(now, expected);
    if (!b.vertices.empty() || !a.vertices.empty()) {
        EXPECT_EQ(whole.vertices.size(), a.vertices.size() + b.vertices.size());
    }
    auto places = places_of_bodies(a);
    for (const auto& [of, place] : places_of_bodies(b)) places[of] = place;
    EXPECT_EQ(places_of_bodies(whole), places);
    const auto mine = english_of(a), theirs = english_of(b), names = english_of(whole);
    for (const auto& [of, name] : mine) EXPECT_EQ(names.at(of), name);
    if (!names.empty() && !theirs.empty() && a.english && a.english->flag != 0)
        for (const auto& [of, name] : theirs)
            if (names.contains(of)) {
                EXPECT_EQ(names.at(of), name);
            }
}

TEST_P(PmdMergeAndSplit, HostileModelsAreRefusedOrMerged) {
    const auto a = test::random_document<Model>(GetParam(), 7), b = test::random_document<Model>(GetParam() + 1, 7);
    Model whole = a;
    if (const auto report = apply(whole, KeepMaterials{{"*"}}); !report) {
        EXPECT_TRUE(whole == a);
    }
    Model merged = a;
    if (merge_into(merged, b)) {
        EXPECT_TRUE(pmd::read(bytes_of(merged)) == merged);
    }
}

// ------------------------------------------------------------------------------------------------ by hand

TEST(PmdKeepMaterials, KeepsWhatTurnsTheirBones) {
    Model m = small_pmd();
    for (Bone& bone : m.bones) bone.tail.value = bone.reference.value = 0;
    m.bones[5].tail.value = 3; // 捩 follows 手
    const auto left = [](Model model) {
        done(model, KeepMaterials{{"#2"}}); // of 腕
        std::string names;
        for (const Bone& bone : model.bones) names += shown(bone.name.bytes());
        return names;
    };
    EXPECT_EQ(left(m), "センター胴腕手ＩＫ捩"); // 手, being what the IK of 腕 is to bring there
    Model without = m;
    without.iks.clear();
    EXPECT_EQ(left(without), "センター胴腕ＩＫ捩");
    without.bones[2].tail.value = 3;
    EXPECT_EQ(left(without), "センター胴腕手ＩＫ捩");
    without.bones[2].tail.value = 0;
    without.bones[2].type = BoneType::under_rotation;
    without.bones[2].reference.value = 3;
    EXPECT_EQ(left(without), "センター胴腕手ＩＫ捩");
}

TEST(PmdMerge, BasesBecomeOne) {
    Model m = small_pmd();
    const Model b = random_part(5, "乙");
    const Report report = merged(m, b);
    EXPECT_EQ(std::ranges::count(m.morphs, MorphPanel::base, &Morph::panel), 1);
    EXPECT_EQ(m.morphs[0].base_vertices.size(), 3 + b.morphs[0].base_vertices.size());
    EXPECT_EQ(std::as_const(m.morphs[0]).base_vertices[3].vertex.value, std::as_const(b.morphs[0]).base_vertices[0].vertex.value + 12);
    EXPECT_EQ(std::as_const(m.morphs[3]).offsets[0].base_vertex.value, std::as_const(b.morphs[1]).offsets[0].base_vertex.value + 3);
    EXPECT_EQ(m.english->morph_names[2].bytes(), b.english->morph_names[0].bytes());
    EXPECT_EQ(m.morph_list[2].value, 4);
    EXPECT_EQ(std::ranges::count(report.notes, Code::namesakes, &Diagnostic::code), 0);
    Model into_nothing;
    into_nothing.english->flag = 1;
    merged(into_nothing, b);
    EXPECT_EQ(into_nothing.morphs.size(), b.morphs.size());
    EXPECT_EQ(english_of(into_nothing), english_of(b));
}

TEST(PmdMerge, BodiesStayWhereASharedBoneStandsElsewhere) {
    Model m = small_pmd(), other = small_pmd();
    for (Bone& bone : other.bones) bone.position.y += 2;
    const auto places = places_of_bodies(other);
    for (RigidBody& body : m.rigid_bodies) body.name.assign(cp932("甲" + shown(body.name.bytes())));
    const Report report = merged(m, other);
    const auto now = places_of_bodies(m);
    for (const auto& [of, place] : places) EXPECT_EQ(now.at(of), place);
    ASSERT_FALSE(report.notes.empty());
    EXPECT_EQ(report.notes[0].code, Code::bones_elsewhere);
    EXPECT_EQ(m.rigid_bodies.size(), 6U);
}

TEST(PmdMerge, ATailAtWhatIsBone0HereIsNone) {
    Model m = small_pmd(), other;
    other.bones.resize(3);
    other.bones[0].name.assign(cp932("他"));
    other.bones[1].name.assign(cp932("センター"));
    other.bones[2].name.assign(cp932("尾"));
    other.bones[0].tail.value = 1;
    other.bones[2].tail.value = 0;
    const Report report = merged(m, other);
    ASSERT_EQ(m.bones.size(), 8U);
    EXPECT_EQ(m.bones[6].tail.value, 0);
    EXPECT_EQ(m.bones[7].tail.value, 0);
    EXPECT_TRUE(std::ranges::find(report.consequences, Change{"/bones", "tails and references at no bone, since theirs is bone 0 here",
                                                              1}) != report.consequences.end());
}

TEST(PmdMerge, ToonsAreFoundByTheirNames) {
    const auto toon = [](Model& m, std::size_t i, const char* name) { m.toon_names[i].assign(name); };
    Model m = small_pmd(), other;
    other.materials.resize(4);
    m.materials[0].toon = 0;
    m.materials[1].toon = 2;
    toon(m, 0, "a.bmp");
    toon(m, 2, "b.bmp");
    toon(m, 5, "c.bmp");
    toon(other, 0, "b.bmp"); // 2 there
    toon(other, 2, "new.bmp");
    toon(other, 5, "c.bmp");
    other.materials[0].toon = 0;
    other.materials[1].toon = 2; // in use: the next that is free
    other.materials[2].toon = 5;
    other.materials[3].toon = 255;
    Model two = m;
    const Report report = merged(two, other);
    EXPECT_EQ(two.materials[4].toon, 2);
    EXPECT_EQ(two.materials[5].toon, 3);
    EXPECT_EQ(two.materials[6].toon, 5);
    EXPECT_EQ(two.materials[7].toon, 255);
    EXPECT_EQ(two.toon_names[3].bytes(), "new.bmp");
    EXPECT_EQ(two.toon_names[2].bytes(), "b.bmp");
    EXPECT_TRUE(report.notes.empty());
    m.materials.clear();
    m.faces.resize(0);
    for (std::size_t i = 0; i < 10; ++i) {
        Material material;
        material.toon = static_cast<std::uint8_t>(i);
        m.materials.push_back(material);
        m.toon_names[i].assign("full" + std::to_string(i));
    }
    const Report full = merged(m, other);
    EXPECT_EQ(m.materials[11].toon, 2);
    ASSERT_EQ(full.notes.size(), 1U);
    EXPECT_EQ(full.notes[0].code, Code::toons_full);
    EXPECT_EQ(full.notes[0].arguments, std::vector<std::string>{"3"});
}

TEST(PmdMerge, SectionsThatTheFileEndsBefore) {
    Model old = small_pmd();
    old.english.reset();
    old.toon_names.reset();
    old.rigid_bodies.reset();
    old.joints.reset();
    const Model full = small_pmd();
    Model m = old;
    const Report report = merged(m, full);
    EXPECT_EQ(m.toon_names[9].bytes(), "toon10.bmp"); // as it was without
    EXPECT_EQ(m.english->flag, 0);
    EXPECT_EQ(m.rigid_bodies.size(), 3U);
    EXPECT_EQ(report.notes.back().code, Code::left_out);
    Model plain = old;
    merged(plain, old);
    EXPECT_FALSE(plain.english || plain.toon_names.present());
    Model named = full;
    merged(named, old, Merge{.bones = SameBones::apart});
    EXPECT_EQ(named.english->bone_names.size(), 12U);
    EXPECT_EQ(named.english->bone_names[6], Name{});
}

TEST(PmdMerge, FramesOfOneNameBecomeOne) {
    Model m = small_pmd(), other = random_part(3, "乙");
    other.frame_names[0].assign(cp932("腕")); // whatever ends it
    merged(m, other);
    ASSERT_EQ(m.frame_names.size(), 4U);
    EXPECT_EQ(m.english->frame_names.size(), 4U);
    ASSERT_EQ(m.frame_bones.size(), 5U);
    EXPECT_EQ(m.frame_bones[2].frame, 2);
    EXPECT_EQ(m.frame_bones[2].bone.value, 6);
    EXPECT_EQ(m.frame_bones[4].frame, 4);
    // What lists nothing but bones that are listed is not added.
    Model again = small_pmd(), same = small_pmd();
    for (FrameName& frame : same.frame_names) frame.assign(cp932("新" + shown(frame.bytes())));
    merged(again, same);
    EXPECT_EQ(again.frame_names.size(), 3U);
    EXPECT_EQ(again.frame_bones.size(), 3U);
}

TEST(PmdMerge, WhatDoesNotFitIsRefused) {
    Model many, other;
    many.vertices.resize(40000);
    many.bones.resize(1);
    other.vertices.resize(30000);
    const auto vertices = merge_into(many, other);
    ASSERT_FALSE(vertices);
    EXPECT_EQ(vertices.error().code, Code::too_many);
    EXPECT_EQ(vertices.error().path, "/vertices");
    Model frames, more;
    for (int i = 0; i < 200; ++i) {
        frames.frame_names.emplace_back(std::to_string(i));
        more.frame_names.emplace_back("x" + std::to_string(i));
    }
    EXPECT_EQ(merge_into(frames, more).error().path, "/frame_names");
    Model m = small_pmd();
    const auto prefix = merge_into(m, random_part(1, "乙"), Merge{.prefix = "とても長い前置き"});
    ASSERT_FALSE(prefix);
    EXPECT_EQ(prefix.error().code, Code::name_too_long);
    Model overrun = small_pmd();
    overrun.materials[0].index_count = 99;
    Model start = small_pmd();
    EXPECT_EQ(merge_into(start, overrun).error().code, Code::faces_overrun);
    Model damaged = small_pmd(), whole = small_pmd();
    damaged.damage.emplace();
    EXPECT_EQ(merge_into(whole, damaged).error().code, Code::beyond_damage);
    EXPECT_EQ(refusal(damaged, KeepMaterials{{"*"}}).code, Code::beyond_damage);
}

TEST(PmdMerge, OfFilesLeadsTheirTextures) {
    const test::TemporaryFolder folder;
    std::filesystem::create_directories(folder.path() / "乙");
    const auto file = folder.path() / "乙" / "乙.pmd", pmx = folder.path() / "x.pmx";
    Model b = random_part(2, "乙");
    b.materials[0].texture.assign("a.bmp*b.spa");
    ASSERT_TRUE(pmd::save(b, file));
    ASSERT_TRUE(pmx::save(pmx::Model{}, pmx));
    const Model a = small_pmd();
    Model from_file = a, direct = a, led = a;
    ASSERT_TRUE(apply(from_file, Merge{.with = {file}}));
    ASSERT_TRUE(merge_into(direct, b));
    EXPECT_TRUE(from_file == direct);
    done(led, Merge{.with = {file}, .folder = folder.path()});
    EXPECT_EQ(shown(led.materials[4].texture.bytes()), "乙\\a.bmp*乙\\b.spa");
    EXPECT_EQ(led.toon_names[0], a.toon_names[0]);
    EXPECT_EQ(refusal(a, Merge{}).code, Code::value_range);
    const Error other = refusal(a, Merge{.with = {file, pmx}});
    EXPECT_EQ(other.code, Code::not_for_format);
    EXPECT_EQ(other.file, pmx.string());
    b.materials[0].texture.assign("0123456789abcdef.bmp");
    ASSERT_TRUE(pmd::save(b, file));
    EXPECT_EQ(refusal(a, Merge{.with = {file}, .folder = folder.path()}).code, Code::name_too_long);
}

} // namespace
} // namespace kagami::edit

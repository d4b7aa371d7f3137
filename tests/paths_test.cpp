// Values by path: get, set and diff.
#include "by_number.hpp"
#include "kagami/json.hpp"
#include "pmx/layout.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace kagami::pmx {
namespace {

using test::by_number;
using test::everything;

std::string one(const Model& m, std::string_view path) {
    const auto values = get(m, path);
    if (!values) return std::string(name_of(values.error().code));
    return values->size() == 1 ? values->front().json : std::to_string(values->size()) + " values";
}
std::vector<std::string> paths(const Model& m, std::string_view path) {
    std::vector<std::string> out;
    const auto values = get(m, path).value();
    for (const Value& value : values) out.push_back(value.path);
    return out;
}
std::string message(const auto& result) {
    return result ? "no error" : result.error().message();
}

// ---------------------------------------------------------------------------------------------- get

TEST(Get, ByNumberNameAndEnglishName) {
    const Model m = everything();
    EXPECT_EQ(one(m, "/name"), "\"鏡\"");
    EXPECT_EQ(one(m, "/header/encoding"), "\"utf16le\"");
    EXPECT_EQ(one(m, "/bones/1/position"), "[1, 2, 3]");
    EXPECT_EQ(one(m, "/bones/左ひざ/position"), "[1, 2, 3]");
    EXPECT_EQ(one(m, "/bones/knee_L/position/2"), "3");
    EXPECT_EQ(one(m, "bones/1/position/0"), "1"); // a missing first slash is forgiven
    EXPECT_EQ(one(m, "/bones/1/ik/links/0/limit_min"), "[-3, 0, 0]");
    EXPECT_EQ(one(m, "/bones/1/ik/links/0/limit_max/0"), "-0.008");
    EXPECT_EQ(one(m, "/morphs/m8/offsets/0/operation"), "\"add\"");
    EXPECT_EQ(one(m, "/display_frames/Root/elements/1/morph"), "1");
    EXPECT_EQ(one(m, "/soft_bodies/布/pins/0"), "3");
    EXPECT_EQ(one(m, "/rigid_bodies/頭/collision_mask"), "65527");
    EXPECT_EQ(one(m, "/trailing"), "\"\"");
    EXPECT_EQ(paths(m, "/bones/左ひざ/layer"), std::vector<std::string>{"/bones/1/layer"});
}

TEST(Get, Stars) {
    const Model m = everything();
    EXPECT_EQ(paths(m, "/bones/*/layer"), (std::vector<std::string>{"/bones/0/layer", "/bones/1/layer"}));
    EXPECT_EQ(paths(m, "/bones/1/position/*"),
              (std::vector<std::string>{"/bones/1/position/0", "/bones/1/position/1", "/bones/1/position/2"}));
    EXPECT_EQ(paths(m, "/bones/*/ik/links/*/limit_min/0"), std::vector<std::string>{"/bones/1/ik/links/0/limit_min/0"});
    EXPECT_EQ(get(m, "/vertices/*/deform").value().size(), 5U);
    EXPECT_EQ(get(m, "/vertices/*/weights/*").value().size(), 10U);
}

TEST(Get, NamesWithSlashAndTilde) {
    Model m = everything();
    m.bones[0].name = test::utf16("a/b~c");
    m.bones[1].name = test::utf16("~1");
    EXPECT_EQ(paths(m, "/bones/a~1b~0c/layer"), std::vector<std::string>{"/bones/0/layer"});
    EXPECT_EQ(paths(m, "/bones/~01/layer"), std::vector<std::string>{"/bones/1/layer"});
    EXPECT_EQ(one(m, "/textures/b~1c~0d.png"), "\"b/c~d.png\"");
    EXPECT_EQ(one(m, "/textures/tex\\a.png"), R"("tex\\a.png")");
}

TEST(Get, DuplicateNamesAreAmbiguous) {
    Model m = everything();
    m.bones[0].name = m.bones[1].name;
    const auto found = get(m, "/bones/左ひざ/layer");
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, Code::path_ambiguous);
    EXPECT_NE(message(found).find("0, 1"), std::string::npos) << message(found);
    EXPECT_TRUE(get(m, "/bones/knee_L/layer")); // its English name is its own
}

TEST(Get, MissingPathsHintAtTheNearest) {
    const Model m = everything();
    const auto hint = [&](std::string_view path, std::string_view nearest) {
        const auto found = get(m, path);
        ASSERT_FALSE(found) << path;
        EXPECT_EQ(found.error().code, Code::path_not_found) << path;
        EXPECT_NE(message(found).find(nearest), std::string::npos) << path << ": " << message(found);
        EXPECT_TRUE(test::valid_utf8(message(found)));
    };
    hint("/bonse", "/bones");
    hint("/bones/左ひさ/layer", "/bones/左ひざ");
    hint("/bones/0/postion", "/bones/0/position");
    hint("/bones/1/ik/lnks", "/bones/1/ik/links");
    hint("/bones/2/layer", "/bones/1");
    hint("/bones/0/position/3", "/bones/0/position/2");
    hint("/header/index_widths/bon", "/header/index_widths/bone");
    for (const std::string_view path :
         {"", "/", "//", "/name/x", "/bones/0/ik", "/bones/-1", "/bones/0/name/0", "/vertices/0/additional_uvs/1", "/damage",
          "/bones/0/tail_bone", "/vertices/0/weights", "/bones/99999999999999999999", "/faces/6", "/bones/0/position/0/0"}) {
        const auto found = get(m, path);
        ASSERT_FALSE(found) << path;
        EXPECT_EQ(found.error().code, Code::path_not_found) << path;
    }
}

// ---------------------------------------------------------------------------------------------- set

/// Sets, and expects that exactly these paths are different afterwards.
void expect_set(const Model& before, std::string_view path, std::string_view value, const std::vector<std::string>& changed) {
    SCOPED_TRACE(std::string(path) + " = " + std::string(value));
    Model after = before;
    const auto done = set(after, path, value);
    ASSERT_TRUE(done) << message(done);
    std::vector<std::string> different;
    for (const Difference& d : by_number(before, after)) different.push_back(d.path);
    EXPECT_EQ(different, changed);
    const auto back = read(write(after).value());
    ASSERT_TRUE(back) << message(back);
    EXPECT_EQ(diff(after, *back), std::vector<Difference>{});
}
void expect_refused(const Model& before, std::string_view path, std::string_view value, Code code) {
    SCOPED_TRACE(std::string(path) + " = " + std::string(value));
    Model after = before;
    const auto done = set(after, path, value);
    ASSERT_FALSE(done);
    EXPECT_EQ(name_of(done.error().code), name_of(code)) << message(done);
    EXPECT_TRUE(after == before);
    EXPECT_TRUE(test::valid_utf8(message(done)));
}

TEST(Set, ChangesExactlyWhatItNames) {
    const Model m = everything();
    expect_set(m, "/name", "かがみ", {"/name"});
    expect_set(m, "/name", "\"a\\nb\"", {"/name"});
    expect_set(m, "/name", "123", {"/name"});
    expect_set(m, "/name", "{\"hex\": \"3dd8\"}", {"/name"});
    expect_set(m, "/name", "", {"/name"});
    expect_set(m, "/bones/左ひざ/position/1", "5.5", {"/bones/1/position"});
    expect_set(m, "/bones/*/position/1", "-7", {"/bones/0/position", "/bones/1/position"});
    expect_set(m, "/bones/0/position", "[1, -0.0, \"0x7fc00001\"]", {"/bones/0/position"});
    expect_set(m, "/bones/1/ik/links/0/limit_min", "[0, 0, 0]", {"/bones/1/ik/links/0/limit_min"});
    expect_set(m, "/bones/1/ik/links/0/limit_min/*", "1", {"/bones/1/ik/links/0/limit_min"});
    expect_set(m, "/bones/0/parent", "左ひざ", {"/bones/0/parent"});
    expect_set(m, "/bones/0/parent", "knee_L", {"/bones/0/parent"});
    expect_set(m, "/bones/0/parent", "\"左ひざ\"", {"/bones/0/parent"});
    expect_set(m, "/bones/0/parent", "100", {"/bones/0/parent"});
    expect_set(m, "/morphs/0/offsets/0/morph", "m5", {"/morphs/0/offsets/0/morph"});
    expect_set(m, "/materials/0/texture", "b/c~d.png", {"/materials/0/texture"});
    expect_set(m, "/materials/0/sphere_mode", "add", {"/materials/0/sphere_mode"});
    expect_set(m, "/materials/0/sphere_mode", "\"sub_texture\"", {"/materials/0/sphere_mode"});
    expect_set(m, "/materials/0/sphere_mode", "200", {"/materials/0/sphere_mode"});
    expect_set(m, "/materials/0/flags", "[\"edge\", \"points\"]", {"/materials/0/flags"});
    expect_set(m, "/materials/0/flags", "[\"edge\", 32]", {"/materials/0/flags"});
    expect_set(m, "/bones/0/flags", "[16384]", {"/bones/0/flags"});
    expect_set(m, "/trailing", "\"00ff\"", {"/trailing"});
    expect_set(m, "/rigid_bodies/頭", "{\"mass\": 3, \"group\": 9}", {"/rigid_bodies/0/group", "/rigid_bodies/0/mass"});
    expect_set(m, "/textures", "[\"x.png\"]", {"/textures/0", "/textures/1"});
    expect_set(m, "/header/index_widths/bone", "4", {"/header/index_widths/bone"});
}

TEST(Set, FieldsThatComeAndGoWithAnother) {
    const Model m = everything();
    expect_set(m, "/materials/0/toon_mode", "shared", {"/materials/0/toon_mode", "/materials/0/toon_texture", "/materials/0/shared_toon"});
    expect_set(m, "/vertices/0/deform", "bdef2", {"/vertices/0/deform", "/vertices/0/bones/1", "/vertices/0/weights/0"});
    expect_set(m, "/vertices/2/deform", "qdef", {"/vertices/2/deform"});
    expect_set(m, "/morphs/0/type", "flip", {"/morphs/0/type"});
    expect_set(m, "/morphs/3/type", "additional_uv2", {"/morphs/3/type"});
}

TEST(Set, DerivedWeightsFollow) {
    Model m = everything();
    ASSERT_TRUE(set(m, "/vertices/1/weights/0", "0.125"));
    EXPECT_EQ(m.vertices.weights()[1][0], 0.125F);
    EXPECT_EQ(m.vertices.weights()[1][1], 0.875F);
}

TEST(Set, TheSameValueChangesNothing) {
    const Model m = everything();
    for (const std::string_view path :
         {"/name", "/bones/1", "/bones", "/morphs/8/offsets", "/vertices/3", "/header/version", "/faces", "/soft_bodies/0",
          "/materials/1/flags", "/display_frames", "/bones/1/ik", "/vertices", "/morphs", "/header/signature"})
        expect_set(m, path, one(m, path), {});
}

TEST(Set, WrongValuesAreRefusedAndChangeNothing) {
    const Model m = everything();
    expect_refused(m, "/bones/0/position", "[1, 2]", Code::json_type);
    expect_refused(m, "/bones/0/position", "5", Code::json_type);
    expect_refused(m, "/bones/0/position/0", "\"x\"", Code::json_type);
    expect_refused(m, "/bones/0/position/0", "1e39", Code::json_type);
    expect_refused(m, "/bones/0/layer", "1.5", Code::json_type);
    expect_refused(m, "/bones/0/layer", "2147483648", Code::value_range);
    expect_refused(m, "/bones/0/layer", "-2147483649", Code::value_range);
    expect_refused(m, "/bones/0/layer", "99999999999999999999", Code::json_type);
    expect_refused(m, "/rigid_bodies/0/group", "256", Code::value_range);
    expect_refused(m, "/rigid_bodies/0/group", "-1", Code::value_range);
    expect_refused(m, "/rigid_bodies/0/collision_mask", "65536", Code::value_range);
    expect_refused(m, "/bones/0/parent", "nobody", Code::json_type);
    expect_refused(m, "/vertices/0/deform", "bdef9", Code::json_type);
    expect_refused(m, "/materials/0/flags", "[\"egde\"]", Code::json_type);
    expect_refused(m, "/materials/0/flags", "[256]", Code::value_range);
    expect_refused(m, "/trailing", "\"0\"", Code::json_type);
    expect_refused(m, "/trailing", "\"zz\"", Code::json_type);
    expect_refused(m, "/rigid_bodies/0", "{\"mas\": 1}", Code::json_unknown);
    expect_refused(m, "/rigid_bodies/0", "5", Code::json_type);
    expect_refused(m, "/bones", "[{}]", Code::json_missing);
    expect_refused(m, "/name", "\xFF", Code::text_not_utf8);
    expect_refused(m, "/name", "\xED\xA0\x80", Code::text_not_utf8);
    expect_refused(m, "/nothing", "1", Code::path_not_found);
    expect_refused(m, "/bones/7/layer", "1", Code::path_not_found);
    expect_refused(m, "/bones/0/layer", "{", Code::json_type);
    expect_refused(m, "/bones/*/ik/target", "nobody", Code::json_type);
}

// These decide what follows them in the file, or how it is read.
TEST(Set, ValuesThatTheFormatHasNoMeaningForAreRefused) {
    const Model m = everything();
    expect_refused(m, "/vertices/0/deform", "9", Code::value_range);
    expect_refused(m, "/materials/0/toon_mode", "2", Code::value_range);
    expect_refused(m, "/morphs/0/type", "11", Code::value_range);
    expect_refused(m, "/display_frames/0/elements/0/kind", "2", Code::value_range);
    expect_refused(m, "/header/encoding", "2", Code::value_range);
}
TEST(Set, HeaderValuesOutOfRangeAreRefused) {
    const Model m = everything();
    expect_refused(m, "/header/version", "3", Code::value_range);
    expect_refused(m, "/header/additional_uvs", "5", Code::value_range);
    expect_refused(m, "/header/additional_uvs", "200", Code::value_range);
    expect_refused(m, "/header/index_widths/bone", "3", Code::value_range);
}

TEST(Set, TextThatIsNotUtf8IsRefusedWhereverItStands) {
    const Model m = everything();
    expect_refused(m, "/bones/0/parent", "\xFF", Code::text_not_utf8);
    expect_refused(m, "/materials/0/sphere_mode", "\xFF", Code::text_not_utf8);
}

TEST(Set, DoesNotDropOrGarbleOnTheSide) {
    const Model m = everything();
    expect_refused(m, "/morphs/1/type", "bone", Code::would_drop);
    expect_refused(m, "/morphs/*/type", "bone", Code::would_drop);
    expect_refused(m, "/morphs/m1/type", "bone", Code::would_drop);
    expect_refused(m, "/bones/1/flags", "[]", Code::would_drop); // its IK links
    expect_refused(m, "/header/encoding", "utf8", Code::would_garble);
    expect_refused(m, "/header/version", "2", Code::needs_version); // the soft bodies
    Model empty = m;
    empty.morphs[1].offsets = {};
    expect_set(empty, "/morphs/1/type", "bone", {"/morphs/1/type"});
}
TEST(Set, DoesNotDropAdditionalUvs) {
    expect_refused(everything(), "/header/additional_uvs", "0", Code::would_drop);
}
TEST(Set, DoesNotMakeTheFileUnreadable) {
    Model m = everything();
    if (set(m, "/header/signature", "\"VMD \"")) {
        EXPECT_TRUE(read(write(m).value()));
    }
}

// A list may be emptied by name, by star and without the first slash just as by number.
TEST(Set, EmptiesListsHoweverTheyAreNamed) {
    const Model m = everything();
    for (const std::string_view path : {"/bones/1/ik/links", "/bones/左ひざ/ik/links", "/bones/*/ik/links", "bones/1/ik/links"}) {
        SCOPED_TRACE(path);
        Model changed = m;
        const auto done = set(changed, path, "[]");
        EXPECT_TRUE(done) << message(done);
        EXPECT_TRUE(changed.bones[1].ik->links.empty());
    }
}

// ---------------------------------------------------------------------------------------------- diff

TEST(Diff, EmptyExactlyForEqualModels) {
    const Model a = everything();
    EXPECT_TRUE(diff(a, a).empty());
    Model b = a;
    b.soft_bodies->clear();
    Model c = a;
    c.soft_bodies.reset();
    EXPECT_FALSE(diff(a, b).empty());
    EXPECT_FALSE(diff(a, c).empty());
    EXPECT_FALSE(b == c);
    EXPECT_FALSE(diff(b, c).empty()) << "a count of 0 soft bodies and no count at all are different files";
    Model d = a;
    d.damage = Damage{"joints", true, 1, {}, {}};
    EXPECT_FALSE(a == d);
    EXPECT_FALSE(diff(a, d).empty()) << "damage";
}

TEST(ByNumber, RandomModelsAgainstEqualityAndGet) {
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        SCOPED_TRACE(seed);
        const Model a = test::random_model(seed, 4), b = test::random_model(seed + 1000, 4);
        EXPECT_TRUE(by_number(a, Model(a)).empty());
        std::set<std::string> seen;
        for (const Difference& d : by_number(a, b)) {
            EXPECT_TRUE(seen.insert(d.path).second) << d.path << " twice";
            EXPECT_NE(d.before, d.after) << d.path;
            if (!d.before.empty()) {
                EXPECT_EQ(one(a, d.path), d.before) << d.path;
            }
            if (!d.after.empty()) {
                EXPECT_EQ(one(b, d.path), d.after) << d.path;
            }
        }
    }
}

TEST(ByNumber, EveryLeafOfARandomModelCanBeGot) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        SCOPED_TRACE(seed);
        const Model m = test::random_model(seed, 4);
        for (const Difference& d : by_number(Model{}, m))
            if (!d.after.empty()) {
                EXPECT_EQ(one(m, d.path), d.after) << d.path;
            }
    }
}

// Every leaf set to what it is changes nothing; set to what it is in another model makes it that.
TEST(ByNumber, SettingEachDifferenceTakesItOver) {
    for (std::uint64_t seed = 0; seed < 25; ++seed) {
        SCOPED_TRACE(seed);
        const Model from = test::random_model(seed, 3);
        Model other = from;
        for (auto& v : other.vertices.positions()) v.x += 1;
        for (auto& material : other.materials) material.edge_size += 1, material.flags.bits ^= 0x42;
        for (auto& bone : other.bones) bone.layer ^= 5, bone.name = {};
        for (auto& joint : other.joints) joint.linear_lower.y = -0.0F, joint.type = JointType::hinge;
        Model m = from;
        for (const Difference& d : by_number(from, other)) {
            const auto done = set(m, d.path, d.after);
            ASSERT_TRUE(done) << message(done);
        }
        EXPECT_TRUE(m == other);
    }
}

} // namespace
} // namespace kagami::pmx

// Sizes and proportions: what belongs together moves together, and all else keeps its bits.
#include "by_number.hpp"
#include "kagami/edit_table.hpp"
#include "kagami/json.hpp"
#include "kagami/names.hpp"
#include "pmd/layout.hpp"
#include "pmx/layout.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace kagami::edit {
namespace {

using test::message;

constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();
constexpr float infinite = std::numeric_limits<float>::infinity();

Bytes bytes_of(const pmx::Model& m) {
    return pmx::write(m).value();
}
Bytes bytes_of(const pmd::Model& m) {
    return pmd::write(m).value();
}

template <class M, class Op> M after(M m, const Op& op, Report* report = nullptr) {
    auto done = apply(m, op);
    EXPECT_TRUE(done) << message(done);
    if (done && report != nullptr) *report = std::move(*done);
    return m;
}
template <class M, class Op> Error refusal(const M& m, const Op& op) {
    M copy = m;
    const auto done = apply(copy, op);
    EXPECT_FALSE(done);
    EXPECT_TRUE(copy == m);
    return done ? Error{} : done.error();
}

/// The names of the values in which two models differ, without the numbers of their places.
template <class M> std::set<std::string> changed(const M& a, const M& b) {
    std::set<std::string> names;
    for (const Difference& difference : test::by_number(a, b)) {
        std::string name;
        std::size_t from = 0;
        while (from < difference.path.size()) {
            const std::size_t end = std::min(difference.path.find('/', from + 1), difference.path.size());
            const std::string word = difference.path.substr(from, end - from);
            if (word.find_first_not_of("/0123456789") != std::string::npos) name += word;
            from = end;
        }
        names.insert(name);
    }
    return names;
}

Vec3 operator-(const Vec3& a, const Vec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
float length(const Vec3& v) {
    return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}
void expect_near(const Vec3& a, const Vec3& b, float by = 1e-5F) {
    EXPECT_NEAR(a.x, b.x, by);
    EXPECT_NEAR(a.y, b.y, by);
    EXPECT_NEAR(a.z, b.z, by);
}

Text text(std::string_view utf8) {
    return test::utf16(utf8);
}

// ------------------------------------------------------------------------------------------ figures

/// A figure with legs, arms and a head, all helpers that the rules speak of, and vertices along its limbs.
class Figure {
public:
    pmx::Model m;

    Figure() {
        bone("全ての親", {0, 0, 0}, "");
        bone("センター", {0, 8, 0}, "全ての親");
        bone("上半身", {0, 12, 0}, "センター");
        bone("上半身2", {0, 14, 0}, "上半身");
        bone("首", {0, 16, 0}, "上半身2");
        bone("頭", {0, 17, 0}, "首");
        bone("髪", {0, 18, 1}, "頭");
        bone("髪ＩＫ", {0, 18.5F, 1}, "全ての親");
        ik("髪ＩＫ", "髪");
        bone("下半身", {0, 12, 0}, "センター");
        bone("スカート", {0, 11.5F, -1}, "下半身");
        for (const float x : {1.0F, -1.0F}) {
            const std::string side = x > 0 ? "左" : "右";
            bone(side + "足", {x, 11, 0}, "下半身");
            bone(side + "ひざ", {x, 6, -0.25F}, side + "足");
            bone(side + "足首", {x, 1, 0.5F}, side + "ひざ");
            bone(side + "つま先", {x, 0, -1}, side + "足首");
            bone(side + "足IK親", {x, 0, 0.5F}, "全ての親");
            bone(side + "足ＩＫ", {x, 1, 0.75F}, side + "足IK親");
            bone(side + "つま先ＩＫ", {x, 0, -1}, side + "足ＩＫ");
            bone(side + "足D", {x, 11, 0}, "下半身");
            bone(side + "ひざD", {x, 6, -0.25F}, side + "足D");
            bone(side + "腕", {2 * x, 15, 0}, "上半身2");
            bone(side + "腕捩", {3 * x, 14, 0}, side + "腕");
            bone(side + "腕捩1", {2.5F * x, 14.5F, 0}, side + "腕");
            bone(side + "ひじ", {4 * x, 13, 0}, side + "腕捩");
            bone(side + "手首", {6 * x, 11, 0}, side + "ひじ");
            bone(side + "手先", {7 * x, 10, 0}, side + "手首");
            ik(side + "足ＩＫ", side + "足首");
            ik(side + "つま先ＩＫ", side + "つま先");
            append(side + "足D", side + "足");
            append(side + "ひざD", side + "ひざ");
            append(side + "腕捩1", side + "腕捩");
        }
        at("首").tail_offset = {0, 1, 0};
        at("髪").tail_offset = {0, -1, 1};
    }

    int number(const std::string& name) const { return numbers.at(name); }
    pmx::Bone& at(const std::string& name) { return m.bones[static_cast<std::size_t>(number(name))]; }
    Index<pmx::Bone> index(const std::string& name) const { return Index<pmx::Bone>{name.empty() ? -1 : number(name)}; }

    /// The number of a new vertex, which hangs on the first bone by a weight and on the second by the rest.
    std::int32_t vertex(const Vec3& position, const std::string& bone, const std::string& other = "", float weight = 1) {
        pmx::Vertex v;
        v.position = position;
        v.normal = {0, 0, -1};
        v.bones[0] = index(bone);
        if (!other.empty()) {
            v.deform = pmx::DeformType::bdef2;
            v.bones[1] = index(other);
            v.weights = {weight, 1 - weight, 0, 0};
        }
        m.vertices.push_back(v);
        return static_cast<std::int32_t>(m.vertices.size() - 1);
    }
    void material(const std::string& name, std::initializer_list<std::int32_t> vertices) {
        pmx::Material material;
        material.name = text(name);
        material.index_count = static_cast<std::int32_t>(vertices.size());
        m.materials.push_back(material);
        for (const std::int32_t v : vertices) m.faces.push_back(Index<pmx::Vertex>{v});
    }
    pmx::RigidBody& body(const std::string& bone, RigidShape shape, const Vec3& position, const Vec3& size, const Vec3& rotation = {}) {
        pmx::RigidBody& body = m.rigid_bodies.emplace_back();
        body.bone = index(bone);
        body.shape = shape;
        body.position = position;
        body.size = size;
        body.rotation = rotation;
        return body;
    }
    pmx::Joint& joint(int a, int b, const Vec3& position) {
        pmx::Joint& joint = m.joints.emplace_back();
        joint.rigid_body_a = Index<pmx::RigidBody>{a};
        joint.rigid_body_b = Index<pmx::RigidBody>{b};
        joint.position = position;
        joint.linear_lower = {-1, -2, -3};
        joint.linear_upper = {1, 2, 3};
        return joint;
    }

private:
    std::map<std::string, int> numbers;

    void bone(const std::string& name, const Vec3& position, const std::string& parent) {
        pmx::Bone& bone = m.bones.emplace_back();
        bone.name = text(name);
        bone.position = position;
        bone.parent = index(parent);
        numbers[name] = static_cast<int>(m.bones.size()) - 1;
    }
    void ik(const std::string& name, const std::string& target) {
        at(name).flags.set(pmx::BoneFlag::ik);
        at(name).ik.get_or_make().target = index(target);
    }
    void append(const std::string& name, const std::string& parent) {
        at(name).flags.set(pmx::BoneFlag::append_rotation);
        at(name).append.parent = index(parent);
    }
};

Vec3 place(const Figure& figure, const pmx::Model& m, const std::string& bone) {
    return m.bones[static_cast<std::size_t>(figure.number(bone))].position;
}
Vec3 moved(const Figure& figure, const pmx::Model& m, const std::string& bone) {
    return place(figure, m, bone) - place(figure, figure.m, bone);
}

// ------------------------------------------------------------------------------------------ scale

template <class M> void neutral(const M& m) {
    EXPECT_TRUE(after(m, Scale{}) == m);
    EXPECT_TRUE(after(m, Resize{.materials = {"*"}, .factor = {}, .about = {}}) == m);
    EXPECT_TRUE(after(m, Proportion{}) == m);
    EXPECT_TRUE(after(m, Proportion{.bones = {"*"}}) == m);
}

TEST(ShapeEdits, NeutralParametersChangeNothing) {
    neutral(test::everything());
    neutral(test::small_document<pmd::Model>());
    neutral(Figure().m);
    neutral(pmx::Model{});
    neutral(pmd::Model{});
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        neutral(test::random_model(seed));
        neutral(test::random_document<pmd::Model>(seed, 6));
    }
}

TEST(ShapeEdits, ScaleMultipliesEveryLengthAndNothingElse) {
    pmx::Model m = test::everything();
    m.rigid_bodies[0].position = m.joints[0].position = m.joints[0].linear_lower = m.joints[0].linear_upper = {1, -2, 3};
    m.soft_bodies->at(0).margin = 0.25F;
    Report report;
    EXPECT_EQ(changed(m, after(m, Scale{2}, &report)),
              (std::set<std::string>{"/vertices/position", "/vertices/sdef_c", "/vertices/sdef_r0", "/vertices/sdef_r1", "/bones/position",
                                     "/bones/tail_offset", "/morphs/offsets/offset", "/morphs/offsets/translation", "/rigid_bodies/size",
                                     "/rigid_bodies/position", "/joints/position", "/joints/linear_lower", "/joints/linear_upper",
                                     "/soft_bodies/margin"}));
    EXPECT_FALSE(report.changes.empty());
    const pmd::Model pmd = test::small_document<pmd::Model>();
    for (const std::string& name : changed(pmd, after(pmd, Scale{2})))
        EXPECT_TRUE(name.ends_with("position") || name.ends_with("/offset") || name.ends_with("size") || name.find("linear_") != name.npos)
            << name;
    Figure figure;
    figure.vertex({1.1F, -0.0F, nan_value}, "頭");
    figure.joint(0, 0, {1, 2, 3}).type = pmx::JointType::cone_twist;
    const pmx::Model scaled = after(figure.m, Scale{0.7F});
    EXPECT_EQ(scaled.vertices.positions()[0], (Vec3{1.1F * 0.7F, -0.0F, nan_value}));
    EXPECT_EQ(scaled.joints[0].position, (Vec3{1 * 0.7F, 2 * 0.7F, 3 * 0.7F}));
    EXPECT_EQ(scaled.joints[0].linear_lower, (Vec3{-1, -2, -3})); // keeps other things there
}

template <class M> void there_and_back(const M& m) {
    const Bytes before = bytes_of(m);
    M copy = m;
    const auto done = apply(copy, Scale{2});
    if (!done) {
        EXPECT_EQ(done.error().code, Code::value_range);
        EXPECT_TRUE(bytes_of(copy) == before);
        return;
    }
    EXPECT_TRUE(bytes_of(after(copy, Scale{0.5F})) == before);
}

TEST(ShapeEdits, ScaleAndBackOnRandomModels) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        there_and_back(test::random_model(seed));
        there_and_back(test::random_document<pmd::Model>(seed, 6));
    }
}

TEST(ShapeEdits, ImpossibleFactorsAreRefused) {
    Figure figure;
    figure.vertex({3e38F, 0, 0}, "頭");
    figure.material("肌", {0, 0, 0});
    for (const float factor : {0.0F, -1.0F, infinite, nan_value}) {
        EXPECT_EQ(refusal(figure.m, Scale{factor}).code, Code::value_range);
        EXPECT_EQ(refusal(figure.m, Resize{{"肌"}, {1, factor, 1}, {}}).code, Code::value_range);
        EXPECT_EQ(refusal(figure.m, Proportion{.legs = factor}).code, Code::value_range);
        EXPECT_EQ(refusal(figure.m, Proportion{.bones = {"頭"}, .factor = factor}).code, Code::value_range);
    }
    EXPECT_EQ(refusal(figure.m, Scale{2}).path, "/vertices/0");
    EXPECT_EQ(refusal(figure.m, Resize{{"肌"}, 2, "頭"}).path, "/vertices/0");
    EXPECT_EQ(refusal(figure.m, Proportion{.head = 2}).path, "/vertices/0");
}

template <class M> void refuses_damage(M m) {
    m.damage.emplace().part = "joints";
    neutral(m);
    EXPECT_EQ(refusal(m, Scale{2}).code, Code::beyond_damage);
    EXPECT_EQ(refusal(m, Resize{{"*"}, 2, {}}).code, Code::beyond_damage);
    EXPECT_EQ(refusal(m, Proportion{.bones = {"*"}, .factor = 2}).path, "/joints");
}

TEST(ShapeEdits, DamagedModelsAreRefused) {
    Figure figure;
    figure.m.joints.clear();
    refuses_damage(figure.m);
    pmd::Model pmd;
    refuses_damage(pmd);
}

// ------------------------------------------------------------------------------------------ resize

/// A face and a ribbon, which share a vertex; the ribbon has a bone of its own, a body on it, and a joint to the head.
Figure with_ribbon() {
    Figure figure;
    figure.vertex({0, 17, -1}, "頭");
    figure.vertex({0, 18, 0}, "頭"); // of both
    figure.vertex({2, 18, 0}, "髪");
    figure.vertex({0, 20, 4}, "髪", "頭", 0.5F);
    figure.vertex({5, 5, 5}, "首", "髪", 1); // on the second by nothing
    figure.material("顔", {0, 1, 4});
    figure.material("リボン", {1, 2, 3});
    figure.body("頭", RigidShape::sphere, {0, 18, 0}, {1, 0, 0});
    figure.body("髪", RigidShape::box, {1, 19, 2}, {1, 2, 3}, {0, 0, std::acos(-1.0F) / 2});
    figure.body("髪", RigidShape::capsule, {1, 19, 2}, {1, 2, 0});
    figure.body("髪", RigidShape::sphere, {1, 19, 2}, {1, 7, 8});
    figure.body("首", RigidShape::sphere, {1, 19, 2}, {1, 7, 8});
    figure.joint(0, 1, {0, 18, 0});
    figure.joint(0, 4, {0, 18, 0});
    pmx::Morph& morph = figure.m.morphs.emplace_back();
    morph.offsets.as<pmx::VertexOffset>().push_back({Index<pmx::Vertex>{2}, {1, 1, 1}});
    morph.offsets.as<pmx::VertexOffset>().push_back({Index<pmx::Vertex>{0}, {1, 1, 1}});
    morph.offsets.as<pmx::VertexOffset>().push_back({Index<pmx::Vertex>{-7}, {1, 1, 1}});
    return figure;
}

TEST(ShapeEdits, ResizeMovesWhatBelongsToTheMaterials) {
    const Figure figure = with_ribbon();
    Report report;
    const pmx::Model m = after(figure.m, Resize{{"リボン"}, 2, {}}, &report); // about (1, 19, 2)
    EXPECT_EQ(m.vertices.positions()[0], (Vec3{0, 17, -1}));
    EXPECT_EQ(m.vertices.positions()[1], (Vec3{-1, 17, -2}));
    EXPECT_EQ(m.vertices.positions()[2], (Vec3{3, 17, -2}));
    EXPECT_EQ(m.vertices.positions()[3], (Vec3{-1, 21, 6}));
    EXPECT_EQ(m.vertices.positions()[4], (Vec3{5, 5, 5}));
    const auto& offsets = std::as_const(m.morphs[0]).offsets.as<pmx::VertexOffset>();
    EXPECT_EQ(offsets[0].offset, (Vec3{2, 2, 2}));
    EXPECT_EQ(offsets[1].offset, (Vec3{1, 1, 1}));
    EXPECT_EQ(offsets[2].offset, (Vec3{1, 1, 1}));
    EXPECT_EQ(m.rigid_bodies[1].size, (Vec3{2, 4, 6}));
    EXPECT_EQ(m.rigid_bodies[2].size, (Vec3{2, 4, 0}));
    EXPECT_EQ(m.rigid_bodies[3].size, (Vec3{2, 7, 8}));
    EXPECT_EQ(m.joints[0].position, (Vec3{-1, 17, -2}));
    EXPECT_EQ(m.joints[0].linear_upper, (Vec3{2, 4, 6}));
    EXPECT_TRUE(m.rigid_bodies[0] == figure.m.rigid_bodies[0] && m.rigid_bodies[4] == figure.m.rigid_bodies[4]);
    EXPECT_TRUE(m.joints[1] == figure.m.joints[1]);
    EXPECT_EQ(changed(figure.m, m), (std::set<std::string>{"/vertices/position", "/morphs/offsets/offset", "/rigid_bodies/size",
                                                           "/joints/position", "/joints/linear_lower", "/joints/linear_upper"}));
    ASSERT_EQ(report.notes.size(), 1U);
    EXPECT_EQ(report.notes[0].code, Code::vertices_shared);
    EXPECT_EQ(report.notes[0].arguments, std::vector<std::string>{"1"});
}

TEST(ShapeEdits, ResizeByThreeFactors) {
    Figure figure = with_ribbon();
    figure.m.vertices.normals()[2] = {0.6F, 0, -0.8F};
    figure.body("髪", RigidShape::box, {0, 18, 1}, {1, 1, 1}, {std::acos(-1.0F) / 2, 0, 0}).name = text("倒");
    figure.body("髪", RigidShape::box, {0, 18, 1}, {1, 1, 1}, {0.3F, 0.5F, 0.7F}).name = text("斜");
    figure.m.vertices.deforms()[3] = pmx::DeformType::sdef;
    figure.m.vertices.sdefs().get_or_make(3) = {{0, 18, 2}, {0, 19, 2}, {1, 18, 0}};
    figure.m.vertices.sdefs().get_or_make(77) = {};                        // of no vertex
    const pmx::Model m = after(figure.m, Resize{{"#1"}, {1, 3, 2}, "髪"}); // about (0, 18, 1)
    EXPECT_EQ(m.vertices.positions()[2], (Vec3{2, 18, -1}));
    EXPECT_EQ(m.vertices.positions()[3], (Vec3{0, 24, 7}));
    expect_near(m.vertices.normals()[2], {0.832050F, 0, -0.554700F});
    EXPECT_EQ(m.vertices.normals()[1], (Vec3{0, 0, -1})); // along an axis: stays
    expect_near(m.rigid_bodies[1].size, {3, 2, 6});       // its x lies along y
    expect_near(m.rigid_bodies[5].size, {1, 2, 3});       // its y lies along z
    expect_near(m.rigid_bodies[6].size, {2.037084F, 2.458242F, 1.951239F});
    const pmx::Sdef& sdef = *std::as_const(m).vertices.sdefs().find(3);
    EXPECT_EQ(sdef.c, (Vec3{0, 18, 3}));
    EXPECT_EQ(sdef.r0, (Vec3{0, 21, 3}));
    EXPECT_EQ(sdef.r1, (Vec3{1, 18, -1}));
    expect_near(m.rigid_bodies[2].size, {std::sqrt(2.0F), 6, 0});
    EXPECT_NEAR(m.rigid_bodies[3].size.x, std::cbrt(6.0F), 1e-5F);
    EXPECT_EQ(m.joints[0].linear_upper, (Vec3{1, 6, 6}));
    figure.m.vertices.normals()[2] = {0, 0, 0};
    EXPECT_EQ(after(figure.m, Resize{{"#1"}, {1, 3, 2}, {}}).vertices.normals()[2], (Vec3{0, 0, 0}));
}

TEST(ShapeEdits, ResizeRefusesWhatItCannotChoose) {
    Figure figure = with_ribbon();
    EXPECT_EQ(refusal(figure.m, Resize{{}, 2, {}}).code, Code::value_range);
    EXPECT_EQ(refusal(figure.m, Resize{{"リボソ"}, 2, {}}).code, Code::nothing_selected);
    EXPECT_EQ(refusal(figure.m, Resize{{"リボン"}, 2, "足"}).code, Code::nothing_selected);
    EXPECT_EQ(refusal(figure.m, Resize{{"リボソ"}, 1, {}}).code, Code::nothing_selected);
    for (const std::int32_t count : {-3, 7, 0x7FFF'FFFF, std::numeric_limits<std::int32_t>::min()}) {
        figure.m.materials[0].index_count = count;
        EXPECT_EQ(refusal(figure.m, Resize{{"リボン"}, 2, {}}).path, "/materials/0/index_count");
    }
    figure.m.materials[0].index_count = 4;
    EXPECT_EQ(refusal(figure.m, Resize{{"顔"}, 2, {}}).path, "/materials/1/index_count");
    figure.m.materials[0].index_count = 3;
    figure.at("髪").position.y = nan_value;
    EXPECT_EQ(refusal(figure.m, Resize{{"リボン"}, 2, "髪"}).code, Code::value_range);
}

TEST(ShapeEdits, ResizeOfPmd) {
    pmd::Model m;
    for (const float x : {0.0F, 2.0F, 4.0F}) {
        pmd::Vertex v;
        v.position = {x, 1, 1};
        v.bones = {Index<pmd::Bone>{1}, Index<pmd::Bone>{0}};
        m.vertices.push_back(v);
        m.faces.push_back(Index<pmd::Vertex>{static_cast<std::int32_t>(x / 2)});
    }
    m.materials.emplace_back().index_count = 3;
    m.bones.resize(2);
    m.bones[1].position = {1, 1, 1};
    pmd::Morph& base = m.morphs.emplace_back();
    base.panel = pmd::MorphPanel::base;
    base.base_vertices.push_back({Index<pmd::Vertex>{2}, {4, 1, 1}});
    m.morphs.emplace_back().offsets.push_back({Index<pmd::BaseVertex>{0}, {1, 0, 0}});
    m.rigid_bodies.emplace_back().bone = Index<pmd::Bone>{1};
    m.rigid_bodies[0].position = {2, 0, 0}; // in the model: 3, 1, 1
    m.rigid_bodies[0].size.x = 1;
    const pmd::Model twice = after(m, Resize{{"#0"}, 2, {}}); // about (2, 1, 1)
    EXPECT_EQ(twice.vertices.positions()[2], (Vec3{6, 1, 1}));
    EXPECT_EQ(twice.morphs[0].base_vertices[0].position, (Vec3{6, 1, 1}));
    EXPECT_EQ(twice.morphs[1].offsets[0].offset, (Vec3{2, 0, 0}));
    EXPECT_EQ(twice.rigid_bodies[0].position, (Vec3{3, 0, 0})); // in the model: 4, 1, 1
    EXPECT_EQ(twice.rigid_bodies[0].size.x, 2);
    EXPECT_EQ(refusal(m, Resize{{"#1"}, 2, {}}).code, Code::nothing_selected);
}

// ------------------------------------------------------------------------------------------ proportion

TEST(ShapeEdits, LegsBecomeLongerAndFeetStayOnTheGround) {
    Figure figure;
    Report report;
    const pmx::Model m = after(figure.m, Proportion{.legs = 1.1F}, &report);
    for (const std::string side : {"左", "右"}) {
        for (const auto& [from, to] : {std::pair{"足", "ひざ"}, {"ひざ", "足首"}, {"足D", "ひざD"}}) {
            const auto long_is = [&](const pmx::Model& model) {
                return length(place(figure, model, side + to) - place(figure, model, side + from));
            };
            EXPECT_NEAR(long_is(m) / long_is(figure.m), 1.1F, 1e-5F) << from;
        }
        EXPECT_EQ(place(figure, m, side + "足首").y, 1);
        EXPECT_EQ(place(figure, m, side + "つま先").y, 0);
        EXPECT_EQ(place(figure, m, side + "足IK親").y, 0);
        expect_near(place(figure, m, side + "足ＩＫ") - place(figure, m, side + "足首"), {0, 0, 0.25F}, 1e-6F);
        EXPECT_EQ(place(figure, m, side + "つま先ＩＫ"), place(figure, m, side + "つま先"));
        EXPECT_EQ(place(figure, m, side + "足D"), place(figure, m, side + "足"));
        EXPECT_EQ(place(figure, m, side + "ひざD"), place(figure, m, side + "ひざ"));
        expect_near(moved(figure, m, side + "足"), {0, 1, 0}); // ten units of leg in y
        expect_near(moved(figure, m, side + "足IK親"), moved(figure, m, side + "足首"));
        const Vec3 left = place(figure, m, "左足首"), right = place(figure, m, "右足首");
        EXPECT_EQ(left, (Vec3{-right.x, right.y, right.z}));
    }
    for (const char* const bone : {"センター", "上半身", "頭", "髪", "髪ＩＫ", "左手首", "スカート"})
        expect_near(moved(figure, m, bone), {0, 1, 0});
    EXPECT_EQ(place(figure, m, "全ての親"), (Vec3{0, 0, 0}));
    ASSERT_EQ(report.notes.size(), 1U);
    EXPECT_EQ(report.notes[0].code, Code::body_lifted);
    EXPECT_EQ(report.notes[0].arguments[0], "センター");
    const pmx::Model shorter = after(figure.m, Proportion{.legs = 0.5F});
    EXPECT_NEAR(place(figure, shorter, "センター").y, 3, 1e-5F);
    EXPECT_EQ(place(figure, shorter, "左足首").y, 1);
    // One leg alone: the lower foot stays where it was.
    const pmx::Model one = after(figure.m, Proportion{.bones = {"左足", "左ひざ"}, .factor = 1.1F});
    EXPECT_EQ(place(figure, one, "左足首").y, 1);
    EXPECT_NEAR(place(figure, one, "右足首").y, 2, 1e-5F);
    EXPECT_NEAR(place(figure, one, "右足ＩＫ").y, 2, 1e-5F);
}

TEST(ShapeEdits, BonesInAnyOrderGiveTheSame) {
    Figure figure;
    const auto last = static_cast<std::int32_t>(figure.m.bones.size()) - 1;
    pmx::Model turned = figure.m;
    std::ranges::reverse(turned.bones);
    const auto turn = [&](Index<pmx::Bone>& index) {
        if (index.value >= 0) index.value = last - index.value;
    };
    for (pmx::Bone& bone : turned.bones) {
        turn(bone.parent);
        turn(bone.append.parent);
        if (bone.ik) turn(bone.ik->target);
    }
    const Proportion all{.legs = 1.2F, .arms = 0.9F, .neck = 1.5F, .torso = 0.8F, .head = 1.3F};
    pmx::Model m = after(figure.m, all);
    turned = after(turned, all);
    for (std::size_t i = 0; i < m.bones.size(); ++i) EXPECT_EQ(m.bones[i].position, turned.bones[m.bones.size() - 1 - i].position) << i;
}

TEST(ShapeEdits, VerticesAreSpreadOverTheNewLength) {
    Figure figure;
    figure.vertex({2, 15, 1}, "左腕");                  // at the shoulder
    figure.vertex({3, 14, 1}, "左腕捩");                // half way, on a twist bone
    figure.vertex({3, 14, 1}, "左腕", "左腕捩1", 0.5F); // and on its helper
    figure.vertex({4, 13, 1}, "左腕", "左ひじ", 0.25F); // at the elbow
    figure.vertex({5, 12, 1}, "左ひじ");                // half way down
    figure.vertex({6.5F, 10.5F, 1}, "左手首");          // the hand
    figure.vertex({1, 16, 0}, "左腕");                  // before the shoulder
    figure.vertex({1, 16, 0}, "左腕", "", 1);
    figure.m.vertices.bones()[7][0].value = -1;
    const pmx::Model m = after(figure.m, Proportion{.arms = 1.5F});
    const auto at = [&](std::size_t i) { return m.vertices.positions()[i] - figure.m.vertices.positions()[i]; };
    expect_near(at(0), {0, 0, 0});
    expect_near(at(1), {0.5F, -0.5F, 0});
    expect_near(at(2), {0.5F, -0.5F, 0});
    expect_near(at(3), {1, -1, 0});
    expect_near(at(4), {1.5F, -1.5F, 0});
    expect_near(at(5), {2, -2, 0});
    EXPECT_EQ(at(6), (Vec3{0, 0, 0}));
    EXPECT_EQ(at(7), (Vec3{0, 0, 0}));
    expect_near(moved(figure, m, "左腕捩"), {0.5F, -0.5F, 0});
    expect_near(moved(figure, m, "左腕捩1"), {0.25F, -0.25F, 0});
    expect_near(moved(figure, m, "左手先"), {2, -2, 0});
    expect_near(moved(figure, m, "右手先"), {-2, -2, 0});
    expect_near(moved(figure, m, "左足首"), {0, 0, 0});
}

TEST(ShapeEdits, WeightsThatDoNotSumToOne) {
    Figure figure;
    pmx::Vertex v;
    v.deform = pmx::DeformType::bdef4;
    v.position = {0, 17, 0};
    v.bones = {figure.index("頭"), figure.index("首"), Index<pmx::Bone>{99}, Index<pmx::Bone>{-1}};
    for (const std::array<float, 4>& weights :
         {std::array{0.5F, 1.5F, 0.0F, 0.0F}, {0, 0, 0, 0}, {nan_value, 1, 0, 0}, {0.25F, 0.25F, 0.5F, 0}}) {
        v.weights = weights;
        figure.m.vertices.push_back(v);
    }
    const pmx::Model m = after(figure.m, Proportion{.legs = 1.1F});
    EXPECT_NEAR(m.vertices.positions()[0].y, 18, 1e-5F);
    EXPECT_EQ(m.vertices.positions()[1].y, 17);
    EXPECT_EQ(m.vertices.positions()[2].y, 17);
    EXPECT_NEAR(m.vertices.positions()[3].y, 17.5F, 1e-5F); // half of it hangs on nothing
}

TEST(ShapeEdits, TheHeadGrowsWithAllOnIt) {
    Figure figure;
    figure.vertex({1, 18, 0}, "髪");
    figure.body("髪", RigidShape::capsule, {0, 19, 0}, {1, 2, 0});
    figure.joint(-1, 0, {0, 18, 0});
    pmx::Morph& morph = figure.m.morphs.emplace_back();
    morph.type = pmx::MorphType::bone;
    morph.offsets.as<pmx::BoneOffset>().push_back({figure.index("髪"), {0, 1, 0}, {}});
    pmx::Morph& smile = figure.m.morphs.emplace_back();
    smile.offsets.as<pmx::VertexOffset>().push_back({Index<pmx::Vertex>{0}, {0.5F, 0, 0}});
    const pmx::Model m = after(figure.m, Proportion{.neck = 3, .head = 2}); // 頭 goes from 17 to 19
    EXPECT_EQ(place(figure, m, "頭"), (Vec3{0, 19, 0}));
    EXPECT_EQ(place(figure, m, "髪"), (Vec3{0, 21, 2}));
    EXPECT_EQ(m.vertices.positions()[0], (Vec3{2, 21, 0}));
    EXPECT_EQ(m.rigid_bodies[0].size, (Vec3{2, 4, 0}));
    EXPECT_EQ(m.rigid_bodies[0].position, (Vec3{0, 23, 0}));
    EXPECT_EQ(m.joints[0].position, (Vec3{0, 21, 0}));
    EXPECT_EQ(m.joints[0].linear_upper, (Vec3{2, 4, 6}));
    EXPECT_EQ(std::as_const(m.morphs[0]).offsets.as<pmx::BoneOffset>()[0].translation, (Vec3{0, 2, 0}));
    EXPECT_EQ(std::as_const(m.morphs[1]).offsets.as<pmx::VertexOffset>()[0].offset, (Vec3{1, 0, 0}));
    EXPECT_EQ(m.bones[static_cast<std::size_t>(figure.number("首"))].tail_offset, (Vec3{0, 3, 0}));
    EXPECT_EQ(m.bones[static_cast<std::size_t>(figure.number("髪"))].tail_offset, (Vec3{0, -2, 2}));
}

TEST(ShapeEdits, BodiesAlongALimbBecomeLonger) {
    Figure figure;
    const float quarter = std::acos(-1.0F) / 4;
    figure.body("左腕", RigidShape::capsule, {3, 14, 0}, {0.5F, std::sqrt(8.0F), 0}, {0, 0, quarter}); // shoulder to elbow
    figure.body("左腕", RigidShape::box, {3, 14, 0}, {0.5F, 1, 0.25F}, {0, 0, quarter});
    figure.body("左腕", RigidShape::box, {3, 14, 0}, {0.5F, 0.25F, 1}, {quarter, 2 * quarter, 0}); // by its z
    figure.body("左手首", RigidShape::sphere, {6, 11, 0}, {0.5F, 0, 0});
    figure.body("", RigidShape::sphere, {6, 10, 0}, {0.5F, 0, 0});
    figure.body("", RigidShape::sphere, {6, 10, 0}, {0.5F, 0, 0});
    figure.body("左腕", RigidShape::capsule, {2, 15, 0}, {0.5F, std::sqrt(8.0F), 0}, {0, 0, quarter}); // half before the shoulder
    figure.joint(0, 3, {6, 11, 0});
    figure.joint(4, 3, {6, 10, 0});
    const pmx::Model m = after(figure.m, Proportion{.arms = 1.5F});
    expect_near(m.rigid_bodies[0].size, {0.5F, 1.5F * std::sqrt(8.0F), 0});
    expect_near(m.rigid_bodies[0].position, {3.5F, 13.5F, 0});
    expect_near(m.rigid_bodies[1].size, {0.5F, 1.5F, 0.25F});
    expect_near(m.rigid_bodies[2].size, {0.5F, 0.25F, 1.5F});
    expect_near(m.rigid_bodies[3].position, {8, 9, 0});
    expect_near(m.rigid_bodies[4].position, {8, 8, 0}); // with the body that it is joined to
    EXPECT_EQ(m.rigid_bodies[5].position, (Vec3{6, 10, 0}));
    expect_near(m.joints[0].position, {8, 9, 0});
    EXPECT_EQ(m.joints[0].linear_upper, (Vec3{1, 2, 3}));
    expect_near(m.rigid_bodies[6].size, {0.5F, 1.25F * std::sqrt(8.0F), 0});
    expect_near(m.rigid_bodies[6].position, {2.25F, 14.75F, 0});
}

TEST(ShapeEdits, NamesInAnySpellingAndBonesThatLack) {
    Figure figure;
    figure.at("左足").name = text("足_L");
    figure.at("左足ＩＫ").name = text("左足IK");
    figure.at("左足IK親").name = text("左足ＩＫ親");
    const pmx::Model m = after(figure.m, Proportion{.legs = 2});
    EXPECT_NEAR(place(figure, m, "左ひざ").y, 11, 1e-5F);
    figure.at("頭").name = text("あたま");
    const Error error = refusal(figure.m, Proportion{.neck = 1.5F});
    EXPECT_EQ(error.code, Code::nothing_selected);
    EXPECT_EQ(error.arguments[0], "頭");
    EXPECT_EQ(refusal(figure.m, Proportion{.head = 1.5F}).code, Code::nothing_selected);
    EXPECT_EQ(refusal(figure.m, Proportion{.bones = {"くび"}, .factor = 2}).code, Code::nothing_selected);
    EXPECT_EQ(refusal(figure.m, Proportion{.factor = 2}).code, Code::value_range);
    EXPECT_EQ(refusal(pmx::Model{}, Proportion{.legs = 2}).code, Code::nothing_selected);
    EXPECT_EQ(refusal(pmd::Model{}, Proportion{.legs = 2}).code, Code::nothing_selected);
    // No ひざ: the leg is one bone.
    figure.at("左ひざ").name = figure.at("右ひざ").name = text("中");
    EXPECT_NEAR(place(figure, after(figure.m, Proportion{.legs = 2}), "センター").y, 18, 1e-4F);
}

TEST(ShapeEdits, CirclesOfParentsAreNamed) {
    Figure figure;
    figure.at("下半身").parent = figure.index("左足首");
    const Error error = refusal(figure.m, Proportion{.legs = 1.1F});
    EXPECT_EQ(error.code, Code::bone_cycle);
    EXPECT_EQ(error.arguments[0], "下半身 → 左足首 → 左ひざ → 左足 → 下半身");
    neutral(figure.m);
    EXPECT_TRUE(apply(figure.m, Scale{2}));
    figure.at("髪").parent = figure.index("髪");
    figure.at("下半身").parent = Index<pmx::Bone>{12345};
    EXPECT_EQ(refusal(figure.m, Proportion{.legs = 1.1F}).arguments[0], "髪 → 髪");
    // Circles of targets and of appended bones end as well.
    figure.at("髪").parent = {};
    figure.at("髪").flags.set(pmx::BoneFlag::append_rotation);
    figure.at("髪").append.parent = figure.index("髪");
    figure.at("左足ＩＫ").ik->target = figure.index("左つま先ＩＫ");
    figure.at("左つま先ＩＫ").ik->target = figure.index("左足ＩＫ");
    EXPECT_TRUE(apply(figure.m, Proportion{.legs = 1.1F}));
}

template <class M> void any_outcome(const M& m) {
    const Bytes before = bytes_of(m);
    const auto attempt = [&](const auto& op) {
        M copy = m;
        if (apply(copy, op)) {
            EXPECT_EQ(bytes_of(copy).size(), before.size());
        } else {
            EXPECT_TRUE(bytes_of(copy) == before);
        }
    };
    attempt(Scale{0.3F});
    attempt(Resize{{"*"}, 0.3F, {}});
    attempt(Resize{{"#0"}, {1, 2, 3}, "#0"});
    attempt(Proportion{.bones = {"*"}, .factor = 1.5F});
    attempt(Proportion{.bones = {"#0"}, .factor = 0.5F});
}

TEST(ShapeEdits, HostileModelsEndInOneWayOrTheOther) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        pmx::Model m = test::random_model(seed, 8);
        any_outcome(m);
        // Parents, targets and materials within the lists, and numbers that are finite, so that it gets further.
        std::mt19937_64 random(seed);
        const auto within = [&](std::size_t n) { return static_cast<std::int32_t>(random() % (n + 1)) - 1; };
        for (std::size_t i = 0; i < m.bones.size(); ++i) {
            m.bones[i].parent.value = seed % 4 == 0 ? within(m.bones.size()) : within(i);
            m.bones[i].append.parent.value = within(m.bones.size());
            m.bones[i].tail_bone.value = within(m.bones.size());
            if (m.bones[i].ik) m.bones[i].ik->target.value = within(m.bones.size());
            if (seed % 3 != 0) m.bones[i].position = {static_cast<float>(within(9)), static_cast<float>(within(9)), 1};
        }
        for (auto& bones : m.vertices.bones())
            for (auto& bone : bones) bone.value = within(m.bones.size());
        for (auto& body : m.rigid_bodies) body.bone.value = within(m.bones.size());
        for (auto& joint : m.joints) joint.rigid_body_b.value = within(m.rigid_bodies.size());
        for (auto& material : m.materials) material.index_count = 1;
        any_outcome(m);
        any_outcome(test::random_document<pmd::Model>(seed, 8));
    }
}

TEST(ShapeEdits, PlacesThatAreNoNumbersStay) {
    Figure figure;
    figure.at("左ひざ").position = {nan_value, infinite, 6};
    figure.vertex({nan_value, 3, 3}, "左足", "左ひざ", 0.5F);
    figure.body("左足", RigidShape::capsule, {1, nan_value, 0}, {infinite, nan_value, 0}, {nan_value, 0, 0});
    const pmx::Model m = after(figure.m, Proportion{.legs = 1.1F, .head = 2});
    EXPECT_TRUE(std::isnan(place(figure, m, "左ひざ").x) && std::isinf(place(figure, m, "左ひざ").y));
    EXPECT_TRUE(std::isnan(m.vertices.positions()[0].x));
    EXPECT_EQ(m.rigid_bodies[0].size, figure.m.rigid_bodies[0].size);
}

TEST(ShapeEdits, LargeListsTakeTheirTime) {
    pmx::Model m;
    constexpr int n = 200'000;
    for (int i = 0; i < n; ++i) {
        pmx::Bone& bone = m.bones.emplace_back();
        bone.parent.value = i == n - 1 ? -1 : i + 1; // the deepest chain, parents last
        bone.position = {0, static_cast<float>(n - i), 0};
        bone.flags.set(pmx::BoneFlag::tail_is_bone);
        bone.tail_bone.value = 0;
        bone.flags.set(pmx::BoneFlag::append_rotation);
        bone.append.parent.value = (i + 7) % n;
        bone.flags.set(pmx::BoneFlag::ik);
        bone.ik.get_or_make().target.value = (i + 11) % n;
    }
    EXPECT_TRUE(apply(m, Proportion{.bones = {"#3"}, .factor = 2}));
    EXPECT_TRUE(apply(m, Proportion{.bones = {"*"}, .factor = 1.00001F}));
}

// ------------------------------------------------------------------------------------------ PMD

TEST(ShapeEdits, ProportionOfPmd) {
    pmd::Model m;
    const auto bone = [&](const char* name, const Vec3& position, int parent, pmd::BoneType type = pmd::BoneType::rotate) {
        pmd::Bone& b = m.bones.emplace_back();
        b.name = pmd::Name(test::cp932(name));
        b.position = position;
        b.parent = Index<pmd::Bone>{parent};
        b.type = type;
    };
    bone("センター", {0, 8, 0}, -1);
    bone("左足", {1, 11, 0}, 0);
    bone("左ひざ", {1, 6, 0}, 1);
    bone("左足首", {1, 1, 0}, 2);
    bone("左足ＩＫ", {1, 1, 1}, -1, pmd::BoneType::ik);
    pmd::Ik& ik = m.iks.emplace_back();
    ik.bone = Index<pmd::Bone>{4};
    ik.target = Index<pmd::Bone>{3};
    pmd::Vertex v;
    v.position = {1, 8.5F, 0};
    v.bones = {Index<pmd::Bone>{1}, Index<pmd::Bone>{2}};
    m.vertices.push_back(v);
    pmd::RigidBody& body = m.rigid_bodies.emplace_back();
    body.bone = Index<pmd::Bone>{1};
    body.shape = RigidShape::capsule;
    body.size = {0.5F, 5, 0};
    body.position = {0, -2.5F, 0}; // relative to its bone
    m.rigid_bodies.emplace_back().position = {0, -1, 0};
    const pmd::Model longer = after(m, Proportion{.legs = 2});
    EXPECT_EQ(longer.bones[0].position, (Vec3{0, 18, 0}));
    EXPECT_EQ(longer.bones[1].position, (Vec3{1, 21, 0}));
    EXPECT_EQ(longer.bones[2].position, (Vec3{1, 11, 0}));
    EXPECT_EQ(longer.bones[3].position, (Vec3{1, 1, 0}));
    EXPECT_EQ(longer.bones[4].position, (Vec3{1, 1, 1}));
    EXPECT_EQ(longer.vertices.positions()[0], (Vec3{1, 16, 0}));
    EXPECT_EQ(longer.rigid_bodies[0].position, (Vec3{0, -5, 0}));
    EXPECT_EQ(longer.rigid_bodies[0].size, (Vec3{0.5F, 10, 0}));
    EXPECT_EQ(longer.rigid_bodies[1].position, (Vec3{0, -11, 0})); // on no bone: where it was in the model
}

// ------------------------------------------------------------------------------------------ real models

TEST(ShapeEdits, RealFiguresKeepTogether) {
    std::vector<std::filesystem::path> files = test::corpus();
    files.push_back(std::filesystem::path(KAGAMI_SOURCE_DIR) / "samples" / "kagami.pmx");
    std::size_t figures = 0;
    for (const auto& file : files) {
        const auto loaded = pmx::load(file);
        if (!loaded) continue;
        const pmx::Model& m = *loaded;
        std::map<std::string, std::size_t> bones;
        for (std::size_t i = 0; i < m.bones.size(); ++i)
            bones.try_emplace(fold_name(decode_for_display(m.bones[i].name.bytes(), m.header.encoding)), i);
        const auto place_of = [&](const pmx::Model& model, const char* name) { return model.bones[bones.at(fold_name(name))].position; };
        if (!bones.contains(fold_name("左足首")) || !bones.contains(fold_name("頭"))) continue;
        ++figures;
        constexpr float legs = 1.15F, arms = 0.9F, head = 1.2F;
        const pmx::Model now = after(m, Proportion{.legs = legs, .arms = arms, .neck = 1.1F, .torso = 1.05F, .head = head});
        const auto ratio = [&](const char* from, const char* to) {
            return length(place_of(now, to) - place_of(now, from)) / length(place_of(m, to) - place_of(m, from));
        };
        EXPECT_NEAR(ratio("左足", "左ひざ"), legs, 1e-5F) << file;
        EXPECT_NEAR(ratio("右ひざ", "右足首"), legs, 1e-5F) << file;
        EXPECT_NEAR(ratio("左腕", "左ひじ"), arms, 1e-5F) << file;
        EXPECT_NEAR(ratio("右ひじ", "右手首"), arms, 1e-5F) << file;
        EXPECT_NEAR(ratio("首", "頭"), 1.1F, 1e-4F) << file;
        EXPECT_NEAR(ratio("左足首", "左つま先"), 1, 1e-5F) << file;
        EXPECT_NEAR(place_of(now, "左足首").y, place_of(m, "左足首").y, 1e-4F) << file;
        for (const char* const name : {"足", "ひざ", "足首", "足IK", "腕", "ひじ", "手首", "目"}) {
            const std::string left = std::string("左") + name, right = std::string("右") + name;
            const Vec3 a = place_of(m, left.c_str()), b = place_of(m, right.c_str());
            const Vec3 c = place_of(now, left.c_str()), d = place_of(now, right.c_str());
            expect_near(Vec3{c.x + d.x, c.y - d.y, c.z - d.z}, {a.x + b.x, a.y - b.y, a.z - b.z}, 0.02F);
        }
        for (std::size_t i = 0; i < m.bones.size(); ++i) {
            const pmx::Bone& bone = m.bones[i];
            if (!bone.ik || !bone.ik->target.within(m.bones.size())) continue;
            const auto target = static_cast<std::size_t>(bone.ik->target.value);
            expect_near(now.bones[i].position - now.bones[target].position, bone.position - m.bones[target].position, 1e-5F);
        }
        // No edge of a triangle becomes much longer or shorter than the limbs do.
        const auto before = m.vertices.positions(), then = now.vertices.positions();
        float longest = 1, shortest = 1;
        for (std::size_t i = 0; i + 2 < m.faces.size(); i += 3)
            for (std::size_t k = 0; k < 3; ++k) {
                const auto a = static_cast<std::size_t>(m.faces[i + k].value), b = static_cast<std::size_t>(m.faces[i + (k + 1) % 3].value);
                const float old = length(before[a] - before[b]);
                if (old < 0.05F) continue;
                const float change = length(then[a] - then[b]) / old;
                longest = std::max(longest, change);
                shortest = std::min(shortest, change);
            }
        EXPECT_LT(longest, 2) << file;
        EXPECT_GT(shortest, 0.5F) << file;
    }
    EXPECT_GE(figures, 1U);
}

TEST(ShapeEdits, ParametersInJson) {
    const Figure figure = with_ribbon();
    const auto by_recipe = [&](std::string_view recipe) {
        Document document = figure.m;
        const auto done = apply_recipe(document, recipe);
        EXPECT_TRUE(done) << message(done);
        return std::get<pmx::Model>(document);
    };
    const pmx::Model twice = after(figure.m, Resize{{"リボン"}, 2, {}}), each = after(figure.m, Resize{{"リボン"}, {1, 2, 3}, {}});
    EXPECT_TRUE(by_recipe(R"([{"op": "resize", "materials": ["リボン"], "factor": 2}])") == twice);
    EXPECT_TRUE(by_recipe(R"([{"op": "resize", "materials": "リボン", "factor": [2, 2, 2.0]}])") == twice);
    EXPECT_TRUE(by_recipe(R"([{"op": "resize", "materials": [1], "factor": [1, 2, 3]}])") == each);
    EXPECT_TRUE(by_recipe(R"([{"op": "resize", "materials": "#1", "factor": [1, 2, 3.0]}])") == each);
    for (const std::string wrong : {"\"2\"", "[1,2]", "true", "[1,2,\"3\"]"}) {
        Document document = figure.m;
        const auto done = apply_recipe(document, R"([{"op": "resize", "materials": "#1", "factor": )" + wrong + "}]");
        ASSERT_FALSE(done) << wrong;
        EXPECT_EQ(done.error().code, Code::json_type) << wrong;
    }
}

} // namespace
} // namespace kagami::edit

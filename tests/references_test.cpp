// Every reference is found, by kind, and can be renumbered.
#include "by_number.hpp"
#include "kagami/json.hpp"
#include "layout/generate.hpp"
#include "layout/references.hpp"
#include "pmd/layout.hpp"
#include "pmx/layout.hpp"

#include <gtest/gtest.h>

#include <map>
#include <regex>

namespace kagami::pmx {
namespace {

/// How many references of each kind there are, counted in the JSON by the names that references have there.
std::map<std::string, std::size_t> counted_in_json(const Model& model) {
    const std::string json = to_json(model);
    const std::map<std::string, std::string> keys{
        {"bone", R"re("(bone|tail_bone|target|parent)": -?\d)re"},
        {"texture", R"re("(texture|sphere_texture|toon_texture)": -?\d)re"},
        {"material", R"re("material": -?\d)re"},
        {"morph", R"re("morph": -?\d)re"},
        {"rigid_body", R"re("(rigid_body|rigid_body_a|rigid_body_b)": -?\d)re"},
        {"vertex", R"re("vertex": -?\d)re"},
    };
    std::map<std::string, std::size_t> counts;
    for (const auto& [kind, pattern] : keys) {
        const std::regex regex(pattern);
        counts[kind] = static_cast<std::size_t>(std::distance(std::sregex_iterator(json.begin(), json.end(), regex), {}));
    }
    // The header's index widths have the same names.
    for (auto& [kind, n] : counts) n -= 1;
    counts["vertex"] += model.faces.size();
    for (const auto& body : model.soft_bodies.value_or(std::vector<SoftBody>{})) counts["vertex"] += body.pins.size();
    constexpr std::array<std::size_t, 5> bones_of{1, 2, 4, 2, 4};
    for (const DeformType deform : model.vertices.deforms()) counts["bone"] += bones_of.at(static_cast<std::size_t>(deform));
    return counts;
}

class References : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Seeds, References, testing::Range<std::uint64_t>(0, 40));

TEST_P(References, AreAllVisited) {
    const auto model = layout::generate<Model>(Globals{}, GetParam(), 6);
    std::map<std::string, std::size_t> visited{{"bone", 0},  {"texture", 0},    {"material", 0},
                                               {"morph", 0}, {"rigid_body", 0}, {"vertex", 0}};
    layout::each_reference(model, Globals{},
                           [&]<class K>(const Index<K>&) { ++visited[std::string(Globals::kind_name(Globals::kind<K>()))]; });
    EXPECT_EQ(visited, counted_in_json(model));
}

TEST_P(References, OfOneKindCanBeRenumberedAndNothingElseChanges) {
    const auto model = layout::generate<Model>(Globals{}, GetParam(), 6);
    Model renumbered = model;
    layout::each_reference(renumbered, Globals{}, []<class K>(Index<K>& index) {
        if constexpr (std::same_as<K, Bone>) index.value ^= 1;
    });
    const std::regex bone(R"re(.*/(bone|tail_bone|target|parent|bones/\d))re");
    const auto differences = test::by_number(model, renumbered);
    std::size_t bones = 0;
    for (const Difference& d : differences) {
        EXPECT_TRUE(std::regex_match(d.path, bone)) << d.path;
        EXPECT_EQ(std::stoi(d.before) ^ 1, std::stoi(d.after)) << d.path;
        ++bones;
    }
    EXPECT_EQ(bones, counted_in_json(model)["bone"]);
    layout::each_reference(renumbered, Globals{}, []<class K>(Index<K>& index) {
        if constexpr (std::same_as<K, Bone>) index.value ^= 1;
    });
    EXPECT_TRUE(renumbered == model);
}

} // namespace
} // namespace kagami::pmx

namespace kagami::pmd {
namespace {

TEST(PmdReferences, AreAllVisited) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        SCOPED_TRACE(seed);
        const auto model = layout::generate<Model>(Globals{}, seed, 6);
        std::map<std::string_view, std::size_t> visited, wanted;
        layout::each_reference(model, Globals{}, [&]<class K>(const Index<K>&) { ++visited[Globals::kind_name(Globals::kind<K>())]; });
        wanted["vertex"] = model.faces.size();
        wanted["bone"] = 2 * model.vertices.size() + model.frame_bones.size() + model.rigid_bodies.size();
        for (const Bone& bone : model.bones) { // a tail or reference of 0 is none
            wanted["bone"] += bone.tail.value == 0 ? 1 : 2;
            wanted["bone"] += bone.type == BoneType::follow_rotation || bone.reference.value == 0 ? 0 : 1;
        }
        for (const Ik& ik : model.iks) wanted["bone"] += 2 + ik.links.size();
        for (const Morph& morph : model.morphs) {
            wanted["vertex"] += morph.base_vertices.size();
            wanted["base vertex"] += morph.offsets.size();
        }
        wanted["morph"] = model.morph_list.size();
        wanted["rigid body"] = 2 * model.joints.size();
        std::erase_if(wanted, [](const auto& kind) { return kind.second == 0; });
        EXPECT_EQ(visited, wanted);
    }
}

} // namespace
} // namespace kagami::pmd

// Random models of every kind of record: identity, JSON both ways, equality.
#include "kagami/json.hpp"
#include "layout/generate.hpp"
#include "layout/hash.hpp"
#include "pmx/layout.hpp"

#include <gtest/gtest.h>

namespace kagami::pmx {
namespace {

Model random_model(std::uint64_t seed, std::size_t largest = 6) {
    return layout::generate<Model>(Globals{}, seed, largest);
}

class Generated : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Seeds, Generated, testing::Range(0, 200));

TEST_P(Generated, WritesAndReadsBackAsTheSameModelAndBytes) {
    const Model model = random_model(static_cast<std::uint64_t>(GetParam()));
    const auto bytes = write(model);
    ASSERT_TRUE(bytes) << bytes.error().message();
    EXPECT_EQ(bytes->size(), written_size(model));
    const auto again = read(*bytes);
    ASSERT_TRUE(again) << again.error().message();
    EXPECT_TRUE(*again == model);
    EXPECT_TRUE(write(*again).value() == *bytes);
    EXPECT_EQ(layout::hash_of(*again, Globals{}), layout::hash_of(model, Globals{}));
}

TEST_P(Generated, GoesThroughJsonUnchanged) {
    const Model model = random_model(static_cast<std::uint64_t>(GetParam()));
    const std::string json = to_json(model);
    const auto again = from_json<Model>(json);
    ASSERT_TRUE(again) << again.error().message();
    EXPECT_TRUE(*again == model);
    EXPECT_TRUE(write(*again).value() == write(model).value());
    EXPECT_EQ(to_json(*again), json);
}

} // namespace
} // namespace kagami::pmx

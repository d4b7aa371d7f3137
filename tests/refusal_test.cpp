// What is refused because something would silently be lost or misread.
#include "kagami/json.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

namespace kagami::pmx {
namespace {

/// A model that was cut inside its last joint.
Model damaged() {
    Model whole = test::everything();
    whole.soft_bodies.reset();
    whole.trailing.clear();
    const Bytes bytes = write(whole).value();
    return read(std::span(bytes).first(bytes.size() - 3), {.keep = true}).value();
}
void expect_set_refused(Model model, std::string_view path, std::string_view value, Code code) {
    const Model before = model;
    const auto done = set(model, path, value);
    ASSERT_FALSE(done) << path;
    EXPECT_EQ(name_of(done.error().code), name_of(code)) << done.error().message();
    EXPECT_TRUE(model == before);
}

TEST(Refusals, HeaderOfADamagedModel) {
    ASSERT_TRUE(damaged().damage);
    expect_set_refused(damaged(), "/header/index_widths/bone", "4", Code::kept_bytes_depend);
    expect_set_refused(damaged(), "/header/version", damaged().header.version > 2.0F ? "2" : "2.1", Code::kept_bytes_depend);
}
TEST(Refusals, WiderIndicesInADamagedModel) {
    Model model = damaged();
    ASSERT_NE(model.header.index_widths.bone, 4);
    model.bones[0].parent = Index<Bone>{1'000'000};
    const auto written = write(model);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, Code::kept_bytes_depend);
}
TEST(Refusals, ChangesBehindTheDamage) {
    expect_set_refused(damaged(), "/trailing", "0011", Code::beyond_damage);
}
TEST(Refusals, DamageInAPartThatThereIsNot) {
    Model model = test::everything();
    model.damage.emplace().part = "boens";
    model.damage->bytes.resize(4);
    const auto written = write(model);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().path, "/damage/part");
    const auto built =
        from_json<Model>(R"({"format": "pmx", "damage": {"part": "boens", "missing": 0, "count_known": true, "bytes": "dead"}})");
    EXPECT_FALSE(built);
}
TEST(Refusals, TrailingBytesWhereACountIsExpected) {
    Model model = test::everything();
    model.header.version = 2.1F;
    model.soft_bodies.reset();
    model.trailing.resize(6);
    const auto written = write(model);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, Code::needs_section);
}
TEST(Refusals, ANewVersionHasItsCount) {
    Model model = test::everything();
    model.soft_bodies.reset();
    model.header.version = 2.0F;
    model.trailing.resize(6);
    ASSERT_TRUE(set(model, "/header/version", "2.1"));
    const auto bytes = write(model);
    ASSERT_TRUE(bytes) << bytes.error().message();
    EXPECT_TRUE(read(*bytes).value() == model);
}
TEST(Refusals, KeysThatStandTwice) {
    const auto built = from_json<Model>(R"({"format": "pmx", "name": "a", "name": "b"})");
    ASSERT_FALSE(built);
    EXPECT_EQ(built.error().code, Code::json_syntax);
    EXPECT_NE(built.error().message().find("name"), std::string::npos);
}
TEST(Refusals, JsonNestedBeyondReason) {
    const std::string deep = R"({"format": "pmx", "name": )" + std::string(500'000, '[') + std::string(500'000, ']') + '}';
    const auto built = from_json<Model>(deep);
    ASSERT_FALSE(built);
    EXPECT_EQ(built.error().code, Code::json_syntax);
    const std::string brackets_in_text = R"({"format": "pmx", "name": ")" + std::string(500, '[') + "\"}";
    EXPECT_EQ(from_json<Model>(brackets_in_text).error().code, Code::json_missing);
}
TEST(Refusals, WholeArraysCanBeSetAndGot) {
    Model model = test::everything();
    const auto bones = get(model, "/vertices/1/bones").value();
    ASSERT_EQ(bones.size(), 1U);
    EXPECT_EQ(bones[0].json.front(), '[');
    ASSERT_TRUE(set(model, "/vertices/1/bones", bones[0].json));
    EXPECT_TRUE(model == test::everything());
    expect_set_refused(model, "/vertices/1/bones", "[1, 2, 3, 4, 5]", Code::json_type);
}

} // namespace
} // namespace kagami::pmx

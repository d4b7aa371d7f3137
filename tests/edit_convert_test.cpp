// Encoding, index widths and version: what is converted comes back bit for bit, and what does not fit is refused.
#include "by_number.hpp"
#include "edits.hpp"
#include "kagami/edit.hpp"
#include "kagami/edit_table.hpp"
#include "kagami/json.hpp"
#include "pmd/layout.hpp"
#include "pmx/layout.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace kagami::edit {
namespace {

using test::after;
using test::bytes_of;
using test::refusal;

using Paths = std::vector<std::string>;
using test::utf16;

constexpr ConvertEncoding to_utf8{TextEncoding::utf8}, to_utf16{TextEncoding::utf16};

/// A model with every kind of record, all of whose texts are valid; of version 2.1.
pmx::Model whole() {
    pmx::Model m = test::everything();
    m.header.version = 2.1F;
    const auto texts = [&](auto& list) {
        for (auto& element : list) {
            element.name = utf16("名𠮷");
            element.english_name = utf16("");
        }
    };
    m.name = utf16("\xEF\xBB\xBF鏡\r\n");
    m.english_name = m.comment = m.english_comment = utf16("é");
    texts(m.materials);
    texts(m.bones);
    texts(m.morphs);
    texts(m.display_frames);
    texts(m.rigid_bodies);
    texts(m.joints);
    texts(*m.soft_bodies);
    for (auto& material : m.materials) material.memo = utf16("メモ");
    for (auto& texture : m.textures) texture = utf16("tex\\肌.png");
    return m;
}

TEST(Encodings, ThereAndBack) {
    const pmx::Model m = whole();
    ASSERT_EQ(m.header.encoding, Encoding::utf16le);
    pmx::Model converted = m;
    const auto report = apply(converted, to_utf8);
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_EQ(report->notes.at(0).code, Code::not_for_mmd);
    EXPECT_EQ(converted.header.encoding, Encoding::utf8);
    EXPECT_EQ(converted.name.bytes(), "\xEF\xBB\xBF鏡\r\n");
    EXPECT_EQ(converted.materials.back().memo.bytes(), "メモ");
    EXPECT_EQ(converted.soft_bodies->back().name.bytes(), "名𠮷");
    EXPECT_TRUE(bytes_of(after(converted, to_utf16)) == bytes_of(m));
    // Every text says the same, so that the JSON differs in the encoding only.
    ASSERT_EQ(test::by_number(m, converted).size(), 1U);
    EXPECT_EQ(test::by_number(m, converted)[0].path, "/header/encoding");
    EXPECT_TRUE(bytes_of(after(m, to_utf16)) == bytes_of(m));
}

TEST(Encodings, OfRandomModels) {
    std::size_t converted = 0, refused = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const pmx::Model m = test::random_model(seed, seed % 3);
        const bool is_utf8 = m.header.encoding == Encoding::utf8;
        pmx::Model other = m;
        const auto report = apply(other, is_utf8 ? to_utf16 : to_utf8);
        if (report) {
            EXPECT_TRUE(bytes_of(after(other, is_utf8 ? to_utf8 : to_utf16)) == bytes_of(m)) << seed;
            ++converted;
        } else {
            EXPECT_EQ(report.error().code, Code::text_not_decodable);
            EXPECT_TRUE(other == m);
            const auto at = get(m, report.error().path);
            ASSERT_TRUE(at) << report.error().path;
            EXPECT_TRUE(at->at(0).json.find("hex") != std::string::npos) << at->at(0).json;
            ++refused;
        }
    }
    EXPECT_GT(converted, 10U);
    EXPECT_GT(refused, 10U);
}

TEST(Encodings, WhatCannotBeConverted) {
    pmx::Model m = whole();
    m.bones[1].english_name = Text(std::string_view("\0\xD8", 2)); // half of a surrogate pair
    EXPECT_EQ(refusal(m, to_utf8).path, "/bones/1/english_name");
    m = whole();
    m.textures.back() = Text("abc");
    EXPECT_EQ(refusal(m, to_utf8).path, "/textures/" + std::to_string(m.textures.size() - 1));
    EXPECT_TRUE(bytes_of(after(m, to_utf16)) == bytes_of(m)); // nothing to convert
    m = whole();
    m.damage = Damage{};
    EXPECT_EQ(refusal(m, to_utf8).code, Code::kept_bytes_depend);
}

/// 200 vertices, of which a face names the last, and ten bones.
pmx::Model many() {
    pmx::Model m;
    m.vertices.resize(200);
    m.faces.resize(3, Index<pmx::Vertex>{199});
    m.bones.resize(10);
    m.header.index_widths = {4, 2, 1, 4, 2, 1};
    return m;
}

TEST(Widths, SmallestOrGiven) {
    const pmx::Model m = many();
    const pmx::Model small = after(m, SetIndexWidths{});
    EXPECT_EQ(small.header.index_widths, (pmx::IndexWidths{1, 1, 1, 1, 1, 1}));
    EXPECT_TRUE(bytes_of(after(small, SetIndexWidths{})) == bytes_of(small));
    SetIndexWidths given;
    given.vertex = 2;
    given.rigid_body = 4;
    const pmx::Model set = after(m, given);
    EXPECT_EQ(set.header.index_widths, (pmx::IndexWidths{2, 2, 1, 4, 2, 4}));
    EXPECT_EQ(pmx::read(bytes_of(set)).value().header.index_widths, set.header.index_widths);
    EXPECT_EQ(test::by_number(m, set).size(), 2U);
    SetIndexWidths same;
    same.vertex = 4;
    EXPECT_TRUE(bytes_of(after(m, same)) == bytes_of(m));
}

TEST(Widths, WhatDoesNotFitIsRefused) {
    pmx::Model m = many();
    const auto refused = [&](auto set) {
        SetIndexWidths widths;
        set(widths);
        return refusal(m, widths);
    };
    m.bones[3].parent = Index<pmx::Bone>{200};
    m.bones[4].parent = Index<pmx::Bone>{70000};
    EXPECT_EQ(refused([](auto& w) { w.bone = 1; }).path, "/bones/3/parent");
    EXPECT_EQ(refused([](auto& w) { w.bone = 2; }).path, "/bones/4/parent");
    m.faces[1] = Index<pmx::Vertex>{256};
    EXPECT_EQ(refused([](auto& w) { w.vertex = 1; }).path, "/faces/1");
    m.faces[1] = Index<pmx::Vertex>{-1}; // vertices have no "none"
    EXPECT_EQ(refused([](auto& w) { w.vertex = 2; }).path, "/faces/1");
    for (const std::uint8_t width : std::array<std::uint8_t, 3>{0, 3, 8})
        EXPECT_EQ(refused([&](auto& w) { w.bone = width; }).code, Code::value_range);
    m.damage = Damage{};
    EXPECT_EQ(refused([](auto&) {}).code, Code::kept_bytes_depend);
}

TEST(Widths, OfRandomModels) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const pmx::Model m = test::random_model(seed, 6);
        const pmx::IndexWidths& w = m.header.index_widths;
        const SetIndexWidths back{w.vertex, w.texture, w.material, w.bone, w.morph, w.rigid_body};
        const pmx::Model wide = after(m, SetIndexWidths{4, 4, 4, 4, 4, 4});
        EXPECT_TRUE(bytes_of(after(wide, back)) == bytes_of(m)) << seed;
        EXPECT_TRUE(bytes_of(after(m, SetIndexWidths{})) == bytes_of(after(wide, SetIndexWidths{}))) << seed;
        for (const auto& difference : test::by_number(m, wide))
            EXPECT_TRUE(difference.path.starts_with("/header/index_widths/")) << difference.path;
        // A given width is refused exactly if writing would have to widen it.
        SetIndexWidths one{1, 1, 1, 1, 1, 1};
        pmx::Model narrow = m, forced = m;
        forced.header.index_widths = {};
        std::vector<pmx::WidthChange> grown;
        ASSERT_TRUE(pmx::write(forced, &grown));
        EXPECT_EQ(apply(narrow, one).has_value(), grown.empty()) << seed;
    }
}

TEST(Versions, UpAndDown) {
    pmx::Model m = many();
    m.materials.resize(1);
    m.joints.resize(2);
    pmx::Model newer = m;
    const auto report = apply(newer, SetVersion{.to = 2.1F});
    ASSERT_TRUE(report);
    EXPECT_EQ(report->notes.at(0).code, Code::not_for_mmd);
    EXPECT_EQ(newer.header.version, 2.1F);
    EXPECT_EQ(bytes_of(newer).size(), bytes_of(m).size() + 4); // the count of no soft bodies
    EXPECT_TRUE(bytes_of(after(newer, SetVersion{})) == bytes_of(m));
    EXPECT_FALSE(after(newer, SetVersion{}).soft_bodies);
    EXPECT_TRUE(bytes_of(after(m, SetVersion{})) == bytes_of(m));
    m.trailing.resize(5);
    newer = after(m, SetVersion{.to = 2.1F});
    EXPECT_EQ(pmx::read(bytes_of(newer)).value().trailing, m.trailing);
    EXPECT_TRUE(bytes_of(after(newer, SetVersion{})) == bytes_of(m));
    for (const float to : {2.2F, 1.0F, std::numeric_limits<float>::quiet_NaN()})
        EXPECT_EQ(refusal(m, SetVersion{.to = to}).code, Code::value_range);
    m.damage = Damage{};
    EXPECT_EQ(refusal(m, SetVersion{.to = 2.1F}).code, Code::kept_bytes_depend);
}

TEST(Versions, WhatIsBeyond20) {
    const auto refused = [](auto set, const char* path) {
        pmx::Model m = many();
        m.header.version = 2.1F;
        m.materials.resize(2);
        m.morphs.resize(2);
        m.joints.resize(2);
        set(m);
        const Error error = refusal(m, SetVersion{});
        EXPECT_EQ(error.code, Code::beyond_version);
        EXPECT_EQ(error.path, path);
        const pmx::Model dropped = after(m, SetVersion{.to = 2.0F, .drop = true});
        const auto read = pmx::read(bytes_of(dropped));
        EXPECT_TRUE(read && read->header.version == 2.0F && !read->soft_bodies);
        return dropped;
    };
    const auto qdef = refused([](auto& m) { m.vertices.deforms()[7] = pmx::DeformType::qdef; }, "/vertices/7/deform");
    EXPECT_EQ(qdef.vertices.deforms()[7], pmx::DeformType::bdef4);
    for (const auto flag : {pmx::MaterialFlag::vertex_color, pmx::MaterialFlag::points, pmx::MaterialFlag::lines}) {
        const auto cleared = refused(
            [&](auto& m) {
                m.materials[1].flags.set(flag);
                m.materials[1].flags.set(pmx::MaterialFlag::edge);
            },
            "/materials/1/flags");
        EXPECT_EQ(cleared.materials[1].flags.bits, 0x10);
    }
    const auto group = refused(
        [](auto& m) {
            m.morphs[1].type = pmx::MorphType::flip;
            m.morphs[1].offsets.template as<pmx::GroupOffset>().push_back({Index<pmx::Morph>{0}, 0.5F});
        },
        "/morphs/1/type");
    EXPECT_EQ(group.morphs[1].type, pmx::MorphType::group);
    EXPECT_EQ(group.morphs[1].offsets.size(), 1U);
    const auto nothing = refused(
        [](auto& m) {
            m.morphs[1].type = pmx::MorphType::impulse;
            m.morphs[1].offsets.template as<pmx::ImpulseOffset>().push_back({});
        },
        "/morphs/1/type");
    EXPECT_EQ(nothing.morphs[1].offsets.size(), 0U);
    const auto spring = refused(
        [](auto& m) {
            m.joints[1].type = pmx::JointType::hinge;
            m.joints[1].position = {1, 2, 3};
        },
        "/joints/1/type");
    EXPECT_EQ(spring.joints[1].type, pmx::JointType::spring_6dof);
    EXPECT_EQ(spring.joints[1].position, (Vec3{1, 2, 3}));
    static_cast<void>(refused([](auto& m) { m.soft_bodies.emplace(1); }, "/soft_bodies/0"));
}

TEST(Versions, EverythingIsCounted) {
    pmx::Model m = test::everything();
    m.header.version = 2.1F;
    const Error error = refusal(m, SetVersion{});
    for (const char* what : {"QDEF vertices", "flip morphs", "impulse morphs", "soft bodies"})
        EXPECT_NE(error.message().find(what), std::string::npos) << error.message();
    pmx::Model dropped = m;
    const auto report = apply(dropped, SetVersion{.to = 2.0F, .drop = true});
    ASSERT_TRUE(report);
    EXPECT_GE(report->changes.size(), 5U);
    EXPECT_TRUE(pmx::read(bytes_of(dropped)));
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        pmx::Model random = test::random_model(seed, 6);
        random.header.version = 2.1F;
        const pmx::Model now = after(random, SetVersion{.to = 2.0F, .drop = true});
        EXPECT_TRUE(bytes_of(after(now, SetVersion{})) == bytes_of(now)) << seed;
        EXPECT_EQ(now.morphs.size(), random.morphs.size());
    }
}

TEST(Conversions, InARecipe) {
    Document document = many();
    const auto steps = apply_recipe(document, R"([{"op": "convert-encoding", "to": "utf-8"}, {"op": "index-widths", "bone": 2},
                                                  {"op": "version", "to": 2.1}])");
    ASSERT_TRUE(steps) << steps.error().message();
    const auto& m = std::get<pmx::Model>(document);
    EXPECT_EQ(m.header.encoding, Encoding::utf8);
    EXPECT_EQ(m.header.index_widths, (pmx::IndexWidths{4, 2, 1, 2, 2, 1}));
    EXPECT_EQ(m.header.version, 2.1F);
    Document motion = vmd::Motion{};
    EXPECT_EQ(apply_recipe(motion, R"([{"op": "version"}])").error().code, Code::not_for_format);
}

} // namespace
} // namespace kagami::edit

// Recolouring: only the colours that are given change, of the materials that are chosen.
#include "by_number.hpp"
#include "edits.hpp"
#include "kagami/edit.hpp"
#include "kagami/json.hpp"
#include "pmd/layout.hpp"
#include "pmx/layout.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace kagami::edit {
namespace {

using test::after;
using test::bytes_of;
using test::changed;

using Paths = std::vector<std::string>;

template <class D> Code refusal(const D& d, const Recolor& op) {
    return test::refusal(d, op).code;
}

Recolor with(auto set) {
    Recolor op;
    set(op);
    return op;
}

pmx::Model small() {
    pmx::Model m;
    for (const char* name : {"肌", "髪", "服"}) {
        pmx::Material& material = m.materials.emplace_back();
        material.name = test::utf16(name);
        material.diffuse = {0.1F, 0.2F, 0.3F, 0.4F};
        material.edge_color = {0.5F, 0.6F, 0.7F, 0.8F};
    }
    m.materials[2].index_count = -7;
    return m;
}

TEST(Recolours, OnlyWhatIsGiven) {
    const pmx::Model m = small();
    const auto hair = [](auto set) {
        return with([&](Recolor& op) {
            op.materials = {"髪"};
            set(op);
        });
    };
    const pmx::Model red = after(m, hair([](Recolor& op) { op.diffuse = {1, 0, -2}; }));
    EXPECT_EQ(red.materials[1].diffuse, (Vec4{1, 0, -2, 0.4F})); // what is translucent stays so, and nothing is clamped
    EXPECT_EQ(changed(m, red), Paths{"/materials/1/diffuse"});
    const pmx::Model opaque = after(m, hair([](Recolor& op) { op.opacity = 1; }));
    EXPECT_EQ(opaque.materials[1].diffuse, (Vec4{0.1F, 0.2F, 0.3F, 1}));
    EXPECT_EQ(changed(m, opaque), Paths{"/materials/1/diffuse"});
    EXPECT_EQ(after(m, hair([](Recolor& op) { op.edge_opacity = 1; })).materials[1].edge_color, (Vec4{0.5F, 0.6F, 0.7F, 1}));
    const pmx::Model edge = after(m, hair([](Recolor& op) { op.edge = {1, 1, 1}; }));
    EXPECT_EQ(edge.materials[1].edge_color, (Vec4{1, 1, 1, 0.8F}));
    const pmx::Model both = after(m, hair([](Recolor& op) {
                                      op.specular = {1, 2, 3};
                                      op.ambient = {4, 5, 6};
                                  }));
    EXPECT_EQ(both.materials[1].specular, (Vec3{1, 2, 3}));
    EXPECT_EQ(both.materials[1].ambient, (Vec3{4, 5, 6}));
    EXPECT_EQ(both.materials[1].diffuse, m.materials[1].diffuse);
}

TEST(Recolours, TheSameColoursChangeNothing) {
    const pmx::Model m = small();
    pmx::Model same = m;
    const auto report = apply(same, with([](Recolor& op) {
                                  op.diffuse = {0.1F, 0.2F, 0.3F};
                                  op.opacity = 0.4F;
                                  op.edge = {0.5F, 0.6F, 0.7F};
                                  op.edge_opacity = 0.8F;
                              }));
    ASSERT_TRUE(report);
    EXPECT_TRUE(report->changes.empty());
    EXPECT_TRUE(bytes_of(same) == bytes_of(m));
}

TEST(Recolours, WhatIsWrongIsRefused) {
    const pmx::Model m = small();
    EXPECT_EQ(refusal(m, Recolor{}), Code::value_range);
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinite = std::numeric_limits<float>::infinity();
    EXPECT_EQ(refusal(m, with([&](Recolor& op) { op.diffuse = {0, nan, 0}; })), Code::value_range);
    EXPECT_EQ(refusal(m, with([&](Recolor& op) { op.edge = {0, 0, infinite}; })), Code::value_range);
    EXPECT_EQ(refusal(m, with([&](Recolor& op) { op.opacity = nan; })), Code::value_range);
    EXPECT_EQ(refusal(m, with([&](Recolor& op) { op.edge_opacity = -infinite; })), Code::value_range);
    EXPECT_EQ(refusal(m, with([&](Recolor& op) {
                          op.materials = {"靴"};
                          op.opacity = 1;
                      })),
              Code::nothing_selected);
    EXPECT_EQ(after(pmx::Model{}, with([](Recolor& op) { op.opacity = 1; })), pmx::Model{});
}

TEST(Recolours, OnRandomModels) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const auto op = with([](Recolor& o) {
            o.diffuse = {0.25F, 0.5F, 0.75F};
            o.specular = {0.125F, 0, 1};
        });
        const pmx::Model m = test::random_model(seed, 8), recolored = after(m, op);
        const Bytes before = bytes_of(m), now = bytes_of(recolored);
        ASSERT_EQ(before.size(), now.size());
        for (const std::string& path : changed(m, recolored)) {
            EXPECT_TRUE(path.starts_with("/materials/")) << path;
            EXPECT_TRUE(path.contains("/diffuse") || path.contains("/specular")) << path;
            EXPECT_FALSE(path.contains("power")) << path;
        }
        for (std::size_t i = 0; i < m.materials.size(); ++i)
            EXPECT_EQ(std::bit_cast<std::uint32_t>(m.materials[i].diffuse.w),
                      std::bit_cast<std::uint32_t>(recolored.materials[i].diffuse.w));
        const auto old = test::random_document<pmd::Model>(seed, 8);
        EXPECT_EQ(bytes_of(after(old, op)).size(), bytes_of(old).size());
    }
}

TEST(Recolours, InAPmd) {
    pmd::Model m;
    m.materials.resize(3);
    m.materials[1].opacity = 0.98F;
    const auto second = [](Recolor& op) {
        op.materials = {"材質2"};
        op.diffuse = {1, 2, 3};
        op.ambient = {1, 1, 1};
    };
    const pmd::Model red = after(m, with(second));
    EXPECT_EQ(red.materials[1].diffuse, (Vec3{1, 2, 3}));
    EXPECT_EQ(red.materials[1].opacity, 0.98F);
    EXPECT_EQ(changed(m, red), (Paths{"/materials/1/diffuse", "/materials/1/ambient"}));
    EXPECT_EQ(changed(m, after(m, with([](Recolor& op) {
                                   op.materials = {"#0", "Material3"};
                                   op.opacity = 0.5F;
                               }))),
              (Paths{"/materials/0/opacity", "/materials/2/opacity"}));
    EXPECT_EQ(refusal(m, with([](Recolor& op) { op.edge = {0, 0, 0}; })), Code::not_for_format);
    EXPECT_EQ(refusal(m, with([](Recolor& op) { op.edge_opacity = 1; })), Code::not_for_format);
}

} // namespace
} // namespace kagami::edit

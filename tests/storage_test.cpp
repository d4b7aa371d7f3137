// The containers against std::vector and std::map as models.
#include "kagami/pmx.hpp"
#include "kagami/storage.hpp"
#include "kagami/types.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <limits>
#include <map>
#include <random>
#include <vector>

namespace kagami {
namespace {

/// Whether a container holds exactly these values.
template <class C, class T> bool holds(const C& c, const std::vector<T>& expected) {
    if (c.size() != expected.size() || c.empty() != expected.empty()) return false;
    return std::equal(c.begin(), c.end(), expected.begin(), expected.end());
}

template <class C> class Runs : public testing::Test {};
using RunTypes =
    testing::Types<Column<std::uint32_t>, List<std::uint32_t>, Column<std::uint8_t>, List<std::uint8_t>, Column<Vec3>, List<Vec3>>;
TYPED_TEST_SUITE(Runs, RunTypes);

template <class T> T made(std::uint64_t bits) {
    if constexpr (std::is_same_v<T, Vec3>) {
        return {static_cast<float>(bits % 1000), 0, static_cast<float>(bits % 7)};
    } else {
        return static_cast<T>(bits);
    }
}

TYPED_TEST(Runs, BehaveAsAVector) {
    using T = typename TypeParam::value_type;
    std::mt19937_64 random(1);
    TypeParam a, b;
    std::vector<T> va, vb;
    for (int step = 0; step < 20000; ++step) {
        const T value = made<T>(random());
        const std::size_t n = random() % 70;
        switch (random() % 12) {
        case 0:
        case 1:
        case 2: a.push_back(value), va.push_back(value); break;
        case 3: a.resize(n, value), va.resize(n, value); break;
        case 4: a.clear(), va.clear(); break;
        case 5: b = a, vb = va; break;
        case 6: a = b, va = vb; break;
        case 7: std::swap(a, b), std::swap(va, vb); break;
        case 8: {
            const std::vector<T> values(n, value);
            a.assign(values);
            va = values;
            break;
        }
        case 9:
            if (!va.empty()) a[n % va.size()] = value, va[n % va.size()] = value;
            break;
        case 10: {
            TypeParam moved(std::move(a));
            a = std::move(moved);
            break;
        }
        case 11:
            if (!va.empty()) { // an element of its own, also where that makes it grow
                a.push_back(a[n % va.size()]);
                va.push_back(T(va[n % va.size()]));
            }
            break;
        }
        ASSERT_TRUE(holds(a, va)) << step;
        ASSERT_TRUE(holds(b, vb)) << step;
        ASSERT_EQ(a == b, va == vb) << step;
        const TypeParam copy(a);
        ASSERT_TRUE(copy == a);
    }
}

TYPED_TEST(Runs, GrowToMany) {
    using T = typename TypeParam::value_type;
    TypeParam a;
    std::vector<T> va;
    for (std::uint64_t i = 0; i < 100000; ++i) {
        a.push_back(made<T>(i));
        va.push_back(made<T>(i));
    }
    EXPECT_TRUE(holds(a, va));
    a.resize(10);
    va.resize(10);
    EXPECT_TRUE(holds(a, va));
    a.push_back(made<T>(5));
    va.push_back(made<T>(5));
    EXPECT_TRUE(holds(a, va));
    TypeParam& same = a;
    a = same;
    EXPECT_TRUE(holds(a, va));
}

TYPED_TEST(Runs, MovedFromIsEmpty) {
    TypeParam a;
    a.resize(100);
    const TypeParam b(std::move(a));
    EXPECT_TRUE(a.empty());
    EXPECT_EQ(b.size(), 100U);
    a.resize(3);
    EXPECT_EQ(a.size(), 3U);
}

TEST(Storage, EqualityIsOfBits) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    Column<float> a, b;
    a.push_back(nan);
    b.push_back(nan);
    EXPECT_TRUE(a == b);
    b[0] = std::bit_cast<float>(std::bit_cast<std::uint32_t>(nan) + 1);
    EXPECT_FALSE(a == b);
    a[0] = 0.0F;
    b[0] = -0.0F;
    EXPECT_FALSE(a == b);
    EXPECT_FALSE((Vec2{0, 0}) == (Vec2{0, -0.0F}));
    EXPECT_FALSE((Vec3{0, 0, 0}) == (Vec3{0, -0.0F, 0}));
    EXPECT_FALSE((Vec4{0, 0, 0, 0}) == (Vec4{0, 0, 0, -0.0F}));
    EXPECT_TRUE((Vec4{nan, nan, nan, nan}) == (Vec4{nan, nan, nan, nan}));
    List<Vec2> c, d;
    c.push_back({nan, 0});
    d.push_back({nan, 0});
    EXPECT_TRUE(c == d);
    d[0].y = -0.0F;
    EXPECT_FALSE(c == d);
}

TEST(Storage, LargeColumnsOfEverySizeClass) {
    for (const std::size_t bytes :
         {std::size_t{0}, std::size_t{1}, std::size_t{65535}, std::size_t{65536}, std::size_t{65537}, std::size_t{1} << 20}) {
        Bytes a;
        a.resize(bytes, std::byte{7});
        if (bytes >= 65536) {
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.data()) % 4096, 0U);
        }
        a.resize(bytes + 1, std::byte{8});
        EXPECT_EQ(a[bytes], std::byte{8});
        EXPECT_TRUE(std::all_of(a.begin(), a.end() - 1, [](std::byte b) { return b == std::byte{7}; }));
        EXPECT_TRUE(Bytes(a) == a);
    }
}
TEST(Storage, HugeColumns) {
    for (const std::size_t bytes :
         {(std::size_t{4} << 20) - 1, std::size_t{4} << 20, (std::size_t{4} << 20) + 1, (std::size_t{6} << 20) + 12345}) {
        Bytes a;
        a.resize(bytes, std::byte{7});
        a.push_back(std::byte{8});
        EXPECT_EQ(a.size(), bytes + 1);
        EXPECT_TRUE(a[0] == std::byte{7} && a[bytes - 1] == std::byte{7} && a[bytes] == std::byte{8});
    }
}

TEST(Storage, ListsTakeNoMemoryWhenEmpty) {
    static_assert(sizeof(List<int>) == sizeof(void*));
    const List<int> a, b;
    EXPECT_EQ(a.data(), nullptr);
    EXPECT_EQ(List<int>(a).data(), nullptr);
    EXPECT_TRUE(a == b);
}

/// The same elements in lists whose memory held something else before.
template <class T> List<T> on_ground(unsigned char ground, std::size_t count, void (*fill)(T&)) {
    List<T> list;
    list.resize_for_overwrite(count);
    std::memset(static_cast<void*>(list.data()), ground, count * sizeof(T));
    for (T& element : list) fill(element);
    return list;
}
TEST(Storage, ListsCompareElementsAndNotWhatLiesBetweenTheirFields) {
    const auto link = [](pmx::IkLink& l) {
        l.bone = Index<pmx::Bone>{1};
        l.limited = 1;
    };
    EXPECT_TRUE(on_ground<pmx::IkLink>(0, 3, link) == on_ground<pmx::IkLink>(0xFF, 3, link));
    const auto element = [](pmx::FrameElement& e) {
        e.kind = pmx::FrameElementKind::morph;
        e.morph = Index<pmx::Morph>{1};
    };
    EXPECT_TRUE(on_ground<pmx::FrameElement>(0, 3, element) == on_ground<pmx::FrameElement>(0xFF, 3, element));
}

TEST(Storage, ColumnsBehaveAsVectors) {
    std::mt19937_64 random(2);
    Columns<Vec3, std::uint8_t, std::uint32_t> a, b;
    std::vector<std::tuple<Vec3, std::uint8_t, std::uint32_t>> va, vb;
    for (int step = 0; step < 20000; ++step) {
        const Vec3 v{static_cast<float>(random() % 100), 1, 2};
        const auto u = static_cast<std::uint8_t>(random());
        const auto w = static_cast<std::uint32_t>(random());
        const std::size_t n = random() % 100;
        switch (random() % 8) {
        case 0:
        case 1:
        case 2: a.push_back(v, u, w), va.emplace_back(v, u, w); break;
        case 3: a.resize(n, v, u, w), va.resize(n, {v, u, w}); break;
        case 4: b = a, vb = va; break;
        case 5: std::swap(a, b), std::swap(va, vb); break;
        case 6: a.clear(), va.clear(); break;
        case 7: b = std::move(a), vb = std::move(va), va.clear(), a = {}; break;
        }
        ASSERT_EQ(a.size(), va.size());
        ASSERT_EQ(b.size(), vb.size());
        for (std::size_t i = 0; i < va.size(); ++i) ASSERT_EQ(std::tuple(a.at<0>(i), a.at<1>(i), a.at<2>(i)), va[i]);
        for (std::size_t i = 0; i < vb.size(); ++i) ASSERT_EQ(std::tuple(b.get<0>()[i], b.get<1>()[i], b.get<2>()[i]), vb[i]);
    }
}

TEST(Storage, ColumnsTakeElementsOfTheirOwn) {
    Columns<std::uint32_t, std::uint8_t> a;
    a.push_back(42, 7);
    for (int i = 0; i < 100; ++i) a.push_back(a.at<0>(0), a.at<1>(0));
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_TRUE(a.at<0>(i) == 42 && a.at<1>(i) == 7) << i;
}

TEST(Storage, BoxCopiesDeeply) {
    Box<std::vector<int>> a;
    EXPECT_FALSE(a);
    a.get_or_make().push_back(1);
    Box<std::vector<int>> b(a);
    b->push_back(2);
    EXPECT_EQ(a->size(), 1U);
    EXPECT_EQ(b->size(), 2U);
    a = b;
    EXPECT_EQ(a->size(), 2U);
    Box<std::vector<int>>& same = a;
    a = same;
    EXPECT_EQ(a->size(), 2U);
    const Box<std::vector<int>> c(std::move(a));
    EXPECT_FALSE(a);
    EXPECT_EQ((*c)[1], 2);
    b.reset();
    EXPECT_FALSE(b);
    EXPECT_TRUE(b.get_or_make().empty());
    EXPECT_EQ(Box<int>(5).get_or_make(), 5);
}

TEST(Storage, SparseBehavesAsAMap) {
    std::mt19937_64 random(3);
    Sparse<std::uint32_t> a;
    std::map<std::uint32_t, std::uint32_t> m;
    for (int step = 0; step < 5000; ++step) {
        const auto row = static_cast<std::uint32_t>(random() % 200);
        const auto value = static_cast<std::uint32_t>(random());
        switch (random() % 10) {
        case 0:
            a.truncate(row);
            m.erase(m.lower_bound(row), m.end());
            break;
        case 1:
            if (random() % 20 == 0) a.clear(), m.clear();
            break;
        default: a.get_or_make(row) = value, m[row] = value; break;
        }
        ASSERT_EQ(a.entries().size(), m.size());
        ASSERT_EQ(a.empty(), m.empty());
        auto expected = m.begin();
        for (const auto& entry : a.entries()) {
            ASSERT_EQ(entry.row, expected->first);
            ASSERT_EQ(entry.value, expected->second);
            ++expected;
        }
        std::size_t ascending = 0, jumping = 0;
        for (std::uint32_t r = 0; r < 200; ++r) {
            const std::uint32_t* found = a.find(r);
            ASSERT_EQ(found != nullptr, m.contains(r));
            ASSERT_EQ(found, a.find(r, &ascending));
            if (random() % 3 == 0) {
                ASSERT_EQ(a.find(199 - r), a.find(199 - r, &jumping));
            }
        }
    }
}

} // namespace
} // namespace kagami

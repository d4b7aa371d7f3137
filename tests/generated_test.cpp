// Random documents of every format with every kind of record: identity, JSON both ways, equality, memory used again.
#include "kagami/json.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

namespace kagami {
namespace {

using test::Api;
using test::hash_of;
using test::message;

constexpr std::uint64_t seeds = 200;
constexpr std::size_t largest = 6;

template <class D> class Generated : public testing::Test {};
using Documents = testing::Types<pmx::Model, pmd::Model, vmd::Motion, vpd::Pose>;
TYPED_TEST_SUITE(Generated, Documents);

template <class D> void expect_written_and_read_back(const D& document) {
    const auto bytes = write(document);
    ASSERT_TRUE(bytes) << message(bytes);
    const auto again = Api<D>::read(*bytes, {});
    ASSERT_TRUE(again) << message(again);
    EXPECT_TRUE(*again == document);
    EXPECT_TRUE(write(*again).value() == *bytes);
    if constexpr (std::same_as<D, vmd::Motion>) { // the encoding is not in the file, and what version 1 lacks counts as absent
        D same = *again;
        same.encoding = document.encoding;
        EXPECT_EQ(hash_of(same), hash_of(document));
    } else {
        EXPECT_EQ(hash_of(*again), hash_of(document));
    }
    const D copy = document;
    EXPECT_TRUE(copy == document);
    EXPECT_TRUE(write(copy).value() == *bytes);
    EXPECT_EQ(hash_of(copy), hash_of(document));
}

TYPED_TEST(Generated, IsWrittenAndReadBackAsTheSameDocumentAndBytes) {
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        SCOPED_TRACE(seed);
        expect_written_and_read_back(test::random_document<TypeParam>(seed, largest));
        if (this->HasFatalFailure()) return;
    }
    expect_written_and_read_back(test::small_document<TypeParam>());
    if constexpr (std::same_as<TypeParam, vmd::Motion>) expect_written_and_read_back(test::version_1());
}

template <class D> void expect_through_json(const D& document) {
    const std::string json = to_json(document);
    const auto again = from_json<D>(json);
    ASSERT_TRUE(again) << message(again);
    EXPECT_TRUE(*again == document);
    EXPECT_TRUE(write(*again).value() == write(document).value());
    EXPECT_EQ(to_json(*again), json);
    if constexpr (requires { document.encoding; }) {
        EXPECT_EQ(again->encoding, document.encoding);
    }
    const auto any = from_json<Document>(json);
    ASSERT_TRUE(any) << message(any);
    EXPECT_TRUE(std::get<D>(*any) == document);
}

TYPED_TEST(Generated, GoesThroughJsonUnchanged) {
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        SCOPED_TRACE(seed);
        expect_through_json(test::random_document<TypeParam>(seed, largest));
        if (this->HasFatalFailure()) return;
    }
    expect_through_json(test::small_document<TypeParam>());
    if constexpr (std::same_as<TypeParam, vmd::Motion>) expect_through_json(test::version_1());
}

TYPED_TEST(Generated, DiffersExactlyIfTheBytesDo) {
    for (std::uint64_t seed = 0; seed < seeds / 4; ++seed) {
        SCOPED_TRACE(seed);
        // Those with one number as remainder are of one version.
        const auto a = test::random_document<TypeParam>(4 * seed, 2), b = test::random_document<TypeParam>(4 * seed + 1000, 2);
        const bool same = write(a).value() == write(b).value();
        EXPECT_EQ(a == b, same);
        EXPECT_EQ(diff(a, b).empty(), same);
        EXPECT_TRUE(diff(a, TypeParam(a)).empty());
    }
}

template <class D> class GeneratedBinary : public testing::Test {};
using BinaryDocuments = testing::Types<pmx::Model, pmd::Model, vmd::Motion>;
TYPED_TEST_SUITE(GeneratedBinary, BinaryDocuments);

TYPED_TEST(GeneratedBinary, FillsExactlyTheSizeItAsksFor) {
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        SCOPED_TRACE(seed);
        const auto document = test::random_document<TypeParam>(seed, largest);
        const Bytes bytes = write(document).value();
        const std::size_t size = written_size(document);
        ASSERT_EQ(bytes.size(), size);
        const auto buffer = std::make_unique<std::byte[]>(size);
        const auto stored = write_into({buffer.get(), size}, document);
        ASSERT_TRUE(stored) << message(stored);
        EXPECT_EQ(*stored, size);
        EXPECT_TRUE(test::same({buffer.get(), size}, bytes));
        const auto small = write_into({buffer.get(), size - 1}, document);
        ASSERT_FALSE(small);
        EXPECT_EQ(small.error().code, Code::buffer_too_small);
        EXPECT_EQ(small.error().length, size);
    }
}

TYPED_TEST(GeneratedBinary, IsReadIntoTheMemoryOfAnother) {
    TypeParam reused = test::small_document<TypeParam>();
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        SCOPED_TRACE(seed);
        const Bytes bytes = write(test::random_document<TypeParam>(seed, seed % 7)).value();
        const auto done = Api<TypeParam>::read_into(reused, bytes, {});
        ASSERT_TRUE(done) << message(done);
        EXPECT_TRUE(write(reused).value() == bytes);
        const auto fresh = Api<TypeParam>::read(bytes, {}).value();
        EXPECT_TRUE(reused == fresh);
        EXPECT_EQ(hash_of(reused), hash_of(fresh));
        EXPECT_EQ(to_json(reused), to_json(fresh));
    }
}

} // namespace
} // namespace kagami

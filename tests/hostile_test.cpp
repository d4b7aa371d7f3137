// Cut, flipped and lying files: every one gives an error or a model that writes the same bytes.
#include "kagami/file.hpp"
#include "kagami/json.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <random>
#include <utility>

namespace kagami {
namespace {

using test::Api;
using test::message;
using test::same;

/// Whether this error means that the file is not of the format at all; any other damage can be read past.
bool refused(const Error& error) {
    return error.code == Code::wrong_format || error.code == Code::unsupported_version;
}

template <class Scan> void expect_parts_cover(const Scan& scan, std::size_t size) {
    std::uint64_t at = 0;
    for (const Part& part : scan.parts) {
        EXPECT_EQ(part.offset, at) << part.name;
        at += part.size;
    }
    EXPECT_EQ(at, size);
}

template <class D> void expect_json_keeps(const D& document, std::span<const std::byte> bytes) {
    const auto again = from_json<D>(to_json(document));
    ASSERT_TRUE(again) << message(again);
    EXPECT_TRUE(*again == document);
    EXPECT_TRUE(same(write(*again).value(), bytes));
}

template <class D> void expect_size(const D& document, std::size_t size) {
    if constexpr (test::is_binary<D>) {
        EXPECT_EQ(written_size(document), size);
    }
}

/// An error says where it lies.
void expect_place(const Error& error, std::size_t size) {
    EXPECT_LE(error.offset, size);
    EXPECT_TRUE(error.path.starts_with('/')) << error.path;
    EXPECT_TRUE(test::valid_utf8(error.message()));
}

/// Everything that must hold for any bytes whatever. With `json`, also the slower way through JSON.
template <class D> void check(std::span<const std::byte> bytes, bool json) {
    const test::ExactCopy copy(bytes);
    const auto strict = Api<D>::read(copy.get(), {});
    const auto kept = Api<D>::read(copy.get(), {.keep = true});
    const auto scanned = Api<D>::scan(copy.get());

    ASSERT_EQ(strict.has_value(), scanned.has_value());
    if (strict) {
        EXPECT_FALSE(strict->damage);
        EXPECT_TRUE(same(write(*strict).value(), bytes));
        expect_size(*strict, bytes.size());
        EXPECT_EQ(scanned->parts.front().name, "header");
        expect_parts_cover(*scanned, bytes.size());
        ASSERT_TRUE(kept);
        EXPECT_FALSE(kept->damage);
        EXPECT_TRUE(same(write(*kept).value(), bytes));
    } else {
        EXPECT_EQ(strict.error(), scanned.error());
        expect_place(strict.error(), bytes.size());
        ASSERT_EQ(kept.has_value(), !refused(strict.error())) << strict.error().message();
        if (kept) {
            ASSERT_TRUE(kept->damage);
            EXPECT_EQ(kept->damage->error, strict.error());
            const auto written = write(*kept);
            ASSERT_TRUE(written) << message(written);
            EXPECT_TRUE(same(*written, bytes));
            expect_size(*kept, bytes.size());
            EXPECT_TRUE(D(*kept) == *kept);
        } else {
            EXPECT_EQ(kept.error(), strict.error());
        }
    }
    if constexpr (test::is_binary<D>) {
        static D reused = test::small_document<D>(); // holds whatever the last bytes left
        const auto done = Api<D>::read_into(reused, copy.get(), {.keep = true});
        ASSERT_EQ(done.has_value(), kept.has_value());
        if (kept) {
            EXPECT_EQ(reused.damage, kept->damage);
            EXPECT_TRUE(reused == *kept);
            if (json) {
                EXPECT_EQ(to_json(reused), to_json(*kept));
            }
        }
    }
    if (kept && json) expect_json_keeps(*kept, bytes);
    const std::uint64_t n = bytes.size();
    for (const std::uint64_t offset : {std::uint64_t{0}, n / 2, n, std::numeric_limits<std::uint64_t>::max()})
        EXPECT_TRUE(test::valid_utf8(Api<D>::path_at(copy.get(), offset)));
}

template <class D> void check_prefixes(std::span<const std::byte> bytes, std::size_t json_every) {
    for (std::size_t n = 0; n <= bytes.size(); ++n) {
        check<D>(bytes.first(n), n % json_every == 0);
        if (testing::Test::HasFailure()) FAIL() << "prefix of " << n << " bytes";
    }
}

template <class D> class Hostile : public testing::Test {};
using Documents = testing::Types<pmx::Model, pmd::Model, vmd::Motion, vpd::Pose>;
TYPED_TEST_SUITE(Hostile, Documents);

TYPED_TEST(Hostile, EveryPrefixOfRandomDocuments) {
    for (std::uint64_t seed = 1000; seed < 1012; ++seed) {
        SCOPED_TRACE(seed);
        check_prefixes<TypeParam>(write(test::random_document<TypeParam>(seed, 3)).value(), 7);
        if (this->HasFailure()) return;
    }
}

TYPED_TEST(Hostile, EveryPrefixOfADocumentWithEverything) {
    check_prefixes<TypeParam>(write(test::small_document<TypeParam>()).value(), 3);
}
TEST(HostileMotion, EveryPrefixOfVersion1) {
    check_prefixes<vmd::Motion>(write(test::version_1()).value(), 3);
}

TEST(HostileModel, EveryPrefixOfSmallRealFiles) {
    constexpr std::uintmax_t largest = 5000;
    for (const auto& file : test::corpus(largest)) {
        SCOPED_TRACE(file.string());
        check_prefixes<pmx::Model>(load_bytes(file).value(), 97);
        if (HasFailure()) return;
    }
}

template <class D> void check_flipped(Bytes bytes) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const std::byte old = bytes[i];
        for (const std::byte value : {std::byte{0}, std::byte{1}, std::byte{0x7F}, std::byte{0x80}, std::byte{0xFF}, old ^ std::byte{1}}) {
            if (value == old) continue;
            bytes[i] = value;
            check<D>(bytes, i % 7 == 0);
            if (testing::Test::HasFailure()) FAIL() << "byte " << i << " set to " << static_cast<int>(value);
        }
        bytes[i] = old;
    }
}
TYPED_TEST(Hostile, EveryByteFlipped) {
    check_flipped<TypeParam>(write(test::small_document<TypeParam>()).value());
}
TEST(HostileMotion, EveryByteOfVersion1Flipped) {
    check_flipped<vmd::Motion>(write(test::version_1()).value());
}

// What means something to a text's parser, in every place.
TEST(HostilePose, EverySignInEveryPlace) {
    std::string text = test::text_of(write(test::small_document<vpd::Pose>()).value());
    for (std::size_t i = 0; i < text.size(); ++i) {
        for (const char sign : {'{', '}', ';', ',', '\n', '\r', '/', ' ', 'e', '-'}) {
            const char old = std::exchange(text[i], sign);
            check<vpd::Pose>(test::raw(text), i % 7 == 0);
            text[i] = old;
            check<vpd::Pose>(test::raw(std::string(text).insert(i, 1, sign)), false);
            if (HasFailure()) FAIL() << "character " << i << " made, or preceded by, " << static_cast<int>(sign);
        }
        check<vpd::Pose>(test::raw(std::string(text).erase(i, 1)), false);
        if (HasFailure()) FAIL() << "character " << i << " left out";
    }
}

// Every count and length is among these, whatever its place.
template <class D> void check_extremes(Bytes bytes) {
    for (std::size_t i = 0; i + 4 <= bytes.size(); ++i) {
        std::array<std::byte, 4> old;
        std::memcpy(old.data(), bytes.data() + i, old.size());
        for (const std::int32_t number : {std::numeric_limits<std::int32_t>::max(), -1, std::numeric_limits<std::int32_t>::min()}) {
            std::memcpy(bytes.data() + i, &number, sizeof number);
            check<D>(bytes, i % 7 == 0);
            if (testing::Test::HasFailure()) FAIL() << "offset " << i << " set to " << number;
        }
        std::memcpy(bytes.data() + i, old.data(), old.size());
    }
}
TYPED_TEST(Hostile, EveryFourBytesMadeAnExtremeNumber) {
    check_extremes<TypeParam>(write(test::small_document<TypeParam>()).value());
}
TEST(HostileMotion, EveryFourBytesOfVersion1MadeAnExtremeNumber) {
    check_extremes<vmd::Motion>(write(test::version_1()).value());
}

// Counts one too large or too small shift everything after them.
TYPED_TEST(Hostile, EveryFourBytesOffByOne) {
    Bytes bytes = write(test::random_document<TypeParam>(77, 3)).value();
    for (std::size_t i = 0; i + 4 <= bytes.size(); ++i) {
        std::int32_t old = 0;
        std::memcpy(&old, bytes.data() + i, sizeof old);
        for (const std::uint32_t change : {1U, ~0U}) {
            const std::uint32_t number = static_cast<std::uint32_t>(old) + change;
            std::memcpy(bytes.data() + i, &number, sizeof number);
            check<TypeParam>(bytes, i % 11 == 0);
            if (this->HasFailure()) FAIL() << "offset " << i << " changed by " << static_cast<std::int32_t>(change);
        }
        std::memcpy(bytes.data() + i, &old, sizeof old);
    }
}

TYPED_TEST(Hostile, RandomBytesAfterAGoodHeader) {
    std::mt19937_64 random(5);
    const Bytes good = write(test::small_document<TypeParam>()).value();
    for (int round = 0; round < 500; ++round) {
        Bytes bytes = good;
        const std::size_t from = 30 + random() % (bytes.size() - 30);
        for (std::size_t i = from; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(random() % 4 == 0 ? random() : 0);
        check<TypeParam>(bytes, round % 5 == 0);
        if (this->HasFailure()) FAIL() << "round " << round;
    }
}

// ---------------------------------------------------------------------------------------------- what is kept

/// The parts that are lists of records.
bool is_list(const auto& document, const Part& part) {
    const auto found = get(document, '/' + std::string(part.name) + "/*");
    return found && found->size() == part.count;
}
std::size_t elements(const auto& document, std::string_view part) {
    const auto found = get(document, '/' + std::string(part) + "/*");
    return found ? found->size() : 0;
}

/// Every cut within the list of a part leaves each whole record as it was.
template <class D> void expect_whole_records_kept(const D& whole) {
    const Bytes bytes = write(whole).value();
    const auto scanned = Api<D>::scan(bytes).value();
    std::size_t lists = 0;
    for (const Part& part : scanned.parts) {
        if (!is_list(whole, part)) continue;
        ++lists;
        const std::string prefix = '/' + std::string(part.name) + '/';
        for (auto n = static_cast<std::size_t>(part.offset) + 1; n < part.offset + part.size; ++n) {
            SCOPED_TRACE(prefix + " cut at " + std::to_string(n));
            const auto kept = Api<D>::read(std::span(bytes).first(n), {.keep = true});
            ASSERT_TRUE(kept);
            const std::string path = Api<D>::path_at(bytes, n);
            if (!path.starts_with(prefix)) continue; // in the count
            const std::size_t records = static_cast<std::size_t>(std::stoul(path.substr(prefix.size())));
            ASSERT_TRUE(kept->damage);
            EXPECT_EQ(kept->damage->part, part.name);
            EXPECT_TRUE(kept->damage->count_known);
            EXPECT_EQ(kept->damage->missing, part.count - records);
            EXPECT_EQ(elements(*kept, part.name), records);
            for (std::size_t i = 0; i < records; ++i) {
                const std::string one = prefix + std::to_string(i);
                EXPECT_EQ(get(*kept, one).value(), get(whole, one).value());
            }
            if (testing::Test::HasFailure()) return;
        }
    }
    EXPECT_GE(lists, 4U);
}
TEST(HostileModel, TruncationKeepsEveryWholeRecordOfPmx) {
    expect_whole_records_kept(test::small_document<pmx::Model>());
}
TEST(HostileModel, TruncationKeepsEveryWholeRecordOfPmd) {
    expect_whole_records_kept(test::small_document<pmd::Model>());
}
TEST(HostileMotion, TruncationKeepsEveryWholeRecord) {
    expect_whole_records_kept(test::small_document<vmd::Motion>());
    expect_whole_records_kept(test::version_1());
}

/// The lengths of the prefixes that can be read strictly: a file may end before an optional part, and anywhere in the rest.
template <class D> void expect_legal_prefixes(const D& whole, const std::vector<std::string_view>& optional) {
    const Bytes bytes = write(whole).value();
    std::vector<std::size_t> legal, read;
    const auto scanned = Api<D>::scan(bytes).value();
    for (const Part& part : scanned.parts) {
        if (std::ranges::find(optional, part.name) != optional.end()) legal.push_back(static_cast<std::size_t>(part.offset));
        if (part.name != "trailing") continue;
        for (std::uint64_t i = 0; i <= part.size; ++i) legal.push_back(static_cast<std::size_t>(part.offset + i));
    }
    for (std::size_t n = 0; n <= bytes.size(); ++n)
        if (Api<D>::read(std::span(bytes).first(n), {})) read.push_back(n);
    EXPECT_EQ(read, legal);
    EXPECT_EQ(legal.size(), optional.size() + whole.trailing.size() + 1);
}
TEST(HostileModel, EndsWhereItMayEnd) {
    expect_legal_prefixes(test::small_document<pmd::Model>(), {"english", "toon_names", "rigid_bodies", "joints"});
}
TEST(HostileMotion, EndsWhereItMayEnd) {
    expect_legal_prefixes(test::small_document<vmd::Motion>(),
                          {"bone_keys", "morph_keys", "camera_keys", "light_keys", "shadow_keys", "property_keys"});
    expect_legal_prefixes(test::version_1(), {"bone_keys", "morph_keys", "camera_keys", "light_keys"});
}
TEST(HostilePose, TruncationKeepsEveryWholeBlock) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        SCOPED_TRACE(seed);
        const test::PoseText made = test::random_pose(seed, 4);
        const vpd::Pose whole = vpd::read(test::raw(made.text)).value();
        for (std::size_t n = 0; n <= made.text.size(); ++n) {
            const auto kept = vpd::read(test::raw(std::string_view(made.text).substr(0, n)), {.keep = true});
            if (!kept) continue; // not even a signature
            std::size_t blocks = 0;
            while (blocks < made.blocks.size() && made.blocks[blocks].end <= n) ++blocks;
            ASSERT_EQ(kept->blocks.size(), blocks) << n;
            EXPECT_EQ(kept->damage && kept->damage->part == "header", n < made.header_end) << n;
            for (std::size_t i = 0; i < blocks; ++i) {
                EXPECT_EQ(kept->blocks[i].name, whole.blocks[i].name);
                EXPECT_EQ(kept->blocks[i].position, whole.blocks[i].position);
                EXPECT_EQ(kept->blocks[i].rotation, whole.blocks[i].rotation);
                EXPECT_EQ(kept->blocks[i].weight, whole.blocks[i].weight);
            }
        }
    }
}

template <class D> void expect_every_offset_named(const D& whole) {
    const Bytes bytes = write(whole).value();
    for (std::size_t offset = 0; offset < bytes.size(); ++offset) EXPECT_NE(Api<D>::path_at(bytes, offset), "") << offset;
    EXPECT_EQ(Api<D>::path_at(bytes, bytes.size()), "");
    EXPECT_EQ(Api<D>::path_at(bytes, 0), "/header/signature");
}
TYPED_TEST(Hostile, PathAtNamesTheValueAtEveryOffset) {
    expect_every_offset_named(test::small_document<TypeParam>());
}
TEST(HostileMotion, PathAtNamesTheValueAtEveryOffset) {
    const vmd::Motion m = test::small_document<vmd::Motion>();
    const Bytes bytes = write(m).value();
    EXPECT_EQ(vmd::path_at(bytes, 49), "/header/model_name");
    EXPECT_EQ(vmd::path_at(bytes, 50), "/bone_keys");
    EXPECT_EQ(vmd::path_at(bytes, 54 + 111 + 15), "/bone_keys/1/frame");
    expect_every_offset_named(test::version_1());
}

// ---------------------------------------------------------------------------------------------- JSON

template <class D> class HostileJsonOf : public testing::Test {};
TYPED_TEST_SUITE(HostileJsonOf, Documents);

TYPED_TEST(HostileJsonOf, EveryPrefixAndEveryCharacterReplaced) {
    const std::string json = to_json(test::small_document<TypeParam>());
    for (std::size_t n = 0; n < json.size() - 2; n += 3) EXPECT_FALSE(from_json<TypeParam>(std::string_view(json).substr(0, n))) << n;
    std::string text = json;
    for (std::size_t i = 0; i < text.size(); i += 5) {
        for (const char c : {'0', '"', '[', '}', '\xFF'}) {
            const char old = std::exchange(text[i], c);
            if (const auto built = from_json<TypeParam>(text)) {
                if (const auto written = write(*built)) {
                    EXPECT_TRUE(Api<TypeParam>::read(*written, {}).value() == *built) << "character " << i << " made " << c;
                } else { // only a pose can hold what it cannot write
                    EXPECT_EQ(name_of(written.error().code), name_of(Code::would_not_read_back)) << "character " << i << " made " << c;
                }
            } else {
                EXPECT_TRUE(test::valid_utf8(built.error().message())) << "character " << i << " made " << static_cast<int>(c);
            }
            text[i] = old;
        }
    }
}

} // namespace
} // namespace kagami

namespace kagami::pmx {
namespace {

// JSON is input too: a damage in it must not open the way for values that the format cannot hold.
class HostileJson : public testing::TestWithParam<std::array<const char*, 2>> {};
INSTANTIATE_TEST_SUITE_P(Changes, HostileJson,
                         testing::Values(std::array{"\"additional_uvs\": 1", "\"additional_uvs\": 200"},
                                         std::array{"\"vertex\": 1", "\"vertex\": 3"}, std::array{"\"vertex\": 1", "\"vertex\": 255"},
                                         std::array{"\"vertex\": 1", "\"vertex\": 0"},
                                         std::array{"\"toon_mode\": \"texture\", \"toon_texture\": -1", "\"toon_mode\": 2"},
                                         std::array{"\"utf16le\"", "9"}, std::array{"\"part\": \"joints\"", "\"part\": \"nothing\""},
                                         std::array{"\"part\": \"joints\"", "\"part\": \"header\""},
                                         std::array{"\"missing\": 0", "\"missing\": 4294967295"}));

TEST_P(HostileJson, WithDamageIsRefusedOrKept) {
    Model model = test::everything();
    model.damage = Damage{"joints", true, 0, {}, {}};
    std::string json = to_json(model);
    const auto [from, to] = GetParam();
    const std::size_t at = json.find(from);
    ASSERT_NE(at, std::string::npos) << json.substr(0, 500);
    json.replace(at, std::strlen(from), to);
    const auto built = from_json<Model>(json);
    if (!built) return;
    const auto written = write(*built);
    if (!written) return;
    EXPECT_EQ(written->size(), written_size(*built));
    EXPECT_TRUE(from_json<Model>(to_json(*built)).value() == *built);
}

TEST(HostileJson, MissingRecordsBeyondTheRange) {
    Model model;
    model.damage = Damage{"joints", true, 0, {}, {}};
    std::string json = to_json(model);
    json.replace(json.find("\"missing\": 0"), 12, "\"missing\": 4294967296");
    EXPECT_FALSE(from_json<Model>(json));
}

TEST(HostileJson, MoreAdditionalUvsThanThereAre) {
    Model model;
    model.header.additional_uvs = 1;
    model.vertices.resize(1);
    model.damage = Damage{"joints", true, 0, {}, {}};
    std::string json = to_json(model);
    json.replace(json.find("\"additional_uvs\": 1"), 19, "\"additional_uvs\": 200");
    const std::string one = "[[0, 0, 0, 0]]";
    std::string many = "[[0, 0, 0, 0]";
    for (int i = 1; i < 200; ++i) many += ", [0, 0, 0, 0]";
    json.replace(json.find(one), one.size(), many + "]");
    EXPECT_FALSE(from_json<Model>(json));
}

} // namespace
} // namespace kagami::pmx

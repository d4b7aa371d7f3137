// Cut, flipped and lying files: every one gives an error or a model that writes the same bytes.
#include "kagami/file.hpp"
#include "kagami/json.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <limits>

namespace kagami::pmx {
namespace {

using test::same;

/// Whether this error means that the file is no PMX 2.x at all; any other damage can be read past.
bool refused(const Error& error) {
    return error.code == Code::wrong_format || error.code == Code::unsupported_version;
}

void expect_parts_cover(const Scan& scan, std::size_t size) {
    std::uint64_t at = 0;
    for (const Part& part : scan.parts) {
        EXPECT_EQ(part.offset, at) << part.name;
        at += part.size;
    }
    EXPECT_EQ(at, size);
}

void expect_json_keeps(const Model& model, std::span<const std::byte> bytes) {
    const auto again = from_json<Model>(to_json(model));
    ASSERT_TRUE(again) << again.error().message();
    EXPECT_TRUE(*again == model);
    EXPECT_TRUE(same(write(*again).value(), bytes));
}

/// Everything that must hold for any bytes whatever. With `json`, also the slower way through JSON.
void check(std::span<const std::byte> bytes, bool json) {
    const test::ExactCopy copy(bytes);
    const auto strict = read(copy.get());
    const auto kept = read(copy.get(), {.keep = true});
    const auto scanned = scan(copy.get());

    ASSERT_EQ(strict.has_value(), scanned.has_value());
    if (strict) {
        EXPECT_FALSE(strict->damage);
        EXPECT_TRUE(same(write(*strict).value(), bytes));
        EXPECT_EQ(written_size(*strict), bytes.size());
        EXPECT_TRUE(scanned->header == strict->header);
        expect_parts_cover(*scanned, bytes.size());
        ASSERT_TRUE(kept);
        EXPECT_FALSE(kept->damage);
        EXPECT_TRUE(same(write(*kept).value(), bytes));
    } else {
        EXPECT_EQ(strict.error(), scanned.error());
        EXPECT_TRUE(test::valid_utf8(strict.error().message()));
        ASSERT_EQ(kept.has_value(), !refused(strict.error())) << strict.error().message();
        if (kept) {
            ASSERT_TRUE(kept->damage);
            EXPECT_EQ(kept->damage->error, strict.error());
            const auto written = write(*kept);
            ASSERT_TRUE(written) << written.error().message();
            EXPECT_TRUE(same(*written, bytes));
            EXPECT_EQ(written_size(*kept), bytes.size());
            EXPECT_TRUE(Model(*kept) == *kept);
        } else {
            EXPECT_EQ(kept.error(), strict.error());
        }
    }
    if (kept && json) expect_json_keeps(*kept, bytes);
    const std::uint64_t n = bytes.size();
    for (const std::uint64_t offset : {std::uint64_t{0}, n / 2, n, std::numeric_limits<std::uint64_t>::max()})
        EXPECT_TRUE(test::valid_utf8(path_at(copy.get(), offset)));
}

void check_prefixes(std::span<const std::byte> bytes, std::size_t json_every) {
    for (std::size_t n = 0; n <= bytes.size(); ++n) {
        check(bytes.first(n), n % json_every == 0);
        if (testing::Test::HasFailure()) FAIL() << "prefix of " << n << " bytes";
    }
}

class HostileSeeds : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Seeds, HostileSeeds, testing::Range<std::uint64_t>(1000, 1012));

TEST_P(HostileSeeds, EveryPrefix) {
    check_prefixes(write(test::random_model(GetParam(), 3)).value(), 5);
}

TEST(Hostile, EveryPrefixOfAModelWithEverything) {
    check_prefixes(write(test::everything()).value(), 3);
}

TEST(Hostile, EveryPrefixOfSmallRealFiles) {
    constexpr std::uintmax_t largest = 5000;
    for (const auto& file : test::corpus(largest)) {
        SCOPED_TRACE(file.string());
        check_prefixes(load_bytes(file).value(), 97);
        if (HasFailure()) return;
    }
}

TEST(Hostile, EveryByteFlipped) {
    Bytes bytes = write(test::everything()).value();
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const std::byte old = bytes[i];
        for (const std::byte value : {std::byte{0}, std::byte{1}, std::byte{0x7F}, std::byte{0x80}, std::byte{0xFF}, old ^ std::byte{1}}) {
            if (value == old) continue;
            bytes[i] = value;
            check(bytes, i % 7 == 0);
            if (HasFailure()) FAIL() << "byte " << i << " set to " << static_cast<int>(value);
        }
        bytes[i] = old;
    }
}

// Every count and length is among these, whatever its place.
TEST(Hostile, EveryFourBytesMadeAnExtremeNumber) {
    Bytes bytes = write(test::everything()).value();
    for (std::size_t i = 0; i + 4 <= bytes.size(); ++i) {
        std::array<std::byte, 4> old;
        std::memcpy(old.data(), bytes.data() + i, old.size());
        for (const std::int32_t number : {std::numeric_limits<std::int32_t>::max(), -1, std::numeric_limits<std::int32_t>::min()}) {
            std::memcpy(bytes.data() + i, &number, sizeof number);
            check(bytes, i % 7 == 0);
            if (HasFailure()) FAIL() << "offset " << i << " set to " << number;
        }
        std::memcpy(bytes.data() + i, old.data(), old.size());
    }
}

// Counts one too large or too small shift everything after them.
TEST(Hostile, EveryFourBytesOffByOne) {
    Bytes bytes = write(test::random_model(77, 3)).value();
    for (std::size_t i = 0; i + 4 <= bytes.size(); ++i) {
        std::int32_t old = 0;
        std::memcpy(&old, bytes.data() + i, sizeof old);
        for (const std::uint32_t change : {1U, ~0U}) {
            const std::uint32_t number = static_cast<std::uint32_t>(old) + change;
            std::memcpy(bytes.data() + i, &number, sizeof number);
            check(bytes, i % 11 == 0);
            if (HasFailure()) FAIL() << "offset " << i << " changed by " << static_cast<std::int32_t>(change);
        }
        std::memcpy(bytes.data() + i, &old, sizeof old);
    }
}

TEST(Hostile, RandomBytesAfterAGoodHeader) {
    std::mt19937_64 random(5);
    const Bytes good = write(test::everything()).value();
    for (int round = 0; round < 500; ++round) {
        Bytes bytes = good;
        const std::size_t from = 17 + random() % (bytes.size() - 17);
        for (std::size_t i = from; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(random() % 4 == 0 ? random() : 0);
        check(bytes, round % 5 == 0);
        if (HasFailure()) FAIL() << "round " << round;
    }
}

TEST(Hostile, TruncationKeepsEveryWholeRecord) {
    const Model model = test::everything();
    const Bytes bytes = write(model).value();
    const auto scanned = scan(bytes).value();
    for (const Part& part : scanned.parts) {
        if (part.name != "morphs" && part.name != "vertices" && part.name != "bones") continue;
        const auto kept = read(std::span(bytes).first(static_cast<std::size_t>(part.offset + part.size - 1)), {.keep = true});
        ASSERT_TRUE(kept);
        ASSERT_TRUE(kept->damage);
        EXPECT_EQ(kept->damage->part, part.name);
        EXPECT_TRUE(kept->damage->count_known);
        EXPECT_EQ(kept->damage->missing, 1U);
        const std::size_t whole = part.name == "morphs"  ? kept->morphs.size()
                                  : part.name == "bones" ? kept->bones.size()
                                                         : kept->vertices.size();
        EXPECT_EQ(whole, part.count - 1);
        if (part.name != "morphs") continue;
        for (std::size_t i = 0; i < whole; ++i) EXPECT_TRUE(kept->morphs[i] == model.morphs[i]);
    }
}

TEST(Hostile, PathAtNamesTheValueAtEveryOffset) {
    const Model model = test::everything();
    const Bytes bytes = write(model).value();
    for (std::size_t offset = 0; offset < bytes.size(); ++offset) EXPECT_NE(path_at(bytes, offset), "") << offset;
    EXPECT_EQ(path_at(bytes, bytes.size()), "");
    EXPECT_EQ(path_at(bytes, 0), "/header/signature");
    EXPECT_EQ(path_at(bytes, 4), "/header/version");
}

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

TEST(HostileJson, EveryPrefixAndEveryCharacterReplaced) {
    const std::string json = to_json(test::everything(), {.geometry = true});
    for (std::size_t n = 0; n < json.size() - 2; n += 3) EXPECT_FALSE(from_json<Model>(std::string_view(json).substr(0, n))) << n;
    std::string text = json;
    for (std::size_t i = 0; i < text.size(); i += 5) {
        for (const char c : {'0', '"', '[', '}', '\xFF'}) {
            const char old = std::exchange(text[i], c);
            if (const auto built = from_json<Model>(text)) {
                const auto written = write(*built);
                EXPECT_TRUE(written && read(*written).value() == *built) << "character " << i << " made " << c;
            } else {
                EXPECT_TRUE(test::valid_utf8(built.error().message())) << "character " << i << " made " << static_cast<int>(c);
            }
            text[i] = old;
        }
    }
}

} // namespace
} // namespace kagami::pmx

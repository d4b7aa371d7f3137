// Files of any format: recognized by their content, opened, looked into, written; mapped files; texts of fixed size and
// sections.
#include "kagami/document.hpp"
#include "kagami/file.hpp"
#include "kagami/json.hpp"
#include "kagami/section.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace kagami {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;
using test::message;
using test::raw;
using test::same;
using test::TemporaryFolder;
using test::text_of;

struct Known {
    Format format;
    Bytes bytes;
};
std::vector<Known> one_of_each() {
    std::vector<Known> all;
    all.push_back({Format::pmx, write(test::small_document<pmx::Model>()).value()});
    all.push_back({Format::pmd, write(test::small_document<pmd::Model>()).value()});
    all.push_back({Format::vmd, write(test::small_document<vmd::Motion>()).value()});
    all.push_back({Format::vmd, write(test::version_1()).value()});
    all.push_back({Format::vpd, write(test::small_document<vpd::Pose>()).value()});
    return all;
}

TEST(AnyFile, IsKnownByItsContent) {
    const TemporaryFolder folder;
    for (const Known& known : one_of_each()) {
        SCOPED_TRACE(name_of(known.format));
        ASSERT_TRUE(format_of(known.bytes));
        EXPECT_EQ(*format_of(known.bytes), known.format);
        const auto document = open(known.bytes);
        ASSERT_TRUE(document) << message(document);
        EXPECT_EQ(format_of(*document), known.format);
        EXPECT_EQ(damage_of(*document), nullptr);
        EXPECT_TRUE(write(*document).value() == known.bytes);
        EXPECT_TRUE(from_json<Document>(to_json(*document)).value() == *document);
        for (const char* extension : {".pmx", ".pmd", ".vmd", ".vpd", ".txt", ""}) { // names do not matter
            const fs::path path = folder.path() / ("鏡"s + extension);
            ASSERT_TRUE(save(*document, path));
            const auto loaded = open(path);
            ASSERT_TRUE(loaded) << message(loaded);
            EXPECT_TRUE(*loaded == *document);
            EXPECT_TRUE(load_bytes(path).value() == known.bytes);
        }
    }
}

TEST(AnyFile, PartsAndPaths) {
    for (const Known& known : one_of_each()) {
        SCOPED_TRACE(name_of(known.format));
        const auto parts = parts_of(known.bytes);
        ASSERT_TRUE(parts) << message(parts);
        EXPECT_EQ(parts->front().name, "header");
        EXPECT_EQ(parts->back().offset + parts->back().size, known.bytes.size());
        EXPECT_EQ(path_in(known.bytes, 0), "/header/signature");
        EXPECT_TRUE(path_in(known.bytes, known.bytes.size() - 1).starts_with('/'));
        EXPECT_EQ(path_in(known.bytes, known.bytes.size()), "");
    }
    EXPECT_EQ(path_in(raw("nothing"), 0), "");
}

TEST(AnyFile, DamageIsKept) {
    const TemporaryFolder folder;
    for (const Known& known : one_of_each()) {
        SCOPED_TRACE(name_of(known.format));
        const auto cut = std::span<const std::byte>(known.bytes).first(known.bytes.size() * 2 / 3);
        const fs::path path = folder.path() / "cut.bin";
        ASSERT_TRUE(save_bytes(cut, path));
        const auto strict = open(path);
        ASSERT_FALSE(strict);
        EXPECT_EQ(strict.error().file, path.string());
        EXPECT_FALSE(parts_of(cut));
        const auto kept = open(path, {.keep = true});
        ASSERT_TRUE(kept) << message(kept);
        ASSERT_NE(damage_of(*kept), nullptr);
        EXPECT_EQ(damage_of(*kept)->error, strict.error()); // with the file's name
        EXPECT_TRUE(same(write(*kept).value(), cut));
    }
}

TEST(AnyFile, UnknownFiles) {
    const std::pair<std::string, const char*> foreign[] = {
        {"", "empty"},
        {"PK\x03\x04", "ZIP"},
        {"Polygon Movie maker 0002", "PMM"},
        {"hello", "something"},
        {"PM", "something"},
        {std::string(100, '\0'), "something"},
        {"pmd", "something"},
        {"Vocaloid Motion Data 0002", "unknown version"}, // too short for a signature
    };
    for (const auto& [bytes, said] : foreign) {
        const auto format = format_of(raw(bytes));
        ASSERT_FALSE(format) << said;
        EXPECT_EQ(format.error().code, Code::unknown_format);
        EXPECT_TRUE(message(format).contains(said)) << message(format);
        EXPECT_EQ(open(raw(bytes)).error(), format.error());
        EXPECT_EQ(open(raw(bytes), {.keep = true}).error(), format.error());
        EXPECT_EQ(parts_of(raw(bytes)).error(), format.error());
    }
}

template <class D> void expect_foreign(Format own) {
    for (const Known& known : one_of_each()) {
        if (known.format == own) continue;
        for (const bool keep : {false, true}) {
            const auto read = test::Api<D>::read(known.bytes, {.keep = keep});
            ASSERT_FALSE(read);
            EXPECT_EQ(read.error().code, Code::wrong_format);
            std::string capitals(name_of(known.format));
            for (char& c : capitals) c = static_cast<char>(c - 32);
            EXPECT_TRUE(message(read).contains(capitals)) << message(read);
        }
        EXPECT_FALSE(test::Api<D>::scan(known.bytes));
    }
}
TEST(AnyFile, EachReaderSaysWhatAForeignFileIs) {
    expect_foreign<pmx::Model>(Format::pmx);
    expect_foreign<pmd::Model>(Format::pmd);
    expect_foreign<vmd::Motion>(Format::vmd);
    expect_foreign<vpd::Pose>(Format::vpd);
}

template <class D> void expect_loaded(const fs::path& folder) {
    const auto document = test::small_document<D>();
    const fs::path path = folder / "file";
    ASSERT_TRUE(save(document, path));
    EXPECT_TRUE(test::Api<D>::load(path, {}).value() == document);
    const auto missing = test::Api<D>::load(folder / "無い", {});
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, Code::cannot_open);
    EXPECT_EQ(missing.error().file, (folder / "無い").string());
    ASSERT_TRUE(save_bytes(raw("x"), path));
    const auto wrong = test::Api<D>::load(path, {});
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().file, path.string());
}
TEST(AnyFile, LoadAndSaveOfEachFormat) {
    const TemporaryFolder folder;
    expect_loaded<pmx::Model>(folder.path());
    expect_loaded<pmd::Model>(folder.path());
    expect_loaded<vmd::Motion>(folder.path());
    expect_loaded<vpd::Pose>(folder.path());
}

TEST(AnyFile, PathsAndDifferencesOfAnyDocument) {
    Document pmd = test::small_document<pmd::Model>(), vmd = test::small_document<vmd::Motion>();
    EXPECT_EQ(get(pmd, "/bones/センター/position").value().size(), 1U);
    ASSERT_TRUE(set(pmd, "/bones/センター/position/0", "9"));
    EXPECT_EQ(std::get<pmd::Model>(pmd).bones[0].position.x, 9);
    EXPECT_EQ(diff(pmd, vmd), (std::vector<Difference>{{"/format", "\"pmd\"", "\"vmd\"", "\"pmd\" -> \"vmd\""}}));
    EXPECT_EQ(diff(pmd, Document(test::small_document<pmd::Model>())).size(), 1U);
    EXPECT_FALSE(from_json<Document>(R"({"format": "pmm"})"));
    EXPECT_FALSE(from_json<Document>(R"([])"));
    EXPECT_FALSE(from_json<pmd::Model>(to_json(vmd)));
}

TEST(AnyFile, WidthChangesAreToldForPmxOnly) {
    std::vector<pmx::WidthChange> changes;
    auto model = test::everything();
    model.header.index_widths.bone = 1;
    model.bones[0].parent = Index<pmx::Bone>{1000};
    EXPECT_TRUE(write(Document(model), &changes));
    EXPECT_EQ(changes.size(), 1U);
    EXPECT_TRUE(write(Document(test::small_document<pmd::Model>()), &changes));
}

// ---------------------------------------------------------------------------------------------- mapped files

TEST(MappedFiles, SmallAndLarge) {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "file";
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, (std::size_t{1} << 20) - 1, std::size_t{1} << 20, std::size_t{3} << 20}) {
        std::string content(size, 'x');
        for (std::size_t i = 0; i < size; i += 997) content[i] = static_cast<char>(i);
        std::ofstream(path, std::ios::binary) << content;
        auto file = map_file(path);
        ASSERT_TRUE(file) << message(file);
        EXPECT_TRUE(same(file->bytes(), raw(content)));
        const std::byte* before = file->bytes().data();
        MappedFile moved = std::move(*file);
        EXPECT_EQ(moved.bytes().data(), before);
        EXPECT_TRUE(same(moved.bytes(), raw(content)));
        MappedFile other;
        EXPECT_TRUE(other.bytes().empty());
        other = std::move(moved);
        EXPECT_TRUE(same(other.bytes(), raw(content)));
        other = MappedFile();
        EXPECT_TRUE(other.bytes().empty());
    }
}
// Replacing the file by saving leaves what is mapped as it was.
TEST(MappedFiles, StayWhatTheyAreWhenTheFileIsSavedAnew) {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "file";
    const std::string old(std::size_t{2} << 20, 'o');
    ASSERT_TRUE(save_bytes(raw(old), path));
    const auto file = map_file(path).value();
    ASSERT_TRUE(save_bytes(raw("new"), path));
    EXPECT_TRUE(same(file.bytes(), raw(old)));
}
TEST(MappedFiles, WhatCannotBeRead) {
    const TemporaryFolder folder;
    EXPECT_EQ(map_file(folder.path() / "none").error().code, Code::cannot_open);
    EXPECT_EQ(map_file(folder.path()).error().code, Code::cannot_read);
    EXPECT_EQ(open(folder.path() / "none").error().code, Code::cannot_open);
    EXPECT_EQ(open(folder.path() / "none").error().file, (folder.path() / "none").string());
}
TEST(MappedFiles, ALargeMotionOpensAsASmallOne) {
    const TemporaryFolder folder;
    vmd::Motion motion;
    motion.bone_keys.resize(20'000, vmd::BoneKey{vmd::KeyName(test::cp932("左腕")), 1, {}, {}, {}});
    ASSERT_TRUE(vmd::save(motion, folder.path() / "large.vmd"));
    ASSERT_GT(fs::file_size(folder.path() / "large.vmd"), std::size_t{1} << 20);
    EXPECT_TRUE(std::get<vmd::Motion>(open(folder.path() / "large.vmd").value()) == motion);
    EXPECT_TRUE(vmd::load(folder.path() / "large.vmd").value() == motion);
}

// ---------------------------------------------------------------------------------------------- fixed texts, sections

TEST(FixedTexts, EndAtTheNulAndKeepWhatIsBehind) {
    FixedText<8> text;
    EXPECT_TRUE(text.bytes().empty());
    EXPECT_EQ(text.field(), std::string(8, '\0'));
    text.load("ab\0cd\0\xFD\xFD");
    EXPECT_EQ(text.bytes(), "ab");
    EXPECT_EQ(text.field(), "ab\0cd\0\xFD\xFD"s);
    EXPECT_STREQ(text.c_str(), "ab");
    EXPECT_FALSE(text == FixedText<8>("ab")); // what is behind counts
    text.load("12345678");
    EXPECT_EQ(text.bytes(), "12345678"); // full, without NUL
    EXPECT_STREQ(text.c_str(), "12345678");
    EXPECT_EQ(text.field().size(), 8U);
    EXPECT_TRUE(text.assign("xyz"));
    EXPECT_EQ(text.field(), "xyz\0\0\0\0\0"s);
    EXPECT_TRUE(text == FixedText<8>("xyz"));
    EXPECT_TRUE(text.assign("12345678"));
    EXPECT_FALSE(text.assign("123456789"));
    EXPECT_EQ(text.bytes(), "12345678");
    EXPECT_EQ(FixedText<8>::size, 8U);
    text.load("\0after\0\0");
    EXPECT_TRUE(text.bytes().empty());
    EXPECT_FALSE(text == FixedText<8>());
}

TEST(Sections, ArePresentUntilReset) {
    Section<std::vector<int>> section;
    EXPECT_TRUE(section.present() && section && section.empty());
    section.push_back(1);
    section.clear();
    EXPECT_TRUE(section.present());
    section.push_back(2);
    section.reset();
    EXPECT_FALSE(section.present() || section);
    EXPECT_TRUE(section.empty() && (*section).empty());
    section.emplace().push_back(3);
    EXPECT_TRUE(section.present());
    EXPECT_EQ(section.size(), 1U);
    section.emplace();
    EXPECT_TRUE(section.present() && section.empty());
    const Section<std::vector<int>> given(std::vector{1, 2});
    EXPECT_TRUE(given.present());
    const Section<std::vector<int>> copy = given; // NOLINT
    EXPECT_EQ(*copy, *given);
    section.reset();
    const Section<std::vector<int>> absent = section; // NOLINT
    EXPECT_FALSE(absent.present());
}

} // namespace
} // namespace kagami

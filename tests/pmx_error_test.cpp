// What goes wrong with whole files, and how it is told.
#include "kagami/json.hpp"
#include "kagami/pmx.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

namespace kagami::pmx {
namespace {

using test::everything;
using test::raw;
using namespace std::string_literals;

// ---------------------------------------------------------------------------------------------- wrong formats

struct Foreign {
    std::string bytes, said;
    Code code = Code::wrong_format;
};
TEST(Errors, SayWhatAFileIsInstead) {
    const Foreign files[] = {
        {"", "empty"},
        {"Pmd\0\0\x80?"s, "PMD"},
        {"Vocaloid Motion Data 0002"s + std::string(40, '\0'), "VMD"},
        {"Vocaloid Motion Data file"s + std::string(40, '\0'), "VMD"},
        {"Vocaloid Pose Data file\r\n\r\nx.osm;", "VPD"},
        {"Polygon Movie maker 0002", "PMM"},
        {"PK\x03\x04\x14\0\0\0"s, "ZIP"},
        {"Pmx \0\0\x80?\x05"s, "1.0", Code::unsupported_version},
        {"PMX \0\0\x80?\x08"s, "1.0", Code::unsupported_version},
        {"PMX \0\0\x40@\x08"s, "3.0", Code::unsupported_version},
        {"PMX \0\0\xC0\x7F\x08"s, "nan", Code::unsupported_version},
        {std::string(100, '\0'), "something else"},
        {"P", "something else"},
    };
    for (const Foreign& file : files) {
        for (const bool keep : {false, true}) {
            const auto model = read(raw(file.bytes), {.keep = keep});
            ASSERT_FALSE(model) << file.said;
            EXPECT_EQ(model.error().code, file.code) << file.said;
            EXPECT_NE(model.error().message().find(file.said), std::string::npos) << model.error().message();
        }
        Model reused;
        EXPECT_FALSE(read_into(reused, raw(file.bytes)));
        EXPECT_FALSE(scan(raw(file.bytes)));
        EXPECT_EQ(path_at(raw(file.bytes), 1000), "");
    }
}

TEST(Errors, FourthByteOfTheSignatureIsKept) {
    Model model = everything();
    model.header.signature[3] = '\xA0';
    const Bytes bytes = write(model).value();
    EXPECT_EQ(read(bytes).value().header.signature[3], '\xA0');
    EXPECT_TRUE(write(read(bytes).value()).value() == bytes);
}

TEST(Errors, LoadNamesTheFile) {
    const auto model = load("/nonexistent/モデル.pmx");
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().code, Code::cannot_open);
    EXPECT_NE(model.error().message().find("モデル.pmx"), std::string::npos);
}

// ---------------------------------------------------------------------------------------------- places

TEST(Errors, GivePlaceAndPath) {
    const Model model = everything();
    const Bytes bytes = write(model).value();
    const auto parts = scan(bytes).value().parts;
    const auto offset_of = [&](std::string_view name) {
        for (const Part& part : parts)
            if (part.name == name) return part.offset;
        return std::uint64_t{0};
    };
    const auto with = [&](std::uint64_t at, std::int32_t number) {
        Bytes changed = bytes;
        std::memcpy(changed.data() + at, &number, sizeof number);
        return read(changed).error();
    };
    const auto vertices = offset_of("vertices");
    EXPECT_EQ(with(vertices, -1).code, Code::negative_count);
    EXPECT_EQ(with(vertices, -1).offset, vertices);
    EXPECT_EQ(with(vertices, -1).path, "/vertices");
    EXPECT_EQ(with(vertices, 1 << 30).code, Code::count_too_large);
    EXPECT_EQ(with(offset_of("bones") + 4, -5).code, Code::negative_length);
    EXPECT_EQ(with(offset_of("bones") + 4, -5).path, "/bones/0/name");
    Bytes deform = bytes;
    const std::size_t at = static_cast<std::size_t>(vertices) + 4 + 32 + 16;
    deform[at] = std::byte{9};
    const Error error = read(deform).error();
    EXPECT_EQ(error.code, Code::unknown_value);
    EXPECT_EQ(error.offset, at);
    EXPECT_EQ(error.path, "/vertices/0/deform");
    EXPECT_NE(error.message().find("9"), std::string::npos);
    const Error cut = read(std::span(bytes).first(bytes.size() - 1)).error();
    EXPECT_EQ(cut.code, Code::count_too_large);
    EXPECT_EQ(cut.path, "/soft_bodies/0/pins");
    const Error joint = read(std::span(bytes).first(static_cast<std::size_t>(offset_of("soft_bodies")) - 1)).error();
    EXPECT_EQ(joint.code, Code::truncated);
    EXPECT_EQ(joint.path, "/joints/0/angular_spring");
}

// ---------------------------------------------------------------------------------------------- writing

template <class Change> void expect_header_refused(std::string_view name, Change change) {
    SCOPED_TRACE(name);
    Model model = everything();
    change(model.header);
    const auto written = write(model);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, Code::value_range);
    EXPECT_NE(written.error().message().find(name), std::string::npos) << written.error().message();
    std::vector<std::byte> buffer(100000);
    EXPECT_EQ(write_into(buffer, model).error().code, Code::value_range);
}

TEST(Errors, HeadersThatCannotBeReadBackAreNotWritten) {
    expect_header_refused("version", [](Header& h) { h.version = 2.2F; });
    expect_header_refused("version", [](Header& h) { h.version = std::numeric_limits<float>::quiet_NaN(); });
    expect_header_refused("bone", [](Header& h) { h.index_widths.bone = 3; });
    expect_header_refused("vertex", [](Header& h) { h.index_widths.vertex = 0; });
    expect_header_refused("rigid_body", [](Header& h) { h.index_widths.rigid_body = 255; });
    expect_header_refused("global_count", [](Header& h) { h.extra_globals.resize(248); });
}
TEST(Errors, TooManyAdditionalUvsAreNotWritten) {
    for (const int n : {5, 6, 255})
        expect_header_refused("additional_uvs", [&](Header& h) { h.additional_uvs = static_cast<std::uint8_t>(n); });
}
TEST(Errors, UnknownEncodingIsNotWritten) {
    expect_header_refused("encoding", [](Header& h) { h.encoding = static_cast<Encoding>(7); });
}
TEST(Errors, ForeignSignatureIsNotWritten) {
    expect_header_refused("signature", [](Header& h) { h.signature = {'P', 'm', 'd', ' '}; });
}

// Whatever a header says, looking at the model stays within its memory.
TEST(Errors, AnyHeaderIsSafeToLookAt) {
    for (const int n : {5, 16, 255}) {
        Model model = everything();
        model.header.additional_uvs = static_cast<std::uint8_t>(n);
        EXPECT_GT(written_size(model), 0U);
        EXPECT_TRUE(Model(model) == model);
        EXPECT_FALSE(to_json(model).empty());
        EXPECT_FALSE(diff(model, everything()).empty());
        static_cast<void>(get(model, "/vertices/0"));
        static_cast<void>(set(model, "/name", "x"));
        fit(model);
    }
    for (const int width : {0, 3, 5, 255}) {
        Model model = everything();
        model.header.index_widths = {static_cast<std::uint8_t>(width), 1, 1, 1, 1, 1};
        EXPECT_GT(written_size(model), 0U);
        EXPECT_TRUE(Model(model) == model);
        EXPECT_FALSE(to_json(model).empty());
        EXPECT_FALSE(diff(model, everything()).empty());
    }
}

// A tag without meaning would write a file that nobody can read.
template <class Change> void expect_tag_refused(Change change) {
    Model model = everything();
    change(model);
    const auto written = write(model);
    EXPECT_TRUE(!written || read(*written)) << "written, and cannot be read";
}
TEST(Errors, UnknownTagsAreNotWritten) {
    expect_tag_refused([](Model& m) { m.materials[0].toon_mode = static_cast<ToonMode>(2); });
    expect_tag_refused([](Model& m) { m.morphs[0].type = static_cast<MorphType>(11); });
    expect_tag_refused([](Model& m) { m.display_frames[0].elements[0].kind = static_cast<FrameElementKind>(2); });
}
TEST(Errors, UnknownDeformTypesAreNotWritten) {
    for (const std::size_t many : {std::size_t{5}, std::size_t{200}}) {
        expect_tag_refused([&](Model& m) {
            m.vertices.resize(many);
            m.vertices.deforms()[1] = static_cast<DeformType>(9);
        });
    }
}

// Equal means: the same header, and the same bytes would be written.
TEST(Errors, SoftBodiesOfAModel20AreRefusedOrDoNotCount) {
    Model model = everything();
    model.header.version = 2.0F;
    if (const auto written = write(model)) {
        EXPECT_TRUE(read(*written).value() == model);
    }
}

TEST(Errors, EveryCodeHasWords) {
    for (int code = 0; code <= static_cast<int>(Code::would_drop); ++code) {
        const Error error{static_cast<Code>(code), 0, 0, {}, {}, {"a", "b", "c", "d"}};
        EXPECT_FALSE(error.what().empty());
        EXPECT_FALSE(error.advice().empty());
        EXPECT_EQ(error.message().find('{'), std::string::npos) << error.message();
        EXPECT_FALSE(name_of(error.code).empty());
    }
}

} // namespace
} // namespace kagami::pmx

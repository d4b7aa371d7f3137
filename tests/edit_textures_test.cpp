// Texture paths: listed, found, renamed, and collected without ever writing outside the folder.
#include "by_number.hpp"
#include "edits.hpp"
#include "kagami/edit.hpp"
#include "kagami/edit_table.hpp"
#include "kagami/file.hpp"
#include "kagami/json.hpp"
#include "kagami/textures.hpp"
#include "pmd/layout.hpp"
#include "pmx/layout.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace kagami::edit {
namespace {

using test::after;
using test::bytes_of;
using test::changed;
using test::refusal;

namespace fs = std::filesystem;
using Paths = std::vector<std::string>;
using test::cp932;
using test::utf16;

pmx::Model with_textures(const Paths& paths) {
    pmx::Model m;
    for (const std::string& path : paths) m.textures.push_back(utf16(path));
    return m;
}
Paths paths_of(const pmx::Model& m) {
    Paths paths;
    for (const Text& text : m.textures) paths.push_back(decode(text, Encoding::utf16le).value());
    return paths;
}
pmd::Model with_materials(const Paths& paths) {
    pmd::Model m;
    for (const std::string& path : paths) m.materials.emplace_back().texture.assign(cp932(path));
    for (std::size_t i = 0; i < 10; ++i) m.toon_names[i].assign("toon" + std::string(i == 9 ? "10" : "0" + std::to_string(i + 1)) + ".bmp");
    return m;
}

/// A folder with files, each holding its own name.
class Folder {
public:
    explicit Folder(const Paths& files) {
        for (const std::string& file : files) add(file, file);
    }
    void add(const std::string& file, std::string_view content) const {
        fs::create_directories((path() / file).parent_path());
        EXPECT_TRUE(save_bytes(std::as_bytes(std::span(content)), path() / file));
    }
    [[nodiscard]] const fs::path& path() const { return folder_.path(); }
    [[nodiscard]] Paths files() const {
        Paths all;
        for (const auto& entry : fs::recursive_directory_iterator(path()))
            if (!entry.is_directory()) all.push_back(entry.path().lexically_relative(path()).string());
        std::ranges::sort(all);
        return all;
    }

private:
    test::TemporaryFolder folder_;
};

TEST(Textures, WhatAModelNames) {
    pmx::Model m = with_textures({"肌.png", "s.spa", "t.bmp", "unused.png"});
    m.materials.resize(3);
    m.materials[0].texture = Index<pmx::Texture>{0};
    m.materials[0].sphere_texture = Index<pmx::Texture>{1};
    m.materials[1].texture = Index<pmx::Texture>{0};
    m.materials[1].toon_texture = Index<pmx::Texture>{2};
    m.materials[2].texture = Index<pmx::Texture>{4}; // nothing lies there
    m.materials[2].sphere_texture = Index<pmx::Texture>{-2'000'000'000};
    m.materials[2].toon_mode = pmx::ToonMode::shared;
    m.materials[2].toon_texture = Index<pmx::Texture>{3};
    const auto all = textures_of(m);
    ASSERT_EQ(all.size(), 4U);
    EXPECT_EQ(all[0].path, "肌.png");
    EXPECT_EQ(all[0].uses, (std::vector<TextureUse>{{0, TextureRole::texture}, {1, TextureRole::texture}}));
    EXPECT_EQ(all[1].uses, (std::vector<TextureUse>{{0, TextureRole::sphere}}));
    EXPECT_EQ(all[2].uses, (std::vector<TextureUse>{{1, TextureRole::toon}}));
    EXPECT_TRUE(all[3].uses.empty());

    pmd::Model old = with_materials({"表.bmp*s.spa", "m.SPH", "表.bmp", ""});
    old.toon_names[4].assign("mine.bmp");
    old.materials[1].toon = 0;
    old.materials[2].toon = 200;
    const auto files = textures_of(old);
    ASSERT_EQ(files.size(), 5U);
    EXPECT_EQ(files[0].path, "表.bmp");
    EXPECT_EQ(files[0].uses, (std::vector<TextureUse>{{0, TextureRole::texture}, {2, TextureRole::texture}}));
    EXPECT_EQ(files[1].uses, (std::vector<TextureUse>{{0, TextureRole::sphere}}));
    EXPECT_EQ(files[2].uses, (std::vector<TextureUse>{{1, TextureRole::sphere}}));
    EXPECT_EQ(files[3].path, "toon01.bmp");
    EXPECT_EQ(files[4].path, "mine.bmp");
    EXPECT_TRUE(textures_of(Document(vmd::Motion{})).empty());
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        EXPECT_EQ(textures_of(test::random_model(seed, 8)).size(), test::random_model(seed, 8).textures.size());
        static_cast<void>(textures_of(test::random_document<pmd::Model>(seed, 8)));
    }
}

TEST(Textures, SharedToons) {
    for (const char* name : {"toon01.bmp", "toon09.bmp", "toon10.bmp", "TOON05.BMP"}) EXPECT_TRUE(is_shared_toon(name)) << name;
    for (const char* name : {"toon00.bmp", "toon11.bmp", "toon1.bmp", "toon01.png", "tex/toon01.bmp", ""})
        EXPECT_FALSE(is_shared_toon(name)) << name;
}

TEST(Textures, AreFoundInWhateverSpelling) {
    const Folder folder({"Tex/肌.PNG", "a.bmp", "sub/b.bmp"});
    TextureFinder finder(folder.path());
    EXPECT_EQ(finder.find("Tex\\肌.PNG").presence, Presence::exact);
    EXPECT_EQ(finder.find("./Tex/肌.PNG").presence, Presence::exact);
    EXPECT_EQ(finder.find("tex/肌.png").presence, Presence::variant);
    EXPECT_EQ(finder.find("tex/肌.png").file, folder.path() / "Tex/肌.PNG");
    EXPECT_EQ(finder.find("sub\\..\\A.bmp").presence, Presence::variant);
    const Folder more({"ＡБΓÉ.png", "か\u3099ハ\u309A.png", "\x80Ａ.png", "×.png"});
    TextureFinder far(more.path());
    EXPECT_EQ(far.find("ａбγé.PNG").file, more.path() / "ＡБΓÉ.png");
    EXPECT_EQ(far.find("がパ.png").file, more.path() / "か\u3099ハ\u309A.png");
    EXPECT_EQ(far.find("がパ.png").presence, Presence::variant);
    EXPECT_EQ(far.find("\x80ａ.png").file, more.path() / "\x80Ａ.png");
    EXPECT_EQ(far.find("\x81ａ.png").presence, Presence::missing);
    EXPECT_EQ(far.find("÷.png").presence, Presence::missing);
    EXPECT_EQ(far.find("かハ.png").presence, Presence::missing);
    for (const std::string& none :
         Paths{"", "Tex", "tex/none.png", "a.bmp/x", std::string("a.bmp\0x", 7), std::string(100000, '/'), "肌.PNG", std::string(300, 'x')})
        EXPECT_EQ(finder.find(none).presence, Presence::missing) << none.substr(0, 20);
}

TEST(TexturePaths, BecomeThoseOfTheFiles) {
    const Folder folder({"Tex/肌.PNG", "a.bmp", "spa/S.spa"});
    const pmx::Model m = with_textures({"tex\\肌.png", "Tex\\肌.PNG", "C:\\Users\\誰か\\model\\TEX\\肌.png", "none.png", "toon01.bmp",
                                        "./a.bmp", "/home/x/A.BMP", "SPA/s.spa"});
    pmx::Model found = m;
    const auto report = apply(found, FindTextures{folder.path()});
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_EQ(paths_of(found),
              (Paths{"Tex\\肌.PNG", "Tex\\肌.PNG", "Tex\\肌.PNG", "none.png", "toon01.bmp", "./a.bmp", "a.bmp", "spa/S.spa"}));
    ASSERT_EQ(report->notes.size(), 1U);
    EXPECT_EQ(report->notes[0].code, Code::texture_missing);
    EXPECT_EQ(report->notes[0].arguments[0], "none.png");
    EXPECT_EQ(changed(m, found), (Paths{"/textures/0", "/textures/2", "/textures/6", "/textures/7"}));
    EXPECT_TRUE(bytes_of(after(found, FindTextures{folder.path()})) == bytes_of(found));
    EXPECT_EQ(refusal(m, FindTextures{}).code, Code::value_range);

    const pmd::Model old = with_materials({"A.bmp*spa/s.spa", "A.BMP", "x.bmp"});
    const pmd::Model now = after(old, FindTextures{folder.path()});
    EXPECT_EQ(now.materials[0].texture.bytes(), "a.bmp*spa/S.spa");
    EXPECT_EQ(now.materials[1].texture.bytes(), "a.bmp");
    EXPECT_EQ(changed(old, now).size(), 2U);

    Document document = m; // a recipe knows the folder of its file
    ASSERT_TRUE(apply_recipe(document, R"([{"op": "find-textures"}])", folder.path()));
    EXPECT_TRUE(write(document).value() == bytes_of(found));
    EXPECT_FALSE(apply_recipe(document, R"([{"op": "find-textures"}])"));
}

TEST(TexturePaths, Extensions) {
    const pmx::Model m = with_textures({"a.bmp", "tex.x/b", "c.BMP", "d.tga", "toon02.bmp", "e.png"});
    const pmx::Model png = after(m, TextureExtension{{"bmp", ".TGA"}, "png"});
    EXPECT_EQ(paths_of(png), (Paths{"a.png", "tex.x/b", "c.png", "d.png", "toon02.bmp", "e.png"}));
    EXPECT_EQ(changed(m, png), (Paths{"/textures/0", "/textures/2", "/textures/3"}));
    EXPECT_TRUE(bytes_of(after(m, TextureExtension{{"png"}, "png"})) == bytes_of(m));
    EXPECT_EQ(refusal(m, TextureExtension{{"dds"}, "png"}).code, Code::nothing_selected);
    EXPECT_EQ(refusal(m, TextureExtension{{}, "png"}).code, Code::value_range);
    for (const char* to : {"", ".", "a/b", "*"}) EXPECT_EQ(refusal(m, TextureExtension{{"bmp"}, to}).code, Code::value_range) << to;
    const pmd::Model old = with_materials({"a.bmp*s.spa"});
    EXPECT_EQ(after(old, TextureExtension{{"bmp"}, "png"}).materials[0].texture.bytes(), "a.png*s.spa");
    EXPECT_EQ(refusal(old, TextureExtension{{"spa"}, "png"}).code, Code::value_range);
    EXPECT_EQ(refusal(old, TextureExtension{{"bmp"}, "sph"}).code, Code::value_range);
}

TEST(TexturePaths, Renamed) {
    const pmx::Model m = with_textures({"tex\\肌.png", "tex/b.png", "c.png"});
    EXPECT_EQ(paths_of(after(m, RenameTexture{"tex/*", "画像/*"})), (Paths{"画像/肌.png", "画像/b.png", "c.png"}));
    EXPECT_EQ(paths_of(after(m, RenameTexture{"c.png", "tex/c.png"})), (Paths{"tex\\肌.png", "tex/b.png", "tex/c.png"}));
    EXPECT_TRUE(bytes_of(after(m, RenameTexture{"*", "*"})) == bytes_of(m));
    const Error missed = refusal(m, RenameTexture{"tex/c.png", "x"});
    EXPECT_EQ(missed.code, Code::nothing_selected);
    EXPECT_NE(missed.message().find("nearest"), std::string::npos);
    EXPECT_EQ(refusal(m, RenameTexture{"", "x"}).code, Code::value_range);
    EXPECT_EQ(refusal(m, RenameTexture{"c.png", ""}).code, Code::value_range);
    EXPECT_EQ(refusal(m, RenameTexture{"c.png", "*"}).code, Code::value_range);
    const pmd::Model old = with_materials({"a.bmp*s.spa", "b.bmp"});
    EXPECT_EQ(after(old, RenameTexture{"*.spa", "sphere/*.spa"}).materials[0].texture.bytes(), "a.bmp*sphere/s.spa");
    const Error longer = refusal(old, RenameTexture{"a.bmp", "folder/another.bmp"});
    EXPECT_EQ(longer.code, Code::name_too_long);
    EXPECT_EQ(longer.path, "/materials/0/texture");
    EXPECT_EQ(refusal(old, RenameTexture{"b.bmp", "〜.bmp"}).code, Code::text_not_encodable);
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const pmx::Model random = test::random_model(seed, 8);
        EXPECT_TRUE(bytes_of(after(random, RenameTexture{"*", "*"})) == bytes_of(random)) << seed;
        for (const std::string& path : changed(random, after(random, RenameTexture{"*", "x/*"})))
            EXPECT_TRUE(path.starts_with("/textures/"));
        const auto pmd = test::random_document<pmd::Model>(seed, 8);
        EXPECT_TRUE(bytes_of(after(pmd, RenameTexture{"*", "*"})) == bytes_of(pmd)) << seed;
    }
}

TEST(Collecting, PathsThatStayInside) {
    EXPECT_EQ(path_inside("tex\\a.png"), fs::path("tex/a.png"));
    EXPECT_EQ(path_inside("./a/../b.png"), fs::path("b.png"));
    for (const std::string& path : Paths{"", ".", "..", "../a", "..\\..\\a", "a/../../b", "/a", "\\a", "\\\\server\\a", "C:\\a", "c:a",
                                         "a/", "a/..", std::string("a\0b", 3)})
        EXPECT_FALSE(path_inside(path)) << path;
}

class Collections : public testing::Test {
protected:
    Folder home{{"model/Tex/肌.PNG", "model/a.bmp", "secret.txt"}};
    fs::path model = home.path() / "model/鏡.pmx", out = home.path() / "out";

    Bytes save(const Paths& textures) const {
        const pmx::Model m = with_textures(textures);
        EXPECT_TRUE(pmx::save(m, model));
        return bytes_of(m);
    }
};

TEST_F(Collections, TheModelFindsItsFiles) {
    const Bytes bytes = save({"tex\\肌.png", "a.bmp", "./a.bmp", "none.png", "toon01.bmp", "..\\secret.txt", "C:\\x.png", "sub/../a.bmp"});
    auto files = collect(model, out / "", true); // a folder may end in a slash
    ASSERT_TRUE(files) << files.error().message();
    EXPECT_FALSE(fs::exists(out));
    files = collect(model, out);
    ASSERT_TRUE(files) << files.error().message();
    std::vector<Collected> status;
    for (const CollectedFile& file : *files) status.push_back(file.status);
    EXPECT_EQ(status, (std::vector{Collected::copied, Collected::copied, Collected::copied, Collected::missing, Collected::shared_toon,
                                   Collected::outside, Collected::outside}));
    EXPECT_TRUE(load_bytes(out / "鏡.pmx").value() == bytes);
    // Under the spelling that the model has, so that it need not change.
    EXPECT_TRUE(load_bytes(out / "tex/肌.png").value() == load_bytes(home.path() / "model/Tex/肌.PNG").value());
    EXPECT_EQ(home.files(),
              (Paths{"model/Tex/肌.PNG", "model/a.bmp", "model/鏡.pmx", "out/a.bmp", "out/tex/肌.png", "out/鏡.pmx", "secret.txt"}));
    files = collect(model, out);
    ASSERT_TRUE(files);
    EXPECT_EQ((*files)[0].status, Collected::there);
    ASSERT_TRUE(collect(model, model.parent_path())); // where it lies already
    EXPECT_TRUE(load_bytes(model).value() == bytes);
}

TEST_F(Collections, NothingIsOverwrittenAndNothingLeavesTheFolder) {
    save({"a.bmp", "Tex/肌.PNG"});
    home.add("out/Tex/肌.PNG", "mine");
    EXPECT_EQ(collect(model, out).error().code, Code::file_exists);
    EXPECT_EQ(home.files(), (Paths{"model/Tex/肌.PNG", "model/a.bmp", "model/鏡.pmx", "out/Tex/肌.PNG", "secret.txt"}));
    fs::remove_all(out);
    fs::create_directories(out);
    fs::create_directories(home.path() / "elsewhere");
    fs::create_directory_symlink("../elsewhere", out / "Tex");
    EXPECT_EQ(collect(model, out).error().code, Code::leads_outside);
    fs::remove(out / "Tex");
    fs::create_symlink("../elsewhere/a.bmp", out / "a.bmp"); // where nothing is yet
    EXPECT_EQ(collect(model, out).error().code, Code::file_exists);
    fs::remove(out / "a.bmp");
    home.add("out/Tex", "a file where a folder is to be");
    EXPECT_FALSE(collect(model, out));
    EXPECT_TRUE(fs::is_empty(home.path() / "elsewhere"));
    EXPECT_EQ(collect(home.path() / "secret.txt", out).error().file, (home.path() / "secret.txt").string());
    EXPECT_TRUE(vmd::save(vmd::Motion{}, home.path() / "a.vmd"));
    EXPECT_EQ(collect(home.path() / "a.vmd", out).error().code, Code::not_for_format);
}

} // namespace
} // namespace kagami::edit

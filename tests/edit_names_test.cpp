// Renaming: only the names that were asked for change, and what is wrong is refused.
#include "by_number.hpp"
#include "edits.hpp"
#include "kagami/edit.hpp"
#include "kagami/edit_table.hpp"
#include "kagami/file.hpp"
#include "kagami/json.hpp"
#include "kagami/names.hpp"
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

using test::cp932;
using test::utf16;

using Paths = std::vector<std::string>;

/// Bones 左腕, 左ひじ, センター and head, a morph, the special frames and one more.
pmx::Model small() {
    pmx::Model m;
    for (const auto& [own, english] : {std::pair{"左腕", ""}, {"左ひじ", "elbow_L"}, {"センター", ""}, {"髪", ""}}) {
        pmx::Bone bone;
        bone.name = utf16(own);
        bone.english_name = utf16(english);
        m.bones.push_back(bone);
    }
    m.morphs.resize(1);
    m.morphs[0].name = utf16("まばたき");
    m.materials.resize(1);
    m.materials[0].name = utf16("左腕");
    m.display_frames.resize(3);
    m.display_frames[0].name = utf16("Root");
    m.display_frames[0].special = 1;
    m.display_frames[1].name = utf16("表情");
    m.display_frames[1].special = 1;
    m.display_frames[2].name = utf16("腕");
    m.rigid_bodies.resize(1);
    m.rigid_bodies[0].name = utf16("左腕");
    return m;
}
std::string name(const Text& text) {
    return decode(text, Encoding::utf16le).value();
}

pmd::Model small_pmd() {
    pmd::Model m;
    m.bones.resize(2);
    m.bones[0].name.assign(cp932("センター"));
    std::string field = cp932("左腕") + '\0';
    field.resize(20, '\xFD');
    m.bones[1].name.load(field.data());
    m.morphs.resize(2);
    m.morphs[0].name.assign("base");
    m.morphs[0].panel = pmd::MorphPanel::base;
    m.morphs[1].name.assign(cp932("まばたき"));
    m.frame_names.emplace_back(cp932("腕") + '\n');
    m.english->flag = 1;
    m.english->bone_names.resize(2);
    m.english->bone_names[0].assign("middle");
    m.english->morph_names.resize(1);
    m.english->frame_names.emplace_back("arms\n");
    return m;
}

class Table {
public:
    explicit Table(std::string_view text) { EXPECT_TRUE(save_bytes(std::as_bytes(std::span(text)), file())); }
    [[nodiscard]] std::string file() const { return (folder_.path() / "表.csv").string(); }

private:
    test::TemporaryFolder folder_;
};

TEST(Renames, ByNamePatternAndNumber) {
    const pmx::Model m = small();
    EXPECT_EQ(changed(m, after(m, Rename{.from = "左腕", .to = "腕左"})),
              (Paths{"/materials/0/name", "/bones/0/name", "/rigid_bodies/0/name"}));
    const pmx::Model bones = after(m, Rename{.kind = Named::bones, .from = "左*", .to = "右*"});
    EXPECT_EQ(changed(m, bones), (Paths{"/bones/0/name", "/bones/1/name"}));
    EXPECT_EQ(name(bones.bones[1].name), "右ひじ");
    EXPECT_EQ(changed(m, after(m, Rename{.kind = Named::bones, .from = "#2-3", .to = "x"})), (Paths{"/bones/2/name", "/bones/3/name"}));
    const pmx::Model english = after(m, Rename{.from = "*_L", .to = "left *", .english = true});
    EXPECT_EQ(changed(m, english), Paths{"/bones/1/english_name"});
    EXPECT_EQ(name(english.bones[1].english_name), "left elbow");

    const Error missed = refusal(m, Rename{.from = "左腕x", .to = "x"});
    EXPECT_EQ(missed.code, Code::nothing_selected);
    EXPECT_NE(missed.message().find("左腕"), std::string::npos);
    EXPECT_EQ(refusal(m, Rename{.kind = Named::joints, .from = "左腕", .to = "x"}).code, Code::nothing_selected);
    EXPECT_EQ(refusal(m, Rename{.from = "#0", .to = "x"}).code, Code::value_range);
    EXPECT_EQ(refusal(m, Rename{.from = "", .to = "x"}).code, Code::value_range);
    EXPECT_EQ(refusal(m, Rename{.from = "左*", .to = "**"}).code, Code::value_range);
    const Error empty = refusal(m, Rename{.kind = Named::bones, .from = "左ひじ", .to = ""});
    EXPECT_EQ(empty.code, Code::name_empty);
    EXPECT_EQ(empty.path, "/bones/1/name");
    EXPECT_EQ(refusal(m, Rename{.from = "左腕", .to = "\xFF"}).code, Code::text_not_utf8);
    EXPECT_EQ(refusal(pmx::Model{}, Rename{.from = "左腕", .to = "x"}).code, Code::nothing_selected);
}

TEST(Renames, NeutralOnesChangeNothing) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const pmx::Model m = test::random_model(seed, 8);
        EXPECT_TRUE(bytes_of(after(m, Rename{.from = "*", .to = "*"})) == bytes_of(m)) << seed;
        const auto old = test::random_document<pmd::Model>(seed, 8);
        EXPECT_TRUE(bytes_of(after(old, Rename{.from = "*", .to = "*"})) == bytes_of(old)) << seed;
    }
}

TEST(Renames, TouchNothingButNames) {
    std::size_t done = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const pmx::Model m = test::random_model(seed, 8);
        for (const bool english : {false, true}) {
            pmx::Model renamed = m;
            if (!apply(renamed, Rename{.from = "*", .to = "新*", .english = english})) continue; // a name that is not whole
            for (const std::string& path : changed(m, renamed)) EXPECT_TRUE(path.ends_with(english ? "/english_name" : "/name")) << path;
            const pmx::Model back = after(renamed, Rename{.from = "新*", .to = "*x", .english = english}); // an empty name cannot come back
            EXPECT_TRUE(bytes_of(after(back, Rename{.from = "*x", .to = "新*", .english = english})) == bytes_of(renamed)) << seed;
            ++done;
        }
    }
    EXPECT_GT(done, 3U);
}

TEST(Renames, SpecialFramesStay) {
    const pmx::Model m = small();
    pmx::Model renamed = m;
    const auto report = apply(renamed, Rename{.kind = Named::display_frames, .from = "*", .to = "x*"});
    ASSERT_TRUE(report);
    EXPECT_EQ(changed(m, renamed), Paths{"/display_frames/2/name"});
    ASSERT_EQ(report->notes.size(), 2U);
    EXPECT_EQ(report->notes[1].code, Code::special_frame);
    EXPECT_EQ(report->notes[1].arguments[0], "表情");
    pmx::Model plain = m; // a frame that is only called so is none
    plain.display_frames[0].special = 0;
    EXPECT_EQ(changed(plain, after(plain, Rename{.from = "Root", .to = "x"})), Paths{"/display_frames/0/name"});
}

TEST(Renames, NamesThatMeetAreTold) {
    pmx::Model m = small();
    auto report = apply(m, Rename{.kind = Named::bones, .from = "左*", .to = "髪"});
    ASSERT_TRUE(report);
    ASSERT_EQ(report->notes.size(), 1U);
    EXPECT_EQ(report->notes[0].code, Code::names_met);
    EXPECT_EQ(report->notes[0].path, "/bones");
    EXPECT_EQ(report->notes[0].arguments, (Paths{"3", "bones", "髪"}));
    report = apply(m, Rename{.kind = Named::bones, .from = "センター", .to = "中"}); // those that shared one before are not told again
    ASSERT_TRUE(report);
    EXPECT_TRUE(report->notes.empty());
}

TEST(Renames, BytesThatAreNotValidAreNotWrittenAsTheyAreShown) {
    pmx::Model m = small();
    m.bones[3].name = Text(std::string_view("a\0b", 3)); // half a character at the end
    EXPECT_EQ(refusal(m, Rename{.kind = Named::bones, .from = "*", .to = "x*"}).code, Code::name_not_whole);
    EXPECT_EQ(changed(m, after(m, Rename{.kind = Named::bones, .from = "#3", .to = "x"})), Paths{"/bones/3/name"});
    EXPECT_EQ(after(m, Rename{.kind = Named::bones, .from = "左*", .to = "右*"}).bones[3].name, m.bones[3].name);
}

TEST(Renames, InAPmd) {
    const pmd::Model m = small_pmd();
    const pmd::Model renamed = after(m, Rename{.from = "*腕*", .to = "*うで*"});
    EXPECT_EQ(changed(m, renamed), (Paths{"/bones/1/name", "/frame_names/0"}));
    EXPECT_EQ(renamed.frame_names[0].bytes(), cp932("うで") + '\n');
    EXPECT_EQ(changed(m, after(m, Rename{.from = "arms", .to = "both arms", .english = true})), Paths{"/english/frame_names/0"});
    const Error lost = refusal(m, Rename{.kind = Named::bones, .from = "左腕", .to = "左〜"});
    EXPECT_EQ(lost.code, Code::text_not_encodable);
    EXPECT_EQ(lost.path, "/bones/1/name");
    EXPECT_EQ(refusal(m, Rename{.kind = Named::bones, .from = "左腕", .to = "あいうえおかきくけこさ"}).code, Code::name_too_long);
    EXPECT_EQ(after(m, Rename{.from = "腕", .to = std::string(49, 'x')}).frame_names[0].bytes().size(), 50U);
    EXPECT_EQ(refusal(m, Rename{.from = "腕", .to = std::string(50, 'x')}).code, Code::name_too_long);
    EXPECT_EQ(refusal(m, Rename{.kind = Named::materials, .from = "x", .to = "y"}).code, Code::nothing_selected);
    pmd::Model none = m;
    none.english = pmd::English{};
    EXPECT_EQ(refusal(none, Rename{.from = "*", .to = "x", .english = true}).code, Code::no_english);
    const pmd::Model morph = after(m, Rename{.kind = Named::morphs, .from = "#1", .to = "瞬き"});
    EXPECT_EQ(changed(m, morph), Paths{"/morphs/1/name"});
}

TEST(Renames, ByTable) {
    const pmx::Model m = small();
    const Table table("\xEF\xBB\xBF左腕,左ひじ\r\n\r\n左ひじ\t左腕\n\"髪\",\"a,\"\"b\"\"\"\nセンター\tx,\"y\"");
    const pmx::Model renamed = after(m, RenameByTable{.kind = Named::bones, .table = table.file()});
    EXPECT_EQ(name(renamed.bones[0].name), "左ひじ"); // exchanged
    EXPECT_EQ(name(renamed.bones[1].name), "左腕");
    EXPECT_EQ(name(renamed.bones[2].name), "x,\"y\"");
    EXPECT_EQ(name(renamed.bones[3].name), "a,\"b\"");
    EXPECT_EQ(changed(m, renamed).size(), 4U);
    const Table swap("左腕,左ひじ\n左ひじ,左腕");
    EXPECT_TRUE(bytes_of(after(after(m, RenameByTable{.kind = Named::bones, .table = swap.file()}),
                               RenameByTable{.kind = Named::bones, .table = swap.file()})) == bytes_of(m));
    EXPECT_TRUE(bytes_of(after(m, RenameByTable{.table = Table("").file()})) == bytes_of(m));

    const auto refused = [&](std::string_view text) {
        const Table wrong(text);
        const Error error = refusal(m, RenameByTable{.kind = Named::bones, .table = wrong.file()});
        EXPECT_EQ(error.file, wrong.file());
        return error;
    };
    const Error missed = refused("センター,x\n左腕y,y\n");
    EXPECT_EQ(missed.code, Code::row_missed);
    EXPECT_NE(missed.message().find("line 2"), std::string::npos);
    EXPECT_NE(missed.message().find("nearest is 左腕"), std::string::npos) << missed.message();
    for (const char* text : {"左腕", "左腕,a,b", "\"左腕,a", "\"左腕\"x,a", "左腕,\"a", "\"", "左腕,a\n左腕,b", "左腕,"})
        EXPECT_EQ(refused(text).code, Code::table_row) << text;
    EXPECT_EQ(refused("左腕,\xFF").code, Code::text_not_utf8);
    EXPECT_EQ(refusal(m, RenameByTable{.table = "/nowhere/at all"}).code, Code::cannot_open);
}

TEST(Renames, ManyByTable) {
    pmx::Model m;
    std::string rows;
    for (std::size_t i = 0; i < 50000; ++i) {
        m.bones.emplace_back().name = utf16("b" + std::to_string(i));
        rows += "b" + std::to_string(i) + ",骨" + std::to_string(i) + '\n';
    }
    const Table table(rows);
    EXPECT_EQ(name(after(m, RenameByTable{.table = table.file()}).bones.back().name), "骨49999");
}

TEST(Translations, FillEnglishNames) {
    const pmx::Model m = small();
    const pmx::Model filled = after(m, TranslateNames{});
    EXPECT_EQ(changed(m, filled),
              (Paths{"/bones/0/english_name", "/bones/2/english_name", "/morphs/0/english_name", "/rigid_bodies/0/english_name"}));
    EXPECT_EQ(name(filled.bones[0].english_name), "arm_L");
    EXPECT_EQ(name(filled.morphs[0].english_name), "blink");
    EXPECT_TRUE(bytes_of(after(filled, TranslateNames{})) == bytes_of(filled));
    pmx::Model own = m;
    own.bones[1].english_name = utf16("Ellbogen");
    EXPECT_EQ(name(after(own, TranslateNames{}).bones[1].english_name), "Ellbogen");
    EXPECT_EQ(name(after(own, TranslateNames{.overwrite = true}).bones[1].english_name), "elbow_L");
    pmx::Model variants = m;
    variants.bones[0].name = utf16("腕_L");
    variants.bones[2].name = utf16("ｾﾝﾀｰ");
    const pmx::Model found = after(variants, TranslateNames{.kind = Named::bones});
    EXPECT_EQ(name(found.bones[0].english_name), "arm_L");
    EXPECT_EQ(name(found.bones[2].english_name), "center");
    EXPECT_EQ(found.bones[0].name, variants.bones[0].name);
}

TEST(Translations, ThereAndBack) {
    pmx::Model m;
    for (const StandardName& standard : standard_bones()) m.bones.emplace_back().name = utf16(standard.japanese);
    const pmx::Model english = after(m, TranslateNames{.to = Translation::english});
    for (std::size_t i = 0; i < m.bones.size(); ++i) EXPECT_EQ(name(english.bones[i].name), standard_bones()[i].english);
    EXPECT_TRUE(bytes_of(after(english, TranslateNames{.to = Translation::japanese})) == bytes_of(m));
    EXPECT_EQ(changed(small(), after(small(), TranslateNames{.kind = Named::morphs, .to = Translation::english})), Paths{"/morphs/0/name"});
}

TEST(Translations, InAPmd) {
    const pmd::Model m = small_pmd();
    const pmd::Model filled = after(m, TranslateNames{});
    EXPECT_EQ(changed(m, filled), (Paths{"/english/bone_names/1", "/english/morph_names/0"}));
    EXPECT_EQ(filled.english->bone_names[1].bytes(), "arm_L");
    EXPECT_EQ(filled.english->morph_names[0].bytes(), "blink");
    EXPECT_EQ(after(m, TranslateNames{.overwrite = true}).english->bone_names[0].bytes(), "center");
    pmd::Model none = m;
    none.english.reset();
    none.toon_names.reset();
    none.rigid_bodies.reset();
    none.joints.reset();
    EXPECT_EQ(refusal(none, TranslateNames{}).code, Code::no_english);
    EXPECT_EQ(after(none, TranslateNames{.to = Translation::english}).bones[1].name.bytes(), "arm_L");
}

TEST(ModelTexts, OnlyThoseGiven) {
    const pmx::Model m = small();
    EXPECT_EQ(changed(m, after(m, SetTexts{.name = "影", .english_name = {}, .comment = {}, .english_comment = {}})), Paths{"/name"});
    const pmx::Model all = after(m, SetTexts{.name = "a", .english_name = "b", .comment = "c\r\nd", .english_comment = "e"});
    EXPECT_EQ(changed(m, all), (Paths{"/name", "/english_name", "/comment", "/english_comment"}));
    EXPECT_EQ(name(all.comment), "c\r\nd");
    EXPECT_TRUE(after(all, SetTexts{.name = "", .english_name = {}, .comment = {}, .english_comment = {}}).name.empty());
    EXPECT_TRUE(bytes_of(after(m, SetTexts{.name = name(m.name), .english_name = {}, .comment = {}, .english_comment = {}})) ==
                bytes_of(m));
    EXPECT_EQ(refusal(m, SetTexts{}).code, Code::value_range);
    pmd::Model old = small_pmd();
    old.header.comment.assign("x");
    EXPECT_EQ(changed(old, after(old, SetTexts{.name = "鏡", .english_name = {}, .comment = "", .english_comment = "e"})),
              (Paths{"/header/name", "/header/comment", "/english/comment"}));
    const Error error = refusal(old, SetTexts{.name = {}, .english_name = {}, .comment = "〜", .english_comment = {}});
    EXPECT_EQ(error.code, Code::text_not_encodable);
    EXPECT_EQ(error.path, "/header/comment");
    old.english = pmd::English{};
    EXPECT_EQ(refusal(old, SetTexts{.name = {}, .english_name = "x", .comment = {}, .english_comment = {}}).code, Code::no_english);
}

TEST(Renames, InDamagedModels) {
    const pmx::Model whole = small();
    const Bytes bytes = bytes_of(whole);
    std::size_t renamed = 0, refused = 0;
    for (std::size_t size = 30; size < bytes.size(); ++size) { // whatever happens, what was changed is written
        const auto m = pmx::read(std::span(bytes).first(size), {.keep = true});
        if (!m) continue;
        pmx::Model set = *m;
        if (apply(set, SetTexts{.name = "新", .english_name = {}, .comment = {}, .english_comment = {}})) {
            EXPECT_EQ(pmx::read(bytes_of(set), {.keep = true}).value().name, utf16("新")) << size;
        } else {
            EXPECT_TRUE(m->damage);
            ++refused;
        }
        pmx::Model bones = *m;
        if (!apply(bones, Rename{.kind = Named::bones, .from = "左腕", .to = "右腕"})) continue;
        EXPECT_EQ(pmx::read(bytes_of(bones), {.keep = true}).value().bones[0].name, utf16("右腕")) << size;
        ++renamed;
    }
    EXPECT_GT(renamed, 10U);
    EXPECT_GT(refused, 2U);
    pmd::Model old = small_pmd();
    old.damage = Damage{"english", false, 0, {}, {}};
    EXPECT_EQ(refusal(old, TranslateNames{}).code, Code::beyond_damage);
    old.damage->part = "header";
    EXPECT_EQ(refusal(old, SetTexts{.name = "x", .english_name = {}, .comment = {}, .english_comment = {}}).code, Code::beyond_damage);
}

TEST(Renames, InARecipe) {
    Document document = small();
    const auto steps = apply_recipe(document, R"([{"op": "rename", "kind": "bones", "from": "左*", "to": "右*"},
                                                  {"op": "translate-names", "to": "english-field"}, {"op": "set-texts", "comment": "7"}])");
    ASSERT_TRUE(steps) << steps.error().message();
    EXPECT_EQ((*steps)[0].report.changes[0].count, 2U);
    EXPECT_EQ(name(std::get<pmx::Model>(document).bones[0].english_name), "arm_R");
    EXPECT_EQ(name(std::get<pmx::Model>(document).comment), "7");
    EXPECT_EQ(apply_recipe(document, R"([{"op": "rename", "kind": "bone", "from": "x", "to": "y"}])").error().code, Code::json_type);
}

} // namespace
} // namespace kagami::edit

// Operations on poses: what is not changed stays as it is spelt.
#include "kagami/edit_table.hpp"
#include "motion_edits.hpp"

namespace kagami::edit {
namespace {

using test::after;
using test::bytes_of;
using test::cp932;
using test::refusal;
using test::text_of;
using vpd::Pose;

const std::string head = "Vocaloid Pose Data file\r\n\r\nミク.osm;\t\t// 親ファイル名\r\n";
const std::string left = "Bone0{左腕\r\n  0.5,-0.000000,+1.5;\t\t// trans\r\n  0.1000000001,.2,-0.3,0.9;\t// Quaternion\r\n}\r\n";
const std::string center = "\r\n// 中心\r\nBone1{センター  // ?\r\n  1,2,-3;\r\n  0,0,0,1;\r\n}\r\n";
const std::string wink = "\r\nMorph0{ウィンク右\r\n  0.25;\r\n}\r\n";
const std::string tail = "\r\n// end";

Pose pose_of(const std::string& utf8, Encoding encoding = Encoding::cp932) {
    auto pose = vpd::read(test::raw(encode(utf8, encoding).value().bytes()));
    EXPECT_TRUE(pose) << test::message(pose);
    return pose ? std::move(*pose) : Pose{};
}
Pose small_pose() {
    return pose_of(head + "2;\r\n\r\n" + left + center + wink + tail);
}
std::string text(const Pose& pose) {
    return decode(text_of(bytes_of(pose)), pose.encoding).value();
}
std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos);
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(PoseEdits, NeutralParametersChangeNothing) {
    const Pose pose = small_pose();
    EXPECT_EQ(text(after(pose, ScalePositions{})), text(pose));
    EXPECT_EQ(text(after(pose, RenameTrack{.from = "*腕", .to = "*腕"})), text(pose));
    EXPECT_EQ(text(after(pose, RemoveTracks{.bones = {"*"}, .morphs = {}})), head + "0;\r\n" + wink + tail);
}

TEST(PoseEdits, Mirrored) {
    const Pose pose = small_pose(), mirrored = after(pose, Mirror{});
    std::string other = replaced(left, "左腕", "右腕");
    other = replaced(other, "0.5,", "-0.5,");
    other = replaced(other, ",.2,-0.3", ",-.2,0.3");
    std::string middle = replaced(replaced(center, "1,2", "-1,2"), "0,0,0,1", "0,-0,-0,1");
    EXPECT_EQ(text(mirrored), head + "2;\r\n\r\n" + other + middle + replaced(wink, "ウィンク右", "ウィンク") + tail);
    EXPECT_EQ(text(after(mirrored, Mirror{})), text(pose));
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Pose random = vpd::read(test::raw(test::random_pose(seed, 6).text)).value();
        for (auto& block : random.blocks)
            for (auto* number : {block.position.data(), &block.rotation[1], &block.rotation[2]})
                if (number->bytes().starts_with('+')) *number = Spelling(number->bytes().substr(1));
        Pose twice = random;
        ASSERT_TRUE(apply_in_place(twice, Mirror{}) && apply_in_place(twice, Mirror{}));
        EXPECT_TRUE(twice == random) << seed;
    }
}

TEST(PoseEdits, PositionsScaled) {
    const Pose pose = small_pose();
    std::string doubled = replaced(text(pose), "0.5,-0.000000,+1.5", "1.000000,-0.000000,3.000000");
    EXPECT_EQ(text(after(pose, ScalePositions{.factor = 2, .bones = {"左*"}})), doubled);
    EXPECT_EQ(text(after(pose, ScalePositions{.factor = 2, .bones = {"#0"}})), doubled);
    EXPECT_EQ(refusal(pose, ScalePositions{.factor = 3e38F}).code, Code::value_range);
    EXPECT_EQ(refusal(pose, ScalePositions{.factor = 3e38F}).path, "/blocks/0/position");
    EXPECT_EQ(refusal(pose, ScalePositions{.factor = std::numeric_limits<float>::quiet_NaN()}).code, Code::value_range);
    EXPECT_EQ(refusal(pose, ScalePositions{.factor = 2, .bones = {"ウィンク右"}}).code, Code::nothing_selected);
    const Pose endless = pose_of(head + "1;\r\nBone0{左腕\r\n 1e39,1,-1e39;\r\n 0,0,0,1;\r\n}\r\n");
    EXPECT_NE(text(after(endless, ScalePositions{.factor = -2})).find("1e39,-2.000000,-1e39"), std::string::npos);
}

TEST(PoseEdits, BonesRenamed) {
    const Pose pose = small_pose();
    EXPECT_EQ(text(after(pose, RenameTrack{.from = "左*", .to = "右*"})), replaced(text(pose), "左腕", "右腕"));
    EXPECT_EQ(text(after(pose, RenameTrack{.from = "ウィンク右", .to = "ｳｨﾝｸ"})), replaced(text(pose), "ウィンク右", "ｳｨﾝｸ"));
    EXPECT_EQ(refusal(pose, RenameTrack{.from = "ウィンク右", .to = "x", .morphs = false}).code, Code::nothing_selected);
    EXPECT_EQ(refusal(pose, RenameTrack{.from = "左腕", .to = "〜"}).code, Code::text_not_encodable);
    EXPECT_EQ(refusal(pose, RenameTrack{.from = "左腕", .to = "あいうえおかきくけこさ"}).code, Code::name_too_long);
    EXPECT_EQ(refusal(pose, RenameTrack{.from = "左腕", .to = ""}).code, Code::name_empty);
    Pose met = pose;
    const auto report = apply(met, RenameTrack{.from = "左腕", .to = "センター"});
    ASSERT_TRUE(report && report->notes.size() == 1);
    EXPECT_EQ(report->notes[0].code, Code::keys_met);
    const Pose utf8 = pose_of(head + "1;\r\n" + left + tail, Encoding::utf8);
    EXPECT_EQ(text(after(utf8, RenameTrack{.from = "左腕", .to = "팔"})), replaced(text(utf8), "左腕", "팔"));
    EXPECT_EQ(text(after(utf8, Mirror{})).find("左"), std::string::npos);
}

TEST(PoseEdits, BlocksRemoved) {
    const Pose pose = small_pose();
    Pose removed = pose;
    const auto report = apply(removed, RemoveTracks{.bones = {"センター"}, .morphs = {"ウィンク*"}});
    ASSERT_TRUE(report);
    EXPECT_EQ(text(removed), head + "1;\r\n\r\n" + left + tail);
    EXPECT_EQ(report->changes[0], (Change{"/blocks", "removed", 2}));
    EXPECT_EQ(report->consequences[0], (Change{"/header/count", "made 1", 1}));
    EXPECT_EQ(text(after(pose, RemoveTracks{.bones = {}, .morphs = {"#0"}})), head + "2;\r\n\r\n" + left + center + tail);
    const Pose wrong = pose_of(head + "17;\r\n\r\n" + left + center + tail);
    EXPECT_EQ(text(after(wrong, RemoveTracks{.bones = {"左腕"}, .morphs = {}})), head + "17;\r\n" + center + tail);
    EXPECT_EQ(refusal(pose, RemoveTracks{}).code, Code::value_range);
    EXPECT_EQ(refusal(pose, RemoveTracks{.bones = {"右腕"}, .morphs = {}}).code, Code::nothing_selected);
    EXPECT_EQ(refusal(pose, RemoveTracks{.bones = {"#2"}, .morphs = {}}).code, Code::nothing_selected);
}

TEST(PoseEdits, DamageIsRefusedAndOtherOperationsAreForMotions) {
    const auto damaged = vpd::read(test::raw(cp932(head + "2;\r\n" + left + "\r\nBone1{首\r\n  1,2")), {.keep = true});
    ASSERT_TRUE(damaged && damaged->damage);
    EXPECT_EQ(refusal(*damaged, Mirror{}).code, Code::beyond_damage);
    EXPECT_EQ(refusal(*damaged, RemoveTracks{.bones = {"*"}, .morphs = {}}).code, Code::beyond_damage);
    Document document = small_pose();
    EXPECT_EQ(apply_recipe(document, R"([{"op": "trim"}])").error().code, Code::not_for_format);
    ASSERT_TRUE(apply_recipe(document, R"([{"op": "mirror"}, {"op": "remove-tracks", "bones": "右腕"}])"));
    EXPECT_EQ(text(std::get<Pose>(document)).find("腕"), std::string::npos);
}

} // namespace
} // namespace kagami::edit

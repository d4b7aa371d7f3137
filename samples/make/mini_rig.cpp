#include "mini.hpp"

#include "turn.hpp"

#include "kagami/names.hpp"

namespace samples {

using namespace kagami;

namespace {

using enum pmd::BoneType;

struct Line {
    std::string name, english, parent, tail; ///< tail: of type follow_rotation the bone that is followed
    pmd::BoneType type;
    V3 position;
    int frame = 0; ///< of display, from 1; 0 = none
    std::string reference{};
};

enum : int { ik_frame = 1, upper_frame, arm_frame, leg_frame, ribbon_frame };

void trunk(std::vector<Line>& list) {
    list.push_back({"センター", "center", "", "センター先", rotate_and_move, {0, 4, 0}});
    list.push_back({"センター先", "center tip", "センター", "", hidden, {0, 0, 0}});
    list.push_back({"下半身", "lower body", "センター", "下半身先", rotate, {0, 4.4, 0}, upper_frame});
    list.push_back({"下半身先", "lower body tip", "下半身", "", hidden, {0, 3.2, 0}});
    list.push_back({"上半身", "upper body", "センター", "首", rotate, {0, 4.4, 0}, upper_frame});
    list.push_back({"首", "neck", "上半身", "頭", rotate, {0, 6, 0}, upper_frame});
    list.push_back({"頭", "head", "首", "頭先", rotate, {0, 6.4, 0}, upper_frame});
    list.push_back({"頭先", "head tip", "頭", "", hidden, {0, 10, 0}});
    list.push_back({"両目", "eyes", "頭", "両目先", rotate, {0, 8.45, -0.1}, upper_frame});
    list.push_back({"両目先", "eyes tip", "両目", "", hidden, {0, 8.45, -1.1}});
    for (const bool left : {true, false}) {
        const std::string l = left ? "左" : "右", e = left ? "_L" : "_R";
        const double side = left ? 1 : -1;
        list.push_back({l + "目", "eye" + e, "頭", l + "目先", under_rotation, {0.5 * side, 8.45, -0.1}, upper_frame, "両目"});
        list.push_back({l + "目先", "eye" + e + " tip", l + "目", "", hidden, {0.5 * side, 8.45, -1.1}});
    }
}

void limbs(std::vector<Line>& list, bool left) {
    const std::string l = left ? "左" : "右", e = left ? "_L" : "_R";
    const double side = left ? 1 : -1;
    const V3 shoulder{0.75 * side, 5.75, 0}, elbow{1.65 * side, 5, 0}, wrist{2.45 * side, 4.35, 0}, hand{2.85 * side, 4.02, 0};
    list.push_back({l + "腕", "arm" + e, "上半身", l + "ひじ", rotate, shoulder, arm_frame});
    list.push_back({l + "腕捩", "arm twist" + e, l + "腕", l + "ひじ", twist, mix(shoulder, elbow, 0.5), arm_frame});
    list.push_back({l + "腕捩1", "arm twist 1" + e, l + "腕", l + "腕捩", follow_rotation, mix(shoulder, elbow, 0.25)});
    list.push_back({l + "ひじ", "elbow" + e, l + "腕捩", l + "手首", rotate, elbow, arm_frame});
    list.push_back({l + "手首", "wrist" + e, l + "ひじ", l + "手先", rotate, wrist, arm_frame});
    list.push_back({l + "手先", "hand tip" + e, l + "手首", "", hidden, hand});

    const V3 hip{0.42 * side, 3.6, 0}, knee{0.44 * side, 2, -0.05}, ankle{0.46 * side, 0.5, 0.05}, toe{0.46 * side, 0, -0.7};
    list.push_back({l + "足", "leg" + e, "下半身", l + "ひざ", under_ik, hip, leg_frame, l + "足ＩＫ"});
    list.push_back({l + "ひざ", "knee" + e, l + "足", l + "足首", under_ik, knee, leg_frame, l + "足ＩＫ"});
    list.push_back({l + "足首", "ankle" + e, l + "ひざ", l + "つま先", under_ik, ankle, leg_frame, l + "つま先ＩＫ"});
    list.push_back({l + "つま先", "toe" + e, l + "足首", "", ik_target, toe});
    list.push_back({l + "足ＩＫ", "leg IK" + e, "", l + "足ＩＫ先", ik, ankle, ik_frame});
    list.push_back({l + "足ＩＫ先", "leg IK" + e + " tip", l + "足ＩＫ", "", hidden, ankle + V3{0, 0, 1}});
    list.push_back({l + "つま先ＩＫ", "toe IK" + e, l + "足ＩＫ", l + "つま先ＩＫ先", ik, toe, ik_frame});
    list.push_back({l + "つま先ＩＫ先", "toe IK" + e + " tip", l + "つま先ＩＫ", "", hidden, toe + V3{0, -0.5, 0}});
}

const std::vector<Line>& lines() {
    static const std::vector<Line> all = [] {
        std::vector<Line> list;
        trunk(list);
        limbs(list, true);
        limbs(list, false);
        list.push_back({"飾り１", "ribbon 1", "頭", "飾り２", rotate, {1.4, 9.3, 0.1}, ribbon_frame});
        list.push_back({"飾り２", "ribbon 2", "飾り１", "飾り先", rotate, {1.8, 8.5, 0.1}, ribbon_frame});
        list.push_back({"飾り先", "ribbon tip", "飾り２", "", hidden, {1.95, 7.6, 0.1}});
        return list;
    }();
    return all;
}

pmd::Ik ik_of(const std::string& bone, const std::string& target, std::uint16_t loops, float angle,
              std::initializer_list<std::string> links) {
    pmd::Ik made;
    made.bone = Index<pmd::Bone>(mini_bone(bone));
    made.target = Index<pmd::Bone>(mini_bone(target));
    made.loop_count = loops;
    made.unit_angle = angle;
    for (const std::string& link : links) made.links.push_back(Index<pmd::Bone>(mini_bone(link)));
    return made;
}

} // namespace

pmd::Name mini_name(std::string_view utf8) {
    return pmd::Name(must(fit_name(utf8, {.limit = pmd::Name::size})).bytes);
}

int mini_bone(std::string_view name) {
    const auto found = std::ranges::find(lines(), name, &Line::name);
    if (found == lines().end()) {
        std::fprintf(stderr, "no bone %.*s\n", static_cast<int>(name.size()), name.data());
        std::abort();
    }
    return static_cast<int>(found - lines().begin());
}

V3 mini_joint(std::string_view name) {
    return lines()[static_cast<std::size_t>(mini_bone(name))].position;
}

void add_mini_bones(pmd::Model& model) {
    for (const Line& line : lines()) {
        const Index<pmd::Bone> number(mini_bone(line.name));
        pmd::Bone bone;
        bone.name = mini_name(line.name);
        bone.type = line.type;
        if (!line.parent.empty()) bone.parent = Index<pmd::Bone>(mini_bone(line.parent));
        if (!line.tail.empty()) bone.tail = Index<pmd::Bone>(mini_bone(line.tail));
        if (!line.reference.empty()) bone.reference = Index<pmd::Bone>(mini_bone(line.reference));
        if (line.type == follow_rotation) bone.percent = 50;
        bone.position = {stored(line.position.x), stored(line.position.y), stored(line.position.z)};
        model.bones.push_back(bone);
        model.english->bone_names.push_back(mini_name(line.english));
    }
    for (const std::string l : {"左", "右"}) {
        model.iks.push_back(ik_of(l + "足ＩＫ", l + "足首", 40, 0.5F, {l + "ひざ", l + "足"}));
        model.iks.push_back(ik_of(l + "つま先ＩＫ", l + "つま先", 3, 1, {l + "足首"}));
    }

    struct Frame {
        const char *name, *english;
    };
    // names of frames end in a line feed
    for (const Frame& frame :
         {Frame{"ＩＫ\n", "IK\n"}, {"体(上)\n", "Body upper\n"}, {"腕\n", "Arms\n"}, {"足\n", "Legs\n"}, {"飾り\n", "Ribbon\n"}}) {
        model.frame_names.emplace_back(must(fit_name(frame.name, {.limit = pmd::FrameName::size})).bytes);
        model.english->frame_names.emplace_back(frame.english);
    }
    for (int frame = ik_frame; frame <= ribbon_frame; ++frame)
        for (const Line& line : lines())
            if (line.frame == frame)
                model.frame_bones.push_back({Index<pmd::Bone>(mini_bone(line.name)), static_cast<std::uint8_t>(frame)});
}

} // namespace samples

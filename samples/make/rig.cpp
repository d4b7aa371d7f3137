#include "head.hpp"

#include <cstdio>
#include <cstdlib>
#include <span>

namespace samples {

using kagami::Index;
using kagami::pmx::BoneFlag;

kagami::Text text(std::string_view utf8) {
    return kagami::encode(utf8, kagami::Encoding::utf16le).value();
}

kagami::Vec3 stored(V3 v) {
    return {stored(v.x), stored(v.y), stored(v.z)};
}

std::string mirrored_name(std::string_view name) {
    std::string result(name);
    const std::string left = "左", right = "右";
    if (const auto at = result.find(left); at != std::string::npos) return result.replace(at, left.size(), right);
    if (const auto at = result.find(right); at != std::string::npos) return result.replace(at, right.size(), left);
    return result;
}

std::string numbered(std::string_view name, int number) {
    static constexpr const char* digits[] = {"０", "１", "２", "３", "４", "５", "６", "７", "８", "９"};
    return std::string(name) + digits[number];
}

int Rig::operator[](std::string_view name) const {
    const auto found = numbers_.find(name);
    if (found == numbers_.end()) {
        std::fprintf(stderr, "no bone %.*s\n", static_cast<int>(name.size()), name.data());
        std::abort();
    }
    return found->second;
}

int Rig::add(const BoneSpec& spec) {
    kagami::pmx::Bone bone;
    bone.name = text(spec.name);
    bone.english_name = text(spec.english);
    bone.position = stored(spec.position);
    if (!spec.parent.empty()) bone.parent = Index<kagami::pmx::Bone>((*this)[spec.parent]);
    bone.layer = spec.layer;
    bone.flags.set(BoneFlag::rotatable);
    bone.flags.set(BoneFlag::movable, spec.movable);
    bone.flags.set(BoneFlag::visible, !spec.hidden);
    bone.flags.set(BoneFlag::operable, !spec.hidden);
    bone.flags.set(BoneFlag::tail_is_bone, !spec.tail.empty());
    bone.tail_offset = stored(spec.offset);
    if (!spec.append.empty()) {
        bone.flags.set(BoneFlag::append_rotation);
        bone.append = {Index<kagami::pmx::Bone>((*this)[spec.append]), stored(spec.ratio)};
    }
    const V3 axis = unit(spec.towards);
    if (spec.fixed_axis) {
        bone.flags.set(BoneFlag::fixed_axis);
        bone.fixed_axis = stored(axis);
    }
    if (spec.local_axes) {
        // z of the local axes looks forward, so that turning about y bends the arm
        bone.flags.set(BoneFlag::local_axes);
        bone.local_axes.get_or_make() = {stored(axis), stored(unit(V3{0, 0, -1} + axis * axis.z))};
    }
    const int number = size();
    bones.push_back(bone);
    names_.push_back(spec.name);
    english_.push_back(spec.english);
    tails_.push_back(spec.tail);
    positions_.push_back(spec.position);
    frames_.push_back(spec.frame);
    numbers_.emplace(spec.name, number);
    return number;
}

void Rig::finish() {
    for (std::size_t i = 0; i < bones.size(); ++i)
        if (!tails_[i].empty()) bones[i].tail_bone = Index<kagami::pmx::Bone>((*this)[tails_[i]]);
}

// ------------------------------------------------------------------------------------------------ measures

V3 arm_direction() {
    return {std::cos(degrees(40)), -std::sin(degrees(40)), 0};
}

V3 palm_side() {
    return {-std::sin(degrees(40)), -std::cos(degrees(40)), 0};
}

std::vector<FingerPath> finger_paths() {
    const V3 d = arm_direction(), palm = palm_side(), wrist = shoulder_joint + d * (upper_arm + forearm);
    const auto knuckle = [&](double along_arm, double z) { return wrist + d * along_arm + V3{0, 0, z} + palm * 0.01; };
    return {{"親指", "thumb", 0, knuckle(0.16, -0.2) + palm * 0.05, unit(d * 0.75 + V3{0, 0, -0.62} + palm * 0.25), 0.62, 0.098, 0.1},
            {"人指", "index", 1, knuckle(0.66, -0.225), unit(d + V3{0, 0, -0.1} + palm * 0.1), 0.6, 0.078, 0.2},
            {"中指", "middle", 1, knuckle(0.7, -0.075), unit(d + V3{0, 0, -0.02} + palm * 0.12), 0.66, 0.08, 0.22},
            {"薬指", "ring", 1, knuckle(0.67, 0.075), unit(d + V3{0, 0, 0.06} + palm * 0.14), 0.61, 0.076, 0.24},
            {"小指", "little", 1, knuckle(0.6, 0.21), unit(d + V3{0, 0, 0.15} + palm * 0.16), 0.5, 0.066, 0.26}};
}

V3 finger_joint(const FingerPath& finger, int k) {
    static constexpr double part[] = {0.42, 0.32, 0.26};
    V3 at = finger.start;
    for (int i = 0; i < k; ++i) at = at + unit(finger.direction + palm_side() * (std::tan(finger.bend) * i)) * (finger.length * part[i]);
    return at;
}

V3 skirt_point(double angle, double t) {
    static const Curve radius{{0, 0.74}, {0.045, 0.84}, {0.1, 1.03}, {0.35, 1.72}, {0.7, 2.42}, {1, 2.86}};
    const double r = radius(t);
    return {r * std::sin(angle), 12.5 - 5.1 * t, 0.1 - r * std::cos(angle) * mix(0.78, 0.93, t) + 0.12 * t};
}

double skirt_joint(int row) {
    return 0.05 + 0.2375 * row;
}

std::string skirt_bone(int column, int row) {
    static constexpr const char* sides[] = {"前", "左前", "左", "左後", "後", "右後", "右", "右前"};
    return numbered(std::string("スカート") + sides[column], row + 1);
}

V3 tail_path(double t) {
    return spline({{1.22, 16.95, 0.85},
                   {1.68, 16.65, 1.08},
                   {2.12, 15.5, 1.32},
                   {2.2, 14.0, 1.42},
                   {2.05, 12.7, 1.36},
                   {1.8, 11.5, 1.2},
                   {1.72, 10.6, 1.02}},
                  t);
}

V3 lock_path(double t) {
    return spline(
        {{1.0, 19.35, -0.72}, {1.47, 18.5, -0.82}, {1.52, 17.6, -0.78}, {1.42, 16.75, -0.8}, {1.3, 16.0, -0.9}, {1.12, 15.2, -1.02}}, t);
}

V3 antenna_path(double t) {
    return spline({{-0.08, 19.86, 0.0}, {-0.05, 20.3, -0.12}, {0.2, 20.62, -0.3}, {0.56, 20.6, -0.44}, {0.78, 20.34, -0.5}}, t);
}

V3 sash_path(double t) {
    return spline({{0.12, 12.5, 0.92}, {0.55, 12.0, 1.5}, {0.95, 10.9, 2.1}, {1.2, 9.4, 2.55}, {1.3, 7.9, 2.8}}, t);
}

// ------------------------------------------------------------------------------------------------ the skeleton

namespace {

void add_ik(Rig& rig, std::string_view bone, std::string_view target, int loops, double angle, std::span<const std::string> links) {
    kagami::pmx::Bone& b = rig.bones[static_cast<std::size_t>(rig[bone])];
    b.flags.set(BoneFlag::ik);
    kagami::pmx::Ik& ik = b.ik.get_or_make();
    ik.target = Index<kagami::pmx::Bone>(rig[target]);
    ik.loop_count = loops;
    ik.unit_angle = stored(angle);
    for (const std::string& link : links) {
        const Index<kagami::pmx::Bone> index(rig[link]);
        // the usual limits, exactly as other tools store them: a knee never bends to the front
        if (link.ends_with("ひざ"))
            ik.links.push_back(index, {{-3.1415927F, 0, 0}, {-0.008726646F, 0, 0}});
        else
            ik.links.push_back({index, 0});
    }
}

void trunk(Rig& rig) {
    rig.add({"全ての親", "root", {}, "", Frame::root, "センター", {}, true});
    rig.add({"センター", "center", {0, 8, 0}, "全ての親", Frame::centre, "", {0, -1.6, 0}, true});
    rig.add({"グルーブ", "groove", {0, 8.2, 0}, "センター", Frame::centre, "", {0, 1.4, 0}, true});
    rig.add({"腰", "waist", {0, 12.1, 0.15}, "グルーブ", Frame::upper, "", {0, -0.8, 0}});
    rig.add({"上半身", "upper body", {0, 12.3, 0.12}, "腰", Frame::upper, "上半身2"});
    rig.add({"上半身2", "upper body 2", {0, 13.5, 0.1}, "上半身", Frame::upper, "首"});
    rig.add({"首", "neck", {0, 15.55, 0.16}, "上半身2", Frame::upper, "頭"});
    rig.add({"頭", "head", {0, 16.45, 0.06}, "首", Frame::upper, "", {0, 2.2, 0}});
    rig.add({"両目", "eyes", {0, 18.9, 0}, "頭", Frame::upper, "", {0, 0, -1}});
    const V3 eye = eye_ball();
    rig.add({"左目", "eye_L", eye, "頭", Frame::upper, "", {0, 0, -1}, false, false, "両目"});
    rig.add({"右目", "eye_R", {-eye.x, eye.y, eye.z}, "頭", Frame::upper, "", {0, 0, -1}, false, false, "両目"});
    rig.add({"下半身", "lower body", {0, 12.3, 0.12}, "腰", Frame::upper, "", {0, -1.7, 0}});
}

V3 sided(V3 v, int side) {
    return {v.x * side, v.y, v.z};
}

void arm(Rig& rig, int side) {
    const std::string l = side > 0 ? "左" : "右", e = side > 0 ? "_L" : "_R";
    const V3 d = sided(arm_direction(), side), joint = sided(shoulder_joint, side);
    const V3 collar = sided({0.22, 15.2, 0.12}, side), elbow = joint + d * upper_arm, wrist = elbow + d * forearm;
    rig.add({l + "肩P", "shoulder parent" + e, collar, "上半身2", Frame::arms, "", {}});
    rig.add({l + "肩", "shoulder" + e, collar, l + "肩P", Frame::arms, l + "腕"});
    rig.add({l + "肩C", "shoulder cancel" + e, joint, l + "肩", Frame::none, "", {}, false, true, l + "肩P", -1});
    rig.add({l + "腕", "arm" + e, joint, l + "肩C", Frame::arms, l + "ひじ", {}, false, false, "", 1, 0, false, true, d});
    const auto twist = [&](const char* name, const std::string& english, V3 from, V3 to, const std::string& parent) {
        const std::string bone = l + name;
        rig.add({bone, english + e, mix(from, to, 0.6), parent, Frame::arms, "", {}, false, false, "", 1, 0, true, true, d});
        for (int i = 1; i <= 3; ++i)
            rig.add({bone + std::to_string(i),
                     english + " " + std::to_string(i) + e,
                     mix(from, to, 0.25 * i),
                     parent,
                     Frame::none,
                     "",
                     {},
                     false,
                     true,
                     bone,
                     0.25 * i});
        return bone;
    };
    const std::string upper = twist("腕捩", "arm twist", joint, elbow, l + "腕");
    rig.add({l + "ひじ", "elbow" + e, elbow, upper, Frame::arms, l + "手首", {}, false, false, "", 1, 0, false, true, d});
    const std::string lower = twist("手捩", "wrist twist", elbow, wrist, l + "ひじ");
    rig.add({l + "手首", "wrist" + e, wrist, lower, Frame::arms, "", d * 0.7, false, false, "", 1, 0, false, true, d});
    for (const FingerPath& finger : finger_paths()) {
        std::string parent = l + "手首";
        for (int k = 0; k < 3; ++k) {
            const std::string name = numbered(l + finger.name, finger.first_number + k);
            const V3 at = sided(finger_joint(finger, k), side), next = sided(finger_joint(finger, k + 1), side);
            BoneSpec spec{name, std::string(finger.english) + " " + std::to_string(finger.first_number + k) + e, at, parent,
                          Frame::fingers};
            if (k < 2)
                spec.tail = numbered(l + finger.name, finger.first_number + k + 1);
            else
                spec.offset = next - at;
            spec.local_axes = true;
            spec.towards = next - at;
            rig.add(spec);
            parent = name;
        }
    }
}

void leg(Rig& rig, int side) {
    const std::string l = side > 0 ? "左" : "右", e = side > 0 ? "_L" : "_R";
    const V3 hip = sided({0.6, 10.75, 0.12}, side), knee = sided({0.62, 5.75, 0.02}, side), ankle = sided({0.64, 1.15, 0.3}, side);
    const V3 toe = sided({0.68, 0.02, -1.1}, side), ball = sided({0.67, 0.35, -0.55}, side);
    rig.add({"腰キャンセル" + l, "waist cancel" + e, hip, "下半身", Frame::none, "", {}, false, true, "腰", -1});
    rig.add({l + "足", "leg" + e, hip, "腰キャンセル" + l, Frame::legs, l + "ひざ"});
    rig.add({l + "ひざ", "knee" + e, knee, l + "足", Frame::legs, l + "足首"});
    rig.add({l + "足首", "ankle" + e, ankle, l + "ひざ", Frame::legs, l + "つま先"});
    rig.add({l + "つま先", "toe" + e, toe, l + "足首", Frame::none, "", {}, false, true});
    rig.add({l + "足ＩＫ親", "leg IK parent" + e, {ankle.x, 0, ankle.z}, "全ての親", Frame::ik, l + "足ＩＫ", {}, true});
    rig.add({l + "足ＩＫ", "leg IK" + e, ankle, l + "足ＩＫ親", Frame::ik, "", {0, 0, 1.3}, true});
    rig.add({l + "つま先ＩＫ", "toe IK" + e, toe, l + "足ＩＫ", Frame::ik, "", {0, -1, 0}, true});
    add_ik(rig, l + "足ＩＫ", l + "足首", 40, 2.0, std::vector<std::string>{l + "ひざ", l + "足"});
    add_ik(rig, l + "つま先ＩＫ", l + "つま先", 3, 4.0, std::vector<std::string>{l + "足首"});
    // the skin follows these: they repeat the legs' turns after IK and can be turned further
    rig.add({l + "足D", "leg D" + e, hip, "腰キャンセル" + l, Frame::legs, "", {}, false, false, l + "足", 1, 1});
    rig.add({l + "ひざD", "knee D" + e, knee, l + "足D", Frame::legs, "", {}, false, false, l + "ひざ", 1, 1});
    rig.add({l + "足首D", "ankle D" + e, ankle, l + "ひざD", Frame::legs, "", {}, false, false, l + "足首", 1, 1});
    rig.add({l + "足先EX", "foot tip EX" + e, ball, l + "足首D", Frame::legs, "", {0, 0, -0.7}, false, false, "", 1, 1});
}

void chain(Rig& rig, const std::string& name, const std::string& english, const std::string& parent, Frame frame, int count, int side,
           V3 (*path)(double)) {
    std::string above = parent;
    for (int k = 0; k < count; ++k) {
        const std::string bone = numbered(name, k + 1);
        const V3 at = sided(path(static_cast<double>(k) / count), side), next = sided(path(static_cast<double>(k + 1) / count), side);
        BoneSpec spec{bone, english + " " + std::to_string(k + 1) + (side > 0 ? "_L" : "_R"), at, above, frame};
        if (k + 1 < count)
            spec.tail = numbered(name, k + 2);
        else
            spec.offset = next - at;
        rig.add(spec);
        above = bone;
    }
}

void skirt(Rig& rig) {
    static constexpr const char* sides[] = {"front", "front_L", "side_L", "back_L", "back", "back_R", "side_R", "front_R"};
    for (int c = 0; c < skirt_columns; ++c)
        for (int r = 0; r < skirt_rows; ++r) {
            const double angle = degrees(45) * c;
            const V3 at = skirt_point(angle, skirt_joint(r)), next = skirt_point(angle, skirt_joint(r + 1));
            BoneSpec spec{skirt_bone(c, r), std::string("skirt ") + std::to_string(r + 1) + " " + sides[c], at,
                          r == 0 ? "下半身" : skirt_bone(c, r - 1), Frame::skirt};
            if (r + 1 < skirt_rows)
                spec.tail = skirt_bone(c, r + 1);
            else
                spec.offset = next - at;
            rig.add(spec);
        }
}

} // namespace

Rig make_rig() {
    Rig rig;
    trunk(rig);
    for (const int side : {1, -1}) arm(rig, side);
    for (const int side : {1, -1}) leg(rig, side);
    for (const int side : {1, -1}) chain(rig, side > 0 ? "左髪" : "右髪", "hair tail", "頭", Frame::hair, tail_bones, side, tail_path);
    for (const int side : {1, -1}) chain(rig, side > 0 ? "左横髪" : "右横髪", "side lock", "頭", Frame::hair, lock_bones, side, lock_path);
    rig.add({"あほ毛", "antenna", antenna_path(0), "頭", Frame::hair, "", antenna_path(1) - antenna_path(0)});
    skirt(rig);
    for (const int side : {1, -1}) chain(rig, side > 0 ? "左帯" : "右帯", "sash", "上半身", Frame::skirt, 3, side, sash_path);

    // what children of physics bones do comes after the physics
    for (const int side : {1, -1}) {
        const std::string l = side > 0 ? "左" : "右";
        rig.add({l + "髪先", side > 0 ? "hair tip_L" : "hair tip_R", sided(tail_path(0.92), side), l + "髪４", Frame::hair, "",
                 sided(tail_path(1) - tail_path(0.92), side)});
        rig.bones.back().flags.set(BoneFlag::after_physics);
    }
    rig.add({"外部親", "external parent", {}, "全ての親", Frame::centre, "", {0, 0, 1}, true});
    rig.bones.back().flags.set(BoneFlag::external_parent);
    rig.bones.back().external_parent_key = 1;
    rig.finish();
    return rig;
}

} // namespace samples

#include "figure.hpp"

namespace samples {

using namespace kagami;

namespace {

using enum pmx::MorphPanel;

class Morphs {
public:
    Morphs(pmx::Model& model, const Figure& figure) : model_(model), figure_(figure) {}

    pmx::Morph& begin(const char* name, const char* english, pmx::MorphPanel panel, pmx::MorphType type) {
        numbers_.emplace(name, static_cast<int>(model_.morphs.size()));
        pmx::Morph& morph = model_.morphs.emplace_back();
        morph.name = text(name);
        morph.english_name = text(english);
        morph.panel = panel;
        morph.type = type;
        return morph;
    }

    /// The morph that brings the face from rest to the state that `change` makes.
    void face(const char* name, const char* english, pmx::MorphPanel panel, const std::function<void(FaceState&)>& change) {
        FaceState state;
        change(state);
        auto& offsets = begin(name, english, panel, pmx::MorphType::vertex).offsets.as<pmx::VertexOffset>();
        for (const FacePoint& p : figure_.moving) {
            const V3 off = p.place(state) - p.place({});
            const Vec3 offset = stored(off);
            if (length(V3{offset.x, offset.y, offset.z}) > 0.0025) offsets.push_back({Index<pmx::Vertex>(p.vertex), offset});
        }
    }
    void eyes(const char* name, const char* english, EyeState state, bool left = true, bool right = true) {
        face(name, english, eye, [&](FaceState& f) {
            if (left) f.eyes[0] = state;
            if (right) f.eyes[1] = state;
        });
    }
    void brows(const char* name, const char* english, BrowState state) {
        face(name, english, brow, [&](FaceState& f) { f.brows = {state, state}; });
    }
    void mouths(const char* name, const char* english, MouthState state, double jaw = 0) {
        face(name, english, mouth, [&](FaceState& f) {
            f.mouth = state;
            f.jaw = jaw;
        });
    }

    void group(const char* name, const char* english, std::initializer_list<std::pair<const char*, double>> members) {
        auto& offsets = begin(name, english, other, pmx::MorphType::group).offsets.as<pmx::GroupOffset>();
        for (const auto& [member, weight] : members) offsets.push_back({Index<pmx::Morph>(numbers_.at(member)), stored(weight)});
    }

private:
    pmx::Model& model_;
    const Figure& figure_;
    std::map<std::string, int, std::less<>> numbers_;
};

Vec4 turn(V3 axis, double angle) {
    const V3 a = unit(axis) * std::sin(angle / 2);
    return {stored(a.x, 65536), stored(a.y, 65536), stored(a.z, 65536), stored(std::cos(angle / 2), 65536)};
}

/// Material offsets that change nothing.
pmx::MaterialOffset neutral(Index<pmx::Material> material, pmx::MaterialOperation operation) {
    const float n = operation == pmx::MaterialOperation::multiply ? 1 : 0;
    const Vec4 four{n, n, n, n};
    return {material, operation, four, {n, n, n}, n, {n, n, n}, four, n, four, four, four};
}

Index<pmx::Material> material(Part part) {
    return Index<pmx::Material>(static_cast<std::int32_t>(part));
}

void face_morphs(Morphs& m) {
    m.brows("真面目", "serious", {.move = -0.05, .turn = -0.12, .arch = -0.01});
    m.brows("困る", "troubled", {.move = 0.02, .turn = 0.28, .arch = 0.0});
    m.brows("にこり", "cheerful", {.move = 0.06, .turn = 0.06, .arch = 0.035});
    m.brows("怒り", "angry", {.move = -0.07, .turn = -0.3, .arch = 0.01});
    m.brows("上", "brows up", {.move = 0.12});
    m.brows("下", "brows down", {.move = -0.09});

    const EyeState blink{.close = 1, .line = -0.2, .bend = -0.1}, smile{.close = 1, .line = -0.12, .bend = 0.13};
    m.eyes("まばたき", "blink", blink);
    m.eyes("笑い", "smile eyes", smile);
    m.eyes("ウィンク", "wink", smile, true, false);
    m.eyes("ウィンク右", "wink right", smile, false, true);
    m.eyes("ウィンク２", "wink 2", blink, true, false);
    m.eyes("ｳｨﾝｸ２右", "wink 2 right", blink, false, true);
    m.eyes("なごみ", "calm", {.close = 1, .line = -0.2, .bend = 0.0});
    m.eyes("びっくり", "surprised", {.upper = 0.06, .lower = 0.03, .iris = 0.82});
    m.eyes("じと目", "half-closed", {.upper = -0.24, .lower = -0.04, .slant = 0.03});
    m.eyes("瞳小", "small irises", {.iris = 0.6});

    m.mouths("あ", "a", {.width = 0.215, .up = 0.08, .down = 0.2, .smile = 0.02}, 0.05);
    m.mouths("い", "i", {.width = 0.25, .up = 0.03, .down = 0.07, .smile = 0.03});
    m.mouths("う", "u", {.width = 0.085, .up = 0.055, .down = 0.07, .smile = 0});
    m.mouths("え", "e", {.width = 0.22, .up = 0.045, .down = 0.12, .smile = 0.01}, 0.03);
    m.mouths("お", "o", {.width = 0.14, .up = 0.09, .down = 0.17, .smile = 0}, 0.05);
    m.mouths("ワ", "wa", {.width = 0.26, .up = 0.02, .down = 0.2, .smile = 0.06}, 0.04);
    m.mouths("にやり", "grin", {.width = 0.26, .smile = 0.1});
    m.mouths("∧", "sad mouth", {.width = 0.16, .smile = -0.05});
    m.mouths("ω", "cat mouth", {.width = 0.2, .smile = 0, .pout = 0.05});
}

void other_morphs(Morphs& m, const Figure& figure) {
    using enum pmx::MaterialOperation;
    auto& light = m.begin("ハイライト移動", "highlight move", eye, pmx::MorphType::uv).offsets.as<pmx::UvOffset>();
    for (const int vertex : figure.highlights) light.push_back({Index<pmx::Vertex>(vertex), {0.03125F, 0.015625F, 0, 0}});

    auto& shy = m.begin("照れ", "blush", other, pmx::MorphType::material).offsets.as<pmx::MaterialOffset>();
    pmx::MaterialOffset more = neutral(material(Part::blush), add);
    more.diffuse.w = 0.75F;
    shy.push_back(more);
    auto& dull = m.begin("ハイライト消", "highlights off", eye, pmx::MorphType::material).offsets.as<pmx::MaterialOffset>();
    pmx::MaterialOffset none = neutral(material(Part::highlight), multiply);
    none.diffuse.w = 0;
    dull.push_back(none);
    auto& night = m.begin("夜", "night", other, pmx::MorphType::material).offsets.as<pmx::MaterialOffset>();
    pmx::MaterialOffset dark = neutral({}, multiply); // all materials
    dark.diffuse = {0.5F, 0.5625F, 0.75F, 1};
    dark.ambient = {0.5F, 0.5625F, 0.75F};
    night.push_back(dark);

    const Rig& rig = figure.rig;
    for (const bool left : {true, false}) {
        auto& peace = m.begin(left ? "ピース左" : "ピース右", left ? "peace sign L" : "peace sign R", other, pmx::MorphType::bone)
                          .offsets.as<pmx::BoneOffset>();
        const V3 fold = left ? V3{0, 0, 1} : V3{0, 0, -1};
        for (const FingerPath& finger : finger_paths()) {
            const std::string name = std::string(left ? "左" : "右") + finger.name;
            const bool thumb = finger.first_number == 0,
                       straight = std::string_view(finger.english) == "index" || std::string_view(finger.english) == "middle";
            for (int k = 0; k < 3; ++k) {
                const Index<pmx::Bone> bone(rig[numbered(name, finger.first_number + k)]);
                if (thumb)
                    peace.push_back({bone, {}, turn(V3{0.3, left ? 1.0 : -1.0, left ? 0.5 : -0.5}, degrees(k == 0 ? -25 : -20))});
                else if (straight && k == 0)
                    peace.push_back({bone, {}, turn({0, 1, 0}, degrees((finger.start.z < -0.15 ? 9 : -9) * (left ? 1 : -1)))});
                else if (!straight)
                    peace.push_back({bone, {}, turn(-fold, degrees(k == 0 ? 70 : 85))});
            }
        }
    }
    auto& spread = m.begin("スカート広げ", "spread skirt", other, pmx::MorphType::bone).offsets.as<pmx::BoneOffset>();
    for (int c = 0; c < skirt_columns; ++c) {
        const double a = degrees(45) * c;
        // about the tangent, so that the hem goes out and up
        spread.push_back({Index<pmx::Bone>(rig[skirt_bone(c, 0)]), {}, turn({std::cos(a), 0, std::sin(a)}, degrees(14))});
    }
    auto& float_up = m.begin("浮遊", "float", other, pmx::MorphType::bone).offsets.as<pmx::BoneOffset>();
    float_up.push_back({Index<pmx::Bone>(rig["センター"]), {0, 1, 0}, {0, 0, 0, 1}});

    m.group("笑顔", "happy face", {{"笑い", 1}, {"にこり", 0.75}, {"にやり", 0.5}, {"照れ", 0.5}});
    m.group("驚き", "astonished", {{"びっくり", 1}, {"上", 1}, {"お", 0.75}});
}

} // namespace

void add_morphs(pmx::Model& model, const Figure& figure) {
    Morphs morphs(model, figure);
    face_morphs(morphs);
    other_morphs(morphs, figure);
}

} // namespace samples

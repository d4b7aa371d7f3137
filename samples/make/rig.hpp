// The skeleton: bones by their Japanese names, where they rest, and in which display frame they are listed.
#pragma once

#include "kagami/pmx.hpp"
#include "vec.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace samples {

[[nodiscard]] kagami::Text text(std::string_view utf8);
[[nodiscard]] kagami::Vec3 stored(V3 v);
/// The name with 左 and 右 exchanged.
[[nodiscard]] std::string mirrored_name(std::string_view name);

enum class Frame { root, centre, ik, upper, arms, fingers, legs, hair, skirt, none };

struct BoneSpec {
    std::string name{}, english{};
    V3 position{};
    std::string parent{};
    Frame frame = Frame::none;
    std::string tail{}; ///< name of a bone; if empty, `offset` counts
    V3 offset{};
    bool movable = false, hidden = false;
    std::string append{}; ///< name of the bone whose turn is taken over
    double ratio = 1;
    int layer = 0;
    bool fixed_axis = false, local_axes = false; ///< both along the offset to `towards`
    V3 towards{};
};

class Rig {
public:
    int add(const BoneSpec& spec);
    [[nodiscard]] int operator[](std::string_view name) const;
    [[nodiscard]] V3 at(std::string_view name) const { return positions_[static_cast<std::size_t>((*this)[name])]; }
    [[nodiscard]] int mirrored(int bone) const { return (*this)[mirrored_name(names_[static_cast<std::size_t>(bone)])]; }
    [[nodiscard]] const std::string& name(int bone) const { return names_[static_cast<std::size_t>(bone)]; }
    [[nodiscard]] const std::string& english(int bone) const { return english_[static_cast<std::size_t>(bone)]; }
    [[nodiscard]] Frame frame(int bone) const { return frames_[static_cast<std::size_t>(bone)]; }
    [[nodiscard]] int size() const { return static_cast<int>(bones.size()); }
    /// Tails may name bones that come later: this looks them up.
    void finish();

    std::vector<kagami::pmx::Bone> bones;

private:
    std::vector<std::string> names_, english_, tails_;
    std::vector<V3> positions_;
    std::vector<Frame> frames_;
    std::map<std::string, int, std::less<>> numbers_;
};

/// The whole skeleton of the figure.
[[nodiscard]] Rig make_rig();

// ---- measures that mesh and skeleton share; for the left side, x to the left of the figure
inline constexpr V3 shoulder_joint{1.02, 14.98, 0.1};
inline constexpr double upper_arm = 2.2, forearm = 2.0;
[[nodiscard]] V3 arm_direction(); ///< from the shoulder to the hand, at rest
[[nodiscard]] V3 palm_side();     ///< where the palm looks

struct FingerPath {
    const char* name;
    const char* english;
    int first_number; ///< of its bones: the thumb's count from ０, the others' from １
    V3 start, direction;
    double length, radius, bend; ///< bend: radians from joint to joint
};
[[nodiscard]] std::vector<FingerPath> finger_paths();
/// The joint `k` (0 to 3, 3 is the tip) of a finger.
[[nodiscard]] V3 finger_joint(const FingerPath& finger, int k);

inline constexpr int skirt_columns = 8, skirt_rows = 4;
/// A point of the skirt: angle from the front, and from the waist (0) to the hem (1).
[[nodiscard]] V3 skirt_point(double angle, double t);
[[nodiscard]] double skirt_joint(int row); ///< t of the bone's joint
[[nodiscard]] std::string skirt_bone(int column, int row);

inline constexpr int tail_bones = 4, lock_bones = 3;
[[nodiscard]] V3 tail_path(double t); ///< the left hair tail, from its band to its tip
[[nodiscard]] V3 lock_path(double t); ///< the left lock in front of the ear
[[nodiscard]] V3 antenna_path(double t);
[[nodiscard]] V3 sash_path(double t); ///< the left end of the ribbon at the back
[[nodiscard]] std::string numbered(std::string_view name, int number);

} // namespace samples

// New motions and poses, laid out as current MikuMikuDance writes them.
//
//     kagami::vmd::Builder motion("初音ミク");
//     if (auto added = motion.bone("左腕", 30, {}, rotation); !added) { std::cerr << added.error().message() << '\n'; return 2; }
//     auto saved = kagami::vmd::save(motion.motion(), "wave.vmd");
//
// Names are given in UTF-8. A name that CP932 cannot hold exactly, or that does not fit its field, is refused with the
// reason and a suggestion, and nothing is added; a rule can allow cutting or look-alikes, and `changes` then tells each
// case once.
#pragma once

#include "kagami/export.hpp"
#include "kagami/names.hpp"
#include "kagami/vmd.hpp"
#include "kagami/vpd.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kagami::vmd {

/// Makes one motion: of a model, or of the camera with light and shadow.
class Builder {
public:
    /// What may be done to names that do not fit; the limits are those of the fields.
    struct Options {
        bool truncate = false, map_lookalikes = false;
    };
    struct BoneCurveSet {
        Curve x{20, 20, 107, 107}, y{20, 20, 107, 107}, z{20, 20, 107, 107}, rotation{20, 20, 107, 107};
    };
    struct CameraCurveSet {
        Curve x{20, 20, 107, 107}, y{20, 20, 107, 107}, z{20, 20, 107, 107}, rotation{20, 20, 107, 107}, distance{20, 20, 107, 107},
            field_of_view{20, 20, 107, 107};
    };

    /// A motion of a model. The model's name may hold 20 bytes; one that does not fit is reported by `motion`.
    KAGAMI_API explicit Builder(std::string_view model_name, Options options);
    explicit Builder(std::string_view model_name) : Builder(model_name, Options{}) {}
    /// A motion of the camera, light and self-shadow, named as MikuMikuDance wants it.
    [[nodiscard]] KAGAMI_API static Builder camera();

    // Each adds one key, or nothing and returns why not: text_not_utf8, text_not_encodable, name_too_long, name_empty,
    // key_twice (there is a key of that name and frame), wrong_motion (a bone key in a camera motion, a camera key in a
    // model's). Frames are 1/30 s.

    KAGAMI_API Result<void> bone(std::string_view name, std::uint32_t frame, Vec3 position, Vec4 rotation, const BoneCurveSet& curves,
                                 bool physics_off = false);
    Result<void> bone(std::string_view name, std::uint32_t frame, Vec3 position, Vec4 rotation) {
        return bone(name, frame, position, rotation, BoneCurveSet{});
    }
    KAGAMI_API Result<void> morph(std::string_view name, std::uint32_t frame, float weight);
    /// `key.curves` are replaced by `curves`.
    KAGAMI_API Result<void> camera(CameraKey key, const CameraCurveSet& curves);
    Result<void> camera(CameraKey key) { return camera(key, CameraCurveSet{}); }
    KAGAMI_API Result<void> light(LightKey key);
    KAGAMI_API Result<void> shadow(ShadowKey key);
    /// Visibility, and IK bones by name, switched on or off.
    KAGAMI_API Result<void> property(std::uint32_t frame, bool visible, std::span<const std::pair<std::string, bool>> iks);

    /// What was changed in names, each once.
    [[nodiscard]] const std::vector<Diagnostic>& changes() const { return changes_; }

    /// The motion: all six sections, keys by frame; those of frame 0 in the order in which their names first came.
    /// Error: the model's name, if it was refused.
    [[nodiscard]] KAGAMI_API Result<Motion> motion() const;

private:
    Builder() = default;
    Result<std::string> fit(std::string_view name, std::size_t limit);

    Options options_;
    bool camera_ = false;
    Motion motion_;
    std::optional<Error> refused_;
    std::vector<Diagnostic> changes_;
    std::map<std::string, std::string, std::less<>> fitted_; ///< names given, and their bytes
    std::set<std::pair<std::string, std::uint32_t>> bones_, morphs_;
    std::set<std::pair<int, std::uint32_t>> others_;
    std::vector<std::string> bone_order_, morph_order_;
};

} // namespace kagami::vmd

namespace kagami::vpd {

/// Makes one pose, token for token as MikuMikuDance writes it: CP932, CR LF, six decimals.
class Builder {
public:
    struct Options {
        bool truncate = false, map_lookalikes = false;
    };
    /// `model_file` is the name that stands before ".osm", usually the model's.
    KAGAMI_API explicit Builder(std::string_view model_file, Options options);
    explicit Builder(std::string_view model_file) : Builder(model_file, Options{}) {}

    /// Adds a bone, or nothing and returns why not; the errors of vmd::Builder, and value_range for numbers that are not
    /// finite. Names may hold 20 bytes.
    KAGAMI_API Result<void> bone(std::string_view name, Vec3 position, Vec4 rotation);
    /// Adds a morph, as MikuMikuMoving writes it; MikuMikuDance passes over it.
    KAGAMI_API Result<void> morph(std::string_view name, float weight);

    [[nodiscard]] const std::vector<Diagnostic>& changes() const { return changes_; }
    /// Error: the model's name, if it was refused.
    [[nodiscard]] KAGAMI_API Result<Pose> pose() const;

private:
    Result<void> add(std::string_view name, BlockKind kind, std::span<const float> values);

    Options options_;
    Pose pose_;
    std::optional<Error> refused_;
    std::vector<Diagnostic> changes_;
    std::set<std::pair<BlockKind, std::string>> names_;
    std::size_t bones_ = 0, morphs_ = 0;
};

} // namespace kagami::vpd

#include "diag/catching.hpp"
#include "kagami/builders.hpp"

#include <algorithm>
#include <numeric>

namespace kagami::vmd {

namespace {

constexpr std::size_t key_name = 15, long_name = 20;

Error wrong_motion(const char* keys, const char* belong) {
    return Error{Code::wrong_motion, 0, 0, {}, {}, {keys, belong}};
}
Error twice(std::string_view name, std::uint32_t frame) {
    return Error{Code::key_twice, 0, 0, {}, {}, {std::string(name), std::to_string(frame)}};
}

/// Keys by what `place` says of each; those of one place stay in the order they are in.
template <class Section, class Place> void sort_keys(Section& section, Place place) {
    auto& keys = *section;
    std::vector<std::size_t> order(keys.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(place(keys[i]), i); });
    std::remove_reference_t<decltype(keys)> sorted;
    for (const std::size_t i : order) sorted.push_back(keys[i]);
    keys = std::move(sorted);
}

/// By frame; in frame 0 by the order of names.
auto by_frame_and(const std::vector<std::string>& names) {
    return [&names](const auto& key) {
        const auto found = std::ranges::find(names, key.name.bytes());
        return std::pair(key.frame, key.frame == 0 ? found - names.begin() : 0);
    };
}

} // namespace

Builder::Builder(std::string_view model_name, Options options) : options_(options) {
    auto fitted = fit(model_name, long_name);
    if (fitted) {
        motion_.header.model_name.assign(*fitted);
    } else {
        refused_ = std::move(fitted.error());
    }
}

Builder Builder::camera() {
    Builder builder;
    builder.camera_ = true;
    builder.motion_.header.model_name.assign(camera_model_name);
    return builder;
}

Result<std::string> Builder::fit(std::string_view name, std::size_t limit) {
    const std::string key = std::to_string(limit) + ' ' + std::string(name);
    if (const auto known = fitted_.find(key); known != fitted_.end()) return known->second;
    auto fitted = fit_name(name, {.limit = limit, .truncate = options_.truncate, .map_lookalikes = options_.map_lookalikes});
    if (!fitted) return std::unexpected(std::move(fitted.error()));
    for (Diagnostic& change : fitted->changes)
        if (std::ranges::find(changes_, change) == changes_.end()) changes_.push_back(std::move(change));
    return fitted_.emplace(key, std::move(fitted->bytes)).first->second;
}

Result<void> Builder::bone(std::string_view name, std::uint32_t frame, Vec3 position, Vec4 rotation, const BoneCurveSet& curves, bool off) {
    return catching([&]() -> Result<void> {
        if (camera_) return std::unexpected(wrong_motion("bone keys", "a motion of a model"));
        const auto bytes = fit(name, key_name);
        if (!bytes) return std::unexpected(bytes.error());
        if (!bones_.emplace(*bytes, frame).second) return std::unexpected(twice(name, frame));
        if (std::ranges::find(bone_order_, *bytes) == bone_order_.end()) bone_order_.push_back(*bytes);
        const std::array channels{curves.x, curves.y, curves.z, curves.rotation};
        motion_.bone_keys.push_back({KeyName(*bytes), frame, position, rotation, bone_curves(channels, off, position.x)});
        return {};
    });
}

Result<void> Builder::morph(std::string_view name, std::uint32_t frame, float weight) {
    return catching([&]() -> Result<void> {
        if (camera_) return std::unexpected(wrong_motion("morph keys", "a motion of a model"));
        const auto bytes = fit(name, key_name);
        if (!bytes) return std::unexpected(bytes.error());
        if (!morphs_.emplace(*bytes, frame).second) return std::unexpected(twice(name, frame));
        if (std::ranges::find(morph_order_, *bytes) == morph_order_.end()) morph_order_.push_back(*bytes);
        motion_.morph_keys.push_back({KeyName(*bytes), frame, weight});
        return {};
    });
}

Result<void> Builder::camera(CameraKey key, const CameraCurveSet& curves) {
    return catching([&]() -> Result<void> {
        if (!camera_) return std::unexpected(wrong_motion("camera keys", "a motion of the camera"));
        if (!others_.emplace(0, key.frame).second) return std::unexpected(twice("the camera", key.frame));
        const std::array channels{curves.x, curves.y, curves.z, curves.rotation, curves.distance, curves.field_of_view};
        key.curves = camera_curves(channels);
        motion_.camera_keys.push_back(key);
        return {};
    });
}

Result<void> Builder::light(LightKey key) {
    return catching([&]() -> Result<void> {
        if (!camera_) return std::unexpected(wrong_motion("light keys", "a motion of the camera"));
        if (!others_.emplace(1, key.frame).second) return std::unexpected(twice("the light", key.frame));
        motion_.light_keys.push_back(key);
        return {};
    });
}

Result<void> Builder::shadow(ShadowKey key) {
    return catching([&]() -> Result<void> {
        if (!camera_) return std::unexpected(wrong_motion("shadow keys", "a motion of the camera"));
        if (!others_.emplace(2, key.frame).second) return std::unexpected(twice("the shadow", key.frame));
        motion_.shadow_keys.push_back(key);
        return {};
    });
}

Result<void> Builder::property(std::uint32_t frame, bool visible, std::span<const std::pair<std::string, bool>> iks) {
    return catching([&]() -> Result<void> {
        if (camera_) return std::unexpected(wrong_motion("property keys", "a motion of a model"));
        PropertyKey key{frame, static_cast<std::uint8_t>(visible), {}};
        for (const auto& [name, enabled] : iks) {
            const auto bytes = fit(name, long_name);
            if (!bytes) return std::unexpected(bytes.error());
            key.iks.push_back({FixedText<20>(*bytes), static_cast<std::uint8_t>(enabled)});
        }
        if (!others_.emplace(3, frame).second) return std::unexpected(twice("the properties", frame));
        motion_.property_keys.push_back(std::move(key));
        return {};
    });
}

Result<Motion> Builder::motion() const {
    if (refused_) return std::unexpected(*refused_);
    return catching([&]() -> Result<Motion> {
        Motion sorted = motion_;
        const auto by_frame = [](const auto& key) { return key.frame; };
        sort_keys(sorted.bone_keys, by_frame_and(bone_order_));
        sort_keys(sorted.morph_keys, by_frame_and(morph_order_));
        sort_keys(sorted.camera_keys, by_frame);
        sort_keys(sorted.light_keys, by_frame);
        sort_keys(sorted.shadow_keys, by_frame);
        sort_keys(sorted.property_keys, by_frame);
        return sorted;
    });
}

} // namespace kagami::vmd

#include "diag/catching.hpp"
#include "kagami/builders.hpp"

#include <algorithm>
#include <cmath>

namespace kagami::vpd {

namespace {
constexpr std::size_t name_limit = 20, file_limit = 256;
constexpr std::string_view after_model = ";\t\t// \x90\x65\x83\x74\x83\x40\x83\x43\x83\x8B\x96\xBC\r\n", // 親ファイル名
    after_count = ";\t\t\t\t// \x91\x8D\x83\x7C\x81\x5B\x83\x59\x83\x7B\x81\x5B\x83\x93\x90\x94\r\n",    // 総ポーズボーン数
    first_gap = "\r\n  ", second_gap = ";\t\t\t\t// trans x,y,z\r\n  ", bone_closing = ";\t\t// Quaternion x,y,z,w\r\n}\r\n",
                           morph_closing = ";\r\n}\r\n";

/// A name that would not be read back as it is: it would end earlier, or begin as a comment.
std::optional<Error> unreadable(std::string_view name, bool is_file) {
    const bool ends = name.find_first_of(is_file ? "\r\n;" : "\r\n") != std::string_view::npos;
    const bool comment =
        is_file ? name.starts_with("//") : name.find(" //") != std::string_view::npos || name.find("\t//") != std::string_view::npos;
    if (!ends && !comment) return std::nullopt;
    return Error{Code::would_not_read_back, 0, 0, '"' + std::string(name) + '"', {}, {}};
}
} // namespace

Builder::Builder(std::string_view model_file, Options options) : options_(options) {
    refused_ = unreadable(model_file, true);
    if (refused_) return;
    auto fitted = fit_name(model_file, {.limit = file_limit, .truncate = options.truncate, .map_lookalikes = options.map_lookalikes});
    if (!fitted) {
        refused_ = std::move(fitted.error());
        return;
    }
    changes_ = std::move(fitted->changes);
    Header& h = pose_.header;
    h.signature.assign("Vocaloid Pose Data file");
    h.before_model.assign("\r\n\r\n");
    h.model_file.assign(fitted->bytes + ".osm");
    h.before_count.assign(after_model);
    h.after_count.assign(after_count);
}

Result<void> Builder::add(std::string_view name, BlockKind kind, std::span<const float> values) {
    return catching([&]() -> Result<void> {
        const auto fitted = fit_name(name, {.limit = name_limit, .truncate = options_.truncate, .map_lookalikes = options_.map_lookalikes});
        if (!fitted) return std::unexpected(fitted.error());
        if (auto wrong = unreadable(name, false)) return std::unexpected(std::move(*wrong));
        if (!std::ranges::all_of(values, [](float v) { return std::isfinite(v); }))
            return std::unexpected(
                Error{Code::value_range, 0, 0, {}, {}, {"a number", "not finite", "one that can be written in decimals"}});
        if (!names_.emplace(kind, fitted->bytes).second)
            return std::unexpected(Error{Code::key_twice, 0, 0, {}, {}, {std::string(name), "0"}});
        for (const Diagnostic& change : fitted->changes)
            if (std::ranges::find(changes_, change) == changes_.end()) changes_.push_back(change);
        Block block;
        block.kind = kind;
        block.name.assign(fitted->bytes);
        const auto number = [&](Text& gap, Spelling& spelling, std::size_t k) {
            gap.assign(k == 0 ? first_gap : k == 3 ? second_gap : ",");
            spelling = spell(values[k]);
        };
        if (kind == BlockKind::bone) {
            block.opening.assign("\r\nBone" + std::to_string(bones_++) + '{');
            for (std::size_t k = 0; k < 3; ++k) number(block.position_gaps[k], block.position[k], k);
            for (std::size_t k = 0; k < 4; ++k) number(block.rotation_gaps[k], block.rotation[k], 3 + k);
            block.closing.assign(bone_closing);
        } else {
            block.opening.assign("\r\nMorph" + std::to_string(morphs_++) + '{');
            number(block.weight_gaps[0], block.weight[0], 0);
            block.closing.assign(morph_closing);
        }
        // Bones come first, and keep their order.
        const auto at = std::ranges::partition_point(pose_.blocks, [&](const Block& b) { return b.kind <= kind; });
        pose_.blocks.insert(at, std::move(block));
        return {};
    });
}

Result<void> Builder::bone(std::string_view name, Vec3 position, Vec4 rotation) {
    return add(name, BlockKind::bone, std::array{position.x, position.y, position.z, rotation.x, rotation.y, rotation.z, rotation.w});
}

Result<void> Builder::morph(std::string_view name, float weight) {
    return add(name, BlockKind::morph, std::array{weight});
}

Result<Pose> Builder::pose() const {
    if (refused_) return std::unexpected(*refused_);
    return catching([&]() -> Result<Pose> {
        Pose pose = pose_;
        pose.header.count.assign(std::to_string(bones_));
        pose.trailing.assign("\r\n");
        return pose;
    });
}

} // namespace kagami::vpd

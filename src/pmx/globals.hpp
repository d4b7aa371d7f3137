// What a PMX header says about the records after it.
#pragma once

#include "kagami/pmx.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace kagami::pmx {

/// Each kind of index with its name, its width in the header and its list in the model.
struct IndexKind {
    std::string_view name;
    std::uint8_t IndexWidths::* width;
    std::size_t (*count)(const Model&);
};
template <class Kind> inline constexpr std::size_t kind_number = 0; // Vertex
template <> inline constexpr std::size_t kind_number<Texture> = 1;
template <> inline constexpr std::size_t kind_number<Material> = 2;
template <> inline constexpr std::size_t kind_number<Bone> = 3;
template <> inline constexpr std::size_t kind_number<Morph> = 4;
template <> inline constexpr std::size_t kind_number<RigidBody> = 5;
inline constexpr std::array<IndexKind, 6> index_kinds{{
    {"vertex", &IndexWidths::vertex, [](const Model& m) { return m.vertices.size(); }},
    {"texture", &IndexWidths::texture, [](const Model& m) { return m.textures.size(); }},
    {"material", &IndexWidths::material, [](const Model& m) { return m.materials.size(); }},
    {"bone", &IndexWidths::bone, [](const Model& m) { return m.bones.size(); }},
    {"morph", &IndexWidths::morph, [](const Model& m) { return m.morphs.size(); }},
    {"rigid_body", &IndexWidths::rigid_body, [](const Model& m) { return m.rigid_bodies.size(); }},
}};

class Globals {
public:
    constexpr Globals() = default;
    /// For sizes and tables: every index takes `width` bytes.
    constexpr Globals(std::uint8_t width, std::size_t additional_uvs, Encoding encoding = Encoding::utf16le)
        : widths_{width, width, width, width, width, width}, additional_uvs_(additional_uvs), encoding_(encoding) {}
    explicit Globals(const Header& header) { learn(header); }

    void learn(const Header& header) {
        // A header in memory can hold anything; writing refuses it, but nothing may read or write out of bounds before.
        widths_ = header.index_widths;
        for (const IndexKind& kind : index_kinds) {
            std::uint8_t& width = widths_.*kind.width;
            if (width != 1 && width != 2) width = 4;
        }
        additional_uvs_ = std::min<std::size_t>(header.additional_uvs, 4);
        encoding_ = header.encoding;
    }
    template <class Kind> [[nodiscard]] constexpr std::size_t width() const { return widths_.*index_kinds[kind_number<Kind>].width; }
    template <class Kind> [[nodiscard]] static constexpr bool is_unsigned() { return std::is_same_v<Kind, Vertex>; }
    template <class Kind> [[nodiscard]] static constexpr std::size_t kind() { return kind_number<Kind>; }
    [[nodiscard]] static constexpr std::string_view kind_name(std::size_t kind) { return index_kinds[kind].name; }
    [[nodiscard]] constexpr std::size_t additional_uvs() const { return additional_uvs_; }
    [[nodiscard]] constexpr Encoding encoding() const { return encoding_; }

private:
    IndexWidths widths_;
    std::size_t additional_uvs_ = 0;
    Encoding encoding_ = Encoding::utf16le;
};

} // namespace kagami::pmx

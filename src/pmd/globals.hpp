// What the parts of a PMD file say about the parts after them.
#pragma once

#include "kagami/pmd.hpp"

#include <array>
#include <string_view>

namespace kagami::pmd {

template <class Kind> inline constexpr std::size_t kind_number = 0; // Vertex
template <> inline constexpr std::size_t kind_number<BaseVertex> = 1;
template <> inline constexpr std::size_t kind_number<Bone> = 2;
template <> inline constexpr std::size_t kind_number<Morph> = 3;
template <> inline constexpr std::size_t kind_number<RigidBody> = 4;

/// How many records there are that the English block names.
struct Named {
    std::size_t bones = 0, morphs = 0, frames = 0;
};

class Globals {
public:
    /// What an index is stored as where the description says nothing else.
    using FixedIndex = std::uint16_t;

    void learn(const Named& named) { named_ = named; }
    template <class Kind> [[nodiscard]] static constexpr std::size_t width() { return sizeof(FixedIndex); }
    template <class Kind> [[nodiscard]] static constexpr bool is_unsigned() { return true; }
    template <class Kind> [[nodiscard]] static constexpr std::size_t kind() { return kind_number<Kind>; }
    [[nodiscard]] static constexpr std::string_view kind_name(std::size_t kind) {
        constexpr std::array<std::string_view, 5> names{"vertex", "base vertex", "bone", "morph", "rigid body"};
        return names[kind];
    }
    [[nodiscard]] static constexpr Encoding encoding() { return Encoding::cp932; }

    [[nodiscard]] constexpr std::size_t english_bones() const { return named_.bones; }
    /// The base morph has no English name.
    [[nodiscard]] constexpr std::size_t english_morphs() const { return named_.morphs == 0 ? 0 : named_.morphs - 1; }
    [[nodiscard]] constexpr std::size_t english_frames() const { return named_.frames; }

private:
    Named named_;
};

} // namespace kagami::pmd

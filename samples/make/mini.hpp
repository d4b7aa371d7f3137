// A doll with a hand mirror for a head: a small model in PMD, made from nothing else than this.
#pragma once

#include "mesh.hpp"
#include "textures.hpp"

#include "kagami/pmd.hpp"

#include <string>
#include <vector>

namespace samples {

/// Bones, IK and display frames, with their English names.
void add_mini_bones(kagami::pmd::Model& model);
[[nodiscard]] int mini_bone(std::string_view name);
[[nodiscard]] V3 mini_joint(std::string_view name);

/// The materials, in drawing order.
enum class MiniPart { glass, frame, face, cheeks, dress, limbs, ribbon };
inline constexpr std::size_t mini_part_count = 7;

/// What the morphs move.
enum class Feature { eye, brow, mouth, cheek };

struct MiniMesh {
    Mesh parts[mini_part_count];
    struct Moving {
        MiniPart part;
        std::size_t first, last; ///< points of the part, from and up to
        Feature feature;
        V3 centre;
    };
    std::vector<Moving> moving;
};
[[nodiscard]] MiniMesh make_mini_mesh();

/// Vertices, faces, materials and morphs.
void add_mini_surface(kagami::pmd::Model& model);
void add_mini_physics(kagami::pmd::Model& model);

[[nodiscard]] kagami::pmd::Model make_mini();

/// They lie beside the model: the names of two pictures and a star between them have to fit into 20 bytes.
[[nodiscard]] std::vector<NamedPicture> make_mini_pictures();

/// A name of at most 20 bytes in CP932.
[[nodiscard]] kagami::pmd::Name mini_name(std::string_view utf8);

} // namespace samples

// Display frames: which bones they list, and listing more.
#pragma once

#include "edit/renumber.hpp"
#include "kagami/result.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace kagami::edit {

/// The bones that some frame lists.
[[nodiscard]] std::vector<bool> listed_bones(const pmx::Model& model);
[[nodiscard]] std::vector<bool> listed_bones(const pmd::Model& model);

/// Lists a bone in a frame, behind those that are there; returns the path at which that is told.
std::string list_in_frame(pmx::Model& model, std::size_t frame, Index<pmx::Bone> bone);
std::string list_in_frame(pmd::Model& model, std::size_t frame, Index<pmd::Bone> bone);

/// The number of the frame その他, which is made if there is none. Error too_many.
[[nodiscard]] Result<std::size_t> frame_of_others(pmx::Model& model);
[[nodiscard]] Result<std::size_t> frame_of_others(pmd::Model& model);

/// New numbers of frames, where bones are listed in them.
void renumber_frames(pmd::Model& model, const NewNumbers& numbers);

} // namespace kagami::edit

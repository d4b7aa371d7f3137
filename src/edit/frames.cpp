#include "edit/frames.hpp"

#include "edit/named.hpp"
#include "kagami/text.hpp"

#include <algorithm>

namespace kagami::edit {

namespace {
constexpr const char *others = "その他", *english_others = "Others";

template <class Bone> void mark(std::vector<bool>& marks, Index<Bone> bone) {
    if (bone.within(marks.size())) marks[static_cast<std::size_t>(bone.value)] = true;
}
} // namespace

std::vector<bool> listed_bones(const pmx::Model& model) {
    std::vector<bool> listed(model.bones.size());
    for (const pmx::DisplayFrame& frame : model.display_frames)
        for (const pmx::FrameElement& e : frame.elements)
            if (e.kind == pmx::FrameElementKind::bone) mark(listed, e.bone);
    return listed;
}
std::vector<bool> listed_bones(const pmd::Model& model) {
    std::vector<bool> listed(model.bones.size());
    for (const pmd::FrameBone& entry : model.frame_bones) mark(listed, entry.bone);
    return listed;
}

std::string list_in_frame(pmx::Model& model, std::size_t frame, Index<pmx::Bone> bone) {
    model.display_frames[frame].elements.push_back(pmx::FrameElement(bone));
    return "/display_frames/" + std::to_string(frame);
}
std::string list_in_frame(pmd::Model& model, std::size_t frame, Index<pmd::Bone> bone) {
    // Behind the last of that frame, or of those before it.
    const auto number = static_cast<std::uint8_t>(frame + 1);
    const auto last = std::find_if(model.frame_bones.rbegin(), model.frame_bones.rend(),
                                   [&](const pmd::FrameBone& entry) { return entry.frame <= number; });
    const auto added = model.frame_bones.insert(last.base(), pmd::FrameBone{bone, number});
    return "/frame_bones/" + std::to_string(added - model.frame_bones.begin());
}

Result<std::size_t> frame_of_others(pmx::Model& model) {
    const Text name = encode(others, model.header.encoding).value();
    const auto found = std::ranges::find(model.display_frames, name, &pmx::DisplayFrame::name);
    const auto number = static_cast<std::size_t>(found - model.display_frames.begin());
    if (found == model.display_frames.end()) {
        pmx::DisplayFrame& made = model.display_frames.emplace_back();
        made.name = name;
        made.english_name = encode(english_others, model.header.encoding).value();
    }
    return number;
}
Result<std::size_t> frame_of_others(pmd::Model& model) {
    const std::string name(encode(others, Encoding::cp932).value().bytes());
    auto& frames = model.frame_names;
    const auto found = std::ranges::find_if(frames, [&](const pmd::FrameName& frame) { return name_bytes(frame) == name; });
    const std::size_t number = static_cast<std::size_t>(found - frames.begin()), size = frames.size();
    if (number < size) return number;
    if (size == 0xFF) return std::unexpected(Error{Code::too_many, 0, 0, "/frame_names", {}, {"frame_names", "256", "255"}});
    const auto ending = [](const std::vector<pmd::FrameName>& list) { return std::string(list.empty() ? "\n" : ending_of(list.back())); };
    frames.emplace_back(name + ending(frames));
    if (model.english && model.english->flag != 0)
        model.english->frame_names.emplace_back(english_others + ending(model.english->frame_names));
    renumber_frames(model, NewNumbers::with_one_at(size, size));
    return number;
}

void renumber_frames(pmd::Model& model, const NewNumbers& numbers) {
    for (pmd::FrameBone& entry : model.frame_bones) {
        const std::int32_t now = numbers(entry.frame - 1) + 1;
        entry.frame = static_cast<std::uint8_t>(now <= 0xFF ? now : 0); // one that is not there has no number above 255
    }
}

} // namespace kagami::edit

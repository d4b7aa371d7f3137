#include "edit/morphs.hpp"

#include "edit/renumber.hpp"

namespace kagami::edit {

std::size_t mark_empty_morphs(pmx::Model& model, std::vector<std::size_t> empty, std::vector<bool>& gone) {
    if (empty.empty()) return 0;
    const std::size_t size = model.morphs.size();
    std::vector<std::vector<std::size_t>> groups(size); // those that a morph is in, as often as it is
    std::vector<std::size_t> left(size);
    for (std::size_t i = 0; i < size; ++i) {
        if (gone[i]) continue;
        const auto& offsets = std::as_const(model.morphs[i].offsets).as<pmx::GroupOffset>();
        left[i] = offsets.size();
        for (const pmx::GroupOffset& offset : offsets)
            if (offset.morph.within(size)) groups[static_cast<std::size_t>(offset.morph.value)].push_back(i);
    }
    for (std::size_t at = 0; at < empty.size(); ++at) { // grows by those that are left with nothing through it
        gone[empty[at]] = true;
        for (const std::size_t group : groups[empty[at]])
            if (--left[group] == 0) empty.push_back(group);
    }
    for (pmx::Morph& morph : model.morphs) {
        if (std::as_const(morph.offsets).as<pmx::GroupOffset>().empty()) continue;
        take_out(morph.offsets.as<pmx::GroupOffset>(), [&](const pmx::GroupOffset& offset) { return marked(gone, offset.morph); });
    }
    return empty.size();
}

} // namespace kagami::edit

#include "edit/morphs.hpp"

#include "edit/renumber.hpp"

#include <algorithm>

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

DroppedOffsets drop_offsets(pmd::Model& model, const std::vector<bool>& vertices, const std::vector<bool>& morphs) {
    const auto base =
        static_cast<std::size_t>(std::ranges::find(model.morphs, pmd::MorphPanel::base, &pmd::Morph::panel) - model.morphs.begin());
    const bool base_goes = base < morphs.size() && morphs[base];
    DroppedOffsets dropped{0, {}, std::vector<bool>(morphs.size())};
    const auto drop = [&](std::size_t i, auto& list, const std::vector<bool>& gone) {
        const std::size_t taken = take_out(list, gone);
        dropped.count += taken;
        if (taken != 0 && list.empty()) dropped.emptied[i] = true;
    };
    for (std::size_t i = 0; i < morphs.size(); ++i) {
        if (morphs[i]) continue;
        std::vector<bool> gone;
        for (const pmd::BaseVertex& entry : std::as_const(model.morphs[i].base_vertices)) gone.push_back(marked(vertices, entry.vertex));
        drop(i, model.morphs[i].base_vertices, gone);
        if (i == base) dropped.base_vertices = std::move(gone);
    }
    for (std::size_t i = 0; i < morphs.size(); ++i) {
        if (morphs[i]) continue;
        std::vector<bool> gone;
        for (const pmd::VertexOffset& entry : std::as_const(model.morphs[i].offsets))
            gone.push_back(base_goes || marked(dropped.base_vertices, entry.base_vertex));
        drop(i, model.morphs[i].offsets, gone);
    }
    return dropped;
}

std::size_t mark_empty_morphs(const pmd::Model& model, const std::vector<bool>& empty, std::vector<bool>& gone) {
    const std::size_t before = count_of(gone);
    const auto is_base = [&](std::size_t i) { return model.morphs[i].panel == pmd::MorphPanel::base; };
    for (std::size_t i = 0; i < gone.size(); ++i) gone[i] = gone[i] || (empty[i] && !is_base(i));
    if (const auto last = std::ranges::find(gone, false);
        count_of(gone) + 1 == gone.size() && empty[static_cast<std::size_t>(last - gone.begin())])
        *last = true;
    return count_of(gone) - before;
}

} // namespace kagami::edit

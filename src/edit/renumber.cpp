#include "edit/renumber.hpp"

#include "edit/operation.hpp"
#include "layout/references.hpp"
#include "pmx/layout.hpp"

namespace kagami::edit {

NewNumbers NewNumbers::without(const std::vector<bool>& gone) {
    std::vector<std::int32_t> to(gone.size());
    std::int32_t next = 0;
    for (std::size_t i = 0; i < gone.size(); ++i) to[i] = gone[i] ? -1 : next++;
    return {std::move(to), static_cast<std::size_t>(next)};
}

NewNumbers NewNumbers::ordered(std::span<const std::uint32_t> order) {
    std::vector<std::int32_t> to(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) to[order[i]] = static_cast<std::int32_t>(i);
    return {std::move(to), order.size()};
}

std::array<std::size_t, pmx::index_kinds.size()> renumber(pmx::Model& model, const NewNumbersOfAll& numbers) {
    std::array<std::size_t, pmx::index_kinds.size()> changed{};
    layout::each_reference(model, pmx::Globals(model.header), [&]<class K>(Index<K>& index) {
        constexpr std::size_t kind = pmx::kind_number<K>;
        if (!numbers[kind]) return;
        const std::int32_t now = (*numbers[kind])(index.value);
        changed[kind] += now != index.value ? 1 : 0;
        index.value = now;
    });
    return changed;
}

void report_renumbered(Report& report, const std::array<std::size_t, pmx::index_kinds.size()>& changed) {
    constexpr std::array<const char*, pmx::index_kinds.size()> paths{"/vertices", "/textures", "/materials",
                                                                     "/bones",    "/morphs",   "/rigid_bodies"};
    for (std::size_t kind = 0; kind < changed.size(); ++kind)
        count(report.consequences, paths[kind], "references renumbered", changed[kind]);
}

std::size_t take_out(pmx::IkLinks& links, const std::vector<bool>& gone) {
    pmx::IkLinks left;
    for (std::size_t i = 0; i < links.size(); ++i) {
        if (gone[i]) continue;
        const pmx::IkLink link = links.links()[i];
        const pmx::IkLimit* limit = std::as_const(links).limits().find(static_cast<std::uint32_t>(i));
        if (limit != nullptr) {
            left.push_back(link.bone, *limit);
            left.links().back().limited = link.limited; // the byte is kept
        } else {
            left.push_back(link);
        }
    }
    const std::size_t taken = links.size() - left.size();
    if (taken != 0) links = std::move(left);
    return taken;
}

std::size_t take_out(pmx::Vertices& vertices, const std::vector<bool>& gone) {
    const std::size_t size = vertices.size();
    std::size_t kept = 0;
    const auto close_up = [&](auto column) {
        kept = 0;
        if (column.empty()) return;
        for (std::size_t i = 0; i < size; ++i)
            if (!gone[i]) column[kept++] = column[i];
    };
    Sparse<pmx::Sdef> sdefs;
    std::uint32_t row = 0, passed = 0;
    for (const auto& entry : vertices.sdefs().entries()) {
        for (; passed < entry.row && passed < size; ++passed) row += gone[passed] ? 0 : 1;
        if (passed < size && !gone[passed]) sdefs.get_or_make(row) = entry.value;
    }
    vertices.sdefs() = std::move(sdefs);
    for (std::size_t k = 0; k < 4; ++k) close_up(vertices.additional_uvs(k));
    close_up(vertices.normals());
    close_up(vertices.uvs());
    close_up(vertices.bones());
    close_up(vertices.weights());
    close_up(vertices.edge_scales());
    close_up(vertices.deforms());
    close_up(vertices.positions());
    if (kept != size) vertices.resize(kept);
    return size - kept;
}

} // namespace kagami::edit

#include "edit/renumber.hpp"

#include "layout/references.hpp"
#include "pmd/layout.hpp"
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

NewNumbers NewNumbers::with_one_at(std::size_t at, std::size_t size) {
    std::vector<std::int32_t> to(size);
    for (std::size_t i = 0; i < size; ++i) to[i] = static_cast<std::int32_t>(i < at ? i : i + 1);
    return {std::move(to), size + 1};
}

template <class Model> std::size_t count_of_kind(const Model& model, std::size_t kind) {
    std::size_t size = 0;
    layout::FormatOf<Model>::with_list(model, kind, [&](const auto& list) { size = list.size(); });
    return size;
}
template std::size_t count_of_kind(const pmx::Model&, std::size_t);
template std::size_t count_of_kind(const pmd::Model&, std::size_t);

template <class Model> ForEachKind<Model, std::size_t> renumber(Model& model, const NewNumbersOf<Model>& numbers) {
    ForEachKind<Model, std::size_t> changed{};
    layout::each_reference(model, layout::FormatOf<Model>::globals(model), [&]<class K>(Index<K>& index) {
        if (!numbers.template of<K>()) return;
        const std::int32_t now = (*numbers.template of<K>())(index.value);
        changed[Indices<Model>::Globals::template kind<K>()] += now != index.value ? 1 : 0;
        index.value = now;
    });
    return changed;
}
template ForEachKind<pmx::Model, std::size_t> renumber(pmx::Model&, const NewNumbersOf<pmx::Model>&);
template ForEachKind<pmd::Model, std::size_t> renumber(pmd::Model&, const NewNumbersOf<pmd::Model>&);

namespace {
template <class Numbers> struct BecomeBone0 {
    const Numbers& numbers;
    std::size_t& found;
    template <class K> void operator()(const Index<K>&) const {}
    template <class K> void operator()(const Index<K>& index, layout::ZeroIsNone) const {
        found += (*numbers.template of<K>())(index.value) == 0 ? 1 : 0;
    }
};
} // namespace

template <class Model> std::size_t name_bone_0(const Model& model, const NewNumbersOf<Model>& numbers) {
    std::size_t found = 0;
    using Bone = typename decltype(model.bones)::value_type;
    if (numbers.template of<Bone>())
        layout::each_reference(model, layout::FormatOf<Model>::globals(model), BecomeBone0<NewNumbersOf<Model>>{numbers, found});
    return found;
}
template std::size_t name_bone_0(const pmx::Model&, const NewNumbersOf<pmx::Model>&);
template std::size_t name_bone_0(const pmd::Model&, const NewNumbersOf<pmd::Model>&);

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

namespace {

/// Takes elements out of columns, which may be empty; all others have the size of the first.
template <class First, class... Column> std::size_t close_up(const std::vector<bool>& gone, const First& first, const Column&... others) {
    std::size_t kept = 0;
    const auto one = [&](auto column) {
        if (column.empty()) return;
        kept = 0;
        for (std::size_t i = 0; i < gone.size(); ++i)
            if (!gone[i]) column[kept++] = column[i];
    };
    (one(others), ...);
    one(first);
    return kept;
}

} // namespace

std::size_t take_out(pmx::Vertices& vertices, const std::vector<bool>& gone) {
    const std::size_t size = vertices.size();
    Sparse<pmx::Sdef> sdefs;
    std::uint32_t row = 0, passed = 0;
    for (const auto& entry : vertices.sdefs().entries()) {
        for (; passed < entry.row && passed < size; ++passed) row += gone[passed] ? 0 : 1;
        if (passed < size && !gone[passed]) sdefs.get_or_make(row) = entry.value;
    }
    vertices.sdefs() = std::move(sdefs);
    for (std::size_t k = 0; k < 4; ++k) close_up(gone, vertices.additional_uvs(k));
    const std::size_t kept = close_up(gone, vertices.positions(), vertices.normals(), vertices.uvs(), vertices.bones(), vertices.weights(),
                                      vertices.edge_scales(), vertices.deforms());
    if (kept != size) vertices.resize(kept);
    return size - kept;
}

std::size_t take_out(pmd::Vertices& vertices, const std::vector<bool>& gone) {
    const std::size_t size = vertices.size();
    const std::size_t kept =
        close_up(gone, vertices.positions(), vertices.normals(), vertices.uvs(), vertices.bones(), vertices.weights(), vertices.no_edges());
    if (kept != size) vertices.resize(kept);
    return size - kept;
}

} // namespace kagami::edit

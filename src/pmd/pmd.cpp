// Whole PMD files: reading, scanning, writing. The order of fields is in layout.hpp.
#include "kagami/pmd.hpp"
#include "layout/document.hpp"
#include "pmd/layout.hpp"

namespace kagami::pmd {

// See src/pmx/pmx.cpp: no record takes more than four times its bytes.
template <class T> constexpr bool within_bound = sizeof(T) <= 4 * layout::extent_of<T>(Globals{}).shortest;
static_assert(within_bound<Material> && within_bound<Bone> && within_bound<Ik> && within_bound<Morph> && within_bound<Index<Morph>>);
static_assert(within_bound<BaseVertex> && within_bound<VertexOffset> && within_bound<Name> && within_bound<FrameName>);
static_assert(within_bound<FrameBone> && within_bound<ToonName> && within_bound<RigidBody> && within_bound<Joint>);
static_assert(layout::extent_of<Vertex>(Globals{}).shortest == 38 && layout::extent_of<Material>(Globals{}).shortest == 70);
static_assert(layout::extent_of<Bone>(Globals{}).shortest == 39 && layout::extent_of<Bone>(Globals{}).fixed());
static_assert(layout::extent_of<RigidBody>(Globals{}).shortest == 83 && layout::extent_of<Joint>(Globals{}).shortest == 124);

Result<void> read_into(Model& model, std::span<const std::byte> bytes, ReadOptions options) {
    return layout::read_document_into(model, bytes, options);
}

Result<Model> read(std::span<const std::byte> bytes, ReadOptions options) {
    return layout::read_document<Model>(bytes, options);
}

Result<Model> load(const std::filesystem::path& path, ReadOptions options) {
    return layout::load_document(path, [&](auto bytes) { return read(bytes, options); });
}

Result<Scan> scan(std::span<const std::byte> bytes) {
    return layout::scan_document<Model, Scan>(bytes);
}

std::string path_at(std::span<const std::byte> bytes, std::uint64_t offset) {
    return paths_at(bytes, {&offset, 1}).front();
}

std::vector<std::string> paths_at(std::span<const std::byte> bytes, std::span<const std::uint64_t> offsets) {
    return layout::paths_in_document<Model>(bytes, offsets);
}

namespace {
/// English names with a flag that says there are none would be lost.
std::optional<Error> lost_names(const Model& model) {
    if (!model.english || model.english->flag != 0) return std::nullopt;
    const English& e = *model.english;
    if (e.name == Name{} && e.comment == Comment{} && e.bone_names.empty() && e.morph_names.empty() && e.frame_names.empty())
        return std::nullopt;
    return Error{Code::english_lost, 0, 0, "/english/flag", {}, {}};
}
} // namespace

Result<Bytes> write(const Model& model) {
    if (auto lost = lost_names(model)) return std::unexpected(std::move(*lost));
    return layout::write_document(model);
}

std::size_t written_size(const Model& model) {
    return layout::document_size(model);
}

Result<std::size_t> write_into(std::span<std::byte> buffer, const Model& model) {
    if (auto lost = lost_names(model)) return std::unexpected(std::move(*lost));
    return catching([&] { return layout::write_document(model, layout::room_in(buffer)); });
}

Result<void> save(const Model& model, const std::filesystem::path& path) {
    const auto bytes = write(model);
    if (!bytes) return std::unexpected(bytes.error());
    return save_bytes(*bytes, path);
}

bool operator==(const Model& a, const Model& b) {
    return layout::same_documents(a, b);
}

} // namespace kagami::pmd

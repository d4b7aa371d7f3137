// Whole PMX files: reading, scanning, writing, index widths. The order of fields is in layout.hpp.
#include "kagami/pmx.hpp"
#include "layout/document.hpp"
#include "layout/references.hpp"
#include "pmx/layout.hpp"

namespace kagami {

std::optional<Error> layout::FormatOf<pmx::Model>::refuse(std::span<const std::byte> bytes) {
    const std::string_view head(reinterpret_cast<const char*>(bytes.data()), std::min<std::size_t>(bytes.size(), 4));
    if (head.starts_with("Pmx "))
        return Error{Code::unsupported_version, 0, 4, "/header/signature", {}, {"1.0, the unpublished one with the signature \"Pmx \","}};
    float version = 2;
    if (head.starts_with("PMX") && bytes.size() >= 8) std::memcpy(&version, bytes.data() + 4, sizeof version);
    if (version != 2.0F && version != 2.1F) return Error{Code::unsupported_version, 4, 4, "/header/version", {}, {std::to_string(version)}};
    return refuse_other_formats(bytes, Format::pmx);
}

std::optional<Error> layout::FormatOf<pmx::Model>::forbidden(const pmx::Model& before, const pmx::Model& after) {
    if (before.header.encoding != after.header.encoding) return Error{Code::would_garble, 0, 0, "/header/encoding", {}, {}};
    if (before.damage && before.header != after.header) return Error{Code::kept_bytes_depend, 0, 0, "/header", {}, {}};
    if (before.header.additional_uvs > after.header.additional_uvs && !before.vertices.empty())
        return Error{Code::would_drop, 0, 0, "/header/additional_uvs", {}, {"additional UVs of all vertices"}};
    return std::nullopt;
}

namespace pmx {

// No record takes more than four times its bytes: with the counts held against the bytes left, that bounds what a
// reader can be made to allocate. Lists own 4 bytes beside their elements, less than their count takes in the file.
template <class T> constexpr bool within_bound = sizeof(T) <= 4 * layout::extent_of<T>(Globals(1, 0)).shortest;
static_assert(sizeof(Text) == 16 && sizeof(List<IkLink>) == 8);
static_assert(within_bound<Text> && within_bound<Material> && within_bound<Bone> && within_bound<Morph> && within_bound<DisplayFrame>);
static_assert(within_bound<RigidBody> && within_bound<Joint> && within_bound<SoftBody> && within_bound<SoftBodyAnchor>);
static_assert(within_bound<GroupOffset> && within_bound<VertexOffset> && within_bound<BoneOffset> && within_bound<UvOffset>);
static_assert(within_bound<MaterialOffset> && within_bound<ImpulseOffset> && within_bound<FrameElement>);
static_assert(sizeof(IkLink) <= 4 * layout::extent_of<IkLinkValue>(Globals(1, 0)).shortest);
static_assert(layout::extent_of<Vertex>(Globals(1, 0)).shortest == 38 && layout::extent_of<Vertex>(Globals(4, 4)).longest == 149);

namespace {

/// The smallest and largest index of each kind.
struct Ranges {
    std::array<std::int32_t, index_kinds.size()> least{}, greatest{};
};
Ranges ranges_of(const Model& model) {
    Ranges ranges;
    layout::each_reference(model, Globals{}, [&]<class K>(const Index<K>& index) {
        auto& least = ranges.least[kind_number<K>];
        auto& greatest = ranges.greatest[kind_number<K>];
        least = std::min(least, index.value);
        greatest = std::max(greatest, index.value);
    });
    return ranges;
}

std::uint8_t smallest_width(std::size_t kind, std::int64_t least, std::int64_t greatest) {
    const bool is_unsigned = kind == kind_number<Vertex>;
    for (const int width : {1, 2}) {
        const std::int64_t half = std::int64_t{1} << (8 * width - 1);
        if (is_unsigned ? least >= 0 && greatest < 2 * half : least >= -half && greatest < half) return static_cast<std::uint8_t>(width);
    }
    return 4;
}

/// The header with each width grown to what the indices need.
Header grown(const Model& model, std::vector<WidthChange>& changes) {
    Header header = model.header;
    const Ranges ranges = ranges_of(model);
    for (std::size_t kind = 0; kind < index_kinds.size(); ++kind) {
        std::uint8_t& width = header.index_widths.*index_kinds[kind].width;
        const std::uint8_t needed = smallest_width(kind, ranges.least[kind], ranges.greatest[kind]);
        if (needed > width) changes.push_back({index_kinds[kind].name, std::exchange(width, needed), needed});
    }
    return header;
}

/// Sizes, gets memory from `room`, stores; once more with grown widths if an index does not fit.
template <class Room> Result<std::size_t> write_through(const Model& model, std::vector<WidthChange>* changes, Room room) {
    if (model.header.version < 2.1F && model.soft_bodies && !model.soft_bodies->empty())
        return std::unexpected(Error{Code::needs_version, 0, 0, "/soft_bodies", {}, {"soft bodies", "2.1"}});
    const auto with = [&](const Header& header) { return [&](auto& ar) { describe_file(ar, header, model); }; };
    Result<std::size_t> size = layout::counted_size(model, with(model.header));
    if (!size) return size;
    Result<std::byte*> to = room(*size);
    if (!to) return std::unexpected(to.error());
    if (layout::store_document(model, *to, with(model.header))) return size;
    if (model.damage) return std::unexpected(Error{Code::kept_bytes_depend, 0, 0, "/header/index_widths", {}, {}});
    std::vector<WidthChange> grew;
    const Header header = grown(model, grew);
    size = layout::counted_size(model, with(header));
    if (!size) return size;
    to = room(*size);
    if (!to) return std::unexpected(to.error());
    layout::store_document(model, *to, with(header));
    if (changes != nullptr) changes->insert(changes->end(), grew.begin(), grew.end());
    return size;
}

} // namespace

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

Result<Bytes> write(const Model& model, std::vector<WidthChange>* changes) {
    return catching([&]() -> Result<Bytes> {
        Bytes bytes;
        const auto size = write_through(model, changes, layout::room_in(bytes));
        if (!size) return std::unexpected(size.error());
        return bytes;
    });
}

std::size_t written_size(const Model& model) {
    return layout::document_size(model);
}

Result<std::size_t> write_into(std::span<std::byte> buffer, const Model& model, std::vector<WidthChange>* changes) {
    return catching([&] { return write_through(model, changes, layout::room_in(buffer)); });
}

Result<void> save(const Model& model, const std::filesystem::path& path, std::vector<WidthChange>* changes) {
    const auto bytes = write(model, changes);
    if (!bytes) return std::unexpected(bytes.error());
    return save_bytes(*bytes, path);
}

std::vector<WidthChange> fit(Model& model) {
    std::vector<WidthChange> changes;
    if (model.damage) return changes;
    const Ranges ranges = ranges_of(model);
    for (std::size_t kind = 0; kind < index_kinds.size(); ++kind) {
        std::uint8_t& width = model.header.index_widths.*index_kinds[kind].width;
        const auto last = static_cast<std::int64_t>(index_kinds[kind].count(model)) - 1;
        const std::uint8_t needed = smallest_width(kind, ranges.least[kind], std::max<std::int64_t>(ranges.greatest[kind], last));
        if (needed != width) changes.push_back({index_kinds[kind].name, std::exchange(width, needed), needed});
    }
    return changes;
}

} // namespace pmx
} // namespace kagami

// Whole PMX files: reading, scanning, writing, index widths. The order of fields is in layout.hpp.
#include "kagami/pmx.hpp"
#include "diag/catching.hpp"
#include "kagami/file.hpp"
#include "layout/emitter.hpp"
#include "layout/problems.hpp"
#include "layout/reader.hpp"
#include "layout/references.hpp"
#include "pmx/layout.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace kagami::pmx {

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

/// Says what a file without a PMX 2.x header is instead.
std::optional<Error> refuse_other_formats(std::span<const std::byte> bytes) {
    const std::string_view head(reinterpret_cast<const char*>(bytes.data()), std::min<std::size_t>(bytes.size(), 32));
    const auto other = [](std::string what, std::string advice) {
        return Error{Code::wrong_format, 0, 4, "/header/signature", {}, {std::move(what), "PMX", std::move(advice)}};
    };
    if (head.empty()) return other("an empty file", "get the file again");
    if (head.starts_with("PMX")) {
        float version = 0;
        if (bytes.size() >= 8) std::memcpy(&version, bytes.data() + 4, sizeof version);
        if (bytes.size() < 8 || version == 2.0F || version == 2.1F) return std::nullopt;
        return Error{Code::unsupported_version, 4, 4, "/header/version", {}, {std::to_string(version)}};
    }
    if (head.starts_with("Pmx "))
        return Error{Code::unsupported_version, 0, 4, "/header/signature", {}, {"1.0, the unpublished one with the signature \"Pmx \","}};
    if (head.starts_with("Pmd")) return other("a PMD model", "open it as PMD");
    if (head.starts_with("Vocaloid Motion Data")) return other("a VMD motion", "open it as VMD");
    if (head.starts_with("Vocaloid Pose Data")) return other("a VPD pose", "open it as VPD");
    if (head.starts_with("Polygon Movie maker")) return other("an MMD project (PMM)", "save the models and motions in it one by one");
    if (head.starts_with("PK\x03\x04")) return other("a ZIP archive", "unpack it first");
    return other("something else", "check that this is the right file");
}

const Damage* damage_of(const Model& model) {
    return model.damage ? &*model.damage : nullptr;
}

using Counter = layout::Emitter<Globals, layout::Emit::count>;
using Storer = layout::Emitter<Globals, layout::Emit::store>;

Result<std::size_t> counted(const Header& header, const Model& model) {
    Counter ar(Globals{}, nullptr, damage_of(model));
    describe_file(ar, header, model);
    if (model.damage && !ar.damage_written())
        return std::unexpected(
            Error{Code::value_range, 0, 0, "/damage/part", {}, {"part", '"' + model.damage->part + '"', "a part that the model has"}});
    if (!ar.bad) return ar.size;
    layout::Problems<Globals> problems(Globals{});
    describe_file(problems, header, model);
    if (!problems.error) problems.error = Error{Code::too_many, 0, 0, "/damage/missing", {}, {"a damaged part", "too many"}};
    return std::unexpected(std::move(*problems.error));
}

/// Stores exactly the counted bytes; false if an index did not fit.
bool stored(const Header& header, const Model& model, std::byte* to) {
    Storer ar(Globals{}, to, damage_of(model));
    describe_file(ar, header, model);
    return !ar.overflow;
}

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
    if (model.header.version > 2.0F && !model.soft_bodies && !model.trailing.empty() && !model.damage)
        return std::unexpected(Error{Code::taken_for_count, 0, 0, "/trailing", {}, {"trailing bytes", "soft bodies"}});
    Result<std::size_t> size = counted(model.header, model);
    if (!size) return size;
    Result<std::byte*> to = room(*size);
    if (!to) return std::unexpected(to.error());
    if (stored(model.header, model, *to)) return size;
    if (model.damage) return std::unexpected(Error{Code::kept_bytes_depend, 0, 0, "/header/index_widths", {}, {}});
    std::vector<WidthChange> grew;
    const Header header = grown(model, grew);
    size = counted(header, model);
    if (!size) return size;
    to = room(*size);
    if (!to) return std::unexpected(to.error());
    stored(header, model, *to);
    if (changes != nullptr) changes->insert(changes->end(), grew.begin(), grew.end());
    return size;
}

/// Empties a model, and leaves the memory of its lists to be used again.
class Emptier : public layout::Archive<Emptier, Globals> {
public:
    Emptier() : Archive(Globals{}) {}
    template <class X> void part(layout::Field, X& x) {
        if constexpr (layout::Container<X>) {
            x.resize(0);
        } else {
            x = X{};
        }
    }
    void rest(layout::Field, Bytes& bytes) { bytes.clear(); }
};

} // namespace

Result<void> read_into(Model& model, std::span<const std::byte> bytes, ReadOptions options) {
    if (auto refused = refuse_other_formats(bytes)) return std::unexpected(std::move(*refused));
    return catching([&]() -> Result<void> {
        Emptier emptier;
        describe(emptier, model);
        model.soft_bodies.reset();
        model.damage.reset();
        layout::Reader<Globals> ar(Globals{}, bytes, options);
        describe(ar, model);
        if (ar.failed()) return std::unexpected(std::move(ar.error()));
        model.damage = std::move(ar.damage());
        return {};
    });
}

Result<Model> read(std::span<const std::byte> bytes, ReadOptions options) {
    if (auto refused = refuse_other_formats(bytes)) return std::unexpected(std::move(*refused));
    return catching([&]() -> Result<Model> {
        Model model;
        layout::Reader<Globals> ar(Globals{}, bytes, options);
        describe(ar, model);
        if (ar.failed()) return std::unexpected(std::move(ar.error()));
        model.damage = std::move(ar.damage());
        return model;
    });
}

Result<Model> load(const std::filesystem::path& path, ReadOptions options) {
    const auto bytes = load_bytes(path);
    if (!bytes) return std::unexpected(bytes.error());
    Result<Model> model = read(*bytes, options);
    if (!model) model.error().file = path.string();
    if (model && model->damage) model->damage->error.file = path.string();
    return model;
}

namespace {
/// Notes where each part lies; builds only the header.
class Scanner : public layout::Archive<Scanner, Globals> {
public:
    std::vector<Part> parts;
    bool bad = false;

    explicit Scanner(std::span<const std::byte> bytes)
        : Archive(Globals{}), begin_(bytes.data()), p_(bytes.data()), end_(bytes.data() + bytes.size()) {}

    void part(layout::Field f, Header& header) {
        layout::Reader<Globals> ar(globals_, {p_, end_});
        ar.part(f, header);
        finish(f, ar.position(), ar.failed(), 1);
    }
    void part(layout::Field f, Text& text) {
        layout::Skipper<Globals, true> ar(globals_, p_, end_);
        ar.text(f, text);
        finish(f, ar.p, ar.bad, 1);
    }
    template <layout::Container C> void part(layout::Field f, C&) {
        if (bad) return;
        layout::Skipper<Globals, true> ar(globals_, p_, end_);
        const std::size_t count = ar.template skip_list<C>();
        finish(f, ar.p, ar.bad, count);
    }
    template <class X> void optional_part(layout::Field f, X& x) {
        if (!bad && p_ != end_) part(f, x.emplace());
    }
    void rest(layout::Field f, const Bytes&) {
        if (p_ != end_) finish(f, end_, false, 1);
    }

private:
    void finish(layout::Field f, const std::byte* next, bool failed, std::size_t count) {
        bad |= failed;
        if (bad) return;
        parts.push_back(
            {f.name, static_cast<std::uint64_t>(p_ - begin_), static_cast<std::uint64_t>(next - p_), static_cast<std::uint32_t>(count)});
        p_ = next;
    }

    const std::byte *begin_, *p_, *end_;
};
} // namespace

Result<Scan> scan(std::span<const std::byte> bytes) {
    if (auto refused = refuse_other_formats(bytes)) return std::unexpected(std::move(*refused));
    return catching([&]() -> Result<Scan> {
        Model model;
        Scanner ar(bytes);
        describe(ar, model);
        if (!ar.bad) return Scan{std::move(model.header), std::move(ar.parts)};
        layout::Reader<Globals> reader(Globals{}, bytes); // finds the same damage, and can say what it is
        describe(reader, model);
        return std::unexpected(std::move(reader.error()));
    });
}

std::string path_at(std::span<const std::byte> bytes, std::uint64_t offset) {
    Model model;
    layout::Reader<Globals, true> ar(Globals{}, bytes);
    ar.wanted = offset;
    describe(ar, model);
    return ar.found;
}

Result<Bytes> write(const Model& model, std::vector<WidthChange>* changes) {
    return catching([&]() -> Result<Bytes> {
        Bytes bytes;
        const auto size = write_through(model, changes, [&](std::size_t n) -> Result<std::byte*> {
            bytes.resize_for_overwrite(n);
            return bytes.data();
        });
        if (!size) return std::unexpected(size.error());
        return bytes;
    });
}

std::size_t written_size(const Model& model) {
    Counter ar(Globals{}, nullptr, damage_of(model));
    describe(ar, model);
    return ar.size;
}

Result<std::size_t> write_into(std::span<std::byte> buffer, const Model& model, std::vector<WidthChange>* changes) {
    return catching([&] {
        return write_through(model, changes, [&](std::size_t n) -> Result<std::byte*> {
            if (n <= buffer.size()) return buffer.data();
            return std::unexpected(Error{Code::buffer_too_small, 0, n, {}, {}, {std::to_string(buffer.size()), std::to_string(n)}});
        });
    });
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

} // namespace kagami::pmx

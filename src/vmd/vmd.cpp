// Whole VMD files: reading, scanning, writing. The order of fields is in layout.hpp.
#include "kagami/vmd.hpp"
#include "layout/document.hpp"
#include "vmd/layout.hpp"

namespace kagami::vmd {

// See src/pmx/pmx.cpp: no record takes more than four times its bytes.
template <class T> constexpr bool within_bound = sizeof(T) <= 4 * layout::extent_of<T>(Globals{}).shortest;
static_assert(within_bound<BoneKey> && within_bound<MorphKey> && within_bound<CameraKey> && within_bound<LightKey>);
static_assert(within_bound<ShadowKey> && within_bound<PropertyKey> && within_bound<IkState>);
static_assert(sizeof(CameraKey) <= 4 * 36 && layout::extent_of<CameraKey>(Globals{}).shortest == 61);
static_assert(layout::extent_of<BoneKey>(Globals{}).shortest == 111 && layout::extent_of<MorphKey>(Globals{}).shortest == 23);
static_assert(layout::extent_of<LightKey>(Globals{}).shortest == 28 && layout::extent_of<ShadowKey>(Globals{}).shortest == 9);

namespace {
/// Keys that the motion's version has no section for would be lost.
Result<void> check_version(const Motion& motion) {
    const char* lost = !motion.header.version_1()      ? nullptr
                       : !motion.shadow_keys.empty()   ? "shadow_keys"
                       : !motion.property_keys.empty() ? "property_keys"
                                                       : nullptr;
    if (lost == nullptr) return {};
    return std::unexpected(Error{Code::needs_version, 0, 0, std::string("/") + lost, {}, {lost, "0002"}});
}
} // namespace

Header::Header() : signature("Vocaloid Motion Data 0002") {
}

bool Header::version_1() const {
    return signature.bytes() == "Vocaloid Motion Data file";
}

Result<void> read_into(Motion& motion, std::span<const std::byte> bytes, ReadOptions options) {
    motion.encoding = Encoding::cp932;
    return layout::read_document_into(motion, bytes, options);
}

Result<Motion> read(std::span<const std::byte> bytes, ReadOptions options) {
    return layout::read_document<Motion>(bytes, options);
}

Result<Motion> load(const std::filesystem::path& path, ReadOptions options) {
    return layout::load_document(path, [&](auto bytes) { return read(bytes, options); });
}

Result<Scan> scan(std::span<const std::byte> bytes) {
    return layout::scan_document<Motion, Scan>(bytes);
}

std::string path_at(std::span<const std::byte> bytes, std::uint64_t offset) {
    return paths_at(bytes, {&offset, 1}).front();
}

std::vector<std::string> paths_at(std::span<const std::byte> bytes, std::span<const std::uint64_t> offsets) {
    return layout::paths_in_document<Motion>(bytes, offsets);
}

Result<Bytes> write(const Motion& motion) {
    if (auto good = check_version(motion); !good) return std::unexpected(std::move(good.error()));
    return layout::write_document(motion);
}

std::size_t written_size(const Motion& motion) {
    return layout::document_size(motion);
}

Result<std::size_t> write_into(std::span<std::byte> buffer, const Motion& motion) {
    if (auto good = check_version(motion); !good) return std::unexpected(std::move(good.error()));
    return catching([&] { return layout::write_document(motion, layout::room_in(buffer)); });
}

Result<void> save(const Motion& motion, const std::filesystem::path& path) {
    const auto bytes = write(motion);
    if (!bytes) return std::unexpected(bytes.error());
    return save_bytes(*bytes, path);
}

bool operator==(const Motion& a, const Motion& b) {
    return layout::same_documents(a, b);
}

} // namespace kagami::vmd

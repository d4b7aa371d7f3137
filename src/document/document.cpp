#include "kagami/document.hpp"
#include "kagami/file.hpp"
#include "layout/document.hpp"
#include "layout/signatures.hpp"
#include "vmd/detect.hpp"

namespace kagami {

Result<Format> format_of(std::span<const std::byte> bytes) {
    const layout::Sniffed found = layout::sniff(bytes);
    if (found.format) return *found.format;
    return std::unexpected(Error{Code::unknown_format, 0, 4, {}, {}, {found.what, found.advice}});
}

Result<Document> open(std::span<const std::byte> bytes, ReadOptions options) {
    const auto format = format_of(bytes);
    if (!format) return std::unexpected(format.error());
    switch (*format) {
    case Format::pmx: return pmx::read(bytes, options);
    case Format::pmd: return pmd::read(bytes, options);
    case Format::vmd: return vmd::read_and_detect(bytes, options);
    case Format::vpd: break;
    }
    return vpd::read(bytes, options);
}

Result<Document> open(const std::filesystem::path& path, ReadOptions options) {
    const auto content = map_file(path);
    if (!content) return std::unexpected(content.error());
    auto document = open(content->bytes(), options);
    if (!document) document.error().file = path.string();
    if (document)
        std::visit(
            [&](auto& d) {
                if (d.damage) d.damage->error.file = path.string();
            },
            *document);
    return document;
}

const Damage* damage_of(const Document& document) {
    return std::visit([](const auto& d) { return layout::damage_of(d); }, document);
}

Result<std::vector<Part>> parts_of(std::span<const std::byte> bytes) {
    const auto parts = [](auto scanned) -> Result<std::vector<Part>> {
        if (!scanned) return std::unexpected(std::move(scanned.error()));
        return std::move(scanned->parts);
    };
    const auto format = format_of(bytes);
    if (!format) return std::unexpected(format.error());
    switch (*format) {
    case Format::pmx: return parts(pmx::scan(bytes));
    case Format::pmd: return parts(pmd::scan(bytes));
    case Format::vmd: return parts(vmd::scan(bytes));
    case Format::vpd: break;
    }
    return parts(vpd::scan(bytes));
}

std::string path_in(std::span<const std::byte> bytes, std::uint64_t offset) {
    return paths_in(bytes, {&offset, 1}).front();
}

std::vector<std::string> paths_in(std::span<const std::byte> bytes, std::span<const std::uint64_t> offsets) {
    const auto format = format_of(bytes);
    if (!format) return std::vector<std::string>(offsets.size());
    switch (*format) {
    case Format::pmx: return pmx::paths_at(bytes, offsets);
    case Format::pmd: return pmd::paths_at(bytes, offsets);
    case Format::vmd: return vmd::paths_at(bytes, offsets);
    case Format::vpd: break;
    }
    return vpd::paths_at(bytes, offsets);
}

Result<Bytes> write(const Document& document, std::vector<pmx::WidthChange>* changes) {
    if (const auto* model = std::get_if<pmx::Model>(&document)) return pmx::write(*model, changes);
    return std::visit([](const auto& d) { return write(d); }, document);
}

Result<void> save(const Document& document, const std::filesystem::path& path) {
    const auto bytes = write(document);
    if (!bytes) return std::unexpected(bytes.error());
    return save_bytes(*bytes, path);
}

} // namespace kagami

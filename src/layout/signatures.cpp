#include "layout/signatures.hpp"

#include <algorithm>
#include <array>

namespace kagami {

std::string_view name_of(Format format) {
    constexpr std::array<std::string_view, 4> names{"pmx", "pmd", "vmd", "vpd"};
    return names[static_cast<std::size_t>(format)];
}

namespace layout {

namespace {
std::string in_capitals(std::string_view name) {
    std::string out(name);
    for (char& c : out) c = static_cast<char>(c - 'a' + 'A');
    return out;
}
} // namespace

bool is_vmd_signature(std::string_view field) {
    const std::string_view text = field.substr(0, std::min(field.find('\0'), field.size()));
    return text == "Vocaloid Motion Data 0002" || text == "Vocaloid Motion Data file" || text == "Vocaloid Motion Data";
}

Sniffed sniff(std::span<const std::byte> bytes) {
    std::string_view head(reinterpret_cast<const char*>(bytes.data()), std::min<std::size_t>(bytes.size(), 64));
    if (head.empty()) return {std::nullopt, "an empty file", "get the file again"};
    if (head.starts_with("PMX") || head.starts_with("Pmx ")) return {Format::pmx, "a PMX model", "open it as PMX"};
    if (head.starts_with("Pmd")) return {Format::pmd, "a PMD model", "open it as PMD"};
    if (head.size() >= 30 && is_vmd_signature(head.substr(0, 30))) return {Format::vmd, "a VMD motion", "open it as VMD"};
    if (head.starts_with("Vocaloid Motion Data"))
        return {std::nullopt, "a VMD motion of an unknown version", "open it in the program that made it and save it for MikuMikuDance"};
    if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
    if (head.starts_with("Vocaloid Pose Data file")) return {Format::vpd, "a VPD pose", "open it as VPD"};
    if (head.starts_with("Polygon Movie maker"))
        return {std::nullopt, "an MMD project (PMM)", "save the models and motions in it one by one"};
    if (head.starts_with("PK\x03\x04")) return {std::nullopt, "a ZIP archive", "unpack it first"};
    return {std::nullopt, "something else", "check that this is the right file"};
}

std::optional<Error> refuse_other_formats(std::span<const std::byte> bytes, Format wanted) {
    Sniffed found = sniff(bytes);
    if (found.format == wanted) return std::nullopt;
    return Error{Code::wrong_format, 0, 4, "/header/signature", {}, {found.what, in_capitals(name_of(wanted)), found.advice}};
}

} // namespace layout
} // namespace kagami

// JSON of a Document: whatever it holds.
#include "json/any_json.hpp"
#include "diag/catching.hpp"
#include "kagami/json.hpp"
#include "json/parse.hpp"

namespace kagami {

namespace {
/// Calls `f` with an empty document of the format.
template <class F> auto with_format(Format format, F f) {
    switch (format) {
    case Format::pmx: return f(pmx::Model{});
    case Format::pmd: return f(pmd::Model{});
    case Format::vmd: return f(vmd::Motion{});
    case Format::vpd: break;
    }
    return f(vpd::Pose{});
}
} // namespace

std::string json_schema(Format format) {
    return with_format(format, []<class D>(const D&) { return schema_of<D>(); });
}

std::string format_tables(Format format) {
    return with_format(format, []<class D>(const D&) { return tables_of<D>(); });
}

template <> void to_json(const Document& document, const Sink& sink, JsonOptions options) {
    std::visit([&](const auto& d) { to_json(d, sink, options); }, document);
}
template <> std::string to_json(const Document& document, JsonOptions options) {
    return std::visit([&](const auto& d) { return to_json(d, options); }, document);
}
template <> Result<Document> from_dom(const Json& json) {
    if (json.is_object() && json.contains("format"))
        for (const Format format : {Format::pmx, Format::pmd, Format::vmd, Format::vpd})
            if (json["format"] == name_of(format))
                return with_format(format, [&]<class D>(const D&) -> Result<Document> { return from_dom<D>(json); });
    return std::unexpected(Error{Code::json_type, 0, 0, "/format", {}, {"format", "pmx, pmd, vmd or vpd", "something else"}});
}
template <> Result<Document> from_json(std::string_view json) {
    return catching([&]() -> Result<Document> {
        const auto parsed = parse_json(json);
        if (!parsed) return std::unexpected(parsed.error());
        return from_dom<Document>(*parsed);
    });
}
template <> Result<std::vector<Value>> get(const Document& document, std::string_view path) {
    return std::visit([&](const auto& d) { return get(d, path); }, document);
}
template <> Result<void> set(Document& document, std::string_view path, std::string_view value) {
    return std::visit([&](auto& d) { return set(d, path, value); }, document);
}
template <> std::vector<Difference> diff(const Document& a, const Document& b) {
    if (a.index() == b.index()) return std::visit([&]<class D>(const D& d) { return diff(d, std::get<D>(b)); }, a);
    const std::string before = '"' + std::string(name_of(format_of(a))) + '"', after = '"' + std::string(name_of(format_of(b))) + '"';
    return {{"/format", before, after, before + " -> " + after}};
}
template <> std::string json_patch(const Document& a, const Document& b) {
    if (a.index() == b.index()) return std::visit([&]<class D>(const D& d) { return json_patch(d, std::get<D>(b)); }, a);
    return "[\n {\"op\": \"replace\", \"path\": \"\", \"value\": " + to_json(b) + "}\n]\n";
}
template <> Result<Document> apply_patch(const Document& document, std::string_view patch) {
    return catching([&]() -> Result<Document> {
        const auto operations = parse_json(patch);
        if (!operations) return std::unexpected(operations.error());
        if (!parts_of_patch(*operations)) { // it may become one of another format
            const auto json = patched(to_json(document), *operations);
            return json ? from_dom<Document>(*json) : std::unexpected(json.error());
        }
        return std::visit([&](const auto& d) -> Result<Document> { return apply_patch(d, patch); }, document);
    });
}

} // namespace kagami

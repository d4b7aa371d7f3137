// The functions of kagami/json.hpp for every format that has a description. Each format instantiates them in a file of
// its own with KAGAMI_JSON_OF.
#pragma once

#include "diag/catching.hpp"
#include "kagami/json.hpp"
#include "layout/json_out.hpp"
#include "layout/spec.hpp"
#include "json/any_json.hpp"
#include "json/by_number.hpp"
#include "json/compare.hpp"
#include "json/json_in.hpp"
#include "json/json_patch.hpp"
#include "json/locate.hpp"
#include "json/parse.hpp"
#include "json/schema.hpp"

namespace kagami::layout {

/// The number of the record of a kind with this name, if there is exactly one.
template <class D> std::optional<std::int32_t> number_of(const D& document, std::size_t kind, const std::string& name) {
    std::optional<std::int32_t> number;
    const auto find = [&]<class C>(const C& list) {
        if constexpr (Named<Element<C>>) {
            const auto numbers = numbers_of(list, name, FormatOf<D>::globals(document), nullptr);
            if (numbers.size() == 1) number = static_cast<std::int32_t>(numbers.front());
        }
    };
    if constexpr (requires { FormatOf<D>::with_list(document, kind, find); }) FormatOf<D>::with_list(document, kind, find);
    return number;
}

/// What a person typed, as JSON for a value of type `X`: bare words stand for strings.
template <class X> Result<Json> typed(std::string_view value) {
    auto json = parse_json(value);
    if constexpr (std::same_as<X, Text> || is_fixed_text<X>) {
        if (json ? !(json->is_string() || json->is_object()) : !value.starts_with('"')) return Json(std::string(value));
    } else if constexpr (std::is_enum_v<X> || is_index<X> || is_byte_array<X> || std::same_as<X, Bytes>) {
        // Hex digits can look like a number.
        constexpr bool digits = std::same_as<X, Bytes> || (is_byte_array<X> && !is_char_array<X>);
        if (!json || digits) return json && json->is_string() ? std::move(*json) : Json(std::string(value));
    }
    if (!json)
        return std::unexpected(Error{Code::json_type,
                                     0,
                                     0,
                                     {},
                                     {},
                                     {"the value", "JSON as `kagami dump` shows it there", '"' + std::string(value.substr(0, 60)) + '"'}});
    return json;
}

/// What setting values must not do on the side. `lists` are the paths of lists that were set as a whole.
template <class D> std::optional<Error> side_effect(const D& before, const D& after, const std::vector<std::string>& lists) {
    if constexpr (requires { FormatOf<D>::forbidden(before, after); }) {
        if (auto wrong = FormatOf<D>::forbidden(before, after)) return wrong;
    }
    std::optional<Error> wrong;
    std::string changed;
    compare(
        before, after, [&](const std::string& at, const std::string&, const std::string&) { changed = at; },
        [&](const std::string& at) {
            if (!wrong && std::ranges::find(lists, at) == lists.end()) wrong = Error{Code::would_drop, 0, 0, at, {}, {"elements of " + at}};
        });
    if (!wrong && before.damage && !changed.empty() && before == after) wrong = Error{Code::beyond_damage, 0, 0, changed, {}, {changed}};
    return wrong;
}

} // namespace kagami::layout

namespace kagami {

template <class D> void to_json(const D& document, const Sink& sink, JsonOptions options) {
    layout::JsonOut<layout::GlobalsOf<D>> ar(layout::GlobalsOf<D>{}, options.geometry, document.damage ? &*document.damage : nullptr,
                                             &sink);
    ar.document(name_of(layout::FormatOf<D>::format), document);
}

template <class D> std::string to_json(const D& document, JsonOptions options) {
    std::string out;
    to_json(document, [&](std::string_view piece) { out += piece; }, options);
    return out;
}

template <class D> Result<D> from_dom(const Json& json) {
    D document;
    layout::JsonIn<layout::GlobalsOf<D>> ar(layout::GlobalsOf<D>{}, json);
    ar.document(name_of(layout::FormatOf<D>::format), document);
    if (ar.error) return std::unexpected(std::move(*ar.error));
    document.damage = std::move(ar.damage);
    return document;
}

template <class D> Result<D> from_json(std::string_view json) {
    return catching([&]() -> Result<D> {
        const auto parsed = parse_json(json);
        if (!parsed) return std::unexpected(parsed.error());
        return from_dom<D>(*parsed);
    });
}

template <class D> std::string schema_of() {
    const D document;
    return layout::document_schema(name_of(layout::FormatOf<D>::format), document, layout::GlobalsOf<D>{}).dump(1) + '\n';
}

template <class D> std::string tables_of() {
    const D document;
    layout::Spec<layout::GlobalsOf<D>> ar(layout::GlobalsOf<D>{});
    ar.document(document);
    return std::move(ar.out);
}

template <class D> Result<std::vector<Value>> get(const D& document, std::string_view path) {
    return catching([&]() -> Result<std::vector<Value>> {
        using G = layout::GlobalsOf<D>;
        std::vector<Value> values;
        const G globals = layout::FormatOf<D>::globals(document);
        auto visit = [&]<class X>(const std::string& at, const X& x, auto... component) -> std::optional<Error> {
            std::string json;
            if constexpr (sizeof...(component) != 0) {
                json = layout::json_of(std::bit_cast<std::array<float, sizeof(X) / sizeof(float)>>(x)[(component, ...)], globals);
            } else if constexpr (requires { x.get; }) {
                layout::JsonOut<G> out(globals);
                out.array({""}, x.size, x.get);
                json = std::move(out.out);
            } else if constexpr (std::same_as<X, Bytes>) {
                json = '"' + layout::to_hex(x.data(), x.size()) + '"';
            } else if constexpr (std::same_as<X, std::string_view>) {
                layout::append_json_string(json, x);
            } else {
                json = layout::json_of(x, globals);
            }
            values.push_back({at, std::move(json)});
            return std::nullopt;
        };
        layout::Locate<G, decltype(visit)> ar(globals, layout::split_path(path), visit);
        describe(ar, document);
        if (ar.found == 0 || ar.error) return std::unexpected(ar.not_found());
        return values;
    });
}

template <class D> Result<void> set(D& document, std::string_view path, std::string_view value) {
    return catching([&]() -> Result<void> {
        using G = layout::GlobalsOf<D>;
        if (!decode(value, Encoding::utf8)) return std::unexpected(Error{Code::text_not_utf8, 0, 0, std::string(path), {}, {}});
        D changed = document;
        const G globals = layout::FormatOf<D>::globals(document);
        std::vector<std::string> lists;
        auto visit = [&]<class X>(const std::string& at, X& x, auto... component) -> std::optional<Error> {
            auto json = layout::typed<std::remove_const_t<X>>(value);
            if (!json) {
                json.error().path = at;
                return std::move(json.error());
            }
            layout::JsonIn<G> in(globals, *json, true);
            in.resolve = [&](std::size_t kind, const std::string& name) { return layout::number_of(document, kind, name); };
            if constexpr (sizeof...(component) != 0) {
                auto parts = std::bit_cast<std::array<float, sizeof(X) / sizeof(float)>>(x);
                in.whole(parts[(component, ...)]);
                x = std::bit_cast<X>(parts);
            } else if constexpr (requires { x.get; }) {
                in.array({""}, x.size, x.get);
            } else if constexpr (std::same_as<X, Bytes>) {
                in.raw({""}, x);
            } else {
                in.whole(x);
                if constexpr (layout::Container<X>) lists.push_back(at);
            }
            if (in.error) in.error->path = at + in.error->path;
            return std::move(in.error);
        };
        layout::Locate<G, decltype(visit)> ar(globals, layout::split_path(path), visit);
        describe(ar, changed);
        if (ar.found == 0 || ar.error) return std::unexpected(ar.not_found());
        if constexpr (requires { layout::FormatOf<D>::settle(document, changed); }) layout::FormatOf<D>::settle(document, changed);
        if (const auto written = write(changed); !written) return std::unexpected(written.error());
        if (auto effect = layout::side_effect(document, changed, lists)) return std::unexpected(std::move(*effect));
        document = std::move(changed);
        return {};
    });
}

template <class D> std::vector<Difference> diff(const D& a, const D& b) {
    if (a == b) return {};
    layout::Comparer<D> comparer(a, b);
    comparer.documents();
    return std::move(comparer.differences);
}

template <class D> std::string json_patch(const D& a, const D& b) {
    layout::Patcher<D> patcher(a, b);
    patcher.documents();
    return std::move(patcher.out);
}

template <class D> Result<D> apply_patch(const D& document, std::string_view patch) {
    return catching([&]() -> Result<D> {
        using G = layout::GlobalsOf<D>;
        const auto operations = parse_json(patch);
        if (!operations) return std::unexpected(operations.error());
        const auto parts = document.damage ? std::nullopt : parts_of_patch(*operations);
        if (!parts) {
            const auto json = patched(to_json(document), *operations);
            return json ? from_dom<D>(*json) : std::unexpected(json.error());
        }
        // A model's vertices take a hundred times their size as JSON values: only what the patch changes becomes such.
        layout::JsonOut<G> out(G{});
        out.only = &*parts;
        out.document(name_of(layout::FormatOf<D>::format), document);
        const auto json = patched(out.out, *operations);
        if (!json) return std::unexpected(json.error());
        D changed = document;
        layout::JsonIn<G> in(G{}, *json);
        in.only = &*parts;
        in.document(name_of(layout::FormatOf<D>::format), changed);
        if (in.error) return std::unexpected(std::move(*in.error));
        return changed;
    });
}

// NOLINTBEGIN(bugprone-macro-parentheses): D is a type
#define KAGAMI_JSON_OF(D)                                                                                                                  \
    template KAGAMI_API void to_json(const D&, const Sink&, JsonOptions);                                                                  \
    template KAGAMI_API std::string to_json(const D&, JsonOptions);                                                                        \
    template KAGAMI_API Result<D> from_json(std::string_view);                                                                             \
    template Result<D> from_dom(const Json&);                                                                                              \
    template std::string schema_of<D>();                                                                                                   \
    template std::string tables_of<D>();                                                                                                   \
    template KAGAMI_API Result<std::vector<Value>> get(const D&, std::string_view);                                                        \
    template KAGAMI_API Result<void> set(D&, std::string_view, std::string_view);                                                          \
    template KAGAMI_API std::vector<Difference> diff(const D&, const D&);                                                                  \
    template KAGAMI_API std::string json_patch(const D&, const D&);                                                                        \
    template KAGAMI_API Result<D> apply_patch(const D&, std::string_view)
// NOLINTEND(bugprone-macro-parentheses)

} // namespace kagami

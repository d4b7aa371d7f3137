// PMX as JSON, values by path, differences, schema, format tables.
#include "kagami/pmx_json.hpp"
#include "layout/json_out.hpp"
#include "layout/spec.hpp"
#include "pmx/layout.hpp"
#include "json/diff.hpp"
#include "json/json_in.hpp"
#include "json/locate.hpp"
#include "json/schema.hpp"

#include <new>

namespace kagami::pmx {

namespace {

template <class F> auto catching(F f) -> decltype(f()) {
    try {
        return f();
    } catch (const std::bad_alloc&) {
        return std::unexpected(Error{Code::out_of_memory, 0, 0, {}, {}, {}});
    } catch (const Json::exception& e) {
        return std::unexpected(Error{Code::json_syntax, 0, 0, {}, {}, {e.what()}});
    }
}

Result<Json> parse(std::string_view json) {
    const auto fail = [](std::size_t offset, std::string_view what) {
        // What the parser says may quote bytes that are not valid.
        const std::size_t text = what.find("] ");
        const std::string_view sentence = text == std::string_view::npos ? what : what.substr(text + 2);
        return std::unexpected(Error{Code::json_syntax, offset, 1, {}, {}, {decode_for_display(sentence, Encoding::utf8)}});
    };
    try {
        return Json::parse(json);
    } catch (const Json::parse_error& e) {
        return fail(e.byte == 0 ? 0 : e.byte - 1, e.what());
    } catch (const Json::exception& e) { // a number too large for a float
        return fail(0, e.what());
    }
}

/// The number of the record of a kind with this name, if there is exactly one.
std::optional<std::int32_t> number_of(const Model& model, std::size_t kind, const std::string& name) {
    const Globals globals(model.header);
    const auto in = [&](const auto& list) -> std::optional<std::int32_t> {
        const auto numbers = layout::numbers_of(list, name, globals, nullptr);
        if (numbers.size() != 1) return std::nullopt;
        return static_cast<std::int32_t>(numbers.front());
    };
    switch (kind) {
    case kind_number<Texture>: return in(model.textures);
    case kind_number<Material>: return in(model.materials);
    case kind_number<Bone>: return in(model.bones);
    case kind_number<Morph>: return in(model.morphs);
    case kind_number<RigidBody>: return in(model.rigid_bodies);
    default: return std::nullopt;
    }
}

/// What a person typed, as JSON for a value of type `X`: bare words stand for strings.
template <class X> Result<Json> typed(std::string_view value) {
    auto json = parse(value);
    if constexpr (std::same_as<X, Text>) {
        if (!json || !(json->is_string() || json->is_object())) return Json(std::string(value));
    } else if constexpr (std::is_enum_v<X> || layout::is_index<X>) {
        if (!json) return Json(std::string(value));
    }
    return json;
}

template <class Report> void compare(const Model& a, const Model& b, Report report) {
    const std::size_t uvs = std::max(a.header.additional_uvs, b.header.additional_uvs);
    layout::Differ<Globals, Report> differ(Globals(a.header), Globals(b.header), Globals(4, std::min<std::size_t>(uvs, 4)), report);
    differ.documents(a, b);
    if (a.damage != b.damage)
        report("/damage", a.damage ? layout::json_of(*a.damage) : std::string{}, b.damage ? layout::json_of(*b.damage) : std::string{},
               false);
}

/// What setting values must not do on the side. `lists` are the paths of lists that were set as a whole.
std::optional<Error> side_effect(const Model& before, const Model& after, const std::vector<std::string>& lists) {
    if (before.header.encoding != after.header.encoding) return Error{Code::would_garble, 0, 0, "/header/encoding", {}, {}};
    if (before.damage && before.header != after.header) return Error{Code::kept_bytes_depend, 0, 0, "/header", {}, {}};
    if (before.header.additional_uvs > after.header.additional_uvs && !before.vertices.empty())
        return Error{Code::would_drop, 0, 0, "/header/additional_uvs", {}, {"additional UVs of all vertices"}};
    std::optional<Error> lost;
    compare(before, after, [&](const std::string& at, const std::string&, const std::string& now, bool in_list) {
        const auto meant = [&](const std::string& list) { return at.starts_with(list + '/'); };
        if (!lost && in_list && now.empty() && std::ranges::none_of(lists, meant)) lost = Error{Code::would_drop, 0, 0, at, {}, {at}};
    });
    return lost;
}

} // namespace

void to_json(const Model& model, const Sink& sink, JsonOptions options) {
    layout::JsonOut<Globals> ar(Globals{}, options.geometry, model.damage ? &*model.damage : nullptr, &sink);
    ar.document("pmx", model);
}

std::string to_json(const Model& model, JsonOptions options) {
    std::string out;
    to_json(model, [&](std::string_view piece) { out += piece; }, options);
    return out;
}

Result<Model> from_json(std::string_view json) {
    return catching([&]() -> Result<Model> {
        const auto parsed = parse(json);
        if (!parsed) return std::unexpected(parsed.error());
        Model model;
        layout::JsonIn<Globals> ar(Globals{}, *parsed);
        ar.document("pmx", model);
        if (ar.error) return std::unexpected(std::move(*ar.error));
        model.damage = std::move(ar.damage);
        return model;
    });
}

std::string json_schema() {
    const Model model;
    Json schema = layout::document_schema("pmx", model, Globals{});
    return schema.dump(1) + '\n';
}

std::string format_tables() {
    const Model model;
    layout::Spec<Globals> ar(Globals{});
    ar.document("PMX 2.0 and 2.1", model);
    return std::move(ar.out);
}

Result<std::vector<Value>> get(const Model& model, std::string_view path) {
    return catching([&]() -> Result<std::vector<Value>> {
        std::vector<Value> values;
        const Globals globals(model.header);
        auto visit = [&]<class X>(const std::string& at, const X& x, auto... component) -> std::optional<Error> {
            std::string json;
            if constexpr (sizeof...(component) != 0) {
                json = layout::json_of(std::bit_cast<std::array<float, sizeof(X) / sizeof(float)>>(x)[(component, ...)], globals);
            } else if constexpr (std::same_as<X, Bytes>) {
                json = '"' + layout::to_hex(x.data(), x.size()) + '"';
            } else {
                json = layout::json_of(x, globals);
            }
            values.push_back({at, std::move(json)});
            return std::nullopt;
        };
        layout::Locate<Globals, decltype(visit)> ar(globals, layout::split_path(path), visit);
        describe(ar, model);
        if (ar.found == 0 || ar.error) return std::unexpected(ar.not_found());
        return values;
    });
}

Result<void> set(Model& model, std::string_view path, std::string_view value) {
    return catching([&]() -> Result<void> {
        if (!decode(value, Encoding::utf8)) return std::unexpected(Error{Code::text_not_utf8, 0, 0, std::string(path), {}, {}});
        Model changed = model;
        const Globals globals(model.header);
        std::vector<std::string> lists;
        auto visit = [&]<class X>(const std::string& at, X& x, auto... component) -> std::optional<Error> {
            auto json = typed<X>(value);
            if (!json) return std::move(json.error());
            layout::JsonIn<Globals> in(globals, *json, true);
            in.resolve = [&](std::size_t kind, const std::string& name) { return number_of(model, kind, name); };
            if constexpr (sizeof...(component) != 0) {
                auto parts = std::bit_cast<std::array<float, sizeof(X) / sizeof(float)>>(x);
                in.whole(parts[(component, ...)]);
                x = std::bit_cast<X>(parts);
            } else if constexpr (std::same_as<X, Bytes>) {
                in.raw({""}, x);
            } else {
                in.whole(x);
                if constexpr (layout::Container<X>) lists.push_back(at);
            }
            if (in.error) in.error->path = at + in.error->path;
            return std::move(in.error);
        };
        layout::Locate<Globals, decltype(visit)> ar(globals, layout::split_path(path), visit);
        describe(ar, changed);
        if (ar.found == 0 || ar.error) return std::unexpected(ar.not_found());
        if (const auto written = write(changed); !written) return std::unexpected(written.error());
        if (auto effect = side_effect(model, changed, lists)) return std::unexpected(std::move(*effect));
        model = std::move(changed);
        return {};
    });
}

std::vector<Difference> diff(const Model& a, const Model& b) {
    std::vector<Difference> differences;
    compare(a, b, [&](std::string path, std::string before, std::string after, bool) {
        differences.push_back({std::move(path), std::move(before), std::move(after)});
    });
    return differences;
}

} // namespace kagami::pmx

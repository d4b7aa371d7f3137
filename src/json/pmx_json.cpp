// PMX as JSON, values by path, differences, schema, format tables.
#include "kagami/pmx_json.hpp"
#include "diag/catching.hpp"
#include "layout/json_out.hpp"
#include "layout/spec.hpp"
#include "pmx/layout.hpp"
#include "json/diff.hpp"
#include "json/json_in.hpp"
#include "json/locate.hpp"
#include "json/schema.hpp"

#include <functional>

namespace kagami::pmx {

namespace {

/// What JSON must be apart from its syntax, found on the way: not so deep that handling it needs a deep stack, and
/// without a key that stands twice in one object, since one of the two values would be lost.
class Watch {
public:
    [[nodiscard]] static std::optional<std::size_t> too_deep(std::string_view json) {
        constexpr int deepest = 64;
        int depth = 0;
        bool in_string = false;
        for (std::size_t i = 0; i < json.size(); ++i) {
            const char c = json[i];
            if (in_string) {
                i += c == '\\' ? 1 : 0;
                in_string = c != '"';
            } else if (c == '[' || c == '{') {
                if (++depth > deepest) return i;
            } else {
                depth -= c == ']' || c == '}' ? 1 : 0;
                in_string = c == '"';
            }
        }
        return std::nullopt;
    }
    bool operator()(int, Json::parse_event_t event, const Json& parsed) {
        using enum Json::parse_event_t;
        if (event == object_start) keys_.emplace_back();
        if (event == object_end) keys_.pop_back();
        if (event == key) {
            const auto& name = parsed.get_ref<const std::string&>();
            if (std::ranges::find(keys_.back(), name) != keys_.back().end() && twice.empty()) twice = name;
            keys_.back().push_back(name);
        }
        return true;
    }
    std::string twice; ///< the first such key

private:
    std::vector<std::vector<std::string>> keys_;
};

Result<Json> parse(std::string_view json) {
    const auto fail = [](std::size_t offset, std::string_view what) {
        // What the parser says may quote bytes that are not valid.
        const std::size_t text = what.find("] ");
        const std::string_view sentence = text == std::string_view::npos ? what : what.substr(text + 2);
        return std::unexpected(Error{Code::json_syntax, offset, 1, {}, {}, {decode_for_display(sentence, Encoding::utf8)}});
    };
    if (const auto at = Watch::too_deep(json)) return fail(*at, "it is nested too deeply");
    try {
        Watch watch;
        Json parsed = Json::parse(json, std::ref(watch));
        if (!watch.twice.empty()) return fail(0, "the key \"" + watch.twice + "\" stands twice in one object");
        return parsed;
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
        if (json ? !(json->is_string() || json->is_object()) : !value.starts_with('"')) return Json(std::string(value));
    } else if constexpr (std::is_enum_v<X> || layout::is_index<X> || layout::is_char_array<X> || std::same_as<X, Bytes>) {
        if (!json || std::same_as<X, Bytes>) return json && json->is_string() ? std::move(*json) : Json(std::string(value));
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

template <class Report, class Shorter> void compare(const Model& a, const Model& b, Report report, Shorter shorter) {
    const std::size_t uvs = std::max(a.header.additional_uvs, b.header.additional_uvs);
    const Globals widest(4, std::min<std::size_t>(uvs, 4));
    layout::Differ<Globals, Report, Shorter> differ(Globals(a.header), Globals(b.header), widest, report, shorter);
    differ.documents(a, b);
    if (a.damage != b.damage)
        report("/damage", a.damage ? layout::json_of(*a.damage) : std::string{}, b.damage ? layout::json_of(*b.damage) : std::string{});
}

/// What setting values must not do on the side. `lists` are the paths of lists that were set as a whole.
std::optional<Error> side_effect(const Model& before, const Model& after, const std::vector<std::string>& lists) {
    if (before.header.encoding != after.header.encoding) return Error{Code::would_garble, 0, 0, "/header/encoding", {}, {}};
    if (before.damage && before.header != after.header) return Error{Code::kept_bytes_depend, 0, 0, "/header", {}, {}};
    if (before.header.additional_uvs > after.header.additional_uvs && !before.vertices.empty())
        return Error{Code::would_drop, 0, 0, "/header/additional_uvs", {}, {"additional UVs of all vertices"}};
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
            } else if constexpr (requires { x.get; }) {
                layout::JsonOut<Globals> out(globals);
                out.array({""}, x.size, x.get);
                json = std::move(out.out);
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
            auto json = typed<std::remove_const_t<X>>(value);
            if (!json) {
                json.error().path = at;
                return std::move(json.error());
            }
            layout::JsonIn<Globals> in(globals, *json, true);
            in.resolve = [&](std::size_t kind, const std::string& name) { return number_of(model, kind, name); };
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
        layout::Locate<Globals, decltype(visit)> ar(globals, layout::split_path(path), visit);
        describe(ar, changed);
        if (ar.found == 0 || ar.error) return std::unexpected(ar.not_found());
        // A version that has soft bodies has their count.
        if (model.header.version < 2.1F && changed.header.version > 2.0F && !changed.soft_bodies) changed.soft_bodies.emplace();
        if (const auto written = write(changed); !written) return std::unexpected(written.error());
        if (auto effect = side_effect(model, changed, lists)) return std::unexpected(std::move(*effect));
        model = std::move(changed);
        return {};
    });
}

std::vector<Difference> diff(const Model& a, const Model& b) {
    std::vector<Difference> differences;
    compare(
        a, b,
        [&](std::string path, std::string before, std::string after) {
            differences.push_back({std::move(path), std::move(before), std::move(after)});
        },
        [](const std::string&) {});
    return differences;
}

} // namespace kagami::pmx

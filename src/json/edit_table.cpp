// Operations by name: what kagami/edit_table.hpp promises, by running the table in edit/parameters.hpp.
#include "kagami/edit_table.hpp"

#include "diag/catching.hpp"
#include "edit/parameters.hpp"
#include "text/nearest.hpp"
#include "json/parse.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace kagami::edit {

namespace {

template <class F> void each_operation(F f) {
    [&]<class... Op>(std::tuple<Op...>*) { (f(Op{}), ...); }(static_cast<Operations*>(nullptr));
}

template <class T> inline constexpr bool is_names = std::same_as<T, std::vector<std::string>>;
template <class T> inline constexpr bool is_numbers = false;
template <class T, std::size_t N> inline constexpr bool is_numbers<std::array<T, N>> = true;

/// Parameters out of a JSON object. Those that are missing keep their defaults; keys that do not belong are errors.
class In {
public:
    explicit In(const Json& object) : object_(object) {}
    std::optional<Error> error;

    template <class T> void operator()(const char* name, const char*, T& v) {
        known_.emplace_back(name);
        const auto found = object_.find(name);
        if (found == object_.end() || error) return;
        if (!get(*found, v)) error = Error{Code::json_type, 0, 0, '/' + std::string(name), {}, {name, wanted<T>(), found->dump()}};
    }
    void check_unknown() {
        for (const auto& [key, unused] : object_.items()) {
            if (error || key == "op" || std::ranges::find(known_, key) != known_.end()) continue;
            error = Error{Code::json_unknown, 0, 0, '/' + key, {}, {'"' + key + '"', nearest_hint(key, known_)}};
        }
    }

private:
    template <class T> static bool get(const Json& json, T& v) {
        if constexpr (std::same_as<T, bool>) {
            if (!json.is_boolean()) return false;
            v = json.get<bool>();
        } else if constexpr (std::same_as<T, std::string>) {
            if (!json.is_string()) return false;
            v = json.get<std::string>();
        } else if constexpr (is_names<T>) {
            v.clear();
            if (json.is_string()) return split(json.get<std::string>(), v);
            if (!json.is_array()) return false;
            for (const Json& one : json) {
                if (!one.is_string()) return false;
                v.push_back(one.get<std::string>());
            }
        } else if constexpr (is_numbers<T>) {
            if (!json.is_array() || json.size() != v.size()) return false;
            for (std::size_t i = 0; i < v.size(); ++i)
                if (!get(json[i], v[i])) return false;
        } else if constexpr (std::is_floating_point_v<T>) {
            if (!json.is_number()) return false;
            v = json.get<T>();
            return std::isfinite(v);
        } else {
            if (!json.is_number_integer()) return false;
            if (json.is_number_unsigned() && json.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<T>::max()))
                return false;
            const auto n = json.get<std::int64_t>();
            if (!json.is_number_unsigned() &&
                (n < static_cast<std::int64_t>(std::numeric_limits<T>::min()) ||
                 (n > 0 && static_cast<std::uint64_t>(n) > static_cast<std::uint64_t>(std::numeric_limits<T>::max()))))
                return false;
            v = static_cast<T>(n);
        }
        return true;
    }
    /// Names in one string have commas between them.
    static bool split(const std::string& text, std::vector<std::string>& names) {
        for (std::size_t from = 0; from <= text.size();) {
            const std::size_t end = std::min(text.find(',', from), text.size());
            if (end != from) names.push_back(text.substr(from, end - from));
            from = end + 1;
        }
        return true;
    }
    template <class T> static std::string wanted() {
        if constexpr (std::same_as<T, bool>) return "true or false";
        if constexpr (std::same_as<T, std::string>) return "a string";
        if constexpr (is_names<T>) return "an array of names, or names with commas between them";
        if constexpr (is_numbers<T>) return "an array of " + std::to_string(T{}.size()) + " numbers";
        if constexpr (std::is_floating_point_v<T>) return "a number";
        return "a whole number in its range";
    }

    const Json& object_;
    std::vector<std::string> known_;
};

/// A default as JSON.
template <class T> Json default_of(const T& v) {
    if constexpr (std::same_as<T, std::uint32_t>) {
        if (v == std::numeric_limits<T>::max()) return nullptr; // as far as there is something
    }
    return Json(v);
}

class Schema {
public:
    Json properties = Json::object();
    template <class T> void operator()(const char* name, const char* note, T& v) {
        Json schema;
        if constexpr (std::same_as<T, bool>) {
            schema["type"] = "boolean";
        } else if constexpr (std::same_as<T, std::string>) {
            schema["type"] = "string";
        } else if constexpr (is_names<T>) {
            schema["anyOf"] = Json::array({Json{{"type", "array"}, {"items", {{"type", "string"}}}}, Json{{"type", "string"}}});
        } else if constexpr (is_numbers<T>) {
            schema = Json{{"type", "array"}, {"items", {{"type", "integer"}}}, {"minItems", v.size()}, {"maxItems", v.size()}};
        } else if constexpr (std::is_floating_point_v<T>) {
            schema["type"] = "number";
        } else {
            schema["type"] = "integer";
        }
        schema["description"] = note;
        if (Json value = default_of(v); !value.is_null()) schema["default"] = std::move(value);
        properties[name] = std::move(schema);
    }
};

class Table {
public:
    std::string rows;
    template <class T> void operator()(const char* name, const char* note, T& v) {
        const Json value = default_of(v);
        rows += std::string("| ") + name + " | " + (value.is_null() ? "all" : '`' + value.dump() + '`') + " | " + note + " |\n";
    }
};

Result<Step> do_one(Document& document, const Json& json, const std::string& path) {
    const auto fail = [&](Error error) {
        error.path = path + error.path;
        return std::unexpected(std::move(error));
    };
    if (!json.is_object() || !json.contains("op") || !json["op"].is_string())
        return fail(Error{Code::json_type, 0, 0, {}, {}, {"a step", "an object with \"op\", the name of an operation", json.dump()}});
    const auto& wanted = json["op"].get_ref<const std::string&>();
    std::optional<Result<Step>> done;
    std::vector<std::string> names;
    each_operation([&]<class Op>(Op op) {
        names.emplace_back(About<Op>::name);
        if (wanted != About<Op>::name) return;
        In in(json);
        describe(in, op);
        in.check_unknown();
        auto* motion = std::get_if<vmd::Motion>(&document);
        if (in.error) {
            done = fail(std::move(*in.error));
        } else if (motion == nullptr) {
            done = fail(Error{Code::not_for_format, 0, 0, {}, {}, {wanted, "motions (VMD)"}});
        } else {
            auto report = apply(*motion, op);
            done = report ? Result<Step>(Step{About<Op>::name, std::move(*report)}) : fail(std::move(report.error()));
        }
    });
    if (!done) return fail(Error{Code::json_unknown, 0, 0, "/op", {}, {'"' + wanted + '"', nearest_hint(wanted, names)}});
    return std::move(*done);
}

} // namespace

std::span<const OperationInfo> operations() {
    static const std::vector<OperationInfo> all = [] {
        std::vector<OperationInfo> list;
        each_operation([&]<class Op>(const Op&) { list.push_back({About<Op>::name, About<Op>::summary}); });
        return list;
    }();
    return all;
}

Result<std::vector<Step>> apply_recipe(Document& document, std::string_view recipe) {
    return catching([&]() -> Result<std::vector<Step>> {
        const auto json = parse_json(recipe);
        if (!json) return std::unexpected(json.error());
        if (!json->is_array())
            return std::unexpected(Error{Code::json_type, 0, 0, {}, {}, {"a recipe", "an array of steps", "something else"}});
        Document changed = document;
        std::vector<Step> steps;
        for (std::size_t i = 0; i < json->size(); ++i) {
            auto step = do_one(changed, (*json)[i], '/' + std::to_string(i));
            if (!step) return std::unexpected(std::move(step.error()));
            steps.push_back(std::move(*step));
        }
        document = std::move(changed);
        return steps;
    });
}

std::string recipe_schema() {
    Json any = Json::array();
    each_operation([&]<class Op>(Op op) {
        Schema schema;
        describe(schema, op);
        Json properties{{"op", {{"const", About<Op>::name}}}};
        properties.update(schema.properties);
        any.push_back({{"type", "object"},
                       {"description", About<Op>::summary},
                       {"properties", std::move(properties)},
                       {"required", {"op"}},
                       {"additionalProperties", false}});
    });
    return Json{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                {"title", "A recipe of edits"},
                {"type", "array"},
                {"items", {{"anyOf", std::move(any)}}}}
               .dump(1) +
           '\n';
}

std::string operation_tables() {
    std::string out =
        "# Edits\n\nGenerated by `kagami formats edits`. Each is a step of `kagami edit` and of recipes. Names may hold `*` for\n"
        "anything and `?` for one character; one that hits nothing is an error. All work on motions (VMD).\n";
    each_operation([&]<class Op>(Op op) {
        out += "\n## " + std::string(About<Op>::name) + "\n\n" + std::string(About<Op>::summary) + '\n';
        Table table;
        describe(table, op);
        if (!table.rows.empty()) out += "\n| Parameter | Default | Meaning |\n|---|---|---|\n" + table.rows;
    });
    return out;
}

} // namespace kagami::edit

// Operations by name: what kagami/edit_table.hpp promises, by running the table in edit/parameters.hpp.
#include "kagami/edit_table.hpp"

#include "diag/catching.hpp"
#include "edit/parameters.hpp"
#include "edit/values.hpp"
#include "kagami/json.hpp"
#include "layout/archive.hpp"
#include "text/nearest.hpp"
#include "json/parse.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace kagami::edit {

template <> struct About<SetValue> {
    static constexpr std::string_view name = "set", summary = "set values by their path, as `kagami set` does";
};
template <class Ar> void describe(Ar& ar, SetValue& p) {
    ar("path", "/bones/左ひざ/layer; * for all", p.path);
    ar("value", "JSON, or a word where a text or a name stands", p.value);
}

namespace {

using AllOperations = decltype(std::tuple_cat(Operations{}, std::tuple<SetValue>{}));

/// A function for each operation: all in one would take compilers twice as long.
template <class Op, class F> [[gnu::noinline]] void call(F& f) {
    f(Op{});
}
template <class F> void each_operation(F f) {
    [&]<class... Op>(std::tuple<Op...>*) { (call<Op>(f), ...); }(static_cast<AllOperations*>(nullptr));
}

/// Parameters out of a JSON object. Those that are missing keep their defaults; keys that do not belong are errors.
class In {
public:
    In(const Json& object, const std::filesystem::path& folder) : object_(object), folder_(folder) {}
    std::optional<Error> error;

    template <class T> void operator()(const char* name, const char*, T& v) {
        known_.emplace_back(name);
        if constexpr (std::same_as<T, std::filesystem::path>) v = folder_;
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
        if constexpr (is_optional<T>) {
            return get(json, v.emplace());
        } else if constexpr (std::same_as<T, bool>) {
            if (!json.is_boolean()) return false;
            v = json.get<bool>();
        } else if constexpr (std::same_as<T, std::string> || std::same_as<T, std::filesystem::path>) {
            if (!json.is_string()) return false;
            v = json.get<std::string>();
        } else if constexpr (std::is_enum_v<T>) {
            const auto& table = layout::EnumTable<T>::names;
            const auto found =
                json.is_string() ? std::ranges::find(table, json.get<std::string>(), &layout::EnumName<T>::name) : table.end();
            if (found == table.end()) return false;
            v = found->value;
        } else if constexpr (NameList<T>) {
            v.clear();
            if (json.is_string()) return split(json.get<std::string>(), v);
            for (const Json& one : json.is_array() ? json : Json::array({json})) {
                if (one.is_number_unsigned()) {
                    v.push_back('#' + one.dump());
                } else if (one.is_string()) {
                    v.push_back(one.get<std::string>());
                } else {
                    return false;
                }
            }
        } else if constexpr (FileList<T>) {
            v.clear();
            for (const Json& one : json.is_array() ? json : Json::array({json})) {
                std::string path; // a comma may be part of it
                if (!get(one, path)) return false;
                v.emplace_back(path);
            }
        } else if constexpr (Numbers<T>) {
            if (is_one_for_all<T> && json.is_number()) {
                for (std::size_t i = 0; i < numbers_in<T>; ++i)
                    if (!get(json, number_at(v, i))) return false;
                return true;
            }
            if (!json.is_array() || json.size() != numbers_in<T>) return false;
            for (std::size_t i = 0; i < numbers_in<T>; ++i)
                if (!get(json[i], number_at(v, i))) return false;
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
        if constexpr (is_optional<T>) return wanted<typename T::value_type>();
        if constexpr (std::same_as<T, bool>) return "true or false";
        if constexpr (std::same_as<T, std::string> || std::same_as<T, std::filesystem::path>) return "a string";
        if constexpr (std::is_enum_v<T>) {
            std::string list = "one of";
            for (const auto& entry : layout::EnumTable<T>::names) (list += list.size() == 6 ? " " : ", ") += entry.name;
            return list;
        }
        if constexpr (NameList<T>) return "an array of names, or names with commas between them";
        if constexpr (FileList<T>) return "a file, or an array of files";
        if constexpr (Numbers<T>)
            return (is_one_for_all<T> ? "a number, or an array of " : "an array of ") + std::to_string(numbers_in<T>) + " numbers";
        if constexpr (std::is_floating_point_v<T>) return "a number";
        return "a whole number in its range";
    }

    const Json& object_;
    const std::filesystem::path& folder_;
    std::vector<std::string> known_;
};

/// Gives the parameters of a step, which are words of a command line, the types that the operation wants. What is no such
/// value stays a string, for In to refuse.
class Words {
public:
    explicit Words(Json& step) : step_(step) {}

    template <class T> void operator()(const char* name, const char*, T&) {
        if (const auto found = step_.find(name); found != step_.end() && found->is_string()) *found = typed<T>(found->get<std::string>());
    }

private:
    template <class T> static Json typed(const std::string& word) {
        if constexpr (is_optional<T>) {
            return typed<typename T::value_type>(word);
        } else if constexpr (std::same_as<T, std::string> || std::same_as<T, std::filesystem::path> || std::is_enum_v<T>) {
            return word;
        } else {
            if constexpr (NameList<T> || FileList<T>)
                if (!word.starts_with('[')) return word;
            Json value = Json::parse(word, nullptr, false);
            if constexpr (Numbers<T>)
                if (value.is_discarded()) value = Json::parse('[' + word + ']', nullptr, false);
            return value.is_discarded() || value.is_string() ? Json(word) : value;
        }
    }
    Json& step_;
};

/// A default as JSON; null if it is nothing in particular.
template <class T> Json default_of(T v) { // NOLINT(performance-unnecessary-value-param): number_at wants no const
    if constexpr (is_optional<T> || std::same_as<T, std::filesystem::path>) return nullptr;
    if constexpr (std::same_as<T, std::uint32_t>) {
        if (v == std::numeric_limits<T>::max()) return nullptr; // as far as there is something
    }
    if constexpr (is_one_for_all<T>) {
        return Json(number_at(v, 0));
    } else if constexpr (Numbers<T>) {
        Json array = Json::array();
        for (std::size_t i = 0; i < numbers_in<T>; ++i) array.push_back(number_at(v, i));
        return array;
    } else if constexpr (std::is_enum_v<T>) {
        return Json(std::ranges::find(layout::EnumTable<T>::names, v, &layout::EnumName<T>::value)->name);
    } else if constexpr (FileList<T>) {
        return Json::array();
    } else if constexpr (!is_optional<T> && !std::same_as<T, std::filesystem::path>) {
        return Json(v);
    }
}

class Schema {
public:
    Json properties = Json::object();
    template <class T> void operator()(const char* name, const char* note, T& v) {
        Json schema = of<T>();
        schema["description"] = note;
        if (Json value = default_of(v); !value.is_null()) schema["default"] = std::move(value);
        properties[name] = std::move(schema);
    }

private:
    template <class T> static Json of() {
        if constexpr (is_optional<T>) {
            return of<typename T::value_type>();
        } else if constexpr (std::same_as<T, bool>) {
            return {{"type", "boolean"}};
        } else if constexpr (std::same_as<T, std::string> || std::same_as<T, std::filesystem::path>) {
            return {{"type", "string"}};
        } else if constexpr (std::is_enum_v<T>) {
            Json names = Json::array();
            for (const auto& entry : layout::EnumTable<T>::names) names.push_back(entry.name);
            return {{"enum", std::move(names)}};
        } else if constexpr (NameList<T>) {
            const Json number{{"type", "integer"}, {"minimum", 0}}, name{{"type", "string"}};
            return {{"anyOf", Json::array({Json{{"type", "array"}, {"items", {{"anyOf", Json::array({name, number})}}}}, name, number})}};
        } else if constexpr (FileList<T>) {
            const Json file{{"type", "string"}};
            return {{"anyOf", Json::array({Json{{"type", "array"}, {"items", file}}, file})}};
        } else if constexpr (Numbers<T>) {
            T numbers{};
            Json items = of<std::remove_reference_t<decltype(number_at(numbers, 0))>>();
            Json array{{"type", "array"}, {"items", items}, {"minItems", numbers_in<T>}, {"maxItems", numbers_in<T>}};
            if constexpr (is_one_for_all<T>) return {{"anyOf", Json::array({std::move(items), std::move(array)})}};
            return array;
        } else {
            return {{"type", std::is_floating_point_v<T> ? "number" : "integer"}};
        }
    }
};

class Table {
public:
    std::string rows;
    template <class T> void operator()(const char* name, const char* note, T& v) {
        const Json value = default_of(v);
        rows += std::string("| ") + name + " | " +
                (!value.is_null()                         ? '`' + value.dump() + '`'
                 : is_optional<T>                         ? ""
                 : std::same_as<T, std::filesystem::path> ? "the file's own"
                                                          : "all") +
                " | " + note + choices<T>() + " |\n";
    }

private:
    template <class T> static std::string choices() {
        std::string list;
        if constexpr (std::is_enum_v<T>)
            for (const auto& entry : layout::EnumTable<T>::names) (list += list.empty() ? ": " : ", ") += entry.name;
        return list;
    }
};

/// The formats that an operation is for, "motions (VMD)".
template <class Op> std::string formats_of() {
    std::string list;
    const auto add = [&]<class D>(const char* name) {
        if constexpr (EditFor<D, Op>) (list += list.empty() ? "" : ", ") += name;
    };
    add.template operator()<pmx::Model>("PMX");
    add.template operator()<pmd::Model>("PMD");
    add.template operator()<vmd::Motion>("VMD");
    add.template operator()<vpd::Pose>("VPD");
    return list;
}

Result<Step> do_one(Document& document, const Json& json, const std::string& path, const std::filesystem::path& folder) {
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
        In in(json, folder);
        describe(in, op);
        in.check_unknown();
        if (in.error) {
            done = fail(std::move(*in.error));
            return;
        }
        auto report = std::visit(
            [&]<class D>(D& d) -> Result<Report> {
                if constexpr (EditFor<D, Op>) {
                    return apply_in_place(d, op);
                } else {
                    return std::unexpected(Error{Code::not_for_format, 0, 0, {}, {}, {wanted, formats_of<Op>()}});
                }
            },
            document);
        done = report ? Result<Step>(Step{About<Op>::name, std::move(*report)}) : fail(std::move(report.error()));
    });
    if (!done) return fail(Error{Code::json_unknown, 0, 0, "/op", {}, {'"' + wanted + '"', nearest_hint(wanted, names)}});
    return std::move(*done);
}

} // namespace

namespace {
template <class D> Result<Report> set_value(D& document, const SetValue& op) {
    return catching([&]() -> Result<Report> {
        const D before = document;
        if (const auto done = set(document, op.path, op.value); !done) return std::unexpected(done.error());
        Report report;
        for (const Difference& d : diff(before, document))
            report.changes.push_back({d.path, d.what.empty() ? "set to " + d.after : d.what, 1});
        return report;
    });
}
} // namespace

Result<Report> apply_in_place(pmx::Model& model, const SetValue& op) {
    return set_value(model, op);
}
Result<Report> apply_in_place(pmd::Model& model, const SetValue& op) {
    return set_value(model, op);
}
Result<Report> apply_in_place(vmd::Motion& motion, const SetValue& op) {
    return set_value(motion, op);
}
Result<Report> apply_in_place(vpd::Pose& pose, const SetValue& op) {
    return set_value(pose, op);
}

std::span<const OperationInfo> operations() {
    static const std::vector<OperationInfo> all = [] {
        std::vector<OperationInfo> list;
        each_operation([&]<class Op>(const Op&) { list.push_back({About<Op>::name, About<Op>::summary}); });
        return list;
    }();
    return all;
}

Result<std::vector<Step>> apply_recipe(Document& document, std::string_view recipe, const std::filesystem::path& folder) {
    return catching([&]() -> Result<std::vector<Step>> {
        const auto json = parse_json(recipe);
        if (!json) return std::unexpected(json.error());
        if (!json->is_array())
            return std::unexpected(Error{Code::json_type, 0, 0, {}, {}, {"a recipe", "an array of steps", "something else"}});
        Document changed = document;
        std::vector<Step> steps;
        for (std::size_t i = 0; i < json->size(); ++i) {
            auto step = do_one(changed, (*json)[i], '/' + std::to_string(i), folder);
            if (!step) return std::unexpected(std::move(step.error()));
            steps.push_back(std::move(*step));
        }
        document = std::move(changed);
        return steps;
    });
}

Result<std::string> recipe_from(std::span<const std::string> words) {
    return catching([&]() -> Result<std::string> {
        Json recipe = Json::array();
        for (const std::string& word : words) {
            const std::size_t equals = word.find('=');
            if (std::ranges::find(operations(), word, &OperationInfo::name) != operations().end()) {
                recipe.push_back(Json{{"op", word}});
            } else if (equals == std::string::npos || equals == 0 || recipe.empty() || word.starts_with("op=")) {
                return std::unexpected(
                    Error{Code::json_type, 0, 0, {}, {}, {"a step", "an operation, and then PARAMETER=VALUE", '"' + word + '"'}});
            } else { // given several times it is a list
                Json& value = recipe.back()[word.substr(0, equals)];
                const std::string text = word.substr(equals + 1);
                if (value.is_string()) value = Json::array({std::move(value)});
                if (value.is_array()) {
                    value.push_back(text);
                } else {
                    value = text;
                }
            }
        }
        for (Json& step : recipe)
            each_operation([&]<class Op>(Op op) {
                if (step["op"] != About<Op>::name) return;
                Words typed(step);
                describe(typed, op);
            });
        return recipe.dump(-1, ' ', false, Json::error_handler_t::replace);
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
        "anything and `?` for one character, and `#12` or `#3-7` stand for numbers; one that hits nothing is an error.\n"
        "A list of names is written with commas, or, where a comma is part of a name, as `[\"a,b\",\"c\"]`.\n\n"
        "A recipe is a JSON list of such steps, `[{\"op\": \"scale\", \"factor\": 1.1}, {\"op\": \"recolor\", \"materials\": [\"髪\"],\n"
        "\"diffuse\": [1, 0, 0]}]`; [schema/recipe.schema.json](schema/recipe.schema.json) is its schema.\n";
    each_operation([&]<class Op>(Op op) {
        out += "\n## " + std::string(About<Op>::name) + "\n\n" + std::string(About<Op>::summary) + " (" + formats_of<Op>() + ")\n";
        Table table;
        describe(table, op);
        if (!table.rows.empty()) out += "\n| Parameter | Default | Meaning |\n|---|---|---|\n" + table.rows;
    });
    return out;
}

} // namespace kagami::edit

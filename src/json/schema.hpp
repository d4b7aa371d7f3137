// A JSON Schema of the JSON form, from the descriptions.
#pragma once

#include "layout/archive.hpp"
#include "layout/extents.hpp"
#include "json/json_type.hpp"

#include <cmath>

namespace kagami::layout {

template <class G> class Schema : public Archive<Schema<G>, G> {
public:
    Json object{{"type", "object"}, {"properties", Json::object()}, {"required", Json::array()}, {"additionalProperties", false}};

    using Archive<Schema, G>::Archive;

    template <class X> void part(Field f, const X& x) { this->item(f, x); }
    template <class X> void optional_part(Field f, const X&) {
        const Held<X> sample{};
        const auto there = [&] { part(f, sample); };
        optionally(there);
    }
    void rest(Field f, const Bytes& bytes) { raw(f, bytes); }

    template <class T> void value(Field f, const T&) { add(f, value_schema<T>()); }
    template <class T, class U> void oneof(Field f, const T&, std::initializer_list<U> allowed) {
        Json set = Json::array();
        for (const U u : allowed) set.push_back(number(u));
        add(f, {{"enum", set}});
    }
    template <class E> void tag(Field f, const E&) { add(f, {{"enum", names_of<E>()}}); }
    void encoding(Field f, const Encoding&) { add(f, {{"enum", {"cp932", "gbk", "utf8"}}}); }
    template <class K> void ref(Field f, const Index<K>&) { add(f, {{"type", "integer"}}); }
    void text(Field f, const Text&) { add(f, {{"$ref", "#/$defs/text"}}); }
    void spelling(Field f, const Spelling&) { add(f, {{"$ref", "#/$defs/text"}}); }
    void size8(Field, std::size_t, const Bytes&) {}
    void raw(Field f, const Bytes&) { add(f, {{"$ref", "#/$defs/hex"}}); }
    template <class R> void record(Field f, const R& r) { add(f, schema_of(r)); }
    template <class Get> void array(Field f, std::size_t n, Get get) {
        // The length depends on other fields, and so does whether the key is there.
        const auto& element = get(0);
        Json schema{{"type", "array"}, {"items", schema_of(element)}, {"minItems", 1}};
        if (n == 0) schema.erase("minItems");
        const bool optional = std::exchange(optional_, optional_ || n == 0);
        add(f, schema);
        optional_ = optional;
    }
    template <class C> void list(Field f, const C&) {
        const Element<C> sample{};
        add(f, {{"type", "array"}, {"items", schema_of(sample)}});
    }

    template <class F> void when(bool, const char*, F fields) { optionally(fields); }
    template <class F, class Else> void either(bool, const char*, F fields, Else otherwise) {
        optionally(fields);
        optionally(otherwise);
    }
    template <class E, class... Cases> void branch(E, Cases... cases) { (optionally(cases.fields), ...); }

private:
    static Json number(float f) { return f == std::floor(f) ? Json(std::lround(f)) : Json(f); }
    static Json number(int n) { return n; }

    /// The schema of one value without a name.
    template <class X> Json schema_of(const X& x) {
        if constexpr (std::derived_from<X, Text> || is_index<X> || Plain<X> || Container<X>) {
            Schema inner(this->globals_);
            inner.item({"x"}, x);
            return inner.object["properties"]["x"];
        } else {
            Schema inner(this->globals_);
            describe(inner, x);
            return inner.object;
        }
    }
    /// Fields of different cases may share a name: then either form will do.
    void add(Field f, Json schema) {
        Json& properties = object["properties"];
        if (properties.contains(f.name)) {
            Json& there = properties[f.name];
            if (there == schema) return;
            if (!there.contains("anyOf")) there = Json{{"anyOf", Json::array({there})}};
            there["anyOf"].push_back(std::move(schema));
            return;
        }
        properties[f.name] = std::move(schema);
        if (!optional_) object["required"].push_back(f.name);
    }
    template <class F> void optionally(F fields) {
        const bool outer = std::exchange(optional_, true);
        fields();
        optional_ = outer;
    }

    template <class T> static Json value_schema() {
        if constexpr (VectorValue<T>) {
            const auto size = static_cast<int>(sizeof(T) / sizeof(float));
            return {{"type", "array"}, {"items", {{"$ref", "#/$defs/float"}}}, {"minItems", size}, {"maxItems", size}};
        } else if constexpr (is_char_array<T>) {
            return {{"$ref", "#/$defs/text"}};
        } else if constexpr (is_fixed_text<T>) {
            return {{"$ref", "#/$defs/fixed_text"}};
        } else if constexpr (is_byte_array<T>) {
            constexpr auto digits = static_cast<int>(2 * sizeof(T));
            return {{"$ref", "#/$defs/hex"}, {"minLength", digits}, {"maxLength", digits}};
        } else if constexpr (is_flags<T>) {
            return {{"type", "array"}, {"items", {{"anyOf", {{{"enum", names_of<typename FlagOf<T>::type>()}}, {{"type", "integer"}}}}}}};
        } else if constexpr (std::is_enum_v<T>) {
            return {{"anyOf", {{{"enum", names_of<T>()}}, {{"type", "integer"}}}}};
        } else if constexpr (std::is_floating_point_v<T>) {
            return {{"$ref", "#/$defs/float"}};
        } else {
            return {{"type", "integer"},
                    {"minimum", static_cast<std::int64_t>(std::numeric_limits<T>::min())},
                    {"maximum", static_cast<std::int64_t>(std::numeric_limits<T>::max())}};
        }
    }
    template <class E> static Json names_of() {
        Json names = Json::array();
        for (const auto& entry : EnumTable<E>::names) names.push_back(entry.name);
        return names;
    }

    bool optional_ = false;
};

/// The whole schema of a document of a format.
template <class D, class G> Json document_schema(std::string_view format, const D& document, const G& globals) {
    Schema<G> ar(globals);
    ar.object["properties"]["format"] = Json{{"const", format}};
    ar.object["required"].push_back("format");
    describe(ar, document);
    ar.object["properties"]["damage"] = Json{{"type", "object"},
                                             {"properties",
                                              {{"part", {{"type", "string"}}},
                                               {"missing", {{"type", "integer"}, {"minimum", 0}}},
                                               {"count_known", {{"type", "boolean"}}},
                                               {"bytes", {{"$ref", "#/$defs/hex"}}}}},
                                             {"required", {"part", "missing", "count_known", "bytes"}},
                                             {"additionalProperties", false}};
    // A damaged document lacks the parts after the damage.
    Json required = ar.object["required"];
    ar.object["required"] = Json::array({"format"});
    ar.object["anyOf"] = Json::array({Json{{"required", std::move(required)}}, Json{{"required", {"damage"}}}});
    Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "The JSON form of " + std::string(format)}};
    schema.update(ar.object);
    schema["$defs"] = Json{{"float", {{"anyOf", {{{"type", "number"}}, {{"type", "string"}, {"pattern", "^0x[0-9a-fA-F]{8}$"}}}}}},
                           {"hex", {{"type", "string"}, {"pattern", "^([0-9a-fA-F]{2})*$"}}},
                           {"text",
                            {{"anyOf",
                              {{{"type", "string"}},
                               {{"type", "object"},
                                {"properties", {{"hex", {{"$ref", "#/$defs/hex"}}}}},
                                {"required", {"hex"}},
                                {"additionalProperties", false}}}}}},
                           {"fixed_text",
                            {{"anyOf",
                              {{{"$ref", "#/$defs/text"}},
                               {{"type", "object"},
                                {"properties", {{"text", {{"$ref", "#/$defs/text"}}}, {"filler", {{"$ref", "#/$defs/hex"}}}}},
                                {"required", {"text", "filler"}},
                                {"additionalProperties", false}}}}}}};
    return schema;
}

} // namespace kagami::layout

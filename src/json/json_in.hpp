// JSON in: the inverse of layout/json_out.hpp. Every key must be known and every field present.
#pragma once

#include "kagami/names.hpp"
#include "kagami/reading.hpp"
#include "layout/archive.hpp"
#include "layout/json_out.hpp"
#include "layout/problems.hpp"
#include "layout/steps.hpp"
#include "text/nearest.hpp"
#include "json/json_type.hpp"

#include <functional>
#include <limits>
#include <optional>

namespace kagami::layout {

[[nodiscard]] inline std::string kind_of(const Json& json) {
    switch (json.type()) {
    case Json::value_t::null: return "null";
    case Json::value_t::object: return "an object";
    case Json::value_t::array: return "an array of " + std::to_string(json.size());
    case Json::value_t::string: return "the string " + json.dump();
    case Json::value_t::boolean: return json.dump();
    default: return "the number " + json.dump();
    }
}

[[nodiscard]] inline std::optional<std::string> from_hex(const std::string& hex) {
    std::string out;
    const auto digit = [](char c) {
        return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    };
    for (std::size_t i = 0; i + 1 < hex.size() + hex.size() % 2; i += 2) {
        const int high = digit(hex[i]), low = i + 1 < hex.size() ? digit(hex[i + 1]) : -1;
        if (high < 0 || low < 0) return std::nullopt;
        out += static_cast<char>(high * 16 + low);
    }
    return out;
}

/// Finds the number of a named record of a kind; set where people may write names for indices.
template <class G> using Resolve = std::function<std::optional<std::int32_t>(std::size_t kind, const std::string& name)>;

template <class G> class JsonIn : public Archive<JsonIn<G>, G> {
public:
    /// `partial`: fields may be missing and then keep their values.
    JsonIn(const G& globals, const Json& json, bool partial = false) : Archive<JsonIn, G>(globals), node_(&json), partial_(partial) {}

    std::optional<Error> error;
    std::optional<Damage> damage;
    const PartNames* only = nullptr; ///< all other parts of the document keep their values
    Resolve<G> resolve;

    /// The whole document.
    template <class D> void document(std::string_view format, D& d) {
        if (!node_->is_object()) return fail(Code::json_type, {""}, {"the document", "an object", kind_of(*node_)});
        object_ = node_;
        used_ = 0;
        const Json* stated = child({"format"});
        if (stated != nullptr && *stated != format)
            return fail(Code::json_type, {"format"}, {"format", "\"" + std::string(format) + '"', kind_of(*stated)});
        read_damage();
        if (!error) describe(*this, d);
        if (!error && damage && !done_)
            fail(Code::value_range, {"damage"}, {"part", '"' + damage->part + '"', "a part that the document has"});
        check_unknown();
    }
    /// One value, whatever it is.
    template <class X> void whole(X& x) { this->item({""}, x); }

    // ---- parts

    template <class X> void part(Field f, X& x) {
        if (error || done_ || is_kept(f)) return;
        done_ = damage && damage->part == f.name;
        if (!done_ || object_->contains(f.name)) {
            this->item(f, x);
        } else {
            asked_.push_back(f.name);
        }
    }
    template <class X> void optional_part(Field f, X& x) {
        if (error || done_ || is_kept(f)) return;
        if (object_->contains(f.name) || (damage && damage->part == f.name)) {
            part(f, x.emplace());
        } else {
            x.reset();
            asked_.push_back(f.name);
        }
    }
    void rest(Field f, Bytes& bytes) {
        if (!done_ && !is_kept(f)) raw(f, bytes);
    }

    // ---- fields

    template <class T> void value(Field f, T& v) {
        const Json* json = child(f);
        if (json == nullptr) return;
        if constexpr (VectorValue<T>) {
            std::array<float, sizeof(T) / sizeof(float)> parts{};
            if (!json->is_array() || json->size() != parts.size())
                return wrong(f, "an array of " + std::to_string(parts.size()) + " numbers", *json);
            for (std::size_t i = 0; i < parts.size(); ++i)
                if (!number(f, (*json)[i], parts[i])) return;
            v = std::bit_cast<T>(parts);
        } else if constexpr (is_flags<T>) {
            flags(f, *json, v);
        } else if constexpr (is_char_array<T>) {
            const auto bytes = json->is_string() ? std::optional(json->template get<std::string>()) : hex_object(*json);
            if (!bytes || bytes->size() != v.size())
                return wrong(f, "a string of " + std::to_string(v.size()) + " ASCII characters, or {\"hex\": …}", *json);
            std::ranges::copy(*bytes, v.begin());
        } else if constexpr (is_byte_array<T>) {
            const auto bytes = json->is_string() ? from_hex(json->template get_ref<const std::string&>()) : std::nullopt;
            if (!bytes || bytes->size() != v.size()) return wrong(f, "a string of " + std::to_string(2 * v.size()) + " hex digits", *json);
            std::memcpy(v.data(), bytes->data(), v.size());
        } else if constexpr (is_fixed_text<T>) {
            fixed_text(f, *json, v);
        } else if constexpr (std::is_enum_v<T>) {
            if (json->is_string()) {
                for (const auto& entry : EnumTable<T>::names)
                    if (entry.name == json->template get_ref<const std::string&>()) {
                        v = entry.value;
                        return;
                    }
                return wrong(f, names_of<T>(), *json);
            }
            std::underlying_type_t<T> raw{};
            if (number(f, *json, raw)) v = static_cast<T>(raw);
        } else {
            number(f, *json, v);
        }
    }
    template <class T> void magic(Field f, T& v, bool (*good)(std::string_view), const char* what) {
        T wanted = v;
        value(f, wanted);
        if (error) return;
        if (!good(signature_of(wanted))) return fail(Code::value_range, f, {label(f), "not known", what});
        v = wanted;
    }
    void encoding(Field f, Encoding& e) {
        if (is_kept(f)) return;
        const Json* json = child(f);
        if (json == nullptr) return;
        for (const Encoding one : {Encoding::cp932, Encoding::gbk, Encoding::utf8}) {
            if (*json != encoding_keys[static_cast<std::size_t>(one)]) continue;
            e = one;
            return;
        }
        wrong(f, "cp932, gbk or utf8", *json);
    }
    template <class E> void tag(Field f, E& e) {
        E v = e;
        value(f, v);
        if (error) return;
        if (enum_name(v).empty())
            return fail(Code::value_range, f, {label(f), std::to_string(+static_cast<std::underlying_type_t<E>>(v)), names_of<E>()});
        e = v;
    }
    template <class T, class U> void oneof(Field f, T& v, std::initializer_list<U> allowed) {
        T wanted = v;
        value(f, wanted);
        if (error) return;
        if (!is_one_of(wanted, allowed)) return fail(Code::value_range, f, {label(f), Json(wanted).dump(), "one of " + list_of(allowed)});
        v = wanted;
    }
    template <class Stored, class K> void ref_as(Field f, Index<K>& index) {
        const Json* json = child(f);
        if (json == nullptr) return;
        if (json->is_string() && resolve) {
            const auto found = resolve(G::template kind<K>(), json->template get<std::string>());
            if (!found) return wrong(f, "an index, or the name of a " + std::string(G::kind_name(G::template kind<K>())), *json);
            index.value = *found;
            return;
        }
        Stored stored{};
        if (number(f, *json, stored)) index.value = static_cast<std::int32_t>(stored);
    }
    template <class K> void ref(Field f, Index<K>& index) { ref_as<std::int32_t>(f, index); }
    void text(Field f, Text& text) {
        const Json* json = child(f);
        if (json == nullptr) return;
        if (const auto bytes = hex_object(*json)) return text.assign(*bytes);
        if (!json->is_string()) return wrong(f, "a string, or {\"hex\": …}", *json);
        if (auto bytes = encoded(f, *json)) text.assign(*bytes);
    }
    void spelling(Field f, Spelling& s) {
        const Json* json = child(f);
        if (json == nullptr) return;
        if (json->is_number()) {
            float v = 0;
            if (number(f, *json, v)) s = spell(v);
        } else if (json->is_string() && value_of(json->template get_ref<const std::string&>())) {
            s.assign(json->template get_ref<const std::string&>());
        } else {
            wrong(f, "a number, or a string that is one", *json);
        }
    }
    void size8(Field, std::size_t, const Bytes&) {}
    void raw(Field f, Bytes& bytes) {
        const Json* json = child(f);
        if (json == nullptr) return;
        const auto content = json->is_string() ? from_hex(json->template get_ref<const std::string&>()) : std::nullopt;
        if (!content) return wrong(f, "a string of hex digits, two for each byte", *json);
        bytes.assign(std::as_bytes(std::span(*content)));
    }
    template <class R> void record(Field f, R& r) {
        const Json* json = child(f);
        if (json == nullptr) return;
        if (!json->is_object()) return wrong(f, "an object", *json);
        const Json* outer = std::exchange(object_, json);
        const std::size_t used = std::exchange(used_, 0), asked_from = std::exchange(asked_from_, asked_.size());
        if (*f.name != '\0') steps_.enter(f.name);
        describe(*this, r);
        check_unknown();
        if (*f.name != '\0') steps_.leave();
        object_ = outer;
        used_ = used;
        asked_.resize(std::exchange(asked_from_, asked_from));
    }
    template <class Get> void array(Field f, std::size_t n, Get get) {
        if (n == 0) return;
        const Json* json = child(f);
        if (json == nullptr) return;
        if (!json->is_array() || json->size() != n) return wrong(f, "an array of " + std::to_string(n), *json);
        each(f, *json, [&](std::size_t i) { this->item({""}, get(i)); });
    }
    template <class C> void list(Field f, C& c) {
        const Json* json = child(f);
        if (json == nullptr) return;
        if (json->is_object() && json->contains("omitted")) return fail(Code::json_omitted, f, {label(f)});
        if (!json->is_array()) return wrong(f, "an array", *json);
        const bool whole = std::exchange(partial_, false);
        if constexpr (requires { c.emplace_back(); }) {
            c.clear();
            each(f, *json, [&](std::size_t) { this->item({""}, c.emplace_back()); });
        } else {
            make_room(c, json->size(), this->globals_);
            each(f, *json, [&](std::size_t i) {
                auto&& row = c[i];
                prepare(row);
                this->item({""}, row);
                complete(row);
            });
        }
        partial_ = whole;
    }

private:
    [[nodiscard]] bool is_kept(Field f) {
        if (only == nullptr || only->contains(f.name)) return false;
        asked_.push_back(f.name);
        return true;
    }
    [[nodiscard]] std::string label(Field f) const { return *f.name != '\0' ? f.name : steps_.depth() != 0 ? steps_.path() : "the value"; }

    /// The JSON of a field; nullptr after an error, or if it may be missing and is.
    const Json* child(Field f) {
        if (error) return nullptr;
        if (*f.name == '\0') return node_;
        asked_.push_back(f.name);
        const auto found = object_->find(f.name);
        if (found != object_->end()) {
            ++used_;
            return &*found;
        }
        if (!partial_) fail(Code::json_missing, f, {f.name});
        return nullptr;
    }
    template <class F> void each(Field f, const Json& array, F element) {
        const Json* outer = node_;
        if (*f.name != '\0') steps_.enter(f.name);
        for (std::size_t i = 0; i < array.size() && !error; ++i) {
            const Inside inside(steps_, i);
            node_ = &array[i];
            element(i);
        }
        if (*f.name != '\0') steps_.leave();
        node_ = outer;
    }
    /// Every key of the object at hand must have been asked for by the description.
    void check_unknown() {
        if (error || used_ == object_->size()) return;
        std::vector<std::string> known;
        for (std::size_t i = asked_from_; i < asked_.size(); ++i) known.emplace_back(asked_[i]);
        for (const auto& [key, unused] : object_->items())
            if (std::ranges::find(known, key) == known.end())
                return fail(Code::json_unknown, {key.c_str()}, {'"' + key + '"', nearest_hint(key, known)});
    }

    /// The bytes of a string; nothing after an error.
    std::optional<std::string> encoded(Field f, const Json& json) {
        auto text = encode(json.get_ref<const std::string&>(), this->globals_.encoding());
        if (text) return std::string(text->bytes());
        fail(text.error().code, f, std::move(text.error().arguments));
        return std::nullopt;
    }
    /// The bytes of a string that is to fit into a field. In CP932 the rules of fit_name hold; an empty text is one too.
    std::optional<std::string> fitted(Field f, const Json& json, std::size_t size) {
        const auto& utf8 = json.get_ref<const std::string&>();
        const bool by_rule = this->globals_.encoding() == Encoding::cp932 && !utf8.empty();
        auto name = by_rule ? fit_name(utf8, {.limit = size}) : Result<FittedName>(FittedName{});
        if (!name) {
            fail(name.error().code, f, std::move(name.error().arguments));
            return std::nullopt;
        }
        if (by_rule) return std::move(name->bytes);
        if (utf8.find('\0') != std::string::npos) {
            wrong(f, "a string without U+0000", json);
            return std::nullopt;
        }
        return encoded(f, json);
    }
    template <std::size_t Size> void fixed_text(Field f, const Json& json, FixedText<Size>& text) {
        const bool with_filler = json.is_object() && json.size() == 2 && json.contains("text") && json.contains("filler");
        const Json& plain = with_filler ? json["text"] : json;
        std::string field;
        if (const auto all = hex_object(plain); all && (all->size() == Size || with_filler)) {
            field = *all;
        } else if (plain.is_string()) {
            auto bytes = fitted(f, plain, Size);
            if (!bytes) return;
            field = std::move(*bytes);
        } else {
            return wrong(f, "a string, {\"text\": …, \"filler\": …}, or {\"hex\": …} of " + std::to_string(Size) + " bytes", json);
        }
        if (field.size() > Size) // hex digits
            return fail(Code::name_too_long, f, {label(f), std::to_string(field.size()), std::to_string(Size), {}});
        std::string filler(1, '\0');
        if (with_filler) {
            const auto given = json["filler"].is_string() ? from_hex(json["filler"].template get_ref<const std::string&>()) : std::nullopt;
            if (!given || given->empty() || given->front() != '\0' || field.size() + given->size() > Size)
                return wrong({"filler"}, "hex digits that begin with 00 and have room behind the text", json["filler"]);
            filler = *given;
        }
        if (field.size() < Size) field += filler;
        field.resize(Size, field.empty() ? '\0' : field.back());
        text.load(field.data());
    }

    void read_damage() {
        const auto found = object_->find("damage");
        if (found == object_->end()) return;
        ++used_;
        asked_.push_back("damage");
        const Inside inside(steps_, "damage");
        const Json& json = *found;
        if (!json.is_object() || json.size() != 4 || !json.contains("part") || !json["part"].is_string() || !json.contains("missing") ||
            !json["missing"].is_number_unsigned() ||
            json["missing"].template get<std::uint64_t>() > std::numeric_limits<std::uint32_t>::max() || !json.contains("count_known") ||
            !json["count_known"].is_boolean() || !json.contains("bytes") || !json["bytes"].is_string())
            return wrong({""}, "an object of part, missing, count_known and bytes", json);
        const auto bytes = from_hex(json["bytes"].get<std::string>());
        if (!bytes) return wrong({"bytes"}, "a string of hex digits", json["bytes"]);
        damage.emplace();
        damage->part = json["part"].get<std::string>();
        damage->missing = json["missing"].get<std::uint32_t>();
        damage->count_known = json["count_known"].get<bool>();
        damage->bytes.assign(std::as_bytes(std::span(*bytes)));
    }

    static std::optional<std::string> hex_object(const Json& json) {
        if (!json.is_object() || json.size() != 1 || !json.contains("hex") || !json["hex"].is_string()) return std::nullopt;
        return from_hex(json["hex"].get_ref<const std::string&>());
    }
    template <class E> static std::string names_of() {
        std::string out = "one of";
        for (const auto& entry : EnumTable<E>::names) (out += ' ') += entry.name;
        return out;
    }
    template <class T> bool number(Field f, const Json& json, T& v) {
        if constexpr (std::is_floating_point_v<T>) {
            if (json.is_number_float()) {
                v = json.get<float>();
            } else if (json.is_number_unsigned()) {
                v = static_cast<float>(json.get<std::uint64_t>());
            } else if (json.is_number_integer()) {
                v = static_cast<float>(json.get<std::int64_t>());
            } else if (const auto bits = bits_of(json)) {
                v = std::bit_cast<float>(*bits);
            } else {
                wrong(f, "a number, or the bits of a float as \"0x7fc00000\"", json);
                return false;
            }
        } else {
            const auto least = static_cast<std::int64_t>(std::numeric_limits<T>::min()),
                       greatest = static_cast<std::int64_t>(std::numeric_limits<T>::max());
            if (!json.is_number_integer()) {
                wrong(f, "a whole number", json);
                return false;
            }
            const bool huge = json.is_number_unsigned() && json.get<std::uint64_t>() > static_cast<std::uint64_t>(greatest);
            if (huge || json.get<std::int64_t>() < least || json.get<std::int64_t>() > greatest) {
                fail(Code::value_range, f, {label(f), json.dump(), "from " + std::to_string(least) + " to " + std::to_string(greatest)});
                return false;
            }
            v = json.get<T>();
        }
        return true;
    }
    static std::optional<std::uint32_t> bits_of(const Json& json) {
        if (!json.is_string()) return std::nullopt;
        const auto& text = json.get_ref<const std::string&>();
        if (text.size() != 10 || !text.starts_with("0x")) return std::nullopt;
        const auto bytes = from_hex(text.substr(2));
        if (!bytes) return std::nullopt;
        std::uint32_t bits = 0;
        for (const char c : *bytes) bits = bits << 8 | static_cast<unsigned char>(c);
        return bits;
    }
    template <class E> void flags(Field f, const Json& json, Flags<E>& v) {
        using Bits = typename Flags<E>::Bits;
        if (!json.is_array()) return wrong(f, "an array of flag names", json);
        Flags<E> set;
        for (const Json& one : json) {
            Bits bit = 0;
            if (one.is_string()) {
                for (const auto& entry : EnumTable<E>::names)
                    if (entry.name == one.template get_ref<const std::string&>()) bit = static_cast<Bits>(entry.value);
                if (bit == 0) return wrong(f, "made of " + names_of<E>(), one);
            } else if (!number(f, one, bit)) {
                return;
            }
            set.bits = static_cast<Bits>(set.bits | bit);
        }
        v = set;
    }

    void wrong(Field f, std::string expected, const Json& json) {
        fail(Code::json_type, f, {label(f), std::move(expected), kind_of(json)});
    }
    void fail(Code code, Field f, std::vector<std::string> arguments) {
        if (!error) error = Error{code, 0, 0, steps_.path(f.name), {}, std::move(arguments)};
    }

    const Json* node_;               // the value at hand, for elements of arrays
    const Json* object_ = nullptr;   // the object whose keys are the fields at hand
    std::size_t used_ = 0;           // how many of its keys were used
    std::vector<const char*> asked_; // all fields asked for, of this object from asked_from_ on
    std::size_t asked_from_ = 0;
    bool partial_, done_ = false;
    Steps steps_;
};

} // namespace kagami::layout

// JSON out: the form of docs/json.md.
#pragma once

#include "kagami/reading.hpp"
#include "layout/archive.hpp"

#include <charconv>
#include <cmath>
#include <functional>
#include <set>
#include <string>

namespace kagami::layout {

inline constexpr std::string_view hex_digits = "0123456789abcdef";

[[nodiscard]] inline std::string to_hex(const void* data, std::size_t size) {
    std::string out;
    out.reserve(2 * size);
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) {
        out += hex_digits[bytes[i] >> 4];
        out += hex_digits[bytes[i] & 15];
    }
    return out;
}

inline void append_json_string(std::string& out, std::string_view utf8) {
    out += '"';
    for (const char c : utf8) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            (out += '\\') += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\r') {
            out += "\\r";
        } else if (byte < 0x20) {
            ((out += "\\u00") += hex_digits[byte >> 4]) += hex_digits[byte & 15];
        } else {
            out += c;
        }
    }
    out += '"';
}

template <class Number> void append_json_number(std::string& out, Number v) {
    char buffer[48];
    if constexpr (std::is_floating_point_v<Number>) {
        if (!std::isfinite(v)) {
            const auto bits = std::bit_cast<std::uint32_t>(v);
            out += "\"0x";
            for (int shift = 28; shift >= 0; shift -= 4) out += hex_digits[bits >> shift & 15];
            out += '"';
            return;
        }
    }
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, v).ptr;
    out.append(buffer, end);
    if (std::string_view(buffer, end) == "-0") out += ".0"; // an integer -0 would lose its sign
}

/// The encodings' names in JSON.
inline constexpr std::array<std::string_view, 4> encoding_keys{"utf16le", "utf8", "cp932", "gbk"};

/// {"hex": "…"}
[[nodiscard]] inline std::string hex_object(std::string_view bytes) {
    return "{\"hex\": \"" + to_hex(bytes.data(), bytes.size()) + "\"}";
}

/// What stands behind a text in its field: the bytes up to the one that repeats up to the end.
[[nodiscard]] inline std::string_view filler_of(std::string_view field, std::size_t text_size) {
    std::string_view filler = field.substr(text_size);
    while (filler.size() >= 2 && filler[filler.size() - 2] == filler.back()) filler.remove_suffix(1);
    return filler;
}

inline void append_json_text(std::string& out, std::string_view bytes, Encoding encoding) {
    if (survives(bytes, encoding)) {
        append_json_string(out, *decode(bytes, encoding));
    } else {
        out += hex_object(bytes);
    }
}
template <std::size_t Size> void append_json_text(std::string& out, const FixedText<Size>& text, Encoding encoding) {
    const std::string_view bytes = text.bytes(), filler = filler_of(text.field(), bytes.size());
    if (!survives(bytes, encoding)) {
        out += hex_object(text.field());
    } else if (filler.empty() || filler == std::string_view("\0", 1)) {
        append_json_text(out, bytes, encoding);
    } else {
        out += "{\"text\": ";
        append_json_text(out, bytes, encoding);
        out += ", \"filler\": \"" + to_hex(filler.data(), filler.size()) + "\"}";
    }
}

template <class T> void append_json_value(std::string& out, const T& v) {
    if constexpr (VectorValue<T>) {
        const auto parts = std::bit_cast<std::array<float, sizeof(T) / sizeof(float)>>(v);
        char separator = '[';
        for (const float part : parts) {
            out += separator;
            if (separator == ',') out += ' ';
            append_json_number(out, part);
            separator = ',';
        }
        out += ']';
    } else if constexpr (is_flags<T>) {
        out += '[';
        for (unsigned bit = 1; bit <= v.bits; bit <<= 1) {
            if ((v.bits & bit) == 0) continue;
            if (out.back() != '[') out += ", ";
            const auto name = enum_name(static_cast<typename FlagOf<T>::type>(bit));
            if (name.empty()) {
                append_json_number(out, bit);
            } else {
                append_json_string(out, name);
            }
        }
        out += ']';
    } else if constexpr (is_char_array<T>) {
        const std::string_view text(v.data(), v.size());
        if (std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7F; })) {
            append_json_string(out, text);
        } else {
            out += hex_object(text);
        }
    } else if constexpr (is_byte_array<T>) {
        out += '"' + to_hex(v.data(), v.size()) + '"';
    } else if constexpr (std::is_enum_v<T>) {
        if (const auto name = enum_name(v); !name.empty()) {
            append_json_string(out, name);
        } else {
            append_json_number(out, +static_cast<std::underlying_type_t<T>>(v));
        }
    } else if constexpr (std::is_floating_point_v<T>) {
        append_json_number(out, v);
    } else {
        append_json_number(out, +v);
    }
}

[[nodiscard]] inline std::string json_of(const Damage& damage) {
    std::string out = "{\"part\": ";
    append_json_string(out, damage.part);
    return out + ", \"missing\": " + std::to_string(damage.missing) + ", \"count_known\": " + (damage.count_known ? "true" : "false") +
           ", \"bytes\": \"" + to_hex(damage.bytes.data(), damage.bytes.size()) + "\"}";
}

/// Some parts of a document, by their names.
using PartNames = std::set<std::string, std::less<>>;

template <class G> class JsonOut : public Archive<JsonOut<G>, G> {
public:
    using Sink = std::function<void(std::string_view)>;
    std::string out;
    const PartNames* only = nullptr; ///< all other parts of the document are left out

    explicit JsonOut(const G& globals, bool geometry = true, const Damage* damage = nullptr, const Sink* sink = nullptr)
        : Archive<JsonOut, G>(globals), geometry_(geometry), damage_(damage), sink_(sink) {}

    /// The whole document.
    template <class D> void document(std::string_view format, const D& d) {
        out += "{\n \"format\": ";
        append_json_string(out, format);
        first_ = false;
        describe(*this, d);
        out += "\n}\n";
        flush(0);
    }

    // ---- parts, a line each; their elements, a line each

    template <class X> void part(Field f, const X& x) {
        if (done_ || left_out(f)) return;
        const bool damaged = damage_ != nullptr && damage_->part == f.name;
        if (Container<X> || !damaged) {
            top_ = true;
            this->item(f, x);
            top_ = false;
        }
        if (!damaged) return;
        done_ = true;
        out += ",\n \"damage\": " + json_of(*damage_);
    }
    void rest(Field f, const Bytes& bytes) {
        if (done_ || left_out(f)) return;
        top_ = true;
        raw(f, bytes);
        top_ = false;
    }

    // ---- fields

    template <class T> void value(Field f, const T& v) {
        key(f);
        if constexpr (is_fixed_text<T>) {
            append_json_text(out, v, this->globals_.encoding());
        } else {
            append_json_value(out, v);
        }
    }
    void encoding(Field f, const Encoding& e) {
        if (left_out(f)) return;
        top_ = true;
        key(f);
        top_ = false;
        append_json_string(out, encoding_keys[static_cast<std::size_t>(e)]);
    }
    template <class K> void ref(Field f, const Index<K>& index) { value(f, index.value); }
    template <class Stored, class K> void ref_as(Field f, const Index<K>& index) { value(f, static_cast<Stored>(index.value)); }
    void text(Field f, const Text& text) {
        key(f);
        append_json_text(out, text.bytes(), this->globals_.encoding());
    }
    void size8(Field, std::size_t, const Bytes&) {}
    void raw(Field f, const Bytes& bytes) {
        key(f);
        out += '"' + to_hex(bytes.data(), bytes.size()) + '"';
    }
    template <class R> void record(Field f, const R& r) {
        key(f);
        const bool top = std::exchange(top_, false);
        out += '{';
        first_ = true;
        describe(*this, r);
        out += '}';
        first_ = false;
        top_ = top;
    }
    template <class Get> void array(Field f, std::size_t n, Get get) {
        if (n == 0) return;
        key(f);
        for (std::size_t i = 0; i < n; ++i) {
            out += i == 0 ? "[" : ", ";
            this->item({""}, get(i));
        }
        out += ']';
    }
    template <class C> void list(Field f, const C& c) {
        using T = Element<C>;
        key(f);
        if (!geometry_ && is_geometry<T>) {
            out += "{\"omitted\": " + std::to_string(c.size()) + '}';
            return;
        }
        const bool top = std::exchange(top_, false);
        const std::size_t per_line = !top ? c.size() + 1 : is_index<T> ? 24 : 1;
        out += '[';
        for (std::size_t i = 0; i < c.size(); ++i) {
            const bool new_line = i % per_line == 0 && top;
            if (i != 0) out += new_line ? "," : ", ";
            if (new_line) out += "\n  ";
            auto&& element = c[i];
            this->item({""}, element);
            flush(std::size_t{1} << 16);
        }
        if (top && c.size() != 0) out += "\n ";
        out += ']';
        top_ = top;
    }

private:
    [[nodiscard]] bool left_out(Field f) const { return only != nullptr && !only->contains(f.name); }

    void key(Field f) {
        if (*f.name == '\0') return;
        if (!first_) out += top_ ? "," : ", ";
        if (top_) out += "\n ";
        append_json_string(out, f.name);
        out += ": ";
        first_ = false;
    }
    void flush(std::size_t above) {
        if (sink_ == nullptr || out.size() <= above) return;
        (*sink_)(out);
        out.clear();
    }

    bool geometry_, first_ = true, top_ = false, done_ = false;
    const Damage* damage_;
    const Sink* sink_;
};

/// One value as JSON.
template <class X, class G> std::string json_of(const X& x, const G& globals) {
    JsonOut<G> ar(globals);
    ar.item({""}, x);
    return std::move(ar.out);
}

} // namespace kagami::layout

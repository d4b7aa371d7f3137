// Random documents by description: every kind of record, any bits in every float, dangling references, broken texts.
#pragma once

#include "layout/archive.hpp"

#include <random>
#include <string>

namespace kagami::layout {

template <class G> class Generator : public Archive<Generator<G>, G> {
public:
    /// `largest` bounds the number of elements of each list.
    Generator(const G& globals, std::uint64_t seed, std::size_t largest)
        : Archive<Generator, G>(globals), random_(seed), largest_(largest) {}

    template <class X> void part(Field f, X& x) {
        if constexpr (Container<X>) {
            list(f, x);
        } else {
            this->item(f, x);
        }
    }
    template <class X> void optional_part(Field f, X& x) {
        // Without its count nothing may follow either, or it would be taken for that count.
        if (ended_ |= below(4) == 0; ended_) {
            x.reset();
        } else {
            part(f, x.emplace());
        }
    }
    void rest(Field, Bytes& bytes) { bytes = ended_ || below(2) == 0 ? Bytes{} : some_bytes(below(9)); }

    template <class T> void value(Field, T& v) {
        if constexpr (is_char_array<T>) return; // a signature
        if constexpr (is_fixed_text<T>) return fixed_text(v);
        if constexpr (std::is_enum_v<T>) {
            if (below(8) != 0) return choose(v);
        }
        if constexpr (std::is_floating_point_v<T> || VectorValue<T>) {
            auto parts = std::bit_cast<std::array<std::uint32_t, sizeof(T) / sizeof(float)>>(v);
            for (auto& bits : parts) bits = float_bits();
            v = std::bit_cast<T>(parts);
        } else if constexpr (is_byte_array<T>) {
            for (auto& byte : v) byte = static_cast<std::uint8_t>(random_());
        } else if constexpr (!is_char_array<T> && !is_fixed_text<T>) {
            const std::uint64_t bits = random_();
            std::memcpy(static_cast<void*>(&v), &bits, sizeof v);
        }
    }
    template <class E> void tag(Field, E& e) { choose(e); }
    template <class T, class U> void oneof(Field, T& v, std::initializer_list<U> allowed) {
        v = static_cast<T>(*(allowed.begin() + below(allowed.size())));
    }
    template <class K> void ref(Field, Index<K>& index) {
        const std::size_t width = this->globals_.template width<K>();
        const std::int64_t range = std::int64_t{1} << (8 * width);
        const auto bits = static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(range));
        const bool wraps = !G::template is_unsigned<K>() || width == 4;
        index.value = static_cast<std::int32_t>(wraps && bits >= range / 2 ? bits - range : bits);
    }
    template <class T> void magic(Field, T&, bool (*)(std::string_view), const char*) {}
    template <class Stored, class I> void ref_as(Field, I& index) {
        index.value = static_cast<std::int32_t>(static_cast<Stored>(random_()));
    }
    void text(Field, Text& text) {
        const std::string bytes = some_text();
        text.assign(bytes);
    }
    std::size_t count(Field, std::size_t) { return below(largest_ + 1); }
    void size8(Field, std::size_t base, Bytes& bytes) { bytes = below(4) == 0 ? some_bytes(below(255 - base)) : Bytes{}; }
    void raw(Field, Bytes&) {}
    template <class C> void list(Field f, C& c) {
        const std::size_t n = f.count.as == Count::As::known ? f.count.known : below(largest_ + 1);
        if constexpr (requires { c.emplace_back(); }) {
            c.clear();
            for (std::size_t i = 0; i < n; ++i) this->item({""}, c.emplace_back());
        } else {
            make_room(c, n, this->globals_);
            for (std::size_t i = 0; i < n; ++i) {
                auto&& row = c[i];
                prepare(row);
                this->item({""}, row);
                complete(row);
            }
        }
    }

private:
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
    template <class E> void choose(E& e) {
        const auto& names = EnumTable<E>::names;
        e = names[below(names.size())].value;
    }
    std::uint32_t float_bits() {
        static constexpr float plain[] = {0.0F, -0.0F, 1.0F, -1.0F, 0.1F, 1e20F, 1e-40F, 123456792.0F};
        return below(2) == 0 ? std::bit_cast<std::uint32_t>(plain[below(std::size(plain))]) : static_cast<std::uint32_t>(random_());
    }
    std::string some_text() {
        std::string utf8;
        static constexpr std::string_view pieces[] = {"a",  "Z",  "\\",   "/",  "\"", "\r\n", "\n",           " ", "左",
                                                      "ひ", "ざ", "ﾈｸﾀｲ", "头", "머", "𠮷",   "\xEF\xBB\xBF", "é", "~"};
        for (std::size_t n = below(12); n > 0; --n) utf8 += pieces[below(std::size(pieces))];
        if (const auto encoded = encode(utf8, this->globals_.encoding()); encoded && below(6) != 0) return std::string(encoded->bytes());
        const Bytes bytes = some_bytes(below(17));
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
    /// The text may fill the field or be cut in the middle of a character; behind it lie NULs, another filler or remnants.
    template <std::size_t Size> void fixed_text(FixedText<Size>& text) {
        std::string field = some_text();
        if (field.size() < Size) field += '\0';
        for (std::size_t n = below(3); n > 0; --n) field += static_cast<char>(random_());
        constexpr char fillers[] = {'\0', '\0', '\xFD'};
        field.resize(Size, fillers[below(std::size(fillers))]);
        text.load(field.data());
    }
    Bytes some_bytes(std::size_t n) {
        Bytes bytes;
        bytes.resize(n);
        for (auto& byte : bytes) byte = static_cast<std::byte>(random_());
        return bytes;
    }

    std::mt19937_64 random_;
    std::size_t largest_;
    bool ended_ = false;
};

/// A random document; the same for the same seed, with every compiler.
template <class D, class G> D generate(const G& globals, std::uint64_t seed, std::size_t largest) {
    D document;
    Generator<G> ar(globals, seed, largest);
    describe(ar, document);
    return document;
}

} // namespace kagami::layout

// The words that a record's description is made of, and what all archives share.
//
// A description is one function per record, `describe(ar, record)`, in the layout.hpp of its format. It may name a
// field, branch on a field already named, and loop over a count. An archive is a class that gives these words a
// meaning: reading, writing, counting, printing … Nothing else in the code base knows the order of fields.
//
//   ar.part(f, x)            a top-level part of the file; parts are what survives damage
//   ar.optional_part(f, x)   the same, absent if the file ends before it
//   ar.rest(f, bytes)        everything up to the end of the file
//   ar.value(f, v)           a number, vector, enumeration or flag set, as its bytes
//   ar.magic(f, v, ok, s)  a signature: what `ok` says yes to; `s` says what that is
//   ar.tag(f, e)             an enumeration whose value decides what follows; an unknown value cannot be read past
//   ar.oneof(f, v, {…})      a number that must be one of a few
//   ar.text(f, t)            a byte length and that many bytes
//   ar.ref(f, index)         an index of another record; the globals say how wide it is
//   ar.ref_i16, ref_u16, ref_u32(f, index)   the same, of a width of its own
//   ar.ref_i16_or_0(f, index)   the same, where 0 says "none", so that the first record cannot be referred to
//   ar.record(f, r)          a nested group of fields
//   ar.array(f, n, get)      n elements, n known from elsewhere
//   ar.list(f, c)            a count and that many elements; the field says how the count is stored
//   ar.count(f, n)           the count of a list that follows later, with a count of exactly what this returns; n is its size
//   ar.size8(f, base, b)     a byte that counts `base` + the size of `b`, whose bytes follow later as
//   ar.raw(f, b)             bytes whose number is known
//   ar.interleaved(g, f, n, gap, get)   in a text file: n numbers, each behind its gap
//   ar.spelling(f, s)        in a text file: a number as it is spelt
//   ar.encoding(f, e)        how the texts are meant; said beside the file, not in it
//   ar.when(c, note, f)      fields that are there if c
//   ar.either(c, note, f, g) one group or the other
//   ar.variant(c, note, f, g)  the same where the globals say which, for the whole file
//   ar.branch(e, on<…>(f)…)  one group per value of a tag
#pragma once

#include "kagami/fixed_text.hpp"
#include "kagami/spelling.hpp"
#include "kagami/storage.hpp"
#include "kagami/text.hpp"
#include "kagami/types.hpp"

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string_view>
#include <type_traits>
#include <utility>

#define KAGAMI_INLINE [[gnu::always_inline]] inline

namespace kagami::layout {

static_assert(std::endian::native == std::endian::little, "values are copied to and from files as they lie in memory");

/// How a list's count is stored.
struct Count {
    enum class As : std::uint8_t { i32, u32, u16, u8, known } as = As::i32;
    std::size_t known = 0; ///< for As::known: not stored, since another field has said it

    [[nodiscard]] constexpr std::size_t bytes() const { return as == As::known ? 0 : as == As::u8 ? 1 : as == As::u16 ? 2 : 4; }
    /// Whether a list of this size can be written.
    [[nodiscard]] constexpr bool allows(std::size_t size) const { return as == As::known ? size == known : size <= greatest(); }
    [[nodiscard]] constexpr std::size_t greatest() const {
        return as == As::known ? known : as == As::u8 ? 0xFF : as == As::u16 ? 0xFFFF : as == As::u32 ? 0xFFFF'FFFF : 0x7FFF'FFFF;
    }
};
inline constexpr Count count_u32{Count::As::u32}, count_u16{Count::As::u16}, count_u8{Count::As::u8};
[[nodiscard]] constexpr Count exactly(std::size_t count) {
    return {Count::As::known, count};
}

/// A field's name, which is its path segment and JSON key, what a reader of the format table should know about it, and
/// for a list how its count is stored.
struct Field {
    const char* name;
    const char* note = "";
    Count count = {};
};

/// `B` is `T` or `const T`.
template <class B, class T>
concept Like = std::same_as<std::remove_const_t<B>, T>;
/// `B` is a value, or a row of columns, that has the fields of `T`.
template <class B, class T>
concept RowOf = std::same_as<typename B::record, T>;

template <class T> inline constexpr bool is_index = false;
template <class Kind> inline constexpr bool is_index<Index<Kind>> = true;
template <class T> inline constexpr bool is_flags = false;
template <class E> inline constexpr bool is_flags<Flags<E>> = true;
template <class T> struct FlagOf;
template <class E> struct FlagOf<Flags<E>> {
    using type = E;
};
template <class T>
concept VectorValue = std::same_as<T, Vec2> || std::same_as<T, Vec3> || std::same_as<T, Vec4>;
/// Signatures, and bytes with a meaning of their own.
template <class T> inline constexpr bool is_byte_array = false;
template <std::size_t N> inline constexpr bool is_byte_array<std::array<char, N>> = true;
template <std::size_t N> inline constexpr bool is_byte_array<std::array<std::uint8_t, N>> = true;
template <class T> inline constexpr bool is_char_array = false;
template <std::size_t N> inline constexpr bool is_char_array<std::array<char, N>> = true;
template <class T> inline constexpr bool is_fixed_text = false;
template <std::size_t N> inline constexpr bool is_fixed_text<FixedText<N>> = true;
/// What `ar.value` takes.
template <class T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T> || VectorValue<T> || is_flags<T> || is_byte_array<T> || is_fixed_text<T>;

/// The bytes that a plain value takes in a file.
template <class T> inline constexpr std::size_t stored_size = sizeof(T);
template <std::size_t N> inline constexpr std::size_t stored_size<FixedText<N>> = N;
template <class T> KAGAMI_INLINE void load(T& v, const void* from) {
    if constexpr (is_fixed_text<T>) {
        v.load(from);
    } else {
        std::memcpy(static_cast<void*>(&v), from, sizeof v);
    }
}
/// Where those bytes lie in memory.
template <class T> KAGAMI_INLINE constexpr const void* stored_bytes(const T& v) {
    if constexpr (is_fixed_text<T>) {
        return v.field().data();
    } else {
        return &v;
    }
}
/// A signature's bytes.
template <class T> constexpr std::string_view signature_of(const T& v) {
    if constexpr (is_fixed_text<T>) {
        return v.field();
    } else {
        return {v.data(), v.size()};
    }
}
template <class T>
concept Container = requires(T t) {
    typename T::value_type;
    t.size();
    t[0];
} && !is_byte_array<T>;

/// The names of an enumeration's values (or of a flag set's bits): specialised with `what` and `names`.
template <class E> struct EnumTable;
template <class E> struct EnumName {
    E value;
    std::string_view name;
};
template <class E> constexpr std::string_view enum_name(E value) {
    for (const auto& entry : EnumTable<E>::names)
        if (entry.value == value) return entry.name;
    return {};
}

/// What is to be known of a format as a whole, given beside the description of its document `D`:
///   using Globals; static constexpr Format format; static constexpr const char* title;
///   static std::optional<Error> refuse(std::span<const std::byte>)   an error if the bytes are not of the format
///   static Globals globals(const D&)                                 as they are at the end of reading
///   static Globals widest(const D&, const D&)                        with which both can be written and compared
template <class D> struct FormatOf;
template <class D> using GlobalsOf = typename FormatOf<D>::Globals;

/// What an optional part holds when it is there.
template <class X> using Held = std::remove_cvref_t<decltype(*std::declval<X&>())>;

/// The type that stands for one element of a container where a value by itself is needed (sizes, tables).
template <class C> struct ElementOf {
    using type = typename C::value_type;
};
template <class C> using Element = typename ElementOf<std::remove_const_t<C>>::type;

/// Whether lists of `T` are geometry, which is left out when a person wants to read the rest.
template <class T> inline constexpr bool is_geometry = false;

/// One group of fields of a `branch`, for the values `V…` of the tag.
template <class F, auto... V> struct Case {
    F fields;
    static constexpr bool covers(auto tag) { return ((tag == V) || ...); }
    /// Calls `f` with each value.
    static constexpr void each(auto f) { (f(V), ...); }
};
template <auto... V, class F> constexpr Case<F, V...> on(F fields) {
    return {fields};
}

// Records whose unstored slots follow from the stored ones give these two a meaning (see Vertices).
template <class R> constexpr void prepare(R&) {
}
template <class R> constexpr void complete(R&) {
}

/// Gives a container `count` elements that are about to be overwritten.
template <class C, class G> constexpr void make_room(C& c, std::size_t count, const G&) {
    if constexpr (requires { c.resize_for_overwrite(count); }) {
        c.resize_for_overwrite(count);
    } else {
        c.resize(count);
    }
}

/// Elements one after the other: `sequential(c)(i)` for ascending i.
template <class C> KAGAMI_INLINE constexpr auto sequential(C& c) {
    return [&c](std::size_t i) -> decltype(auto) { return c[i]; };
}

/// What a description does unless an archive says otherwise.
template <class Self, class G> class Archive {
public:
    constexpr explicit Archive(const G& globals) : globals_(globals) {}

    [[nodiscard]] constexpr const G& globals() const { return globals_; }
    /// Tells the archive what the header says about everything after it.
    template <class Known> constexpr void use(const Known& known) { globals_.learn(known); }
    /// How many elements a list described before has.
    template <class C> constexpr std::size_t size_of(const C& c) const { return c.size(); }

    template <class T> constexpr void magic(Field f, T& v, bool (*)(std::string_view), const char*) { self().value(f, v); }
    template <class Stored, class I> KAGAMI_INLINE constexpr void ref_as(Field f, I& index) { self().ref(f, index); }
    template <class I> KAGAMI_INLINE constexpr void ref_i16(Field f, I& index) { self().template ref_as<std::int16_t>(f, index); }
    template <class I> KAGAMI_INLINE constexpr void ref_i16_or_0(Field f, I& index) { self().ref_i16(f, index); }
    template <class I> KAGAMI_INLINE constexpr void ref_u16(Field f, I& index) { self().template ref_as<std::uint16_t>(f, index); }
    template <class I> KAGAMI_INLINE constexpr void ref_u32(Field f, I& index) { self().template ref_as<std::uint32_t>(f, index); }
    template <class E> constexpr void encoding(Field, E&) {}
    constexpr std::size_t count(Field, std::size_t n) { return n; }
    template <class S> constexpr void spelling(Field f, S& s) { self().text(f, s); }
    template <class Gap, class Get> constexpr void interleaved(Field gap_field, Field f, std::size_t n, Gap gap, Get get) {
        self().array(gap_field, n, gap);
        self().array(f, n, get);
    }
    template <class T> KAGAMI_INLINE constexpr void tag(Field f, T& v) { self().value(f, v); }
    template <class T, class U> constexpr void oneof(Field f, T& v, std::initializer_list<U>) { self().value(f, v); }
    template <class R> KAGAMI_INLINE constexpr void record(Field, R& r) { describe(self(), r); }
    template <class X> constexpr void part(Field f, X& x) { item(f, x); }
    /// `x` is like a std::optional.
    template <class X> constexpr void optional_part(Field f, X& x) {
        if (x) self().part(f, *x);
    }

    template <class Get> KAGAMI_INLINE constexpr void array(Field, std::size_t n, Get get) {
        for (std::size_t i = 0; i < n; ++i) item({""}, get(i));
    }
    template <class C> KAGAMI_INLINE constexpr void list(Field, C& c) {
        for (std::size_t i = 0; i < c.size(); ++i) {
            auto&& element = c[i];
            item({""}, element);
        }
    }

    template <class F> KAGAMI_INLINE constexpr void when(bool condition, const char*, F fields) {
        if (condition) fields();
    }
    template <class F, class Else> KAGAMI_INLINE constexpr void either(bool condition, const char*, F fields, Else otherwise) {
        if (condition) {
            fields();
        } else {
            otherwise();
        }
    }
    template <class F, class Else> KAGAMI_INLINE constexpr void variant(bool condition, const char* note, F fields, Else otherwise) {
        self().either(condition, note, fields, otherwise);
    }
    template <class E, class... Cases> KAGAMI_INLINE constexpr void branch(E tag, Cases... cases) {
        static_cast<void>(((cases.covers(tag) && (cases.fields(), true)) || ...));
    }

    /// One element of a list or array, whatever it is.
    template <class X> KAGAMI_INLINE constexpr void item(Field f, X& x) {
        using T = std::remove_const_t<X>;
        if constexpr (std::same_as<T, Text>) {
            self().text(f, x);
        } else if constexpr (std::same_as<T, Spelling>) {
            self().spelling(f, x);
        } else if constexpr (is_index<T>) {
            self().ref(f, x);
        } else if constexpr (Plain<T>) {
            self().value(f, x);
        } else if constexpr (Container<T>) {
            self().list(f, x);
        } else {
            self().record(f, x);
        }
    }

protected:
    KAGAMI_INLINE constexpr Self& self() { return static_cast<Self&>(*this); }
    G globals_;
};

} // namespace kagami::layout

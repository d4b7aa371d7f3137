// The shortest and the longest that a record can be, worked out from its description, also at compile time.
#pragma once

#include "layout/archive.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace kagami::layout {

struct Extent {
    std::size_t shortest = 0, longest = 0;
    bool bounded = true; ///< false if it holds a text or a list; `longest` then says nothing
    bool tagged = false; ///< it holds a tag, so that a record of the right size can still be unreadable
    [[nodiscard]] constexpr bool fixed() const { return bounded && shortest == longest; }
};

template <class G> class Extents : public Archive<Extents<G>, G> {
public:
    using Archive<Extents, G>::Archive;
    Extent extent;

    template <class T> constexpr void value(Field, const T&) { add(stored_size<T>); }
    template <class E> constexpr void tag(Field f, const E& e) {
        value(f, e);
        extent.tagged = true;
    }
    template <class K> constexpr void ref(Field, const Index<K>&) { add(this->globals_.template width<K>()); }
    template <class Stored, class I> constexpr void ref_as(Field, const I&) { add(sizeof(Stored)); }
    constexpr void text(Field, const Text&) { open_ended(sizeof(std::int32_t)); }
    template <class C> constexpr void list(Field f, const C&) { open_ended(f.count.bytes()); }
    constexpr void size8(Field, std::size_t, const Bytes&) { add(1); }
    constexpr std::size_t count(Field f, std::size_t n) {
        add(f.count.bytes());
        return n;
    }
    constexpr void raw(Field, const Bytes&) { open_ended(0); }

    template <class F> constexpr void when(bool, const char*, F fields) {
        const Extent inner = apart(fields);
        extent.longest += inner.longest;
        extent.bounded &= inner.bounded;
        extent.tagged |= inner.tagged;
    }
    template <class F, class E> constexpr void either(bool, const char*, F fields, E otherwise) { one_of(apart(fields), apart(otherwise)); }
    template <class F, class E> constexpr void variant(bool condition, const char*, F fields, E otherwise) {
        if (condition) {
            fields();
        } else {
            otherwise();
        }
    }
    template <class E, class... Cases> constexpr void branch(E, Cases... cases) { one_of(apart(cases.fields)...); }

private:
    constexpr void add(std::size_t n) {
        extent.shortest += n;
        extent.longest += n;
    }
    constexpr void open_ended(std::size_t n) {
        add(n);
        extent.bounded = false;
    }
    template <class F> constexpr Extent apart(F& fields) {
        const Extent before = std::exchange(extent, Extent{});
        fields();
        return std::exchange(extent, before);
    }
    template <class... E> constexpr void one_of(const E&... of) {
        extent.shortest += std::min({of.shortest...});
        extent.longest += std::max({of.longest...});
        extent.bounded &= (of.bounded && ...);
        extent.tagged |= (of.tagged || ...);
    }
};

/// The extent of a `T` in a file with these globals.
template <class T, class G> constexpr Extent extent_of(const G& globals) {
    const T sample{};
    Extents<G> ar(globals);
    ar.item({"", ""}, sample);
    return ar.extent;
}

/// For records whose size depends on one tag byte only: where that byte lies, and the size for each value.
/// Walking and counting many such records then needs no branch, which a mix of types would make unpredictable.
template <class G> class TagSizes : public Archive<TagSizes<G>, G> {
public:
    using Archive<TagSizes, G>::Archive;

    std::size_t tag_at = 0;
    std::array<std::uint8_t, 8> size{}; ///< 0 for an unknown value
    bool usable = false;

    [[nodiscard]] constexpr bool known(std::uint64_t tag) const { return tag < size.size() && quick(tag) != 0; }
    /// The size for a known value. All sizes lie in one register, where a look-up is quicker than in a table.
    [[nodiscard]] constexpr std::size_t quick(std::uint64_t tag) const { return packed_ >> (8 * tag) & 0xFF; }
    /// What a record with an unknown tag has all the same.
    [[nodiscard]] constexpr std::size_t fixed() const { return fixed_; }

    template <class T> constexpr void value(Field, const T&) { fixed_ += stored_size<T>; }
    template <class E> constexpr void tag(Field, const E&) {
        one_byte_ = sizeof(E) == 1;
        ++tags_;
        tag_at = fixed_;
        fixed_ += sizeof(E);
    }
    template <class K> constexpr void ref(Field, const Index<K>&) { fixed_ += this->globals_.template width<K>(); }
    template <class Stored, class I> constexpr void ref_as(Field, const I&) { fixed_ += sizeof(Stored); }
    template <class C> constexpr void list(Field, const C&) { open_end(); }
    constexpr void text(Field, const Text&) { open_end(); }
    template <class F> constexpr void when(bool, const char*, F) { open_end(); }
    template <class F, class E> constexpr void either(bool, const char*, F, E) { open_end(); }
    template <class E, class... Cases> constexpr void branch(E, Cases... cases) { (case_sizes(cases), ...); }

    constexpr void finish() {
        usable = tags_ == 1 && one_byte_;
        for (std::size_t v = 0; v < size.size(); ++v) {
            if (!known_[v]) continue;
            usable &= fixed_ + inner_[v] <= 0xFF;
            size[v] = static_cast<std::uint8_t>(fixed_ + inner_[v]);
        }
        packed_ = std::bit_cast<std::uint64_t>(size);
    }

private:
    template <class C> constexpr void case_sizes(C& one) {
        const std::size_t before = std::exchange(fixed_, 0);
        one.fields();
        const std::size_t inner = std::exchange(fixed_, before);
        C::each([&](auto tag) {
            const auto v = static_cast<std::size_t>(tag);
            if (v >= size.size()) return open_end();
            known_[v] = true;
            inner_[v] = inner;
        });
    }

    constexpr void open_end() { tags_ = 2; }

    std::size_t fixed_ = 0;
    int tags_ = 0;
    bool one_byte_ = false;
    std::array<bool, 8> known_{};
    std::array<std::size_t, 8> inner_{};
    std::uint64_t packed_ = 0;
};
template <class T, class G> constexpr TagSizes<G> tag_sizes_of(const G& globals) {
    const T sample{};
    TagSizes<G> ar(globals);
    ar.item({""}, sample);
    ar.finish();
    return ar;
}

/// The tag of a record in memory.
template <class G> class TagOf : public Archive<TagOf<G>, G> {
public:
    std::uint8_t found = 0;

    KAGAMI_INLINE explicit TagOf(const G& globals) : Archive<TagOf, G>(globals) {}
    template <class T> KAGAMI_INLINE constexpr void value(Field, const T&) {}
    template <class E> KAGAMI_INLINE constexpr void tag(Field, const E& e) { found = static_cast<std::uint8_t>(e); }
    template <class K> KAGAMI_INLINE constexpr void ref(Field, const Index<K>&) {}
    template <class Get> KAGAMI_INLINE constexpr void array(Field, std::size_t, Get) {}
    template <class C> KAGAMI_INLINE constexpr void list(Field, const C&) {}
    KAGAMI_INLINE constexpr void text(Field, const Text&) {}
    template <class E, class... Cases> KAGAMI_INLINE constexpr void branch(E, Cases...) {}
};

/// Globals with one kind's width known to the compiler.
template <class G, class Kind, int Width> struct Baked : G {
    explicit constexpr Baked(const G& g) : G(g) {}
    template <class K> [[nodiscard]] constexpr std::size_t width() const {
        if constexpr (std::same_as<K, Kind>) {
            return Width;
        } else {
            return G::template width<K>();
        }
    }
};

/// The kind whose width a hot loop over `T` should know. Specialised beside the description of a long list's record;
/// `void` means that the width is looked up each time.
template <class T> struct HotKind {
    using type = void;
};
template <class K> struct HotKind<Index<K>> {
    using type = K;
};

/// Calls `f` with globals in which the width that matters most for lists of `T` is a constant.
template <class T, class G, class F> KAGAMI_INLINE constexpr auto with_baked(const G& globals, F f) {
    using Kind = typename HotKind<T>::type;
    if constexpr (std::same_as<Kind, void>) {
        return f(globals);
    } else {
        switch (globals.template width<Kind>()) {
        case 1: return f(Baked<G, Kind, 1>(globals));
        case 2: return f(Baked<G, Kind, 2>(globals));
        default: return f(Baked<G, Kind, 4>(globals));
        }
    }
}

} // namespace kagami::layout

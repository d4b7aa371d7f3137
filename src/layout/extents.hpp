// The shortest and the longest that a record can be, worked out from its description, also at compile time.
#pragma once

#include "layout/archive.hpp"

#include <algorithm>
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

    template <class T> constexpr void value(Field, const T&) { add(sizeof(T)); }
    template <class E> constexpr void tag(Field f, const E& e) {
        value(f, e);
        extent.tagged = true;
    }
    template <class K> constexpr void ref(Field, const Index<K>&) { add(this->globals_.template width<K>()); }
    constexpr void text(Field, const Text&) { open_ended(sizeof(std::int32_t)); }
    template <class C> constexpr void list(Field, const C&) { open_ended(sizeof(std::int32_t)); }
    template <class Get> constexpr void array(Field f, std::size_t n, Get get) {
        for (std::size_t i = 0; i < n; ++i) this->item(f, get(i));
    }
    constexpr void size8(Field, std::size_t, const Bytes&) { add(1); }
    constexpr void raw(Field, const Bytes&) { open_ended(0); }

    template <class F> constexpr void when(bool, const char*, F fields) {
        const Extent inner = apart(fields);
        extent.longest += inner.longest;
        extent.bounded &= inner.bounded;
        extent.tagged |= inner.tagged;
    }
    template <class F, class E> constexpr void either(bool, const char*, F fields, E otherwise) { one_of(apart(fields), apart(otherwise)); }
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

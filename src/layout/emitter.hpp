// Writing by description: one archive that either counts the bytes or stores them.
#pragma once

#include "kagami/reading.hpp"
#include "layout/archive.hpp"
#include "layout/extents.hpp"
#include "layout/problems.hpp"
#include "layout/reader.hpp"

#include <cstring>
#include <string>
#include <vector>

namespace kagami::layout {

enum class Emit : std::uint8_t { count, store };

template <class G, Emit Mode> class Emitter : public Archive<Emitter<G, Mode>, G> {
public:
    std::byte* p = nullptr; ///< storing: where the next byte goes; the memory is exactly as large as was counted
    std::size_t size = 0;   ///< counting: bytes so far
    bool overflow = false;  ///< storing: an index did not fit its width
    bool bad = false;       ///< counting: something that cannot be written; Problems says what

    KAGAMI_INLINE explicit Emitter(const G& globals, std::byte* to = nullptr, const Damage* damage = nullptr)
        : Archive<Emitter, G>(globals), p(to), damage_(damage) {}

    /// Whether the bytes of the damage found their place.
    [[nodiscard]] bool damage_written() const { return done_; }

    // ---- parts

    template <class X> void part(Field f, const X& x) {
        if (done_) return;
        const bool damaged = damage_ != nullptr && damage_->part == f.name;
        if constexpr (Container<X>) {
            if (!damaged || damage_->count_known) write_list(f, x, damaged ? damage_->missing : 0);
        } else if (!damaged) {
            this->item(f, x);
        }
        if (damaged) {
            put(damage_->bytes.data(), damage_->bytes.size());
            done_ = true;
        }
    }
    /// What follows an absent section would be taken for it.
    template <class X> void optional_part(Field f, const X& x) {
        if (done_) return;
        if (x) {
            bad |= absent_;
            part(f, *x);
        }
        absent_ |= !x;
    }
    void rest(Field f, const Bytes& bytes) {
        if (done_) return;
        bad |= absent_ && !bytes.empty();
        raw(f, bytes);
    }

    // ---- fields

    template <class T> KAGAMI_INLINE void value(Field, const T& v) { put(stored_bytes(v), stored_size<T>); }
    template <class T> void magic(Field f, const T& v, bool (*good)(std::string_view), const char*) {
        bad |= !good(signature_of(v));
        value(f, v);
    }
    template <class E> KAGAMI_INLINE void tag(Field f, const E& e) {
        if constexpr (Mode == Emit::count) bad |= enum_name(e).empty();
        value(f, e);
    }
    template <class T, class U> void oneof(Field f, const T& v, std::initializer_list<U> allowed) {
        bad |= !is_one_of(v, allowed);
        value(f, v);
    }
    template <class K> KAGAMI_INLINE void ref(Field, const Index<K>& index) {
        const std::size_t width = this->globals_.template width<K>();
        if constexpr (Mode == Emit::store) {
            std::memcpy(p, &index.value, std::min(width, sizeof index.value));
            overflow |= load_index<K, G>(p, width) != index;
        }
        advance(width);
    }
    template <class Stored, class I> KAGAMI_INLINE void ref_as(Field f, const I& index) {
        const auto stored = static_cast<Stored>(index.value);
        overflow |= static_cast<std::int32_t>(stored) != index.value;
        value(f, stored);
    }
    void text(Field f, const Text& text) {
        bad |= text.size() > count_limit;
        value(f, static_cast<std::int32_t>(text.size()));
        const std::string_view bytes = text.bytes();
        put(bytes.data(), bytes.size());
    }
    template <class C> void list(Field f, const C& c) { write_list(f, c, 0); }
    std::size_t count(Field f, std::size_t n) {
        bad |= !f.count.allows(n);
        put(&n, f.count.bytes()); // little-endian: the low bytes come first
        return n;
    }
    void size8(Field f, std::size_t base, const Bytes& bytes) {
        bad |= base + bytes.size() > 255;
        value(f, static_cast<std::uint8_t>(base + bytes.size()));
    }
    void raw(Field, const Bytes& bytes) { put(bytes.data(), bytes.size()); }

private:
    template <class C> void write_list(Field f, const C& c, std::size_t missing) {
        using T = Element<C>;
        count(f, c.size() + missing);
        const Extent extent = extent_of<T>(this->globals_);
        if (!extent.bounded) {
            for (std::size_t i = 0; i < c.size(); ++i) {
                auto&& element = c[i];
                this->item({f.name}, element);
            }
        } else if (Mode == Emit::count && extent.fixed() && !extent.tagged) {
            size += c.size() * extent.shortest;
        } else if (Mode == Emit::count && tag_sizes_of<T>(this->globals_).usable) {
            size += size_by_tag(this->globals_, c, bad);
        } else {
            with_baked<T>(this->globals_, [&](const auto& globals) {
                using Baked = std::remove_cvref_t<decltype(globals)>;
                Emitter<Baked, Mode>::hot(globals, c, p, size, overflow);
                return 0;
            });
        }
    }

    template <class C> [[gnu::flatten, gnu::noinline]] static std::size_t size_by_tag(const G& globals, const C& c, bool& bad) {
        const auto table = tag_sizes_of<Element<C>>(globals);
        auto at = sequential(c);
        std::size_t total = 0;
        for (std::size_t i = 0; i < c.size(); ++i) {
            TagOf<G> ar(globals);
            auto&& element = at(i);
            ar.item({""}, element);
            const bool known = table.known(ar.found);
            bad |= !known;
            total += known ? table.quick(ar.found) : table.fixed();
        }
        return total;
    }

    /// A fresh emitter for each record on purpose: what is stored through a byte pointer may alias the members of an
    /// archive that lives across records, which would then be loaded again after every store.
    template <class C>
    [[gnu::flatten, gnu::noinline]] static void hot(const G& globals, const C& c, std::byte*& to, std::size_t& size, bool& overflow) {
        auto at = sequential(c);
        std::byte* p = to;
        std::size_t bytes = 0;
        bool over = false;
        const std::size_t n = c.size();
        for (std::size_t i = 0; i < n; ++i) {
            Emitter ar(globals, p);
            auto&& element = at(i);
            ar.item({""}, element);
            p = ar.p;
            bytes += ar.size;
            over |= ar.overflow;
        }
        to = p;
        size += bytes;
        overflow |= over;
    }

    KAGAMI_INLINE void put(const void* from, std::size_t n) {
        if constexpr (Mode == Emit::store) {
            if (n != 0) std::memcpy(p, from, n);
        }
        advance(n);
    }
    KAGAMI_INLINE void advance(std::size_t n) {
        if constexpr (Mode == Emit::store) {
            p += n;
        } else {
            size += n;
        }
    }
    template <class, Emit> friend class Emitter;
    const Damage* damage_ = nullptr;
    bool done_ = false, absent_ = false;
};

/// The bytes that a description gives for a value. Two values are equal if their bytes are, written at full widths.
template <class T, class G> Bytes bytes_of(const T& value, const G& globals) {
    Emitter<G, Emit::count> counter(globals);
    counter.item({""}, value);
    Bytes bytes;
    bytes.resize_for_overwrite(counter.size);
    Emitter<G, Emit::store> ar(globals, bytes.data());
    ar.item({""}, value);
    return bytes;
}

} // namespace kagami::layout

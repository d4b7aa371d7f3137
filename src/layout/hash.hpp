// A hash of what a document says: of all names and values, not of its bytes.
#pragma once

#include "layout/archive.hpp"

#include <cstring>

namespace kagami::layout {

/// FNV-1a, 64 bits. The same for every compiler, optimisation level and index width.
template <class G> class Hasher : public Archive<Hasher<G>, G> {
public:
    std::uint64_t hash = 0xCBF2'9CE4'8422'2325;

    using Archive<Hasher, G>::Archive;

    template <class T> void value(Field f, const T& v) { add(f, stored_bytes(v), stored_size<T>); }
    template <class K> void ref(Field f, const Index<K>& index) { value(f, index.value); }
    void text(Field f, const Text& text) { add(f, text.bytes().data(), text.size()); }
    void size8(Field, std::size_t, const Bytes&) {}
    void raw(Field f, const Bytes& bytes) { add(f, bytes.data(), bytes.size()); }
    void rest(Field f, const Bytes& bytes) { raw(f, bytes); }
    template <class C> void list(Field f, const C& c) {
        value(f, static_cast<std::uint64_t>(c.size()));
        Archive<Hasher, G>::list(f, c);
    }

private:
    void add(Field f, const void* data, std::size_t size) {
        mix(f.name, std::strlen(f.name));
        mix(data, size);
    }
    void mix(const void* data, std::size_t size) {
        const auto* bytes = static_cast<const unsigned char*>(data);
        for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100'0000'01B3;
    }
};

template <class D, class G> std::uint64_t hash_of(const D& document, const G& globals) {
    Hasher<G> ar(globals);
    describe(ar, document);
    return ar.hash;
}

} // namespace kagami::layout

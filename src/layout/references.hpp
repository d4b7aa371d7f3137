// Every reference from one record to another, found by description.
#pragma once

#include "layout/archive.hpp"

namespace kagami::layout {

/// What `f` is told beside an index where 0 says "none".
struct ZeroIsNone {};

/// Calls `f(index)` for every reference, or, if it takes that, `f(index, ZeroIsNone{})` for those; 0 is none then. What a generic
/// `f` does can depend on the index's kind. References in a document that is not const can be changed, which is how records
/// are renumbered.
template <class G, class F> class References : public Archive<References<G, F>, G> {
public:
    References(const G& globals, F& f) : Archive<References, G>(globals), f_(f) {}

    template <class K> KAGAMI_INLINE void ref(Field, Index<K>& index) { f_(index); }
    template <class K> KAGAMI_INLINE void ref(Field, const Index<K>& index) { f_(index); }
    template <class I> KAGAMI_INLINE void ref_i16_or_0(Field, I& index) {
        if (index.value == 0) return;
        if constexpr (std::invocable<F&, I&, ZeroIsNone>) {
            f_(index, ZeroIsNone{});
        } else {
            f_(index);
        }
    }
    template <class T> KAGAMI_INLINE void value(Field, T&) {}
    void text(Field, const Text&) {}
    void size8(Field, std::size_t, const Bytes&) {}
    void raw(Field, const Bytes&) {}
    void rest(Field, const Bytes&) {}

private:
    F& f_;
};

template <class D, class G, class F> void each_reference(D& document, const G& globals, F f) {
    References<G, F> ar(globals, f);
    describe(ar, document);
}

} // namespace kagami::layout

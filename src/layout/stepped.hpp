// An archive that knows where it is while it goes through a document.
#pragma once

#include "layout/archive.hpp"
#include "layout/steps.hpp"

namespace kagami::layout {

template <class Self, class G> class Stepped : public Archive<Self, G> {
public:
    using Archive<Self, G>::Archive;

    template <class R> void record(Field f, R& r) {
        if (*f.name == '\0') return describe(this->self(), r);
        const Inside inside(steps_, f.name);
        describe(this->self(), r);
    }
    template <class Get> void array(Field f, std::size_t n, Get get) {
        const Inside inside(steps_, f.name);
        for (std::size_t i = 0; i < n; ++i) {
            const Inside element(steps_, i);
            this->item({""}, get(i));
        }
    }
    template <class C> void list(Field f, C& c) {
        const Inside inside(steps_, f.name);
        for (std::size_t i = 0; i < c.size(); ++i) {
            const Inside element(steps_, i);
            auto&& one = c[i];
            this->item({""}, one);
        }
    }

protected:
    Steps steps_;
};

} // namespace kagami::layout

// Keeps exceptions inside: what functions that return a Result do about a lack of memory.
#pragma once

#include "kagami/result.hpp"

#include <new>

namespace kagami {

template <class F> auto catching(F f) -> decltype(f()) {
    try {
        return f();
    } catch (const std::bad_alloc&) {
        return std::unexpected(Error{Code::out_of_memory, 0, 0, {}, {}, {}});
    }
}

} // namespace kagami

// What fuzzers say of a broken promise: where, and then they stop.
#pragma once

#include <cstdio>
#include <cstdlib>

#define KAGAMI_REQUIRE(condition)                                                                                                          \
    do {                                                                                                                                   \
        if (!(condition)) {                                                                                                                \
            std::fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);                                                 \
            std::abort();                                                                                                                  \
        }                                                                                                                                  \
    } while (false)

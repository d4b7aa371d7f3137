// Visibility of the public functions. Everything not marked KAGAMI_API stays hidden in a shared build.
#pragma once

#if defined(__GNUC__)
#define KAGAMI_API __attribute__((visibility("default")))
#else
#define KAGAMI_API
#endif

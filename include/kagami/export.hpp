// Visibility of the public functions. Everything not marked KAGAMI_API stays hidden in a shared build.
#pragma once

#if defined(_WIN32) && defined(KAGAMI_SHARED)
#if defined(KAGAMI_BUILDING)
#define KAGAMI_API __declspec(dllexport)
#else
#define KAGAMI_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define KAGAMI_API __attribute__((visibility("default")))
#else
#define KAGAMI_API
#endif

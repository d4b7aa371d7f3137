// A result may hold an error and cannot be dropped by mistake.
#include "kagami/pmx.hpp"

void save(const kagami::pmx::Model& model) {
#ifdef MUST_FAIL
    kagami::pmx::save(model, "a.pmx");
#else
    static_cast<void>(kagami::pmx::save(model, "a.pmx"));
#endif
}

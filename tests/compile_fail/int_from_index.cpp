// An index does not become a plain number by itself.
#include "kagami/pmx.hpp"

int number(const kagami::pmx::Bone& bone) {
#ifdef MUST_FAIL
    return bone.parent;
#else
    return bone.parent.value;
#endif
}

// A plain number does not become an index by itself.
#include "kagami/pmx.hpp"

void set_parent(kagami::pmx::Bone& bone) {
#ifdef MUST_FAIL
    bone.parent = 5;
#else
    bone.parent = kagami::Index<kagami::pmx::Bone>{5};
#endif
}

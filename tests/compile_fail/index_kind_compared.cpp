// Indices of different kinds cannot be compared.
#include "kagami/pmx.hpp"

bool same(kagami::Index<kagami::pmx::Morph> morph, kagami::Index<kagami::pmx::Bone> bone) {
#ifdef MUST_FAIL
    return morph == bone;
#else
    return morph.value == bone.value;
#endif
}

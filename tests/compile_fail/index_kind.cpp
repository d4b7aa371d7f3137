// An index of one kind is no index of another.
#include "kagami/pmx.hpp"

kagami::Index<kagami::pmx::Morph> morph_of(kagami::Index<kagami::pmx::Bone> bone) {
#ifdef MUST_FAIL
    return bone;
#else
    return kagami::Index<kagami::pmx::Morph>{bone.value};
#endif
}

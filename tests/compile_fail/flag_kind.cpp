// A bone has no flags of a material.
#include "kagami/pmx.hpp"

void set_flag(kagami::pmx::Bone& bone) {
#ifdef MUST_FAIL
    bone.flags.set(kagami::pmx::MaterialFlag::edge);
#else
    bone.flags.set(kagami::pmx::BoneFlag::visible);
#endif
}

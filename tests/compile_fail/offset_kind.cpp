// A list of one kind of offsets does not take another.
#include "kagami/pmx.hpp"

void add(kagami::pmx::Morph& morph) {
#ifdef MUST_FAIL
    morph.offsets.as<kagami::pmx::GroupOffset>().push_back(kagami::pmx::VertexOffset{});
#else
    morph.offsets.as<kagami::pmx::GroupOffset>().push_back(kagami::pmx::GroupOffset{});
#endif
}

#include "kagami/edit.hpp"

#include "diag/catching.hpp"

namespace kagami::edit {

template <class D> Result<D> copy_of(const D& document) {
    return catching([&]() -> Result<D> { return document; });
}
template KAGAMI_API Result<pmx::Model> copy_of(const pmx::Model&);
template KAGAMI_API Result<pmd::Model> copy_of(const pmd::Model&);
template KAGAMI_API Result<vmd::Motion> copy_of(const vmd::Motion&);
template KAGAMI_API Result<vpd::Pose> copy_of(const vpd::Pose&);
template KAGAMI_API Result<Document> copy_of(const Document&);

} // namespace kagami::edit

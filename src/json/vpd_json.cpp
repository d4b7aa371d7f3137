#include "vpd/layout.hpp"
#include "json/document_json.hpp"

namespace kagami {
KAGAMI_JSON_OF(vpd::Pose);
} // namespace kagami

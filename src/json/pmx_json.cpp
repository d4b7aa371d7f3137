#include "pmx/layout.hpp"
#include "json/document_json.hpp"

namespace kagami {
KAGAMI_JSON_OF(pmx::Model);
} // namespace kagami

#include "pmd/layout.hpp"
#include "json/document_json.hpp"

namespace kagami {
KAGAMI_JSON_OF(pmd::Model);
} // namespace kagami

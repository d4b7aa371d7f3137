#include "vmd/layout.hpp"
#include "json/document_json.hpp"

namespace kagami {
KAGAMI_JSON_OF(vmd::Motion);
} // namespace kagami

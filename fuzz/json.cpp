// Building from JSON, of any format: a document or an error that says where; a document writes, reads back and dumps the
// same, and comes out of an empty one by a patch.
#include "kagami/json.hpp"
#include "check.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace kagami;
    const auto document = from_json<Document>({reinterpret_cast<const char*>(data), size});
    if (!document) {
        KAGAMI_REQUIRE(!document.error().message().empty());
        return 0;
    }
    std::vector<pmx::WidthChange> changes;
    const auto bytes = write(*document, &changes);
    if (!bytes) return 0; // what no file can hold
    const std::string json = to_json(*document);
    const auto built = from_json<Document>(json);
    KAGAMI_REQUIRE(built);
    KAGAMI_REQUIRE(*built == *document);
    KAGAMI_REQUIRE(write(*built).value() == *bytes);
    const Document empty = std::visit([]<class D>(const D&) -> Document { return D{}; }, *document);
    for (const Document* other : {&empty, &*document}) {
        KAGAMI_REQUIRE(diff(*other, *document).empty() == (*other == *document));
        const auto patched = apply_patch(*other, json_patch(*other, *document));
        KAGAMI_REQUIRE(patched && write(*patched).value() == *bytes);
    }
    if (damage_of(*document) != nullptr) return 0; // which need not be what its bytes would be taken for
    const auto read = open(*bytes);
    KAGAMI_REQUIRE(read);
    KAGAMI_REQUIRE(write(*read).value() == *bytes);
    KAGAMI_REQUIRE(*read == *document || !changes.empty()); // wider indices are another header
    return 0;
}

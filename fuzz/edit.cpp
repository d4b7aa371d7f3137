// Any recipe on any document: done, and the document writes and reads back; or refused, with an error that says why, and
// the document is as it was. The first two bytes are the length of the recipe.
#include "check.hpp"
#include "kagami/edit_table.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace kagami;
    if (size < 2) return 0;
    const std::size_t length = std::size_t{data[0]} + 256U * data[1];
    if (length > size - 2) return 0;
    const std::string_view recipe(reinterpret_cast<const char*>(data + 2), length);
    if (recipe.find('/') != std::string_view::npos) return 0; // files of the machine are not what is tested
    auto document = open(std::as_bytes(std::span(data, size)).subspan(2 + length), {.keep = true});
    if (!document) return 0;
    const Document before = *document;
    const auto steps = edit::apply_recipe(*document, recipe);
    if (!steps) {
        KAGAMI_REQUIRE(!steps.error().message().empty());
        KAGAMI_REQUIRE(*document == before);
        return 0;
    }
    std::vector<pmx::WidthChange> changes;
    const auto bytes = write(*document, &changes);
    if (!bytes || damage_of(*document) != nullptr) return 0; // what no file can hold
    const auto read = open(*bytes);
    KAGAMI_REQUIRE(read);
    KAGAMI_REQUIRE(write(*read).value() == *bytes);
    return 0;
}

// Building from JSON: a model or an error that says where; a model writes, reads back and dumps the same.
#include "check.hpp"
#include "kagami/json.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace kagami;
    const auto model = from_json<pmx::Model>({reinterpret_cast<const char*>(data), size});
    if (!model) {
        KAGAMI_REQUIRE(!model.error().message().empty());
        return 0;
    }
    const auto bytes = pmx::write(*model);
    if (!bytes) return 0; // a header that no file can have
    const std::string json = to_json(*model);
    const auto built = from_json<pmx::Model>(json);
    KAGAMI_REQUIRE(built);
    KAGAMI_REQUIRE(*built == *model);
    return 0;
}

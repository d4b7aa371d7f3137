// Keeping reading: whatever begins like a PMX 2.x file reads, is written back byte for byte, also through a copy, a
// reused model and JSON.
#include "check.hpp"
#include "kagami/json.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace kagami;
    const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
    const auto model = pmx::read(bytes, {.keep = true});
    if (!model) {
        KAGAMI_REQUIRE(model.error().code == Code::wrong_format || model.error().code == Code::unsupported_version);
        return 0;
    }
    const auto written = pmx::write(*model);
    KAGAMI_REQUIRE(written && std::ranges::equal(*written, bytes));

    static pmx::Model reused; // holds the last input's model
    KAGAMI_REQUIRE(pmx::read_into(reused, bytes, {.keep = true}));
    const pmx::Model copy = reused;
    KAGAMI_REQUIRE(copy == *model);

    const auto built = from_json<pmx::Model>(to_json(*model));
    KAGAMI_REQUIRE(built);
    KAGAMI_REQUIRE(*built == *model);
    const auto again = pmx::write(*built);
    KAGAMI_REQUIRE(again && std::ranges::equal(*again, bytes));
    return 0;
}

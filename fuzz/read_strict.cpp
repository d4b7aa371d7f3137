// Strict reading: whatever reads is written back byte for byte; scanning agrees with reading; errors lie in the file.
#include "check.hpp"
#include "kagami/pmx.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace kagami;
    const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
    const auto model = pmx::read(bytes);
    const auto scanned = pmx::scan(bytes);
    KAGAMI_REQUIRE(model.has_value() == scanned.has_value());
    if (!model) {
        KAGAMI_REQUIRE(model.error().offset <= size);
        KAGAMI_REQUIRE(!model.error().message().empty());
        KAGAMI_REQUIRE(model.error() == scanned.error());
        return 0;
    }
    const auto written = pmx::write(*model);
    KAGAMI_REQUIRE(written && std::ranges::equal(*written, bytes));
    std::uint64_t end = 0;
    for (const auto& part : scanned->parts) {
        KAGAMI_REQUIRE(part.offset == end);
        end += part.size;
    }
    KAGAMI_REQUIRE(end == size);
    if (size != 0) KAGAMI_REQUIRE(pmx::path_at(bytes, size / 2).starts_with('/'));
    return 0;
}

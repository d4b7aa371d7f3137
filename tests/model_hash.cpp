// Prints a hash of what models say: of random ones and of the files given. Must not depend on the compiler.
#include "kagami/pmx.hpp"
#include "layout/generate.hpp"
#include "layout/hash.hpp"
#include "pmx/layout.hpp"

#include <cinttypes>
#include <cstdio>

int main(int argc, char** argv) {
    using namespace kagami;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto made = layout::generate<pmx::Model>(pmx::Globals{}, seed, 8);
        const auto bytes = pmx::write(made);
        const auto read = pmx::read(*bytes);
        std::printf("seed %" PRIu64 " %zu %016" PRIx64 " %016" PRIx64 "\n", seed, bytes->size(), layout::hash_of(made, pmx::Globals{}),
                    layout::hash_of(*read, pmx::Globals{}));
    }
    for (int i = 1; i < argc; ++i) {
        const auto model = pmx::load(argv[i], {.keep = true});
        if (!model) return 2;
        std::printf("file %d %016" PRIx64 "\n", i, layout::hash_of(*model, pmx::Globals{}));
    }
    return 0;
}

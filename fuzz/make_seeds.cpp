// Makes the seeds of the fuzzers: random small models, as PMX and as JSON.
#include "kagami/file.hpp"
#include "kagami/json.hpp"
#include "layout/generate.hpp"
#include "pmx/layout.hpp"

#include <cstdio>
#include <filesystem>

int main(int argc, char** argv) {
    using namespace kagami;
    if (argc != 2) return 2;
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder / "pmx");
    std::filesystem::create_directories(folder / "json");
    constexpr int seeds = 60;
    for (int seed = 0; seed < seeds; ++seed) {
        const auto model =
            layout::generate<pmx::Model>(pmx::Globals{}, static_cast<std::uint64_t>(seed), static_cast<std::size_t>(seed % 4));
        const std::string json = to_json(model);
        const std::string name = std::to_string(seed);
        if (!pmx::save(model, folder / "pmx" / (name + ".pmx"))) return 1;
        if (!save_bytes(std::as_bytes(std::span(json)), folder / "json" / (name + ".json"))) return 1;
    }
    return 0;
}

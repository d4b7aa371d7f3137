// Reading, writing and scanning PMX, against memcpy of the same bytes, in one run.
//
//     kagami_bench [FILE.pmx…]        the bundled sample scaled up, and every file given
//
// Exit code 1 if a ratio is over its limit.
#include "kagami/file.hpp"
#include "kagami/pmx.hpp"
#include "processes.hpp"
#include "ratios.hpp"

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include <unistd.h>

namespace kagami::bench {
namespace {

/// A file's bytes in memory, and memory that the runs use again.
struct Case {
    std::string name;
    std::filesystem::path file;
    Bytes bytes, buffer;
    pmx::Model model;
};

/// The sample again and again beside itself, until it has `count` vertices.
pmx::Model scaled(const pmx::Model& sample, std::size_t count) {
    pmx::Model model = sample;
    model.vertices = {};
    model.faces.clear();
    const std::size_t n = sample.vertices.size();
    for (std::size_t i = 0; i < count; ++i) {
        pmx::Vertex v = sample.vertices.get(i % n);
        v.position.x += 20.0F * static_cast<float>(i / n);
        model.vertices.push_back(v);
    }
    const std::size_t faces = sample.faces.size();
    for (std::size_t i = 0; i < faces * (count / n); ++i)
        model.faces.push_back(Index<pmx::Vertex>{sample.faces[i % faces].value + static_cast<std::int32_t>(i / faces * n)});
    pmx::fit(model);
    return model;
}

std::vector<Ratio> ratios_for(std::size_t size) {
    std::vector<Ratio> ratios{{"scan / read", "scan", "read", 0.25}};
    if (size >= 30'000'000) {
        ratios.push_back({"read / malloc + memcpy into fresh memory", "read", "fresh_memcpy", 1.5});
        ratios.push_back({"read_into / warm memcpy", "read_into", "memcpy", 2.5});
        ratios.push_back({"write / malloc + memcpy into fresh memory", "write", "fresh_memcpy", 1.5});
        ratios.push_back({"write_into / warm memcpy", "write_into", "memcpy", 2.5});
    } else {
        ratios.push_back({"read / warm memcpy", "read", "memcpy", 8});
        ratios.push_back({"write_into / warm memcpy", "write_into", "memcpy", 8});
        ratios.push_back({"write / warm memcpy", "write", "memcpy", 8});
    }
    return ratios;
}

void add(Case& c) {
    const auto bench = [&](const char* what, auto body) {
        benchmark::RegisterBenchmark((c.name + '/' + what).c_str(), [&c, body](benchmark::State& state) {
            for ([[maybe_unused]] auto _ : state) body(c);
            state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * c.bytes.size()));
        })->Unit(benchmark::kMicrosecond);
    };
    bench("memcpy", [](Case& one) {
        std::memcpy(one.buffer.data(), one.bytes.data(), one.bytes.size());
        benchmark::ClobberMemory();
    });
    bench("fresh_memcpy", [](Case& one) {
        void* memory = std::malloc(one.bytes.size());
        std::memcpy(memory, one.bytes.data(), one.bytes.size());
        benchmark::DoNotOptimize(memory);
        std::free(memory);
    });
    bench("read", [](Case& one) { benchmark::DoNotOptimize(pmx::read(one.bytes).has_value()); });
    bench("read_into", [](Case& one) { benchmark::DoNotOptimize(pmx::read_into(one.model, one.bytes).has_value()); });
    bench("write", [](Case& one) { benchmark::DoNotOptimize(pmx::write(one.model).has_value()); });
    bench("write_into", [](Case& one) { benchmark::DoNotOptimize(pmx::write_into(one.buffer, one.model).has_value()); });
    bench("scan", [](Case& one) { benchmark::DoNotOptimize(pmx::scan(one.bytes).has_value()); });
}

std::unique_ptr<Case> load(const std::string& name, const std::filesystem::path& file) {
    auto bytes = load_bytes(file);
    auto model = bytes ? pmx::read(*bytes) : std::unexpected(bytes.error());
    if (!model) {
        std::fprintf(stderr, "%s\n", model.error().message().c_str());
        return nullptr;
    }
    auto c = std::make_unique<Case>(Case{name, file, std::move(*bytes), {}, std::move(*model)});
    c->buffer.resize(c->bytes.size());
    return c;
}

int run(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    const auto sample = pmx::load(KAGAMI_SAMPLE);
    if (!sample) {
        std::fprintf(stderr, "%s\n", sample.error().message().c_str());
        return 2;
    }
    const auto folder = std::filesystem::temp_directory_path() / ("kagami-bench-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    std::vector<std::unique_ptr<Case>> cases;
    for (const std::size_t thousand : {50UL, 200UL, 1000UL}) {
        const auto file = folder / (std::to_string(thousand) + "k.pmx");
        if (!pmx::save(scaled(*sample, thousand * 1000), file)) return 2;
        cases.push_back(load("sample_" + std::to_string(thousand) + "k_vertices", file));
    }
    for (int i = 1; i < argc; ++i) cases.push_back(load(std::filesystem::path(argv[i]).filename().string(), argv[i]));
    for (const auto& c : cases) {
        if (!c) return 2;
        add(*c);
    }
    Times times;
    benchmark::RunSpecifiedBenchmarks(&times);

    bool kept = true;
    for (const auto& c : cases) {
        kept &= times.print_ratios(c->name + ", " + std::to_string(c->bytes.size()) + " bytes", c->name, ratios_for(c->bytes.size()));
        kept &= print_line("peak memory of a read / size of the file", peak_of_read(c->file) / static_cast<double>(c->bytes.size()), 1.8);
    }
    constexpr int rounds = 41;
    for (const auto& c : cases) {
        if (c->bytes.size() > 10'000'000) continue;
        const auto process = times_of({{KAGAMI_PROGRAM, "--version"}, {KAGAMI_PROGRAM, "info", c->file.string()}}, rounds);
        std::printf("\nprocesses, %s: --version %.2f ms, info %.2f ms\n", c->name.c_str(), process[0] * 1e3, process[1] * 1e3);
        kept &= print_line("kagami info / kagami --version", process[1] / process[0], 4);
    }
    std::filesystem::remove_all(folder);
    return kept ? 0 : 1;
}

} // namespace
} // namespace kagami::bench

int main(int argc, char** argv) {
    if (argc == 3 && std::strcmp(argv[1], kagami::bench::peak_option) == 0) return kagami::bench::print_peak_of_read(argv[2]);
    // Several short runs in turns meet noise better than one long one.
    std::vector<char*> arguments(argv, argv + 1);
    static char repetitions[] = "--benchmark_repetitions=9", interleaving[] = "--benchmark_enable_random_interleaving=true",
                time[] = "--benchmark_min_time=0.1";
    arguments.insert(arguments.end(), {repetitions, interleaving, time});
    arguments.insert(arguments.end(), argv + 1, argv + argc);
    return kagami::bench::run(static_cast<int>(arguments.size()), arguments.data());
}

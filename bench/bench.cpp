// Reading, writing and scanning, against memcpy of the same bytes, in one run.
//
//     kagami_bench [FILE…]        documents made here, and every file given
//
// Exit code 1 if a ratio is over its limit.
#include "documents.hpp"
#include "kagami/document.hpp"
#include "kagami/edit.hpp"
#include "kagami/file.hpp"
#include "kagami/tracks.hpp"
#include "processes.hpp"
#include "ratios.hpp"

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>

#include <unistd.h>

namespace kagami::bench {
namespace {

/// What is measured of a file: each with its name, and what must come out of it.
struct Case {
    std::string name;
    std::filesystem::path file;
    Bytes bytes, buffer;
    std::vector<std::pair<std::string, std::function<void()>>> runs;
    std::vector<Ratio> ratios;
    double peak_limit = 1.8;
};

/// The functions of one format.
template <class D> struct Functions;
template <> struct Functions<pmx::Model> {
    static constexpr auto read = pmx::read;
    static constexpr auto read_into = pmx::read_into;
    static constexpr auto scan = pmx::scan;
    static auto write(const pmx::Model& d) { return pmx::write(d); }
    static auto write_into(std::span<std::byte> buffer, const pmx::Model& d) { return pmx::write_into(buffer, d); }
};
template <> struct Functions<pmd::Model> {
    static constexpr auto read = pmd::read;
    static constexpr auto read_into = pmd::read_into;
    static constexpr auto scan = pmd::scan;
    static constexpr auto write = pmd::write;
    static constexpr auto write_into = pmd::write_into;
};
template <> struct Functions<vmd::Motion> {
    static constexpr auto read = vmd::read;
    static constexpr auto read_into = vmd::read_into;
    static constexpr auto scan = vmd::scan;
    static constexpr auto write = vmd::write;
    static constexpr auto write_into = vmd::write_into;
};

constexpr std::size_t large = 30'000'000;

std::vector<Ratio> ratios_for(Format format, std::size_t size) {
    std::vector<Ratio> ratios;
    if (format == Format::vmd) {
        if (size >= large) {
            ratios.push_back({"read and find out the encoding / read", "open", "read", 1.1});
            ratios.push_back({"read / malloc + memcpy into fresh memory", "read", "fresh_memcpy", 1.1});
            ratios.push_back({"write / malloc + memcpy into fresh memory", "write", "fresh_memcpy", 1.1});
            ratios.push_back({"read_into / warm memcpy", "read_into", "memcpy", 2.5});
            ratios.push_back({"write_into / warm memcpy", "write_into", "memcpy", 2.5});
        } else {
            ratios.push_back({"read / warm memcpy", "read", "memcpy", 6});
            ratios.push_back({"write / warm memcpy", "write", "memcpy", 6});
        }
        return ratios;
    }
    ratios.push_back({"scan / read", "scan", "read", 0.25});
    if (size >= large) {
        ratios.push_back({"read / malloc + memcpy into fresh memory", "read", "fresh_memcpy", 1.5});
        ratios.push_back({"read_into / warm memcpy", "read_into", "memcpy", 2.5});
        ratios.push_back({"write / malloc + memcpy into fresh memory", "write", "fresh_memcpy", 1.5});
        ratios.push_back({"write_into / warm memcpy", "write_into", "memcpy", 2.5});
        if (format == Format::pmx)
            ratios.push_back({"copying and removing a bone and a material / read and write", "remove", "read_and_write", 3});
    } else {
        ratios.push_back({"read / warm memcpy", "read", "memcpy", 8});
        ratios.push_back({"write_into / warm memcpy", "write_into", "memcpy", 8});
        ratios.push_back({"write / warm memcpy", "write", "memcpy", 8});
    }
    return ratios;
}

template <class D> void add_runs(Case& c, D read_once) {
    using F = Functions<D>;
    auto document = std::make_shared<D>(std::move(read_once));
    const auto add = [&](const char* what, std::function<void()> run) { c.runs.emplace_back(what, std::move(run)); };
    add("memcpy", [&c] {
        std::memcpy(c.buffer.data(), c.bytes.data(), c.bytes.size());
        benchmark::ClobberMemory();
    });
    add("fresh_memcpy", [&c] {
        void* memory = std::malloc(c.bytes.size());
        std::memcpy(memory, c.bytes.data(), c.bytes.size());
        benchmark::DoNotOptimize(memory);
        std::free(memory);
    });
    add("read", [&c] { benchmark::DoNotOptimize(F::read(c.bytes, {}).has_value()); });
    add("read_into", [&c, document] { benchmark::DoNotOptimize(F::read_into(*document, c.bytes, {}).has_value()); });
    add("write", [document] { benchmark::DoNotOptimize(F::write(*document).has_value()); });
    add("write_into", [&c, document] { benchmark::DoNotOptimize(F::write_into(c.buffer, *document).has_value()); });
    add("scan", [&c] { benchmark::DoNotOptimize(F::scan(c.bytes).has_value()); });
    if constexpr (std::same_as<D, pmx::Model>) {
        add("read_and_write", [&c] { benchmark::DoNotOptimize(F::write(*F::read(c.bytes, {})).has_value()); });
        if (!document->bones.empty() && document->materials.size() > 1)
            add("remove", [document] {
                const edit::Remove remove{
                    .materials = {"#0"}, .bones = {'#' + std::to_string(document->bones.size() / 2)}, .references = edit::References::none};
                D copy = *document;
                benchmark::DoNotOptimize(edit::apply_in_place(copy, remove).has_value());
            });
    }
    if constexpr (std::same_as<D, vmd::Motion>) {
        add("open", [&c] { benchmark::DoNotOptimize(open(c.bytes).has_value()); });
        add("map_and_scan", [&c] {
            const auto content = map_file(c.file);
            benchmark::DoNotOptimize(F::scan(content->bytes()).has_value());
        });
    }
}

std::unique_ptr<Case> load(const std::string& name, const std::filesystem::path& file) {
    auto bytes = load_bytes(file);
    auto document = bytes ? open(*bytes) : std::unexpected(bytes.error());
    if (!document) {
        std::fprintf(stderr, "%s\n", document.error().message().c_str());
        return nullptr;
    }
    auto c = std::make_unique<Case>();
    c->name = name;
    c->file = file;
    c->bytes = std::move(*bytes);
    c->buffer.resize(c->bytes.size());
    const Format format = format_of(*document);
    c->ratios = ratios_for(format, c->bytes.size());
    if (format == Format::vmd) c->peak_limit = 1.3;
    std::visit(
        [&]<class D>(D& d) {
            if constexpr (!std::same_as<D, vpd::Pose>) add_runs(*c, std::move(d));
        },
        *document);
    return c;
}

int run(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    const auto folder = std::filesystem::temp_directory_path() / ("kagami-bench-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    std::vector<std::unique_ptr<Case>> cases;
    for (const auto& [name, file] : make_documents(KAGAMI_SAMPLE, folder)) cases.push_back(load(name, file));
    for (int i = 1; i < argc; ++i) cases.push_back(load(std::filesystem::path(argv[i]).filename().string(), argv[i]));
    for (const auto& c : cases) {
        if (!c) return 2;
        for (const auto& [what, body] : c->runs)
            benchmark::RegisterBenchmark((c->name + '/' + what).c_str(), [&c, &body](benchmark::State& state) {
                for ([[maybe_unused]] auto _ : state) body();
                state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * c->bytes.size()));
            })->Unit(benchmark::kMicrosecond);
    }
    Times times;
    benchmark::RunSpecifiedBenchmarks(&times);

    bool kept = true;
    for (const auto& c : cases) {
        kept &= times.print_ratios(c->name + ", " + std::to_string(c->bytes.size()) + " bytes", c->name, c->ratios);
        if (const double scan = times.median(c->name + "/map_and_scan"); scan > 0)
            kept &= print_line("mapping the file and scanning it, in microseconds", scan / 1e3, 100);
        if (!times.median(c->name + "/read")) continue;
        kept &= print_line("peak memory of a read / size of the file", peak_of_read(c->file) / static_cast<double>(c->bytes.size()),
                           c->bytes.size() < 1'000'000 ? 10 : c->peak_limit);
    }
    constexpr int rounds = 41;
    for (const auto& c : cases) {
        if (c->bytes.size() > 10'000'000 || !times.median(c->name + "/read")) continue;
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

// Many files on several threads, with a progress bar.
#pragma once

#include "cli/output.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

namespace kagami::cli {

[[nodiscard]] inline unsigned all_cores() {
    return std::max(1U, std::thread::hardware_concurrency());
}

/// Adds -j.
inline void add_jobs(CLI::App& app, unsigned& jobs) {
    app.add_option("-j,--jobs", jobs, "Files to work on at once")->check(CLI::Range(1U, 256U))->capture_default_str();
}

/// What `work(i)`, which must not throw, gives for each i below `count`.
template <class F> [[nodiscard]] auto all_at_once(std::size_t count, unsigned jobs, F work) {
    std::vector<decltype(work(std::size_t{}))> outcomes(count);
    Progress progress(count);
    std::atomic<std::size_t> next = 0, done = 0;
    std::mutex showing;
    std::vector<std::jthread> workers;
    const auto run = [&] {
        for (std::size_t i = next++; i < count; i = next++) {
            outcomes[i] = work(i);
            const std::size_t so_far = ++done;
            const std::lock_guard lock(showing);
            progress.show(so_far);
        }
    };
    for (std::size_t i = 1; i < std::min<std::size_t>(jobs, count); ++i) workers.emplace_back(run);
    run();
    workers.clear(); // joins them
    return outcomes;
}

} // namespace kagami::cli

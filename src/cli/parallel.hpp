// The same for many files, on several threads, with a progress bar.
#pragma once

#include "cli/output.hpp"

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

/// Calls `work(i)` for each i below `count`; it must not throw.
template <class F> void for_each_at_once(std::size_t count, unsigned jobs, F work) {
    Progress progress(count);
    std::atomic<std::size_t> next = 0, done = 0;
    std::mutex showing;
    std::vector<std::jthread> workers;
    const auto run = [&] {
        for (std::size_t i = next++; i < count; i = next++) {
            work(i);
            const std::size_t so_far = ++done;
            const std::lock_guard lock(showing);
            progress.show(so_far);
        }
    };
    for (std::size_t i = 1; i < std::min<std::size_t>(jobs, count); ++i) workers.emplace_back(run);
    run();
}

} // namespace kagami::cli

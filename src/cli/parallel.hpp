// Many files on several threads, with a progress bar.
#pragma once

#include "cli/output.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <atomic>
#include <condition_variable>
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

/// Whether the user has asked to stop (SIGINT, SIGTERM): then no further file is begun, so that each is done or untouched.
[[nodiscard]] bool interrupted();
/// From here on these signals only ask; a second one ends the program.
void ask_before_interrupting();

/// What `work(i)`, which must not throw, gives for each i below `count`; for the first ones only if interrupted.
template <class F> [[nodiscard]] auto all_at_once(std::size_t count, unsigned jobs, F work) {
    std::vector<decltype(work(std::size_t{}))> outcomes(count);
    Progress progress(count);
    std::atomic<std::size_t> next = 0, done = 0;
    std::mutex showing;
    std::vector<std::jthread> workers;
    const auto run = [&] {
        while (!interrupted()) {
            const std::size_t i = next++;
            if (i >= count) return;
            outcomes[i] = work(i);
            const std::size_t so_far = ++done;
            const std::lock_guard lock(showing);
            progress.show(so_far);
        }
    };
    if (count > 1) ask_before_interrupting(); // one that waits for input could not be stopped otherwise
    for (std::size_t i = 1; i < std::min<std::size_t>(jobs, count); ++i) workers.emplace_back(run);
    run();
    workers.clear(); // joins them
    outcomes.resize(done);
    return outcomes;
}

/// Lets the parts of work that depend on one another follow in the order of the files, whoever is ready first.
class Turns {
public:
    /// Waits until all before `i` have passed, and passes at the end of the scope.
    class Turn {
    public:
        Turn(Turns& turns, std::size_t i) : turns_(turns), i_(i) {}
        ~Turn() {
            wait();
            const std::lock_guard lock(turns_.mutex_);
            ++turns_.passed_;
            turns_.changed_.notify_all();
        }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;
        void wait() {
            std::unique_lock lock(turns_.mutex_);
            turns_.changed_.wait(lock, [&] { return turns_.passed_ == i_; });
        }

    private:
        Turns& turns_;
        std::size_t i_;
    };

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t passed_ = 0;
};

} // namespace kagami::cli

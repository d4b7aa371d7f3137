#include "ratios.hpp"

#include <algorithm>
#include <cstdio>

namespace kagami::bench {

void Times::ReportRuns(const std::vector<Run>& runs) {
    for (const Run& run : runs)
        if (run.run_type == Run::RT_Iteration && !run.error_occurred)
            nanoseconds_[run.run_name.function_name].push_back(run.real_accumulated_time / static_cast<double>(run.iterations) * 1e9);
    std::vector<Run> medians;
    std::ranges::copy_if(runs, std::back_inserter(medians),
                         [](const Run& run) { return run.aggregate_name == "median" || run.repetitions < 2; });
    ConsoleReporter::ReportRuns(medians);
}

double Times::median(const std::string& name) const {
    const auto found = nanoseconds_.find(name);
    if (found == nanoseconds_.end()) return 0;
    std::vector<double> times = found->second;
    std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
    return times[times.size() / 2];
}

bool print_line(const std::string& what, double figure, double limit) {
    const bool kept = figure <= limit;
    std::printf("  %-58s %8.2f   at most %6.2f   %s\n", what.c_str(), figure, limit, kept ? "ok" : "TOO MUCH");
    return kept;
}

bool Times::print_ratios(const std::string& title, const std::string& name, const std::vector<Ratio>& ratios) const {
    std::printf("\n%s\n", title.c_str());
    bool kept = true;
    for (const Ratio& ratio : ratios) {
        const double below = median(name + '/' + ratio.denominator);
        if (below > 0) kept &= print_line(ratio.what, median(name + '/' + ratio.numerator) / below, ratio.limit);
    }
    return kept;
}

} // namespace kagami::bench

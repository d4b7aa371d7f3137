// Collects the times of one run and prints them as ratios beside their limits.
#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

namespace kagami::bench {

/// A ratio of two benchmarks of one case, and the most it may be.
struct Ratio {
    std::string what, numerator, denominator;
    double limit; ///< the ratio must not be larger; for "at least" limits, swap the two
};

/// Prints as usual, and keeps the median real time of each benchmark "case/name".
class Times : public benchmark::ConsoleReporter {
public:
    void ReportRuns(const std::vector<Run>& runs) override;

    /// Prints a table of the ratios of a case. Returns whether all keep their limits.
    [[nodiscard]] bool print_ratios(const std::string& title, const std::string& name, const std::vector<Ratio>& ratios) const;

    /// Nanoseconds of "case/name"; 0 if it was not measured.
    [[nodiscard]] double median(const std::string& name) const;

private:
    std::map<std::string, std::vector<double>> nanoseconds_;
};

/// Prints one line of a table: a figure beside its limit. Returns whether it keeps it.
bool print_line(const std::string& what, double figure, double limit);

} // namespace kagami::bench

#include "json/align.hpp"

#include <algorithm>

namespace kagami {

namespace {

struct Keyed {
    std::uint64_t key;
    std::uint32_t number;
    friend auto operator<=>(const Keyed&, const Keyed&) = default;
};

/// Positions of a longest strictly ascending subsequence.
std::vector<std::uint32_t> longest_ascending(std::span<const std::uint32_t> values) {
    std::vector<std::uint32_t> ends, before(values.size());
    for (std::uint32_t i = 0; i < values.size(); ++i) {
        const auto at = std::ranges::lower_bound(ends, values[i], {}, [&](std::uint32_t end) { return values[end]; });
        before[i] = at == ends.begin() ? Pairing::none : *(at - 1);
        if (at == ends.end()) {
            ends.push_back(i);
        } else {
            *at = i;
        }
    }
    std::vector<std::uint32_t> out(ends.size());
    std::uint32_t at = ends.empty() ? Pairing::none : ends.back();
    for (std::size_t n = out.size(); n-- > 0; at = before[at]) out[n] = at;
    return out;
}

/// Calls `f(run of a, run of b)` for the runs of one key in two sorted lists.
template <class F> void each_common_key(std::span<const Keyed> a, std::span<const Keyed> b, F f) {
    const auto run = [](std::span<const Keyed> from) {
        std::size_t n = 1;
        while (n < from.size() && from[n].key == from[0].key) ++n;
        return n;
    };
    while (!a.empty() && !b.empty()) {
        const std::size_t m = run(a), n = run(b);
        const std::uint64_t key_a = a[0].key, key_b = b[0].key;
        if (key_a == key_b) f(a.first(m), b.first(n));
        if (key_a <= key_b) a = a.subspan(m);
        if (key_b <= key_a) b = b.subspan(n);
    }
}

struct Range {
    std::size_t a, a_end, b, b_end;
    int depth;
};

class Alignment {
public:
    Alignment(Pairing& pairing, std::size_t first, const Hashes& hashes, const Hashes& likeness)
        : pairing_(pairing), first_(first), a_(hashes.a), b_(hashes.b), window_(hashes.window), likeness_(likeness) {}

    void run() { run({0, a_.size(), 0, b_.size(), 0}); }

private:
    void run(const Range& whole) {
        ranges_.push_back(whole);
        while (!ranges_.empty()) {
            Range range = ranges_.back();
            ranges_.pop_back();
            pair_ends(range);
            if (range.a == range.a_end || range.b == range.b_end) continue;
            if (range.depth == deepest || !split(range)) pair_rest(range);
        }
    }

    /// Each level costs one sort of what is left.
    static constexpr int deepest = 12;

    void join(std::size_t a, std::size_t b) { pairing_.join(first_ + a, first_ + b); }
    void pair_ends(Range& r) {
        for (; r.a < r.a_end && r.b < r.b_end && a_[r.a] == b_[r.b]; ++r.a, ++r.b) join(r.a, r.b);
        for (; r.a < r.a_end && r.b < r.b_end && a_[r.a_end - 1] == b_[r.b_end - 1]; --r.a_end, --r.b_end) join(r.a_end - 1, r.b_end - 1);
    }
    void pair_rest(const Range& r) {
        const std::size_t size_a = r.a_end - r.a, size_b = r.b_end - r.b, n = std::min(size_a, size_b);
        if (size_a != size_b && !likeness_.a.empty()) {
            static const Hashes none;
            Alignment(pairing_, first_, likeness_, none).run({r.a, r.a_end, r.b, r.b_end, 0});
            return;
        }
        for (std::size_t i = 0; i < n; ++i) join(r.a + i, r.b + i);
    }
    [[nodiscard]] std::vector<Keyed> keyed(std::span<const std::uint64_t> hashes, std::size_t begin, std::size_t end) const {
        std::vector<Keyed> out;
        out.reserve(end - begin);
        for (std::size_t i = begin; i < end; ++i) {
            std::uint64_t key = hashes[i];
            for (std::size_t k = 1; k < window_; ++k) key = (key ^ key >> 29) * 0x9E37'79B9'7F4A'7C15 + (i + k < end ? hashes[i + k] : k);
            out.push_back({key, static_cast<std::uint32_t>(i)});
        }
        std::ranges::sort(out);
        return out;
    }
    /// Splits a range at what is unique in both; false if nothing is.
    bool split(const Range& r) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> unique;
        each_common_key(keyed(a_, r.a, r.a_end), keyed(b_, r.b, r.b_end), [&](auto a, auto b) {
            if (a.size() == 1 && b.size() == 1 && a_[a[0].number] == b_[b[0].number]) unique.emplace_back(a[0].number, b[0].number);
        });
        if (unique.empty()) return false;
        std::ranges::sort(unique);
        std::vector<std::uint32_t> targets;
        targets.reserve(unique.size());
        for (const auto& pair : unique) targets.push_back(pair.second);
        Range between{r.a, 0, r.b, 0, r.depth + 1};
        const auto close = [&](std::size_t a, std::size_t b) {
            between.a_end = a;
            between.b_end = b;
            if (between.a != a || between.b != b) ranges_.push_back(between);
            between.a = a + 1;
            between.b = b + 1;
        };
        for (const std::uint32_t i : longest_ascending(targets)) {
            join(unique[i].first, unique[i].second);
            close(unique[i].first, unique[i].second);
        }
        close(r.a_end, r.b_end);
        return true;
    }

    Pairing& pairing_;
    std::size_t first_;
    std::span<const std::uint64_t> a_, b_;
    std::size_t window_;
    const Hashes& likeness_;
    std::vector<Range> ranges_;
};

} // namespace

void pair_by_key(Pairing& pairing, std::size_t first, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
    const auto sorted = [&](std::span<const std::uint64_t> keys, const std::vector<std::uint32_t>& partners) {
        std::vector<Keyed> out;
        for (std::size_t i = 0; i < keys.size(); ++i)
            if (keys[i] != no_key && partners[first + i] == Pairing::none) out.push_back({keys[i], static_cast<std::uint32_t>(first + i)});
        std::ranges::sort(out);
        return out;
    };
    each_common_key(sorted(a, pairing.to_b), sorted(b, pairing.to_a), [&](auto run_a, auto run_b) {
        for (std::size_t i = 0; i < std::min(run_a.size(), run_b.size()); ++i) pairing.join(run_a[i].number, run_b[i].number);
    });
}

void pair_by_place(Pairing& pairing) {
    const std::size_t size_a = pairing.to_b.size(), size_b = pairing.to_a.size();
    const auto join = [&](std::size_t a, std::size_t b, std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) pairing.join(a + i, b + i);
    };
    // Runs are told apart by what was paired before any of them is.
    struct Run {
        std::size_t begin, end;
    };
    std::vector<Run> runs;
    for (std::size_t i = 0; i < size_a; ++i) {
        if (pairing.to_b[i] != Pairing::none) continue;
        const std::size_t begin = i;
        while (i < size_a && pairing.to_b[i] == Pairing::none) ++i;
        runs.push_back({begin, i});
    }
    std::vector<std::uint32_t> run_size(size_b + 1, 0); // of the free run that begins here in b
    for (std::size_t i = size_b; i-- > 0;) run_size[i] = pairing.to_a[i] == Pairing::none ? run_size[i + 1] + 1 : 0;
    std::vector<std::uint32_t> run_before(size_b + 1, 0); // of the free run that ends here in b
    for (std::size_t i = 0; i < size_b; ++i) run_before[i + 1] = pairing.to_a[i] == Pairing::none ? run_before[i] + 1 : 0;
    for (const Run run : runs) {
        const std::size_t n = run.end - run.begin;
        const std::size_t after = run.begin == 0 ? 0 : std::size_t{pairing.to_b[run.begin - 1]} + 1;
        if (run_size[after] == n && pairing.to_a[after] == Pairing::none) {
            join(run.begin, after, n);
            continue;
        }
        const std::size_t end = run.end == size_a ? size_b : pairing.to_b[run.end];
        if (run_before[end] == n && pairing.to_a[end - n] == Pairing::none) join(run.begin, end - n, n);
    }
}

void pair_by_alignment(Pairing& pairing, std::size_t first, const Hashes& hashes, const Hashes& likeness) {
    Alignment(pairing, first, hashes, likeness).run();
}

std::vector<bool> in_order(const Pairing& pairing) {
    std::vector<std::uint32_t> targets, numbers;
    bool ascending = true;
    for (std::uint32_t i = 0; i < pairing.to_b.size(); ++i) {
        if (pairing.to_b[i] == Pairing::none) continue;
        ascending = ascending && (targets.empty() || targets.back() < pairing.to_b[i]);
        targets.push_back(pairing.to_b[i]);
        numbers.push_back(i);
    }
    std::vector<bool> out(pairing.to_b.size(), false);
    if (ascending) {
        for (const std::uint32_t number : numbers) out[number] = true;
    } else {
        for (const std::uint32_t i : longest_ascending(targets)) out[numbers[i]] = true;
    }
    return out;
}

} // namespace kagami

#include "cli/bytes.hpp"

#include "kagami/document.hpp"

#include <algorithm>

namespace kagami::cli {

namespace {

using Run = std::span<const std::byte>;

/// `at` are the offsets of the two runs in their files.
void compare(Run before, Run after, std::size_t before_at, std::size_t after_at, std::vector<ByteRange>& ranges) {
    if (before.size() != after.size()) {
        const auto first = static_cast<std::size_t>(std::ranges::mismatch(before, after).in1 - before.begin());
        std::size_t end = 0;
        const std::size_t room = std::min(before.size(), after.size()) - first;
        while (end < room && before[before.size() - 1 - end] == after[after.size() - 1 - end]) ++end;
        ranges.push_back({before_at + first, before.size() - first - end, after_at + first, after.size() - first - end});
        return;
    }
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (before[i] == after[i]) continue;
        const std::size_t first = i;
        while (i < before.size() && before[i] != after[i]) ++i;
        ranges.push_back({before_at + first, i - first, after_at + first, i - first});
    }
}

} // namespace

std::vector<ByteRange> compare_bytes(Run before, Run after) {
    std::vector<ByteRange> ranges;
    const auto a = parts_of(before), b = parts_of(after);
    if (!a || !b || !std::ranges::equal(*a, *b, {}, &Part::name, &Part::name)) {
        compare(before, after, 0, 0, ranges);
        return ranges;
    }
    for (std::size_t i = 0; i < a->size(); ++i) {
        const Part &old = (*a)[i], &now = (*b)[i];
        // A part begins with its length or count, which says nothing about how the rest was moved.
        const std::size_t head = old.size == now.size ? 0 : std::min({old.size, now.size, std::uint64_t{4}});
        compare(before.subspan(old.offset, head), after.subspan(now.offset, head), old.offset, now.offset, ranges);
        compare(before.subspan(old.offset + head, old.size - head), after.subspan(now.offset + head, now.size - head), old.offset + head,
                now.offset + head, ranges);
    }
    return ranges;
}

} // namespace kagami::cli

#include "kagami/storage.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace kagami::detail {

namespace {
constexpr std::size_t page = 4096, huge_page = std::size_t{2} << 20;
constexpr std::size_t align_from = std::size_t{64} << 10, huge_from = std::size_t{4} << 20;

// Middle sizes are aligned by hand, with the block's start kept in front of the column: glibc maps every such block
// afresh when asked through aligned_alloc, and the first touch of fresh memory costs more than reading a file into it.
std::byte* aligned_within(std::byte* block) {
    void* start = block + sizeof block;
    std::size_t space = page;
    return static_cast<std::byte*>(std::align(page, 1, start, space));
}
} // namespace

void* allocate_column(std::size_t bytes) {
    if (bytes >= huge_from) {
        void* memory = std::aligned_alloc(huge_page, (bytes + page - 1) / page * page);
        if (memory == nullptr) throw std::bad_alloc();
#if defined(__linux__)
        // Whole huge pages only, so that no memory beyond the column's own is touched. Advice: failing is no harm.
        madvise(memory, bytes / huge_page * huge_page, MADV_HUGEPAGE);
#endif
        return memory;
    }
    auto* block = static_cast<std::byte*>(std::malloc(bytes < align_from ? bytes : bytes + page + sizeof(void*)));
    if (block == nullptr) throw std::bad_alloc();
    if (bytes < align_from) return block;
    std::byte* memory = aligned_within(block);
    std::memcpy(memory - sizeof block, &block, sizeof block);
    return memory;
}

void free_column(void* memory, std::size_t bytes) noexcept {
    if (memory != nullptr && bytes >= align_from && bytes < huge_from)
        std::memcpy(&memory, static_cast<std::byte*>(memory) - sizeof memory, sizeof memory);
    std::free(memory);
}

} // namespace kagami::detail

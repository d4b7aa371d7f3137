#include "kagami/storage.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace kagami::detail {

namespace {
constexpr std::size_t page = 4096;
constexpr std::size_t align_from = std::size_t{64} << 10, populate_from = std::size_t{4} << 20;

// Larger columns begin at a page. They are aligned by hand, with the block's start kept in front of the column: glibc
// maps every such block afresh when asked through aligned_alloc, and the first touch of fresh memory costs more than
// reading a file into it.
std::byte* aligned_within(std::byte* block) {
    void* start = block + sizeof block;
    std::size_t space = page;
    return static_cast<std::byte*>(std::align(page, 1, start, space));
}
} // namespace

void* allocate_column(std::size_t bytes) {
    auto* block = static_cast<std::byte*>(std::malloc(bytes < align_from ? bytes : bytes + page + sizeof(void*)));
    if (block == nullptr) throw std::bad_alloc();
    if (bytes < align_from) return block;
    std::byte* memory = aligned_within(block);
    std::memcpy(memory - sizeof block, static_cast<const void*>(&block), sizeof block);
#if defined(MADV_POPULATE_WRITE)
    // All pages at once are cheaper than one by one. Huge pages would be cheaper still where the machine has them at
    // hand, but several times dearer where it must first make them. Advice: failing does no harm.
    if (bytes >= populate_from) madvise(memory, (bytes + page - 1) / page * page, MADV_POPULATE_WRITE);
#endif
    return memory;
}

void free_column(void* memory, std::size_t bytes) noexcept {
    if (memory != nullptr && bytes >= align_from)
        std::memcpy(static_cast<void*>(&memory), static_cast<std::byte*>(memory) - sizeof memory, sizeof memory);
    std::free(memory);
}

} // namespace kagami::detail

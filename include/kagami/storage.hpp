// Containers with regular value semantics (copy, move, ==) for large and for many small files' contents.
//
//   Column<T>  a long run of plain values; not initialised when a reader is about to fill it; page-aligned when large
//   Columns    several such runs of one length, in one block
//   List<T>    a short run of plain values in 8 bytes of the record that owns it (most records own an empty one)
//   Box<T>     a value that few records have, in 8 bytes
//   Sparse<T>  values for some rows of a table only, sorted by row
//
// They exist because of two bounds the readers keep: a file of N bytes never makes the reader allocate more than
// 4 N + 1 MB, and reading costs about as much as copying. std::vector would write every byte twice, and 24 bytes for
// each empty list would break the first bound.
#pragma once

#include "kagami/export.hpp"

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

namespace kagami {

namespace detail {
/// Memory for a column; aligned to a page from 64 KiB on, and touched at once from 4 MiB on.
/// Throws std::bad_alloc, which no function of the public API lets through. `free_column` takes the same size.
[[nodiscard]] KAGAMI_API void* allocate_column(std::size_t bytes);
KAGAMI_API void free_column(void* memory, std::size_t bytes) noexcept;
} // namespace detail

/// A contiguous run of plain values, without padding bytes, that owns its memory. Converts to std::span like any contiguous range.
template <class T> class Column {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    using value_type = T;

    Column() = default;
    explicit Column(std::span<const T> values) { assign(values); }
    Column(const Column& other) { assign(other); }
    Column(Column&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)), capacity_(std::exchange(other.capacity_, 0)) {}
    Column& operator=(Column other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
        return *this;
    }
    ~Column() { detail::free_column(data_, capacity_ * sizeof(T)); }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::size_t capacity() const { return capacity_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] T* data() { return data_; }
    [[nodiscard]] const T* data() const { return data_; }
    [[nodiscard]] T* begin() { return data_; }
    [[nodiscard]] T* end() { return data_ + size_; }
    [[nodiscard]] const T* begin() const { return data_; }
    [[nodiscard]] const T* end() const { return data_ + size_; }
    [[nodiscard]] T& operator[](std::size_t i) { return data_[i]; }
    [[nodiscard]] const T& operator[](std::size_t i) const { return data_[i]; }

    /// Makes the size `count`; new elements hold whatever the memory held, for a caller that writes them all.
    void resize_for_overwrite(std::size_t count) {
        reserve(count);
        size_ = count;
    }
    /// Makes the size `count`; new elements are copies of `value`.
    void resize(std::size_t count, T value = T{}) {
        const std::size_t old = size_;
        resize_for_overwrite(count);
        if (count > old) std::fill(data_ + old, data_ + count, value);
    }
    void reserve(std::size_t count) {
        if (count <= capacity_) return;
        T* grown = static_cast<T*>(detail::allocate_column(count * sizeof(T)));
        if (size_ != 0) std::memcpy(static_cast<void*>(grown), data_, size_ * sizeof(T));
        detail::free_column(data_, capacity_ * sizeof(T));
        data_ = grown;
        capacity_ = count;
    }
    void push_back(T value) {
        if (size_ == capacity_) reserve(std::max<std::size_t>(8, size_ * 2));
        data_[size_++] = value;
    }
    /// Replaces the contents; `values` may not lie inside this column.
    void assign(std::span<const T> values) {
        resize_for_overwrite(values.size());
        if (!values.empty()) std::memcpy(static_cast<void*>(data_), values.data(), values.size_bytes());
    }
    void clear() { size_ = 0; }

    /// Bits decide, see types.hpp.
    friend bool operator==(const Column& a, const Column& b) {
        return a.size_ == b.size_ && (a.size_ == 0 || std::memcmp(a.data_, b.data_, a.size_ * sizeof(T)) == 0);
    }

private:
    T* data_ = nullptr;
    std::size_t size_ = 0, capacity_ = 0;
};

/// Several columns of one length in one block of memory. One block rather than one for each column: the C library's
/// allocator then learns from the first model how much memory to hold on to for the next.
template <class... Ts> class Columns {
    static_assert((std::is_trivially_copyable_v<Ts> && ...));

public:
    Columns() = default;
    Columns(const Columns& other) { copy_from(other, other.size_); }
    Columns(Columns&& other) noexcept { swap(other); }
    Columns& operator=(Columns other) noexcept {
        swap(other);
        return *this;
    }
    ~Columns() { detail::free_column(block_, capacity_ * row_size); }

    [[nodiscard]] std::size_t size() const { return size_; }
    template <std::size_t I> [[nodiscard]] auto get() { return std::span(std::get<I>(starts_), size_); }
    template <std::size_t I> [[nodiscard]] auto get() const {
        return std::span<const std::tuple_element_t<I, std::tuple<Ts...>>>(std::get<I>(starts_), size_);
    }
    template <std::size_t I> [[nodiscard]] auto& at(std::size_t i) { return std::get<I>(starts_)[i]; }
    template <std::size_t I> [[nodiscard]] const auto& at(std::size_t i) const { return std::get<I>(starts_)[i]; }

    /// New rows hold whatever the memory held.
    void resize_for_overwrite(std::size_t count) {
        if (count > capacity_) {
            Columns larger;
            larger.allocate(count);
            larger.copy_rows(*this, size_);
            swap(larger);
        }
        size_ = count;
    }
    /// New rows are copies of `values`.
    void resize(std::size_t count, Ts... values) {
        const std::size_t old = size_;
        resize_for_overwrite(count);
        if (count <= old) return;
        std::apply([&](Ts*... starts) { (std::fill(starts + old, starts + count, values), ...); }, starts_);
    }
    void push_back(Ts... values) {
        if (size_ == capacity_) {
            const std::size_t old = size_;
            resize_for_overwrite(std::max<std::size_t>(grain, old * 2));
            size_ = old;
        }
        std::apply([&](Ts*... starts) { ((starts[size_] = values), ...); }, starts_);
        ++size_;
    }
    void clear() { size_ = 0; }

private:
    static constexpr std::size_t row_size = (sizeof(Ts) + ...);
    static constexpr std::size_t grain = 16; // every column begins at a multiple of 16 bytes

    void allocate(std::size_t count) {
        const std::size_t capacity = (count + grain - 1) / grain * grain;
        block_ = static_cast<std::byte*>(detail::allocate_column(capacity * row_size));
        capacity_ = capacity;
        std::byte* at = block_;
        std::apply([&](Ts*&... starts) { ((starts = reinterpret_cast<Ts*>(std::exchange(at, at + capacity * sizeof(Ts)))), ...); },
                   starts_);
    }
    void copy_rows(const Columns& other, std::size_t count) {
        if (count == 0) return;
        const auto copy = [&]<std::size_t... I>(std::index_sequence<I...>) {
            (std::memcpy(static_cast<void*>(std::get<I>(starts_)), std::get<I>(other.starts_), count * sizeof(Ts)), ...);
        };
        copy(std::index_sequence_for<Ts...>{});
        size_ = count;
    }
    void copy_from(const Columns& other, std::size_t count) {
        if (count == 0) return;
        allocate(count);
        copy_rows(other, count);
    }
    void swap(Columns& other) noexcept {
        std::swap(block_, other.block_);
        std::swap(starts_, other.starts_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    std::byte* block_ = nullptr;
    std::tuple<Ts*...> starts_{};
    std::size_t size_ = 0, capacity_ = 0;
};

/// Raw bytes: a file's content, or a part that is kept without being understood.
using Bytes = Column<std::byte>;

/// A short run of plain values in one pointer; empty lists own no memory. At most 2^31 - 1 elements.
template <class T> class List {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= alignof(std::uint32_t));

public:
    using value_type = T;

    constexpr List() = default;
    constexpr List(const List& other) {
        if (other.block_ != nullptr) assign(other);
    }
    constexpr List(List&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
    constexpr List& operator=(List other) noexcept {
        std::swap(block_, other.block_);
        return *this;
    }
    constexpr ~List() {
        if (block_ != nullptr) std::free(block_);
    }

    [[nodiscard]] constexpr std::size_t size() const { return block_ == nullptr ? 0 : head() & ~grown; }
    [[nodiscard]] constexpr bool empty() const { return size() == 0; }
    [[nodiscard]] T* data() { return block_ == nullptr ? nullptr : reinterpret_cast<T*>(block_ + sizeof(std::uint32_t)); }
    [[nodiscard]] const T* data() const { return block_ == nullptr ? nullptr : reinterpret_cast<const T*>(block_ + sizeof(std::uint32_t)); }
    [[nodiscard]] T* begin() { return data(); }
    [[nodiscard]] T* end() { return data() + size(); }
    [[nodiscard]] const T* begin() const { return data(); }
    [[nodiscard]] const T* end() const { return data() + size(); }
    [[nodiscard]] T& operator[](std::size_t i) { return data()[i]; }
    [[nodiscard]] const T& operator[](std::size_t i) const { return data()[i]; }
    [[nodiscard]] T& back() { return data()[size() - 1]; }
    [[nodiscard]] const T& back() const { return data()[size() - 1]; }

    /// Makes the size exactly `count`; new elements hold whatever the memory held.
    void resize_for_overwrite(std::size_t count) {
        if (count > capacity()) reallocate(count, 0);
        if (block_ != nullptr) set_head(static_cast<std::uint32_t>(count) | (head() & grown));
    }
    void resize(std::size_t count, T value = T{}) {
        const std::size_t old = size();
        resize_for_overwrite(count);
        if (count > old) std::fill(data() + old, data() + count, value);
    }
    void push_back(T value) {
        const std::size_t count = size() + 1;
        if (count > capacity()) reallocate(std::bit_ceil(count), grown);
        set_head(static_cast<std::uint32_t>(count) | (head() & grown));
        back() = value;
    }
    void assign(std::span<const T> values) {
        resize_for_overwrite(values.size());
        if (!values.empty()) std::memcpy(static_cast<void*>(data()), values.data(), values.size_bytes());
    }
    void clear() { resize_for_overwrite(0); }

    friend bool operator==(const List& a, const List& b)
        requires std::equality_comparable<T>
    {
        return std::ranges::equal(a, b);
    }

private:
    // The block begins with the size. A list that grew by push_back has this bit set and room for the next power of
    // two; one that was sized has room for its size only. So no capacity is stored.
    static constexpr std::uint32_t grown = 0x8000'0000;

    [[nodiscard]] std::uint32_t head() const {
        std::uint32_t value;
        std::memcpy(&value, block_, sizeof value);
        return value;
    }
    void set_head(std::uint32_t value) { std::memcpy(block_, &value, sizeof value); }
    [[nodiscard]] std::size_t capacity() const {
        if (block_ == nullptr) return 0;
        return (head() & grown) != 0 ? std::bit_ceil(size()) : size();
    }
    void reallocate(std::size_t count, std::uint32_t mark) {
        const std::size_t old = size();
        auto* block = static_cast<std::byte*>(std::realloc(block_, sizeof(std::uint32_t) + count * sizeof(T)));
        if (block == nullptr) throw std::bad_alloc();
        block_ = block;
        set_head(static_cast<std::uint32_t>(old) | mark);
    }

    std::byte* block_ = nullptr;
};

namespace detail {
/// What there is to see where a list or a boxed value is absent.
template <class T> inline constexpr List<T> empty_list{};
template <class T> inline constexpr T default_value{};
} // namespace detail

/// A value that may be absent, on the heap when present. Copies deeply.
template <class T> class Box {
public:
    constexpr Box() = default;
    explicit Box(T value) : value_(std::make_unique<T>(std::move(value))) {}
    constexpr Box(const Box& other) {
        if (other.value_) value_ = std::make_unique<T>(*other.value_);
    }
    constexpr Box(Box&&) noexcept = default;
    constexpr Box& operator=(Box other) noexcept {
        value_.swap(other.value_);
        return *this;
    }
    constexpr ~Box() = default;

    [[nodiscard]] constexpr explicit operator bool() const { return value_ != nullptr; }
    [[nodiscard]] constexpr T* operator->() { return value_.get(); }
    [[nodiscard]] constexpr const T* operator->() const { return value_.get(); }
    [[nodiscard]] constexpr T& operator*() { return *value_; }
    [[nodiscard]] constexpr const T& operator*() const { return *value_; }
    /// The value, made first if there is none.
    constexpr T& get_or_make() {
        if (!value_) value_ = std::make_unique<T>();
        return *value_;
    }
    constexpr void reset() { value_.reset(); }

private:
    std::unique_ptr<T> value_;
};

/// Values that only some rows of a table have, sorted by row.
template <class T> class Sparse {
public:
    struct Entry {
        std::uint32_t row = 0;
        T value{};
    };

    [[nodiscard]] std::span<Entry> entries() { return {entries_.data(), entries_.size()}; }
    [[nodiscard]] std::span<const Entry> entries() const { return {entries_.data(), entries_.size()}; }
    [[nodiscard]] constexpr bool empty() const { return entries_.empty(); }

    /// The value of a row, or nullptr. Takes O(log n); a caller that goes through the rows in order passes the same
    /// `cursor` (0 at first) each time and pays O(1).
    [[nodiscard]] const T* find(std::uint32_t row, std::size_t* cursor = nullptr) const {
        const std::size_t at = position(row, cursor);
        return at < entries_.size() && entries_[at].row == row ? &entries_[at].value : nullptr;
    }
    /// The value of a row, made first if there is none. O(1) for rows in ascending order.
    [[nodiscard]] T& get_or_make(std::uint32_t row) {
        if (entries_.empty() || entries_.back().row < row) {
            entries_.push_back({row, T{}});
            return entries_.back().value;
        }
        return find_or_insert(row);
    }
    /// Drops the values of rows from `count` on.
    void truncate(std::size_t count) { entries_.resize_for_overwrite(lower_bound(count)); }
    void clear() { entries_.clear(); }

private:
    [[nodiscard, gnu::cold, gnu::noinline]] T& find_or_insert(std::uint32_t row) {
        const std::size_t at = lower_bound(row);
        if (entries_[at].row != row) {
            entries_.push_back({});
            std::move_backward(entries_.begin() + at, entries_.end() - 1, entries_.end());
            entries_[at] = {row, T{}};
        }
        return entries_[at].value;
    }
    [[nodiscard]] std::size_t lower_bound(std::size_t row) const {
        const auto* found = std::ranges::lower_bound(entries_, row, {}, [](const Entry& e) { return std::size_t{e.row}; });
        return static_cast<std::size_t>(found - entries_.begin());
    }
    [[nodiscard]] std::size_t position(std::uint32_t row, std::size_t* cursor) const {
        if (cursor == nullptr) return lower_bound(row);
        if (*cursor >= entries_.size() || entries_[*cursor].row != row) *cursor = lower_bound(row);
        return (*cursor)++;
    }

    List<Entry> entries_;
};

} // namespace kagami

// Reading by description, three ways:
//   FastReader  no checks; the caller has made sure that the longest possible record is there
//   Skipper     walks over records without building them
//   Reader      every access checked, knows where it is and what it reads; hands long lists to the two above
#pragma once

#include "kagami/reading.hpp"
#include "layout/archive.hpp"
#include "layout/extents.hpp"
#include "layout/problems.hpp"
#include "layout/steps.hpp"

#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace kagami::layout {

/// Reads a `K` index of `width` bytes; `G` knows the sign rule.
template <class K, class G> KAGAMI_INLINE Index<K> load_index(const std::byte* p, std::size_t width) {
    if (width == 1) {
        const auto raw = static_cast<std::uint8_t>(*p);
        return Index<K>{G::template is_unsigned<K>() ? raw : static_cast<std::int8_t>(raw)};
    }
    if (width == 2) {
        std::uint16_t raw;
        std::memcpy(&raw, p, sizeof raw);
        return Index<K>{G::template is_unsigned<K>() ? raw : static_cast<std::int16_t>(raw)};
    }
    std::int32_t raw;
    std::memcpy(&raw, p, sizeof raw);
    return Index<K>{raw};
}

template <class G> class FastReader : public Archive<FastReader<G>, G> {
public:
    const std::byte* p;
    bool bad = false;

    KAGAMI_INLINE FastReader(const G& globals, const std::byte* from) : Archive<FastReader, G>(globals), p(from) {}

    template <class T> KAGAMI_INLINE void value(Field, T& v) {
        load(v, p);
        p += stored_size<T>;
    }
    template <class T> KAGAMI_INLINE void tag(Field f, T& v) {
        value(f, v);
        bad |= enum_name(v).empty();
    }
    template <class K> KAGAMI_INLINE void ref(Field, Index<K>& index) {
        const std::size_t width = this->globals_.template width<K>();
        index = load_index<K, G>(p, width);
        p += width;
    }
    template <class Stored, class I> KAGAMI_INLINE void ref_as(Field, I& index) {
        Stored stored;
        load(stored, p);
        p += sizeof stored;
        index.value = static_cast<std::int32_t>(stored);
    }
};

/// Reads a stored count; false if it is negative.
template <class Unchecked> KAGAMI_INLINE bool load_count(const std::byte* p, Count::As as, Unchecked& count) {
    switch (as) {
    case Count::As::u8: count = static_cast<std::uint8_t>(*p); return true;
    case Count::As::u16: {
        std::uint16_t n;
        load(n, p);
        count = n;
        return true;
    }
    case Count::As::u32: {
        std::uint32_t n;
        load(n, p);
        count = n;
        return true;
    }
    default: {
        std::int32_t n;
        load(n, p);
        count = static_cast<Unchecked>(n);
        return n >= 0;
    }
    }
}

/// Reads records of a bounded type into the elements of `c` from number `i` up to `n`, for as long as the longest
/// possible record fits and each is good; returns the number of the first that was not read.
template <class C, class G> [[gnu::flatten, gnu::noinline]] std::size_t read_hot(const G& globals, const std::byte*& p,
                                                                                 const std::byte* end, std::size_t i, std::size_t n, C& c) {
    const Extent extent = extent_of<Element<C>>(globals);
    auto at = sequential(c);
    if (extent.fixed()) {
        const std::size_t first = i, whole = std::min(n, i + static_cast<std::size_t>(end - p) / extent.shortest);
        for (; i < whole; ++i) {
            FastReader<G> ar(globals, p + (i - first) * extent.shortest);
            auto&& element = at(i);
            prepare(element);
            ar.item({""}, element);
            if (ar.bad) [[unlikely]]
                break;
        }
        p += (i - first) * extent.shortest;
        return i;
    }
    while (i < n && static_cast<std::size_t>(end - p) >= extent.longest) {
        FastReader<G> ar(globals, p);
        auto&& element = at(i);
        prepare(element);
        ar.item({""}, element);
        if (ar.bad) [[unlikely]]
            break;
        complete(element);
        p = ar.p;
        ++i;
    }
    return i;
}

/// Walks over records. Loads only what decides about the record's length. `Checked` tests each access against the end.
template <class G, bool Checked> class Skipper : public Archive<Skipper<G, Checked>, G> {
public:
    const std::byte *p, *end;
    bool bad = false;

    KAGAMI_INLINE Skipper(const G& globals, const std::byte* from, const std::byte* to) : Archive<Skipper, G>(globals), p(from), end(to) {}

    template <class T> KAGAMI_INLINE void value(Field, T& v) {
        if (!take(stored_size<T>)) return;
        if constexpr (std::is_integral_v<T> || std::is_enum_v<T> || is_flags<T>) load(v, p);
        p += stored_size<T>;
    }
    template <class T> KAGAMI_INLINE void tag(Field f, T& v) {
        value(f, v);
        bad |= enum_name(v).empty();
    }
    template <class K> KAGAMI_INLINE void ref(Field, const Index<K>&) { skip(this->globals_.template width<K>()); }
    template <class Stored, class I> KAGAMI_INLINE void ref_as(Field, const I&) { skip(sizeof(Stored)); }
    void text(Field, const Text&) { skip(stored_count({})); }
    std::size_t count(Field f, std::size_t) { return stored_count(f.count); }
    template <class C> void list(Field f, const C&) { skip_list<C>(f.count); }

    /// Walks over a count and its elements; returns the count.
    template <class C> std::size_t skip_list(Count stored) {
        const std::size_t n = stored_count(stored);
        if (!bad && skip_records<Element<C>>(n) != n) bad = true;
        return bad ? 0 : n;
    }

    /// Walks over at most `n` records and returns how many are whole; `p` is then at the next one.
    template <class T> std::size_t skip_records(std::size_t n) {
        return with_baked<T>(this->globals_, [&](const auto& globals) {
            const Extent extent = extent_of<T>(globals);
            if (extent.fixed() && !extent.tagged && n <= static_cast<std::size_t>(end - p) / extent.shortest) {
                p += n * extent.shortest;
                return n;
            }
            std::size_t done = extent.bounded ? skip_hot<T>(globals, p, end, n) : 0;
            using Inner = Skipper<std::remove_cvref_t<decltype(globals)>, true>;
            for (T sample{}; done < n; ++done) {
                Inner ar(globals, p, end);
                ar.item({""}, sample);
                if (ar.bad) break;
                p = ar.p;
            }
            return done;
        });
    }

private:
    template <class T, class Baked> [[gnu::flatten, gnu::noinline]] static std::size_t skip_hot(const Baked& globals, const std::byte*& p,
                                                                                                const std::byte* end, std::size_t n) {
        const std::size_t longest = extent_of<T>(globals).longest;
        std::size_t i = 0;
        if (constexpr std::size_t worth_a_table = 64; n >= worth_a_table) {
            const auto table = tag_sizes_of<T>(globals);
            if (table.usable) return skip_by_tag(table, p, end, n, longest);
        }
        for (T sample{}; i < n && static_cast<std::size_t>(end - p) >= longest; ++i) {
            Skipper<Baked, false> ar(globals, p, end);
            ar.item({""}, sample);
            if (ar.bad) [[unlikely]]
                break;
            p = ar.p;
        }
        return i;
    }

    /// Records usually come in runs of one tag. Within a run the next address does not wait for a load; in a mix, one
    /// look-up after the other is cheaper than guessing wrong. Each block is walked in the way that suited the last.
    template <class Table>
    static std::size_t skip_by_tag(const Table& table, const std::byte*& p, const std::byte* end, std::size_t n, std::size_t longest) {
        constexpr std::size_t block = 256, mixed_from = block / 6;
        const auto tag = [&](const std::byte* at) { return static_cast<std::uint8_t>(at[table.tag_at]); };
        const std::byte* at = p;
        std::size_t i = 0;
        bool known = true;
        for (bool mixed = false; known;) {
            const std::size_t stop = std::min({n, i + block, i + static_cast<std::size_t>(end - at) / longest});
            if (i == stop) break;
            std::size_t runs = 0;
            if (mixed) {
                std::uint64_t last = tag(at);
                for (; i < stop; ++i) {
                    const std::uint64_t t = tag(at);
                    if (known = table.known(t); !known) [[unlikely]]
                        break;
                    runs += t != last;
                    last = t;
                    at += table.quick(t);
                }
            } else {
                while (i < stop) {
                    const std::uint8_t first = tag(at);
                    if (known = table.known(first); !known) [[unlikely]]
                        break;
                    ++runs;
                    const std::size_t size = table.quick(first);
                    for (; i < stop && tag(at) == first; ++i) at += size;
                }
            }
            mixed = runs > mixed_from;
        }
        p = at;
        return i;
    }

    KAGAMI_INLINE bool take(std::size_t n) {
        if constexpr (Checked) {
            if (bad || static_cast<std::size_t>(end - p) < n) {
                bad = true;
                return false;
            }
        }
        return true;
    }
    KAGAMI_INLINE void skip(std::size_t n) {
        if (take(n)) p += n;
    }
    /// A count or length; sets `bad`, and is 0, if it is negative.
    std::size_t stored_count(Count stored) {
        if (stored.as == Count::As::known) return stored.known;
        std::int64_t n = 0;
        if (take(stored.bytes())) {
            bad |= !load_count(p, stored.as, n);
            p += stored.bytes();
        }
        return bad ? 0 : static_cast<std::size_t>(n);
    }
};

/// `Find` makes a reader that also notes which value the byte at a given offset belongs to.
template <class G, bool Find = false> class Reader : public Archive<Reader<G, Find>, G> {
    using Base = Archive<Reader, G>;

public:
    Reader(const G& globals, std::span<const std::byte> bytes, ReadOptions options = {})
        : Base(globals), begin_(bytes.data()), p_(bytes.data()), end_(bytes.data() + bytes.size()), keep_(options.keep) {}

    [[nodiscard]] bool failed() const { return failed_ && !damage_; }
    [[nodiscard]] Error& error() { return *error_; }
    [[nodiscard]] std::optional<Damage>& damage() { return damage_; }
    [[nodiscard]] const std::byte* position() const { return p_; }

    /// For `Find`: the offsets to look for, ascending, and the paths of the values found there.
    std::span<const std::uint64_t> wanted;
    std::vector<std::string> found;

    // ---- parts

    template <class X> void part(Field f, X& x) {
        if (failed_) return;
        const std::byte* start = p_;
        Outcome outcome;
        if constexpr (Container<X>) {
            outcome = read_list(f, x, keep_);
        } else {
            this->item(f, x);
            if (failed_) x = X{};
        }
        if (!failed_ || !keep_) return;
        const std::byte* rest = outcome.count_known ? outcome.rest : start;
        damage_.emplace(Damage{f.name, outcome.count_known, static_cast<std::uint32_t>(outcome.promised - outcome.whole),
                               Bytes({rest, static_cast<std::size_t>(end_ - rest)}), *error_});
    }
    template <class X> void optional_part(Field f, X& x) {
        x.reset();
        if (!failed_ && p_ != end_) part(f, x.emplace());
    }
    void rest(Field f, Bytes& bytes) {
        if (failed_) return;
        note(f, static_cast<std::size_t>(end_ - p_));
        bytes.assign({p_, end_});
        p_ = end_;
    }

    // ---- fields

    template <class T> void value(Field f, T& v) {
        if (!take(f, stored_size<T>)) return;
        load(v, p_);
        p_ += stored_size<T>;
    }
    template <class E> void tag(Field f, E& v) {
        value(f, v);
        if (!failed_ && enum_name(v).empty())
            fail(Code::unknown_value, f, p_ - sizeof v, sizeof v,
                 {f.name, std::to_string(+static_cast<std::underlying_type_t<E>>(v)), EnumTable<E>::what});
    }
    template <class T, class U> void oneof(Field f, T& v, std::initializer_list<U> allowed) {
        value(f, v);
        if (!failed_ && !is_one_of(v, allowed))
            fail(Code::unknown_value, f, p_ - sizeof v, sizeof v, {f.name, std::to_string(v), list_of(allowed)});
    }
    template <class K> void ref(Field f, Index<K>& index) {
        const std::size_t width = this->globals_.template width<K>();
        if (!take(f, width)) return;
        index = load_index<K, G>(p_, width);
        p_ += width;
    }
    template <class Stored, class I> void ref_as(Field f, I& index) {
        Stored stored{};
        value(f, stored);
        if (!failed_) index.value = static_cast<std::int32_t>(stored);
    }
    void text(Field f, Text& text) {
        const std::byte* at = p_;
        std::int32_t length = 0;
        value(f, length);
        if (failed_) return;
        const auto n = static_cast<std::size_t>(length);
        if (length < 0) return fail(Code::negative_length, f, at, sizeof length, {label(f), std::to_string(length)});
        if (n > left()) return fail(Code::truncated, f, at, n, {label(f), std::to_string(n - left())});
        note(f, n);
        text.assign({reinterpret_cast<const char*>(p_), n});
        p_ += n;
    }
    template <class R> void record(Field f, R& r) {
        if (*f.name == '\0') return describe(*this, r);
        const Inside inside(steps_, f.name);
        describe(*this, r);
    }
    template <class Get> void array(Field f, std::size_t n, Get get) {
        const Inside inside(steps_, f.name);
        for (std::size_t i = 0; i < n && !failed_; ++i) {
            const Inside element(steps_, i);
            this->item({""}, get(i));
        }
    }
    template <class C> void list(Field f, C& c) {
        if (!failed_) read_list(f, c, false);
    }
    std::size_t count(Field f, std::size_t) {
        const std::byte* at = p_;
        if (!take(f, f.count.bytes())) return 0;
        std::size_t n = 0;
        load_count(at, f.count.as, n); // which is never negative here: such counts are unsigned
        p_ += f.count.bytes();
        counted_at_ = at;
        return n;
    }
    void size8(Field f, std::size_t base, Bytes& bytes) {
        std::uint8_t n = 0;
        value(f, n);
        if (failed_) return;
        if (n < base) return fail(Code::unknown_value, f, p_ - 1, 1, {f.name, std::to_string(n), std::to_string(base) + " or more"});
        bytes.resize(n - base);
    }
    void raw(Field f, Bytes& bytes) {
        if (!take(f, bytes.size())) return;
        bytes.assign({p_, bytes.size()});
        p_ += bytes.size();
    }

private:
    /// How far a list could be read.
    struct Outcome {
        bool count_known = false;
        std::size_t promised = 0, whole = 0;
        const std::byte* rest = nullptr;
    };

    template <class C> Outcome read_list(Field f, C& c, bool salvage) {
        using T = Element<C>;
        Outcome outcome;
        const std::byte* at = p_;
        const Inside inside(steps_, f.name);
        std::size_t stored = f.count.bytes();
        auto count = static_cast<std::int64_t>(f.count.known);
        if (stored == 0 && counted_at_ != nullptr) {
            at = std::exchange(counted_at_, nullptr);
            stored = static_cast<std::size_t>(p_ - at);
        } else if (stored != 0) {
            if (!take({""}, stored)) return outcome;
            if (!load_count(p_, f.count.as, count)) {
                fail(Code::negative_count, {""}, at, stored, {f.name, std::to_string(count)});
                return outcome;
            }
            p_ += stored;
        }
        const Extent extent = extent_of<T>(this->globals_);
        const std::size_t n = std::min(static_cast<std::size_t>(count), left() / extent.shortest);
        outcome = {true, static_cast<std::size_t>(count), 0, p_};
        bool refused = false;
        if (n < outcome.promised) {
            fail(Code::count_too_large, {""}, at, stored,
                 {f.name, std::to_string(count), std::to_string(outcome.promised * extent.shortest), std::to_string(left())});
            if (!salvage) {
                c.resize(0);
                return outcome;
            }
            refused = true;
            failed_ = false;
        }
        if constexpr (requires { c.emplace_back(); }) {
            read_records(c, n, outcome);
        } else {
            read_columns(c, n, outcome);
        }
        failed_ |= refused;
        return outcome;
    }

    /// Records that own memory. They are counted before room is made, so that a wrong count costs nothing.
    template <class C> void read_records(C& c, std::size_t n, Outcome& outcome) {
        using T = Element<C>;
        const std::size_t whole = Skipper<G, true>(this->globals_, p_, end_).template skip_records<T>(n);
        c.clear();
        c.reserve(std::min(n, whole + 1));
        for (std::size_t i = 0; i < n; ++i) {
            const Inside element(steps_, i);
            this->item({""}, c.emplace_back());
            if (failed_) {
                c.pop_back();
                return;
            }
            outcome.whole = i + 1;
            outcome.rest = p_;
        }
    }

    /// Plain values and rows of columns, of a bounded size.
    template <class C> void read_columns(C& c, std::size_t n, Outcome& outcome) {
        using T = Element<C>;
        make_room(c, n, this->globals_);
        std::size_t i = 0;
        const auto hot = [&](std::size_t to) {
            return with_baked<T>(this->globals_, [&](const auto& globals) { return read_hot(globals, p_, end_, i, to, c); });
        };
        if constexpr (!Find && requires { this->globals_.read(c, i, n); }) {
            // Who wants to see the elements sees them while they are in the cache.
            constexpr std::size_t block = 1024;
            for (std::size_t from = 0, to = 0; i == to && to < n; from = i) {
                to = std::min(n, to + block);
                i = hot(to);
                this->globals_.read(c, from, i);
            }
        } else if constexpr (!Find) {
            i = hot(n);
        }
        for (; i < n; ++i) {
            outcome.whole = i;
            outcome.rest = p_;
            const Inside element(steps_, i);
            auto&& row = c[i];
            prepare(row);
            this->item({""}, row);
            if (failed_) {
                c.resize(i);
                return;
            }
            complete(row);
        }
        outcome.whole = n;
        outcome.rest = p_;
    }

    [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - p_); }
    [[nodiscard]] std::string label(Field f) const { return *f.name != '\0' ? f.name : steps_.path(); }

    void note(Field f, std::size_t size) {
        if constexpr (Find) {
            const auto at = static_cast<std::size_t>(p_ - begin_);
            auto next = std::ranges::lower_bound(wanted, at);
            for (; next != wanted.end() && *next - at < size; ++next)
                found[static_cast<std::size_t>(next - wanted.begin())] = steps_.path(f.name);
        }
    }
    bool take(Field f, std::size_t n) {
        if (failed_) return false;
        if (left() < n) {
            fail(Code::truncated, f, p_, n, {label(f), std::to_string(n - left())});
            return false;
        }
        note(f, n);
        return true;
    }
    [[gnu::cold, gnu::noinline]] void fail(Code code, Field f, const std::byte* at, std::size_t length,
                                           std::vector<std::string> arguments) {
        if (!error_) error_ = Error{code, static_cast<std::uint64_t>(at - begin_), length, steps_.path(f.name), {}, std::move(arguments)};
        failed_ = true;
    }

    const std::byte *begin_, *p_, *end_;
    const std::byte* counted_at_ = nullptr; // the count of the list to come, where it stands apart from it
    Steps steps_;
    std::optional<Error> error_;
    std::optional<Damage> damage_;
    bool keep_, failed_ = false;
};

} // namespace kagami::layout

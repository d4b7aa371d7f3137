// What can be done with the bytes of a whole file, the same for every format that has a description.
#pragma once

#include "diag/catching.hpp"
#include "kagami/file.hpp"
#include "layout/emitter.hpp"
#include "layout/problems.hpp"
#include "layout/reader.hpp"

#include <algorithm>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace kagami::layout {

/// Empties a document, and leaves the memory of its lists to be used again.
template <class G> class Emptier : public Archive<Emptier<G>, G> {
public:
    Emptier() : Archive<Emptier, G>(G{}) {}
    template <class X> void part(Field, X& x) {
        if constexpr (Container<X>) {
            x.resize(0);
        } else {
            x = X{};
        }
    }
    template <class X> void optional_part(Field, X& x) { x.reset(); }
    void rest(Field, Bytes& bytes) { bytes.clear(); }
    template <class F> void when(bool, const char*, F fields) { fields(); }
};

/// Notes where each part lies; builds only the header.
template <class G> class Scanner : public Archive<Scanner<G>, G> {
public:
    std::vector<Part> parts;
    bool bad = false;

    explicit Scanner(std::span<const std::byte> bytes)
        : Archive<Scanner, G>(G{}), begin_(bytes.data()), p_(bytes.data()), end_(bytes.data() + bytes.size()) {}

    template <class X> void part(Field f, X& x) {
        if (bad) return;
        if constexpr (Container<X>) {
            Skipper<G, true> ar(this->globals_, p_, end_);
            const std::size_t count = ar.template skip_list<X>(f.count);
            finish(f, ar.p, ar.bad, count);
            counted_.emplace_back(&x, count);
        } else if constexpr (std::same_as<X, Text>) {
            Skipper<G, true> ar(this->globals_, p_, end_);
            ar.text(f, x);
            finish(f, ar.p, ar.bad, 1);
        } else {
            Reader<G> ar(this->globals_, {p_, end_});
            ar.part(f, x);
            finish(f, ar.position(), ar.failed(), 1);
        }
    }
    template <class X> void optional_part(Field f, X& x) {
        if (!bad && p_ != end_) part(f, x.emplace());
    }
    void rest(Field f, const Bytes&) {
        if (p_ != end_) finish(f, end_, false, 1);
    }
    template <class C> std::size_t size_of(const C& c) const {
        const auto found = std::ranges::find(counted_, static_cast<const void*>(&c), &std::pair<const void*, std::size_t>::first);
        return found == counted_.end() ? 0 : found->second;
    }

private:
    void finish(Field f, const std::byte* next, bool failed, std::size_t count) {
        bad |= failed;
        if (bad) return;
        parts.push_back(
            {f.name, static_cast<std::uint64_t>(p_ - begin_), static_cast<std::uint64_t>(next - p_), static_cast<std::uint32_t>(count)});
        p_ = next;
    }

    const std::byte *begin_, *p_, *end_;
    std::vector<std::pair<const void*, std::size_t>> counted_;
};

template <class D, class G = GlobalsOf<D>>
Result<void> read_document_into(D& document, std::span<const std::byte> bytes, ReadOptions options, const G& globals = {}) {
    if (auto refused = FormatOf<D>::refuse(bytes)) return std::unexpected(std::move(*refused));
    return catching([&]() -> Result<void> {
        Emptier<GlobalsOf<D>> emptier;
        describe(emptier, document);
        document.damage.reset();
        Reader<G> ar(globals, bytes, options);
        describe(ar, document);
        if (ar.failed()) return std::unexpected(std::move(ar.error()));
        document.damage = std::move(ar.damage());
        return {};
    });
}

template <class D, class G = GlobalsOf<D>>
Result<D> read_document(std::span<const std::byte> bytes, ReadOptions options, const G& globals = {}) {
    return catching([&]() -> Result<D> {
        D document;
        if (auto done = read_document_into(document, bytes, options, globals); !done) return std::unexpected(std::move(done.error()));
        return document;
    });
}

/// `read` makes a document of the file's bytes.
template <class Read> auto load_document(const std::filesystem::path& path, Read read) -> decltype(read(std::span<const std::byte>{})) {
    const auto bytes = map_file(path);
    if (!bytes) return std::unexpected(bytes.error());
    auto document = read(bytes->bytes());
    if (!document) document.error().file = path.string();
    if (document && document->damage) document->damage->error.file = path.string();
    return document;
}

template <class D, class Scan> Result<Scan> scan_document(std::span<const std::byte> bytes) {
    if (auto refused = FormatOf<D>::refuse(bytes)) return std::unexpected(std::move(*refused));
    return catching([&]() -> Result<Scan> {
        D document;
        Scanner<GlobalsOf<D>> ar(bytes);
        describe(ar, document);
        if (!ar.bad) return Scan{std::move(document.header), std::move(ar.parts)};
        Reader<GlobalsOf<D>> reader(GlobalsOf<D>{}, bytes); // finds the same damage, and can say what it is
        describe(reader, document);
        return std::unexpected(std::move(reader.error()));
    });
}

template <class D> std::vector<std::string> paths_in_document(std::span<const std::byte> bytes, std::span<const std::uint64_t> offsets) {
    D document;
    Reader<GlobalsOf<D>, true> ar(GlobalsOf<D>{}, bytes);
    ar.wanted = offsets;
    ar.found.resize(offsets.size());
    describe(ar, document);
    return std::move(ar.found);
}

// ---- writing; `run(ar)` describes what is to be written

template <class D> const Damage* damage_of(const D& document) {
    return document.damage ? &*document.damage : nullptr;
}

/// The size, or why it cannot be written.
template <class D, class Run> Result<std::size_t> counted_size(const D& document, Run run) {
    using G = GlobalsOf<D>;
    Emitter<G, Emit::count> ar(G{}, nullptr, damage_of(document));
    run(ar);
    if (document.damage && !ar.damage_written())
        return std::unexpected(Error{
            Code::value_range, 0, 0, "/damage/part", {}, {"part", '"' + document.damage->part + '"', "a part that the document has"}});
    if (!ar.bad) return ar.size;
    Problems<G> problems(G{});
    run(problems);
    if (!problems.error)
        problems.error =
            Error{Code::value_range, 0, 0, "/damage/missing", {}, {"missing", "too large", "a number that the part's count can hold"}};
    return std::unexpected(std::move(*problems.error));
}

/// Stores exactly the counted bytes; false if an index did not fit.
template <class D, class Run> bool store_document(const D& document, std::byte* to, Run run) {
    using G = GlobalsOf<D>;
    Emitter<G, Emit::store> ar(G{}, to, damage_of(document));
    run(ar);
    return !ar.overflow;
}

/// Sizes, gets memory from `room`, stores: for formats in which every index has one width.
template <class D, class Room> Result<std::size_t> write_document(const D& document, Room room) {
    const auto run = [&](auto& ar) { describe(ar, document); };
    Result<std::size_t> size = counted_size(document, run);
    if (!size) return size;
    Result<std::byte*> to = room(*size);
    if (!to) return std::unexpected(to.error());
    if (store_document(document, *to, run)) return size;
    Problems<GlobalsOf<D>> problems(GlobalsOf<D>{});
    run(problems);
    return std::unexpected(std::move(*problems.error));
}

/// Memory for the above: a buffer of the caller's, or bytes made for it.
inline auto room_in(std::span<std::byte> buffer) {
    return [buffer](std::size_t n) -> Result<std::byte*> {
        if (n <= buffer.size()) return buffer.data();
        return std::unexpected(Error{Code::buffer_too_small, 0, n, {}, {}, {std::to_string(buffer.size()), std::to_string(n)}});
    };
}
inline auto room_in(Bytes& bytes) {
    return [&bytes](std::size_t n) -> Result<std::byte*> {
        bytes.resize_for_overwrite(n);
        return bytes.data();
    };
}

template <class D> std::size_t document_size(const D& document) {
    Emitter<GlobalsOf<D>, Emit::count> ar(GlobalsOf<D>{}, nullptr, damage_of(document));
    describe(ar, document);
    return ar.size;
}

template <class D> Result<Bytes> write_document(const D& document) {
    return catching([&]() -> Result<Bytes> {
        Bytes bytes;
        const auto size = write_document(document, room_in(bytes));
        if (!size) return std::unexpected(size.error());
        return bytes;
    });
}

/// Whether the same bytes would be written for both.
template <class D> bool same_documents(const D& a, const D& b) {
    if (a.damage != b.damage) return false;
    const auto bytes = [&](const D& document) {
        Bytes out;
        out.resize_for_overwrite(document_size(document));
        const bool fits = store_document(document, out.data(), [&](auto& ar) { describe(ar, document); });
        return std::pair(fits, std::move(out));
    };
    return bytes(a) == bytes(b);
}

} // namespace kagami::layout

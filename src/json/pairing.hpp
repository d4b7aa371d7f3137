// Which elements of two documents are the same things, and what their references refer to.
#pragma once

#include "layout/archive.hpp"
#include "layout/identity.hpp"
#include "layout/json_out.hpp"
#include "json/align.hpp"
#include "json/locate.hpp"

#include <array>
#include <functional>
#include <string>

namespace kagami::layout {

/// The pairing of each kind of record that references refer to. Unknown as long as it is not set.
class Referents {
public:
    void set(std::size_t kind, Pairing pairing) { kinds_[kind] = {std::move(pairing), true}; }
    [[nodiscard]] const Pairing& pairing(std::size_t kind) const { return kinds_[kind].pairing; }

    /// Equal for references in the two documents that refer to the same thing. What nothing is known of is the same.
    [[nodiscard]] std::uint64_t in_a(std::size_t kind, std::int32_t number) const {
        if (!kinds_[kind].known) return 0;
        const auto& to_b = kinds_[kind].pairing.to_b;
        const auto at = static_cast<std::uint32_t>(number);
        if (at >= to_b.size()) return nothing + at;
        return to_b[at] == Pairing::none ? only_in_a + at : to_b[at];
    }
    [[nodiscard]] std::uint64_t in_b(std::size_t kind, std::int32_t number) const {
        if (!kinds_[kind].known) return 0;
        const auto& to_a = kinds_[kind].pairing.to_a;
        const auto at = static_cast<std::uint32_t>(number);
        if (at >= to_a.size()) return nothing + at;
        return to_a[at] == Pairing::none ? only_in_b + at : at;
    }

    static constexpr std::size_t most_kinds = 8;

private:
    static constexpr std::uint64_t nothing = std::uint64_t{1} << 32, only_in_a = nothing << 1, only_in_b = nothing << 2;
    struct Kind {
        Pairing pairing;
        bool known = false;
    };
    std::array<Kind, most_kinds> kinds_;
};

/// Which of the two documents.
enum class Side : std::uint8_t { a, b };

/// Bytes of a value that are equal exactly if the value is the same. Texts are decoded where the two documents differ in
/// their encoding; references are resolved, or with no referents taken as their numbers.
template <class G> class Canonical : public Archive<Canonical<G>, G> {
public:
    /// Of an element: everything, the fields that make it what it is, or everything but these.
    enum class Take : std::uint8_t { all, identity, rest };

    Canonical(const G& globals, Side side, bool decoded, const Referents* referents, Take take = Take::all, Identity id = {})
        : Archive<Canonical, G>(globals), referents_(referents), id_(id), take_(take), side_(side), decoded_(decoded) {}

    /// Valid until the next call.
    template <class X> [[nodiscard]] std::string_view of(const X& x) {
        out_.clear();
        if constexpr (std::same_as<X, Bytes>) {
            raw({""}, x);
        } else {
            this->item({""}, x);
        }
        return out_;
    }
    template <class T> void value(Field f, const T& v) {
        if (left_out(f)) return;
        if constexpr (is_fixed_text<T>) {
            if (take_ == Take::identity) {
                name(v.bytes());
            } else if (decoded_) {
                append_json_text(out_, v, this->globals_.encoding());
            } else {
                put(v.field().data(), v.field().size());
            }
        } else {
            put(stored_bytes(v), stored_size<T>);
        }
    }
    template <class K> void ref(Field f, const Index<K>& index) {
        if (left_out(f)) return;
        const std::size_t kind = G::template kind<K>();
        const std::uint64_t to = referents_ == nullptr ? static_cast<std::uint32_t>(index.value)
                                 : side_ == Side::a    ? referents_->in_a(kind, index.value)
                                                       : referents_->in_b(kind, index.value);
        put(&to, sizeof to);
    }
    template <class Stored, class K> void ref_as(Field f, const Index<K>& index) { ref(f, index); }
    void text(Field f, const Text& text) {
        if (left_out(f)) return;
        if (take_ == Take::identity) return name(text.bytes());
        sized(decoded_ ? json_of(text, this->globals_) : text.bytes());
    }
    void size8(Field, std::size_t, const Bytes&) {}
    void raw(Field f, const Bytes& bytes) {
        if (!left_out(f)) sized({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }
    template <class R> void record(Field f, const R& r) {
        if (left_out(f)) return;
        const Inner inner(depth_, f);
        describe(*this, r);
    }
    template <class Get> void array(Field f, std::size_t n, Get get) {
        if (left_out(f)) return;
        put(&n, sizeof n);
        const Inner inner(depth_, f);
        for (std::size_t i = 0; i < n; ++i) this->item({""}, get(i));
    }
    template <class C> void list(Field f, const C& c) {
        if (left_out(f)) return;
        const std::size_t n = c.size();
        put(&n, sizeof n);
        const Inner inner(depth_, f);
        for (std::size_t i = 0; i < n; ++i) {
            auto&& element = c[i];
            this->item({""}, element);
        }
    }

private:
    /// Inside a field of the element.
    class Inner {
    public:
        Inner(std::size_t& depth, Field f) : depth_(depth), step_(*f.name == '\0' ? 0 : 1) { depth_ += step_; }
        ~Inner() { depth_ -= step_; }
        Inner(const Inner&) = delete;
        Inner& operator=(const Inner&) = delete;

    private:
        std::size_t &depth_, step_;
    };

    [[nodiscard]] KAGAMI_INLINE bool left_out(Field f) const {
        if (take_ == Take::all || depth_ != 0 || *f.name == '\0') return false;
        return id_.has(f.name) != (take_ == Take::identity);
    }
    void put(const void* from, std::size_t n) { out_.append(static_cast<const char*>(from), n); }
    void sized(std::string_view bytes) {
        const std::size_t n = bytes.size();
        put(&n, sizeof n);
        out_ += bytes;
    }
    void name(std::string_view bytes) {
        const auto text = decoded_ ? decode(bytes, this->globals_.encoding()) : std::unexpected(Error{});
        sized(text ? *text : bytes);
    }

    std::string out_;
    const Referents* referents_;
    std::size_t depth_ = 0;
    Identity id_;
    Take take_;
    Side side_;
    bool decoded_;
};

/// The identity of what has an empty name.
inline constexpr std::string_view no_name{"\0\0\0\0\0\0\0", sizeof(std::size_t)};

template <class T> inline constexpr bool is_text = std::same_as<T, Text> || is_fixed_text<T>;

/// Whether an element of a list is no record.
template <class T> inline constexpr bool is_value = is_text<T> || is_index<T> || Plain<T>;

/// Whether the elements of a list have names that may change.
template <class C> inline constexpr bool is_named_list = is_text<Element<C>> || identity_in<C>.as == Identity::As::name;

/// Pairs the elements of two documents.
template <class D> class Pairs {
public:
    using G = GlobalsOf<D>;
    using F = FormatOf<D>;
    using Take = typename Canonical<G>::Take;

    Pairs(const D& a, const D& b)
        : a_(a), b_(b), globals_a_(F::globals(a)), globals_b_(F::globals(b)), decoded_(globals_a_.encoding() != globals_b_.encoding()) {
        // What is known by its name first, since the rest refers to it.
        for (const bool named : {true, false})
            for (std::size_t kind = 0; kind < Referents::most_kinds; ++kind) pair_kind(kind, named);
    }

    [[nodiscard]] const G& globals(Side side) const { return side == Side::a ? globals_a_ : globals_b_; }
    [[nodiscard]] const D& document(Side side) const { return side == Side::a ? a_ : b_; }
    [[nodiscard]] const Referents& referents() const { return referents_; }
    [[nodiscard]] Canonical<G> canonical(Side side, bool resolved = true, Take take = Take::all, Identity id = {}) const {
        return Canonical<G>(globals(side), side, decoded_, resolved ? &referents_ : nullptr, take, id);
    }

    /// The pairing of two lists: one that is known, or one that is made in `room`.
    template <class C> const Pairing& of(const C& a, const C& b, Pairing& room) const {
        for (const Known& known : known_)
            if (known.a == &a && known.b == &b) return referents_.pairing(known.kind);
        room = pair(a, b);
        return room;
    }

private:
    struct Known {
        const void *a, *b;
        std::size_t kind;
    };

    void pair_kind(std::size_t kind, bool named) {
        if constexpr (requires { F::with_list(a_, kind, [](const auto&) {}); }) {
            const auto pair_lists = [&]<class C>(const C& a, const C& b) {
                if (is_named_list<C> != named) return;
                referents_.set(kind, pair(a, b));
                known_.push_back({&a, &b, kind});
            };
            bool found = false;
            F::with_list(a_, kind, [&]<class C>(const C& a) {
                F::with_list(b_, kind, [&]<class Other>(const Other& b) {
                    if constexpr (std::same_as<C, Other>) pair_lists(a, b);
                    found = true;
                });
                if (!found) pair_lists(a, absent<C>());
                found = true;
            });
            if (!found) F::with_list(b_, kind, [&]<class C>(const C& b) { pair_lists(absent<C>(), b); });
        }
    }
    template <class C> static const C& absent() {
        static const C none{};
        return none;
    }

    template <class C> Pairing pair(const C& a, const C& b) const {
        using T = Element<C>;
        constexpr Identity id = identity_in<C>;
        Pairing pairing(a.size(), b.size());
        auto left = canonical(Side::a), right = canonical(Side::b);
        const auto same = [&](std::size_t i, std::size_t j) {
            auto&& x = a[i];
            auto&& y = b[j];
            return left.of(x) == right.of(y);
        };
        std::size_t first = 0, end_a = a.size(), end_b = b.size();
        for (; first < end_a && first < end_b && same(first, first); ++first) pairing.join(first, first);
        if (first == end_a && first == end_b) return pairing;
        const auto hashes = [&](Side side, Take take) {
            auto ar = canonical(side, true, take, id);
            const C& c = side == Side::a ? a : b;
            const std::size_t end = side == Side::a ? end_a : end_b;
            std::vector<std::uint64_t> out;
            out.reserve(end - first);
            for (std::size_t i = first; i < end; ++i) {
                auto&& element = c[i];
                const std::string_view bytes = ar.of(element);
                const bool nameless = is_named_list<C> && take == Take::identity && bytes == no_name;
                out.push_back(nameless ? no_key : std::max<std::uint64_t>(std::hash<std::string_view>{}(bytes), no_key + 1));
            }
            return out;
        };
        if constexpr (is_text<T> || id.as != Identity::As::likeness) {
            // Several can have one identity. Those that are the same altogether come first.
            for (const Take take : {Take::all, Take::identity, Take::rest}) {
                if (take == Take::rest && id.as != Identity::As::name) continue;
                pair_by_key(pairing, first, hashes(Side::a, take), hashes(Side::b, take));
            }
            pair_by_place(pairing);
        } else {
            for (; end_a > first && end_b > first && same(end_a - 1, end_b - 1); --end_a, --end_b) pairing.join(end_a - 1, end_b - 1);
            constexpr std::size_t window = is_index<T> ? 3 : 1; // one index alone says little
            const bool alike = !id.fields[0].empty();
            pair_by_alignment(pairing, first, {hashes(Side::a, Take::all), hashes(Side::b, Take::all), window},
                              alike ? Hashes{hashes(Side::a, Take::identity), hashes(Side::b, Take::identity), 1} : Hashes{});
        }
        return pairing;
    }

    const D &a_, &b_;
    G globals_a_, globals_b_;
    bool decoded_;
    Referents referents_;
    std::vector<Known> known_;
};

} // namespace kagami::layout

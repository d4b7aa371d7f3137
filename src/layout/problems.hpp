// What keeps a document from being written: values that no reader could read past, lists and texts too long to count.
#pragma once

#include "layout/stepped.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace kagami::layout {

/// Counts and lengths are stored in 31 bits.
inline constexpr std::size_t count_limit = std::numeric_limits<std::int32_t>::max();

template <class T, class U> bool is_one_of(const T& v, std::initializer_list<U> allowed) {
    return std::ranges::any_of(allowed, [&](U u) { return static_cast<T>(u) == v; });
}
template <class U> std::string list_of(std::initializer_list<U> allowed) {
    std::string list;
    for (const U u : allowed) (list += list.empty() ? "" : ", ") += std::to_string(u);
    return list;
}

/// Finds the first such value, with its path. Runs only when an Emitter has noticed that there is one.
template <class G> class Problems : public Stepped<Problems<G>, G> {
public:
    std::optional<Error> error;

    using Stepped<Problems, G>::Stepped;

    template <class T> void value(Field, const T&) {}
    template <class T> void magic(Field f, const T& v, bool (*good)(std::string_view), const char* what) {
        if (!good(signature_of(v))) range(f, "not known", what);
    }
    template <class Stored, class I> void ref_as(Field f, const I& index) {
        using Limits = std::numeric_limits<Stored>;
        if (static_cast<std::int32_t>(static_cast<Stored>(index.value)) != index.value)
            range(f, std::to_string(index.value), "from " + std::to_string(Limits::min()) + " to " + std::to_string(Limits::max()));
    }
    template <class K> void ref(Field f, const Index<K>& index) {
        // Widths that a header gives can grow; others cannot.
        if constexpr (requires { typename G::FixedIndex; }) ref_as<typename G::FixedIndex>(f, index);
    }
    template <class X> void optional_part(Field f, const X& x) {
        if (x) {
            if (absent_ != nullptr) needs(f, f.name);
            this->part(f, *x);
        } else if (absent_ == nullptr) {
            absent_ = f.name;
        }
    }
    template <class E> void tag(Field f, const E& e) {
        if (enum_name(e).empty())
            range(f, std::to_string(+static_cast<std::underlying_type_t<E>>(e)), std::string("one of ") + EnumTable<E>::what);
    }
    template <class T, class U> void oneof(Field f, const T& v, std::initializer_list<U> allowed) {
        if (!is_one_of(v, allowed)) range(f, std::to_string(v), "one of " + list_of(allowed));
    }
    void text(Field f, const Text& text) { count({f.name, f.note}, text.size()); }
    void size8(Field f, std::size_t base, const Bytes& bytes) {
        if (base + bytes.size() > 255) range(f, std::to_string(base + bytes.size()), "at most 255");
    }
    std::size_t count(Field f, std::size_t n) {
        if (f.count.allows(n)) return n;
        if (f.count.as == Count::As::known) {
            range(f, "a list of " + std::to_string(n), "one of " + std::to_string(f.count.known));
        } else {
            fail(Code::too_many, f, {f.name, std::to_string(n), std::to_string(f.count.greatest())});
        }
        return n;
    }
    void raw(Field, const Bytes&) {}
    void rest(Field f, const Bytes& bytes) {
        if (absent_ != nullptr && !bytes.empty()) needs(f, "trailing bytes");
    }
    template <class C> void list(Field f, const C& c) {
        count(f, c.size());
        Stepped<Problems, G>::list(f, c);
    }

private:
    void needs(Field f, const char* what) { fail(Code::needs_section, f, {what, absent_}); }
    void range(Field f, std::string is, std::string must_be) { fail(Code::value_range, f, {f.name, std::move(is), std::move(must_be)}); }
    void fail(Code code, Field f, std::vector<std::string> arguments) {
        if (!error) error = Error{code, 0, 0, this->steps_.path(f.name), {}, std::move(arguments)};
    }

    const char* absent_ = nullptr; ///< the first optional part that is not there
};

} // namespace kagami::layout

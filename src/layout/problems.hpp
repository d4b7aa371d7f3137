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
    template <class K> void ref(Field, const Index<K>&) {}
    void magic(Field f, const std::array<char, 4>& v, std::string_view start) {
        if (!std::string_view(v.data(), v.size()).starts_with(start)) range(f, "not known", "one that begins with " + std::string(start));
    }
    template <class E> void tag(Field f, const E& e) {
        if (enum_name(e).empty())
            range(f, std::to_string(+static_cast<std::underlying_type_t<E>>(e)), std::string("one of ") + EnumTable<E>::what);
    }
    template <class T, class U> void oneof(Field f, const T& v, std::initializer_list<U> allowed) {
        if (!is_one_of(v, allowed)) range(f, std::to_string(v), "one of " + list_of(allowed));
    }
    void text(Field f, const Text& text) { count(f, text.size()); }
    void size8(Field f, std::size_t base, const Bytes& bytes) {
        if (base + bytes.size() > 255) range(f, std::to_string(base + bytes.size()), "at most 255");
    }
    void raw(Field, const Bytes&) {}
    void rest(Field, const Bytes&) {}
    template <class C> void list(Field f, const C& c) {
        count(f, c.size());
        Stepped<Problems, G>::list(f, c);
    }

private:
    void count(Field f, std::size_t n) {
        if (n > count_limit) fail(Code::too_many, f, {f.name, std::to_string(n)});
    }
    void range(Field f, std::string is, std::string must_be) { fail(Code::value_range, f, {f.name, std::move(is), std::move(must_be)}); }
    void fail(Code code, Field f, std::vector<std::string> arguments) {
        if (!error) error = Error{code, 0, 0, this->steps_.path(f.name), {}, std::move(arguments)};
    }
};

} // namespace kagami::layout

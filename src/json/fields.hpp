// The fields of two records side by side.
#pragma once

#include "kagami/reading.hpp"
#include "layout/archive.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace kagami::layout {

/// Notes the fields that a record has, under their keys in JSON and in that order. `Visitor` is what two records are
/// later gone through with; see `each_field`.
template <class G, class Visitor> class Fields : public Archive<Fields<G, Visitor>, G> {
public:
    struct Entry {
        const char* name;
        void (*visit)(Visitor& visitor, const char* name, const Entry* a, const Entry* b);
        const void* value = nullptr;
        std::vector<const void*> elements{}; ///< of an array
    };
    std::vector<Entry> entries;

    /// With `damage`, parts that it hides are left out.
    explicit Fields(const G& globals, const Damage* damage = nullptr) : Archive<Fields, G>(globals), damage_(damage) {}

    template <class X> void part(Field f, const X& x) {
        const bool damaged = damage_ != nullptr && damage_->part == f.name;
        if (!done_ && (Container<X> || !damaged)) add(f, x);
        done_ |= damaged;
    }
    void rest(Field f, const Bytes& bytes) {
        if (!done_) add(f, bytes);
    }
    void encoding(Field f, const Encoding& e) {
        entries.push_back({f.name,
                           [](Visitor& visitor, const char* name, const Entry* a, const Entry* b) {
                               visitor.encoding(name, of<Encoding>(a), of<Encoding>(b));
                           },
                           &e});
    }
    template <class T> void value(Field f, const T& v) { add(f, v); }
    void text(Field f, const Text& text) { add(f, text); }
    void raw(Field f, const Bytes& bytes) { add(f, bytes); }
    void size8(Field, std::size_t, const Bytes&) {}
    template <class K> void ref(Field f, const Index<K>& index) { ref_as<std::int32_t>(f, index); }
    template <class Stored, class K> void ref_as(Field f, const Index<K>& index) {
        entries.push_back({f.name,
                           [](Visitor& visitor, const char* name, const Entry* a, const Entry* b) {
                               visitor.template ref<Stored>(name, of<Index<K>>(a), of<Index<K>>(b));
                           },
                           &index});
    }
    template <class R> void record(Field f, const R& r) {
        if (*f.name == '\0') {
            describe(*this, r);
        } else {
            add(f, r);
        }
    }
    template <class C> void list(Field f, const C& c) { add(f, c); }
    template <class Get> void array(Field f, std::size_t n, Get get) {
        if (n == 0) return;
        using T = std::remove_cvref_t<decltype(get(0))>;
        Entry entry{f.name, [](Visitor& visitor, const char* name, const Entry* a, const Entry* b) {
                        visitor.template array<T>(name, elements_of(a), elements_of(b));
                    }};
        for (std::size_t i = 0; i < n; ++i) entry.elements.push_back(&get(i));
        entries.push_back(std::move(entry));
    }

private:
    template <class X> static const X* of(const Entry* entry) { return entry == nullptr ? nullptr : static_cast<const X*>(entry->value); }
    static std::span<const void* const> elements_of(const Entry* entry) {
        return entry == nullptr ? std::span<const void* const>{} : std::span<const void* const>(entry->elements);
    }
    template <class X> void add(Field f, const X& x) {
        entries.push_back(
            {f.name, [](Visitor& visitor, const char* name, const Entry* a, const Entry* b) { visitor.field(name, of<X>(a), of<X>(b)); },
             &x});
    }

    const Damage* damage_;
    bool done_ = false;
};

/// Visits every field that one of two records has, with nullptr (or an empty array) for the one that lacks it. A field
/// whose type is another in the other record is visited as two.
template <class G, class Visitor> void each_field(Visitor& visitor, const Fields<G, Visitor>& left, const Fields<G, Visitor>& right) {
    const auto &a = left.entries, &b = right.entries;
    const auto matches = [](const auto& x, const auto& y) { return x.visit == y.visit && std::string_view(x.name) == y.name; };
    const auto later = [&](const auto& entries, std::size_t from, const auto& wanted) {
        while (from < entries.size() && !matches(entries[from], wanted)) ++from;
        return from < entries.size();
    };
    std::size_t i = 0, j = 0;
    while (i < a.size() || j < b.size()) {
        if (i < a.size() && j < b.size() && matches(a[i], b[j])) {
            a[i].visit(visitor, a[i].name, &a[i], &b[j]);
            ++i;
            ++j;
        } else if (j >= b.size() || (i < a.size() && !later(b, j, a[i]))) {
            a[i].visit(visitor, a[i].name, &a[i], nullptr);
            ++i;
        } else {
            b[j].visit(visitor, b[j].name, nullptr, &b[j]);
            ++j;
        }
    }
}

} // namespace kagami::layout

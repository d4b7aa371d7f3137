// What two documents have differently, by path.
#pragma once

#include "layout/archive.hpp"
#include "layout/emitter.hpp"
#include "layout/json_out.hpp"
#include "layout/stepped.hpp"

#include <string>
#include <vector>

namespace kagami::layout {

/// A record taken apart into its values, each with its path below the record.
template <class G> class Leaves : public Stepped<Leaves<G>, G> {
public:
    struct Leaf {
        std::string path, json;
    };
    struct ListSize {
        std::string path;
        std::size_t size;
    };
    std::vector<Leaf> leaves;
    std::vector<ListSize> lists;

    using Stepped<Leaves, G>::Stepped;
    template <class T> void value(Field f, const T& v) { add(f, v); }
    template <class K> void ref(Field f, const Index<K>& index) { add(f, index); }
    void text(Field f, const Text& text) { add(f, text); }
    void size8(Field, std::size_t, const Bytes&) {}
    void raw(Field f, const Bytes& bytes) { leaves.push_back({this->steps_.path(f.name), '"' + to_hex(bytes.data(), bytes.size()) + '"'}); }
    template <class C> void list(Field f, const C& c) {
        lists.push_back({this->steps_.path(f.name), c.size()});
        Stepped<Leaves, G>::list(f, c);
    }

private:
    template <class X> void add(Field f, const X& x) { leaves.push_back({this->steps_.path(f.name), json_of(x, this->globals_)}); }
};

/// Compares two documents of one format. `report(path, before, after)` is called for each difference, with values as
/// JSON, empty where there is none; `shorter(path)` for each list that lost elements.
template <class G, class Report, class Shorter> class Differ {
public:
    Differ(const G& a, const G& b, const G& widest, Report& report, Shorter& lost)
        : a_(a), b_(b), widest_(widest), report_(report), shorter_(lost) {}

    template <class D> void documents(const D& a, const D& b) {
        Parts left(widest_), right(widest_);
        describe(left, a);
        describe(right, b);
        const auto find = [](const Parts& parts, std::string_view name) -> const void* {
            const auto found = std::ranges::find(parts.parts, name, &Parts::Entry::name);
            return found == parts.parts.end() ? nullptr : found->value;
        };
        for (const auto& part : left.parts) part.compare(*this, "/" + std::string(part.name), part.value, find(right, part.name));
        for (const auto& part : right.parts)
            if (find(left, part.name) == nullptr) part.compare(*this, "/" + std::string(part.name), nullptr, part.value);
    }

private:
    /// The parts of a document, each with the function that compares two of its kind.
    class Parts : public Archive<Parts, G> {
    public:
        struct Entry {
            std::string_view name;
            const void* value;
            void (*compare)(Differ&, const std::string& path, const void* a, const void* b);
        };
        std::vector<Entry> parts;

        using Archive<Parts, G>::Archive;
        template <class X> void part(Field f, const X& x) {
            parts.push_back({f.name, &x, [](Differ& differ, const std::string& path, const void* a, const void* b) {
                                 differ.part(path, static_cast<const X*>(a), static_cast<const X*>(b));
                             }});
        }
        void rest(Field f, const Bytes& bytes) { part(f, bytes); }
    };

    /// One of the two may be absent.
    template <class X> void part(const std::string& path, const X* left, const X* right) {
        static const X absent{};
        const X &a = left != nullptr ? *left : absent, &b = right != nullptr ? *right : absent;
        if constexpr (Container<X> && !std::same_as<X, Bytes>) {
            if (left == nullptr && b.size() == 0) return report_(path, std::string{}, std::string("[]"));
            if (right == nullptr && a.size() == 0) return report_(path, std::string("[]"), std::string{});
            if (a.size() == b.size() && bytes_of(a, widest_) == bytes_of(b, widest_) && a_.encoding() == b_.encoding()) return;
            if (b.size() < a.size()) shorter_(path);
            for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
                const std::string element = path + '/' + std::to_string(i);
                if (i >= a.size()) {
                    report_(element, std::string{}, json_of(b[i], b_));
                } else if (i >= b.size()) {
                    report_(element, json_of(a[i], a_), std::string{});
                } else {
                    records(element, a[i], b[i]);
                }
            }
        } else {
            records(path, a, b);
        }
    }
    template <class X> void records(const std::string& path, const X& a, const X& b) {
        if constexpr (!std::same_as<X, Bytes>) {
            if (a_.encoding() == b_.encoding() && bytes_of(a, widest_) == bytes_of(b, widest_)) return;
        }
        const auto left = taken_apart(a, a_), right = taken_apart(b, b_);
        for (const auto& list : left.lists) {
            const auto same = std::ranges::find(right.lists, list.path, &Leaves<G>::ListSize::path);
            if (list.size > (same == right.lists.end() ? 0 : same->size)) shorter_(path + list.path);
        }
        const auto &before = left.leaves, &after = right.leaves;
        // Both are in the order of the description, so a field that only one has is passed over until the paths meet.
        std::size_t i = 0, j = 0;
        const auto find = [](const auto& leaves, std::size_t from, const std::string& wanted) {
            while (from < leaves.size() && leaves[from].path != wanted) ++from;
            return from < leaves.size();
        };
        while (i < before.size() || j < after.size()) {
            if (i < before.size() && j < after.size() && before[i].path == after[j].path) {
                if (before[i].json != after[j].json) report_(path + before[i].path, before[i].json, after[j].json);
                ++i;
                ++j;
            } else if (j >= after.size() || (i < before.size() && !find(after, j, before[i].path))) {
                report_(path + before[i].path, before[i].json, std::string{});
                ++i;
            } else {
                report_(path + after[j].path, std::string{}, after[j].json);
                ++j;
            }
        }
    }
    template <class X> static Leaves<G> taken_apart(const X& x, const G& globals) {
        Leaves<G> ar(globals);
        if constexpr (std::same_as<X, Bytes>) {
            ar.raw({""}, x);
        } else {
            ar.item({""}, x);
        }
        return ar;
    }

    G a_, b_, widest_;
    Report& report_;
    Shorter& shorter_;
};

template <class D, class Report, class Shorter> void compare(const D& a, const D& b, Report report, Shorter shorter) {
    using F = FormatOf<D>;
    Differ<GlobalsOf<D>, Report, Shorter> differ(F::globals(a), F::globals(b), F::widest(a, b), report, shorter);
    differ.documents(a, b);
    if (a.damage != b.damage)
        report("/damage", a.damage ? json_of(*a.damage) : std::string{}, b.damage ? json_of(*b.damage) : std::string{});
}

} // namespace kagami::layout

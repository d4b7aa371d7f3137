// What makes one document of another, as a JSON Patch (RFC 6902).
#pragma once

#include "json/fields.hpp"
#include "json/pairing.hpp"

#include <algorithm>
#include <string>

namespace kagami::layout {

/// Writes operations in an order in which each finds what those before it have left.
template <class D> class Patcher {
public:
    using G = GlobalsOf<D>;
    std::string out = "[";

    Patcher(const D& a, const D& b) : pairs_(a, b), left_(pairs_.canonical(Side::a, false)), right_(pairs_.canonical(Side::b, false)) {}

    void documents() {
        const D &a = pairs_.document(Side::a), &b = pairs_.document(Side::b);
        FieldsOf left(globals(Side::a), damage_of(a)), right(globals(Side::b), damage_of(b));
        describe(left, a);
        describe(right, b);
        each_field(*this, left, right);
        const auto json = [](const Damage* damage) { return damage == nullptr ? std::string{} : json_of(*damage); };
        write("damage", json(damage_of(a)), json(damage_of(b)));
        out += out.size() == 1 ? "]\n" : "\n]\n";
    }

    // ---- what each_field visits

    template <class X> void field(const char* name, const X* a, const X* b) {
        if constexpr (std::same_as<X, Bytes> || std::same_as<X, Text> || Plain<X>) {
            if (a != nullptr && b != nullptr && left_.of(*a) == right_.of(*b)) return;
            write(name, a == nullptr ? std::string{} : json(Side::a, *a), b == nullptr ? std::string{} : json(Side::b, *b));
        } else if (a == nullptr || b == nullptr) {
            write(name, a == nullptr ? std::string{} : "{}", b == nullptr ? std::string{} : json(Side::b, *b));
        } else {
            const Step step(path_, name);
            if constexpr (Container<X>) {
                list(*a, *b);
            } else {
                record(*a, *b);
            }
        }
    }
    void encoding(const char* name, const Encoding* a, const Encoding* b) {
        const auto json = [](Encoding e) { return '"' + std::string(encoding_keys[static_cast<std::size_t>(e)]) + '"'; };
        write(name, json(*a), json(*b));
    }
    template <class Stored, class K> void ref(const char* name, const Index<K>* a, const Index<K>* b) {
        if (a != nullptr && b != nullptr && *a == *b) return;
        const auto json = [](const Index<K>* index) {
            return index == nullptr ? std::string{} : std::to_string(static_cast<Stored>(index->value));
        };
        write(name, json(a), json(b));
    }
    template <class T> void array(const char* name, std::span<const void* const> a, std::span<const void* const> b) {
        const auto json = [&](Side side, std::span<const void* const> elements) {
            JsonOut<G> ar(globals(side));
            if (!elements.empty())
                ar.array({""}, elements.size(), [&](std::size_t i) -> const T& { return *static_cast<const T*>(elements[i]); });
            return std::move(ar.out);
        };
        bool equal = a.size() == b.size();
        for (std::size_t i = 0; equal && i < a.size(); ++i)
            equal = left_.of(*static_cast<const T*>(a[i])) == right_.of(*static_cast<const T*>(b[i]));
        if (!equal) write(name, json(Side::a, a), json(Side::b, b));
    }

private:
    using FieldsOf = Fields<G, Patcher>;

    class Step {
    public:
        Step(std::string& path, std::string_view segment) : path_(path), size_(path.size()) { (path_ += '/') += segment; }
        ~Step() { path_.resize(size_); }
        Step(const Step&) = delete;
        Step& operator=(const Step&) = delete;

    private:
        std::string& path_;
        std::size_t size_;
    };

    [[nodiscard]] const G& globals(Side side) const { return pairs_.globals(side); }
    static const Damage* damage_of(const D& document) { return document.damage ? &*document.damage : nullptr; }
    template <class X> [[nodiscard]] std::string json(Side side, const X& x) const {
        if constexpr (std::same_as<X, Bytes>) {
            return '"' + to_hex(x.data(), x.size()) + '"';
        } else {
            return json_of(x, globals(side));
        }
    }

    /// The operation that makes one value of another; empty where there is none.
    void write(std::string_view name, const std::string& before, const std::string& after) {
        if (before == after) return;
        const Step step(path_, name);
        operation(before.empty() ? "add" : after.empty() ? "remove" : "replace", after);
    }
    void operation(std::string_view op, std::string_view value = {}) {
        out += out.size() == 1 ? "\n" : ",\n";
        ((((out += R"( {"op": ")") += op) += R"(", "path": ")") += path_) += '"';
        if (!value.empty()) (out += R"(, "value": )") += value;
        out += '}';
    }

    template <class A, class B> void record(const A& a, const B& b) {
        FieldsOf left(globals(Side::a)), right(globals(Side::b));
        left.item({""}, a);
        right.item({""}, b);
        each_field(*this, left, right);
    }

    template <class C> void list(const C& a, const C& b) {
        Pairing room;
        const Pairing& pairing = pairs_.of(a, b, room);
        const std::size_t before = out.size();
        if (!edit_list(a, b, pairing) || longer_than(b, out.size() - before)) {
            out.resize(before);
            operation("replace", json(Side::b, b));
        }
    }
    /// Removes, adds and changes elements; false if that is not worth while.
    template <class C> bool edit_list(const C& a, const C& b, const Pairing& pairing) {
        // Where an element is added or removed, those behind it move.
        constexpr std::size_t most_moves = 400'000'000;
        const std::vector<bool> stays = in_order(pairing);
        const auto kept = static_cast<std::size_t>(std::ranges::count(stays, true));
        const std::size_t edits = a.size() + b.size() - 2 * kept;
        if (edits > kept + 1 || edits * std::max(a.size(), b.size()) > most_moves) return false;
        for (std::size_t i = a.size(); i-- > 0;) {
            if (stays[i]) continue;
            const Step step(path_, std::to_string(i));
            operation("remove");
        }
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::uint32_t i = pairing.to_a[j];
            auto&& after = b[j];
            const bool added = i == Pairing::none || !stays[i];
            const Step step(path_, std::to_string(j));
            if (added) {
                operation("add", json(Side::b, after));
                continue;
            }
            auto&& before = a[i];
            if (left_.of(before) != right_.of(after)) element(before, after);
        }
        return true;
    }
    template <class A, class B> void element(const A& a, const B& b) {
        using T = std::remove_cvref_t<B>;
        if constexpr (is_value<T>) {
            operation("replace", json(Side::b, b));
        } else {
            constexpr std::size_t small = 256;
            const std::size_t before = out.size();
            record(a, b);
            const std::size_t size = out.size() - before;
            if (size <= small) return;
            const std::string whole = json(Side::b, b);
            if (whole.size() + path_.size() > size) return;
            out.resize(before);
            operation("replace", whole);
        }
    }
    /// Whether the list as a whole would take less than this; by some of its elements.
    template <class C> [[nodiscard]] bool longer_than(const C& c, std::size_t size) const {
        constexpr std::size_t samples = 64;
        if (size <= 4 * c.size() + samples) return false;
        const std::size_t step = c.size() / samples + 1;
        std::size_t whole = 0, taken = 0;
        for (std::size_t i = 0; i < c.size(); i += step, ++taken) {
            auto&& element = c[i];
            whole += json(Side::b, element).size() + 2;
        }
        return taken == 0 || size > whole * c.size() / taken;
    }

    Pairs<D> pairs_;
    Canonical<G> left_, right_;
    std::string path_;
};

} // namespace kagami::layout

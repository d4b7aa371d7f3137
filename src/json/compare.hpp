// What two documents have differently, in words.
#pragma once

#include "kagami/json.hpp"
#include "json/fields.hpp"
#include "json/pairing.hpp"
#include "json/words.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <unordered_map>

namespace kagami::layout {

/// The fields that make an element of a list what it is, for people: `"左腕", frame 30`.
template <class G, class Referent> class Label : public Archive<Label<G, Referent>, G> {
public:
    std::string out;

    Label(const G& globals, Identity id, Referent referent) : Archive<Label, G>(globals), id_(id), referent_(referent) {}

    template <class T> void value(Field f, const T& v) {
        if (!id_.has(f.name) || std::is_enum_v<T>) return;
        if constexpr (is_fixed_text<T>) {
            add(quoted(v.bytes()));
        } else {
            add(std::string(f.name) + ' ' + json_of(v, this->globals_));
        }
    }
    void text(Field f, const Text& text) {
        if (id_.has(f.name)) add(quoted(text.bytes()));
    }
    template <class K> void ref(Field f, const Index<K>& index) {
        if (id_.has(f.name)) add(noun_of(f.name, 2) + ' ' + referent_(index));
    }
    template <class Stored, class K> void ref_as(Field f, const Index<K>& index) { ref(f, index); }
    void size8(Field, std::size_t, const Bytes&) {}
    void raw(Field, const Bytes&) {}
    template <class Get> void array(Field, std::size_t, Get) {}
    template <class C> void list(Field, const C&) {}

private:
    [[nodiscard]] std::string quoted(std::string_view bytes) const {
        std::string text;
        append_json_string(text, decode_for_display(bytes, this->globals_.encoding()));
        return text;
    }
    void add(const std::string& part) { (out += out.empty() ? "" : ", ") += part; }

    Identity id_;
    Referent referent_;
};

template <class D> class Comparer {
public:
    using G = GlobalsOf<D>;
    std::vector<Difference> differences;

    Comparer(const D& a, const D& b) : pairs_(a, b), left_(pairs_.canonical(Side::a)), right_(pairs_.canonical(Side::b)) {}

    void documents() {
        const D &a = pairs_.document(Side::a), &b = pairs_.document(Side::b);
        FieldsOf left(globals(Side::a)), right(globals(Side::b));
        describe(left, a);
        describe(right, b);
        each_field(*this, left, right);
        if (a.damage == b.damage) return;
        const Step step(paths_, "damage");
        tell(a.damage ? Side::a : Side::b, a.damage ? json_of(*a.damage) : std::string{}, b.damage ? json_of(*b.damage) : std::string{});
    }

    // ---- what each_field visits

    template <class X> void field(const char* name, const X* a, const X* b) {
        const Step step(paths_, name);
        compare(name, a, b);
    }
    void encoding(const char* name, const Encoding* a, const Encoding* b) {
        if (*a == *b) return;
        const Step step(paths_, name);
        const auto json = [](Encoding e) { return '"' + std::string(encoding_keys[static_cast<std::size_t>(e)]) + '"'; };
        tell(Side::a, json(*a), json(*b));
    }
    template <class Stored, class K> void ref(const char* name, const Index<K>* a, const Index<K>* b) {
        if (a != nullptr && b != nullptr && same(*a, *b)) return;
        const Step step(paths_, name);
        if (sums_ != nullptr) return sum({});
        const auto json = [](const Index<K>* index) {
            return index == nullptr ? std::string{} : std::to_string(static_cast<Stored>(index->value));
        };
        tell(where(a), json(a), json(b),
             words(a == nullptr ? std::string{} : referent(Side::a, *a), b == nullptr ? std::string{} : referent(Side::b, *b), json(a),
                   json(b)));
    }
    template <class T> void array(const char* name, std::span<const void* const> a, std::span<const void* const> b) {
        const auto at = [](std::span<const void* const> elements) {
            return [elements](std::size_t i) -> const T& { return *static_cast<const T*>(elements[i]); };
        };
        bool equal = a.size() == b.size();
        for (std::size_t i = 0; equal && i < a.size(); ++i) equal = same(at(a)(i), at(b)(i));
        if (equal) return;
        const Step step(paths_, name);
        const std::vector<float> before = floats(a.size(), at(a)), after = floats(b.size(), at(b));
        const auto amount = amount_of(name, before, after);
        if (sums_ != nullptr) return sum(amount.value_or(Amount{}));
        const auto json = [&](Side side, std::span<const void* const> elements) {
            JsonOut<G> ar(globals(side));
            if (!elements.empty()) ar.array({""}, elements.size(), at(elements));
            return std::move(ar.out);
        };
        std::string what = amount ? told(*amount, before, after) : std::string{};
        std::string json_a = json(Side::a, a), json_b = json(Side::b, b);
        if constexpr (is_index<T>) {
            const auto names = [&](Side side, std::span<const void* const> elements) {
                std::string out;
                for (std::size_t i = 0; i < elements.size(); ++i) (out += i == 0 ? "[" : ", ") += referent(side, at(elements)(i));
                return elements.empty() ? out : out + ']';
            };
            what = words(names(Side::a, a), names(Side::b, b), json_a, json_b);
        }
        tell(a.empty() ? Side::b : Side::a, std::move(json_a), std::move(json_b), std::move(what));
    }

private:
    using FieldsOf = Fields<G, Comparer>;

    /// As many of one kind are told one by one; more are summed up.
    static constexpr std::size_t few = 3;

    /// The way to what is at hand, with the numbers that elements have in each document.
    struct Paths {
        std::string a, b;
        [[nodiscard]] const std::string& in(Side side) const { return side == Side::a ? a : b; }
    };
    class Step {
    public:
        Step(Paths& paths, std::string_view segment) : Step(paths, segment, segment) {}
        Step(Paths& paths, std::string_view in_a, std::string_view in_b) : paths_(paths), size_a_(paths.a.size()), size_b_(paths.b.size()) {
            (paths.a += '/') += in_a;
            (paths.b += '/') += in_b;
        }
        ~Step() {
            paths_.a.resize(size_a_);
            paths_.b.resize(size_b_);
        }
        Step(const Step&) = delete;
        Step& operator=(const Step&) = delete;

    private:
        Paths& paths_;
        std::size_t size_a_, size_b_;
    };
    /// Sets a member until the end of the scope.
    template <class T> class Setting {
    public:
        Setting(T& member, T value) : member_(member), before_(std::exchange(member, std::move(value))) {}
        ~Setting() { member_ = std::move(before_); }
        Setting(const Setting&) = delete;
        Setting& operator=(const Setting&) = delete;

    private:
        T& member_;
        T before_;
    };

    [[nodiscard]] const G& globals(Side side) const { return pairs_.globals(side); }
    template <class A, class B> [[nodiscard]] bool same(const A& a, const B& b) { return left_.of(a) == right_.of(b); }
    /// Where there is something, if not in the first document.
    template <class X> static Side where(const X* a) { return a == nullptr ? Side::b : Side::a; }
    void sum(const Amount& amount, std::size_t count = 1) { sums_->add(paths_.a, list_, amount, element_, count); }
    /// `side` is where the path leads to what is told of.
    void tell(Side side, std::string before, std::string after, std::string what = {}) {
        if (sums_ != nullptr) return sum({});
        if (what.empty()) what = change(before, after);
        if (!label_.empty()) what += " (" + label_ + ')';
        differences.push_back({paths_.in(side), std::move(before), std::move(after), std::move(what)});
    }

    // ---- one value

    template <class X> void compare(const char* name, const X* a, const X* b) {
        if constexpr (std::same_as<X, Bytes> || std::same_as<X, Text> || Plain<X>) {
            leaf(name, a, b);
        } else if constexpr (is_index<X>) {
            if (!same(*a, *b)) ref_at_hand(*a, *b);
        } else if constexpr (Container<X>) {
            static const X none{};
            if ((a == nullptr || b == nullptr) && (a == nullptr ? b : a)->size() == 0) {
                tell(where(a), a == nullptr ? "" : "[]", b == nullptr ? "" : "[]");
            } else {
                list(name, a == nullptr ? none : *a, b == nullptr ? none : *b);
            }
        } else if (a == nullptr || b == nullptr) {
            const bool added = a == nullptr;
            if (sums_ != nullptr) return sum({added ? "added" : "removed"});
            tell(where(a), {}, {}, added ? "added" : "removed");
        } else {
            record(*a, *b);
        }
    }
    template <class A, class B> void record(const A& a, const B& b) {
        FieldsOf left(globals(Side::a)), right(globals(Side::b));
        left.item({""}, a);
        right.item({""}, b);
        each_field(*this, left, right);
    }
    template <class X> void leaf(const char* name, const X* a, const X* b) {
        if (a != nullptr && b != nullptr && same(*a, *b)) return;
        std::optional<Amount> amount;
        std::string what;
        if constexpr (VectorValue<X>) {
            if (a != nullptr && b != nullptr) {
                const auto before = std::bit_cast<std::array<float, sizeof(X) / sizeof(float)>>(*a);
                const auto after = std::bit_cast<std::array<float, sizeof(X) / sizeof(float)>>(*b);
                amount = amount_of(name, before, after);
                if (amount && sums_ == nullptr) what = told(*amount, before, after);
            }
        } else if constexpr (is_flags<X>) {
            if (a != nullptr && b != nullptr && sums_ == nullptr) what = flags(*a, *b);
        }
        if (sums_ != nullptr) return sum(amount.value_or(Amount{}));
        tell(where(a), a == nullptr ? std::string{} : json(Side::a, *a), b == nullptr ? std::string{} : json(Side::b, *b), std::move(what));
    }
    template <class X> [[nodiscard]] std::string json(Side side, const X& x) const {
        if constexpr (std::same_as<X, Bytes>) {
            return '"' + to_hex(x.data(), x.size()) + '"';
        } else {
            return json_of(x, globals(side));
        }
    }
    template <class E> [[nodiscard]] std::string flags(const Flags<E>& a, const Flags<E>& b) const {
        const auto names = [&](unsigned bits) {
            std::string out = json_of(Flags<E>{static_cast<typename Flags<E>::Bits>(bits)}, globals(Side::a));
            std::erase_if(out, [](char c) { return c == '"' || c == '[' || c == ']'; });
            return out;
        };
        const unsigned set = b.bits & ~unsigned{a.bits}, cleared = a.bits & ~unsigned{b.bits};
        return (set != 0 ? names(set) + " set" : "") + (set != 0 && cleared != 0 ? ", " : "") +
               (cleared != 0 ? names(cleared) + " cleared" : "");
    }
    template <class At> static std::vector<float> floats(std::size_t n, At at) {
        std::vector<float> out;
        if constexpr (std::same_as<decltype(at(0)), const Spelling&>)
            for (std::size_t i = 0; i < n; ++i) out.push_back(value_of(at(i).bytes()).value_or(0));
        return out;
    }
    template <class K> void ref_at_hand(const Index<K>& a, const Index<K>& b) {
        if (sums_ != nullptr) return sum({});
        const std::string before = std::to_string(a.value), after = std::to_string(b.value);
        tell(Side::a, before, after, words(referent(Side::a, a), referent(Side::b, b), before, after));
    }
    /// References by what they refer to; two of one name by their numbers too.
    static std::string words(const std::string& before, const std::string& after, const std::string& number_a,
                             const std::string& number_b) {
        if (before != after) return change(before, after);
        return change(before + " (" + number_a + ')', after + " (" + number_b + ')');
    }
    /// What an index refers to: a name, a number where there are no names.
    template <class K> [[nodiscard]] std::string referent(Side side, const Index<K>& index) const {
        if (index.value == -1 && !G::template is_unsigned<K>()) return "(none)";
        std::string out = std::to_string(index.value);
        bool there = false;
        FormatOf<D>::with_list(pairs_.document(side), G::template kind<K>(), [&]<class C>(const C& list) {
            there = index.within(list.size());
            if constexpr (Named<Element<C>>) {
                if (!there) return;
                Names<G> names(globals(side));
                names.item({""}, list[static_cast<std::size_t>(index.value)]);
                if (names.name.empty()) return;
                out.clear();
                append_json_string(out, names.name);
            }
        });
        return there ? out : out + " (missing)";
    }

    // ---- lists

    /// The names of a list's elements, and how often each occurs.
    struct NamesOf {
        std::vector<std::string> names;
        std::unordered_map<std::string_view, std::size_t> counts{};

        template <class C> NamesOf(const C& c, const G& globals) {
            names.reserve(c.size());
            for (std::size_t i = 0; i < c.size(); ++i) {
                Names<G> ar(globals);
                ar.item({""}, c[i]);
                names.push_back(std::move(ar.name));
            }
            for (const auto& name : names) ++counts[name];
        }
        NamesOf(const NamesOf&) = delete;
        NamesOf& operator=(const NamesOf&) = delete;
        [[nodiscard]] bool alone(const std::string& name) const {
            const auto found = counts.find(name);
            return found != counts.end() && found->second == 1;
        }
    };
    /// Two lists that are being compared.
    template <class C> struct Lists {
        const char* name;
        const C &a, &b;
        const Pairing& pairing;
        std::optional<NamesOf> names_a{}, names_b{};

        [[nodiscard]] const C& of(Side side) const { return side == Side::a ? a : b; }
        [[nodiscard]] const std::vector<std::uint32_t>& partners(Side side) const { return side == Side::a ? pairing.to_b : pairing.to_a; }
    };

    template <class C> void list(const char* name, const C& a, const C& b) {
        Pairing room;
        Lists<C> lists{name, a, b, pairs_.of(a, b, room)};
        constexpr const char* entries = is_geometry<Element<C>> ? "indices" : "entries";
        const Setting called(list_, std::string_view(is_index<Element<C>> ? entries : name));
        tell_alone(lists, Side::a, "removed");
        tell_alone(lists, Side::b, "added");
        tell_order(lists);
        tell_changed(lists);
    }

    /// The names of both lists, made when they are first needed.
    template <class C> void need_names(Lists<C>& lists) const {
        if (lists.names_a) return;
        lists.names_a.emplace(lists.a, globals(Side::a));
        lists.names_b.emplace(lists.b, globals(Side::b));
    }
    /// The segment of the path for an element: its name if that will do in every file that has the element.
    template <class C> std::string segment(Lists<C>& lists, Side side, std::size_t i) const {
        if (sums_ != nullptr) return "*";
        if constexpr (is_named_list<C>) {
            need_names(lists);
            const NamesOf &own = side == Side::a ? *lists.names_a : *lists.names_b,
                          &other = side == Side::a ? *lists.names_b : *lists.names_a;
            const std::string& name = own.names[i];
            const std::uint32_t partner = lists.partners(side)[i];
            const bool shared = partner == Pairing::none || (other.names[partner] == name && other.alone(name));
            if (shared && own.alone(name) && fits_path(name)) return escape_segment(name);
        }
        return std::to_string(i);
    }
    /// What to add to what is told of an element that is known by its number only.
    template <class C> [[nodiscard]] std::string label(const Lists<C>& lists, Side side, std::size_t i) const {
        constexpr Identity id = identity_in<C>;
        if constexpr (id.as != Identity::As::key) {
            return {};
        } else {
            const auto refer = [&](const auto& index) { return referent(side, index); };
            Label<G, decltype(refer)> ar(globals(side), id, refer);
            auto&& element = lists.of(side)[i];
            ar.item({""}, element);
            return std::move(ar.out);
        }
    }

    /// Elements that only one has.
    template <class C> void tell_alone(Lists<C>& lists, Side side, const char* verb) {
        struct Run {
            std::size_t first, last;
        };
        std::vector<Run> runs;
        std::size_t total = 0;
        const auto& partners = lists.partners(side);
        for (std::size_t i = 0; i < partners.size(); ++i) {
            if (partners[i] != Pairing::none) continue;
            ++total;
            const bool too_many = runs.size() > few && !is_named_list<C>; // to be told apart: only where the last is matters
            if (too_many || (!runs.empty() && runs.back().last + 1 == i)) {
                runs.back().last = i;
            } else {
                runs.push_back({i, i});
            }
        }
        if (total == 0) return;
        if (sums_ != nullptr) {
            const Step step(paths_, "*");
            return sum({verb}, total);
        }
        if (is_named_list<C> || total <= few) {
            for (const Run run : runs)
                for (std::size_t i = run.first; i <= run.last; ++i) tell_one(lists, side, i, verb);
            return;
        }
        if (runs.size() <= few) {
            for (const Run run : runs) {
                if (run.first == run.last) {
                    tell_one(lists, side, run.first, verb);
                } else {
                    tell(side, {}, {}, count_of(run.last - run.first + 1, list_) + ' ' + verb + range_of(run.first, run.last));
                }
            }
            return;
        }
        tell(side, {}, {}, count_of(total, list_) + ' ' + verb + range_of(runs.front().first, runs.back().last));
    }
    template <class C> void tell_one(Lists<C>& lists, Side side, std::size_t i, const char* verb) {
        const Step step(paths_, segment(lists, side, i));
        const std::string who = label(lists, side, i);
        auto&& element = lists.of(side)[i];
        using T = std::remove_cvref_t<decltype(element)>;
        std::string json;
        if constexpr (is_value<T>) json = json_of(element, globals(side));
        tell(side, side == Side::a ? json : std::string{}, side == Side::b ? json : std::string{},
             who.empty() ? std::string(verb) : verb + (" (" + who) + ')');
    }

    template <class C> void tell_order(Lists<C>& lists) {
        const std::vector<bool> stays = in_order(lists.pairing);
        std::vector<std::size_t> moved;
        std::size_t paired = 0;
        for (std::size_t i = 0; i < stays.size(); ++i) {
            if (lists.pairing.to_b[i] == Pairing::none) continue;
            ++paired;
            if (!stays[i]) moved.push_back(i);
        }
        if (moved.empty()) return;
        if (sums_ != nullptr) {
            const Step step(paths_, "*");
            return sum({"reordered"}, moved.size());
        }
        std::string what = "order changed: ";
        if (moved.size() > few) {
            what += with_commas(moved.size()) + " of " + count_of(paired, list_);
        } else {
            for (const std::size_t i : moved) {
                std::string who = label(lists, Side::a, i);
                if constexpr (is_named_list<C>) {
                    need_names(lists);
                    append_json_string(who, lists.names_a->names[i]);
                }
                if (i != moved.front()) what += ", ";
                if (!who.empty()) what += who + " from ";
                what += std::to_string(i) + " to " + std::to_string(lists.pairing.to_b[i]);
            }
        }
        tell(Side::a, {}, {}, std::move(what));
    }

    /// Elements that both have, and differently.
    template <class C> void tell_changed(Lists<C>& lists) {
        std::vector<std::uint32_t> changed;
        for (std::uint32_t i = 0; i < lists.pairing.to_b.size(); ++i) {
            const std::uint32_t j = lists.pairing.to_b[i];
            if (j == Pairing::none) continue;
            auto&& x = lists.a[i];
            auto&& y = lists.b[j];
            if (!same(x, y)) changed.push_back(i);
        }
        if (is_named_list<C> || changed.size() <= few || sums_ != nullptr) {
            for (const std::uint32_t i : changed) tell_element(lists, i);
            return;
        }
        Sums sums;
        {
            const Setting summing(sums_, &sums);
            for (const std::uint32_t i : changed) {
                element_ = i;
                tell_element(lists, i);
            }
        }
        for (const Sum& sum : sums.all()) differences.push_back({sum.path, {}, {}, told(sum)});
    }
    template <class C> void tell_element(Lists<C>& lists, std::size_t i) {
        const Step step(paths_, segment(lists, Side::a, i), segment(lists, Side::b, lists.pairing.to_b[i]));
        std::string who = sums_ == nullptr ? label(lists, Side::a, i) : std::string{};
        const Setting labelled(label_, who.empty() ? label_ : std::move(who));
        auto&& x = lists.a[i];
        auto&& y = lists.b[lists.pairing.to_b[i]];
        using T = std::remove_cvref_t<decltype(x)>;
        if constexpr (is_value<T>) {
            compare("", &x, &y);
        } else {
            record(x, y);
        }
    }

    Pairs<D> pairs_;
    Canonical<G> left_, right_;
    Paths paths_;
    std::string label_;       // of the element at hand
    std::string_view list_;   // what the elements of the list at hand are called
    Sums* sums_ = nullptr;    // where differences are summed up
    std::size_t element_ = 0; // the number of the element whose differences are
};

} // namespace kagami::layout

// Finding values by path, with names and `*` where a person types them.
#pragma once

#include "layout/archive.hpp"
#include "layout/json_out.hpp"
#include "layout/steps.hpp"
#include "text/nearest.hpp"

#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kagami::layout {

/// The segments of a JSON Pointer. A missing first slash is forgiven.
[[nodiscard]] inline std::vector<std::string> split_path(std::string_view path) {
    std::vector<std::string> out;
    if (path.starts_with('/')) path.remove_prefix(1);
    if (path.empty()) return out;
    out.emplace_back();
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (path[i] == '/') {
            out.emplace_back();
        } else if (path[i] == '~' && i + 1 < path.size() && (path[i + 1] == '0' || path[i + 1] == '1')) {
            out.back() += path[++i] == '0' ? '~' : '/';
        } else {
            out.back() += path[i];
        }
    }
    return out;
}

[[nodiscard]] inline std::optional<std::size_t> as_number(std::string_view text) {
    std::size_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return n;
}

/// The names of a record: its own, then the English one.
template <class G> class Names : public Archive<Names<G>, G> {
public:
    std::string name, english_name;

    using Archive<Names, G>::Archive;
    void text(Field f, const Text& text) {
        const std::string_view field = f.name;
        if (field.empty() || field == "name") name = decode_for_display(text, this->globals_.encoding());
        if (field == "english_name") english_name = decode_for_display(text, this->globals_.encoding());
    }
    template <class T> void value(Field f, const T& v) {
        if constexpr (is_fixed_text<T>) text(f, Text(v.bytes()));
    }
    template <class K> void ref(Field, const Index<K>&) {}
    template <class Get> void array(Field, std::size_t, Get) {}
    template <class C> void list(Field, const C&) {}
    template <class R> void record(Field f, const R& r) {
        if (*f.name == '\0') describe(*this, r);
    }
};
/// Whether elements of this type can have a name.
template <class T>
concept Named = std::same_as<T, Text> || is_fixed_text<T> || requires(T t) { t.name; };

/// The numbers of the elements with this name; if none has it, with this English name.
template <class C, class G>
std::vector<std::size_t> numbers_of(const C& c, const std::string& name, const G& globals, std::vector<std::string>* all) {
    std::vector<std::size_t> own, english;
    for (std::size_t i = 0; i < c.size(); ++i) {
        Names<G> names(globals);
        names.item({""}, c[i]);
        if (names.name == name) own.push_back(i);
        if (names.english_name == name) english.push_back(i);
        if (all != nullptr) all->push_back(std::move(names.name));
    }
    return own.empty() ? english : own;
}

/// The elements of an array, to be visited as one value.
template <class Get> struct WholeArray {
    std::size_t size;
    Get get;
};

/// Calls `visit(path, value)` for everything at a path, and `visit(path, value, component)` for a component of a vector.
template <class G, class Visit> class Locate : public Archive<Locate<G, Visit>, G> {
public:
    std::size_t found = 0;
    std::optional<Error> error;

    Locate(const G& globals, std::vector<std::string> path, Visit& visit)
        : Archive<Locate, G>(globals), path_(std::move(path)), left_(path_), visit_(visit) {}

    /// Why nothing was found.
    [[nodiscard]] Error not_found() const {
        if (error) return *error;
        std::string full;
        for (const auto& segment : path_) full += '/' + escape_segment(segment);
        std::string hint;
        if (!candidates_.empty()) hint = nearest_hint(wanted_, candidates_);
        for (std::size_t at = hint.find(" is "); at != std::string::npos;) {
            hint.insert(at + 4, reached_ + '/');
            break;
        }
        return Error{Code::path_not_found, 0, 0, full, {}, {full, hint}};
    }

    template <class X> void part(Field f, X& x) { this->item(f, x); }
    void rest(Field f, auto& bytes) { raw(f, bytes); }

    template <class T> void value(Field f, T& v) {
        if (!enter(f)) return;
        if constexpr (VectorValue<std::remove_const_t<T>>) {
            if (left_.size() == 1) {
                constexpr std::size_t size = sizeof(T) / sizeof(float);
                if (left_[0] == "*") {
                    for (std::size_t i = 0; i < size; ++i) component(v, i);
                } else if (const auto i = as_number(left_[0]); i && *i < size) {
                    component(v, *i);
                } else {
                    set_miss(left_[0], {"0", std::to_string(size - 1)});
                }
                return leave(f);
            }
        }
        hit(v);
        leave(f);
    }
    template <class K> void ref(Field f, Index<K>& index) { leaf(f, index); }
    template <class K> void ref(Field f, const Index<K>& index) { leaf(f, index); }
    template <class Stored, class I> void ref_as(Field f, I& index) {
        if constexpr (std::is_const_v<I>) { // read as JSON shows it
            const auto stored = static_cast<Stored>(index.value);
            leaf(f, stored);
        } else {
            leaf(f, index);
        }
    }
    /// To be read only: setting it would leave all texts as they are.
    void encoding(Field f, const Encoding& e) {
        const std::string_view key = encoding_keys[static_cast<std::size_t>(e)];
        leaf(f, key);
    }
    void encoding(Field, Encoding&) {}
    void text(Field f, auto& text) { leaf(f, text); }
    void size8(Field, std::size_t, const Bytes&) {}
    void raw(Field f, auto& bytes) { leaf(f, bytes); }
    template <class R> void record(Field f, R& r) {
        if (!enter(f)) return;
        if (left_.empty()) {
            hit(r);
        } else {
            describe(*this, r);
        }
        leave(f);
    }
    template <class Get> void array(Field f, std::size_t n, Get get) {
        if (n == 0 || !enter(f)) return;
        if (left_.empty()) {
            hit(WholeArray<Get>{n, get});
            return leave(f);
        }
        choose(n, [](const std::string&) { return std::vector<std::size_t>{}; }, [&](std::size_t i) { this->item({""}, get(i)); });
        leave(f);
    }
    template <class C> void list(Field f, C& c) {
        if (!enter(f)) return;
        if (left_.empty()) {
            hit(c);
        } else {
            const auto by_name = [&](const std::string& name) {
                std::vector<std::size_t> numbers;
                if constexpr (Named<Element<C>>) numbers = numbers_of(c, name, this->globals_, &candidates_);
                return numbers;
            };
            choose(c.size(), by_name, [&](std::size_t i) {
                auto&& element = c[i];
                this->item({""}, element);
                if constexpr (!std::is_const_v<C>) complete(element);
            });
        }
        leave(f);
    }

private:
    /// Goes into a field if it is the next segment. Elements of lists have no name and were chosen already.
    bool enter(Field f) {
        if (error) return false;
        if (*f.name == '\0') return true;
        if (left_.empty()) return false;
        if (left_[0] != f.name) {
            remember(f.name);
            return false;
        }
        left_ = left_.subspan(1);
        here_.push_back(f.name);
        return true;
    }
    void leave(Field f) {
        if (*f.name == '\0') return;
        here_.pop_back();
        left_ = std::span<const std::string>(path_).subspan(std::min(path_.size(), here_.size()));
    }
    template <class X> void leaf(Field f, X& x) {
        if (!enter(f)) return;
        hit(x);
        leave(f);
    }
    template <class X> void hit(X&& x) {
        if (!left_.empty()) return; // the path goes on, but the value does not
        ++found;
        if (auto wrong = visit_(path(), x)) error = std::move(wrong);
    }
    template <class T> void component(T& v, std::size_t i) {
        ++found;
        if (auto wrong = visit_(path() + '/' + std::to_string(i), v, i)) error = std::move(wrong);
    }
    template <class ByName, class Go> void choose(std::size_t count, ByName by_name, Go go) {
        const std::string segment = left_[0];
        std::vector<std::size_t> numbers;
        if (segment == "*") {
            for (std::size_t i = 0; i < count; ++i) numbers.push_back(i);
        } else if (const auto number = as_number(segment)) {
            if (*number < count) {
                numbers.push_back(*number);
            } else if (count != 0) {
                set_miss(segment, {std::to_string(count - 1)});
            }
        } else {
            if (here_.size() >= deepest_) candidates_.clear();
            numbers = by_name(segment);
            if (numbers.size() > 1) {
                constexpr std::size_t shown = 10;
                std::string list;
                for (const std::size_t n : std::span(numbers).first(std::min(shown, numbers.size())))
                    (list += list.empty() ? "" : ", ") += std::to_string(n);
                if (numbers.size() > shown) list += " and " + std::to_string(numbers.size() - shown) + " more";
                error = Error{Code::path_ambiguous, 0, 0, path() + '/' + segment, {}, {segment, list}};
                return;
            }
            if (numbers.empty()) set_miss(segment, std::move(candidates_));
        }
        for (const std::size_t i : numbers) {
            here_.push_back(std::to_string(i));
            left_ = std::span<const std::string>(path_).subspan(std::min(path_.size(), here_.size()));
            go(i);
            here_.pop_back();
            if (error) return;
        }
    }
    void set_miss(const std::string& wanted, std::vector<std::string> candidates) {
        deepest_ = here_.size();
        wanted_ = escape_segment(wanted);
        reached_ = path();
        candidates_ = std::move(candidates);
        for (auto& candidate : candidates_) candidate = escape_segment(candidate);
    }
    void remember(const char* name) {
        if (here_.size() < deepest_) return;
        if (here_.size() > deepest_ || wanted_ != escape_segment(left_[0])) set_miss(left_[0], {});
        candidates_.emplace_back(name);
    }
    [[nodiscard]] std::string path() const {
        std::string out;
        for (const auto& step : here_) out += '/' + step;
        return out;
    }

    std::vector<std::string> path_;
    std::span<const std::string> left_;
    std::vector<std::string> here_;
    Visit& visit_;
    std::vector<std::string> candidates_;
    std::string wanted_, reached_;
    std::size_t deepest_ = 0;
};

} // namespace kagami::layout

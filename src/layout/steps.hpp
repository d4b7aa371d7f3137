// Where in a document an archive is, so that an error can say it.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace kagami::layout {

/// Escapes a name for use in a JSON Pointer (RFC 6901).
[[nodiscard]] inline std::string escape_segment(std::string_view name) {
    std::string out;
    for (const char c : name) {
        if (c == '~') {
            out += "~0";
        } else if (c == '/') {
            out += "~1";
        } else {
            out += c;
        }
    }
    return out;
}

/// The names and numbers on the way from the root. Descriptions nest no deeper than `max_depth`.
class Steps {
public:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    void enter(const char* name) { steps_[depth_++] = {name, none}; }
    void enter(std::size_t number) { steps_[depth_++] = {nullptr, number}; }
    void leave() { --depth_; }
    [[nodiscard]] std::size_t depth() const { return depth_; }

    /// The path, `/bones/12/ik/target`; an empty `leaf` adds nothing.
    [[nodiscard]] std::string path(std::string_view leaf = {}) const {
        std::string out;
        for (std::size_t i = 0; i < depth_; ++i) {
            out += '/';
            out += steps_[i].name != nullptr ? std::string(steps_[i].name) : std::to_string(steps_[i].number);
        }
        if (!leaf.empty()) (out += '/') += leaf;
        return out;
    }

private:
    struct Step {
        const char* name;
        std::size_t number;
    };
    static constexpr std::size_t max_depth = 12;
    std::array<Step, max_depth> steps_{};
    std::size_t depth_ = 0;
};

/// Enters a step and leaves it again at the end of the scope.
class Inside {
public:
    template <class S> Inside(Steps& steps, S step) : steps_(steps) { steps_.enter(step); }
    ~Inside() { steps_.leave(); }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

private:
    Steps& steps_;
};

} // namespace kagami::layout

// A section of a file that the file may end before.
#pragma once

#include <utility>

namespace kagami {

/// A container that also knows whether it is in the file at all: a file that ends early lacks the section, which is not
/// the same as one with a count of 0. Sections can be absent only from some place on to the end. An absent section has
/// no elements; clearing elements leaves it present, `reset` makes it absent.
template <class Container> class Section : public Container {
public:
    Section() = default; ///< present and empty
    /*implicit*/ Section(Container content) : Container(std::move(content)) {}

    [[nodiscard]] bool present() const { return present_; }
    /// Makes it present and empty.
    Container& emplace() {
        reset();
        present_ = true;
        return *this;
    }
    /// Makes it absent.
    void reset() {
        Container::clear();
        present_ = false;
    }

    // As std::optional has them.
    [[nodiscard]] explicit operator bool() const { return present_; }
    [[nodiscard]] Container& operator*() { return *this; }
    [[nodiscard]] const Container& operator*() const { return *this; }

private:
    bool present_ = true;
};

} // namespace kagami

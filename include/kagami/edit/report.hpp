// What an edit tells about what it did.
#pragma once

#include "kagami/result.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace kagami::edit {

/// What an operation did to one part of a document.
struct Change {
    std::string path; ///< of the part or the element: "/bone_keys", "/materials/3"
    std::string what; ///< in words: "removed", "moved by 30 frames"
    std::size_t count = 0;
    friend bool operator==(const Change&, const Change&) = default;
};

struct Report {
    std::vector<Change> changes;      ///< what was asked for; only parts in which something changed
    std::vector<Change> consequences; ///< what followed from it: references renumbered, what pointed at a thing that is gone
    std::vector<Diagnostic> notes;    ///< what should be known beside that: names cut, keys that met
};

} // namespace kagami::edit

// What the code of every operation is made with.
#pragma once

#include "diag/catching.hpp"
#include "kagami/edit/report.hpp"

#include <optional>
#include <string>
#include <utility>

namespace kagami::edit {

/// Runs an operation: `f(report)` returns a Result<void>.
template <class F> Result<Report> reporting(F f) {
    return catching([&]() -> Result<Report> {
        Report report;
        if (auto done = f(report); !done) return std::unexpected(std::move(done.error()));
        return report;
    });
}

/// An error for a damaged document: what it keeps as raw bytes cannot change along with the rest, so that the result would
/// be neither the old nor the new.
template <class D> std::optional<Error> damaged(const D& document) {
    if (!document.damage) return std::nullopt;
    return Error{Code::beyond_damage, 0, 0, '/' + document.damage->part, {}, {"some of what this would change"}};
}

/// Adds a change unless its count is 0.
inline void count(std::vector<Change>& to, std::string path, std::string what, std::size_t n) {
    if (n != 0) to.push_back({std::move(path), std::move(what), n});
}
inline void count(Report& report, std::string path, std::string what, std::size_t n) {
    count(report.changes, std::move(path), std::move(what), n);
}

inline Error bad_value(std::string field, std::string is, std::string must_be) {
    return Error{Code::value_range, 0, 0, {}, {}, {std::move(field), std::move(is), std::move(must_be)}};
}

/// For a list of selectors that is needed and empty.
inline Error nothing_chosen(std::string field) {
    return bad_value(std::move(field), "empty", "what to choose, a name or *");
}

/// An error, if there is one, as the result of a step.
inline Result<void> failed(std::optional<Error> error) {
    if (error) return std::unexpected(std::move(*error));
    return {};
}

} // namespace kagami::edit

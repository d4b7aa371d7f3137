// How functions report failure: a value, or a Diagnostic that says what is wrong, where, and what to do about it.
#pragma once

#include "kagami/export.hpp"

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace kagami {

/// Every kind of problem. The table in include/kagami/codes.def holds each one's severity, sentence and advice.
enum class Code : std::uint8_t {
#define KAGAMI_CODE(id, severity, message, advice) id,
#include "kagami/codes.def"
#undef KAGAMI_CODE
};

enum class Severity : std::uint8_t { note, warning, error };

/// One problem found. A plain value; `message()` renders it.
struct Diagnostic {
    Code code{};
    std::uint64_t offset = 0;           ///< byte of the file (or of the JSON text) that it is about
    std::uint64_t length = 0;           ///< how many bytes it is about, or how many were needed; 0 if not known
    std::string path;                   ///< JSON Pointer of the value, `/bones/12/ik/target`; empty for the whole file
    std::string file;                   ///< file name as given by the caller; empty for bytes in memory
    std::vector<std::string> arguments; ///< fill {0}, {1} … of the sentence

    /// What is wrong: "deform is 9, which is not a deform type".
    [[nodiscard]] KAGAMI_API std::string what() const;
    /// What to do about it.
    [[nodiscard]] KAGAMI_API std::string advice() const;
    /// All in one line: file, offset, path, what, advice.
    [[nodiscard]] KAGAMI_API std::string message() const;

    friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

using Error = Diagnostic;
template <class T> using Result = std::expected<T, Error>;

/// The code's name as it stands in JSON output: `count_too_large`.
[[nodiscard]] KAGAMI_API std::string_view name_of(Code code);
[[nodiscard]] KAGAMI_API Severity severity_of(Code code);

} // namespace kagami

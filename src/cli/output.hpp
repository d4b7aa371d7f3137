// Printing: results to standard output, errors to standard error, both as people or programs want them.
#pragma once

#include "kagami/reading.hpp"
#include "kagami/result.hpp"
#include "json/json_type.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace kagami::cli {

/// Writes to standard output.
void print(std::string_view text);
/// JSON and a line end. File names that are not UTF-8 are shown with U+FFFD in place of what is not.
[[nodiscard]] std::string text_of(const Json& json);
void print_json(const Json& json);
/// Flushes; false (and an error message) if standard output could not take everything.
[[nodiscard]] bool finish_output();

/// "kagami: " and the message, on standard error.
void print_error(std::string_view message);
void print_error(const Error& error);
/// The same, naming the file if the error does not yet.
void print_error(Error error, const std::string& file);

/// Where an error is and what it is, without the advice: "offset 0x1A, /bones: …".
[[nodiscard]] std::string place_and_what(const Error& error);

/// Says that a file was damaged and what was done about it, where reading on was asked for.
void print_warning(const Error& damage);

[[nodiscard]] Json error_json(const Error& error);

/// 1,482,421
[[nodiscard]] std::string grouped(std::uint64_t n);
/// "1 byte", "2 bytes"
[[nodiscard]] std::string counted(std::uint64_t n, std::string_view noun);
/// Filled with blanks on the right up to `width` columns of a terminal; Japanese, Chinese and Korean take two each.
[[nodiscard]] std::string padded(std::string_view text, std::size_t width);
/// One line, without control characters and line ends, at most `width` columns wide.
[[nodiscard]] std::string one_line(std::string_view text, std::size_t width);

/// A progress bar on standard error, if that is a terminal.
class Progress {
public:
    explicit Progress(std::size_t total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    void show(std::size_t done);

private:
    std::size_t total_, shown_ = static_cast<std::size_t>(-1);
    bool terminal_;
};

} // namespace kagami::cli

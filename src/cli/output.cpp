#include "cli/output.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include <unistd.h>

namespace kagami::cli {

namespace {
bool output_failed = false;

/// To standard error. Where even that fails, there is nobody left to tell.
void put(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

/// Columns that a UTF-8 text takes on a terminal.
std::size_t columns(std::string_view text) {
    // {fmt} measures text when it pads it: what it adds is known, so the rest is the text's width.
    const std::size_t room = 2 * text.size() + 1;
    return room - (fmt::format("{:<{}}", text, room).size() - text.size());
}
} // namespace

void print(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) output_failed = true;
}

std::string text_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

void print_json(const Json& json) {
    print(text_of(json));
}

bool finish_output() {
    if (std::fflush(stdout) != 0) output_failed = true;
    if (output_failed) print_error("standard output could not take everything; check the disk or the program that reads it");
    return !output_failed;
}

void print_error(std::string_view message) {
    std::fflush(stdout);
    put("kagami: " + std::string(message) + '\n');
}

void print_error(const Error& error) {
    print_error(error.message());
}

void print_error(Error error, const std::string& file) {
    if (error.file.empty()) error.file = file;
    print_error(error);
}

std::string place_and_what(const Error& error) {
    return fmt::format("offset 0x{:X}, {}: {}", error.offset, error.path, error.what());
}

void print_warning(const Error& damage) {
    print_error((damage.file.empty() ? "" : damage.file + ": ") + "damaged, and kept as far as it is whole: " + place_and_what(damage));
}

Json error_json(const Error& error) {
    return Json{{"code", name_of(error.code)}, {"offset", error.offset},   {"path", error.path},
                {"what", error.what()},        {"advice", error.advice()}, {"message", error.message()}};
}

std::string grouped(std::uint64_t n) {
    std::string digits = std::to_string(n);
    for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
    return digits;
}

std::string counted(std::uint64_t n, std::string_view noun) {
    return grouped(n) + ' ' + std::string(noun) + (n == 1 ? "" : "s");
}

std::string padded(std::string_view text, std::size_t width) {
    return fmt::format("{:<{}}", text, width);
}

std::string one_line(std::string_view text, std::size_t width) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t next = at + 1; // one UTF-8 character
        while (next < text.size() && (static_cast<unsigned char>(text[next]) & 0xC0U) == 0x80) ++next;
        const auto character = text.substr(at, next - at);
        const bool control = static_cast<unsigned char>(character[0]) < 0x20 || character[0] == 0x7F;
        if (!control) {
            if (columns(out) + columns(character) + 1 > width) return out + "…";
            out += character;
        } else if (!out.empty() && out.back() != ' ') {
            out += ' ';
        }
        at = next;
    }
    return out;
}

Progress::Progress(std::size_t total) : total_(total), terminal_(total > 1 && ::isatty(STDERR_FILENO) != 0) {
}

Progress::~Progress() {
    if (terminal_) put("\r\033[K");
}

void Progress::show(std::size_t done) {
    constexpr std::size_t width = 40;
    if (!terminal_ || done * 1000 / total_ == shown_) return;
    shown_ = done * 1000 / total_;
    put(fmt::format("\r[{:<{}}] {} of {}", std::string(done * width / total_, '#'), width, grouped(done), grouped(total_)));
}

} // namespace kagami::cli

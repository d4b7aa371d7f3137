#include "kagami/result.hpp"

#include <array>

namespace kagami {

namespace {

struct Entry {
    std::string_view name;
    Severity severity;
    std::string_view sentence, advice;
};

constexpr auto table = std::to_array<Entry>({
#define KAGAMI_CODE(id, severity, message, advice) {#id, Severity::severity, message, advice},
#include "kagami/codes.def"
#undef KAGAMI_CODE
});

/// Puts the arguments in place of {0}, {1} …; {0 byte} is "1 byte" or "2 bytes".
std::string filled(std::string_view sentence, const std::vector<std::string>& arguments) {
    std::string out;
    for (std::size_t i = 0; i < sentence.size(); ++i) {
        const std::size_t end = sentence[i] == '{' ? sentence.find('}', i) : sentence.npos;
        if (end == sentence.npos) {
            out += sentence[i];
            continue;
        }
        const auto number = static_cast<std::size_t>(sentence[i + 1] - '0');
        const std::string_view noun = sentence.substr(i + 2, end - i - 2);
        if (number < arguments.size()) {
            out += arguments[number];
            out += noun;
            if (!noun.empty() && arguments[number] != "1") out += 's';
        }
        i = end;
    }
    return out;
}

const Entry& entry(Code code) {
    return table[static_cast<std::size_t>(code)];
}

} // namespace

std::string Diagnostic::what() const {
    return filled(entry(code).sentence, arguments);
}

std::string Diagnostic::advice() const {
    return filled(entry(code).advice, arguments);
}

std::string Diagnostic::message() const {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out;
    if (!file.empty()) out += file + ": ";
    const std::string sentence = what();
    if (offset != 0 || length != 0) {
        std::string hex;
        for (std::uint64_t n = offset; n != 0 || hex.empty(); n /= 16) hex.insert(hex.begin(), digits[n % 16]);
        out += "offset 0x" + hex + (path.empty() ? ": " : ", ");
    }
    if (!path.empty() && !sentence.starts_with(path)) out += path + ": ";
    return out + sentence + "; " + advice();
}

std::string_view name_of(Code code) {
    return entry(code).name;
}

Severity severity_of(Code code) {
    return entry(code).severity;
}

} // namespace kagami

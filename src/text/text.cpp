// UTF-8 and UTF-16LE, both ways, without losing a byte.
#include "kagami/text.hpp"

namespace kagami {

namespace {

/// One character read from the front of a text: how many bytes it took, 0 if they are not valid.
struct Character {
    char32_t code = 0;
    std::size_t length = 0;
};

constexpr bool is_surrogate(char32_t c) {
    return c >= 0xD800 && c <= 0xDFFF;
}

Character read_utf16le(std::string_view bytes) {
    const auto unit = [&](std::size_t i) {
        return static_cast<char32_t>(static_cast<unsigned char>(bytes[i]) | static_cast<unsigned char>(bytes[i + 1]) << 8);
    };
    if (bytes.size() < 2) return {};
    const char32_t first = unit(0);
    if (!is_surrogate(first)) return {first, 2};
    if (first >= 0xDC00 || bytes.size() < 4) return {};
    const char32_t second = unit(2);
    if (second < 0xDC00 || second > 0xDFFF) return {};
    return {0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00), 4};
}

Character read_utf8(std::string_view bytes) {
    if (bytes.empty()) return {};
    const auto lead = static_cast<unsigned char>(bytes[0]);
    if (lead < 0x80) return {lead, 1};
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || bytes.size() < length) return {};
    char32_t code = lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        const auto next = static_cast<unsigned char>(bytes[i]);
        if ((next & 0xC0U) != 0x80) return {};
        code = code << 6 | (next & 0x3FU);
    }
    constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (code < least[length] || code > 0x10FFFF || is_surrogate(code)) return {};
    return {code, length};
}

Character read_character(std::string_view bytes, Encoding encoding) {
    return encoding == Encoding::utf8 ? read_utf8(bytes) : read_utf16le(bytes);
}

void append_utf8(std::string& out, char32_t c) {
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += static_cast<char>(0xC0 | c >> 6);
        out += static_cast<char>(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        out += static_cast<char>(0xE0 | c >> 12);
        out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
        out += static_cast<char>(0x80 | (c & 0x3F));
    } else {
        out += static_cast<char>(0xF0 | c >> 18);
        out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
        out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
        out += static_cast<char>(0x80 | (c & 0x3F));
    }
}

void append_utf16le(std::string& out, char32_t c) {
    const auto unit = [&](char32_t u) {
        out += static_cast<char>(u & 0xFF);
        out += static_cast<char>(u >> 8);
    };
    if (c < 0x10000) {
        unit(c);
    } else {
        unit(0xD800 + ((c - 0x10000) >> 10));
        unit(0xDC00 + ((c - 0x10000) & 0x3FF));
    }
}

} // namespace

Result<std::string> decode(std::string_view bytes, Encoding encoding) {
    std::string out;
    out.reserve(bytes.size() * 3 / 2);
    for (std::size_t at = 0; at < bytes.size();) {
        const Character c = read_character(bytes.substr(at), encoding);
        if (c.length == 0)
            return std::unexpected(Error{Code::text_not_decodable, at, 0, {}, {}, {encoding == Encoding::utf8 ? "UTF-8" : "UTF-16"}});
        append_utf8(out, c.code);
        at += c.length;
    }
    return out;
}

std::string decode_for_display(std::string_view bytes, Encoding encoding) {
    std::string out, broken;
    const auto flush = [&] {
        if (!broken.empty()) out.append("‹").append(broken).append("›");
        broken.clear();
    };
    const std::size_t unit = encoding == Encoding::utf8 ? 1 : 2;
    for (std::size_t at = 0; at < bytes.size();) {
        const Character c = read_character(bytes.substr(at), encoding);
        if (c.length != 0) {
            flush();
            append_utf8(out, c.code);
            at += c.length;
            continue;
        }
        for (std::size_t end = std::min(bytes.size(), at + unit); at < end; ++at) {
            constexpr std::string_view digits = "0123456789ABCDEF";
            broken += digits[static_cast<unsigned char>(bytes[at]) >> 4];
            broken += digits[static_cast<unsigned char>(bytes[at]) & 15];
        }
    }
    flush();
    return out;
}

Result<Text> encode(std::string_view utf8, Encoding encoding) {
    std::string out;
    for (std::size_t at = 0; at < utf8.size();) {
        const Character c = read_utf8(utf8.substr(at));
        if (c.length == 0) return std::unexpected(Error{Code::text_not_utf8, at, 0, {}, {}, {}});
        if (encoding == Encoding::utf8) {
            append_utf8(out, c.code);
        } else {
            append_utf16le(out, c.code);
        }
        at += c.length;
    }
    return Text(out);
}

} // namespace kagami

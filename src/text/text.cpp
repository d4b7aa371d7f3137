// All encodings, both ways. What one character takes is left to utf8.hpp and code_pages.hpp.
#include "kagami/text.hpp"
#include "text/code_pages.hpp"
#include "text/similar.hpp"

namespace kagami {

namespace {

using text::append_utf8;
using text::Character;
using text::is_surrogate;
using text::read_utf8;

Character read_utf16le(std::string_view bytes) {
    const auto unit = [&](std::size_t i) {
        return static_cast<char32_t>(static_cast<unsigned char>(bytes[i]) | static_cast<unsigned char>(bytes[i + 1]) << 8);
    };
    if (bytes.size() < 2) return {0, 0, 1};
    const char32_t first = unit(0);
    if (!is_surrogate(first)) return {first, 2};
    if (first >= 0xDC00 || bytes.size() < 4) return {0, 0, 2};
    const char32_t second = unit(2);
    if (second < 0xDC00 || second > 0xDFFF) return {0, 0, 2};
    return {0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00), 4};
}

Character read_character(std::string_view bytes, Encoding encoding) {
    switch (encoding) {
    case Encoding::utf8: return read_utf8(bytes);
    case Encoding::cp932:
    case Encoding::gbk: return text::read_code_page(bytes, encoding);
    default: return read_utf16le(bytes);
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

/// False if the encoding has no code for the character.
bool append(std::string& out, char32_t c, Encoding encoding) {
    if (encoding == Encoding::utf8) {
        append_utf8(out, c);
    } else if (encoding == Encoding::cp932 || encoding == Encoding::gbk) {
        const int code = text::code_of(c, encoding);
        if (code < 0) return false;
        if (code > 0xFF) out += static_cast<char>(code >> 8);
        out += static_cast<char>(code & 0xFF);
    } else {
        append_utf16le(out, c);
    }
    return true;
}

/// What to write instead of a character that the encoding does not have; `before` is the character before it.
std::string instead(char32_t before, char32_t c, Encoding encoding) {
    const char32_t composed = text::compose(before, c);
    if (composed != 0 && text::code_of(composed, encoding) >= 0)
        return "write " + text::shown(composed) + " instead of " + text::to_utf8(before) + " and this mark";
    const char32_t similar = text::look_alike(c);
    if (similar != 0 && text::code_of(similar, encoding) >= 0) return "write " + text::shown(similar) + " instead";
    return "leave it out or write something else";
}

} // namespace

std::string_view name_of(Encoding encoding) {
    switch (encoding) {
    case Encoding::utf8: return "UTF-8";
    case Encoding::cp932: return "CP932";
    case Encoding::gbk: return "GBK";
    default: return "UTF-16";
    }
}

Result<std::string> decode(std::string_view bytes, Encoding encoding) {
    std::string out;
    out.reserve(bytes.size() * 3 / 2);
    for (std::size_t at = 0; at < bytes.size();) {
        const Character c = read_character(bytes.substr(at), encoding);
        if (c.length == 0) return std::unexpected(Error{Code::text_not_decodable, at, 0, {}, {}, {std::string(name_of(encoding))}});
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
    for (std::size_t at = 0; at < bytes.size();) {
        const Character c = read_character(bytes.substr(at), encoding);
        if (c.length != 0) {
            flush();
            append_utf8(out, c.code);
            at += c.length;
            continue;
        }
        for (std::size_t end = at + c.broken; at < end; ++at) {
            constexpr std::string_view digits = "0123456789ABCDEF";
            broken += digits[static_cast<unsigned char>(bytes[at]) >> 4];
            broken += digits[static_cast<unsigned char>(bytes[at]) & 15];
        }
    }
    flush();
    return out;
}

bool survives(std::string_view bytes, Encoding encoding) {
    std::string back;
    for (std::size_t at = 0; at < bytes.size();) {
        const Character c = read_character(bytes.substr(at), encoding);
        back.clear();
        if (c.length == 0 || !append(back, c.code, encoding) || back != bytes.substr(at, c.length)) return false;
        at += c.length;
    }
    return true;
}

Result<Text> encode(std::string_view utf8, Encoding encoding) {
    std::string out;
    char32_t before = 0;
    for (std::size_t at = 0; at < utf8.size();) {
        const Character c = read_utf8(utf8.substr(at));
        if (c.length == 0) return std::unexpected(Error{Code::text_not_utf8, at, 0, {}, {}, {}});
        if (!append(out, c.code, encoding))
            return std::unexpected(Error{Code::text_not_encodable,
                                         at,
                                         c.length,
                                         {},
                                         {},
                                         {text::shown(c.code), std::string(name_of(encoding)), instead(before, c.code, encoding)}});
        before = c.code;
        at += c.length;
    }
    return Text(out);
}

} // namespace kagami

// Text as the file has it: bytes, with an encoding that the file's header names.
//
// Nothing here changes the bytes of a text that is only looked at. UTF-8 is a view made on demand, and it may fail:
// lone surrogates, odd byte counts and invalid UTF-8 occur in real files and are kept.
#pragma once

#include "kagami/export.hpp"
#include "kagami/result.hpp"

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace kagami {

/// How the bytes of a text are meant. 0 and 1 are the values of a PMX header (PMX 2.1 specification); the others never
/// stand in one. `cp932` is Windows' code page 932, which PMD, VMD and VPD files use; strict Shift_JIS differs from it.
/// `gbk` is Windows' code page 936, found in motions from China.
enum class Encoding : std::uint8_t { utf16le = 0, utf8 = 1, cp932 = 2, gbk = 3 };

/// "UTF-16", "UTF-8", "CP932", "GBK".
[[nodiscard]] KAGAMI_API std::string_view name_of(Encoding encoding);

/// The raw bytes of one text. 16 bytes in size; up to 12 bytes of text (six UTF-16 characters) need no memory of
/// their own. At most 2^32 - 1 bytes; PMX can store 2^31 - 1.
class Text {
public:
    constexpr Text() = default;
    explicit Text(std::string_view bytes) { assign(bytes); }
    constexpr Text(const Text& other) {
        if (other.size_ != 0) assign(other.bytes());
    }
    constexpr Text(Text&& other) noexcept { swap(other); }
    constexpr Text& operator=(Text other) noexcept {
        swap(other);
        return *this;
    }
    constexpr ~Text() {
        if (size_ > inline_size) delete[] pointer();
    }

    [[nodiscard]] constexpr std::size_t size() const { return size_; }
    [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
    [[nodiscard]] std::string_view bytes() const { return {size_ > inline_size ? pointer() : store_, size_}; }

    /// Replaces the bytes. `bytes` may not lie inside this text.
    void assign(std::string_view bytes) {
        char* target = store_;
        char* fresh = bytes.size() > inline_size ? new char[bytes.size()] : nullptr;
        if (size_ > inline_size) delete[] pointer();
        if (fresh != nullptr) {
            std::memcpy(store_ + pointer_offset, static_cast<const void*>(&fresh), sizeof fresh);
            target = fresh;
        }
        size_ = static_cast<std::uint32_t>(bytes.size());
        if (!bytes.empty()) std::memcpy(target, bytes.data(), bytes.size());
    }

    friend bool operator==(const Text& a, const Text& b) { return a.bytes() == b.bytes(); }

private:
    static constexpr std::size_t inline_size = 12, pointer_offset = inline_size - sizeof(char*);

    [[nodiscard]] char* pointer() const {
        char* p;
        std::memcpy(static_cast<void*>(&p), store_ + pointer_offset, sizeof p);
        return p;
    }
    constexpr void swap(Text& other) noexcept {
        std::swap(size_, other.size_);
        std::swap(store_, other.store_);
    }

    std::uint32_t size_ = 0;
    char store_[inline_size] = {}; // the bytes, or a pointer to them at the end
};

/// The text as UTF-8. Error `text_not_decodable` (offset: the byte within the text) if it is not valid in `encoding`.
/// `encode` turns what this returns back into the same bytes, with one exception: 398 codes of CP932 are second or third
/// codes of a character, and `encode` writes the one that Windows writes. See `survives`.
[[nodiscard]] KAGAMI_API Result<std::string> decode(std::string_view bytes, Encoding encoding);
[[nodiscard]] inline Result<std::string> decode(const Text& text, Encoding encoding) {
    return decode(text.bytes(), encoding);
}

/// For people to read: valid UTF-8 in any case. What cannot be decoded stands as its hex digits between ‹ and ›.
[[nodiscard]] KAGAMI_API std::string decode_for_display(std::string_view bytes, Encoding encoding);
[[nodiscard]] inline std::string decode_for_display(const Text& text, Encoding encoding) {
    return decode_for_display(text.bytes(), encoding);
}

/// Whether the text can be decoded, and encoding it again gives the same bytes. Never false for valid UTF-8 and UTF-16.
[[nodiscard]] KAGAMI_API bool survives(std::string_view bytes, Encoding encoding);

/// Valid UTF-8 into the bytes of `encoding`. Error `text_not_utf8` if `utf8` is not valid UTF-8. Error
/// `text_not_encodable` if CP932 or GBK have no code for a character; nothing is replaced by `?` or by what looks alike.
/// Its arguments: the character for people to read, "〜 (U+301C)"; the encoding's name; what to write instead.
[[nodiscard]] KAGAMI_API Result<Text> encode(std::string_view utf8, Encoding encoding);

} // namespace kagami

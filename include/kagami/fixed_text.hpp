// Text in a field of fixed size, as PMD and VMD have it: the text, a NUL if there is room for one, and then whatever the
// writing program left there. All bytes are kept; what lies behind the NUL is no part of the text.
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

namespace kagami {

/// `Size` bytes of a file. In memory one more follows, always 0, so that `c_str` is safe for a field that is full.
template <std::size_t Size> class FixedText {
public:
    static constexpr std::size_t size = Size;

    constexpr FixedText() = default;
    /// The text followed by NULs; what is beyond `Size` bytes is cut. See fit_name for names that must not be cut.
    explicit FixedText(std::string_view text) { assign(text); }

    /// The text: the bytes before the first NUL, or all if there is none.
    [[nodiscard]] std::string_view bytes() const { return {bytes_, ::strnlen(bytes_, Size)}; }
    /// All bytes of the field.
    [[nodiscard]] constexpr std::string_view field() const { return {bytes_, Size}; }
    [[nodiscard]] const char* c_str() const { return bytes_; }

    /// Sets the text and fills the rest with NULs, as current versions of MikuMikuDance do. Returns false, and cuts, if
    /// the text is longer than the field.
    constexpr bool assign(std::string_view text) {
        for (std::size_t i = 0; i < Size; ++i) bytes_[i] = i < text.size() ? text[i] : '\0';
        return text.size() <= Size;
    }
    /// Sets all bytes from memory that holds `Size` of them.
    void load(const void* from) {
        std::memcpy(bytes_, from, Size);
        bytes_[Size] = '\0';
    }

    /// All bytes decide, those behind the NUL too.
    friend constexpr bool operator==(const FixedText& a, const FixedText& b) { return a.field() == b.field(); }

private:
    char bytes_[Size + 1] = {};
};

} // namespace kagami

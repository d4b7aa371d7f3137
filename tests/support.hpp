// What several tests use: documents to test with, all formats in one way, real files, exact copies.
#pragma once

#include "kagami/document.hpp"

#include <bit>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kagami::test {

/// A random model of every kind of record, as layout::generate makes it; `largest` bounds each list.
[[nodiscard]] pmx::Model random_model(std::uint64_t seed, std::size_t largest = 6);

/// A small model with every kind of record: all deform types, all morph types, a bone with everything, IK, soft body.
[[nodiscard]] pmx::Model everything();

/// Text in the encoding of the models that `everything` makes.
[[nodiscard]] Text utf16(std::string_view utf8);

/// The functions of a format, for tests that go over all of them; `D` is its document.
template <class D> struct Api;
template <> struct Api<pmx::Model> {
    static constexpr auto read = &pmx::read;
    static constexpr auto read_into = &pmx::read_into;
    static constexpr auto scan = &pmx::scan;
    static constexpr auto path_at = &pmx::path_at;
    static constexpr auto load = &pmx::load;
};
template <> struct Api<pmd::Model> {
    static constexpr auto read = &pmd::read;
    static constexpr auto read_into = &pmd::read_into;
    static constexpr auto scan = &pmd::scan;
    static constexpr auto path_at = &pmd::path_at;
    static constexpr auto load = &pmd::load;
};
template <> struct Api<vmd::Motion> {
    static constexpr auto read = &vmd::read;
    static constexpr auto read_into = &vmd::read_into;
    static constexpr auto scan = &vmd::scan;
    static constexpr auto path_at = &vmd::path_at;
    static constexpr auto load = &vmd::load;
};
template <> struct Api<vpd::Pose> {
    static constexpr auto read = &vpd::read;
    static constexpr auto scan = &vpd::scan;
    static constexpr auto path_at = &vpd::path_at;
    static constexpr auto load = &vpd::load;
};
/// Formats with a binary description; poses have a parser instead.
template <class D> inline constexpr bool is_binary = !std::same_as<D, vpd::Pose>;

/// A random document; `largest` bounds each list. Motions are of both versions and all encodings.
template <class D> [[nodiscard]] D random_document(std::uint64_t seed, std::size_t largest);
/// A small document with every kind of record.
template <class D> [[nodiscard]] D small_document();
/// A motion of version 1 with every kind of key it can have.
[[nodiscard]] vmd::Motion version_1();
/// layout::hash_of
template <class D> [[nodiscard]] std::uint64_t hash_of(const D& document);

/// A pose file in some of the many forms that it may have, and what it says.
struct PoseText {
    struct Block {
        bool bone = true;
        std::string name;                   ///< bytes
        std::vector<std::string> spellings; ///< of its numbers
        std::size_t end = 0;                ///< where its closing brace ends
    };
    std::string text, model_file;
    Encoding encoding = Encoding::cp932;
    std::vector<Block> blocks;
    std::size_t header_end = 0; ///< behind the semicolon after the count, from which on the header is whole
};
[[nodiscard]] PoseText random_pose(std::uint64_t seed, std::size_t largest);

/// The bytes in CP932.
[[nodiscard]] std::string cp932(std::string_view utf8);

/// Bytes put together by hand, little-endian.
class Made {
public:
    Made& u8(unsigned v) { return number(v, 1); }
    Made& u16(unsigned v) { return number(v, 2); }
    Made& u32(std::uint32_t v) { return number(v, 4); }
    Made& f(std::initializer_list<float> values) {
        for (const float v : values) u32(std::bit_cast<std::uint32_t>(v));
        return *this;
    }
    Made& bytes(std::string_view v) {
        out += v;
        return *this;
    }
    /// A text of fixed size: the bytes, a NUL if there is room, and the filler.
    Made& text(std::string_view v, std::size_t size, char filler = '\0') {
        std::string field(v);
        if (field.size() < size) field += '\0';
        field.resize(size, filler);
        return bytes(field);
    }
    Made& zeros(std::size_t n) { return bytes(std::string(n, '\0')); }

    std::string out;

private:
    Made& number(std::uint32_t v, int bytes) {
        for (int i = 0; i < bytes; ++i) out += static_cast<char>(v >> 8 * i & 0xFF);
        return *this;
    }
};

/// What went wrong, for a failed assertion.
[[nodiscard]] std::string message(const auto& result) {
    return result ? "no error" : result.error().message();
}

/// The real PMX files there are, none where the corpus is not installed; `largest` bounds their size.
[[nodiscard]] std::vector<std::filesystem::path> corpus(std::uintmax_t largest = UINTMAX_MAX);

/// A copy in a heap block of exactly its size, so that a sanitizer sees every access beyond the end.
class ExactCopy {
public:
    explicit ExactCopy(std::span<const std::byte> bytes);
    [[nodiscard]] std::span<const std::byte> get() const { return {block_.get(), size_}; }

private:
    std::unique_ptr<std::byte[]> block_;
    std::size_t size_;
};

[[nodiscard]] inline std::span<const std::byte> raw(std::string_view bytes) {
    return std::as_bytes(std::span(bytes));
}
[[nodiscard]] inline std::string text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
[[nodiscard]] inline bool same(std::span<const std::byte> a, std::span<const std::byte> b) {
    return std::ranges::equal(a, b);
}

/// Strict: no overlong forms, no surrogates, nothing beyond U+10FFFF. Written apart from the library's decoder.
[[nodiscard]] bool valid_utf8(std::string_view text);

/// A folder of its own that is gone at the end.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::vector<std::string> names() const;

private:
    std::filesystem::path path_;
};

} // namespace kagami::test

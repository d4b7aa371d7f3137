// What several tests use: models to test with, real files, exact copies.
#pragma once

#include "kagami/pmx.hpp"

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

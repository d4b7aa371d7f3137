// What `info` shows of a file. Each format has a file of its own that makes its report; info.cpp prints it.
#pragma once

#include "cli/output.hpp"
#include "kagami/document.hpp"
#include "kagami/textures.hpp"
#include "layout/archive.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kagami::cli {

using Counts = std::vector<std::pair<std::string, std::size_t>>;

/// A report for people, in rows of a label and a text, and for programs.
class Report {
public:
    Json json;

    explicit Report(std::string file) : json{{"file", file}}, text_(std::move(file) + '\n') {}
    /// A row; none without a text.
    void row(std::string_view label, std::string_view text);
    /// A name or comment, cut to one line.
    void name(std::string_view label, std::string_view text);
    /// How many there are of something, with details behind it.
    void count(std::string_view label, std::size_t n, const std::string& detail = {});
    /// The files that a model names, and whether they lie beside it.
    void textures(const std::string& file, const std::vector<TexturePath>& textures);
    /// Where the parts lie, and how much of the file each is.
    void parts(std::span<const std::byte> bytes);
    void damage(const std::optional<Damage>& damage);

    [[nodiscard]] const std::string& text() const { return text_; }

private:
    std::string text_;
};

/// What each report is made of.
struct Subject {
    const std::string& file;
    std::span<const std::byte> bytes;
};
[[nodiscard]] Report report(const Subject& subject, const pmx::Model& model);
[[nodiscard]] Report report(const Subject& subject, const pmd::Model& model);
[[nodiscard]] Report report(const Subject& subject, const vmd::Motion& motion);
[[nodiscard]] Report report(const Subject& subject, const vpd::Pose& pose);

/// "rigid bodies" of "rigid_bodies"
[[nodiscard]] std::string spoken(std::string name);
/// "12 ik, 3 append"
[[nodiscard]] std::string listed(const Counts& counts);
[[nodiscard]] Json counts_json(const Counts& counts);

/// How many there are of each value; values without a name count as "other".
template <class E> Counts count_by(auto&& each) {
    constexpr auto& names = layout::EnumTable<E>::names;
    std::array<std::size_t, names.size() + 1> counts{};
    each([&](E e) { ++counts[std::min(names.size(), static_cast<std::size_t>(e))]; });
    Counts out;
    for (std::size_t i = 0; i <= names.size(); ++i)
        if (counts[i] != 0) out.emplace_back(i < names.size() ? names[i].name : "other", counts[i]);
    return out;
}

} // namespace kagami::cli

// Whole VPD files: reading, writing, values. The order of tokens is in layout.hpp.
#include "kagami/vpd.hpp"
#include "diag/catching.hpp"
#include "kagami/file.hpp"
#include "layout/stepped.hpp"
#include "vpd/layout.hpp"
#include "vpd/parse.hpp"

#include <bit>

namespace kagami::vpd {

namespace {

/// All tokens in the order of the file.
class Tokens : public layout::Stepped<Tokens, Globals> {
    using Base = layout::Stepped<Tokens, Globals>;

public:
    std::vector<std::string_view> tokens;
    std::vector<Part> parts;
    bool damage_written = false;
    std::span<const std::size_t> wanted; ///< numbers of tokens, ascending
    std::vector<std::string> found;      ///< their paths

    explicit Tokens(const Damage* damage) : Base(Globals{}), damage_(damage) {}

    template <class X> void part(layout::Field f, const X& x) {
        if (damage_written) return;
        const bool damaged = damage_ != nullptr && damage_->part == f.name;
        std::size_t count = 1;
        if constexpr (layout::Container<X>) count = x.size();
        if (!damaged || layout::Container<X>) item(f, x);
        if (damaged) {
            add(f, {reinterpret_cast<const char*>(damage_->bytes.data()), damage_->bytes.size()});
            damage_written = true;
        }
        const std::size_t begin = parts.empty() ? 0 : parts.back().offset + parts.back().size;
        const std::size_t size = this->size() - begin;
        if (size != 0 || count != 1) parts.push_back({f.name, begin, size, static_cast<std::uint32_t>(count)});
    }
    template <class T> void value(layout::Field, const T&) {}
    void tag(layout::Field, BlockKind kind) { kinds_ += kind == BlockKind::bone ? 'b' : 'm'; }
    void text(layout::Field f, const Text& text) { add(f, text.bytes()); }
    template <class Gap, class Number>
    void interleaved(layout::Field gap_field, layout::Field field, std::size_t n, Gap gap, Number number) {
        for (std::size_t k = 0; k < n; ++k) {
            one_of(gap_field, k, gap(k));
            one_of(field, k, number(k));
        }
    }
    [[nodiscard]] std::size_t size() const {
        std::size_t size = 0;
        for (const std::string_view token : tokens) size += token.size();
        return size;
    }
    [[nodiscard]] const std::string& kinds() const { return kinds_; }

private:
    void add(layout::Field f, std::string_view bytes) {
        while (found.size() < wanted.size() && wanted[found.size()] == tokens.size()) found.push_back(steps_.path(f.name));
        tokens.push_back(bytes);
    }
    void one_of(layout::Field f, std::size_t k, const Text& token) {
        const layout::Inside inside(steps_, f.name), element(steps_, k);
        text({""}, token);
    }
    const Damage* damage_;
    std::string kinds_;
};

Tokens tokens_of(const Pose& pose) {
    Tokens tokens(pose.damage ? &*pose.damage : nullptr);
    describe(tokens, pose);
    return tokens;
}
std::vector<std::string> paths_of(const Pose& pose, std::span<const std::size_t> numbers) {
    Tokens tokens(pose.damage ? &*pose.damage : nullptr);
    tokens.wanted = numbers;
    describe(tokens, pose);
    return std::move(tokens.found);
}
std::string path_of(const Pose& pose, std::size_t number) {
    return paths_of(pose, {&number, 1}).front();
}

Bytes joined(const Tokens& tokens) {
    Bytes bytes;
    bytes.resize_for_overwrite(tokens.size());
    std::byte* to = bytes.data();
    for (const std::string_view token : tokens.tokens) {
        if (!token.empty()) std::memcpy(to, token.data(), token.size());
        to += token.size();
    }
    return bytes;
}

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

float value_or_0(const Spelling& spelling) {
    return value_of(spelling.bytes()).value_or(0);
}
void respell(Spelling& spelling, float value) {
    const auto before = value_of(spelling.bytes());
    if (!before || std::bit_cast<std::uint32_t>(*before) != std::bit_cast<std::uint32_t>(value)) spelling = spell(value);
}

} // namespace

Result<Pose> read(std::span<const std::byte> bytes, ReadOptions options) {
    if (auto refused = layout::refuse_other_formats(bytes, Format::vpd)) return std::unexpected(std::move(*refused));
    return catching([&] { return parse(as_text(bytes), options); });
}

Result<Pose> load(const std::filesystem::path& path, ReadOptions options) {
    const auto bytes = load_bytes(path);
    if (!bytes) return std::unexpected(bytes.error());
    auto pose = read(*bytes, options);
    if (!pose) pose.error().file = path.string();
    if (pose && pose->damage) pose->damage->error.file = path.string();
    return pose;
}

Result<Scan> scan(std::span<const std::byte> bytes) {
    auto pose = read(bytes);
    if (!pose) return std::unexpected(std::move(pose.error()));
    return catching([&]() -> Result<Scan> {
        auto parts = tokens_of(*pose).parts;
        return Scan{std::move(pose->header), std::move(parts)};
    });
}

std::string path_at(std::span<const std::byte> bytes, std::uint64_t offset) {
    return paths_at(bytes, {&offset, 1}).front();
}

std::vector<std::string> paths_at(std::span<const std::byte> bytes, std::span<const std::uint64_t> offsets) {
    std::vector<std::string> paths(offsets.size());
    const auto pose = read(bytes, {.keep = true});
    if (!pose) return paths;
    std::vector<std::size_t> numbers;
    std::uint64_t end = 0;
    const Tokens all = tokens_of(*pose);
    for (std::size_t i = 0; i < all.tokens.size(); ++i) {
        end += all.tokens[i].size();
        while (numbers.size() < offsets.size() && offsets[numbers.size()] < end) numbers.push_back(i);
    }
    std::ranges::move(paths_of(*pose, numbers), paths.begin());
    return paths;
}

Result<Bytes> write(const Pose& pose) {
    return catching([&]() -> Result<Bytes> {
        const Tokens tokens = tokens_of(pose);
        if (pose.damage && !tokens.damage_written)
            return std::unexpected(Error{
                Code::value_range, 0, 0, "/damage/part", {}, {"part", '"' + pose.damage->part + '"', "a part that the document has"}});
        Bytes bytes = joined(tokens);
        const auto refuse = [](std::string path) {
            return std::unexpected(Error{Code::would_not_read_back, 0, 0, std::move(path), {}, {}});
        };
        const auto again = read(bytes, {.keep = pose.damage.has_value()});
        if (!again) {
            // What is wrong lies within the token in which reading stops, or was to begin there.
            std::uint64_t begin = 0;
            for (std::size_t i = 0; i < tokens.tokens.size(); ++i) {
                const std::uint64_t end = begin + tokens.tokens[i].size();
                if (begin < again.error().offset && again.error().offset < end) return refuse(path_of(pose, i));
                begin = end;
            }
            return refuse(again.error().path);
        }
        const Tokens now = tokens_of(*again);
        for (std::size_t i = 0; i < tokens.tokens.size(); ++i)
            if (i >= now.tokens.size() || now.tokens[i] != tokens.tokens[i]) return refuse(path_of(pose, i));
        if (now.kinds() != tokens.kinds()) return refuse("/blocks");
        const bool ascii = std::ranges::all_of(bytes, [](std::byte byte) { return byte < std::byte{0x80}; });
        if (!ascii && again->encoding != pose.encoding) return refuse("/encoding");
        return bytes;
    });
}

Result<void> save(const Pose& pose, const std::filesystem::path& path) {
    const auto bytes = write(pose);
    if (!bytes) return std::unexpected(bytes.error());
    return save_bytes(*bytes, path);
}

bool operator==(const Pose& a, const Pose& b) {
    const Tokens left = tokens_of(a), right = tokens_of(b);
    return a.damage == b.damage && left.kinds() == right.kinds() && left.tokens == right.tokens;
}

Vec3 position(const Block& block) {
    return {value_or_0(block.position[0]), value_or_0(block.position[1]), value_or_0(block.position[2])};
}
Vec4 rotation(const Block& block) {
    return {value_or_0(block.rotation[0]), value_or_0(block.rotation[1]), value_or_0(block.rotation[2]), value_or_0(block.rotation[3])};
}
float weight(const Block& block) {
    return value_or_0(block.weight[0]);
}

void set_position(Block& block, Vec3 position) {
    const auto parts = std::bit_cast<std::array<float, 3>>(position);
    for (std::size_t k = 0; k < parts.size(); ++k) respell(block.position[k], parts[k]);
}
void set_rotation(Block& block, Vec4 rotation) {
    const auto parts = std::bit_cast<std::array<float, 4>>(rotation);
    for (std::size_t k = 0; k < parts.size(); ++k) respell(block.rotation[k], parts[k]);
}
void set_weight(Block& block, float weight) {
    respell(block.weight[0], weight);
}

} // namespace kagami::vpd

#include "png.hpp"

#include "vec.hpp"

#include <algorithm>
#include <span>
#include <string_view>

namespace samples {

Picture Picture::paint(int width, int height, bool alpha, const std::function<Colour(double, double)>& colour) {
    Picture picture{width, height, alpha, {}};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            Colour sum{};
            for (int k = 0; k < 9; ++k) {
                const Colour c = colour((x + (k % 3 + 0.5) / 3) / width, (y + (k / 3 + 0.5) / 3) / height);
                // colours count by their opacity, or the edge of a picture on nothing would darken
                for (std::size_t i = 0; i < 3; ++i) sum[i] += c[i] * (alpha ? c[3] : 1);
                sum[3] += c[3];
            }
            const double weight = alpha ? std::max(sum[3], 1e-6) : 9;
            for (std::size_t i = 0; i < 3; ++i)
                picture.pixels.push_back(static_cast<std::uint8_t>(on_grid(std::clamp(sum[i] / weight, 0.0, 1.0), 255) * 255 + 0.25));
            if (alpha) picture.pixels.push_back(static_cast<std::uint8_t>(on_grid(std::clamp(sum[3] / 9, 0.0, 1.0), 255) * 255 + 0.25));
        }
    return picture;
}

namespace {

using Octets = std::vector<std::uint8_t>;

class BitWriter {
public:
    explicit BitWriter(Octets& out) : out_(out) {}
    void bits(std::uint32_t value, int count) {
        for (int i = 0; i < count; ++i) bit((value >> i) & 1U);
    }
    /// Huffman codes go in from their highest bit.
    void code(std::uint32_t value, int count) {
        for (int i = count - 1; i >= 0; --i) bit((value >> i) & 1U);
    }
    void end() {
        while (used_ != 0) bit(0);
    }

private:
    void bit(std::uint32_t b) {
        byte_ |= b << used_;
        if (++used_ == 8) {
            out_.push_back(static_cast<std::uint8_t>(byte_));
            byte_ = 0;
            used_ = 0;
        }
    }
    Octets& out_;
    std::uint32_t byte_ = 0;
    int used_ = 0;
};

void literal(BitWriter& out, std::uint32_t symbol) {
    if (symbol < 144)
        out.code(0x30 + symbol, 8);
    else if (symbol < 256)
        out.code(0x190 + symbol - 144, 9);
    else if (symbol < 280)
        out.code(symbol - 256, 7);
    else
        out.code(0xC0 + symbol - 280, 8);
}

/// The two codes of deflate for repeats share one pattern: groups of equal size, each group one bit longer.
struct Slot {
    std::uint32_t symbol, extra, extra_bits;
};

Slot length_slot(std::uint32_t length) {
    if (length == 258) return {285, 0, 0};
    const std::uint32_t n = length - 3;
    if (n < 8) return {257 + n, 0, 0};
    std::uint32_t bits = 1;
    while (n >> (bits + 3) != 0) ++bits;
    return {257 + 4 * bits + (n >> bits), n & ((1U << bits) - 1), bits};
}

Slot distance_slot(std::uint32_t distance) {
    const std::uint32_t n = distance - 1;
    if (n < 4) return {n, 0, 0};
    std::uint32_t bits = 1;
    while (n >> (bits + 2) != 0) ++bits;
    return {2 * bits + (n >> bits), n & ((1U << bits) - 1), bits};
}

void deflate(Octets& out, std::span<const std::uint8_t> data) {
    BitWriter bits(out);
    bits.bits(1, 1); // last block
    bits.bits(1, 2); // fixed code
    std::vector<int> head(1 << 15, -1), previous(data.size(), -1);
    const auto hash = [&](std::size_t i) {
        return ((data[i] * 506832829U) ^ (data[i + 1] * 2654435761U) ^ (data[i + 2] * 374761393U)) >> 7 & 0x7FFFU;
    };
    const auto remember = [&](std::size_t i) {
        if (i + 2 >= data.size()) return;
        previous[i] = head[hash(i)];
        head[hash(i)] = static_cast<int>(i);
    };
    for (std::size_t i = 0; i < data.size();) {
        std::size_t best = 0, from = 0;
        int tries = 64;
        for (int k = i + 2 < data.size() ? head[hash(i)] : -1; k >= 0 && tries-- > 0; k = previous[static_cast<std::size_t>(k)]) {
            const auto at = static_cast<std::size_t>(k);
            if (i - at > 32768) break;
            std::size_t n = 0;
            while (n < 258 && i + n < data.size() && data[at + n] == data[i + n]) ++n;
            if (n > best) {
                best = n;
                from = at;
            }
        }
        if (best >= 4) {
            const Slot l = length_slot(static_cast<std::uint32_t>(best)), d = distance_slot(static_cast<std::uint32_t>(i - from));
            literal(bits, l.symbol);
            bits.bits(l.extra, static_cast<int>(l.extra_bits));
            bits.code(d.symbol, 5);
            bits.bits(d.extra, static_cast<int>(d.extra_bits));
            for (const std::size_t end = i + best; i < end; ++i) remember(i);
        } else {
            literal(bits, data[i]);
            remember(i++);
        }
    }
    literal(bits, 256);
    bits.end();
}

void big_endian(Octets& out, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<std::uint8_t>(value >> shift));
}

std::uint32_t crc32(std::span<const std::uint8_t> data) {
    std::uint32_t crc = 0xFFFFFFFFU;
    for (const std::uint8_t byte : data) {
        crc ^= byte;
        for (int k = 0; k < 8; ++k) crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
    }
    return ~crc;
}

void chunk(Octets& out, std::string_view kind, std::span<const std::uint8_t> body) {
    big_endian(out, static_cast<std::uint32_t>(body.size()));
    Octets content(kind.begin(), kind.end());
    content.insert(content.end(), body.begin(), body.end());
    out.insert(out.end(), content.begin(), content.end());
    big_endian(out, crc32(content));
}

} // namespace

kagami::Bytes png(const Picture& picture) {
    const std::size_t step = picture.alpha ? 4 : 3, row = static_cast<std::size_t>(picture.width) * step;
    Octets filtered;
    for (std::size_t y = 0; y < static_cast<std::size_t>(picture.height); ++y) {
        filtered.push_back(y == 0 ? 0 : 2); // the difference to the row above
        for (std::size_t x = 0; x < row; ++x) {
            const std::uint8_t above = y == 0 ? std::uint8_t{0} : picture.pixels[(y - 1) * row + x];
            filtered.push_back(static_cast<std::uint8_t>(picture.pixels[y * row + x] - above));
        }
    }
    Octets data{0x78, 0x01};
    deflate(data, filtered);
    std::uint32_t a = 1, b = 0;
    for (const std::uint8_t byte : filtered) {
        a = (a + byte) % 65521;
        b = (b + a) % 65521;
    }
    big_endian(data, b << 16 | a);

    Octets out{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'}, header;
    big_endian(header, static_cast<std::uint32_t>(picture.width));
    big_endian(header, static_cast<std::uint32_t>(picture.height));
    header.insert(header.end(), {8, static_cast<std::uint8_t>(picture.alpha ? 6 : 2), 0, 0, 0});
    chunk(out, "IHDR", header);
    chunk(out, "IDAT", data);
    chunk(out, "IEND", {});
    return kagami::Bytes(std::as_bytes(std::span<const std::uint8_t>(out)));
}

} // namespace samples

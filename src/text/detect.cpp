// Telling UTF-8, CP932 and GBK apart. One name proves little (half-width kana are Chinese characters in GBK, and every
// CP932 name can be read as GBK), so each name of a file is counted.
#include "kagami/names.hpp"
#include "text/code_pages.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <unordered_set>

namespace kagami {

namespace {

constexpr std::array candidates = {Encoding::cp932, Encoding::utf8, Encoding::gbk}; // the first wins a tie

constexpr std::size_t field = 15; // shorter than any other field of a name, so names are compared up to here

/// Points for a character, or for a byte that is not valid or belongs to a known name. Their signs matter, their sizes roughly.
constexpr int known_byte = 2, kana = 2, common = 1, unlikely = -1, absurd = -3, not_valid = -4;

bool is_ascii(std::string_view bytes) {
    return std::ranges::all_of(bytes, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// Names as the field of a motion has them in one encoding.
class KnownNames {
public:
    explicit KnownNames(Encoding encoding) : encoding_(encoding) {}

    void add(std::string_view utf8) {
        if (is_ascii(utf8)) return; // the same in every encoding
        if (const auto encoded = encode(utf8, encoding_)) names_.emplace(encoded->bytes().substr(0, field));
    }
    [[nodiscard]] bool contains(std::string_view name) const { return names_.contains(std::string(name.substr(0, field))); }

private:
    Encoding encoding_;
    std::unordered_set<std::string> names_;
};

const KnownNames& standard_names(std::size_t candidate) {
    static const auto all = [] {
        std::array sets = {KnownNames(candidates[0]), KnownNames(candidates[1]), KnownNames(candidates[2])};
        for (KnownNames& set : sets) {
            for (const StandardName& name : standard_bones()) set.add(name.japanese);
            for (const StandardName& name : standard_morphs()) set.add(name.japanese);
        }
        return sets;
    }();
    return all[candidate];
}

bool is_kana(char32_t c) {
    return (c >= 0x3041 && c <= 0x3096) || (c >= 0x30A1 && c <= 0x30FC);
}

bool is_half_width_kana(char32_t c) {
    return c >= 0xFF61 && c <= 0xFF9F;
}

/// How much a character speaks for the encoding. `lead` is its first byte.
int weigh(char32_t c, unsigned char lead, Encoding encoding) {
    if (c < 0x80 || is_half_width_kana(c)) return 0;
    if ((c >= 0xE000 && c <= 0xF8FF) || c < 0xA0) return absurd;
    if (is_kana(c)) return kana;
    if (encoding == Encoding::utf8) return common;
    if (encoding == Encoding::cp932) return lead < 0x98 ? common : unlikely; // from 98 on: kanji of the second level
    if (lead >= 0xD8 && lead <= 0xF7) return 0;                              // the second level of GB 2312
    return (lead >= 0xA1 && lead <= 0xA9) || (lead >= 0xB0 && lead <= 0xD7) ? common : unlikely;
}

/// Whether the text is the beginning of a character whose end is missing.
bool is_cut_character(std::string_view rest, Encoding encoding) {
    const auto lead = static_cast<unsigned char>(rest[0]);
    if (encoding != Encoding::utf8) return rest.size() == 1 && text::is_lead(lead, encoding);
    const std::size_t needed = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1;
    return lead <= 0xF4 && rest.size() < needed &&
           std::ranges::all_of(rest.substr(1), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; });
}

/// What a name looks like in one encoding.
struct Reading {
    int points = 0;
    bool valid = true;           ///< but for a character that the end of the field cuts
    bool only_half_width = true; ///< nothing but ASCII and half-width kana
    bool wide = false;           ///< has a character from U+2000 on, kana and kanji among them
};

Reading read(std::string_view name, Encoding encoding) {
    Reading reading;
    for (std::size_t at = 0; at < name.size();) {
        const std::string_view rest = name.substr(at);
        const text::Character c = encoding == Encoding::utf8 ? text::read_utf8(rest) : text::read_code_page(rest, encoding);
        if (c.length == 0) {
            const bool is_cut = name.size() >= field && is_cut_character(rest, encoding);
            reading.valid = is_cut;
            reading.only_half_width = false;
            if (!is_cut) reading.points += not_valid * static_cast<int>(rest.size());
            return reading;
        }
        reading.points += weigh(c.code, static_cast<unsigned char>(rest[0]), encoding);
        if (c.code >= 0x80 && !is_half_width_kana(c.code)) reading.only_half_width = false;
        if (c.code >= 0x2000) reading.wide = true;
        at += c.length;
    }
    return reading;
}

/// All names in one encoding.
struct Score {
    int points = 0;
    std::size_t valid = 0, wide = 0, known = 0; ///< numbers of names
};

using Scores = std::array<Score, candidates.size()>;

void count(Scores& scores, std::string_view name, const std::array<KnownNames, candidates.size()>& expected) {
    const bool may_be_half_width = read(name, Encoding::cp932).only_half_width;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const Reading reading = read(name, candidates[i]);
        // Half-width kana can be read as Chinese characters or as accented letters, so doing so counts for nothing.
        scores[i].points += may_be_half_width ? std::min(reading.points, 0) : reading.points;
        scores[i].valid += reading.valid ? 1 : 0;
        scores[i].wide += reading.wide ? 1 : 0;
        if (standard_names(i).contains(name) || expected[i].contains(name)) {
            scores[i].points += known_byte * static_cast<int>(std::min(name.size(), field));
            ++scores[i].known;
        }
    }
}

DetectedEncoding decide(const Scores& scores, std::size_t names) {
    const auto best_of_others = [&](const Score& one, auto member) {
        auto best = INT_MIN;
        for (const Score& other : scores) best = &other == &one ? best : std::max(best, static_cast<int>(other.*member));
        return best;
    };
    const auto known_elsewhere = [&](const Score& one) { return static_cast<std::size_t>(best_of_others(one, &Score::known)); };
    const std::string of_all = " of " + std::to_string(names) + (names == 1 ? " name" : " names") + " beyond ASCII ";

    const Score& utf8 = scores[1];
    if (utf8.valid == names && utf8.wide > 0 && utf8.known >= known_elsewhere(utf8))
        return {Encoding::utf8, Certainty::certain, std::to_string(names) + of_all + (names == 1 ? "is" : "are") + " valid UTF-8"};

    const Score& best = *std::ranges::max_element(scores, {}, &Score::points);
    const Encoding encoding = candidates[static_cast<std::size_t>(&best - scores.data())];
    const std::string name(name_of(encoding));
    if (best.known > 0) {
        const bool certain = best.known >= 2 && best.known >= 4 * known_elsewhere(best);
        const std::string verb = best.known == 1 ? "is a known name in " : "are known names in ";
        return {encoding, certain ? Certainty::certain : Certainty::likely, std::to_string(best.known) + of_all + verb + name};
    }
    const int lead = best.points - best_of_others(best, &Score::points);
    if (lead >= 3) return {encoding, Certainty::likely, "no name is a known one, but as " + name + " they make the most sense"};
    if (lead > 0) return {encoding, Certainty::guess, "as " + name + " the names make a little more sense than otherwise"};
    return {encoding, Certainty::guess, "nothing tells the encodings apart, and CP932 is what MikuMikuDance writes"};
}

} // namespace

std::string_view name_of(Certainty certainty) {
    switch (certainty) {
    case Certainty::certain: return "certain";
    case Certainty::likely: return "likely";
    default: return "guess";
    }
}

DetectedEncoding detect_encoding(std::span<const std::string_view> names, std::span<const std::string> known) {
    std::array expected = {KnownNames(candidates[0]), KnownNames(candidates[1]), KnownNames(candidates[2])};
    for (KnownNames& set : expected) {
        for (const std::string& name : known) set.add(name);
    }
    Scores scores;
    std::size_t counted = 0;
    for (const std::string_view name : names) {
        if (is_ascii(name)) continue;
        count(scores, name, expected);
        ++counted;
    }
    if (counted == 0) return {Encoding::cp932, Certainty::likely, "all names are plain ASCII, which is the same in every encoding"};
    return decide(scores, counted);
}

} // namespace kagami

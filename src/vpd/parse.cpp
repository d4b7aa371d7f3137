// MikuMikuDance reads a pose line by line. This reads more: comments and blank lines anywhere between tokens, any number
// behind "Bone", any spelling of a float. Names are taken by line, never by brace: in CP932 the second byte of a
// character can be 0x7B or 0x7D. No second byte is a line end, a slash, a comma or a semicolon.
#include "vpd/parse.hpp"

#include "kagami/names.hpp"
#include "layout/steps.hpp"

#include <algorithm>

namespace kagami::vpd {

namespace {

using layout::Inside;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF", signature = "Vocaloid Pose Data file";

bool is_blank(char c) {
    return c == ' ' || c == '\t';
}
bool is_line_end(char c) {
    return c == '\r' || c == '\n';
}

class Parser {
public:
    Parser(std::string_view text, Encoding encoding) : text_(text), encoding_(encoding) {}

    std::optional<Error> error;

    void header(Header& h) {
        const Inside inside(steps_, "header");
        if (text_.starts_with(byte_order_mark)) h.before = take(byte_order_mark.size());
        h.signature = take(signature.size());
        h.before_model = rest_of_line_and_gap();
        h.model_file = up_to_semicolon("model_file");
        h.before_count = rest_of_line_and_gap();
        h.count = up_to_semicolon("count");
        h.after_count = rest_of_line();
    }
    /// Reads blocks for as long as there are any.
    void blocks(std::vector<Block>& all) {
        const Inside inside(steps_, "blocks");
        while (!error) {
            const Inside one(steps_, all.size());
            Block block;
            if (!opening(block)) return;
            block_body(block);
            if (error) return;
            all.push_back(std::move(block));
            done_ = at_;
        }
    }
    /// What is behind the last whole block.
    [[nodiscard]] std::string_view rest() const { return text_.substr(done_); }
    void header_done() { done_ = at_; }

private:
    // ---- characters

    [[nodiscard]] bool ended() const { return at_ == text_.size(); }
    [[nodiscard]] std::string_view ahead() const { return text_.substr(at_); }
    Text take(std::size_t n) {
        const std::string_view taken = ahead().substr(0, n);
        at_ += taken.size();
        return Text(taken);
    }
    [[nodiscard]] std::size_t end_of_line(std::size_t from) const {
        while (from < text_.size() && !is_line_end(text_[from])) ++from;
        return from;
    }
    [[nodiscard]] std::size_t end_of_gap(std::size_t from) const {
        while (from < text_.size()) {
            if (is_blank(text_[from]) || is_line_end(text_[from])) {
                ++from;
            } else if (text_.substr(from).starts_with("//")) {
                from = end_of_line(from);
            } else {
                break;
            }
        }
        return from;
    }
    Text up_to(std::size_t end) { return take(end - at_); }

    // ---- tokens

    /// With its line end.
    Text rest_of_line() {
        std::size_t end = end_of_line(at_);
        if (text_.substr(end).starts_with("\r\n")) ++end;
        return up_to(std::min(end + 1, text_.size()));
    }
    Text rest_of_line_and_gap() { return up_to(end_of_gap(end_of_line(at_))); }

    Text up_to_semicolon(const char* name) {
        if (error) return {};
        const std::size_t end = text_.find(';', at_);
        if (end >= end_of_line(at_)) {
            fail(name, "a text that ends in a semicolon");
            return {};
        }
        return up_to(end);
    }

    /// `Bone12{`; false if no block follows.
    bool opening(Block& block) {
        std::size_t at = end_of_gap(at_);
        if (at == text_.size()) return false;
        const std::string_view word = text_.substr(at);
        if (word.starts_with("Bone")) {
            at += 4;
        } else if (word.starts_with("Morph")) {
            block.kind = BlockKind::morph;
            at += 5;
        } else if (block_follows(at, text_.size())) {
            at_ = at;
            fail("opening", "Bone or Morph");
            return false;
        } else {
            return false;
        }
        while (at < text_.size() && text_[at] >= '0' && text_[at] <= '9') ++at;
        while (at < text_.size() && is_blank(text_[at])) ++at;
        if (at == text_.size() || text_[at] != '{') {
            at_ = at;
            fail("opening", "an opening brace");
            return false;
        }
        block.opening = up_to(at + 1);
        std::size_t end = end_of_line(at_);
        // MikuMikuDance takes the whole line; other programs put a comment behind the name.
        const std::string_view line = text_.substr(at_, end - at_);
        for (std::size_t i = line.find("//"); i != std::string_view::npos && i != 0; i = line.find("//", i + 1)) {
            if (!is_blank(line[i - 1])) continue;
            while (i > 0 && is_blank(line[i - 1])) --i;
            end = at_ + i;
            break;
        }
        block.name = up_to(end);
        return true;
    }

    /// Whether a line from here on begins a block. If none does, what is here is only text behind the last.
    [[nodiscard]] bool block_follows(std::size_t at, std::size_t up_to) const {
        for (; at < up_to; at = end_of_line(at) + 1) {
            const std::string_view line = text_.substr(at, end_of_line(at) - at);
            const std::size_t word = std::min(line.find_first_not_of(" \t"), line.size());
            for (const std::string_view kind : {"Bone", "Morph"}) {
                if (!line.substr(word).starts_with(kind)) continue;
                const std::size_t after = line.find_first_not_of("0123456789 \t", word + kind.size());
                if (after != std::string_view::npos && line[after] == '{') return true;
            }
        }
        return false;
    }

    void block_body(Block& block) {
        if (block.kind == BlockKind::bone) {
            numbers("position", block.position_gaps, block.position, '\n');
            numbers("rotation", block.rotation_gaps, block.rotation, ';');
        } else {
            numbers("weight", block.weight_gaps, block.weight, '\n');
        }
        if (error) return;
        const std::size_t begin = at_;
        if (pass(';')) {
            at_ = end_of_gap(at_);
            if (!ended() && text_[at_] == '}') {
                ++at_;
                // The next block may begin on this very line.
                if (!block_follows(at_, end_of_line(at_))) rest_of_line();
                block.closing.assign(text_.substr(begin, at_ - begin));
                return;
            }
            return fail("closing", "a closing brace");
        }
        fail("closing", "a semicolon");
    }
    /// Numbers with commas between them, and `first` before the first of them.
    template <std::size_t N> void numbers(const char* name, std::array<Text, N>& gaps, std::array<Spelling, N>& spellings, char first) {
        if (error) return;
        const Inside inside(steps_, name);
        for (std::size_t k = 0; k < N && !error; ++k) {
            const Inside one(steps_, k);
            const std::size_t begin = at_;
            const char separator = k == 0 ? first : ',';
            if (separator != '\n' && !pass(separator)) return fail("", separator == ',' ? "a comma" : "a semicolon");
            at_ = end_of_gap(at_);
            gaps[k].assign(text_.substr(begin, at_ - begin));
            std::size_t end = at_;
            while (end < text_.size() && !is_blank(text_[end]) && !is_line_end(text_[end]) && text_[end] != ',' && text_[end] != ';') ++end;
            const std::string_view spelling = text_.substr(at_, end - at_);
            if (!value_of(spelling)) return fail("", "a number");
            spellings[k].assign(spelling);
            at_ = end;
        }
    }
    /// Goes over blanks and then over `c`; false if something else stands there.
    bool pass(char c) {
        while (!ended() && is_blank(text_[at_])) ++at_;
        if (ended() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    /// At most `most` bytes, and no character cut.
    [[nodiscard]] std::string_view beginning(std::string_view line, std::size_t most) const {
        if (line.size() <= most) return line;
        std::string_view front = line.substr(0, most);
        while (!front.empty() && !decode(front, encoding_)) front.remove_suffix(1);
        return front.empty() ? line.substr(0, most) : front;
    }

    void fail(const char* name, std::string what) {
        if (error) return;
        constexpr std::size_t shown = 20;
        std::string found = ended() ? "the end of the file" : "the end of the line";
        if (const std::size_t end = end_of_line(at_); end > at_)
            found = '"' + decode_for_display(beginning(text_.substr(at_, end - at_), shown), encoding_) + '"';
        error = Error{Code::expected, at_, 1, steps_.path(name), {}, {std::move(what), std::move(found)}};
    }

    std::string_view text_;
    Encoding encoding_;
    std::size_t at_ = 0, done_ = 0;
    layout::Steps steps_;
};

Encoding encoding_of(std::string_view text) {
    if (text.starts_with(byte_order_mark)) return Encoding::utf8;
    // All words that are not ASCII, as of names: Japanese comments tell as much as they do.
    std::vector<std::string_view> words;
    std::size_t begin = text.size();
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const char c = i < text.size() ? text[i] : '\n';
        const bool ends = is_line_end(c) || c == ' ' || c == '\t' || c == ';' || c == ',';
        if (ends && begin < i) words.push_back(text.substr(begin, i - begin));
        if (ends) begin = text.size();
        if (!ends && begin == text.size() && static_cast<unsigned char>(c) >= 0x80) begin = i;
    }
    if (words.empty()) return Encoding::cp932;
    const auto detected = detect_encoding(words);
    return detected.encoding == Encoding::gbk && detected.certainty != Certainty::certain ? Encoding::cp932 : detected.encoding;
}

} // namespace

Result<Pose> parse(std::string_view text, ReadOptions options) {
    Pose pose;
    pose.encoding = encoding_of(text);
    Parser parser(text, pose.encoding);
    const auto damaged = [&](const char* part) {
        pose.damage.emplace(
            Damage{part, part != std::string_view("header"), 0, Bytes(std::as_bytes(std::span(parser.rest()))), *parser.error});
    };
    parser.header(pose.header);
    if (parser.error) {
        pose.header = {};
        damaged("header");
    } else {
        parser.header_done();
        parser.blocks(pose.blocks);
        if (parser.error) damaged("blocks");
    }
    if (pose.damage && !options.keep) return std::unexpected(std::move(*parser.error));
    if (!pose.damage) pose.trailing.assign(parser.rest());
    return pose;
}

} // namespace kagami::vpd

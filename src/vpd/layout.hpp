// THE place where the tokens of VPD are written down: one `describe` per record, in the order of the file. Reading takes
// a parser (parse.cpp), since the tokens' ends are not in the description; everything else runs it.
// layout/archive.hpp explains the words. Source of the facts: the behaviour of MikuMikuDance 9.32.
#pragma once

#include "kagami/vpd.hpp"
#include "layout/enum_names.hpp"
#include "layout/identity.hpp"
#include "layout/signatures.hpp"

namespace kagami::layout {

KAGAMI_ENUM(vpd::BlockKind, "the kinds 0 (bone) and 1 (morph)", {{E::bone, "bone"}, {E::morph, "morph"}});

} // namespace kagami::layout

namespace kagami::vpd {

using layout::Like;
using layout::on;

class Globals {
public:
    static constexpr bool textual = true; ///< tags are not in the file, other values say them

    void learn(Encoding encoding) { encoding_ = encoding; }
    [[nodiscard]] Encoding encoding() const { return encoding_; }

private:
    Encoding encoding_ = Encoding::cp932;
};

template <class Ar, Like<Header> H> constexpr void describe(Ar& ar, H& h) {
    ar.text({"before", "a byte order mark, or nothing"}, h.before);
    ar.text({"signature", "Vocaloid Pose Data file"}, h.signature);
    ar.text({"before_model", "line ends, comments"}, h.before_model);
    ar.text({"model_file", "up to the semicolon"}, h.model_file);
    ar.text({"before_count", "the semicolon, the comment, the line end"}, h.before_count);
    ar.text({"count", "how many bones follow; not held against the blocks"}, h.count);
    ar.text({"after_count", "the semicolon and the rest of the line"}, h.after_count);
}

template <class Ar, Like<Block> B> constexpr void describe(Ar& ar, B& b) {
    ar.tag({"kind", "said by the opening"}, b.kind);
    ar.text({"opening", "up to the brace: Bone0{ or, by MikuMikuMoving, Morph0{"}, b.opening);
    ar.text({"name", "up to the end of the line"}, b.name);
    const auto numbers = [&](layout::Field gap_field, layout::Field field, auto& gaps, auto& spellings) {
        ar.interleaved(
            gap_field, field, gaps.size(), [&](std::size_t k) -> auto& { return gaps[k]; },
            [&](std::size_t k) -> auto& { return spellings[k]; });
    };
    ar.branch(b.kind, on<BlockKind::bone>([&] {
                  numbers({"position_gaps", "what stands before each number"}, {"position", "MMD units"}, b.position_gaps, b.position);
                  numbers({"rotation_gaps", "what stands before each number"}, {"rotation", "quaternion x, y, z, w"}, b.rotation_gaps,
                          b.rotation);
              }),
              on<BlockKind::morph>([&] { numbers({"weight_gaps", "what stands before it"}, {"weight"}, b.weight_gaps, b.weight); }));
    ar.text({"closing", "from the last semicolon to the end of the brace's line"}, b.closing);
}

template <class Ar, Like<Pose> P> void describe(Ar& ar, P& p) {
    ar.encoding({"encoding"}, p.encoding);
    ar.use(p.encoding);
    ar.part({"header"}, p.header);
    ar.part({"blocks"}, p.blocks);
    ar.part({"trailing", "what stands after the last block"}, p.trailing);
}

} // namespace kagami::vpd

namespace kagami::layout {

template <> inline constexpr Identity identity<vpd::Block>{{"kind", "name"}, Identity::As::name};

template <> struct FormatOf<vpd::Pose> {
    using Globals = vpd::Globals;
    static constexpr Format format = Format::vpd;
    static constexpr const char* title = "VPD";
    static constexpr const char* notes = "A text file in CP932, or in UTF-8; here are its tokens in their order, all of which are kept.\n"
                                         "`//` begins a comment. Numbers are decimal, as they are spelt. `kind` is not in the file.\n";

    static Globals globals(const vpd::Pose& pose) {
        Globals globals;
        globals.learn(pose.encoding);
        return globals;
    }
    static Globals widest(const vpd::Pose& pose, const vpd::Pose&) { return globals(pose); }
};

} // namespace kagami::layout

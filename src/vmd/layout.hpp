// THE place where VMD is written down: one `describe` per record, in the order of the file.
// layout/archive.hpp explains the words. Source of the facts: the behaviour of MikuMikuDance 9.32 and of files it wrote.
#pragma once

#include "kagami/vmd.hpp"
#include "layout/enum_names.hpp"
#include "layout/identity.hpp"
#include "layout/signatures.hpp"

namespace kagami::vmd {

using layout::count_u32;
using layout::Like;

/// What a VMD header says about the records after it.
class Globals {
public:
    void learn(const Header& header) { version_1_ = header.version_1(); }
    void learn(Encoding encoding) { encoding_ = encoding; }
    [[nodiscard]] constexpr bool version_1() const { return version_1_; }
    [[nodiscard]] constexpr Encoding encoding() const { return encoding_; }

private:
    bool version_1_ = false;
    Encoding encoding_ = Encoding::cp932;
};

template <class Ar, Like<Header> H> void describe(Ar& ar, H& h) {
    ar.magic({"signature", "Vocaloid Motion Data 0002, or … file for version 1"}, h.signature, layout::is_vmd_signature,
             "\"Vocaloid Motion Data 0002\", or \"Vocaloid Motion Data file\" for version 1");
    ar.either(
        h.version_1(), "version 1", [&] { ar.value({"short_model_name"}, h.short_model_name); },
        [&] { ar.value({"model_name", "カメラ・照明 in a camera motion"}, h.model_name); });
}

template <class Ar, Like<BoneKey> K> constexpr void describe(Ar& ar, K& k) {
    ar.value({"name", "cut after 15 bytes"}, k.name);
    ar.value({"frame", "1/30 s"}, k.frame);
    ar.value({"position", "from the rest position, MMD units"}, k.position);
    ar.value({"rotation", "quaternion x, y, z, w"}, k.rotation);
    ar.value({"curves", "four rows of 16: see kagami/vmd.hpp"}, k.curves);
}

template <class Ar, Like<MorphKey> K> constexpr void describe(Ar& ar, K& k) {
    ar.value({"name", "cut after 15 bytes"}, k.name);
    ar.value({"frame", "1/30 s"}, k.frame);
    ar.value({"weight"}, k.weight);
}

template <class Ar, Like<CameraKey> K> constexpr void describe(Ar& ar, K& k) {
    ar.value({"frame", "1/30 s"}, k.frame);
    ar.value({"distance", "negative: in front of the target"}, k.distance);
    ar.value({"target", "MMD units"}, k.target);
    ar.value({"rotation", "radians; the sign of x is opposite to what MikuMikuDance shows"}, k.rotation);
    ar.variant(
        ar.globals().version_1(), "version 1", [&] { ar.value({"short_curve", "for all channels"}, k.short_curve); },
        [&] {
            ar.value({"curves", "x1, x2, y1, y2 each for x, y, z, rotation, distance, field of view"}, k.curves);
            ar.value({"field_of_view", "degrees"}, k.field_of_view);
            ar.value({"parallel", "0 = perspective"}, k.parallel);
        });
}

/// What the other version stores is as in a new key: rows of a column hold whatever the memory held.
constexpr void prepare(CameraKey& k) {
    k = {};
}

template <class Ar, Like<LightKey> K> constexpr void describe(Ar& ar, K& k) {
    ar.value({"frame", "1/30 s"}, k.frame);
    ar.value({"color", "red, green, blue, 0 to 1"}, k.color);
    ar.value({"direction"}, k.direction);
}

template <class Ar, Like<ShadowKey> K> constexpr void describe(Ar& ar, K& k) {
    ar.value({"frame", "1/30 s"}, k.frame);
    ar.value({"mode"}, k.mode);
    ar.value({"distance", "(10000 - what MikuMikuDance shows) / 100000"}, k.distance);
}

template <class Ar, Like<IkState> I> constexpr void describe(Ar& ar, I& ik) {
    ar.value({"name", "of the IK bone"}, ik.name);
    ar.value({"enabled"}, ik.enabled);
}

template <class Ar, Like<PropertyKey> K> constexpr void describe(Ar& ar, K& k) {
    ar.value({"frame", "1/30 s"}, k.frame);
    ar.value({"visible"}, k.visible);
    ar.list({"iks", "", count_u32}, k.iks);
}

template <class Ar, Like<Motion> M> void describe(Ar& ar, M& m) {
    ar.encoding({"encoding"}, m.encoding);
    ar.use(m.encoding);
    ar.part({"header"}, m.header);
    ar.use(m.header);
    ar.optional_part({"bone_keys", "absent if the file ends before it, as all that follow", count_u32}, m.bone_keys);
    ar.optional_part({"morph_keys", "", count_u32}, m.morph_keys);
    ar.optional_part({"camera_keys", "", count_u32}, m.camera_keys);
    ar.optional_part({"light_keys", "", count_u32}, m.light_keys);
    ar.when(!m.header.version_1(), "not version 1", [&] {
        ar.optional_part({"shadow_keys", "", count_u32}, m.shadow_keys);
        ar.optional_part({"property_keys", "", count_u32}, m.property_keys);
    });
    ar.rest({"trailing", "bytes after the last section"}, m.trailing);
}

} // namespace kagami::vmd

namespace kagami::layout {

KAGAMI_ENUM(vmd::ShadowMode, "the modes 0 to 2", {{E::off, "off"}, {E::mode1, "mode1"}, {E::mode2, "mode2"}});

template <> inline constexpr Identity identity<vmd::BoneKey>{{"name", "frame"}, Identity::As::key};
template <> inline constexpr Identity identity<vmd::MorphKey>{{"name", "frame"}, Identity::As::key};
template <> inline constexpr Identity identity<vmd::CameraKey>{{"frame"}, Identity::As::key};
template <> inline constexpr Identity identity<vmd::LightKey>{{"frame"}, Identity::As::key};
template <> inline constexpr Identity identity<vmd::ShadowKey>{{"frame"}, Identity::As::key};
template <> inline constexpr Identity identity<vmd::PropertyKey>{{"frame"}, Identity::As::key};

template <> struct FormatOf<vmd::Motion> {
    using Globals = vmd::Globals;
    static constexpr Format format = Format::vmd;
    static constexpr const char* title = "VMD";
    static constexpr const char* notes = "Numbers are little-endian; float is IEEE 754 single precision.\n"
                                         "Texts are CP932: a text in N bytes ends at the first NUL, and the bytes behind that are kept.\n"
                                         "A list is a count and that many elements. The keys of a list are in no promised order.\n";

    static std::optional<Error> refuse(std::span<const std::byte> bytes) { return refuse_other_formats(bytes, Format::vmd); }
    static Globals globals(const vmd::Motion& motion) {
        Globals globals;
        globals.learn(motion.header);
        globals.learn(motion.encoding);
        return globals;
    }
    static Globals widest(const vmd::Motion& motion, const vmd::Motion&) { return globals(motion); }
    static std::optional<Error> forbidden(const vmd::Motion& before, const vmd::Motion& after) {
        if (before.header.version_1() == after.header.version_1()) return std::nullopt;
        return Error{Code::other_version, 0, 0, "/header/signature", {}, {}};
    }
};

} // namespace kagami::layout

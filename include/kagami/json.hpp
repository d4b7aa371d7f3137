// Documents as JSON, their values by path, and the differences between two of them. Part of the library kagami::json.
//
// docs/json.md describes the form. A path is a JSON Pointer (RFC 6901) into it, `/bones/12/position`. Where a person
// types one, the name of an element may stand for its number, and `*` for all: `/bones/左ひざ/position/0`.
//
// `D` is pmx::Model, pmd::Model, vmd::Motion, vpd::Pose, or Document, which is any of them.
#pragma once

#include "kagami/document.hpp"
#include "kagami/export.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kagami {

struct JsonOptions {
    /// Without it, long lists of vertices, indices and offsets are left out, and their size stands in their place.
    /// Such JSON is for reading; `from_json` refuses it.
    bool geometry = true;
};

/// Takes the next piece of output; called often.
using Sink = std::function<void(std::string_view)>;

/// The document as JSON, in pieces of some kilobytes.
template <class D> KAGAMI_API void to_json(const D& document, const Sink& sink, JsonOptions options = {});
template <class D> [[nodiscard]] KAGAMI_API std::string to_json(const D& document, JsonOptions options = {});

/// The inverse: `from_json<D>(to_json(d)) == d`, and both write the same bytes. Errors: json_syntax (offset in `json`),
/// json_type, json_missing, json_unknown, json_omitted, value_range, name_too_long, text_not_utf8, text_not_encodable; the
/// path says where.
template <class D> [[nodiscard]] KAGAMI_API Result<D> from_json(std::string_view json);

/// A JSON Schema (draft 2020-12) of the form, generated from the descriptions.
[[nodiscard]] KAGAMI_API std::string json_schema(Format format);

/// Tables of all records of the format in Markdown, generated from the descriptions.
[[nodiscard]] KAGAMI_API std::string format_tables(Format format);

/// A value found by `get`.
struct Value {
    std::string path; ///< with numbers in place of names and `*`
    std::string json;
    friend bool operator==(const Value&, const Value&) = default;
};

/// The values at a path; several if it contains `*`. Errors: path_not_found, path_ambiguous.
template <class D> [[nodiscard]] KAGAMI_API Result<std::vector<Value>> get(const D& document, std::string_view path);

/// Sets every value at a path. `value` is JSON; where the value is a text, an enumeration or an index, a bare word will
/// do, and for an index the name of the bone, material … it is to refer to. Records take an object with some of their
/// fields, lists an array of whole elements. On error the document is unchanged. Errors: path_not_found, path_ambiguous,
/// json_type, json_unknown, value_range, name_too_long, text_not_utf8, text_not_encodable, would_drop (a list would be lost
/// with a changed type), would_garble.
template <class D> [[nodiscard]] KAGAMI_API Result<void> set(D& document, std::string_view path, std::string_view value);

/// Something that two documents have differently.
struct Difference {
    /// Where, for `get` on the first document; what only the second has lies there in the second. Elements that have a name of
    /// their own stand under it, and `*` stands for many.
    std::string path;
    /// The values as JSON; empty where there is none, for whole records, and where many values are summed up.
    std::string before, after;
    std::string what; ///< in words: "moved by (0, 1, 0)", "added", "1,203 vertices moved, at most 0.31 (4 to 1500)"
    friend bool operator==(const Difference&, const Difference&) = default;
};

/// What differs, in file order; nothing exactly if the same bytes would be written for both. Elements of lists are held
/// against what they are, not against what has the same number: bones, materials … against those of the same name, keys
/// of motions against those of the same name and frame, vertices and faces by what stands around them. So an inserted
/// element is one difference, and a reference differs only if it refers to something else. Two Documents of different
/// formats differ at `/format`, and no further.
template <class D> [[nodiscard]] KAGAMI_API std::vector<Difference> diff(const D& a, const D& b);

/// A JSON Patch (RFC 6902) that makes the JSON of `b` out of that of `a`, with elements paired as by `diff`.
template <class D> [[nodiscard]] KAGAMI_API std::string json_patch(const D& a, const D& b);

/// The document with a JSON Patch applied to its JSON: `apply_patch(a, json_patch(a, b))` writes the bytes of `b`. Errors:
/// json_syntax (offset in `patch`), patch_does_not_fit, and those of `from_json`.
template <class D> [[nodiscard]] KAGAMI_API Result<D> apply_patch(const D& document, std::string_view patch);

} // namespace kagami

// Edits: named operations that change what they are asked to change and nothing else.
//
//     kagami::edit::Trim trim{.from = 30, .to = 120};
//     auto report = kagami::edit::apply(motion, trim);
//
// Each operation is a plain value, its parameters, declared in the headers below by what it is about. docs/edits.md
// lists them all; kagami/edit_table.hpp runs them by name, from JSON.
//
// Things are chosen by their names in UTF-8, in which `*` stands for anything and `?` for one character, or by number
// from 0 on: `#12`, `#3-7`. A model's English names are looked at if no other name fits. What hits nothing is an error that tells
// the nearest name; `*` alone may hit nothing.
#pragma once

#include "kagami/document.hpp"
#include "kagami/edit/clean.hpp"
#include "kagami/edit/combine.hpp"
#include "kagami/edit/convert.hpp"
#include "kagami/edit/look.hpp"
#include "kagami/edit/motion.hpp"
#include "kagami/edit/names.hpp"
#include "kagami/edit/report.hpp"
#include "kagami/edit/shape.hpp"
#include "kagami/edit/structure.hpp"
#include "kagami/edit/textures.hpp"
#include "kagami/export.hpp"

#include <concepts>
#include <utility>

namespace kagami::edit {

/// Whether an operation is for documents of a kind.
template <class D, class Op>
concept EditFor = requires(D& document, const Op& op) {
    { apply_in_place(document, op) } -> std::same_as<Result<Report>>;
};

/// A copy. Error out_of_memory.
template <class D> [[nodiscard]] KAGAMI_API Result<D> copy_of(const D& document);

/// Does an operation; on error the document is unchanged. For documents of a gigabyte there is `apply_in_place`, which
/// makes no copy: after an error the document is good for nothing but to be thrown away.
template <class D, class Op>
    requires EditFor<D, Op>
[[nodiscard]] Result<Report> apply(D& document, const Op& op) {
    auto changed = copy_of(document);
    if (!changed) return std::unexpected(changed.error());
    auto report = apply_in_place(*changed, op);
    if (report) document = std::move(*changed);
    return report;
}

} // namespace kagami::edit

// What the tests of edits share: doing one, and seeing it refused.
#pragma once

#include "kagami/edit.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace kagami::test {

template <class D> Bytes bytes_of(const D& document) {
    auto bytes = write(document);
    EXPECT_TRUE(bytes) << message(bytes);
    return bytes ? std::move(*bytes) : Bytes{};
}

template <class D, class Op> D after(D document, const Op& op) {
    const auto report = edit::apply(document, op);
    EXPECT_TRUE(report) << message(report);
    return document;
}
/// The error, after which the document is as it was.
template <class D, class Op> Error refusal(const D& document, const Op& op) {
    D copy = document;
    const auto report = edit::apply(copy, op);
    EXPECT_FALSE(report);
    EXPECT_TRUE(copy == document);
    return report ? Error{} : report.error();
}

} // namespace kagami::test

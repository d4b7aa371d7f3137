// What the table of operations says of each: its name, and what it does, in a few words.
#pragma once

#include <string_view>
#include <tuple>

namespace kagami::edit {

template <class Op> struct About;

} // namespace kagami::edit

// What each format's JSON file provides for the functions that find the format at run time.
#pragma once

#include "kagami/result.hpp"
#include "json/json_type.hpp"

#include <string>

namespace kagami {

/// A document from parsed JSON.
template <class D> Result<D> from_dom(const Json& json);
template <class D> std::string schema_of();
template <class D> std::string tables_of();

} // namespace kagami

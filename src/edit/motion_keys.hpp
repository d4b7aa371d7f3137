// Which keys are the same.
#pragma once

#include "layout/emitter.hpp"
#include "vmd/layout.hpp"

#include <string>
#include <string_view>

namespace kagami::edit {

/// The name of what a key is for; keys of the camera, the light … have none.
template <class Key> std::string_view name_in(const Key& key) {
    if constexpr (requires { key.name; }) {
        return key.name.bytes();
    } else {
        return {};
    }
}

/// Name and frame: keys of one section that have the same stand for the same moment of the same thing.
template <class Key> std::string spot_of(const Key& key) {
    std::string spot(name_in(key));
    spot.append(reinterpret_cast<const char*>(&key.frame), sizeof key.frame);
    return spot;
}

/// The bytes that a key is in the file.
template <class Key> std::string written(const Key& key, const vmd::Globals& globals) {
    const Bytes bytes = layout::bytes_of(key, globals);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace kagami::edit

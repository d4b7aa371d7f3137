// The JSON library's type as this project uses it. Its floats are float32, so that the shortest decimal of a float is
// parsed to that float exactly, without a detour through double; its objects keep their order.
#pragma once

#include <nlohmann/json.hpp>

namespace kagami {

using Json = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, std::int64_t, std::uint64_t, float>;

} // namespace kagami

// The kinds of parameters that operations have.
#pragma once

#include "kagami/edit/shape.hpp"
#include "kagami/types.hpp"

#include <array>
#include <concepts>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kagami::edit {

template <class T>
concept NameList = std::same_as<T, std::vector<std::string>>;

template <class T>
concept FileList = std::same_as<T, std::vector<std::filesystem::path>>;

template <class T> inline constexpr bool is_optional = false;
template <class T> inline constexpr bool is_optional<std::optional<T>> = true;

template <class T> inline constexpr std::size_t numbers_in = 0;
template <class T, std::size_t N> inline constexpr std::size_t numbers_in<std::array<T, N>> = N;
template <> inline constexpr std::size_t numbers_in<Vec3> = 3;
template <> inline constexpr std::size_t numbers_in<Vec4> = 4;
template <> inline constexpr std::size_t numbers_in<Factors> = 3;

/// Several numbers: an array, or a vector of types.hpp.
template <class T>
concept Numbers = numbers_in<T> != 0;

/// Their elements as references.
template <class T, std::size_t N> auto& number_at(std::array<T, N>& numbers, std::size_t i) {
    return numbers[i];
}
inline float& number_at(Vec3& v, std::size_t i) {
    return i == 0 ? v.x : i == 1 ? v.y : v.z;
}
inline float& number_at(Vec4& v, std::size_t i) {
    return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w;
}

inline float& number_at(Factors& factors, std::size_t i) {
    return number_at(factors.along, i);
}

/// Several numbers for which one may stand.
template <class T> inline constexpr bool is_one_for_all = std::same_as<T, Factors>;

} // namespace kagami::edit

#!/usr/bin/env bash
# Installs the library into an empty prefix and builds a tiny program against it, once with find_package and once with
# pkg-config:  install_test.sh BUILD_DIR SOURCE_DIR MODEL CXX
set -euo pipefail
build=$1 source=$2 model=$3 cxx=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix

cmake --install "$build" --prefix "$prefix" >/dev/null
cp -r "$source/tests/install" "$work/project"

cmake -S "$work/project" -B "$work/cmake" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$work/cmake" >/dev/null
"$work/cmake/program" "$model"

PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name kagami.pc)")
export PKG_CONFIG_PATH
flags=$(pkg-config --cflags --libs kagami)
# shellcheck disable=SC2086
"$cxx" -std=c++23 "$work/project/program.cpp" -o "$work/program" $flags
"$work/program" "$model"

"$prefix/bin/kagami" verify "$model"

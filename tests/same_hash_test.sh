#!/usr/bin/env bash
# The same model hashes from GCC at -O0 and Clang at -O3:  same_hash_test.sh SOURCE_DIR MODEL…
set -euo pipefail
source=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
library=("$source"/src/{diag,file,layout,pmx,text}/*.cpp)
first=
for build in "g++ -O0" "clang++-19 -O3"; do
    read -r cxx level <<<"$build"
    objects=()
    for file in "${library[@]}" "$source/tests/model_hash.cpp"; do
        object=$work/$(basename "$file").o
        "$cxx" "$level" -std=c++23 -I"$source/include" -I"$source/src" -c "$file" -o "$object"
        objects+=("$object")
    done
    "$cxx" "${objects[@]}" -o "$work/model_hash"
    "$work/model_hash" "$@" >"$work/hashes"
    [ "$(wc -l <"$work/hashes")" -ge 20 ]
    echo "$build: $(md5sum <"$work/hashes")"
    if [ -z "$first" ]; then
        first=$work/first
        cp "$work/hashes" "$first"
    fi
    diff "$first" "$work/hashes"
done

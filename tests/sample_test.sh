#!/usr/bin/env bash
# Makes the samples anew and compares them with those in the repository:  sample_test.sh MAKE_SAMPLES SAMPLES_DIR
set -euo pipefail
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
"$1" "$made"
[ -n "$(ls "$made")" ]
(cd "$made" && find . -type f -print0) | while IFS= read -r -d '' file; do
    cmp "$made/$file" "$2/$file"
done
echo "$(find "$made" -type f | wc -l) files are the same"

#!/usr/bin/env bash
# Compiles the parsers into a folder: `build.sh FOLDER [PREFIX]` makes FOLDER/PREFIXlsf.so and
# FOLDER/PREFIXlsf_requirement.so. Emacs requires the prefix `libtree-sitter-`. The C compiler is $CC, or cc.
set -euo pipefail
if [ "$#" = 0 ]; then
    echo "usage: $0 FOLDER [PREFIX]" >&2
    exit 2
fi
target="$1" prefix="${2:-}"
sources="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
mkdir -p "$target"
compile() {
    local name="$1" folder="$sources/$2/src"
    "${CC:-cc}" -O2 -std=c11 -fPIC -shared -I "$folder" -o "$target/$prefix$name.so" "$folder"/*.c
}
compile lsf lsf
compile lsf_requirement requirement

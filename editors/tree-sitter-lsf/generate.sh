#!/usr/bin/env bash
# Generates the parsers from grammar.js: `generate.sh [TREE-SITTER]`. Neovim 0.10 and Emacs 29 read version 14 of the
# interface.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
program="${1:-tree-sitter}"
for grammar in lsf requirement; do
    (cd "$grammar" && "$program" generate --abi 14)
    for file in "$grammar"/src/*.json; do
        # A text file ends in a line break.
        [ -z "$(tail -c 1 "$file")" ] || echo >>"$file"
    done
done

#!/usr/bin/env bash
# Writes the extension into a folder, with the grammars of this checkout's last commit: `dev-extension.sh FOLDER`. Install it in
# Zed with the command "zed: install dev extension".
set -euo pipefail
if [ "$#" != 1 ]; then
    echo "usage: $0 FOLDER" >&2
    exit 2
fi
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(git -C "$here" rev-parse --show-toplevel)"
commit="$(git -C "$here" rev-parse HEAD)"
mkdir -p "$1"
cp -r "$here/languages" "$here/src" "$here/Cargo.toml" "$here/Cargo.lock" "$here"/LICENSE-* "$1/"
# The repository of the extension stays, those of the grammars are replaced.
sed -e "/^\[grammars/,/^\[language/ s|^repository = .*|repository = \"file://$root\"|" -e "s|^rev = .*|rev = \"$commit\"|" "$here/extension.toml" >"$1/extension.toml"

#!/usr/bin/env bash
# Tests Kakoune with kakoune-lsp: the same findings as on the command line, hovers, definitions, and findings after an edit.
# shellcheck source-path=SCRIPTDIR source=../common/functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../common/functions.sh"
version=22.0.0

if ! need kak kakoune || ! need python3 python3; then
    skip "kakoune: not installed, or no Python to drive it, and they can only be installed as root with apt"
    exit 0
fi
# The client, compiled once and cached next to the build. Not optimized, because that takes minutes.
client="$cache/kak-lsp-$version"
if [ ! -x "$client/bin/kak-lsp" ]; then
    if ! CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off CARGO_TARGET_DIR="$client/build" timeout 900 cargo install --quiet --locked \
        kak-lsp --version "$version" --root "$client" >"$cache/kak-lsp.log" 2>&1 </dev/null; then
        skip "kakoune: kakoune-lsp cannot be installed with cargo, see $cache/kak-lsp.log"
        exit 0
    fi
    rm -rf "$client/build"
fi

workshop
mkdir -p "$work/.config/kak" "$work/bin"
cp "$binary" "$work/bin/lsflint"
example kak "$repository" >"$work/.config/kak/kakrc"
echo "== $(dpkg-query -W kakoune 2>/dev/null || kak -version), kakoune-lsp $("$client/bin/kak-lsp" --version)"
PATH="$work/bin:$client/bin:$PATH" timeout 120 python3 "$repository/editors/kakoune/drive.py" "$work" "$binary"

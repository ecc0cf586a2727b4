#!/usr/bin/env bash
# Tests Helix 25 of Debian 13 in a folder and a pseudo terminal: findings, a hover and colors are displayed.
# shellcheck source-path=SCRIPTDIR source=../common/functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../common/functions.sh"

if ! need python3 python3; then
    skip "helix: no Python to draw its terminal"
    exit 0
fi
if ! folder="$(root_folder trixie neovim,hx)"; then
    skip "helix: no Debian 13 could be put into a folder (needs root, mmdebstrap and a mirror)"
    exit 0
fi
inside="$(mktemp -d "$folder/lsflint-editor.XXXXXX")"
# Helix requires /proc.
mounted=no
clean_up() {
    [ "$mounted" = no ] || umount "$folder/proc" || true
    rm -rf "$inside"
}
trap clean_up EXIT
if [ ! -e "$folder/proc/self" ]; then
    if ! mount -t proc proc "$folder/proc" 2>/dev/null; then
        skip "helix: it needs /proc, which cannot be mounted here"
        exit 0
    fi
    mounted=yes
fi

mkdir -p "$inside/.config/helix"
cp "$repository/editors/helix/languages.toml" "$inside/.config/helix/"
if need cc gcc libc6-dev; then
    mkdir "$inside/.config/helix/runtime"
    "$repository/editors/tree-sitter-lsf/build.sh" "$inside/.config/helix/runtime/grammars"
    cp -r "$repository/editors/helix/queries" "$inside/.config/helix/runtime/"
else
    skip "helix: the parsers of tree-sitter cannot be compiled, no C compiler"
fi
cp -r "$repository/editors/common/cluster" "$inside/"
cp "$binary" "$inside/lsflint"
echo "== $(chroot "$folder" hx --version)"
# What it says about itself: parser and queries are found.
chroot "$folder" env HOME="/${inside##*/}" PATH="/${inside##*/}:/usr/bin:/bin" hx --health lsf
# The entry for Helix itself has the grammars, too. It reads them when it compiles some; none are fetched, but it looks for git.
mkdir -p "$inside/entry/.config/helix" "$inside/entry/bin"
ln -s /bin/true "$inside/entry/bin/git"
{
    echo 'use-grammars = { only = ["lsf-none"] }'
    cat "$repository/editors/helix/languages.toml" "$repository/integrations/packages/helix/grammars.toml"
} >"$inside/entry/.config/helix/languages.toml"
if ! entry="$(chroot "$folder" env HOME="/${inside##*/}/entry" PATH="/${inside##*/}/entry/bin:/usr/bin:/bin" hx --grammar build 2>&1)"; then
    echo "FAILED  the entry for Helix: $entry"
    exit 1
fi
echo "ok      Helix reads the entry with the grammars: $entry"
timeout 90 python3 "$repository/editors/helix/drive.py" "$folder" "/${inside##*/}" "$binary"

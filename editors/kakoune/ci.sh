#!/usr/bin/env bash
# Tests that Kakoune loads the settings and detects LSF files. Does not run the language client.
# shellcheck source-path=SCRIPTDIR source=../common/functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../common/functions.sh"

if ! need kak kakoune; then
    skip "kakoune: not installed, and it can only be installed as root with apt"
    exit 0
fi
workshop
found="$work/found.txt"
# The options that kakoune-lsp defines.
timeout 20 kak -n -ui dummy -e "
    try %{
        declare-option str lsp_servers
        define-command lsp-enable-window %{ nop }
        source '/usr/share/kak/rc/filetype/../tools/comment.kak'
        source '$repository/editors/kakoune/lsflint.kak'
        edit '$work/cluster/lsf.cluster.west'
        echo -to-file '$found' -- %opt{filetype} %opt{comment_line} %opt{lsp_servers}
        quit! 0
    } catch %{
        echo -to-file '$found' -- %val{error}
        quit! 1
    }" </dev/null >/dev/null 2>&1 || true
if ! grep -q '^lsf # ' "$found" || ! grep -q 'command = "lsflint"' "$found"; then
    echo "FAILED  settings for Kakoune:"
    cat "$found"
    exit 1
fi
echo "ok      settings for Kakoune"

#!/usr/bin/env bash
# Tests the plugin in Neovim of this system (0.7 on Debian 12), and in later versions of Neovim from later versions of Debian.
# Compares colors in Vim and Neovim.
# shellcheck source-path=SCRIPTDIR source=../common/functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../common/functions.sh"
plugin="$repository/editors/nvim"
failures=0

check() {
    local label="$1"
    shift
    echo "== $label"
    if ! timeout 120 "$@" </dev/null; then
        echo "FAILED: $label"
        failures=$((failures + 1))
    fi
}

# Options for all versions: the example of README.md as init file, no swap files. The tests begin after Neovim has started.
tests='autocmd VimEnter * ++once lua vim.schedule(function() dofile("../editors/nvim/tests/run.lua") end)'
options=(--headless -u ../init.lua -i NONE -n --cmd "$tests")

workshop
mkdir "$work/editors"
cp -r "$plugin" "$work/editors/"
example lua "$work" >"$work/init.lua"
export LSFLINT_WORK="$work" LSFLINT_BINARY="$binary" LSFLINT_OUT="$work/colours.txt"
export XDG_STATE_HOME="$work/state" XDG_CACHE_HOME="$work/cache" XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/data"

if need nvim neovim; then
    check "$(nvim --version | head -n 1)" env -C "$work/cluster" nvim "${options[@]}"
    check "colours in Neovim" nvim --headless -u NONE -i NONE -n --cmd "set rtp^=$plugin" -S "$plugin/tests/syntax.vim"
    cat "$LSFLINT_OUT"
else
    skip "neovim: not installed, and it can only be installed as root with apt"
fi

# The command that compiles the parsers of tree-sitter requires no later version; the parsers do.
parsers="$work/parsers"
if need nvim neovim && need cc gcc libc6-dev; then
    check "parsers of tree-sitter" nvim --headless -u NONE -i NONE --cmd "set rtp^=$plugin" \
        -c "lua local problem = require('lsflint.treesitter').install('$repository/editors/tree-sitter-lsf', '$parsers') if problem then print(problem) vim.cmd('cquit') end" -c q
else
    skip "neovim: the parsers of tree-sitter cannot be compiled, no C compiler"
fi

if need vim vim; then
    check "colours in Vim" vim -u NONE -i NONE -n -es -N --cmd "set rtp^=$plugin" -S "$plugin/tests/syntax.vim"
    cat "$LSFLINT_OUT"
else
    skip "vim: not installed, and it can only be installed as root with apt"
fi

# `suite=packages`: trixie has Neovim 0.10 (and Helix, which another suite uses), sid the latest.
for newer in trixie=neovim,hx sid=neovim; do
    if ! folder="$(root_folder "${newer%%=*}" "${newer#*=}")"; then
        skip "neovim of Debian ${newer%%=*}: no such Debian could be put into a folder (needs root, mmdebstrap and a mirror)"
        continue
    fi
    inside="$(mktemp -d "$folder/lsflint-editor.XXXXXX")"
    trap 'rm -rf "$work" "$inside"' EXIT
    cp "$binary" "$inside/lsflint"
    mkdir "$inside/editors"
    cp -r "$plugin" "$inside/editors/"
    cp -r "$repository/editors/common/cluster" "$inside/"
    in_folder="/${inside##*/}"
    example lua "$in_folder" >"$inside/init.lua"
    check "$(chroot "$folder" nvim --version | head -n 1)" chroot "$folder" env LSFLINT_WORK="$in_folder" LSFLINT_BINARY="$in_folder/lsflint" \
        HOME="$in_folder" XDG_STATE_HOME="$in_folder/state" XDG_CACHE_HOME="$in_folder/cache" LC_ALL=C.UTF-8 \
        sh -c "cd '$in_folder/cluster' && nvim ${options[*]@Q}"
    if [ -d "$parsers" ]; then
        mkdir -p "$inside/.local/share/nvim/site"
        cp -r "$parsers" "$inside/.local/share/nvim/site/parser"
        check "tree-sitter in $(chroot "$folder" nvim --version | head -n 1)" chroot "$folder" env HOME="$in_folder" LC_ALL=C.UTF-8 \
            XDG_DATA_HOME="$in_folder/.local/share" LSFLINT_OUT="$in_folder/captures.txt" nvim --headless -u "$in_folder/init.lua" -i NONE -n -S "$in_folder/editors/nvim/tests/treesitter.lua"
        cat "$inside/captures.txt"
    fi
    if chroot "$folder" nvim --headless -u NONE -i NONE +'lua vim.cmd(vim.lsp.config and "quit" or "cquit")' 2>/dev/null </dev/null; then
        cp -r "$repository/integrations/packages/nvim-lspconfig" "$inside/"
        check "the entry of nvim-lspconfig in $(chroot "$folder" nvim --version | head -n 1)" chroot "$folder" env LSFLINT_WORK="$in_folder" \
            HOME="$in_folder" PATH="$in_folder:/usr/bin:/bin" XDG_STATE_HOME="$in_folder/state" XDG_CACHE_HOME="$in_folder/cache" LC_ALL=C.UTF-8 \
            nvim --headless -u NONE -i NONE -n --cmd "set rtp^=$in_folder/nvim-lspconfig" -c 'filetype on' -c "luafile $in_folder/editors/nvim/tests/lspconfig.lua"
    fi
    rm -rf "$inside"
done

exit "$((failures > 0))"

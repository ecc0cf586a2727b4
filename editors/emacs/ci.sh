#!/usr/bin/env bash
# Tests Emacs of this system with Eglot: Emacs 28 with the package on Debian 12; Emacs 29 and later include it.
# shellcheck source-path=SCRIPTDIR source=../common/functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../common/functions.sh"

if ! need emacs emacs-nox elpa-eglot; then
    skip "emacs: not installed, and it can only be installed as root with apt"
    exit 0
fi
if ! emacs --batch --eval '(package-initialize)' --eval "(kill-emacs (if (locate-library \"eglot\") 0 1))" 2>/dev/null; then
    skip "emacs: this one has no Eglot"
    exit 0
fi
workshop
export LSFLINT_WORK="$work" LSFLINT_BINARY="$binary" HOME="$work" LC_ALL=C.UTF-8
echo "== $(emacs --version | head -n 1)"
# Compile the copy, so that compiler warnings are errors and no .elc file remains.
mkdir -p "$work/editors/emacs"
cp "$repository/editors/emacs/lsflint.el" "$work/"
cp "$repository/editors/emacs/lsflint.el" "$work/editors/emacs/"
example elisp "$work" >"$work/init.el"
export LSFLINT_EXAMPLE="$work/init.el"
timeout 60 emacs -Q --batch --eval '(setq byte-compile-error-on-warn t)' -f batch-byte-compile "$work/lsflint.el"
timeout 60 emacs --batch --eval '(package-initialize)' -l "$repository/editors/emacs/test.el" </dev/null

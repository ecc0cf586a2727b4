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
# Compile a copy, so that compiler warnings are errors and no .elc file remains.
mkdir -p "$work/editors/emacs" "$work/compiled"
cp "$repository"/editors/emacs/ls{f-mode,flint}.el "$work/compiled/"
cp "$repository"/editors/emacs/ls{f-mode,flint}.el "$work/editors/emacs/"
example elisp "$work" >"$work/init.el"
export LSFLINT_EXAMPLE="$work/init.el"
timeout 60 emacs --batch --eval '(package-initialize)' --directory "$work/compiled" --eval '(setq byte-compile-error-on-warn t)' \
    -f batch-byte-compile "$work"/compiled/*.el
timeout 60 emacs --batch --eval '(package-initialize)' -l "$repository/editors/emacs/test.el" </dev/null

# Emacs of Debian 13, which reads parsers of tree-sitter.
if ! need cc gcc libc6-dev; then
    skip "emacs: the parsers of tree-sitter cannot be compiled, no C compiler"
    exit 0
fi
if ! folder="$(root_folder trixie neovim,hx)"; then
    skip "emacs of Debian 13: no such Debian could be put into a folder (needs root, mmdebstrap and a mirror)"
    exit 0
fi
if ! chroot "$folder" emacs --version >/dev/null 2>&1; then
    log="$cache/emacs-trixie.log"
    if ! { timeout 100 chroot "$folder" apt-get update && DEBIAN_FRONTEND=noninteractive timeout 300 chroot "$folder" apt-get install -y \
        --no-install-recommends emacs-nox; } >"$log" 2>&1 </dev/null; then
        skip "emacs of Debian 13: it could not be installed, see $log"
        exit 0
    fi
fi
inside="$(mktemp -d "$folder/lsflint-editor.XXXXXX")"
trap 'rm -rf "$work" "$inside"' EXIT
in_folder="/${inside##*/}"
echo "== $(chroot "$folder" emacs --version | head -n 1), with tree-sitter"
mkdir -p "$inside/editors/emacs"
cp "$repository"/editors/emacs/*.el "$inside/editors/emacs/"
"$repository/editors/tree-sitter-lsf/build.sh" "$inside/parsers" libtree-sitter-
{
    example elisp "$in_folder" | grep -v eglot-ensure
    example emacs-lisp "$in_folder"
} >"$inside/init.el"
in_emacs() {
    timeout 60 chroot "$folder" env HOME="$in_folder" LC_ALL=C.UTF-8 LSFLINT_EXAMPLE="$in_folder/init.el" LSFLINT_PARSERS="$in_folder/parsers" \
        emacs -Q --batch --directory "$in_folder/editors/emacs" "$@" </dev/null
}
in_emacs --load "$in_folder/editors/emacs/test-ts.el"

# As MELPA wants packages. Last, because it compiles files that would be loaded instead of the others.
installed() {
    ls "$folder"/usr/share/emacs/site-lisp/elpa-src/package-lint-* >/dev/null 2>&1
}
if ! installed && ! { DEBIAN_FRONTEND=noninteractive timeout 100 chroot "$folder" apt-get install -y --no-install-recommends elpa-package-lint \
    >"$cache/package-lint.log" 2>&1 </dev/null && installed; }; then
    skip "emacs: package-lint could not be installed, see $cache/package-lint.log"
    exit 0
fi
packages=()
for name in lsf-mode lsflint lsf-ts-words lsf-ts-mode; do packages+=("$in_folder/editors/emacs/$name.el"); done
timeout 60 chroot "$folder" env HOME="$in_folder" LC_ALL=C.UTF-8 emacs --batch --directory "$in_folder/editors/emacs" \
    --load "$in_folder/editors/emacs/test-packages.el" "${packages[@]}" </dev/null 2>&1

# Installed as packages, without their files in the load path: the autoloads select the mode, and the server is known.
mkdir "$inside/user"
in_user() {
    timeout 60 chroot "$folder" env HOME="$in_folder/user" LC_ALL=C.UTF-8 emacs -Q --batch "$@" </dev/null 2>&1
}
cat >"$inside/user/install.el" <<'LISP'
(require 'package)
(setq package-archives nil)
(package-initialize)
(mapc #'package-install-file command-line-args-left)
LISP
cat >"$inside/user/use.el" <<'LISP'
(package-initialize)
(find-file "lsb.queues")
(princ (format "%s " major-mode))
(require 'lsflint)
(princ (funcall (cdr (assq 'lsf-mode eglot-server-programs))))
LISP
in_user --load "$in_folder/user/install.el" "${packages[@]:0:2}" >"$inside/user/install.log"
used="$(in_user --load "$in_folder/user/use.el")"
if [ "$used" != "lsf-mode (lsflint server)" ]; then
    cat "$inside/user/install.log"
    echo "FAILED  the installed packages: $used"
    exit 1
fi
echo "ok      the installed packages"

#!/usr/bin/env bash
# Builds the module, and the pages in target/playground. Prints the folder of the pages as the last line, or a line that
# begins with `SKIPPED:`.
#
# LSFLINT_WASM=release builds the optimized module, which takes minutes; the other one makes the same pages, larger and
# slower.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
target="${CARGO_TARGET_DIR:-$root/target}"
export npm_config_loglevel=error

skip() {
    echo "SKIPPED: docs/playground: $*"
    exit 0
}

command -v node >/dev/null && command -v npm >/dev/null || skip "everything: Node.js is not installed"
node -e 'process.exit(process.versions.node.split(".")[0] >= 20 ? 0 : 1)' || skip "everything: Node.js 20 or later is required"
has_target() { rustc --print target-libdir --target wasm32-unknown-unknown | xargs test -d; }
if ! has_target && command -v rustup >/dev/null; then
    (cd "$root" && rustup target add wasm32-unknown-unknown) >&2 || true
fi
has_target || skip "everything: the target wasm32-unknown-unknown is not installed (rustup target add wasm32-unknown-unknown)"

if ! cmp -s package-lock.json node_modules/.installed; then
    npm ci --ignore-scripts >&2 || skip "everything: the packages of npm cannot be installed"
    cp package-lock.json node_modules/.installed
fi
kind=--dev
[ "${LSFLINT_WASM:-dev}" != release ] || kind=
# shellcheck disable=SC2086 # no option, or one
(cd "$root" && cargo xtask wasm $kind) >&2
node build.mjs --module "$target/wasm" --out "$target/playground" >&2
echo "$target/playground"

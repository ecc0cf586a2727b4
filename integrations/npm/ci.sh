#!/usr/bin/env bash
# Builds the package for npm, and compares the module with the program: findings, requirements, and answers to editors.
# shellcheck source-path=SCRIPTDIR source=../functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../functions.sh"
here="$repository/integrations/npm"

if ! command -v node >/dev/null || ! node -e 'process.exit(process.versions.node.split(".")[0] >= 20 ? 0 : 1)'; then
    skip "everything: Node.js 20 or later is required"
    exit 0
fi
if ! need python3 python3; then
    skip "everything: there is no Python"
    exit 0
fi
has_target() { rustc --print target-libdir --target wasm32-unknown-unknown | xargs test -d; }
if ! has_target && command -v rustup >/dev/null; then
    env -C "$repository" rustup target add wasm32-unknown-unknown || true
fi
if ! has_target; then
    skip "everything: the target wasm32-unknown-unknown is not installed (rustup target add wasm32-unknown-unknown)"
    exit 0
fi
# The optimized module takes minutes: LSFLINT_WASM=release builds it, and checks its size.
if [ "${LSFLINT_WASM:-dev}" = release ]; then
    expect "the optimized module is built" 0 "module_bg.wasm" env -C "$repository" cargo xtask wasm
    size='const z = require("zlib"), bytes = require("fs").readFileSync(process.argv[1]);
        const size = z.brotliCompressSync(bytes).length;
        console.log(`${size} bytes with Brotli`); process.exit(size < 3e6 ? 0 : 1)'
    expect "and has less than 3 MB with Brotli" 0 "bytes with Brotli" node -e "$size" "$target/wasm/module_bg.wasm"
else
    expect "the module is built" 0 "module_bg.wasm" env -C "$repository" cargo xtask wasm --dev
fi
mkdir -p "$work/node_modules"
ln -s "$target/wasm" "$work/node_modules/lsflint"
cp "$here"/*.mjs "$work/"
expect "the example finds a mistake" 0 "conf/lsb.queues:3: P001" node "$work/example.mjs"
expect "and merges a requirement" 0 "select[nvme] rusage[mem=500]" node "$work/example.mjs"
expect "the module and the program agree" 0 "generated: same" timeout 900 node "$work/differential.mjs" "$binary" "$repository"
exit "$((failures > 0))"

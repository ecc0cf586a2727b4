#!/usr/bin/env bash
# Tests the extension: style, types, unit tests, grammars, packages, and the packed extension in a workbench, and in one without
# a server.
#
# Installs missing programs if possible (npm, apt as root). Otherwise skips tests, and prints a line that begins with `SKIPPED:`.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
out=$root/target/vscode
binary=${LSFLINT_BINARY:-$root/target/debug/lsflint}
export npm_config_loglevel=error

skip() {
    echo "SKIPPED: editors/vscode: $*"
    exit 0
}

# Installs the packages of a folder once for each version of its lock file; `then` is a command to run there afterwards.
packages() {
    local folder=$1 then=${2:-true}
    if ! cmp -s "$folder/package-lock.json" "$folder/node_modules/.installed"; then
        (cd "$folder" && npm ci --ignore-scripts && eval "$then") >&2 || return 1
        cp "$folder/package-lock.json" "$folder/node_modules/.installed"
    fi
}

# The first of these programs that is installed. If there is none, installs the Debian package of the first.
program() {
    local name
    for name in "$@"; do
        command -v "$name" && return
    done
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        { apt-get update -qq && apt-get install -y -qq --no-install-recommends "$PACKAGE"; } >&2 || true
    fi
    for name in "$@"; do
        command -v "$name" && return
    done
    return 1
}

command -v node >/dev/null && command -v npm >/dev/null || skip "everything: Node.js is not installed"
node -e 'process.exit(process.versions.node.split(".")[0] >= 20 ? 0 : 1)' || skip "everything: Node.js 20 or later is required"
packages . || skip "everything: the packages of npm cannot be installed"

npm run --silent lint
npm test --silent
# Packs, and fails on what vsce warns about.
pack() {
    node scripts/package.mjs --out "$out" "$@" >"$out/package.log" 2>&1 && ! grep -i 'warning' "$out/package.log" && return
    cat "$out/package.log"
    return 1
}
version=$(node -p 'require("./package.json").version')
mkdir -p "$out"
pack
command -v python3 >/dev/null || skip "the packages: there is no Python to read them"
node scripts/inspect.mjs "$out/lsflint-$version.vsix"

[ -x "$binary" ] || skip "the test in a workbench: there is no server at $binary"
browser=$(PACKAGE=chromium program chromium chromium-browser google-chrome) || skip "the test in a workbench: there is no Chromium"
ripgrep=$(PACKAGE=ripgrep program rg) || skip "the test in a workbench: there is no ripgrep"
# The package contains the lock file of its own packages; native parts are not required.
packages e2e 'cd node_modules/code-server/lib/vscode && npm install --omit=dev --ignore-scripts' ||
    skip "the test in a workbench: code-server cannot be installed"
mkdir -p e2e/node_modules/code-server/lib/vscode/node_modules/@vscode/ripgrep/bin
ln -sf "$ripgrep" e2e/node_modules/code-server/lib/vscode/node_modules/@vscode/ripgrep/bin/rg

# Without debug information it has a fifth of the size.
server=$out/lsflint
strip -o "$server" "$binary" 2>/dev/null || cp "$binary" "$server"
pack --target linux-x64 --server "$server"
node scripts/inspect.mjs "$out/lsflint-linux-x64-$version.vsix"
timeout 600 node e2e/run.mjs --vsix "$out/lsflint-linux-x64-$version.vsix" \
    --server "$server" --browser "$browser" --pictures "$out"

# The same for VS Code for the Web, with the module of `cargo xtask wasm`, which the suite of the package for npm tests, too.
rustc --print target-libdir --target wasm32-unknown-unknown | xargs test -d ||
    { command -v rustup >/dev/null && rustup target add wasm32-unknown-unknown; } >&2 ||
    skip "the test without a server: the target wasm32-unknown-unknown is not installed"
profile=(--dev)
[ "${LSFLINT_WASM:-dev}" != release ] || profile=()
(cd "$root" && cargo xtask wasm "${profile[@]}") >"$out/module.log" 2>&1 || { cat "$out/module.log" && exit 1; }
pack --target web --module "$root/target/wasm"
node scripts/inspect.mjs "$out/lsflint-web-$version.vsix"
timeout 600 node e2e/web.mjs --vsix "$out/lsflint-web-$version.vsix" \
    --server "$server" --browser "$browser" --pictures "$out"

#!/usr/bin/env bash
# Builds the package for npm, installs it as a user does, and compares the module with the program: findings, requirements,
# and answers to editors.
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
else
    expect "the module is built" 0 "module_bg.wasm" env -C "$repository" cargo xtask wasm --dev
fi
# An empty project with the packed package, without any other one.
version=$(node -p 'require(process.argv[1]).version' "$here/package.json")
printf '{ "private": true, "type": "module" }\n' >"$work/package.json"
cp "$here"/*.mjs "$here"/examples/* "$work/"
expect "it is packed with its licenses" 0 "THIRD-PARTY-LICENSES.txt" npm pack "$target/wasm" --pack-destination "$work"
expect "and is installed" 0 "" npm install --offline --no-audit --no-fund --prefix "$work" "$work/lsflint-$version.tgz"
expect "the example finds a mistake" 0 "conf/lsb.queues:3: P001" node "$work/node.mjs"
expect "and merges a requirement" 0 "select[nvme] rusage[mem=500]" node "$work/node.mjs"
code='/^```js\n(.*?)^```/ms'
readme="require('fs').readFileSync('$here/README.md', 'utf8').match($code)[1]"
node -p "$readme" >"$work/readme.mjs"
expect "that of the README, too" 0 'unknown parameter `PRIORTY`' node "$work/readme.mjs"
has_file() { [ -f "$work/node_modules/lsflint/$1" ]; }
for name in $(node -p 'require(process.argv[1]).files.join(" ")' "$here/package.json") README.md; do
    has_file "$name" || { echo "FAILED: $name is not in the package" && failures=$((failures + 1)); }
done

# The compiler and the bundler of the extension for VS Code.
extension="$repository/editors/vscode"
tools_of_npm() {
    cmp -s "$extension/package-lock.json" "$extension/node_modules/.installed" && return
    env -C "$extension" npm ci --ignore-scripts --loglevel=error >&2 &&
        cp "$extension/package-lock.json" "$extension/node_modules/.installed"
}
if tools_of_npm; then
    modules="$extension/node_modules"
    flags=(--strict --target es2022 --module nodenext --skipLibCheck false)
    expect "the types are strict" 0 "" env -C "$work" "$modules/.bin/tsc" "${flags[@]}" typed.ts
    expect "also without those of a page" 0 "" env -C "$work" "$modules/.bin/tsc" "${flags[@]}" \
        --noEmit --lib es2022 --types node --typeRoots "$modules/@types" typed.ts
    sent=textDocument/publishDiagnostics
    printf '%s\n' '3: P101 `PRIORITY` must be an integer, not `thirty`' $sent $sent true true >"$work/wanted"
    expect "and the result runs" 0 "" env -C "$work" bash -c 'node typed.js | diff wanted -'
    expect "it is bundled for browsers" 0 "" env -C "$work" "$modules/.bin/esbuild" page.js --bundle --format=esm \
        --minify --outfile=bundle.mjs
    use="import { check } from '$work/bundle.mjs'; import { readFileSync } from 'fs';
        const module = readFileSync('$work/node_modules/lsflint/module_bg.wasm');
        console.log(await check(module, '/lsb.queues', 'Begin Queue\\nPRIORTY = 1\\nEnd Queue\\n'))"
    expect "and the bundle finds a mistake" 0 "P001" node --input-type=module -e "$use"
    expect "without anything of Node.js" 1 "" grep -F "node:" "$work/bundle.mjs"
else
    skip "types and bundles: the packages of npm cannot be installed"
fi
expect "the module and the program agree" 0 "generated: same" timeout 900 node "$work/differential.mjs" "$binary" "$repository"
grep -E "^[0-9]+ files|^check:" "$work/output" || true
exit "$((failures > 0))"

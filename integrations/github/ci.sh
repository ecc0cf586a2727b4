#!/usr/bin/env bash
# Tests the action: validates its schema and runs its steps as GitHub does.
# shellcheck source-path=SCRIPTDIR source=../functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../functions.sh"

tools="$(tools)" || { skip "everything: the tools of integrations/requirements.txt cannot be installed"; exit 0; }
here="$repository/integrations/github"
site="$work/site"
mkdir "$site"
cp -r "$repository/testdata/clusters/demo" "$repository/testdata/clusters/clean" "$site/"

expect "action.yml by its schema" 0 "ok" "$tools/check-jsonschema" --builtin-schema vendor.github-actions "$repository/action.yml"
expect "workflow.yml by its schema" 0 "ok" "$tools/check-jsonschema" --builtin-schema vendor.github-workflows "$here/workflow.yml"

# shellcheck disable=SC2317 # called by name
action() {
    env -C "$site" "$tools/python" "$here/run_action.py" "$repository/action.yml" "$@"
}
expect "a correct folder" 0 "output exit-code=0" action "binary=$binary" paths=clean
expect "annotations" 1 "::error " action "binary=$binary" paths=demo
expect "an exit code" 1 "output exit-code=1" action "binary=$binary" paths=demo annotations=none
expect "a missing path" 2 "output exit-code=2" action "binary=$binary" paths=nowhere
expect "a level" 0 "::error " action "binary=$binary" paths=demo fail-on=never
expect "several paths" 1 "output exit-code=1" action "binary=$binary" paths=$'clean\ndemo\n'
expect "arguments" 0 "output exit-code=0" action "binary=$binary" paths=demo args=$'--ignore ALL\n--quiet'
expect "a path that looks like an option" 2 "lsflint failed" action "binary=$binary" paths=--help
# shellcheck disable=SC2016 # the expansion must not happen
expect "no shell in inputs" 2 '$(touch' action "binary=$binary" 'paths=$(touch here)`touch here`;touch here'
expect "nothing was touched" 2 "" ls "$site/here"
expect "an invalid value" 2 "must be \`github\`" action "binary=$binary" annotations=pretty
expect "no such program" 2 "unknown program" action binary=/nowhere/lsflint
expect "the problem matcher" 1 "::add-matcher::$here/problem-matcher.json" action "binary=$binary" paths=demo annotations=matcher
cp "$work/output" "$work/concise.txt"
env -C "$site" "$binary" check --output-format json demo >"$work/findings.json" || true
expect "annotations of the problem matcher" 0 "annotations" \
    "$tools/python" "$here/matcher.py" "$here/problem-matcher.json" "$work/findings.json" "$work/concise.txt"
expect "a SARIF file" 1 "output sarif=found.sarif" action "binary=$binary" paths=demo sarif=found.sarif
expect "which holds findings" 0 "lsb.queues" cat "$site/found.sarif"

# From a wheel in a local index, and from the files of the action.
CARGO_TARGET_DIR="$target" "$tools/maturin" build --quiet --manifest-path "$repository/crates/lsflint/Cargo.toml" --profile dev \
    --compatibility linux --out "$work/wheels" >/dev/null
version="$("$binary" --version)"
export PIP_FIND_LINKS="$work/wheels ${PIP_FIND_LINKS:-}"
expect "from a wheel" 1 "output exit-code=1" action "version=${version#lsflint }" paths=demo
export CARGO_TARGET_DIR="$target" MATURIN_PEP517_ARGS="--profile dev"
expect "from source" 1 "output exit-code=1" action paths=demo

exit "$((failures > 0))"

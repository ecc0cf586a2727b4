#!/usr/bin/env bash
# Tests the template: validates its schema, runs its script as a runner does, and parses the two reports.
# shellcheck source-path=SCRIPTDIR source=../functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../functions.sh"

tools="$(tools)" || { skip "everything: the tools of integrations/requirements.txt cannot be installed"; exit 0; }
here="$repository/integrations/gitlab"
template="$here/lsflint.gitlab-ci.yml"
site="$work/site"
mkdir "$site"
cp -r "$repository/testdata/clusters/demo" "$repository/testdata/clusters/clean" "$site/"

expect "the template by its schema" 0 "ok" \
    "$tools/check-jsonschema" --builtin-schema vendor.gitlab-ci --data-transform gitlab-ci "$template"

# The image has Python and pip. The package is a local file.
CARGO_TARGET_DIR="$target" "$tools/maturin" build --quiet --manifest-path "$repository/crates/lsflint/Cargo.toml" --profile dev \
    --compatibility linux --out "$work/wheels" >/dev/null
python3 -m venv "$work/image"
export PATH="$work/image/bin:$PATH"
wheel=("$work"/wheels/lsflint-*.whl)
# shellcheck disable=SC2317 # called by name
job() {
    rm -f "$site"/*.json "$site"/*.xml
    env -C "$site" "$tools/python" "$here/run_job.py" "$template" lsflint "LSFLINT_PACKAGE=${wheel[0]}" "$@"
}
expect "a correct folder" 0 "report codequality" job LSFLINT_PATHS=clean
expect "its reports" 0 "0 findings" "$tools/python" "$here/reports.py" "$site/gl-code-quality-report.json" "$site/lsflint-junit.xml"
expect "a wrong one" 1 "report junit" job LSFLINT_PATHS=demo
expect "its reports" 0 "$(findings demo) findings" "$tools/python" "$here/reports.py" "$site/gl-code-quality-report.json" "$site/lsflint-junit.xml"
expect "arguments" 0 "report junit" job LSFLINT_PATHS=demo "LSFLINT_ARGS=--fail-on never --quiet"
expect "no folder" 2 "nowhere" job LSFLINT_PATHS=nowhere
expect "several folders" 1 "report junit" job "LSFLINT_PATHS=clean demo"

exit "$((failures > 0))"

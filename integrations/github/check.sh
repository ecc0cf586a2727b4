#!/usr/bin/env bash
# Second step of the action: runs the check. Writes findings as annotations to the log, and optionally to a SARIF file.
set -euo pipefail

arguments=()
case $LSFLINT_ANNOTATIONS in
github) arguments+=(--output-format github) ;;
matcher)
    echo "::add-matcher::$GITHUB_ACTION_PATH/integrations/github/problem-matcher.json"
    # All findings, without the limit for terminals.
    arguments+=(--output-format concise --max-findings 0 --color never)
    ;;
none) arguments+=(--output-format full) ;;
*)
    echo "::error title=lsflint::\`annotations\` must be \`github\`, \`matcher\` or \`none\`, not \`$LSFLINT_ANNOTATIONS\`"
    exit 2
    ;;
esac
[ -z "$LSFLINT_FAIL_ON" ] || arguments+=(--fail-on "$LSFLINT_FAIL_ON")
[ -z "$LSFLINT_SARIF" ] || arguments+=(--report "sarif=$LSFLINT_SARIF")
read -r -a words <<<"${LSFLINT_ARGS//$'\n'/ }"
arguments+=("${words[@]}")
# After `--`, a path can begin with a hyphen.
arguments+=(--)
while IFS= read -r path; do
    [ -z "$path" ] || arguments+=("$path")
done <<<"$LSFLINT_PATHS"

code=0
"$LSFLINT_BINARY" check "${arguments[@]}" || code=$?
[ "$LSFLINT_ANNOTATIONS" != matcher ] || echo "::remove-matcher owner=lsflint::"
{
    echo "exit-code=$code"
    [ -z "$LSFLINT_SARIF" ] || [ ! -f "$LSFLINT_SARIF" ] || echo "sarif=$LSFLINT_SARIF"
} >>"$GITHUB_OUTPUT"
[ "$code" -le 1 ] || echo "::error title=lsflint::lsflint failed with exit code $code"
exit "$code"

#!/usr/bin/env bash
# First step of the action: finds the given lsflint, or installs it: the wheel of the given version or, if the action is used as `@v1.2.3`, of
# that version. If there is no such wheel, and for other revisions, it builds the files of the action. Outputs the path of lsflint.
set -euo pipefail

if [ -n "$LSFLINT_BINARY" ]; then
    binary=$(command -v "$LSFLINT_BINARY") || {
        echo "::error title=lsflint::unknown program $LSFLINT_BINARY"
        exit 2
    }
else
    folder="$RUNNER_TEMP/lsflint"
    python3 -m venv "$folder"
    install=("$folder/bin/pip" install --quiet --disable-pip-version-check)
    released=$(sed -n 's/^v\([0-9][0-9.]*\)$/\1/p' <<<"${GITHUB_ACTION_REF:-}")
    if [ -n "$LSFLINT_VERSION" ]; then
        "${install[@]}" "lsflint==$LSFLINT_VERSION"
    elif [ -z "$released" ] || ! "${install[@]}" --only-binary lsflint "lsflint==$released"; then
        "${install[@]}" "$GITHUB_ACTION_PATH"
    fi
    binary="$folder/bin/lsflint"
fi
"$binary" --version
# Later steps can run in another folder.
case $binary in /*) ;; *) binary="$PWD/$binary" ;; esac
echo "binary=$binary" >>"$GITHUB_OUTPUT"

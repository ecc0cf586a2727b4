#!/usr/bin/env bash
# First step of the action: finds the given lsflint, installs a wheel, or builds it from the files of the action. Outputs its path.
set -euo pipefail

if [ -n "$LSFLINT_BINARY" ]; then
    binary=$(command -v "$LSFLINT_BINARY") || {
        echo "::error title=lsflint::unknown program $LSFLINT_BINARY"
        exit 2
    }
else
    folder="$RUNNER_TEMP/lsflint"
    python3 -m venv "$folder"
    "$folder/bin/pip" install --quiet --disable-pip-version-check "${LSFLINT_VERSION:+lsflint==}${LSFLINT_VERSION:-$GITHUB_ACTION_PATH}"
    binary="$folder/bin/lsflint"
fi
"$binary" --version
# Later steps can run in another folder.
case $binary in /*) ;; *) binary="$PWD/$binary" ;; esac
echo "binary=$binary" >>"$GITHUB_OUTPUT"

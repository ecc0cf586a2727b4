#!/usr/bin/env bash
# First step of the action: an lsflint, and where it is. A given one, or a wheel, or built from the files of the action.
set -euo pipefail

if [ -n "$LSFLINT_BINARY" ]; then
    binary=$(command -v "$LSFLINT_BINARY") || {
        echo "::error title=lsflint::there is no program $LSFLINT_BINARY"
        exit 2
    }
else
    folder="$RUNNER_TEMP/lsflint"
    python3 -m venv "$folder"
    "$folder/bin/pip" install --quiet --disable-pip-version-check "${LSFLINT_VERSION:+lsflint==}${LSFLINT_VERSION:-$GITHUB_ACTION_PATH}"
    binary="$folder/bin/lsflint"
fi
"$binary" --version
# Later steps know the folder they run in, not that of this one.
case $binary in /*) ;; *) binary="$PWD/$binary" ;; esac
echo "binary=$binary" >>"$GITHUB_OUTPUT"

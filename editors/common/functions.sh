# What the suites of the editors share; sourced by `ci.sh` of each.
# shellcheck shell=bash

set -euo pipefail
repository="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
cache="${CARGO_TARGET_DIR:-$repository/target}/editors"
binary="${LSFLINT_BINARY:-${CARGO_TARGET_DIR:-$repository/target}/debug/lsflint}"
mkdir -p "$cache"

if [ ! -x "$binary" ]; then
    echo "there is no lsflint at $binary: build it first, or set LSFLINT_BINARY" >&2
    exit 2
fi

# Says that something was left out; the caller goes on.
skip() {
    echo "SKIPPED: $1"
}

# Makes sure that a command exists: `need COMMAND PACKAGE...`. Installs packages only as root, only on a system with apt, and only once.
need() {
    local command="$1"
    shift
    command -v "$command" >/dev/null 2>&1 && return 0
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || return 1
    local log="$cache/apt-$command.log"
    {
        DEBIAN_FRONTEND=noninteractive timeout 120 apt-get install -y --no-install-recommends "$@" ||
            { timeout 60 apt-get update && DEBIAN_FRONTEND=noninteractive timeout 120 apt-get install -y --no-install-recommends "$@"; }
    } >"$log" 2>&1 </dev/null || return 1
    command -v "$command" >/dev/null 2>&1
}

# A newer Debian in a folder, for editors that this system has only in an older version: `root_folder SUITE PACKAGE,PACKAGE`.
# Prints the folder. It is made once and kept beside the build.
root_folder() {
    local folder="$cache/debian-$1"
    if [ ! -d "$folder" ]; then
        [ "$(id -u)" = 0 ] && need mmdebstrap mmdebstrap || return 1
        rm -rf "$folder.part"
        timeout 150 mmdebstrap --variant=apt --aptopt='Acquire::Check-Valid-Until "false"' --include="$2" "$1" "$folder.part" \
            >"$cache/debian-$1.log" 2>&1 </dev/null || return 1
        mv "$folder.part" "$folder"
    fi
    echo "$folder"
}

# The example of a language in editors/README.md, for a checkout in a folder: `example LANGUAGE FOLDER`. So the examples are what is
# tested.
example() {
    awk -v fence="\`\`\`$1" '$0 == fence { inside = 1; next } /^```/ { inside = 0 } inside' "$repository/editors/README.md" |
        sed "s|CHECKOUT|$2|g"
}

# A folder for one run, with a copy of the cluster the editors open. It goes away at the end. Sets `work`.
workshop() {
    work="$(mktemp -d -t lsflint-editor.XXXXXX)"
    trap 'rm -rf "$work"' EXIT
    cp -r "$repository/editors/common/cluster" "$work/cluster"
}

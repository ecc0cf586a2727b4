# Helpers of the editor suites, sourced by their `ci.sh`.
# shellcheck shell=bash

set -euo pipefail
repository="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
cache="${CARGO_TARGET_DIR:-$repository/target}/editors"
binary="${LSFLINT_BINARY:-${CARGO_TARGET_DIR:-$repository/target}/debug/lsflint}"
mkdir -p "$cache"

if [ ! -x "$binary" ]; then
    echo "$binary does not exist: run \`cargo build\`, or set LSFLINT_BINARY" >&2
    exit 2
fi

# Reports a skipped test; does not exit.
skip() {
    echo "SKIPPED: $1"
}

# Installs a command if it is missing: `need COMMAND PACKAGE...`. Requires root and apt, and only once.
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

# A later version of Debian in a folder, for later versions of editors: `root_folder SUITE PACKAGE,PACKAGE`.
# Prints the folder. It is created once and cached next to the build.
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

# The example of a language in editors/README.md, for a checkout in a folder: `example LANGUAGE FOLDER`. So the
# examples are tested.
example() {
    awk -v fence="\`\`\`$1" '$0 == fence { inside = 1; next } /^```/ { inside = 0 } inside' "$repository/editors/README.md" |
        sed "s|CHECKOUT|$2|g"
}

# A temporary folder with a copy of the cluster that the editors open. Sets `work`.
workshop() {
    work="$(mktemp -d -t lsflint-editor.XXXXXX)"
    trap 'rm -rf "$work"' EXIT
    cp -r "$repository/editors/common/cluster" "$work/cluster"
}

# The command line of tree-sitter, in the version of package.json. Prints its path. The package of npm downloads a program;
# where that fails, cargo compiles it. It is installed once and cached next to the build.
tree_sitter() {
    local version folder log="$cache/tree-sitter.log"
    version="$(sed -n 's/.*"tree-sitter-cli": "\(.*\)".*/\1/p' "$repository/editors/tree-sitter-lsf/package.json")"
    folder="$cache/tree-sitter-$version"
    if [ ! -x "$folder/bin/tree-sitter" ]; then
        mkdir -p "$folder/bin" "$folder/npm"
        cp "$repository/editors/tree-sitter-lsf/"package*.json "$folder/npm/"
        if command -v npm >/dev/null 2>&1 && (cd "$folder/npm" && timeout 120 npm ci) >"$log" 2>&1 </dev/null &&
            "$folder/npm/node_modules/.bin/tree-sitter" --version >>"$log" 2>&1; then
            ln -sf ../npm/node_modules/.bin/tree-sitter "$folder/bin/tree-sitter"
        else
            # Without the JavaScript engine of the program, which requires libclang; Node.js reads grammar.js. Not
            # optimised, because that takes minutes.
            CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_TARGET_DIR="$folder/build" timeout 1200 cargo install --quiet --locked \
                tree-sitter-cli --version "$version" --no-default-features --root "$folder" >>"$log" 2>&1 </dev/null || return 1
            rm -rf "$folder/build"
        fi
    fi
    echo "$folder/bin/tree-sitter"
}

# Helpers of the integration suites, sourced by their `ci.sh`.
# shellcheck shell=bash

set -euo pipefail
repository="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
target="${CARGO_TARGET_DIR:-$repository/target}"
cache="$target/integrations"
binary="${LSFLINT_BINARY:-$target/debug/lsflint}"
suite="$(basename "$(cd "$(dirname "$0")" && pwd)")"
failures=0
mkdir -p "$cache"

# Git hooks that run the suite set variables for their repository. Settings of the user do not apply.
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_PREFIX
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=suite GIT_AUTHOR_EMAIL=suite@example.com GIT_COMMITTER_NAME=suite GIT_COMMITTER_EMAIL=suite@example.com
export PYTHONDONTWRITEBYTECODE=1 NO_COLOR=1

if [ ! -x "$binary" ]; then
    echo "$binary does not exist: run \`cargo build\`, or set LSFLINT_BINARY" >&2
    exit 2
fi

# A temporary folder, deleted at the end.
work="$(mktemp -d -t lsflint-integration.XXXXXX)"
build=
trap 'rm -rf "$work" "$build"' EXIT

# Reports a skipped test; does not exit.
skip() {
    echo "SKIPPED: integrations/$suite: $1"
}

# Installs a command if it is missing: `need COMMAND PACKAGE...`. Requires root and apt.
need() {
    local command="$1"
    shift
    command -v "$command" >/dev/null 2>&1 && return 0
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || return 1
    {
        DEBIAN_FRONTEND=noninteractive timeout 120 apt-get install -y --no-install-recommends "$@" ||
            { timeout 60 apt-get update && DEBIAN_FRONTEND=noninteractive timeout 120 apt-get install -y --no-install-recommends "$@"; }
    } >"$cache/apt-$command.log" 2>&1 </dev/null || return 1
    command -v "$command" >/dev/null 2>&1
}

# The tools of requirements.txt in a virtual environment, created once for each version of that file. Prints the folder of the programs.
tools() {
    local folder="$cache/tools" wanted="$repository/integrations/requirements.txt"
    if ! cmp -s "$wanted" "$folder/installed.txt"; then
        { need python3 python3 && python3 -m venv --clear "$folder" && "$folder/bin/pip" install --quiet --requirement "$wanted"; } >&2 || return 1
        cp "$wanted" "$folder/installed.txt"
    fi
    echo "$folder/bin"
}

# A temporary folder for a build of the same sources in another place, which reuses the dependencies that cargo has built. Sets `build`. Uses
# the profile `dev`, because a release build takes minutes.
build_folder() {
    build="$(mktemp -d "$cache/build.XXXXXX")"
    mkdir "$build/debug"
    local part
    for part in .fingerprint build deps; do
        [ ! -d "$target/debug/$part" ] || cp --archive --link "$target/debug/$part" "$build/debug/"
    done
    export CARGO_TARGET_DIR="$build" CARGO_INCREMENTAL=0 MATURIN_PEP517_ARGS="--profile dev"
}

# Runs a command and checks its exit code and output: `expect LABEL CODE TEXT COMMAND...`. An empty text matches any output.
expect() {
    local label="$1" code="$2" text="$3" ended=0
    shift 3
    "$@" >"$work/output" 2>&1 </dev/null || ended=$?
    if [ "$ended" = "$code" ] && { [ -z "$text" ] || grep -qF -- "$text" "$work/output"; }; then
        echo "ok: $label"
    else
        echo "FAILED: $label: exit code $ended, expected $code${text:+ and \`$text\`}"
        sed 's/^/    /' "$work/output"
        failures=$((failures + 1))
    fi
}

# The number of findings of a cluster of testdata.
findings() {
    { "$binary" check --output-format json-lines "$repository/testdata/clusters/$1" || true; } | grep -c '"code"' || true
}

# A new repository with a valid, formatted cluster: `cluster_repository FOLDER`.
cluster_repository() {
    git init --quiet --initial-branch main "$1"
    cp -r "$repository/testdata/clusters/clean/conf" "$1/"
    "$binary" fmt --quiet "$1"
    git -C "$1" add --all
    git -C "$1" commit --quiet --message "the cluster"
}

# The files with the queues and the hosts of that cluster.
queues=conf/lsbatch/clean/configdir/lsb.queues
# shellcheck disable=SC2034 # used by the suites
hosts=conf/lsbatch/clean/configdir/lsb.hosts

# An error on one line, and an error between files: other files still use the old name of a host.
break_queue() {
    printf '\nBegin Queue\nQUEUE_NAME = broken\nRES_REQ = select[mem>1000 rusage[mem=1000]\nEnd Queue\n' >>"$1/$queues"
}
rename_host() {
    sed -i 's/^sim1 /simA /' "$1/conf/lsf.cluster.clean"
}

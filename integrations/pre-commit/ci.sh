#!/usr/bin/env bash
# Tests the hooks with pre-commit: from source, from a wheel and with an installed binary.
# shellcheck source-path=SCRIPTDIR source=../functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../functions.sh"

need git git || { skip "everything: there is no git"; exit 0; }
tools="$(tools)" || { skip "everything: the tools of integrations/requirements.txt cannot be installed"; exit 0; }
here="$repository/integrations/pre-commit"

build_folder
export PRE_COMMIT_HOME="$work/home"
# The system hooks use `lsflint` on PATH.
mkdir "$work/bin"
ln -s "$binary" "$work/bin/lsflint"
site="$work/site"

# shellcheck disable=SC2317 # called by name
hook() {
    env -C "$site" "$tools/pre-commit" "$@" --color never
}
# shellcheck disable=SC2317 # called by name
hook_with_binary() {
    env -C "$site" PATH="$work/bin:$PATH" "$tools/pre-commit" "$@" --color never
}

# Tests `COMMAND ...`: valid files pass; an invalid line fails, and so does a host whose old name another file uses, although that file is not
# part of the commit.
all_states() {
    local way="$1"
    shift
    git -C "$site" reset --quiet --hard
    expect "$way: a valid cluster" 0 "Passed" "$@" --all-files
    break_queue "$site"
    git -C "$site" add --all
    expect "$way: an invalid line" 1 "lsb.queues:" "$@"
    git -C "$site" reset --quiet --hard
    rename_host "$site"
    git -C "$site" add --all
    expect "$way: a host that was renamed in another file" 1 "lsb.hosts:" "$@"
    # Unstaged changes are not part of the commit.
    git -C "$site" reset --quiet --hard
    sed -i 's/^# Synthesis/# Synthesis and more/' "$site/conf/lsf.cluster.clean"
    git -C "$site" add --all
    break_queue "$site"
    expect "$way: an invalid line that is not staged" 0 "Passed" "$@"
    git -C "$site" reset --quiet --hard
    echo "x" >"$site/readme.txt"
    git -C "$site" add --all
    expect "$way: files of other programs" 0 "Skipped" "$@"
    git -C "$site" reset --quiet --hard
}

expect "the manifest" 0 "" "$tools/pre-commit" validate-manifest "$repository/.pre-commit-hooks.yaml"
for example in source system wheel; do
    expect "the example $example.yaml" 0 "" "$tools/pre-commit" validate-config "$here/$example.yaml"
done
expect "the patterns match the names that lsflint knows" 0 "" "$tools/python" "$here/patterns.py" "$repository" "$binary" "$work/patterns"

# A repository to clone, with the uncommitted changes of this one.
mkdir "$work/lsflint"
git -C "$repository" ls-files -z --cached --others --exclude-standard >"$work/files" 2>/dev/null ||
    (cd "$repository" && find . -path ./target -prune -o -name node_modules -prune -o -name .git -prune -o -type f -print0) >"$work/files"
(cd "$repository" && tar --create --ignore-failed-read --null --files-from "$work/files") | tar --extract --directory "$work/lsflint"
git init --quiet --initial-branch main "$work/lsflint"
git -C "$work/lsflint" add --all
git -C "$work/lsflint" commit --quiet --message "lsflint"
git -C "$work/lsflint" tag v0.1.0
cluster_repository "$site"

all_states "try-repo, system" hook_with_binary try-repo "$work/lsflint" lsflint-check-system --verbose
# Each run of `try-repo` takes a full build, so there is only one.
rename_host "$site"
git -C "$site" add --all
expect "try-repo, from source: a host that was renamed in another file" 1 "lsb.hosts:" hook try-repo "$work/lsflint" lsflint-check
git -C "$site" reset --quiet --hard

# The examples with a real address.
for example in source system; do
    sed "s|REPOSITORY|$work/lsflint|" "$here/$example.yaml" >"$site/.pre-commit-config.yaml"
    git -C "$site" add --all
    git -C "$site" commit --quiet --message "hooks of $example.yaml"
    run=hook
    [ "$example" = source ] || run=hook_with_binary
    expect "$example.yaml: all hooks pass" 0 "lsflint fmt..." "$run" run --all-files
    printf '\nBegin  HostGroup\nGROUP_NAME GROUP_MEMBER\nshort (sim1)\nmuchlonger (sim2)\nEnd HostGroup\n' >>"$site/$hosts"
    git -C "$site" add --all
    expect "$example.yaml: files are formatted" 1 "files were modified by this hook" "$run" run
    git -C "$site" add --all
    expect "$example.yaml: formatted files pass" 0 "Passed" "$run" run
    [ "$example" = system ] || all_states "$example.yaml" hook run --verbose lsflint-check
    git -C "$site" reset --quiet --hard
done
# The wheel is in a local index.
expect "a wheel is built" 0 "Built wheel" \
    env -C "$repository" CARGO_TARGET_DIR="$target" "$tools/maturin" build --profile dev --compatibility linux --out "$work/wheels"
cp "$here/wheel.yaml" "$site/.pre-commit-config.yaml"
git -C "$site" add --all
git -C "$site" commit --quiet --message "hooks of wheel.yaml"
export PIP_FIND_LINKS="$work/wheels ${PIP_FIND_LINKS:-}"
all_states "wheel.yaml" hook run --verbose lsflint-check

exit "$((failures > 0))"

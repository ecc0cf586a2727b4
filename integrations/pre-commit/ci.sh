#!/usr/bin/env bash
# The hooks in a real pre-commit: from source, from a wheel and with an installed binary.
# shellcheck source-path=SCRIPTDIR source=../functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../functions.sh"

need git git || { skip "everything: there is no git"; exit 0; }
tools="$(tools)" || { skip "everything: the tools of integrations/requirements.txt cannot be installed"; exit 0; }
here="$repository/integrations/pre-commit"

build_folder
export PRE_COMMIT_HOME="$work/home"
# `lsflint` on PATH is for the hooks of the system.
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

# The three states that matter, through `COMMAND ...`: correct files pass, a wrong line does not, and neither does a host that another file
# still calls by its old name, although that file is not in the commit.
all_states() {
    local way="$1"
    shift
    git -C "$site" reset --quiet --hard
    expect "$way: a correct cluster" 0 "Passed" "$@" --all-files
    break_queue "$site"
    git -C "$site" add --all
    expect "$way: a wrong line" 1 "lsb.queues:" "$@"
    git -C "$site" reset --quiet --hard
    rename_host "$site"
    git -C "$site" add --all
    expect "$way: a host that lost its name in another file" 1 "lsb.hosts:" "$@"
    # What is not staged is not in the commit.
    git -C "$site" reset --quiet --hard
    sed -i 's/^# Synthesis/# Synthesis and more/' "$site/conf/lsf.cluster.clean"
    git -C "$site" add --all
    break_queue "$site"
    expect "$way: a wrong line that is not staged" 0 "Passed" "$@"
    git -C "$site" reset --quiet --hard
    echo "x" >"$site/readme.txt"
    git -C "$site" add --all
    expect "$way: files of others" 0 "Skipped" "$@"
    git -C "$site" reset --quiet --hard
}

expect "the manifest" 0 "" "$tools/pre-commit" validate-manifest "$repository/.pre-commit-hooks.yaml"
for example in source system wheel; do
    expect "the example $example.yaml" 0 "" "$tools/pre-commit" validate-config "$here/$example.yaml"
done
expect "the patterns know the names that lsflint knows" 0 "" "$tools/python" "$here/patterns.py" "$repository" "$binary" "$work/patterns"

# The repository as it is here, with what is not committed yet, as a repository that can be cloned.
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
# Each run of `try-repo` builds anew, so this is one, and the one that says most.
rename_host "$site"
git -C "$site" add --all
expect "try-repo, from source: a host that lost its name in another file" 1 "lsb.hosts:" hook try-repo "$work/lsflint" lsflint-check
git -C "$site" reset --quiet --hard

# The examples, with the address filled in.
for example in source system; do
    sed "s|REPOSITORY|$work/lsflint|" "$here/$example.yaml" >"$site/.pre-commit-config.yaml"
    git -C "$site" add --all
    git -C "$site" commit --quiet --message "hooks of $example.yaml"
    run=hook
    [ "$example" = source ] || run=hook_with_binary
    expect "$example.yaml: everything passes" 0 "lsflint fmt..." "$run" run --all-files
    printf '\nBegin  HostGroup\nGROUP_NAME GROUP_MEMBER\nshort (sim1)\nmuchlonger (sim2)\nEnd HostGroup\n' >>"$site/$hosts"
    git -C "$site" add --all
    expect "$example.yaml: files are formatted" 1 "files were modified by this hook" "$run" run
    git -C "$site" add --all
    expect "$example.yaml: once" 0 "Passed" "$run" run
    [ "$example" = system ] || all_states "$example.yaml" hook run --verbose lsflint-check
    git -C "$site" reset --quiet --hard
done
# The wheel is found where the index would be.
expect "a wheel is built" 0 "Built wheel" \
    env -C "$repository" CARGO_TARGET_DIR="$target" "$tools/maturin" build --profile dev --compatibility linux --out "$work/wheels"
cp "$here/wheel.yaml" "$site/.pre-commit-config.yaml"
git -C "$site" add --all
git -C "$site" commit --quiet --message "hooks of wheel.yaml"
export PIP_FIND_LINKS="$work/wheels ${PIP_FIND_LINKS:-}"
all_states "wheel.yaml" hook run --verbose lsflint-check

exit "$((failures > 0))"

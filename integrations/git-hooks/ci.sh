#!/usr/bin/env bash
# Tests the Git hooks: commits in a working copy, pushes to a bare repository.
# shellcheck source-path=SCRIPTDIR source=../functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../functions.sh"

need git git || { skip "everything: there is no git"; exit 0; }
here="$repository/integrations/git-hooks"
site="$work/site"
server="$work/server.git"
cluster_repository "$site"

# A working copy.
git -C "$site" config lsflint.program "$binary"
install "$here/pre-commit" "$site/.git/hooks/"
commit() {
    git -C "$site" commit --all --message "$1"
}
break_queue "$site"
expect "commit: an invalid line" 1 "lsb.queues:" commit "wrong"
git -C "$site" checkout --quiet .
rename_host "$site"
expect "commit: a host whose old name other files use" 1 "lsb.hosts:" commit "wrong"
git -C "$site" checkout --quiet .
echo "# a comment" >>"$site/$hosts"
git -C "$site" add --all
break_queue "$site"
expect "commit: an invalid line that is not staged" 0 "1 file changed" git -C "$site" commit --message "a comment"
git -C "$site" checkout --quiet .
git -C "$site" config lsflint.path conf/nothing
echo "# another comment" >>"$site/$hosts"
expect "commit: a failed check" 1 "the check of the commit failed" commit "nothing to judge"
git -C "$site" config lsflint.path conf
expect "commit: a part" 0 "1 file changed" commit "a part"
rm "$site/.git/hooks/pre-commit"

# A server. Depending on their number, objects are unpacked or stored as a pack; both are quarantined.
for limit in 1 1000; do
    rm -rf "$server"
    git init --quiet --bare "$server"
    git -C "$server" config receive.unpackLimit "$limit"
    git -C "$server" config lsflint.program "$binary"
    install "$here/pre-receive" "$server/hooks/"
    git -C "$site" checkout --quiet main
    # shellcheck disable=SC2317 # called by name
    push() {
        git -C "$site" push "$server" "$@"
    }
    expect "push $limit: a valid cluster" 0 "new branch" push main
    git -C "$site" checkout --quiet -B change
    break_queue "$site"
    commit "wrong" >/dev/null
    expect "push $limit: an invalid line" 1 "conf/lsbatch/clean/configdir/lsb.queues:" push change
    expect "push $limit: rejected with a reason" 1 "refs/heads/change is rejected: see the findings above" push change:main main:other change
    expect "push $limit: no objects were added" 1 "" git -C "$server" rev-parse --verify --quiet refs/heads/change
    expect "push $limit: tags are not checked" 0 "new tag" push change:refs/tags/v1
    git -C "$site" reset --quiet --hard main
    rename_host "$site"
    commit "a host has a new name" >/dev/null
    expect "push $limit: a host whose old name other files use" 1 "X101" push change
    git -C "$site" grep -lz "sim1" | (cd "$site" && xargs -0 sed -i 's/\<sim1\>/simA/g')
    commit "everywhere" >/dev/null
    expect "push $limit: the new name everywhere" 0 "new branch" push change
    expect "push $limit: a deleted branch" 0 "deleted" push :change
done

# Attempts to bypass the check.
git -C "$site" checkout --quiet -B round main
break_queue "$site"
echo "lsb.queues export-ignore" >"$site/.gitattributes"
git -C "$site" add --all
commit "hidden from archives" >/dev/null
expect "push: a file that is not in archives" 1 "lsb.queues:" push round
echo 'ignore = ["ALL"]' >"$site/lsflint.toml"
git -C "$site" add --all
commit "own rules" >/dev/null
expect "push: the rules of the pushed lsflint.toml" 0 "new branch" push round
: >"$work/lsflint.toml"
git -C "$server" config lsflint.config "$work/lsflint.toml"
expect "push: the rules of the server" 1 "lsb.queues:" push round:again
git -C "$server" config --unset lsflint.config

git -C "$site" checkout --quiet -B link main
echo "Begin Secret" >"$work/secret"
ln -sf "$work/secret" "$site/conf/lsf.shared"
git -C "$site" add --all
commit "a link" >/dev/null
expect "push: an outside link is not followed" 0 "the link conf/lsf.shared points outside of the repository" push link
cp "$work/output" "$work/answer"
expect "push: nor displayed" 1 "" grep Secret "$work/answer"
git -C "$site" checkout --quiet -B link-inside main
git -C "$site" mv conf/lsf.shared conf/shared.real
ln -s shared.real "$site/conf/lsf.shared"
git -C "$site" add --all
commit "a link inside" >/dev/null
expect "push: an inside link is followed" 0 "new branch" push link-inside

git -C "$server" config lsflint.refs "refs/heads/main refs/heads/release/*"
git -C "$site" checkout --quiet -B work main
break_queue "$site"
commit "wrong" >/dev/null
expect "push: a branch that is not checked" 0 "new branch" push work
expect "push: a branch that is checked" 1 "rejected" push work:release/10
git -C "$server" config --unset lsflint.refs
git -C "$server" config lsflint.program /nowhere/lsflint
expect "push: no lsflint" 1 "the check failed" push main:third
printf '#!/bin/sh\nexec sleep 30\n' >"$work/slow"
chmod +x "$work/slow"
git -C "$server" config lsflint.program "$work/slow"
git -C "$server" config lsflint.timeout 1
expect "push: a timeout" 1 "did not finish within 1 seconds" push main:third

exit "$((failures > 0))"

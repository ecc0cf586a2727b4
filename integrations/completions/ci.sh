#!/usr/bin/env bash
# Presses TAB in bash, zsh and fish, with the completions of `lsflint completions`. Needs python3, and the shells, which it
# installs with apt.
# shellcheck source-path=SCRIPTDIR source=../functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../functions.sh"

if ! command -v python3 >/dev/null 2>&1; then
    skip "there is no python3"
    exit 0
fi
for shell in bash zsh fish; do
    if ! need "$shell" "$shell"; then
        skip "$shell is not installed"
        continue
    fi
    script="$work/lsflint.$shell"
    "$binary" completions "$shell" >"$script"
    expect "$shell reads the script" 0 "" "$shell" -n "$script"
    # Checks what a line becomes: `tab LINE EXPECTED`.
    tab() {
        expect "$shell: $1" 0 "$2" timeout 90 python3 "$repository/integrations/completions/tab.py" "$shell" "$script" "$1"
    }
    tab 'lsflint expl<TAB>' 'explain'
    tab 'lsflint check --baseli<TAB>' 'check --baseline'
    # Codes, also after a comma and after `=`, in all commands.
    tab 'lsflint check --select E13<TAB>' 'check --select E132'
    tab 'lsflint check --select F001,E13<TAB>' 'check --select F001,E132'
    tab 'lsflint check --ignore A001,A002,Q33<TAB>' 'check --ignore A001,A002,Q331'
    tab 'lsflint check --extend-select=F001,V11<TAB>' 'check --extend-select=F001,V111'
    tab 'lsflint resreq check --select R001,R21<TAB>' 'resreq check --select R001,R210'
    # The option of the command, not the one of the program.
    tab 'lsflint check --output-format=sar<TAB>' 'check --output-format=sarif'
    # Parameters, files, kinds, settings.
    tab 'lsflint explain MAX_JOB_ARR<TAB>' 'explain MAX_JOB_ARRAY_SIZE'
    tab 'lsflint explain lsb.glo<TAB>' 'explain lsb.globalpolicies'
    tab 'lsflint show appl<TAB> catia RUNLIM<TAB>' 'show application catia RUNLIMIT'
    tab 'lsflint config basel<TAB>' 'config baseline'
    # What several codes begin with is listed.
    expect "$shell lists codes" 0 "R602" timeout 90 python3 "$repository/integrations/completions/tab.py" "$shell" "$script" \
        'lsflint check --select F001,R60<TAB><TAB>' 'R601[^$]*R602'
done
exit "$((failures > 0))"

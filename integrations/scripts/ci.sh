#!/usr/bin/env bash
# ShellCheck on every script of the project, those that users copy first of all.
# shellcheck source-path=SCRIPTDIR source=../functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../functions.sh"

tools="$(tools)" || { skip "everything: the tools of integrations/requirements.txt cannot be installed"; exit 0; }
cd "$repository"
for script in .ci/* docs/ci.sh editors/*/ci.sh editors/common/*.sh integrations/*.sh integrations/*/*.sh integrations/git-hooks/pre-*; do
    expect "$script" 0 "" "$tools/shellcheck" --external-sources --severity warning "$script"
done
exit "$((failures > 0))"

#!/usr/bin/env bash
# Runs ShellCheck on all scripts, in particular those that users copy.
# shellcheck source-path=SCRIPTDIR source=../functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../functions.sh"

tools="$(tools)" || { skip "everything: the tools of integrations/requirements.txt cannot be installed"; exit 0; }
cd "$repository"
for script in .ci/* docs/ci.sh editors/*/ci.sh editors/common/*.sh integrations/*.sh integrations/*/*.sh integrations/git-hooks/pre-*; do
    expect "$script" 0 "" "$tools/shellcheck" --external-sources --severity warning "$script"
done
exit "$((failures > 0))"

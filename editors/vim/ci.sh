#!/usr/bin/env bash
# Tests Vim with ALE: the same findings at the same positions as on the command line. ALE does not convert columns from UTF-16 units, so the
# comparison does not either.
# shellcheck source-path=SCRIPTDIR source=../common/functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../common/functions.sh"

if ! need vim vim; then
    skip "vim: not installed, and it can only be installed as root with apt"
    exit 0
fi
ale=""
find_ale() {
    ale="$(find /usr/share/vim* "$HOME/.vim" -path '*/plugin/ale.vim' -print -quit 2>/dev/null || true)"
    ale="${ale%/plugin/ale.vim}"
}
find_ale
if [ -z "$ale" ]; then
    # `need` checks for a command, but ALE has none.
    need lsflint-ale-is-no-command vim-ale || true
    find_ale
fi
if [ -z "$ale" ]; then
    skip "vim: ALE is not installed, and it can only be installed as root with apt"
    exit 0
fi

workshop
example vim "$repository" >"$work/vimrc"
export LSFLINT_WORK="$work" LSFLINT_BINARY="$binary" LSFLINT_ALE="$ale" LSFLINT_EXAMPLE="$work/vimrc"
export LSFLINT_OUT="$work/found.txt" HOME="$work"
echo "== $(vim --version | head -n 1)"
timeout 60 vim -u NONE -i NONE -n -N -es -S "$repository/editors/vim/test.vim" </dev/null || true

python=python3
need python3 python3 || { skip "vim: no Python to compare with"; exit 0; }
"$binary" check --output-format json "$work/cluster/lsb.queues" >"$work/wanted.json" || true
"$python" - "$work" <<'PYTHON'
import json, pathlib, sys

work = pathlib.Path(sys.argv[1])
lines = (work / "cluster/lsb.queues").read_text(encoding="utf-8").splitlines()
findings = []
for it in json.loads((work / "wanted.json").read_text(encoding="utf-8"))["diagnostics"]:
    start = it["range"]["start"]
    before = lines[start["line"] - 1][: start["column"] - 1]
    column = len(before.encode("utf-16-le")) // 2 + 1
    findings.append(f"{start['line']}:{column} {it['code']} {it['message']}")
wanted = ["filetype lsf", *findings, "after an edit", *(it for it in findings if "RUNLIMT" not in it)]
wanted += ["lsf.shared:22:1"]
names = ["lsf.conf", "lsf.conf.in", "lsb.users.j2", "lsf.cluster.north", "queues", "groups"]
wanted += [f"{name} lsf # %s" for name in names] + ["notes  /*%s*/"]
found = (work / "found.txt").read_text(encoding="utf-8").splitlines()
# ALE shows effect and help after the message on the same line.
found = [line[: len(start)] for line, start in zip(found, wanted)] + found[len(wanted) :]
if found != wanted:
    print("FAILED  findings in Vim", "found:", *found, "wanted:", *wanted, sep="\n    ")
    sys.exit(1)
print(f"ok      findings in Vim: {len(findings)}, and {len(findings) - 1} after an edit; a definition; {len(names)} file types")
PYTHON

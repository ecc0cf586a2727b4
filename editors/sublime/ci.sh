#!/usr/bin/env bash
# Tests the syntax of Sublime Text with syntect, which reads the same files: the editor itself is in no package registry.
# shellcheck source-path=SCRIPTDIR source=../common/functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../common/functions.sh"
here="$repository/editors/sublime"

if ! need python3 python3; then
    skip "sublime: no Python"
    exit 0
fi
tools="$cache/sublime"
if ! cmp -s "$here/requirements.txt" "$tools/installed.txt"; then
    if ! { python3 -m venv --clear "$tools" && "$tools/bin/pip" install --quiet --requirement "$here/requirements.txt"; } >"$cache/sublime.log" 2>&1; then
        skip "sublime: the package of $here/requirements.txt cannot be installed, see $cache/sublime.log"
        exit 0
    fi
    cp "$here/requirements.txt" "$tools/installed.txt"
fi
# The names of files are those of the extension for VS Code, which are generated.
names="$(python3 -c 'import json, sys; print(json.dumps(json.load(open(sys.argv[1]))["contributes"]["languages"][0]["filenames"]))' \
    "$repository/editors/vscode/package.json")"
"$tools/bin/python" "$here/test.py" "$here" "$names"

# The settings start the server, for the scope that the syntax has.
python3 - "$here" "$binary" <<'PYTHON'
import json, pathlib, re, subprocess, sys

here, binary = pathlib.Path(sys.argv[1]), sys.argv[2]
settings = re.sub(r"^\s*//.*$", "", (here / "LSP.sublime-settings").read_text(), flags=re.MULTILINE)
client = json.loads(settings)["clients"]["lsflint"]
scope = re.search(r"^scope: (.*)$", (here / "LSF.sublime-syntax").read_text(), re.MULTILINE)[1]
assert client["selector"] == scope, client
assert client["command"][0] == "lsflint", client
body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}})
run = subprocess.run([binary, *client["command"][1:]], input=f"Content-Length: {len(body)}\r\n\r\n{body}", capture_output=True, text=True, timeout=30)
assert '"hoverProvider"' in run.stdout, run
print("ok      the settings start the server")
PYTHON

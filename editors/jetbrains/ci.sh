#!/usr/bin/env bash
# Tests what can be tested without an IDE of JetBrains: the template has the form that LSP4IJ reads, its command starts the server, and
# its patterns match the files of LSF. The TextMate bundle is the folder of the extension for VS Code, whose suite tests the grammars.
# shellcheck source-path=SCRIPTDIR source=../common/functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../common/functions.sh"
skip "jetbrains: the IDEs cannot be installed; only the template for LSP4IJ is tested"
if ! need python3 python3; then
    skip "jetbrains: no Python"
    exit 0
fi
workshop
mkdir "$work/bin"
cp "$binary" "$work/bin/lsflint"
PATH="$work/bin:$PATH" python3 - "$repository" <<'PYTHON'
import fnmatch, json, pathlib, shlex, subprocess, sys

editors = pathlib.Path(sys.argv[1]) / "editors"
folder = editors / "jetbrains" / "lsp4ij"
# Other names of files are ignored.
names = {"template.json", "settings.json", "settings.schema.json", "initializationOptions.json", "clientSettings.json", "experimental.json",
         "installer.json", "workspaceFolderSettings.json", "README.md"}
files = {it.name: json.loads(it.read_text()) for it in folder.iterdir()}
assert files.keys() <= names, files.keys()

# LanguageServerTemplateDeserializer of LSP4IJ reads these.
template = files["template.json"]
assert template.keys() <= {"id", "name", "dev", "url", "env", "programArgs", "workingDir", "expandConfiguration", "disablePromotionFor",
                           "fileTypeMappings", "languageMappings"}, template.keys()
assert template["programArgs"].keys() <= {"default", "windows", "mac", "unix"} and "default" in template["programArgs"]
patterns = {}
for mapping in template["fileTypeMappings"]:
    assert mapping.keys() == {"fileType", "languageId"} and mapping["fileType"].keys() <= {"name", "patterns"}, mapping
    for pattern in mapping["fileType"]["patterns"]:
        patterns[pattern] = mapping["languageId"]

bundle = json.loads((editors / "vscode" / "package.json").read_text())["contributes"]
wanted = bundle["languages"][0]["filenames"] + ["lsf.cluster.west", "lsf.task.west", "lsf.conf.in", "lsb.queues.j2"]
for name in wanted:
    found = {language for pattern, language in patterns.items() if fnmatch.fnmatchcase(name, pattern)}
    assert found == {"lsf"}, f"{name}: {found}"
for grammar in bundle["grammars"]:
    assert (editors / "vscode" / grammar["path"]).is_file(), grammar

body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}})
command = shlex.split(template["programArgs"]["default"])
run = subprocess.run(command, input=f"Content-Length: {len(body)}\r\n\r\n{body}", capture_output=True, text=True, timeout=30)
assert '"hoverProvider"' in run.stdout, run
print(f"ok      {len(patterns)} patterns match {len(wanted)} names; the command starts the server")
PYTHON

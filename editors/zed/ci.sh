#!/usr/bin/env bash
# Tests what can be tested of the extension without Zed, which no package provides: the program compiles, and the manifest names
# files that exist. The suite of the tree-sitter grammars tests the queries.
# shellcheck source-path=SCRIPTDIR source=../common/functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../common/functions.sh"
extension="$repository/editors/zed"
skip "zed: the editor cannot be installed; only the program and the manifest of the extension are tested"

echo "== the program compiles"
(cd "$extension" && CARGO_TARGET_DIR="$cache/zed" timeout 900 cargo check --quiet --locked)

if ! need python3 python3; then
    skip "zed: no Python to read the manifest"
    exit 0
fi
echo "== the manifest"
work="$(mktemp -d -t lsflint-zed.XXXXXX)"
trap 'rm -rf "$work"' EXIT
"$extension/dev-extension.sh" "$work/extension"
python3 - "$work/extension" "$repository" <<'PYTHON'
import pathlib
import subprocess
import sys
import tomllib

folder, repository = map(pathlib.Path, sys.argv[1:])
manifest = tomllib.loads((folder / "extension.toml").read_text())
languages = {}
for path in folder.glob("languages/*/config.toml"):
    language = tomllib.loads(path.read_text())
    languages[language["name"]] = language
for name, grammar in manifest["grammars"].items():
    files = ["git", "-C", repository, "cat-file", "-e", f"{grammar['rev']}:{grammar['path']}/src/parser.c"]
    assert subprocess.run(files, check=False).returncode == 0, f"{name}: no parser in {grammar}"
assert {it["grammar"] for it in languages.values()} == set(manifest["grammars"]), languages
for server in manifest["language_servers"].values():
    assert set(server["languages"]) <= set(languages), server
injections = (folder / "languages/lsf/injections.scm").read_text()
assert '"LSF Requirement"' in injections and "LSF Requirement" in languages, injections
print(f"ok      {len(languages)} languages, {len(manifest['grammars'])} grammars")
PYTHON

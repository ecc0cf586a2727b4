#!/usr/bin/env bash
# Tests the wheel: builds it with pip, installs it into an empty environment, and checks its content.
# shellcheck source-path=SCRIPTDIR source=../functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../functions.sh"

tools="$(tools)" || { skip "everything: the tools of integrations/requirements.txt cannot be installed"; exit 0; }
# Same sources, directory and Cargo profile as `cargo build`, so that cargo reuses its build.
export CARGO_TARGET_DIR="$target"
(cd "$repository" && "$tools/maturin" build --quiet --profile dev --compatibility linux --out "$work/wheels")
python3 -m venv "$work/venv"
expect "pip install" 0 "" "$work/venv/bin/pip" install --quiet --no-index "$work"/wheels/lsflint-*.whl
expect "lsflint --version" 0 "lsflint $(sed -n 's/^version = "\(.*\)"/\1/p' "$repository/Cargo.toml" | head -n 1)" "$work/venv/bin/lsflint" --version
expect "the clean cluster" 0 "No findings" env -i "$work/venv/bin/lsflint" check "$repository/testdata/clusters/clean"
expect "the demo cluster" 1 "R004" env -i "$work/venv/bin/lsflint" check "$repository/testdata/clusters/demo"
cat >"$work/contents.py" <<'PYTHON'
import json, sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
names = [name.split("/", 1)[1] for name in wheel.namelist()]
for name in ["scripts/lsflint", "licenses/LICENSE-MIT", "licenses/LICENSE-APACHE", "sboms/lsflint.cyclonedx.json", "METADATA", "WHEEL", "RECORD"]:
    names.remove(name)
assert not names, names
metadata = wheel.read(next(name for name in wheel.namelist() if name.endswith("METADATA"))).decode()
assert "License-Expression: MIT OR Apache-2.0" in metadata, metadata
sbom = json.loads(wheel.read(next(name for name in wheel.namelist() if "sboms/" in name)))
assert len(sbom["components"]) > 100, "the bill of materials is short"
print("licenses, SBOM and one program")
PYTHON
expect "the wheel as PyPI checks it" 0 "PASSED" "$tools/twine" check --strict "$work"/wheels/lsflint-*.whl
expect "the content of the wheel" 0 "licenses, SBOM and one program" "$tools/python" "$work/contents.py" "$work"/wheels/lsflint-*.whl
exit "$((failures > 0))"

"""Validates the entry for mason: mason.py SCHEMAS FILE. SCHEMAS is the folder of mason-org/registry-schema."""

import json
import pathlib
import sys

import yaml
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

schemas = [json.loads(path.read_text()) for path in pathlib.Path(sys.argv[1]).rglob("*.json")]
registry = Registry().with_resources((it["$id"], Resource.from_contents(it)) for it in schemas)
root = next(it for it in schemas if it["$id"].endswith("/mason-registry.json"))
entry = yaml.safe_load(pathlib.Path(sys.argv[2]).read_text())
problems = [f"{it.json_path}: {it.message}" for it in Draft202012Validator(root, registry=registry).iter_errors(entry)]
print(*problems or ["valid"], sep="\n")
sys.exit(bool(problems))

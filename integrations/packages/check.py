"""The packages agree with each other: check.py [--tag v1.2.3] [--repository ACCOUNT/NAME].

All of them have the version and the address of Cargo.toml, and name files that exist. With arguments, these are those of a release.
"""

import argparse
import fnmatch
import json
import pathlib
import re
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "integrations" / "packages"
problems = []


def text(path):
    return (ROOT / path).read_text(encoding="utf-8")


def same(what, found, wanted):
    if found != wanted:
        problems.append(f"{what} is {found!r}, not {wanted!r}")


def one(pattern, content, what):
    found = re.search(pattern, content, re.MULTILINE)
    if found is None:
        problems.append(f"{what} is missing")
        return None
    return found[1]


def tracked():
    return subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()


def versions(version):
    for path in ["editors/vscode/package.json", "integrations/npm/package.json"]:
        same(f"version of {path}", json.loads(text(path))["version"], version)
    for path in ["editors/zed/extension.toml", "editors/zed/Cargo.toml"]:
        table = tomllib.loads(text(path))
        same(f"version of {path}", table.get("package", table)["version"], version)
    metadata = json.loads(text("editors/tree-sitter-lsf/tree-sitter.json"))["metadata"]
    same("version of tree-sitter.json", metadata["version"], version)
    for name in ["lsf-mode", "lsflint", "lsf-ts-mode"]:
        content = text(f"editors/emacs/{name}.el")
        same(f"version of {name}.el", one(r"^;; Version: (.*)$", content, "Version"), version)
        for required in re.findall(r'\(lsf-mode "([^"]*)"\)', content):
            same(f"lsf-mode that {name}.el requires", required, version)
    for name, dependency in tomllib.loads(text("Cargo.toml"))["workspace"]["dependencies"].items():
        if name.startswith("lsflint") and isinstance(dependency, dict) and "version" in dependency:
            same(f"version of {name} in Cargo.toml", dependency["version"], version)


def addresses(repository):
    """Every address on GitHub of a repository of this name, and sources of packages, are the one of Cargo.toml."""
    name = repository.split("/")[1]
    forms = [rf"https://github\.com/([\w-]+/{re.escape(name)})\b", rf"pkg:github/([\w-]+/{re.escape(name)})@"]
    forms += [rf':repo "([\w-]+/[\w.-]+)"', rf"uses: ([\w-]+/{re.escape(name)})@"]
    count = 0
    for path in tracked():
        if path.startswith("integrations/packages/") and path.endswith((".py", ".sh")):
            continue
        try:
            content = text(path)
        except (UnicodeDecodeError, FileNotFoundError):
            continue
        for form in forms:
            for found in re.findall(form, content):
                count += 1
                same(f"an address in {path}", found, repository)
    return count


def mason(version, repository, targets):
    """The archives of mason are those that the release workflow builds."""
    content = text("integrations/packages/mason/package.yaml")
    same("source of mason", one(r"^  id: (.*)$", content, "id"), f"pkg:github/{repository}@v{version}")
    expanded = content.replace('{{ version | strip_prefix "v" }}', version)
    archives = re.findall(r"^      file: (.*)$", expanded, re.MULTILINE)
    same("archives of mason", sorted(archives), sorted(f"lsflint-{version}-{it}.tar.gz" for it in targets))
    for archive, program in zip(archives, re.findall(r"^      bin: (.*)$", expanded, re.MULTILINE)):
        name = "lsflint.exe" if "windows" in archive else "lsflint"
        same("program of mason", program, f"{archive.removesuffix('.tar.gz')}/{name}")


def melpa():
    """Each recipe takes files that exist, and each file of Emacs but the tests belongs to one recipe."""
    taken = []
    for path in sorted((HERE / "melpa").iterdir()):
        recipe = path.read_text()
        same(f"name of the recipe {path.name}", one(r"^\(([\w-]+) :fetcher github", recipe, "name"), path.name)
        for pattern in re.findall(r'"(editors/[^"]*)"', recipe):
            found = fnmatch.filter(tracked(), pattern)
            if not found:
                problems.append(f"recipe {path.name}: no file is {pattern}")
            taken += found
    files = [it for it in fnmatch.filter(tracked(), "editors/emacs/*.el") if "/test" not in it]
    same("files of the recipes", sorted(taken), sorted(files))


def zed(tag):
    """The folder of the extension has licenses; in a release, its grammars have a commit of this repository."""
    for name in ["LICENSE-MIT", "LICENSE-APACHE"]:
        same(f"editors/zed/{name}", text(f"editors/zed/{name}"), text(name))
    for name, grammar in tomllib.loads(text("editors/zed/extension.toml"))["grammars"].items():
        if tag and not re.fullmatch("[0-9a-f]{40}", grammar["rev"]):
            problems.append(f"the grammar {name} of editors/zed/extension.toml has no commit")


def lspconfig():
    """The rules of nvim-lspconfig that need only the file."""
    content = text("integrations/packages/nvim-lspconfig/lsp/lsflint.lua")
    lines = content.splitlines()
    same("first line of the entry of nvim-lspconfig", lines[0], "---@brief")
    same("lines that are too long", [it for it in lines if len(it) > 132], [])
    if not re.search(r"^---@type vim\.lsp\.Config\nreturn \{$", content, re.MULTILINE):
        problems.append("the entry of nvim-lspconfig has no type")
    for word in ["require", "nvim_create_user_command", "util.", "single_file_support"]:
        if word in re.sub(r"^---.*$", "", content, flags=re.MULTILINE):
            problems.append(f"the entry of nvim-lspconfig must not use {word}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tag")
    parser.add_argument("--repository")
    arguments = parser.parse_args()
    package = tomllib.loads(text("Cargo.toml"))["workspace"]["package"]
    version = package["version"]
    repository = package["repository"].removeprefix("https://github.com/")
    if arguments.tag:
        same("the version of Cargo.toml", f"v{version}", arguments.tag)
    if arguments.repository:
        same("the address of Cargo.toml (integrations/packages/address.sh changes it)", repository, arguments.repository)
    versions(version)
    count = addresses(repository)
    targets = re.findall(r"^          - target: (.*)$", text(".github/workflows/release.yml"), re.MULTILINE)
    mason(version, repository, targets)
    melpa()
    zed(arguments.tag)
    lspconfig()
    for problem in problems:
        print(f"error: {problem}")
    if not problems:
        print(f"version {version}, {len(targets)} targets, {count} addresses of {repository}")
    return 1 if problems else 0


sys.exit(main())

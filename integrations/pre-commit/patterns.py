"""Compares `files` of the hooks with lsflint: patterns.py REPOSITORY BINARY FOLDER.

Each name that might be one of a file of LSF is given to lsflint, with a text that says nothing, so that the name decides. The hook for
checking has to wake up for all names that it knows, the one for formatting leaves out names that may belong to others.
"""

import json
import pathlib
import re
import subprocess
import sys

import yaml

repository, binary, folder = sys.argv[1:]
hooks = {hook["id"]: hook for hook in yaml.safe_load(pathlib.Path(repository, ".pre-commit-hooks.yaml").read_text())}

stems = [
    line.strip().rstrip(" |").replace("\\", "").replace("[^/]+", "west")
    for line in hooks["lsflint-check"]["files"].splitlines()
    if re.match(r"\s+[\\.a-z]+\\?\.[a-z]|\s+hosts", line)
]
names = {stem + ending for stem in stems for ending in ["", ".in", ".erb", ".j2", ".tmpl", ".template", ".j2.in", ".md", "x"]}
names |= {"lsf.cluster.", "mylsb.queues", "queues", "lsb.nonsense", "hosts.txt", "Lsb.Queues", "lsf", "lsb", "README.md", "a.lsb.queues"}

known = set()
for name in sorted(names):
    place = pathlib.Path(folder, name.replace(".", "-") + str(len(name)))
    place.mkdir(parents=True)
    (place / name).write_text("Begin Nonsense\n")
    run = subprocess.run([binary, "check", "--no-config", "--output-format", "json", place / name], capture_output=True, check=False)
    if run.stdout and json.loads(run.stdout)["summary"]["files"]:
        known.add(name)

failed = False
for check, form in [("lsflint-check", "lsflint-fmt"), ("lsflint-check-system", "lsflint-fmt-system")]:
    for depth in ["", "conf/", "a/b.c/"]:
        woken = {name for name in names if re.search(hooks[check]["files"], depth + name)}
        formatted = {name for name in names if re.search(hooks[form]["files"], depth + name)}
        for label, wrong in [
            (f"{check}: does not run for", known - woken),
            (f"{check}: runs unnecessarily for", woken - known - {"a.lsb.queues"}),
            (f"{form}: formats files of other programs", formatted - known),
            (f"{form}: does not format", known - formatted - {name for name in known if name.startswith("hosts")}),
        ]:
            if wrong:
                failed = True
                print(label, depth, sorted(wrong))
for hook in ["lsflint-jobs", "lsflint-jobs-system"]:
    for name, wakes in [("jobs/run.sh", True), ("a.bsub", True), ("conf/lsb.queues", False), ("run.sh.md", False)]:
        if bool(re.search(hooks[hook]["files"], name)) != wakes:
            failed = True
            print(f"{hook}: {name}")
print(f"{len(known)} of {len(names)} names are names of LSF")
sys.exit(failed or len(known) < 100)

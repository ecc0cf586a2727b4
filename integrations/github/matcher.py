"""Compares the problem matcher with findings: matcher.py MATCHER.JSON FINDINGS.JSON CONCISE.TXT

The annotations made of the text must be the findings of the JSON document, all of them and nothing else.
"""

import json
import pathlib
import re
import sys

[matcher] = json.loads(pathlib.Path(sys.argv[1]).read_text())["problemMatcher"]
[pattern] = matcher["pattern"]
found = []
for line in pathlib.Path(sys.argv[3]).read_text().splitlines():
    match = re.match(pattern["regexp"], line, re.ASCII)
    if match:
        part = lambda name: match.group(pattern[name])
        found.append((part("file"), int(part("line")), int(part("column")), part("code"), part("severity"), part("message")))
wanted = []
for it in json.loads(pathlib.Path(sys.argv[2]).read_text())["diagnostics"]:
    start = it["range"]["start"]
    if it["severity"] in ("error", "warning"):
        wanted.append((it["file"], start["line"], start["column"], it["code"], it["severity"], it["message"]))
assert wanted and found == wanted, (found, wanted)
print(f"{len(found)} annotations")

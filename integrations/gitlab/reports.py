"""Reads the two reports as GitLab does: reports.py CODE-QUALITY.JSON JUNIT.XML

Code Quality needs a description, a check name, a fingerprint of its own for each finding, a severity out of five and a path with a line;
JUnit is read by a parser of XML.
"""

import json
import pathlib
import sys
import xml.etree.ElementTree as ElementTree

findings = json.loads(pathlib.Path(sys.argv[1]).read_text())
assert isinstance(findings, list)
for finding in findings:
    assert finding["description"] and finding["check_name"], finding
    assert finding["severity"] in ("info", "minor", "major", "critical", "blocker"), finding
    path = finding["location"]["path"]
    assert not path.startswith(("/", "./")) and pathlib.Path(path).suffix != ".html", path
    lines = finding["location"].get("lines") or finding["location"]["positions"]
    assert (lines["begin"] if isinstance(lines["begin"], int) else lines["begin"]["line"]) >= 1, finding
assert len({finding["fingerprint"] for finding in findings}) == len(findings), "two findings have one fingerprint"
suites = ElementTree.parse(sys.argv[2]).getroot()
assert suites.tag in ("testsuites", "testsuite"), suites.tag
failed = [case for case in suites.iter("testcase") if case.find("failure") is not None or case.find("error") is not None]
assert bool(failed) == any(finding["severity"] not in ("info",) for finding in findings), (len(failed), len(findings))
print(f"{len(findings)} findings, {len(failed)} failed tests")

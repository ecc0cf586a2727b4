"""Reads reports with programs for their formats, and compares them with the findings of the format `json`.

    consume.py SCHEMAS REPORTS NAME...
    consume.py --matched SARIF
"""

import json
import sys
from pathlib import Path

from diff_cover.violationsreporters.java_violations_reporter import CheckstyleXmlDriver
from diff_cover.git_path import GitPathTool
from junitparser import JUnitXml
from lxml import etree


def main(arguments):
    if arguments[0] == "--matched":
        return matched(Path(arguments[1]))
    schemas, reports = Path(arguments[0]), Path(arguments[1])
    for name in arguments[2:]:
        findings = json.loads((reports / f"{name}.json").read_text("utf-8"))
        findings = [it for it in findings["diagnostics"] if it["severity"] != "hint"]
        junit(schemas, reports / f"{name}.junit", findings)
        checkstyle(schemas, reports / f"{name}.checkstyle", findings)
        gitlab(reports / f"{name}.gitlab", findings)
        sarif(reports / f"{name}.sarif", findings)
        github(reports / f"{name}.github", findings)
        print(f"  {name}: {len(findings)} findings")
    expected = {"clean": 0, "one": 1, "thousands": 10_000}
    same("numbers of findings", {name: len(results(reports / f"{name}.sarif")) for name in expected}, expected)


def junit(schemas, report, findings):
    valid(schemas / "junit-10.xsd", report)
    tests = [test for suite in JUnitXml.fromfile(str(report)) for test in suite]
    failed = [test for test in tests if any(it._tag == "failure" for it in test.result)]
    wanted = [it for it in findings if it["severity"] in ("error", "warning")]
    same(f"{report.name}: failed tests", len(failed), len(wanted))
    for test, finding in zip(failed, wanted):
        start = f"{place(finding)}: {finding['code']} "
        same(f"{report.name}: place", test.result[0].text[: len(start)], start)
    assert tests, f"{report.name}: missing test"
    for suite in JUnitXml.fromfile(str(report)):
        counted = suite.tests, suite.failures, suite.errors
        suite.update_statistics()
        same(f"{report.name}: counts of {suite.name}", counted, (suite.tests, suite.failures, suite.errors))


def checkstyle(schemas, report, findings):
    valid(schemas / "checkstyle.xsd", report)
    GitPathTool._cwd, GitPathTool._root = ".", "."
    violations = CheckstyleXmlDriver().parse_reports([report.read_text("utf-8")])
    lines = sorted(it.line for found in violations.values() for it in found)
    same(f"{report.name}: lines", lines, sorted(it["range"]["start"]["line"] for it in findings))


def gitlab(report, findings):
    entries = json.loads(report.read_text("utf-8"))
    same(f"{report.name}: lines", [it["location"]["positions"]["begin"]["line"] for it in entries], lines_of(findings))
    same(f"{report.name}: fingerprints", len({it["fingerprint"] for it in entries}), len(findings))


def sarif(report, findings):
    found = results(report)
    regions = [it["locations"][0]["physicalLocation"]["region"] for it in found]
    same(f"{report.name}: lines", [it["startLine"] for it in regions], lines_of(findings))
    same(f"{report.name}: rules", [it["ruleId"] for it in found], [it["code"] for it in findings])


def github(report, findings):
    """The workflow commands as the runner reads them: one command for each finding, whatever its message contains."""
    commands = report.read_bytes().decode("utf-8").replace("\r", "\n").split("\n")[:-1]
    same(f"{report.name}: commands", len(commands), len(findings))
    assert all(it.startswith(("::error file=", "::warning file=", "::notice file=")) for it in commands), report.name


def matched(report):
    states = {it["baselineState"] for it in results(report)}
    assert states and states <= {"unchanged", "updated"}, f"{report.name}: {states}"


def results(report):
    """The results of the only run of a SARIF document."""
    return json.loads(report.read_text("utf-8"))["runs"][0]["results"]


def valid(schema, report):
    etree.XMLSchema(etree.parse(str(schema))).assertValid(etree.parse(str(report)))


def place(finding):
    start = finding["range"]["start"]
    return f"{finding['file']}:{start['line']}:{start['column']}"


def lines_of(findings):
    return [it["range"]["start"]["line"] for it in findings]


def same(what, found, expected):
    assert found == expected, f"{what}: got {found!r}, expected {expected!r}"[:2000]


main(sys.argv[1:])

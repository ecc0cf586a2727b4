#!/usr/bin/env bash
# Runs the script of the Jenkinsfile with `sh` and parses its reports. Does not test the Groovy code, which requires Jenkins.
# shellcheck source-path=SCRIPTDIR source=../functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../functions.sh"

need python3 python3 || { skip "everything: there is no Python"; exit 0; }
site="$work/site"
mkdir "$site" "$work/bin"
ln -s "$binary" "$work/bin/lsflint"
export PATH="$work/bin:$PATH"
# The text between the triple quotes.
awk "/'''/ { inside = !inside; next } inside" "$repository/integrations/jenkins/Jenkinsfile" >"$work/script.sh"
expect "the script" 0 "lsflint check" cat "$work/script.sh"
cat >"$work/reports.py" <<'PYTHON'
import sys
import xml.etree.ElementTree as ElementTree

checkstyle = ElementTree.parse("lsflint-checkstyle.xml").getroot()
assert checkstyle.tag == "checkstyle" and checkstyle.get("version")
errors = [error for file in checkstyle.findall("file") for error in file.findall("error")]
assert all(error.get("severity") in ("error", "warning", "info") for error in errors)
assert all(int(error.get("line")) > 0 and int(error.get("column")) > 0 and error.get("message") and error.get("source") for error in errors)
ElementTree.parse("lsflint-junit.xml")
print(f"{len(errors)} errors")
PYTHON
for state in "clean 0 0" "demo 1 $(findings demo/conf)"; do
    read -r cluster code count <<<"$state"
    rm -rf "$site/conf"
    cp -r "$repository/testdata/clusters/$cluster/conf" "$site/"
    expect "$cluster" "$code" "" env -C "$site" sh -xe "$work/script.sh"
    expect "$cluster: its reports" 0 "$count errors" env -C "$site" python3 "$work/reports.py"
done
rm -rf "$site/conf"
expect "no folder" 2 "conf" env -C "$site" sh -xe "$work/script.sh"

skip "Jenkinsfile: only the script in it is run; its Groovy needs a Jenkins"
exit "$((failures > 0))"

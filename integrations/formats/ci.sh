#!/usr/bin/env bash
# Tests reports with their schemas and with programs that read them.
# shellcheck source-path=SCRIPTDIR source=../functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../functions.sh"

here="$repository/integrations/formats"
schemas="$repository/testdata/schemas"
tools="$(tools)" || { skip "everything: the tools of integrations/requirements.txt cannot be installed"; exit 0; }
# Forges set these variables for their repository, which must not affect the reports.
unset GITHUB_WORKSPACE CI_PROJECT_DIR

# Writes all reports of a run: `reports NAME FOLDER ARGUMENT...`. Ignores the exit code for findings.
reports() {
    local name="$1" folder="$2" format
    shift 2
    local arguments=()
    for format in json sarif github gitlab junit checkstyle; do
        arguments+=(--report "$format=$work/$name.$format")
    done
    (cd "$folder" && "$binary" check --quiet --output-file "$work/$name.txt" --fail-on never "${arguments[@]}" "$@")
}

# A queue with duplicate parameters: `queue FILE TIMES`. All but the last are findings.
queue() {
    mkdir -p "$(dirname "$1")"
    {
        printf 'Begin Queue\nQUEUE_NAME = night\n'
        awk -v times="$2" 'BEGIN { for (i = 0; i < times; i++) print "NICE = " i % 20 }'
        printf 'DESCRIPTION = x\nEnd Queue\n'
    } >"$1"
}

clusters="$repository/testdata/clusters"
reports demo "$clusters/demo"
reports clean "$clusters/clean"
queue "$work/one/lsb.queues" 2
reports one "$work/one" --select P003
queue "$work/thousands/lsb.queues" 10001
reports thousands "$work/thousands" --select P003
# Invalid UTF-8, control characters, and characters that XML, URIs and workflow commands escape.
odd="$work/odd/50% <a> & 'b', \"c\": ]]>"
queue "$odd/lsb.queues" 2
printf 'Begin Queue\nQUEUE_NAME = gr\374n\nEnd <Qu\033[31m%%0A::error::&"]]>\001\n' >>"$odd/lsb.queues"
reports odd "$work/odd" --select F,P
names=(demo clean one thousands odd)

# Python: compares findings with the format `json`; reads JUnit and Checkstyle with their schemas and parsers.
expect "reports are read back: junitparser, diff-cover" 0 "" "$tools/python" "$here/consume.py" "$schemas" "$work" "${names[@]}"
grep '^  ' "$work/output" || true
for pair in gitlab=gitlab-code-quality sarif=sarif-2.1.0; do
    files=("${names[@]/#/$work/}")
    expect "${pair%=*} by its schema" 0 "" "$tools/check-jsonschema" --schemafile "$schemas/${pair#*=}.json" "${files[@]/%/.${pair%=*}}"
done

# The validator of Microsoft, with the rules of GitHub code scanning. There is no web page for the tool yet (SARIF2005).
multitool() {
    DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 timeout 300 "$cache/formats/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool" "$@"
}
validated() {
    multitool validate "$1" --rule-kind "Sarif;Ghas" --level "Error;Warning" >"$work/validation" 2>&1 || { cat "$work/validation"; return 1; }
    grep -q "Analysis completed successfully" "$work/validation" || { cat "$work/validation"; return 1; }
    ! grep -E '(error|warning) [A-Z]+[0-9]+:' "$work/validation" | grep -v ' SARIF2005:'
}
lock="$here/package-lock.json"
mkdir -p "$cache/formats"
if ! cmp -s "$lock" "$cache/formats/installed.json" && command -v npm >/dev/null; then
    cp "$here/package.json" "$lock" "$cache/formats/"
    if (cd "$cache/formats" && npm ci --loglevel=error) >"$cache/formats/npm.log" 2>&1; then
        cp "$lock" "$cache/formats/installed.json"
    fi
fi
multitool help >"$work/help" 2>&1 || true
if ! grep -q "SARIF Multitool" "$work/help"; then
    skip "the SARIF Multitool: it cannot be installed from npm, or does not run on this machine"
else
    for name in "${names[@]}"; do
        expect "$name: SARIF Multitool" 0 "" validated "$work/$name.sarif"
    done
    # Services identify findings by their fingerprints, which must not change when lines move or are formatted.
    cp -r "$clusters/demo" "$work/moved"
    changed="$work/moved/conf/lsbatch/demo/configdir/lsb.queues"
    { printf '# a new head\n\n'; sed -E 's/^ *([A-Z_]+) *= */\1 = /' "$changed"; } >"$work/changed"
    mv "$work/changed" "$changed"
    reports moved "$work/moved"
    expect "findings that moved are compared" 0 "" \
        multitool match-results-forward "$work/moved.sarif" --previous "$work/demo.sarif" --output-file-path "$work/matched.sarif"
    expect "findings that moved are the same" 0 "" "$tools/python" "$here/consume.py" --matched "$work/matched.sarif"
fi

[ "$failures" = 0 ]

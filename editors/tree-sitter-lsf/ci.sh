#!/usr/bin/env bash
# Tests the tree-sitter grammars: the parsers are up to date, the corpus, the queries, and the comparison with the
# parser of lsflint. `ci.sh --update` writes the expected captures of test/captures.
# shellcheck source-path=SCRIPTDIR source=../common/functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../common/functions.sh"
grammars="$repository/editors/tree-sitter-lsf"

# With the job server of cargo, the program would wait for a free job to compile with.
unset MAKEFLAGS CARGO_MAKEFLAGS
if ! need cc gcc libc6-dev || ! need node nodejs; then
    skip "tree-sitter: no C compiler or no Node.js, and they can only be installed as root with apt"
    exit 0
fi
if ! program="$(tree_sitter)"; then
    skip "tree-sitter: its command line can be installed neither with npm nor with cargo"
    exit 0
fi
work="$(mktemp -d -t lsflint-tree-sitter.XXXXXX)"
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME="$work/cache"
echo "{\"parser-directories\": [\"$repository/editors\"]}" >"$work/config.json"
echo "== $("$program" --version)"

failures=0
check() {
    local label="$1"
    shift
    if "$@" >"$work/output" 2>&1; then
        echo "ok      $label"
    else
        echo "FAILED  $label"
        cat "$work/output"
        failures=$((failures + 1))
    fi
}

generated() {
    cp -r "$grammars" "$work/tree-sitter-lsf"
    "$work/tree-sitter-lsf/generate.sh" "$program"
    diff -r "$grammars" "$work/tree-sitter-lsf"
}

compiled() {
    cc -std=c11 -Wall -Wextra -Werror -fsyntax-only -I "$grammars/lsf/src" "$grammars/lsf/src/scanner.c"
}

tests() {
    cd "$grammars" && "$program" test --config-path "$work/config.json"
}

# After random edits, the trees of the corpus equal those of a parser that starts anew.
edited() {
    local name="$1" folder="$2" option="$3"
    "$program" build --output "$work/$name.so" "$grammars/$folder"
    cd "$grammars" && "$program" fuzz --lib-path "$work/$name.so" --lang-name "$name" --iterations 200 --edits 5 "$option" '^Requirement:'
}

# Compares the captures of a query with the expected ones: `captures GRAMMAR QUERY FILE`.
captures() {
    local expected="$grammars/test/captures/$1-$2.txt"
    (cd "$grammars/test/captures" && "$program" query --config-path "$work/config.json" --captures "$grammars/$1/queries/$2.scm" "$3") >"$work/captures"
    if [ "$update" = yes ]; then cp "$work/captures" "$expected"; fi
    diff "$expected" "$work/captures"
}

# Every query is valid in the grammar that it belongs to, also those of other editors.
queries() {
    local folder query
    for folder in "$repository"/editors/*/queries/lsf "$repository"/editors/zed/languages/lsf; do
        for query in "$folder"/*.scm; do
            "$program" query --config-path "$work/config.json" --quiet "$query" "$grammars/test/captures/lsb.queues" || return 1
        done
    done
    for folder in "$repository"/editors/*/queries/lsf_requirement "$repository"/editors/zed/languages/lsf-requirement; do
        for query in "$folder"/*.scm; do
            "$program" query --config-path "$work/config.json" --quiet "$query" "$grammars/test/captures/requirement.lsfreq" || return 1
        done
    done
}

update=no
[ "${1:-}" != --update ] || update=yes
check "the parsers are those of grammar.js" generated
check "the scanner has no warnings" compiled
check "corpus and highlighting" tests
check "edits of files" edited lsf lsf --exclude
check "edits of requirements" edited lsf_requirement requirement --include
for query in folds indents locals injections; do
    check "captures of $query" captures lsf "$query" lsb.queues
done
for query in folds highlights; do
    check "captures of $query in requirements" captures requirement "$query" requirement.lsfreq
done
check "queries of all editors" queries
echo "== comparison with the parser"
(cd "$repository" && cargo xtask tree-sitter --program "$program") || failures=$((failures + 1))
exit "$((failures > 0))"

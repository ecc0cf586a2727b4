#!/usr/bin/env bash
# Builds the documentation. Fails on pages without navigation, broken links and anchors, invalid addresses, and resources that the site would
# load from other hosts. Does not access the network for addresses.
#
# Open target/docs/site/index.html to read it; no server is required. Each version has its own folder there, and the header lists them.
set -euo pipefail
cd "$(dirname "$0")/.."
target="${CARGO_TARGET_DIR:-target}"
folder="$target/docs"
tools="$target/docs-tools"

python=""
for candidate in python3 python; do
    if "$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
        python="$candidate"
        break
    fi
done
if [ -z "$python" ]; then
    echo "SKIPPED: docs: no Python 3.10 with venv"
    exit 0
fi

# Install once for each version of the list.
if ! cmp -s docs/requirements.txt "$tools/installed.txt"; then
    rm -rf "$tools"
    mkdir -p "$target"
    if ! { "$python" -m venv "$tools" && "$tools/bin/pip" install --quiet --requirement docs/requirements.txt; } >&2; then
        rm -rf "$tools"
        echo "SKIPPED: docs: the packages of docs/requirements.txt cannot be installed"
        exit 0
    fi
    cp docs/requirements.txt "$tools/installed.txt"
fi

# Other tests build xtask without the feature that generates the reference.
cargo test --quiet --package xtask --features measure docs:: >&2
# The playground is a part of the site, where it can be built.
playground=$(bash docs/playground/build.sh | tail -n 1)
case $playground in
SKIPPED:*)
    echo "$playground"
    cargo xtask docs --folder "$folder"
    ;;
*) cargo xtask docs --folder "$folder" --playground "$playground" ;;
esac
# Hide the announcement of the theme about its future.
NO_MKDOCS_2_WARNING=1 "$tools/bin/mkdocs" build --strict --quiet --clean --config-file "$folder/mkdocs.yml"

loaded=$(grep -rlE --include='*.html' '<(script|img|iframe|source)[^>]* src="?(https?:)?//|<link[^>]* (rel="?(stylesheet|icon|preconnect|preload)[^>]* href|href)="?(https?:)?//' "$folder/site" || true)
if [ -n "$loaded" ]; then
    echo "these pages load resources from other hosts:"
    echo "$loaded"
    exit 1
fi
# The folder of all versions leads to the latest.
versions=$(find "$folder/site" -mindepth 1 -maxdepth 1 -type d -name '[0-9]*' -printf '%f\n' | sort --version-sort --reverse)
latest=$(head -n 1 <<<"$versions")
{
    echo "window.lsflintVersions = ["
    sed 's/.*/  "&",/' <<<"$versions"
    echo "];"
} >"$folder/site/versions.js"
cat >"$folder/site/index.html" <<HTML
<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>lsflint</title><meta http-equiv="refresh" content="0; url=$latest/index.html"></head>
<body><a href="$latest/index.html">lsflint $latest</a></body>
</html>
HTML

# The search and the list of versions work in a browser that reads files.
if command -v chromium >/dev/null 2>&1; then
    page="file://$(realpath "$folder/site/$latest/index.html")?q=RUNLIMIT"
    timeout 120 chromium --headless --no-sandbox --disable-gpu --virtual-time-budget=20000 --dump-dom "$page" >"$folder/search.html" 2>/dev/null || true
    for wanted in md-search-result__link lsflint-versions; do
        if ! grep -q "$wanted" "$folder/search.html"; then
            echo "$page has no $wanted in chromium"
            exit 1
        fi
    done
else
    echo "SKIPPED: docs: the search from files, there is no chromium"
fi
binary="${LSFLINT_BINARY:-$target/debug/lsflint}"
if [ -x "$binary" ]; then
    "$python" docs/pictures.py "$binary" --check
fi
echo "ok      $(find "$folder/site" -name '*.html' | wc -l) pages in $folder/site"

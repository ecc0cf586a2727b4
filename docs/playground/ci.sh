#!/usr/bin/env bash
# Tests the playground: style, types, and its pages in Chromium, or in the browsers that PLAYGROUND_BROWSERS lists:
# PLAYGROUND_BROWSERS=chromium,firefox
#
# Installs missing browsers if possible (apt as root). Otherwise skips tests, and prints a line that begins with `SKIPPED:`.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
target="${CARGO_TARGET_DIR:-$root/target}"

built=$(bash build.sh | tail -n 1)
if [[ $built == SKIPPED:* ]]; then
    echo "$built"
    exit 0
fi
npm run --silent lint
# The same pages with a way to make the engine hang.
node build.mjs --module "$target/wasm" --out "$built-faults" --faults

# The first of these programs that is installed, else the Debian package is.
browser() {
    local package=$1 name
    for name in "$@"; do
        command -v "$name" >/dev/null && return
    done
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        { apt-get update -qq && apt-get install -y -qq --no-install-recommends "$package"; } >&2 || true
    fi
    command -v "$package" >/dev/null
}
wanted=${PLAYGROUND_BROWSERS:-chromium}
browsers=
if [[ $wanted == *chromium* ]]; then
    browser chromium chromium-browser google-chrome && browsers=chromium || echo "SKIPPED: docs/playground: the tests in Chromium: it is not installed"
fi
if [[ $wanted == *firefox* ]]; then
    browser firefox-esr firefox && browsers=$browsers,firefox || echo "SKIPPED: docs/playground: the tests in Firefox: it is not installed"
fi
command -v tar >/dev/null || { echo "SKIPPED: docs/playground: the tests in browsers: there is no tar"; browsers=; }
[ -n "$browsers" ] || exit 0
PLAYGROUND=$built PLAYGROUND_BROWSERS=$browsers timeout 2400 node --test --test-concurrency=2 --test-reporter=spec tests/*.test.mjs

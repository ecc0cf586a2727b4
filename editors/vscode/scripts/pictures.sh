#!/usr/bin/env bash
# Makes the pictures of README.md and of the guides from those that the test in a workbench takes (`ci.sh`), with 64
# colors. Requires pngquant.
set -euo pipefail
cd "$(dirname "$0")/../../.."
for name in quick-fix hover plan dark; do
    pngquant --force --skip-if-larger --output "editors/vscode/images/$name.png" 64 "target/vscode/$name.png"
done
cp editors/vscode/images/plan.png docs/assets/plan-vscode.png

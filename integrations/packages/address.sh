#!/usr/bin/env bash
# Writes the address of the repository into all packages: `address.sh ACCOUNT/NAME`. Until then, OWNER/lsflint stands for it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
if [[ ! "${1:-}" =~ ^[A-Za-z0-9-]+/[A-Za-z0-9._-]+$ ]]; then
    echo "usage: $0 ACCOUNT/NAME" >&2
    exit 2
fi
old="$(sed -n 's|^repository = "https://github.com/\(.*\)"$|\1|p' Cargo.toml)"
git grep --files-with-matches --fixed-strings "$old" -- ":!integrations/packages/address.sh" | while read -r file; do
    sed -i "s|${old//./\\.}|$1|g" "$file"
done
python3 integrations/packages/check.py --repository "$1"

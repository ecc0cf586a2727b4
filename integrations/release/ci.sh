#!/usr/bin/env bash
# Tests the files of a release (`cargo xtask dist`), and `cargo install`.
# shellcheck source-path=SCRIPTDIR source=../functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../functions.sh"

cd "$repository"
host="$(rustc --version --verbose | sed -n 's/^host: //p')"
version="$("$binary" --version)"
name="lsflint-${version#lsflint }"
export CARGO_TARGET_DIR="$target"

# Packs the existing program, because a release build takes minutes.
# shellcheck disable=SC2317 # called by name
dist() {
    cargo xtask dist "$@"
}
expect "an archive" 0 "checked: $name-$host.tar.gz" dist --target "$host" --binary "$binary" --out "$work/one" --check
sleep 1
expect "another one" 0 "checked:" dist --target "$host" --binary "$binary" --out "$work/two" --check
expect "the two are the same" 0 "" diff -r "$work/one" "$work/two"
# shellcheck disable=SC2016 # for the inner shell
expect "other dates make other archives" 1 "differ" env SOURCE_DATE_EPOCH=1000000000 bash -c '
    cargo xtask dist --target "$1" --binary "$2" --out "$3/three" >&2 && diff -r "$3/one" "$3/three"' - "$host" "$binary" "$work"
expect "checksums" 0 "$name-$host.tar.gz: OK" env -C "$work/one" sha256sum --check SHA256SUMS
tar --extract --gzip --file "$work/one/$name-$host.tar.gz" --directory "$work"
unpacked="$work/$name-$host"
expect "completions of bash" 0 "" bash -n "$unpacked/completions/lsflint.bash"
# shellcheck disable=SC2016 # for the inner shell
expect "they complete" 0 "explain" bash -c 'source "$1"; COMP_WORDS=(lsflint exp); COMP_CWORD=1; _lsflint lsflint exp lsflint; echo "${COMPREPLY[@]}"' \
    - "$unpacked/completions/lsflint.bash"
for shell in zsh fish; do
    file="$unpacked/completions/_lsflint"
    [ "$shell" = zsh ] || file="$unpacked/completions/lsflint.fish"
    if need "$shell" "$shell"; then
        expect "completions of $shell" 0 "" "$shell" -n "$file"
    else
        skip "completions of $shell: it is not installed"
    fi
done
if need groff groff-base; then
    expect "the manual page" 0 "Format files and directories" groff -man -ww -Tutf8 "$unpacked/man/lsflint.1"
else
    skip "the manual page: there is no groff"
fi
expect "licenses" 0 "Permission is hereby granted" cat "$unpacked/THIRD-PARTY-LICENSES.txt"
if tools="$(tools)"; then
    cat >"$work/materials.py" <<'PYTHON'
import pathlib, sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

text = pathlib.Path(sys.argv[1]).read_text()
error = JsonStrictValidator(SchemaVersion.V1_5).validate_str(text)
assert error is None, error
print("valid")
PYTHON
    expect "the bill of materials by its schema" 0 "valid" "$tools/python" "$work/materials.py" "$unpacked/lsflint.cdx.json"
else
    skip "the bill of materials: the tools of integrations/requirements.txt cannot be installed"
fi

expect "cargo install" 0 "Installed package" cargo install --path crates/lsflint --locked --debug --root "$work/installed"
expect "the installed program" 0 "$version" "$work/installed/bin/lsflint" --version
cargo package --package lsflint --list --allow-dirty >"$work/list" 2>"$work/list.log" || cat "$work/list.log"
expect "the files of the package" 0 "src/main.rs" cat "$work/list"
expect "no other files" 1 "" grep -vE '^(\.cargo_vcs_info\.json|Cargo\.(lock|toml|toml\.orig)|(src|tests)/.*|README\.md)$' "$work/list"

# The static program, in its own folder, without optimization, which would take minutes.
static="$(uname -m)-unknown-linux-musl"
if ! command -v rustup >/dev/null || ! rustup target add "$static" >/dev/null 2>&1; then
    skip "the static program: the target $static cannot be added"
elif [ -z "${tools:-}" ]; then
    skip "the static program: there is no C compiler for $static"
else
    export PATH="$tools:$PATH" CARGO_TARGET_DIR="$cache/static" CARGO_INCREMENTAL=0
    export CARGO_PROFILE_DIST_LTO=off CARGO_PROFILE_DIST_CODEGEN_UNITS=16 CARGO_PROFILE_DIST_OPT_LEVEL=0
    expect "a static archive and wheel" 0 "$name-$static.tar.gz, static" dist --target "$static" --out "$work/static" --wheel --check
    expect "the wheel is for all Linux systems with glibc" 0 "manylinux" ls "$work/static"
    built="$CARGO_TARGET_DIR/$static/dist/lsflint"
    if [ "$(id -u)" = 0 ]; then
        # As in the image: an empty folder, without rights.
        mkdir "$work/image"
        cp "$built" "$work/image/lsflint"
        cp -r "$repository/testdata/clusters/demo" "$work/image/demo"
        chmod a+rx "$work"
        chmod -R a+rX "$work/image"
        expect "static, in an empty folder, without rights" 1 "R004" \
            env -i "$(command -v chroot)" --userspec=65532:65532 "$work/image" /lsflint check demo
    else
        skip "the program in an empty folder: no right to change the root"
    fi
fi
exit "$((failures > 0))"

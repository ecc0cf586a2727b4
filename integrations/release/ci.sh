#!/usr/bin/env bash
# Tests the files of a release (`cargo xtask dist`): builds them, checks them with the programs of their formats, installs
# each of them without Rust, and runs the page on the first hour with them. Also tests `cargo install`.
# shellcheck source-path=SCRIPTDIR source=../functions.sh
source "$(dirname "${BASH_SOURCE[0]}")/../functions.sh"

cd "$repository"
here="$repository/integrations/release"
version="$("$binary" --version)"
version="${version#lsflint }"
demo="$repository/testdata/clusters/demo"
export CARGO_TARGET_DIR="$target"
plain_path="$PATH"

# The packagers of tools.txt, compiled once for each version; optimised only where they compress.
packagers() {
    local folder="$cache/packagers" crate options=()
    if ! cmp -s "$here/tools.txt" "$folder/installed.txt"; then
        rm -rf "$folder"
        for crate in flate2 zopfli miniz_oxide crc32fast adler2 lzma-sys liblzma-sys sha2 md-5; do
            options+=(--config "profile.dev.package.$crate.opt-level=3")
        done
        while IFS= read -r crate; do
            timeout 900 cargo install --quiet --debug --locked "${options[@]}" --root "$folder" --target-dir "$cache/packagers-build" "$crate" \
                >"$cache/packagers.log" 2>&1 </dev/null || return 1
        done <"$here/tools.txt"
        rm -rf "$cache/packagers-build"
        cp "$here/tools.txt" "$folder/installed.txt"
    fi
    echo "$folder/bin"
}

# shellcheck disable=SC2317 # called by name
dist() {
    cargo xtask dist "$@"
}

# The oldest glibc that has all symbols of a program, as readelf prints them.
# shellcheck disable=SC2317 # called by name
glibc() {
    readelf --version-info --wide "$1" | grep -o 'GLIBC_[0-9.]*' | sort --unique --version-sort | tail -n 1
}

# Debian 11 with pip in a folder, created once. Prints the folder.
old_debian() {
    local folder="$cache/debian-bullseye"
    if [ ! -d "$folder" ]; then
        need mmdebstrap mmdebstrap || return 1
        rm -rf "$folder.part"
        timeout 200 mmdebstrap --variant=apt --aptopt='Acquire::Check-Valid-Until "false"' --include=python3-pip bullseye "$folder.part" \
            >"$cache/debian-bullseye.log" 2>&1 </dev/null || return 1
        mv "$folder.part" "$folder"
    fi
    echo "$folder"
}

if tools="$(tools)"; then
    PATH="$tools:$PATH"
else
    skip "wheels, and what else requires the tools of integrations/requirements.txt: they cannot be installed"
fi
if packagers="$(packagers)"; then
    PATH="$packagers:$PATH"
    kinds="archive,deb,rpm"
else
    skip "packages for Debian and RPM: cargo-deb and cargo-generate-rpm cannot be installed, see $cache/packagers.log"
    kinds="archive"
fi

# Static program and wheel, without optimization, which would take minutes.
static="$(uname -m)-unknown-linux-musl"
program=
out="$work/dist"
if ! command -v rustup >/dev/null || ! rustup target add "$static" >/dev/null 2>&1; then
    skip "the static program: the target $static cannot be added"
elif [ -z "$tools" ]; then
    skip "the static program: there is no C compiler for $static"
else
    # Some packages name a toolchain of their own, which rustup would use in their folders.
    RUSTUP_TOOLCHAIN="${RUSTUP_TOOLCHAIN:-$(rustup show active-toolchain | cut -d' ' -f1)}"
    export RUSTUP_TOOLCHAIN
    # In its own folder, for other suites build with other flags.
    export CARGO_TARGET_DIR="$cache/static" CARGO_INCREMENTAL=0
    export CARGO_PROFILE_DIST_LTO=off CARGO_PROFILE_DIST_CODEGEN_UNITS=16 CARGO_PROFILE_DIST_OPT_LEVEL=0
    # xtask itself is built already.
    xtask="$target/debug/xtask"
    [ -x "$xtask" ] || CARGO_TARGET_DIR="$target" cargo build --quiet --package xtask
    # shellcheck disable=SC2317 # called by name
    dist() {
        "$xtask" dist "$@"
    }
    expect "a static program and a wheel for glibc 2.17" 0 "program for $static: static" dist --target "$static" --only "$kinds,wheel" --out "$out" --check
    [ "$failures" = 0 ] || exit 1
    cat "$work/output"
    program="$CARGO_TARGET_DIR/$static/dist/lsflint"
    name="lsflint-$version-$static"
fi
if [ -z "$program" ]; then
    # The program of this machine instead, which is not built again.
    program="$work/lsflint"
    cp "$binary" "$program"
    strip "$program" 2>/dev/null || true
    host="$(rustc --version --verbose | sed -n 's/^host: //p')"
    name="lsflint-$version-$host"
    expect "an archive" 0 "checked: $name.tar.gz" dist --target "$host" --only "$kinds" --binary "$program" --out "$out" --check
fi
triple="${name#"lsflint-$version-"}"
deb="$(find "$out" -name '*.deb')"
rpm="$(find "$out" -name '*.rpm')"
wheel="$(find "$out" -name '*.whl')"
expect "checksums" 0 "$name.tar.gz: OK" env -C "$out" sha256sum --check --strict SHA256SUMS

# The same program, packed again later.
dist --target "$triple" --only "$kinds" --binary "$program" --out "$work/again" >"$work/again.log" 2>&1 || cat "$work/again.log"
for file in "$work"/again/lsflint*; do
    case $file in *.intoto.json) continue ;; esac
    expect "packed again: ${file##*/}" 0 "" cmp "$file" "$out/${file##*/}"
done
expect "a missing tool is an error" 2 "cannot make the wheel" dist --target "$triple" --only wheel --binary "$program" --out "$work/none"
# shellcheck disable=SC2317 # called by name
folders() {
    local places="$HOME|$repository|$target|${CARGO_HOME:-$HOME/.cargo}"
    ! grep --text --only-matching --extended-regexp ".{0,20}($places).{0,60}" "$1"
}
expect "no folder of this machine is in the program" 0 "" folders "$program"

# The archive.
tar --extract --gzip --file "$out/$name.tar.gz" --directory "$work"
unpacked="$work/$name"
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
    for page in "$unpacked"/man/man1/*.1; do
        expect "the manual page ${page##*/}" 0 "" groff -man -ww -Tutf8 "$page"
    done
else
    skip "the manual pages: there is no groff"
fi
expect "licenses" 0 "Permission is hereby granted" cat "$unpacked/THIRD-PARTY-LICENSES.txt"
if [ -n "$tools" ]; then
    cat >"$work/materials.py" <<'PYTHON'
import hashlib, json, pathlib, sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from google.protobuf import json_format
from in_toto_attestation.v1 import statement_pb2
from in_toto_attestation.v1.statement import Statement

out, name = pathlib.Path(sys.argv[1]), sys.argv[2]
error = JsonStrictValidator(SchemaVersion.V1_5).validate_str((out / f"{name}.cdx.json").read_text())
assert error is None, error
text = (out / f"{name}.intoto.json").read_text()
statement = Statement.copy_from_pb(json_format.Parse(text, statement_pb2.Statement()))
statement.validate()
subjects = {it["name"]: it["digest"]["sha256"] for it in json.loads(text)["subject"]}
for file in out.glob("lsflint*"):
    if not file.name.endswith(".intoto.json"):
        assert subjects.pop(file.name) == hashlib.sha256(file.read_bytes()).hexdigest(), file
assert not subjects, subjects
print("valid")
PYTHON
    expect "bill of materials and provenance by their schemas" 0 "valid" "$tools/python" "$work/materials.py" "$out" "$name"
fi
if need gpg gnupg; then
    mkdir -m 700 "$work/gnupg"
    export GNUPGHOME="$work/gnupg"
    gpg --batch --quiet --passphrase "" --quick-generate-key "release <release@example.com>" ed25519 sign never >"$work/gpg.log" 2>&1
    LSFLINT_SIGNING_KEY=release@example.com dist --target "$triple" --only archive --binary "$program" --out "$work/signed" >"$work/signed.log" 2>&1 || cat "$work/signed.log"
    expect "checksums are signed if there is a key" 0 "Good signature" gpg --verify "$work/signed/SHA256SUMS.asc" "$work/signed/SHA256SUMS"
    gpgconf --kill all 2>/dev/null || true
    unset GNUPGHOME
else
    skip "the signature: there is no gpg"
fi

# Runs an installed program without environment, in a root folder: `in_root ROOT PATH ARGUMENT...`.
in_root() {
    local root="$1"
    shift
    cp -r "$demo" "$root/demo"
    env -i "$(command -v chroot)" --userspec=65532:65532 "$root" "$@"
}

# Root is required to install packages and to change the root.
is_root=
if [ "$(id -u)" = 0 ]; then
    is_root=1
    chmod a+rx "$work"
else
    skip "packages in root folders: no right to change the root"
fi
if [ -n "$is_root" ] && [ "$triple" = "$static" ]; then
    # As in the image: a folder without anything else.
    mkdir "$work/image"
    cp "$unpacked/lsflint" "$work/image/lsflint"
    expect "the archive in an empty folder, without rights" 1 "R004" in_root "$work/image" /lsflint check demo
fi
if [ -n "$deb" ]; then
    # The reasons for what lintian may report are about a static program.
    if [ "$triple" = "$static" ] && need lintian lintian; then
        expect "the package for Debian by lintian" 0 "" lintian --allow-root --fail-on error,warning --tag-display-limit 0 "$deb"
    else
        skip "lintian: it is not installed, or the program is not static"
    fi
    if [ -n "$is_root" ] && [ "$triple" = "$static" ] && command -v dpkg >/dev/null; then
        root="$work/debian"
        mkdir -p "$root/var/lib/dpkg"/{info,updates}
        touch "$root/var/lib/dpkg/status"
        expect "dpkg installs it" 0 "Setting up lsflint" dpkg --root="$root" --install "$deb"
        expect "the program of dpkg" 1 "R004" in_root "$root" /usr/bin/lsflint check demo
        expect "its completions" 0 "lsflint" cat "$root/usr/share/bash-completion/completions/lsflint"
        expect "its manual page" 0 "lsflint" gzip --stdout --decompress "$root/usr/share/man/man1/lsflint-check.1.gz"
        expect "its licenses" 0 "Permission is hereby granted" cat "$root/usr/share/doc/lsflint/copyright"
        expect "dpkg removes it" 0 "Removing lsflint" dpkg --root="$root" --purge lsflint
        expect "nothing remains" 1 "" test -e "$root/usr/bin/lsflint"
    else
        skip "dpkg: it is not installed, or has no right to change the root"
    fi
fi
if [ -n "$rpm" ]; then
    # rpmlint runs rpm.
    if need rpm rpm && need rpmlint rpmlint; then
        expect "the package for RPM by rpmlint" 0 "0 errors, 0 warnings" rpmlint --config "$here/rpmlint.toml" "$rpm"
    else
        skip "rpmlint: it or rpm is not installed"
    fi
    if [ -n "$is_root" ] && [ "$triple" = "$static" ] && need rpm rpm; then
        root="$work/rpm"
        mkdir "$root"
        rpm --root "$root" --dbpath /var/lib/rpm --initdb
        expect "rpm requires nothing but itself" 1 "" bash -c 'rpm --query --package --requires "$1" | grep -v "^rpmlib("' - "$rpm"
        expect "rpm installs it" 0 "" rpm --root "$root" --dbpath /var/lib/rpm --install "$rpm"
        expect "the program of rpm" 1 "R004" in_root "$root" /usr/bin/lsflint check demo
        expect "rpm finds no change" 0 "" rpm --root "$root" --dbpath /var/lib/rpm --verify lsflint
        expect "its license files" 0 "LICENSE-MIT" ls "$root/usr/share/licenses/lsflint"
        expect "rpm removes it" 0 "" rpm --root "$root" --dbpath /var/lib/rpm --erase lsflint
    else
        skip "rpm: it is not installed, or has no right to change the root"
    fi
fi

# The wheel.
if [ -n "$wheel" ]; then
    expect "the wheel is for glibc 2.17 and newer" 0 "manylinux2014_$(uname -m).manylinux_2_17_$(uname -m).whl" echo "$wheel"
    expect "the wheel as PyPI checks it" 0 "PASSED" "$tools/twine" check --strict "$wheel"
    mkdir "$work/wheel"
    "$tools/python" -m zipfile --extract "$wheel" "$work/wheel"
    inside="$(find "$work/wheel" -name lsflint -type f)"
    chmod +x "$inside"
    if command -v readelf >/dev/null; then
        expect "readelf finds no newer symbol in it" 0 "GLIBC_2." glibc "$inside"
        oldest="$(cat "$work/output")"
        expect "$oldest is at most GLIBC_2.17" 0 "GLIBC_2.17" bash -c 'printf "%s\n" "$1" GLIBC_2.17 | sort --version-sort | tail -n 1' - "$oldest"
    fi
    expect "no folder of this machine is in it" 0 "" folders "$inside"
    expect "uvx" 1 "R004" env PATH="$plain_path" UV_CACHE_DIR="$work/uv" UV_OFFLINE=1 UV_NO_CONFIG=1 "$tools/uvx" --from "$wheel" lsflint check "$demo"
    # pip of an old system, with the glibc of Debian 11.
    if [ -n "$is_root" ] && old="$(old_debian)"; then
        rm -rf "$old/srv/lsflint" "$old/demo"
        mkdir "$old/srv/lsflint"
        cp "$wheel" "$old/srv/lsflint/"
        expect "pip of Debian 11 (glibc 2.31)" 0 "Successfully installed lsflint" \
            chroot "$old" pip3 install --no-index --no-cache-dir --target /srv/lsflint/site "/srv/lsflint/${wheel##*/}"
        expect "the program of the wheel in Debian 11" 1 "R004" in_root "$old" /srv/lsflint/site/bin/lsflint check demo
        rm -rf "$old/srv/lsflint" "$old/demo"
    else
        skip "the wheel in Debian 11: it needs root, mmdebstrap and a mirror"
    fi
fi

# The page on the first hour: the test of all pages runs it if LSFLINT_RELEASE is the folder of a release.
pages="$(find "$target/debug/deps" -maxdepth 1 -name 'docs-*' -type f -executable -printf '%T@ %p\n' 2>/dev/null | sort --numeric-sort | tail -n 1 | cut -d' ' -f2)"
if [ ! -x "$pages" ]; then
    skip "the first hour: the tests are not built, run \`cargo test --package lsflint --test docs\` first"
elif [ "$triple" != x86_64-unknown-linux-musl ] || [ -z "$wheel" ] || ! need nvim neovim; then
    skip "the first hour: it requires a static program for x86_64, a wheel and Neovim"
else
    expect "the first hour of a user" 0 "1 passed" env LSFLINT_RELEASE="$out" PATH="$plain_path:$tools" "$pages" the_first_hour
fi

expect "cargo install" 0 "Installed package" env CARGO_TARGET_DIR="$target" cargo install --path crates/lsflint --locked --debug --root "$work/installed"
expect "the installed program" 0 "lsflint $version" "$work/installed/bin/lsflint" --version
cargo package --package lsflint --list --allow-dirty >"$work/list" 2>"$work/list.log" || cat "$work/list.log"
expect "the files of the package" 0 "src/main.rs" cat "$work/list"
expect "no other files" 1 "" grep -vE '^(\.cargo_vcs_info\.json|Cargo\.(lock|toml|toml\.orig)|(src|tests)/.*|README\.md)$' "$work/list"
exit "$((failures > 0))"

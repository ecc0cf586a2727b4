//! `cargo xtask dist`: builds the files of a release in `target/dist`.
//!
//! For each target: an archive (program, completions, manual pages, the plugin for Neovim and Vim, licenses, bill of
//! materials), packages for Debian and for RPM, the wheel, the extension for VS Code, a bill of materials and a
//! statement of provenance; and checksums of all. The files are reproducible: entries are sorted, owners and modes are
//! fixed, all dates are SOURCE_DATE_EPOCH or the date of the last commit, and no folder of this machine is in them.
#![allow(clippy::print_stdout, reason = "progress and results are the product")]

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, bail, ensure};
use sha2::{Digest, Sha256};

use crate::process::run as run_command;

mod archive;
mod contents;
mod inspect;
mod kinds;
mod licenses;
mod materials;
mod provenance;
mod smoke;
mod system;
mod target;

use contents::Contents;
use inspect::Limit;
use kinds::Kind;
pub(crate) use licenses::{Package, can_be_met, packages, texts_of};
use target::Target;

/// Arguments of `cargo xtask dist`.
#[derive(clap::Args)]
pub struct DistArguments {
    /// A target, or several [default: the static target of this machine if its toolchain is installed, otherwise the
    /// target of this machine].
    #[arg(long, value_delimiter = ',')]
    target: Vec<String>,
    /// Make only these files, and fail if a tool is missing [default: all files whose tools are installed].
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KIND")]
    only: Vec<Kind>,
    /// Pack this program instead of building one.
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
    /// The output folder.
    #[arg(long, default_value = "target/dist", value_name = "FOLDER")]
    out: PathBuf,
    /// Unpack the archive and run the program on the demo cluster with an empty environment.
    #[arg(long)]
    check: bool,
}

/// Builds the release.
pub fn run(root: &Path, arguments: &DistArguments) -> anyhow::Result<ExitCode> {
    let targets = Target::choose(root, &arguments.target)?;
    ensure!(arguments.binary.is_none() || targets.len() == 1, "`--binary` is a program for one target");
    let out = root.join(&arguments.out);
    fs::create_dir_all(&out).with_context(|| format!("cannot create {}", out.display()))?;
    let mut made = Vec::new();
    for target in &targets {
        made.extend(one(root, &out, target, arguments)?);
    }
    made.sort();
    write_checksums(&out, &made)?;
    for path in &made {
        println!("{} ({} KiB)", path.display(), path.metadata()?.len() >> 10);
    }
    provenance::sign(&out.join("SHA256SUMS"))?;
    Ok(ExitCode::SUCCESS)
}

/// Makes the files of one target and returns their paths.
fn one(root: &Path, out: &Path, target: &Target, arguments: &DistArguments) -> anyhow::Result<Vec<PathBuf>> {
    let kinds = kinds::chosen(root, target, &arguments.only, arguments.binary.is_some())?;
    let (version, date) = (version(root)?, date(root)?);
    let mut made = Vec::new();
    let mut archive = None;
    if kinds.contains(&Kind::Wheel) {
        made.push(wheel(root, out, target, date)?);
    }
    let rest: Vec<Kind> = kinds.iter().copied().filter(|it| *it != Kind::Wheel).collect();
    if !rest.is_empty() {
        let binary = match &arguments.binary {
            Some(given) => given.clone(),
            None => target.build(root)?,
        };
        let limit = if target.is_static() { Limit::Nothing } else { Limit::None };
        inspect::report(&target.triple, &binary, limit)?;
        let contents = Contents::of(root, target, &binary, &version, date)?;
        for kind in rest {
            made.push(match kind {
                Kind::Archive => archive.insert(contents.archive(out)?).clone(),
                Kind::Deb => system::deb(root, out, &contents)?,
                Kind::Rpm => system::rpm(root, out, &contents)?,
                Kind::Vsix => extension(root, out, target, &binary, &contents)?,
                Kind::Wheel => continue,
            });
        }
    }
    let path = out.join(format!("lsflint-{version}-{}.cdx.json", target.triple));
    let packages = packages(root, &target.triple)?;
    fs::write(&path, materials::document(&packages, &version, &target.triple, date)?)?;
    made.push(path);
    made.push(provenance::write(root, out, target, &version, date, &made)?);
    if arguments.check
        && let Some(archive) = &archive
    {
        smoke::run(out, archive, target)?;
    }
    Ok(made)
}

/// Builds the wheel: on Linux for glibc 2.17 and newer (manylinux2014), with Zig as the linker.
fn wheel(root: &Path, out: &Path, target: &Target, date: u64) -> anyhow::Result<PathBuf> {
    let triple = target.wheel_triple();
    let wheels = out.join("wheel");
    let _ = fs::remove_dir_all(&wheels);
    let mut command = Command::new("maturin");
    command.args(["build", "--quiet", "--profile", "dist", "--locked", "--target", &triple, "--out"]).arg(&wheels);
    if target.is_linux() {
        command.args(["--zig", "--compatibility", "manylinux2014"]);
    }
    target::prepare(root, &mut command)?;
    run_command(command.env("SOURCE_DATE_EPOCH", date.to_string()))?;
    let wheel = fs::read_dir(&wheels)?.next().context("maturin built no wheel")??.path();
    let path = out.join(wheel.file_name().context("a wheel has a name")?);
    fs::rename(&wheel, &path)?;
    fs::remove_dir(&wheels)?;
    let program = target::folder(root).join(&triple).join("dist").join(target.program());
    inspect::report(&triple, &program, Limit::Oldest)?;
    Ok(path)
}

/// Builds the extension for VS Code, which contains the program.
fn extension(
    root: &Path,
    out: &Path,
    target: &Target,
    binary: &Path,
    contents: &Contents<'_>,
) -> anyhow::Result<PathBuf> {
    let Some(platform) = target.vscode() else {
        bail!("VS Code does not support the target {}", target.triple);
    };
    let licenses = out.join("THIRD-PARTY-LICENSES.txt");
    fs::write(&licenses, &contents.licenses)?;
    let mut command = Command::new("node");
    command.arg("editors/vscode/scripts/package.mjs").args(["--target", platform, "--server"]);
    command.arg(binary).arg("--licenses").arg(&licenses).arg("--out").arg(out).current_dir(root);
    run_command(command.env("SOURCE_DATE_EPOCH", contents.date.to_string()).stdout(std::process::Stdio::null()))?;
    fs::remove_file(licenses)?;
    let begin = format!("lsflint-{platform}-");
    let found = fs::read_dir(out)?.filter_map(Result::ok).map(|it| it.path()).find(|path| {
        path.extension().is_some_and(|it| it == "vsix")
            && path.file_name().is_some_and(|it| it.to_string_lossy().starts_with(&begin))
    });
    found.context("no extension was built")
}

/// Writes `HASH  NAME` lines for `sha256sum --check`.
fn write_checksums(out: &Path, paths: &[PathBuf]) -> anyhow::Result<()> {
    let mut text = String::new();
    for path in paths {
        let name = path.file_name().map(OsString::from).unwrap_or_default();
        text += &format!("{}  {}\n", checksum(path)?, name.to_string_lossy());
    }
    fs::write(out.join("SHA256SUMS"), text).context("cannot write SHA256SUMS")
}

/// The SHA-256 of a file.
fn checksum(path: &Path) -> anyhow::Result<String> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(hexadecimal(&Sha256::digest(bytes)))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The version of the workspace.
fn version(root: &Path) -> anyhow::Result<String> {
    let version = workspace(root)?.get("version").and_then(toml::Value::as_str).map(str::to_owned);
    version.context("the workspace has no version")
}

/// What all packages of the workspace have in common: version, license, address.
fn workspace(root: &Path) -> anyhow::Result<toml::Table> {
    let mut manifest: toml::Table = fs::read_to_string(root.join("Cargo.toml"))?.parse()?;
    let package = manifest.get_mut("workspace").and_then(|it| it.get_mut("package")).and_then(|it| it.as_table_mut());
    Ok(std::mem::take(package.context("the workspace describes no package")?))
}

/// SOURCE_DATE_EPOCH, or the date of the last commit, or the earliest date of an archive.
fn date(root: &Path) -> anyhow::Result<u64> {
    if let Ok(given) = std::env::var("SOURCE_DATE_EPOCH") {
        return given.trim().parse().with_context(|| format!("SOURCE_DATE_EPOCH must be a number: {given}"));
    }
    // 1980-01-01
    Ok(git(root, &["log", "-1", "--format=%ct"]).and_then(|it| it.parse().ok()).unwrap_or(315_532_800))
}

/// The commit for `--version`; empty outside of a repository.
fn commit(root: &Path) -> String {
    git(root, &["rev-parse", "HEAD"]).unwrap_or_default()
}

/// The output of git; `None` outside of a repository.
fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).current_dir(root).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_sha256sum() {
        let folder = std::env::temp_dir().join(format!("lsflint-dist-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("the folder can be made");
        let file = folder.join("a.tar.gz");
        fs::write(&file, "abc").expect("the file can be written");
        write_checksums(&folder, &[file]).expect("it can be read again");
        let text = fs::read_to_string(folder.join("SHA256SUMS")).expect("it was written");
        fs::remove_dir_all(&folder).expect("the folder is ours");
        assert_eq!(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.tar.gz\n");
    }

    #[test]
    fn the_version_is_that_of_the_workspace() {
        assert_eq!(version(&crate::repository_root()).expect("there is one"), env!("CARGO_PKG_VERSION"));
    }
}

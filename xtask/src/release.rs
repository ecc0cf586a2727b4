//! `cargo xtask dist`: builds the files of a release in `target/dist`.
//!
//! One archive per target (program, completions, manual page, licenses, bill of materials), checksums, and optionally
//! the wheel and the extension for VS Code, which contain the program. Archives are reproducible: entries are sorted,
//! owners and modes are fixed, and all dates are SOURCE_DATE_EPOCH or the date of the last commit.
#![allow(clippy::print_stdout, reason = "progress and results are the product")]

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, bail, ensure};
use sha2::{Digest, Sha256};

use crate::process::{is_installed, run as run_command};

mod archive;
mod licenses;
mod materials;
mod smoke;
mod target;

pub(crate) use licenses::{Package, can_be_met, packages};
use target::Target;

/// Shells with completions, and the names of their files.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "lsflint.bash"),
    ("elvish", "lsflint.elv"),
    ("fish", "lsflint.fish"),
    ("powershell", "_lsflint.ps1"),
    ("zsh", "_lsflint"),
];

/// Arguments of `cargo xtask dist`.
#[derive(clap::Args)]
pub struct DistArguments {
    /// The target [default: the static target of this machine if its toolchain is installed, otherwise the target of
    /// this machine].
    #[arg(long)]
    target: Option<String>,
    /// Pack this program instead of building one.
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
    /// The output folder.
    #[arg(long, default_value = "target/dist", value_name = "FOLDER")]
    out: PathBuf,
    /// Also build the wheel, with `maturin` from PATH.
    #[arg(long)]
    wheel: bool,
    /// Also build the extension for VS Code; its packages must be installed (`npm ci` in editors/vscode).
    #[arg(long)]
    vsix: bool,
    /// Unpack the archive and run the program on the demo cluster with an empty environment.
    #[arg(long)]
    check: bool,
}

/// Builds the release.
pub fn run(root: &Path, arguments: &DistArguments) -> anyhow::Result<ExitCode> {
    let target = Target::choose(root, arguments.target.as_deref())?;
    let out = root.join(&arguments.out);
    fs::create_dir_all(&out).with_context(|| format!("cannot create {}", out.display()))?;
    let binary = match &arguments.binary {
        Some(given) => given.clone(),
        None => target.build(root, &out)?,
    };
    let release = Release { root, target: &target, binary: &binary, version: version(root)?, date: date(root)? };
    let archive = release.archive(&out)?;
    let mut made = vec![archive.clone(), release.write_materials(&out)?];
    if arguments.wheel {
        made.push(release.wheel(&out)?);
    }
    if arguments.vsix {
        made.push(release.extension(&out)?);
    }
    made.sort();
    write_checksums(&out, &made)?;
    for path in &made {
        println!("{} ({} KiB)", path.display(), path.metadata()?.len() >> 10);
    }
    if arguments.check {
        smoke::run(root, &out, &archive, &target)?;
    }
    Ok(ExitCode::SUCCESS)
}

struct Release<'a> {
    root: &'a Path,
    target: &'a Target,
    binary: &'a Path,
    version: String,
    /// The date of all files, in seconds since 1970.
    date: u64,
}

impl Release<'_> {
    fn name(&self) -> String {
        format!("lsflint-{}-{}", self.version, self.target.triple)
    }

    /// Writes the archive, which contains one folder of the same name.
    fn archive(&self, out: &Path) -> anyhow::Result<PathBuf> {
        let packages = packages(self.root, &self.target.triple)?;
        let text_of = |path: &str| fs::read(self.root.join(path)).with_context(|| format!("cannot read {path}"));
        let mut entries = vec![
            archive::program(self.target.program(), fs::read(self.binary).context("cannot read the program")?),
            archive::text("README.md", text_of("README.md")?),
            archive::text("LICENSE-APACHE", text_of("LICENSE-APACHE")?),
            archive::text("LICENSE-MIT", text_of("LICENSE-MIT")?),
            archive::text("THIRD-PARTY-LICENSES.txt", licenses::text(&packages)?.into_bytes()),
            archive::text("lsflint.cdx.json", self.materials()?.into_bytes()),
        ];
        if self.target.runs_here() {
            entries.push(archive::text("man/lsflint.1", self.output(&["man"])?));
            for (shell, name) in COMPLETIONS {
                let name = format!("completions/{name}");
                entries.push(archive::text(&name, self.output(&["completions", shell])?));
            }
        } else {
            println!("no completions and no manual page: a program for {} cannot run here", self.target.triple);
        }
        let path = out.join(format!("{}.tar.gz", self.name()));
        fs::write(&path, archive::pack(&self.name(), entries, self.date)?)
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    }

    /// Writes the bill of materials as a separate file.
    fn write_materials(&self, out: &Path) -> anyhow::Result<PathBuf> {
        let path = out.join(format!("{}.cdx.json", self.name()));
        fs::write(&path, self.materials()?).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    }

    fn materials(&self) -> anyhow::Result<String> {
        let packages = packages(self.root, &self.target.triple)?;
        materials::document(&packages, &self.version, &self.target.triple, self.date)
    }

    /// The output of the program.
    fn output(&self, arguments: &[&str]) -> anyhow::Result<Vec<u8>> {
        let output = Command::new(self.binary).args(arguments).output().context("cannot start the program")?;
        ensure!(output.status.success(), "lsflint {} failed with {}", arguments.join(" "), output.status);
        Ok(output.stdout)
    }

    /// Builds the wheel. Cargo reuses the build of the program.
    fn wheel(&self, out: &Path) -> anyhow::Result<PathBuf> {
        ensure!(is_installed("maturin"), "the wheel requires `maturin`: run `pip install maturin`");
        let wheels = out.join("wheel");
        let _ = fs::remove_dir_all(&wheels);
        let mut command = Command::new("maturin");
        command.args(["build", "--profile", "dist", "--locked", "--target", &self.target.triple, "--out"]).arg(&wheels);
        command.env("SOURCE_DATE_EPOCH", self.date.to_string()).env("LSFLINT_COMMIT", commit(self.root));
        run_command(self.target.prepare(command.current_dir(self.root), out)?)?;
        let wheel = fs::read_dir(&wheels)?.next().context("maturin built no wheel")??.path();
        let path = out.join(wheel.file_name().context("a wheel has a name")?);
        fs::rename(&wheel, &path)?;
        fs::remove_dir(&wheels)?;
        Ok(path)
    }

    /// Builds the extension for VS Code, which contains the program.
    fn extension(&self, out: &Path) -> anyhow::Result<PathBuf> {
        let Some(platform) = self.target.vscode() else {
            bail!("VS Code does not support the target {}", self.target.triple);
        };
        let licenses = out.join("THIRD-PARTY-LICENSES.txt");
        fs::write(&licenses, licenses::text(&packages(self.root, &self.target.triple)?)?)?;
        let mut command = Command::new("node");
        command.arg("editors/vscode/scripts/package.mjs").args(["--target", platform, "--server"]);
        command.arg(self.binary).arg("--licenses").arg(&licenses).arg("--out").arg(out).current_dir(self.root);
        run_command(command.env("SOURCE_DATE_EPOCH", self.date.to_string()).stdout(std::process::Stdio::null()))?;
        fs::remove_file(licenses)?;
        let begin = format!("lsflint-{platform}-");
        let found = fs::read_dir(out)?.filter_map(Result::ok).map(|it| it.path()).find(|path| {
            path.extension().is_some_and(|it| it == "vsix")
                && path.file_name().is_some_and(|it| it.to_string_lossy().starts_with(&begin))
        });
        found.context("no extension was built")
    }
}

/// Writes `HASH  NAME` lines for `sha256sum --check`.
fn write_checksums(out: &Path, paths: &[PathBuf]) -> anyhow::Result<()> {
    let mut text = String::new();
    for path in paths {
        let hash = Sha256::digest(fs::read(path)?);
        let name = path.file_name().map(OsString::from).unwrap_or_default();
        text += &format!("{}  {}\n", hexadecimal(&hash), name.to_string_lossy());
    }
    fs::write(out.join("SHA256SUMS"), text).context("cannot write SHA256SUMS")
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The version of the workspace.
fn version(root: &Path) -> anyhow::Result<String> {
    let manifest: toml::Table = fs::read_to_string(root.join("Cargo.toml"))?.parse()?;
    let version = manifest.get("workspace").and_then(|it| it.get("package")).and_then(|it| it.get("version"));
    Ok(version.and_then(toml::Value::as_str).context("the workspace has no version")?.to_owned())
}

/// SOURCE_DATE_EPOCH, or the date of the last commit, or the earliest date of an archive.
fn date(root: &Path) -> anyhow::Result<u64> {
    if let Ok(given) = std::env::var("SOURCE_DATE_EPOCH") {
        return given.trim().parse().with_context(|| format!("SOURCE_DATE_EPOCH must be a number: {given}"));
    }
    let output = Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root).output();
    let committed = output.ok().and_then(|it| String::from_utf8_lossy(&it.stdout).trim().parse().ok());
    // 1980-01-01
    Ok(committed.unwrap_or(315_532_800))
}

/// The commit for `--version`; empty outside of a repository.
fn commit(root: &Path) -> String {
    let output = Command::new("git").args(["rev-parse", "HEAD"]).current_dir(root).output();
    let output = output.ok().filter(|it| it.status.success());
    output.map_or_else(String::new, |it| String::from_utf8_lossy(&it.stdout).trim().to_owned())
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

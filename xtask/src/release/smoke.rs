//! Tests a release: unpacks the archive and starts the program in an empty environment.

use std::path::Path;
use std::process::Output;

use anyhow::{Context, ensure};
use flate2::read::GzDecoder;

use super::target::Target;

/// Unpacks the archive and runs its program.
#[allow(clippy::print_stdout, reason = "the result of a check")]
pub(super) fn run(out: &Path, archive: &Path, target: &Target) -> anyhow::Result<()> {
    let folder = out.join("smoke");
    let _ = std::fs::remove_dir_all(&folder);
    let file = std::fs::File::open(archive).with_context(|| format!("cannot read {}", archive.display()))?;
    tar::Archive::new(GzDecoder::new(file)).unpack(&folder).context("the archive cannot be unpacked")?;
    let name = archive.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
    let inside = folder.join(name.trim_end_matches(".tar.gz"));
    let program = inside.join(target.program());
    if target.runner(&program).is_some() {
        let demo = inside.join("demo");
        let lonely = |arguments: &[&str]| -> anyhow::Result<Output> {
            let mut command = target.runner(&program).context("nothing runs the program")?;
            command.args(arguments).env_clear().current_dir(&demo).output().context("the program cannot be started")
        };
        let version = lonely(&["--version"])?;
        ensure!(version.status.success(), "`lsflint --version` failed with {}", version.status);
        let check = lonely(&["check", "--output-format", "concise"])?;
        let text = String::from_utf8_lossy(&check.stdout).into_owned();
        ensure!(check.status.code() == Some(1), "`lsflint check` failed with {}", check.status);
        ensure!(text.contains("lsb.queues:79:38: R004 error"), "`lsflint check` has unexpected output:\n{text}");
        for file in [
            "man/man1/lsflint-check.1",
            "editors/nvim/doc/lsflint.txt",
            "completions/_lsflint",
            "THIRD-PARTY-LICENSES.txt",
            "LICENSE-MIT",
            "README.md",
        ] {
            ensure!(inside.join(file).metadata().is_ok_and(|it| it.len() > 500), "{file} is missing or empty");
        }
    }
    std::fs::remove_dir_all(&folder)?;
    let kind = if target.is_static() { ", static" } else { "" };
    println!("checked: {name}{kind}");
    Ok(())
}

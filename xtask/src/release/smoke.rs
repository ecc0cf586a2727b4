//! Tests a release: unpacks the archive and starts the program in an empty environment.

use std::path::Path;
use std::process::{Command, Output};

use anyhow::{Context, ensure};
use flate2::read::GzDecoder;

use super::target::Target;

/// Unpacks the archive and runs its program.
#[allow(clippy::print_stdout, reason = "the result of a check")]
pub(super) fn run(root: &Path, out: &Path, archive: &Path, target: &Target) -> anyhow::Result<()> {
    let folder = out.join("smoke");
    let _ = std::fs::remove_dir_all(&folder);
    let file = std::fs::File::open(archive).with_context(|| format!("cannot read {}", archive.display()))?;
    tar::Archive::new(GzDecoder::new(file)).unpack(&folder).context("the archive cannot be unpacked")?;
    let name = archive.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
    let inside = folder.join(name.trim_end_matches(".tar.gz"));
    let program = inside.join(target.program());
    if target.is_static() {
        ensure!(!wants_an_interpreter(&std::fs::read(&program)?), "{} is not static", program.display());
    }
    if target.runs_here() {
        let demo = root.join("testdata/clusters/demo");
        let lonely = |arguments: &[&str]| -> anyhow::Result<Output> {
            let mut command = Command::new(&program);
            command.args(arguments).env_clear().current_dir(&demo).output().context("the program cannot be started")
        };
        let version = lonely(&["--version"])?;
        ensure!(version.status.success(), "`lsflint --version` failed with {}", version.status);
        let check = lonely(&["check", "--output-format", "concise"])?;
        let text = String::from_utf8_lossy(&check.stdout).into_owned();
        ensure!(check.status.code() == Some(1), "`lsflint check` failed with {}", check.status);
        ensure!(text.contains("lsb.queues:79:38: R004 error"), "`lsflint check` has unexpected output:\n{text}");
        for file in ["man/lsflint.1", "completions/_lsflint", "THIRD-PARTY-LICENSES.txt", "LICENSE-MIT", "README.md"] {
            ensure!(inside.join(file).metadata().is_ok_and(|it| it.len() > 500), "{file} is missing or empty");
        }
    }
    std::fs::remove_dir_all(&folder)?;
    let kind = if target.is_static() { ", static" } else { "" };
    println!("checked: {name}{kind}");
    Ok(())
}

/// Whether an ELF program (64 bits, little-endian) needs the dynamic linker.
fn wants_an_interpreter(program: &[u8]) -> bool {
    const INTERPRETER: u32 = 3;
    let number = |at: usize, bytes: usize| -> Option<u64> {
        Some(program.get(at..at + bytes)?.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
    };
    let headers = || -> Option<bool> {
        let (start, size, count) = (number(32, 8)?, number(54, 2)?, number(56, 2)?);
        let mut kinds = (0..count).filter_map(|index| number((start + index * size) as usize, 4));
        Some(kinds.any(|kind| kind == u64::from(INTERPRETER)))
    };
    program.starts_with(b"\x7fELF\x02\x01") && headers().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elf_programs_without_an_interpreter_are_static() {
        let mut program = vec![0; 64 + 2 * 56];
        program[..6].copy_from_slice(b"\x7fELF\x02\x01");
        (program[32], program[54], program[56]) = (64, 56, 2);
        assert!(!wants_an_interpreter(&program));
        program[64 + 56] = 3;
        assert!(wants_an_interpreter(&program));
        assert!(!wants_an_interpreter(b"#!/bin/sh\n"));
    }
}

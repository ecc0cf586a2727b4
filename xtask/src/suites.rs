//! The last step of `cargo xtask test`: suites that need other programs. They test the editor plug-ins in the editors,
//! the integrations for pre-commit, forges, Python and containers, and the documentation.
//!
//! A suite is the script `ci.sh` of a folder in `editors` or `integrations`, or one of `docs`. It installs what it
//! needs and runs its tests. If it cannot install a program, it prints a line that begins with `SKIPPED:`, which is
//! repeated in the summary.
#![allow(clippy::print_stdout, reason = "progress and summary are the product")]

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, bail};

use crate::process::cargo;

const SKIPPED: &str = "SKIPPED:";

/// The folders of the suites.
const FOLDERS: [&str; 2] = ["editors", "integrations"];

/// The suites that are elsewhere. The second one follows links that the first one writes.
const OTHERS: [&str; 2] = ["docs/ci.sh", "docs/playground/ci.sh"];

/// Builds the binary and runs the suites whose paths contain `filter`. Continues after a failure.
pub fn run(root: &Path, filter: &str) -> anyhow::Result<()> {
    cargo(root, &["build", "--quiet", "--package", "lsflint"])?;
    let mut skipped = Vec::new();
    let mut failed = Vec::new();
    for script in scripts(root)? {
        let name = script.strip_prefix(root).unwrap_or(&script).display().to_string();
        if !name.contains(filter) {
            continue;
        }
        println!("-- {name}");
        let start = Instant::now();
        if !suite(root, &script, &mut skipped)? {
            failed.push(name);
        }
        println!("   {:.0} s", start.elapsed().as_secs_f64());
    }
    for line in &skipped {
        println!("{line}");
    }
    if !failed.is_empty() {
        bail!("failed: {}", failed.join(", "));
    }
    Ok(())
}

/// The scripts, sorted by folder.
fn scripts(root: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut scripts = Vec::new();
    for parent in FOLDERS.map(|it| root.join(it)) {
        for folder in parent.read_dir().with_context(|| format!("cannot list {}", parent.display()))? {
            let script = folder?.path().join("ci.sh");
            if script.is_file() {
                scripts.push(script);
            }
        }
    }
    scripts.extend(OTHERS.iter().map(|it| root.join(it)).filter(|it| it.is_file()));
    scripts.sort();
    Ok(scripts)
}

/// Runs a suite, prints its output, and records skipped tests.
fn suite(root: &Path, script: &Path, skipped: &mut Vec<String>) -> anyhow::Result<bool> {
    let mut command = Command::new("bash");
    command.arg(script).current_dir(root).stdin(Stdio::null()).stdout(Stdio::piped());
    command.env("LSFLINT_BINARY", binary(root));
    let mut child = command.spawn().context("cannot start bash")?;
    let output = child.stdout.take().expect("stdout is piped");
    for line in BufReader::new(output).split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        println!("{line}");
        if line.starts_with(SKIPPED) {
            skipped.push(line);
        }
    }
    Ok(child.wait()?.success())
}

/// The path of the binary that `cargo build` writes.
fn binary(root: &Path) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    root.join(target).join("debug").join(format!("lsflint{}", std::env::consts::EXE_SUFFIX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_passes_or_fails_and_says_what_it_skipped() {
        let folder = std::env::temp_dir().join(format!("lsflint-suites-{}", std::process::id()));
        let of = |name: &str, text: &str| {
            let suite = folder.join(name);
            std::fs::create_dir_all(&suite).expect("the folder can be made");
            std::fs::write(suite.join("ci.sh"), text).expect("the script can be written");
        };
        of("editors/b", "echo 'SKIPPED: b: no editor'\necho fine");
        of("editors/a", "exit 3");
        of("integrations/a", "true");
        let scripts = scripts(&folder).expect("the folder can be listed");
        let mut skipped = Vec::new();
        let passed: Vec<bool> =
            scripts.iter().map(|it| suite(&folder, it, &mut skipped).expect("bash starts")).collect();
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
        assert_eq!((passed, skipped), (vec![false, true, true], vec!["SKIPPED: b: no editor".to_owned()]));
    }
}

//! `cargo xtask test`: everything that CI runs, in the same order on every machine. It stops at the first failed step.
#![allow(clippy::print_stdout, reason = "progress and summary are the product")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Context, bail};

use crate::process::{cargo, cargo_output};

type Step = fn(&Path) -> anyhow::Result<()>;

const STEPS: [(&str, Step); 11] = [
    ("formatting", |root| cargo(root, &["fmt", "--all", "--check"])),
    ("clippy", |root| {
        cargo(
            root,
            &["clippy", "--quiet", "--workspace", "--all-targets", "--all-features", "--", "--deny", "warnings"],
        )
    }),
    ("fuzz targets", crate::fuzz::check),
    ("generated files", |root| fail_unless(crate::codegen::run(root, true)?)),
    ("tidy", |root| fail_unless(crate::tidy::run(root)?)),
    ("coverage", |root| fail_unless(crate::coverage::run(root, &crate::coverage::CoverageArguments::default())?)),
    ("dependencies", |root| {
        fail_unless(crate::dependencies::run(root, &crate::dependencies::DependenciesArguments::default())?)
    }),
    ("documentation", documentation),
    ("tests", tests),
    ("growth", |root| fail_unless(crate::growth::run_known(root)?)),
    ("suites", |root| crate::suites::run(root, "")),
];

/// Runs the steps.
pub fn run(root: &Path) -> anyhow::Result<ExitCode> {
    for component in ["fmt", "clippy"] {
        if cargo_output(root, &[component, "--version"]).is_err() {
            bail!("`cargo {component}` is not installed: run `rustup component add rustfmt clippy`");
        }
    }
    for (name, step) in STEPS {
        println!("== {name}");
        let start = Instant::now();
        step(root).with_context(|| format!("the step `{name}` failed"))?;
        println!("   {name}: {:.0} s", start.elapsed().as_secs_f64());
    }
    Ok(ExitCode::SUCCESS)
}

fn fail_unless(success: ExitCode) -> anyhow::Result<()> {
    match success {
        ExitCode::SUCCESS => Ok(()),
        _ => bail!("see the output above"),
    }
}

fn documentation(root: &Path) -> anyhow::Result<()> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["doc", "--quiet", "--workspace", "--no-deps"]).current_dir(root);
    crate::process::run(command.env("RUSTDOCFLAGS", "-D warnings"))
}

/// Runs all tests, prints their output, and then the totals. Continues after a failure.
fn tests(root: &Path) -> anyhow::Result<()> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["test", "--workspace", "--no-fail-fast"]).current_dir(root).stdout(Stdio::piped());
    let mut child = command.spawn().context("cannot start cargo test")?;
    let output = child.stdout.take().expect("stdout is piped");
    let mut totals = Totals::default();
    for line in BufReader::new(output).lines() {
        let line = line?;
        totals.add(&line);
        println!("{line}");
    }
    let status = child.wait()?;
    println!("\n{} passed, {} failed", totals.passed, totals.failed);
    if !status.success() {
        bail!("cargo test failed with {status}");
    }
    Ok(())
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Totals {
    passed: usize,
    failed: usize,
}

impl Totals {
    /// Reads the last line of a test binary.
    fn add(&mut self, line: &str) {
        let Some(result) = line.strip_prefix("test result: ") else { return };
        let number = |label: &str| -> usize {
            let part = result.split(['.', ';']).find_map(|part| part.trim().strip_suffix(label));
            part.and_then(|number| number.trim().parse().ok()).unwrap_or(0)
        };
        self.passed += number("passed");
        self.failed += number("failed");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_summed_over_test_binaries() {
        let mut totals = Totals::default();
        totals.add("test result: ok. 31 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.31s");
        totals.add("test result: FAILED. 4 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s");
        totals.add("test rules::passed ... ok");
        assert_eq!(totals, Totals { passed: 35, failed: 2 });
    }
}

//! Counts the instructions of some work with valgrind.
//!
//! The CPU time of linear work grows faster than its input where its memory leaves a cache, and depends on what else
//! runs. The number of instructions depends on neither: it is the same in every run but for a thousandth.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::Context;

use super::GrowthArguments;
use super::examples;
use super::kinds::{Kind, Work, kinds};
use super::work::{Opened, repeat};

/// An edit is a small part of the process that opens the folder, so it is repeated.
const EDITS: usize = 16;

/// The process in which the instructions of one kind are counted.
pub(super) fn run_one(kind: &str, arguments: &GrowthArguments) -> anyhow::Result<()> {
    let kind = kinds().into_iter().chain(examples::kinds()).find(|it| it.name == kind).context("a kind of growth")?;
    let opened = Opened::new(&(kind.files)(arguments.size))?;
    repeat(kind.work, &opened, arguments.times)
}

/// The instructions of the work of a kind at a size, without those that prepare it.
pub(super) fn of(kind: &Kind, size: usize, program: &Path) -> anyhow::Result<u64> {
    let counted = |times: usize| -> anyhow::Result<u64> {
        if let Work::Program(arguments) = kind.work {
            let opened = Opened::new(&(kind.files)(size))?;
            return count(opened.program(valgrind(program), arguments));
        }
        let mut command = valgrind(&std::env::current_exe()?);
        command.args(["growth", "--one", &kind.name, "--size", &size.to_string(), "--times", &times.to_string()]);
        count(command)
    };
    match kind.work {
        Work::Program(_) => counted(1),
        Work::Edit | Work::Reload => Ok(counted(EDITS)?.saturating_sub(counted(0)?) / EDITS as u64),
        _ => Ok(counted(1)?.saturating_sub(counted(0)?)),
    }
}

/// A command that runs a program with valgrind.
fn valgrind(program: &Path) -> Command {
    let mut command = Command::new("valgrind");
    command.args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]).arg(program);
    // Threads without work count while they wait.
    command.env("RAYON_NUM_THREADS", "1");
    command
}

fn count(mut command: Command) -> anyhow::Result<u64> {
    let output = command
        .stdout(Stdio::null())
        .output()
        .context("cannot start valgrind; it must be installed to count instructions")?;
    let text = String::from_utf8_lossy(&output.stderr);
    anyhow::ensure!(matches!(output.status.code(), Some(0 | 1)), "{command:?} ended with {}: {text}", output.status);
    total(&text).with_context(|| format!("valgrind wrote no number of instructions: {text}"))
}

/// The number in the line `==7== I   refs:      2,873,972,334` of valgrind.
fn total(text: &str) -> Option<u64> {
    let number = text.lines().find_map(|it| it.split_once(" I ")?.1.trim_start().strip_prefix("refs:"))?;
    number.trim().replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_of_valgrind() {
        let text = "==7== Cachegrind\n==7== \n==7== I   refs:      2,873,972,334\n";
        assert_eq!(total(text), Some(2_873_972_334));
        assert_eq!(total("==7== I refs: 12"), Some(12));
        assert_eq!(total("nothing"), None);
    }
}

//! `cargo xtask growth`: measures how the work of lsflint grows with its input.
//!
//! Each kind of growth makes one thing `n` times as large: hosts, alternatives of a requirement, suppression comments.
//! It is measured at n, 2n, 4n and 8n. The exponent is that of the last two doublings, without the time of the smallest
//! input: 1 is linear, 2 quadratic.
//!
//! The full form measures CPU time, the smallest of several runs. Where its exponent is too large, valgrind counts the
//! instructions of the same sizes: memory that leaves a cache takes time, but no instructions. The form `--small`
//! counts the steps that allocate memory (walks through a syntax tree do), with small inputs: its numbers are the same
//! on every machine.

#[cfg(feature = "measure")]
mod examples;
#[cfg(feature = "measure")]
mod instructions;
#[cfg(feature = "measure")]
mod kinds;
#[cfg(feature = "measure")]
mod site;
#[cfg(feature = "measure")]
mod table;
#[cfg(feature = "measure")]
mod work;

#[cfg(not(feature = "measure"))]
use std::path::Path;
#[cfg(not(feature = "measure"))]
use std::process::ExitCode;

/// Arguments of `cargo xtask growth`.
#[derive(clap::Args)]
#[cfg_attr(not(feature = "measure"), allow(dead_code, reason = "the process with the feature reads them"))]
pub struct GrowthArguments {
    /// Measure only kinds whose name contains this text.
    #[arg(default_value = "")]
    filter: String,
    /// Count allocations of small inputs instead of time.
    #[arg(long)]
    small: bool,
    /// Measure only the kinds that grew too fast once, as CI does.
    #[arg(long)]
    known: bool,
    /// Measure the examples of all rules, each repeated in three ways. A kind is measured in full only if four times
    /// its size takes much more than four times as long.
    #[arg(long, conflicts_with_all = ["small", "known"])]
    examples: bool,
    /// The program, for the kinds that run it; built if it is not given.
    #[arg(long, value_name = "FILE")]
    program: Option<std::path::PathBuf>,
    /// The number of runs of each size; the result is the fastest.
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Count the instructions of every kind with valgrind, not only of those whose time grows too fast.
    #[arg(long, conflicts_with = "small")]
    instructions: bool,
    /// Do the work of this kind; valgrind runs this.
    #[arg(long, hide = true, value_name = "KIND")]
    one: Option<String>,
    /// The size for `--one`.
    #[arg(long, hide = true, default_value_t = 1)]
    size: usize,
    /// How often `--one` does the work.
    #[arg(long, hide = true, default_value_t = 1)]
    times: usize,
    /// Print a table in Markdown.
    #[arg(long)]
    markdown: bool,
    /// Print only the total and the kinds that grow too fast.
    #[arg(long)]
    quiet: bool,
}

/// Measures in a process that has the crates to measure: a release build for time, a development build for allocations.
#[cfg(not(feature = "measure"))]
pub fn run(root: &Path, arguments: &GrowthArguments) -> anyhow::Result<ExitCode> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    start(root, &given.iter().map(String::as_str).collect::<Vec<_>>(), arguments.small)
}

#[cfg(feature = "measure")]
pub use table::run;

/// Measures the kinds that grew too fast once, by what they allocate.
#[cfg(not(feature = "measure"))]
pub fn run_known(root: &Path) -> anyhow::Result<ExitCode> {
    start(root, &["growth", "--small", "--known", "--quiet"], true)
}

/// The process with the crates starts no other one.
#[cfg(feature = "measure")]
pub fn run_known(_: &std::path::Path) -> anyhow::Result<std::process::ExitCode> {
    anyhow::bail!("the step `growth` runs in a process without the feature `measure`")
}

#[cfg(not(feature = "measure"))]
fn start(root: &Path, given: &[&str], small: bool) -> anyhow::Result<ExitCode> {
    let features = if small { "count-allocations" } else { "measure" };
    let mut arguments = vec!["run", "--quiet", "--package", "xtask", "--features", features];
    arguments.extend((!small).then_some("--release"));
    arguments.push("--");
    arguments.extend(given);
    let status = std::process::Command::new(env!("CARGO")).args(arguments).current_dir(root).status()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

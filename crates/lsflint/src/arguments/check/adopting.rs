//! Findings of before: baselines, suppressions, changed lines.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Findings of before: baselines, suppressions, changed lines.
#[derive(Debug, Clone, Args)]
pub(crate) struct Adopting {
    /// Report nothing that this file records
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) baseline: Option<PathBuf>,
    /// Record today's findings in this file and report none of them; from then on the file only shrinks: what is no longer found is
    /// taken out, what is new is reported
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) write_baseline: Option<PathBuf>,
    /// Let --write-baseline record new findings in a file that is there already; never where CI is set
    #[arg(long, requires = "write_baseline")]
    pub(crate) baseline_may_grow: bool,
    /// Write a suppression comment for every finding that is reported: above its line, or into the comment that is there
    #[arg(long, conflicts_with_all = ["stdin_filename", "diff"])]
    pub(crate) add_suppressions: bool,
    /// The reason that --add-suppressions writes
    #[arg(long, value_name = "TEXT", requires = "add_suppressions", value_parser = reason)]
    pub(crate) reason: Option<String>,
}

/// One line of text.
fn reason(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("a reason has at least one word".to_owned()),
        text if text.contains(char::is_control) => Err("a reason is one line, without control characters".to_owned()),
        text => Ok(text.to_owned()),
    }
}

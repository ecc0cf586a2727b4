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
    /// Report what the changes since a branch, tag or commit of git brought: findings on changed lines, and findings anywhere that were
    /// not there before. Counted from where it and the current branch parted, with what is not committed yet
    #[arg(long, value_name = "REF", conflicts_with_all = ["write_baseline", "stdin_filename"])]
    pub(crate) since: Option<String>,
    /// Check what is staged for the next commit instead of the files as they are, and report what it brings, as --since does
    #[arg(long, conflicts_with_all = ["since", "write_baseline", "stdin_filename", "add_suppressions", "fix", "diff"])]
    pub(crate) staged: bool,
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

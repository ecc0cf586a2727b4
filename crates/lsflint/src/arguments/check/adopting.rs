//! Options for existing findings: baselines, suppressions, changed lines.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Options for existing findings: baselines, suppressions, changed lines.
#[derive(Debug, Clone, Args, Default)]
pub(crate) struct Adopting {
    /// Do not report findings recorded in this file [default: `baseline` in lsflint.toml]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) baseline: Option<PathBuf>,
    /// Also report the findings of the baseline that lsflint.toml names
    #[arg(long, conflicts_with_all = ["baseline", "write_baseline"])]
    pub(crate) no_baseline: bool,
    /// Record the current findings in this file instead of reporting them. An existing file only shrinks: fixed
    /// findings are removed, new findings are reported
    #[arg(long, conflicts_with = "at", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) write_baseline: Option<PathBuf>,
    /// Let --write-baseline add new findings to an existing file; not allowed if CI is set
    #[arg(long, requires = "write_baseline")]
    pub(crate) baseline_may_grow: bool,
    /// Report only findings introduced since a git branch, tag or commit: findings on changed lines, and new findings
    /// elsewhere. Compares with the merge base and includes uncommitted changes
    #[arg(long, value_name = "REF", conflicts_with_all = ["write_baseline", "stdin_filename"])]
    pub(crate) since: Option<String>,
    /// Check the staged changes instead of the working tree and report only findings they introduce, as with --since
    #[arg(long, conflicts_with_all = ["since", "write_baseline", "stdin_filename", "add_suppressions", "fix", "diff"])]
    pub(crate) staged: bool,
    /// Add a suppression comment above the line of every reported finding, or extend the existing comment
    #[arg(long, conflicts_with_all = ["stdin_filename", "diff", "at"])]
    pub(crate) add_suppressions: bool,
    /// The reason to put into the comments of --add-suppressions
    #[arg(long, value_name = "TEXT", requires = "add_suppressions", value_parser = reason)]
    pub(crate) reason: Option<String>,
}

/// Parses a reason: a single line of text.
fn reason(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("the reason must not be empty".to_owned()),
        text if text.contains(char::is_control) => {
            Err("the reason must be a single line without control characters".to_owned())
        }
        text => Ok(text.to_owned()),
    }
}

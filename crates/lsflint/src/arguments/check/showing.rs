//! Saying what would be checked, and how, instead of checking it.

use clap::Args;

/// Saying what would be checked, and how, instead of checking it.
#[derive(Debug, Args)]
pub(crate) struct Showing {
    /// List the files that would be reported on, one per line, and check nothing; `-v` says what they are and in which cluster
    #[arg(long, conflicts_with = "show_settings")]
    pub(crate) show_files: bool,
    /// Show the settings that count for each path and where each of them comes from, and check nothing
    #[arg(long)]
    pub(crate) show_settings: bool,
}

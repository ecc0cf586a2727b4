//! Options that show files and settings instead of checking.

use clap::Args;

/// Options that show files and settings instead of checking.
#[derive(Debug, Args, Default)]
pub(crate) struct Showing {
    /// List the files that would be checked, one per line; with -v, also their kind and cluster
    #[arg(long, conflicts_with = "show_settings")]
    pub(crate) show_files: bool,
    /// Show the settings that apply to each path and where they come from
    #[arg(long)]
    pub(crate) show_settings: bool,
}

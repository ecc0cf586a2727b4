//! The arguments of `bug-report`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint bug-report                   for the current directory, without names
  lsflint bug-report /opt/lsf/conf > report.md
  lsflint bug-report --no-redact       with the names of files, directories and clusters

The report never includes the contents of a file. Read it before you paste it.")]
pub(crate) struct BugReport {
    /// Files and directories that the report covers
    #[arg(value_name = "PATH", default_value = ".", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// Omit the names of files, directories and clusters (default)
    #[arg(long, overrides_with = "no_redact")]
    pub(crate) redact: bool,
    /// Include these names
    #[arg(long, overrides_with = "redact")]
    pub(crate) no_redact: bool,
}

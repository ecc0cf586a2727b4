//! `bug-report`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint bug-report                   about the current folder, without names
  lsflint bug-report /opt/lsf/conf > report.md
  lsflint bug-report --no-redact       with the names of files, folders and clusters

The report never holds what is written in a file. Read it before you paste it.")]
pub(crate) struct BugReport {
    /// Files and folders with the configuration that the report is about
    #[arg(value_name = "PATH", default_value = ".", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// Leave names out: of files, folders and clusters (the default)
    #[arg(long, overrides_with = "no_redact")]
    pub(crate) redact: bool,
    /// Write these names as they are
    #[arg(long, overrides_with = "redact")]
    pub(crate) no_redact: bool,
}

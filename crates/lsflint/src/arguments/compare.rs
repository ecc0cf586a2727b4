//! The arguments of `compare`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::Reading;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  bqueues -l | lsflint compare - --cluster /opt/lsf/conf
  lsflint compare bqueues.txt bparams.txt bhosts.txt --cluster /opt/lsf/conf
  bqueues -l normal | lsflint compare - --cluster /opt/lsf/conf --partial
  bparams -a | lsflint compare - --output-format json | jq '.summary'

Which command wrote a file is recognized, also several in one file: bqueues, bhosts, bapp, bparams, bugroup, bmgroup,
bhpart, busers, blimits, bresources, bsla, lsinfo, lshosts, lsid, badmin and lsadmin showconf; with -l or -w, or with -o
and -json where the command has them. Save the output with LC_ALL=C.

Exit codes: 0 the running cluster has the values of the files, 1 it does not, 2 lsflint failed.")]
pub(crate) struct Compare {
    /// Saved output of LSF commands; `-` is stdin
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    /// The output is about some objects only: do not list those that it does not have
    #[arg(long)]
    pub(crate) partial: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// Output format
    #[arg(long, value_enum, default_value_t = CompareFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: CompareFormat,
}

/// The output formats of `compare`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CompareFormat {
    /// What differs by object, with the reason; -v shows all values
    Full,
    /// One line per value that differs
    Concise,
    /// One JSON document with all values
    Json,
    /// A table of what differs
    Markdown,
}

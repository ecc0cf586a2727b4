//! The arguments of `why` and `submit-check`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{At, FailOn, MergeFormat, OutputFormat, Reading, Selecting};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint why job.sh --cluster /opt/lsf/conf
  lsflint why job.sh --cluster conf --user ann
  lsflint why job.sh --cluster conf --output-format json

Shows what bsub prints if LSF rejects a job, and the lines of the configuration that decide. The exit code is that of \
    `lsflint check`.")]
pub(crate) struct Why {
    /// The job script
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) at: At,
    /// The user who submits the jobs [default: `user` in lsflint.toml]
    #[arg(long, value_name = "NAME")]
    pub(crate) user: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = MergeFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: MergeFormat,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint submit-check --cluster conf -- bsub -q normal -W 1:00 ./simulate
  lsflint submit-check --cluster conf --script job.sh -- bsub -q normal

Without --cluster, the cluster is that of LSF_ENVDIR, else the one of the current directory. The words and the exit code \
    are those of `lsflint check`: 1 if bsub would reject the job, so that a wrapper can stop.")]
pub(crate) struct SubmitCheck {
    /// The bsub command, after `--`
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
    /// The script that bsub reads from its input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) script: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) at: At,
    #[command(flatten)]
    pub(crate) selecting: Selecting,
    /// The user who submits the job [default: `user` in lsflint.toml]
    #[arg(long, value_name = "NAME")]
    pub(crate) user: Option<String>,
    /// Output format of the findings
    #[arg(long, value_enum, default_value_t = OutputFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: OutputFormat,
    /// Lowest severity that sets exit code 1 [default: as for `check`]
    #[arg(long, value_enum, value_name = "SEVERITY")]
    pub(crate) fail_on: Option<FailOn>,
}

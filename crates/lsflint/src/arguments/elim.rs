//! The arguments of `elim`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};

use super::{At, Reading, Selecting, StringFormat};

#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  lsflint elim plan --cluster /opt/lsf/conf
  timeout 60 /opt/lsf/etc/elim.lic | lsflint elim check-output -")]
pub(crate) enum Elim {
    /// Show which hosts start elims for which resources, now and after failures
    Plan(Box<ElimPlan>),
    /// Check the output of an elim
    CheckOutput(Box<ElimCheckOutput>),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint elim plan                                           the cluster in the current directory
  lsflint elim plan --cluster conf --down mgmt1 --down sim1   after two failures
  lsflint elim plan --servers-dir /opt/lsf/10.1/linux/etc     with the elims in that directory
  lsflint elim plan --output-format json | jq '.hosts[] | select(.starts_elims)'")]
pub(crate) struct ElimPlan {
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) at: At,
    /// Assume that this host is down; repeatable
    #[arg(long, value_name = "HOST")]
    pub(crate) down: Vec<String>,
    /// The LSF_SERVERDIR directory: show which of its files LSF starts
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) servers_dir: Option<PathBuf>,
    /// Output format of the plan
    #[arg(long, value_enum, default_value_t = PlanFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: PlanFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlanFormat {
    /// The hosts that start elims and the resources they report
    Full,
    /// One JSON document
    Json,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint elim check-output values.txt
  lsflint elim check-output values.txt --cluster /opt/lsf/conf --host sim1
  timeout 60 /opt/lsf/etc/elim.lic | lsflint elim check-output - --output-format json

Without --cluster and --host, unknown resource names are not reported.")]
pub(crate) struct ElimCheckOutput {
    /// A file with elim output; `-` is stdin
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// The host that the output comes from: report resources that `elim plan` does not expect from it
    #[arg(long, value_name = "HOST")]
    pub(crate) host: Option<String>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) selecting: Selecting,
    /// Output format of the findings
    #[arg(long, value_enum, default_value_t = StringFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: StringFormat,
}

//! The arguments of `elim`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};

use super::{Reading, Selecting, StringFormat};

#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  lsflint elim plan --cluster /opt/lsf/conf
  timeout 60 /opt/lsf/etc/elim.lic | lsflint elim check-output -")]
pub(crate) enum Elim {
    /// Show which host starts elims for which resources, now and after failures
    Plan(Box<ElimPlan>),
    /// Check lines that an elim writes
    CheckOutput(Box<ElimCheckOutput>),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint elim plan                                           the cluster of the current folder
  lsflint elim plan --cluster conf --down mgmt1 --down sim1   after two failures
  lsflint elim plan --servers-dir /opt/lsf/10.1/linux/etc     with the programs that are started
  lsflint elim plan --output-format json | jq '.hosts[] | select(.starts_elims)'")]
pub(crate) struct ElimPlan {
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// Take this host for down; may be given more than once
    #[arg(long, value_name = "HOST")]
    pub(crate) down: Vec<String>,
    /// The folder of LSF_SERVERDIR: shows which of its files are started
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) servers_dir: Option<PathBuf>,
    /// How the plan is written
    #[arg(long, value_enum, default_value_t = PlanFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: PlanFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlanFormat {
    /// The hosts that start elims, and who reports what
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

Without --cluster and --host, names of site resources are unknown and are not judged.")]
pub(crate) struct ElimCheckOutput {
    /// The file with the lines; `-` is stdin
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// The host that the lines come from: only what `elim plan` expects from it is right
    #[arg(long, value_name = "HOST")]
    pub(crate) host: Option<String>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) selecting: Selecting,
    /// How findings are written
    #[arg(long, value_enum, default_value_t = StringFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: StringFormat,
}

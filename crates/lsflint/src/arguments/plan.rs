//! The arguments of `plan`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use lsflint_model::Instant;
use lsflint_spec::{Risk, Target};

use super::CLUSTER;
use super::at::instant;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint plan /opt/lsf/conf conf
  lsflint plan /opt/lsf/conf conf --output-format markdown
  lsflint plan /opt/lsf/conf conf --output-format json | jq -r '.run[].command'

In a git repository, `--since main` compares the working tree and `--staged` the index with history. `--between now
'Sat 03:00'` compares two times of the week.

Jobs of --aps-jobs have a name, a queue, and optionally app, user and group; their facts are those of `lsflint aps
explain`: PROC MEM SWAP JPRIORITY QPRIORITY FS APP USER UG ADMIN SYSTEM PENDING.

Exit codes: 0 no change at or above the fail level, 1 such a change, 2 lsflint failed.")]
pub(crate) struct Plan {
    /// The directories before and after the change; with --since or --staged one directory in the repository [default:
    /// the current directory]
    #[arg(value_name = "OLD NEW", num_args = 0..=2, value_hint = ValueHint::DirPath)]
    pub(crate) folders: Vec<PathBuf>,
    /// Compare the working tree with the merge base of this branch, tag or commit
    #[arg(long, value_name = "REF", conflicts_with = "staged")]
    pub(crate) since: Option<String>,
    /// Compare the staged changes with the last commit
    #[arg(long)]
    pub(crate) staged: bool,
    /// Compare the files with themselves at two times, such as `now` and `Sat 03:00`: what time windows and #if decide
    #[arg(long, value_names = ["WHEN", "WHEN"], num_args = 2, value_parser = instant, conflicts_with_all = ["since", "staged"])]
    pub(crate) between: Vec<Instant>,
    /// Say for each pair of these pending jobs which one LSF considers first, before and after: one job per line, such
    /// as `a queue=normal user=ann JPRIORITY=50 MEM=4096 PENDING=30m`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) aps_jobs: Option<PathBuf>,
    /// Use this lsflint.toml for all files [default: the nearest one in a parent directory]
    #[arg(long, help_heading = CLUSTER, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "no_config")]
    pub(crate) config: Option<PathBuf>,
    /// Ignore all lsflint.toml files
    #[arg(long, help_heading = CLUSTER)]
    pub(crate) no_config: bool,
    /// LSF version of the configuration [default: from lsflint.toml, then LSF_VERSION in lsf.conf, then the latest
    /// 10.1]
    #[arg(long, help_heading = CLUSTER, value_name = "VERSION", value_parser = str::parse::<Target>)]
    pub(crate) target: Option<Target>,
    /// Set exit code 1 for changes of this risk and above
    #[arg(long, value_enum, default_value_t = RiskLevel::Breaking, value_name = "LEVEL")]
    pub(crate) fail_on: RiskLevel,
    /// Output format
    #[arg(long, value_enum, default_value_t = ChangeFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: ChangeFormat,
}

/// The fail level of `plan`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RiskLevel {
    /// Jobs are lost, killed, refused or wait forever, or the cluster has to be empty or stopped
    Breaking,
    /// Jobs or users notice the change
    Notable,
    /// Exit code 0 or 2 only
    Never,
}

impl RiskLevel {
    /// Whether a plan with this risk fails.
    pub(crate) fn fails(self, risk: Option<Risk>) -> bool {
        match self {
            RiskLevel::Breaking => risk >= Some(Risk::Breaking),
            RiskLevel::Notable => risk >= Some(Risk::Notable),
            RiskLevel::Never => false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ChangeFormat {
    /// Changes by risk, then what to run
    Full,
    /// One line per change
    Concise,
    /// One JSON document
    Json,
    /// A comment for a merge request
    Markdown,
    /// Annotations of GitHub Actions
    Github,
    /// A page in one file
    Html,
}

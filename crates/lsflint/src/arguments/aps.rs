//! The arguments of `aps`.

use clap::{Args, Subcommand, ValueEnum};
use lsflint_answers::{GivenFact, Span};

use super::{At, Reading, Selecting, StringFormat};

#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  lsflint aps check 'WEIGHT[[JPRIORITY, 2] [QPRIORITY, 5]]'
  lsflint aps explain --weights 'WEIGHT[[JPRIORITY, 2]]' --fact JPRIORITY=50")]
pub(crate) enum Aps {
    /// Check APS_PRIORITY values
    Check(Box<ApsCheck>),
    /// Compute the APS value of a job and show its terms
    Explain(Box<ApsExplain>),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint aps check 'WEIGHT[[JPRIORITY, 2] [MEM, -0.01]] LIMIT[[MEM, 50]]'
  lsflint aps check 'WEIGHT[[APP, 1]]' --target 10.1.0.3
  lsflint aps check --output-format json < values.txt")]
pub(crate) struct ApsCheck {
    /// APS_PRIORITY values [default: read from stdin, one per line]
    #[arg(value_name = "STRING")]
    pub(crate) strings: Vec<String>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) at: At,
    #[command(flatten)]
    pub(crate) selecting: Selecting,
    /// Output format of the findings
    #[arg(long, value_enum, default_value_t = StringFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: StringFormat,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint aps explain --weights 'WEIGHT[[JPRIORITY, 2]]' --fact JPRIORITY=50
  lsflint aps explain --weights 'WEIGHT[[MEM, -0.01]]' --fact MEM=4096 --fact PENDING=1h
  lsflint aps explain --queue sim --cluster /opt/lsf/conf --fact FS=0.75
  lsflint aps explain --queue sim --app vsim --user igor --group backend
  lsflint aps explain --queue sim --over 8h

Facts: PROC MEM SWAP JPRIORITY QPRIORITY FS APP USER UG, ADMIN and SYSTEM (set by bmod -aps), and PENDING, a time
in s, m, h or d. JPRIORITY is the priority at submission (bsub -sp); JOB_PRIORITY_OVER_TIME of the cluster adds to it.

With --queue, priorities, task limits and reservations come from the cluster; --app, --user and --group name what else
the job has: APP, USER and UG are their PRIORITY in lsb.applications and lsb.users. Unknown facts are zero.")]
pub(crate) struct ApsExplain {
    #[command(flatten)]
    pub(crate) source: ApsSource,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) at: At,
    #[command(flatten)]
    pub(crate) job: ApsJobOptions,
    /// A fact about the job; overrides the value from the cluster
    #[arg(long = "fact", value_name = "NAME=VALUE", value_parser = str::parse::<GivenFact>)]
    pub(crate) facts: Vec<GivenFact>,
    /// Also show how the value changes while the job is pending, up to this time in s, m, h or d
    #[arg(long, value_name = "TIME", value_parser = str::parse::<Span>)]
    pub(crate) over: Option<Span>,
    /// Output format
    #[arg(long, value_enum, default_value_t = ExplainFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: ExplainFormat,
}

/// The source of the formula.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct ApsSource {
    /// The value of APS_PRIORITY
    #[arg(long, value_name = "STRING", allow_hyphen_values = true)]
    pub(crate) weights: Option<String>,
    /// The queue of the job, in the cluster of --cluster [default: the current directory]; its formula may come from
    /// its queue group
    #[arg(long, value_name = "NAME")]
    pub(crate) queue: Option<String>,
}

/// The options of the job whose PRIORITY the cluster defines.
#[derive(Debug, Args)]
pub(crate) struct ApsJobOptions {
    /// The application profile of the job (bsub -app) [default: DEFAULT_APPLICATION]
    #[arg(long, value_name = "NAME", requires = "queue")]
    pub(crate) app: Option<String>,
    /// The user who submits the job
    #[arg(long, value_name = "NAME", requires = "queue")]
    pub(crate) user: Option<String>,
    /// The user group of the job (bsub -G)
    #[arg(long, value_name = "NAME", requires = "queue")]
    pub(crate) group: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExplainFormat {
    /// The formula, the values and a tree of terms
    Full,
    /// One JSON document
    Json,
}

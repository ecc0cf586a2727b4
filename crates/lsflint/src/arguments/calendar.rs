//! The arguments of `calendar`.

use clap::Args;

use super::{At, MergeFormat, Reading};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint calendar
  lsflint calendar --queue night
  lsflint calendar --days 2 --at 'Fri 12:00'
  lsflint calendar --output-format json | jq -r '.events[].at'

LSF repeats time windows and #if conditions weekly. Times are in the local time of the cluster.

Exit codes: 0 done, 2 lsflint failed.")]
pub(crate) struct Calendar {
    /// Show a week from Monday, which is the default
    #[arg(long, conflicts_with = "days")]
    pub(crate) week: bool,
    /// Show this number of days, from now or from --at
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=7))]
    pub(crate) days: Option<u16>,
    /// Show only this queue
    #[arg(long, value_name = "QUEUE")]
    pub(crate) queue: Option<String>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) at: At,
    /// Output format
    #[arg(long, value_enum, default_value_t = MergeFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: MergeFormat,
}

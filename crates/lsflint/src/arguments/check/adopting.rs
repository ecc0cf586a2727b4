//! Findings of before: baselines, suppressions, changed lines.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Findings of before: baselines, suppressions, changed lines.
#[derive(Debug, Clone, Args)]
pub(crate) struct Adopting {
    /// Report nothing that this file records
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) baseline: Option<PathBuf>,
    /// Record today's findings in this file and report none of them; from then on the file only shrinks: what is no longer found is
    /// taken out, what is new is reported
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) write_baseline: Option<PathBuf>,
    /// Let --write-baseline record new findings in a file that is there already; never where CI is set
    #[arg(long, requires = "write_baseline")]
    pub(crate) baseline_may_grow: bool,
}

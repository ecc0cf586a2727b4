//! Findings of before: baselines, suppressions, changed lines.

use clap::Args;

/// Findings of before: baselines, suppressions, changed lines.
#[derive(Debug, Args)]
pub(crate) struct Adopting {}

//! Applying fixes.

use clap::Args;

/// Applying fixes.
#[derive(Debug, Args)]
pub(crate) struct Fixing {}

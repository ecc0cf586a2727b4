//! Saying what would be checked, and how, instead of checking it.

use clap::Args;

/// Saying what would be checked, and how, instead of checking it.
#[derive(Debug, Args)]
pub(crate) struct Showing {}

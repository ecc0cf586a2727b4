//! Applying fixes.

use clap::Args;

/// Applying fixes.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Fixing {
    /// Apply the fixes after which LSF behaves as before, and report what is left
    #[arg(long)]
    pub(crate) fix: bool,
    /// With --fix or --diff: also apply fixes that make something active or change what it means; each is named on stderr
    #[arg(long)]
    pub(crate) unsafe_fixes: bool,
    /// Write nothing; show what --fix would change, and make the exit code 1 when it would change something
    #[arg(long)]
    pub(crate) diff: bool,
}

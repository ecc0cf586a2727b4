//! Options that apply fixes.

use clap::Args;

/// Options that apply fixes.
#[derive(Debug, Clone, Copy, Args, Default)]
pub(crate) struct Fixing {
    /// Apply safe fixes, which do not change what LSF does, and report the remaining findings
    #[arg(long, conflicts_with = "at")]
    pub(crate) fix: bool,
    /// With --fix or --diff, include fixes that change what LSF does; each one is listed on stderr
    #[arg(long)]
    pub(crate) unsafe_fixes: bool,
    /// Show what --fix would change without writing files; exit with 1 if anything would change
    #[arg(long, conflicts_with = "at")]
    pub(crate) diff: bool,
}

//! The option `--at`.

use clap::Args;
use jiff::Zoned;
use lsflint_model::Instant;

use super::CLUSTER;

/// The option that selects an instant.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct At {
    /// Use only the `#if` branches that are active at this time: `Sat 03:00`, `2026-11-28T03:00:00+01:00` or `now`, in
    /// the local time of the cluster. Windows with a time zone need the distance from UTC or a zone: `Sat 03:00 CET`
    #[arg(long, value_name = "WHEN", value_parser = instant, help_heading = CLUSTER)]
    pub(crate) at: Option<Instant>,
}

/// Parses an instant.
pub(super) fn instant(text: &str) -> Result<Instant, String> {
    if !text.trim().eq_ignore_ascii_case("now") {
        return text.parse();
    }
    Ok(now())
}

/// The current minute: the only place where lsflint reads the clock for an answer.
pub(crate) fn now() -> Instant {
    let now = Zoned::now();
    Instant::of(now.datetime(), i16::try_from(now.offset().seconds() / 60).ok())
}

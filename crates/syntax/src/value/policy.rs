//! Policies.

use super::{ValueParser, scalar};

/// fairshare
pub(super) fn fairshare(parser: &mut ValueParser<'_, '_>) {
    scalar::words(parser);
}

/// user_shares
pub(super) fn user_shares(parser: &mut ValueParser<'_, '_>) {
    scalar::words(parser);
}

/// preemption
pub(super) fn preemption(parser: &mut ValueParser<'_, '_>) {
    scalar::words(parser);
}

/// job_controls
pub(super) fn job_controls(parser: &mut ValueParser<'_, '_>) {
    scalar::words(parser);
}

/// exit_values
pub(super) fn exit_values(parser: &mut ValueParser<'_, '_>) {
    scalar::words(parser);
}

/// slot_reserve
pub(super) fn slot_reserve(parser: &mut ValueParser<'_, '_>) {
    scalar::words(parser);
}

/// reservation_limits
pub(super) fn reservation_limits(parser: &mut ValueParser<'_, '_>) {
    scalar::words(parser);
}

/// exclusive
pub(super) fn exclusive(parser: &mut ValueParser<'_, '_>) {
    scalar::words(parser);
}

/// checkpoint
pub(super) fn checkpoint(parser: &mut ValueParser<'_, '_>) {
    scalar::words(parser);
}

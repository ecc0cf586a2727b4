//! Lists of names.

use super::{ValueParser, scalar};

/// names
pub(super) fn names(parser: &mut ValueParser<'_, '_>) {
    scalar::words(parser);
}

/// hosts
pub(super) fn hosts(parser: &mut ValueParser<'_, '_>) {
    scalar::words(parser);
}

/// users
pub(super) fn users(parser: &mut ValueParser<'_, '_>) {
    scalar::words(parser);
}

/// queues
pub(super) fn queues(parser: &mut ValueParser<'_, '_>) {
    scalar::words(parser);
}

/// applications
pub(super) fn applications(parser: &mut ValueParser<'_, '_>) {
    scalar::words(parser);
}

/// location
pub(super) fn location(parser: &mut ValueParser<'_, '_>) {
    scalar::words(parser);
}

/// host_resources
pub(super) fn host_resources(parser: &mut ValueParser<'_, '_>) {
    scalar::words(parser);
}

/// local_resources
pub(super) fn local_resources(parser: &mut ValueParser<'_, '_>) {
    scalar::words(parser);
}

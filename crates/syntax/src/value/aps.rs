//! aps.

use super::{ValueParser, scalar};
use crate::ErrorKind;

/// Errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ApsError {
    /// x
    Unexpected,
}

impl From<ApsError> for ErrorKind {
    fn from(error: ApsError) -> ErrorKind {
        ErrorKind::Aps(error)
    }
}

/// aps_priority
pub(super) fn aps_priority(parser: &mut ValueParser<'_, '_>) {
    scalar::words(parser);
}

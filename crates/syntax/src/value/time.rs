//! time.

use super::{ValueParser, scalar};
use crate::ErrorKind;

/// Errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TimeError {
    /// x
    Unexpected,
}

impl From<TimeError> for ErrorKind {
    fn from(error: TimeError) -> ErrorKind {
        ErrorKind::Time(error)
    }
}

/// windows
pub(super) fn windows(parser: &mut ValueParser<'_, '_>) {
    scalar::words(parser);
}

/// expression
pub(crate) fn expression(parser: &mut ValueParser<'_, '_>) {
    scalar::words(parser);
}

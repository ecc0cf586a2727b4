//! resreq.

use super::{ValueParser, scalar};
use crate::ErrorKind;

/// Errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResReqError {
    /// x
    Unexpected,
}

impl From<ResReqError> for ErrorKind {
    fn from(error: ResReqError) -> ErrorKind {
        ErrorKind::ResReq(error)
    }
}

/// requirement
pub(super) fn requirement(parser: &mut ValueParser<'_, '_>) {
    scalar::words(parser);
}

/// condition
pub(super) fn condition(parser: &mut ValueParser<'_, '_>) {
    scalar::words(parser);
}

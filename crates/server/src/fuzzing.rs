//! Entries for the fuzz targets; not a part of other builds.

use crate::framing;

/// The valid messages in the bytes of a client.
///
/// # Panics
/// If a body is neither valid nor refused with a reason.
pub fn messages(mut bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    while let Ok(Some(message)) = framing::next(&mut bytes) {
        match message {
            Ok(body) => found.push(body),
            Err(malformed) => assert!(!malformed.detail.is_empty(), "{malformed:?}"),
        }
    }
    found
}

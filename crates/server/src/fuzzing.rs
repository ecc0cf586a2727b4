//! Entries for the fuzz targets; not a part of other builds.

use crate::framing;

/// Reads the messages in the bytes of a client. Returns the number of valid ones.
///
/// # Panics
/// If a message is neither valid nor refused with a reason.
pub fn messages(mut bytes: &[u8]) -> usize {
    let mut count = 0;
    while let Ok(Some(message)) = framing::next(&mut bytes) {
        match message {
            Ok(_) => count += 1,
            Err(malformed) => assert!(!malformed.detail.is_empty(), "{malformed:?}"),
        }
    }
    count
}

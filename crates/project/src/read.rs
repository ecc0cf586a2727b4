//! Reads files and decodes bytes to text.
//!
//! UTF-8 is used as it is, including a byte order mark. Anything else is read as Latin-1: every byte becomes the
//! character with its number, so nothing is lost and lines and columns are right. A character above 0x7F then has two
//! bytes in the decoded text and one on the disk; [`Encoding`] is stored with the text, and reports use byte offsets of
//! the file on the disk.
//!
//! UTF-8 with zero bytes is text, too: LSF reads it, a rule reports each zero byte, and editors open such files, so the
//! command line and the server say the same. Zero bytes in anything else are those of a binary file or of UTF-16.

use std::sync::Arc;

use crate::error::{Cause, Problem};

/// The size limit of files in bytes (2 GB): the tree uses 32-bit offsets, and no configuration is that large.
pub const MAX_BYTES: u64 = 2 << 30;

/// How the bytes of a file were decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Encoding {
    /// UTF-8: the text has the bytes of the file.
    #[default]
    Utf8,
    /// Latin-1: every byte of the file is one character.
    Latin1,
}

/// A decoded text and its encoding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// The text.
    pub text: Arc<str>,
    /// How it was decoded.
    pub encoding: Encoding,
}

/// Decodes bytes to text.
///
/// # Errors
/// The bytes contain a zero byte and are not UTF-8, or there are [`MAX_BYTES`] bytes or more.
pub fn decode(bytes: Vec<u8>, shown: &str) -> Result<Decoded, Problem> {
    if bytes.len() as u64 >= MAX_BYTES {
        return Err(Problem::at(shown, Cause::TooLarge(bytes.len() as u64)));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Decoded { text: text.into(), encoding: Encoding::Utf8 }),
        Err(error) => {
            let bytes = error.as_bytes();
            if let Some(offset) = memchr::memchr(0, bytes) {
                let utf16 = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
                let hint = if utf16 { "; it looks like UTF-16, save it as UTF-8" } else { "" };
                return Err(Problem::at(shown, Cause::Binary(offset, hint)));
            }
            let wide = bytes.iter().filter(|byte| !byte.is_ascii()).count();
            if u32::try_from(bytes.len() + wide).is_err() {
                return Err(Problem::at(shown, Cause::TooLarge(bytes.len() as u64)));
            }
            let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
            Ok(Decoded { text: text.into(), encoding: Encoding::Latin1 })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], expected: &str) {
        let found = match decode(bytes.to_vec(), "lsb.queues") {
            Ok(decoded) => format!("{:?} {:?}", decoded.encoding, &*decoded.text),
            Err(problem) => problem.to_string(),
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn utf8_stays_as_it_is() {
        check(b"", r#"Utf8 """#);
        check("\u{FEFF}Gr\u{F6}\u{DF}e".as_bytes(), r#"Utf8 "\u{feff}Größe""#);
    }

    #[test]
    fn anything_else_is_latin_1() {
        check(b"Gr\xF6\xDFe \xE2\x82", "Latin1 \"Größe â\\u{82}\"");
    }

    #[test]
    fn zero_bytes_in_utf8_are_text() {
        check(b"ab\0c", r#"Utf8 "ab\0c""#);
        check("\u{F6}\0".as_bytes(), r#"Utf8 "ö\0""#);
    }

    #[test]
    fn zero_bytes_in_anything_else_are_not_text() {
        check(b"ab\0\xF6", "`lsb.queues` is not a text file: byte 2 is zero");
        check(
            b"\xFF\xFEa\0",
            "`lsb.queues` is not a text file: byte 3 is zero; it looks like UTF-16, save it as UTF-8",
        );
    }
}

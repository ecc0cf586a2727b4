//! Regular expressions of conditions.

use regex::{Regex, RegexBuilder};

/// The maximum size of a compiled pattern, in bytes.
const MAX_SIZE: usize = 1 << 18;

/// A pattern, compiled.
///
/// # Errors
/// It is not a regular expression, or it is too large.
pub(crate) fn compiled(pattern: &str) -> Result<Regex, String> {
    let compiled = RegexBuilder::new(pattern).size_limit(MAX_SIZE).build();
    compiled.map_err(|error| {
        let text = error.to_string();
        text.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned()
    })
}

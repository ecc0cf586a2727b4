//! Unified diffs of files.

use std::io::{self, Write};
use std::time::Duration;

use lsflint_project::{Encoding, encode};
use similar::TextDiff;

/// The number of unchanged lines around a change.
const CONTEXT: usize = 3;

/// The time limit of the diff algorithm; after it, a correct but not minimal diff is shown.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// Writes the diff of a file in the encoding of the file, so that the patch can be applied.
pub(super) fn write(
    shown: &str,
    before: &str,
    after: &str,
    encoding: Encoding,
    out: &mut impl Write,
) -> io::Result<()> {
    let diff = TextDiff::configure().timeout(TIME_LIMIT).diff_lines(before, after);
    // An absolute path keeps one slash, as `patch` and git expect.
    let below = shown.trim_start_matches('/');
    let (old, new) = (format!("a/{below}"), format!("b/{below}"));
    let text = diff.unified_diff().context_radius(CONTEXT).header(&old, &new).to_string();
    out.write_all(&encode(&text, encoding))
}

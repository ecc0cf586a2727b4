//! Unified diffs of files.

use std::io::{self, Write};
use std::time::Duration;

use lsflint_project::{Encoding, encode};
use similar::TextDiff;

/// Unchanged lines round a change.
const CONTEXT: usize = 3;

/// After this long a difference is shown as it is found so far: right, but not the shortest.
const PATIENCE: Duration = Duration::from_secs(5);

/// Writes how a file changes, in its own encoding, so that the patch fits the file.
pub(super) fn write(
    shown: &str,
    before: &str,
    after: &str,
    encoding: Encoding,
    out: &mut impl Write,
) -> io::Result<()> {
    let diff = TextDiff::configure().timeout(PATIENCE).diff_lines(before, after);
    // A path from the root keeps one slash, as `patch` and git expect.
    let below = shown.trim_start_matches('/');
    let (old, new) = (format!("a/{below}"), format!("b/{below}"));
    let text = diff.unified_diff().context_radius(CONTEXT).header(&old, &new).to_string();
    out.write_all(&encode(&text, encoding))
}

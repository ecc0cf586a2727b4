//! Unified diffs of files.

use std::io::{self, IsTerminal as _, Write};
use std::time::Duration;

use lsflint_project::{Encoding, encode};
use lsflint_report::with_visible_end;
use similar::TextDiff;

/// The number of unchanged lines around a change.
const CONTEXT: usize = 3;

/// The time limit of the diff algorithm; after it, a correct but not minimal diff is shown.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// Writes the diff of a file in the encoding of the file, so that the patch can be applied. On a terminal, whitespace
/// at the ends of changed lines is drawn.
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
    if io::stdout().is_terminal() && encoding == Encoding::Utf8 {
        return out.write_all(drawn(&text).as_bytes());
    }
    out.write_all(&encode(&text, encoding))
}

/// The diff with visible whitespace at the ends of changed lines.
fn drawn(diff: &str) -> String {
    let changed = |it: &&str| it.starts_with(['+', '-']) && !it.starts_with("+++ ") && !it.starts_with("--- ");
    diff.split_inclusive('\n').map(|it| if changed(&it) { with_visible_end(it) } else { it.to_owned() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whitespace_at_line_ends_is_drawn() {
        let diff = "--- a/f \n+++ b/f\n@@ -1 +1 @@\n x \n-a  \n+a\n";
        assert_eq!(drawn(diff), "--- a/f \n+++ b/f\n@@ -1 +1 @@\n x \n-a\u{B7}\u{B7}\n+a\n");
    }
}

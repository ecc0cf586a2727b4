//! Unified diffs of files.

use std::io::{self, IsTerminal as _, Write};
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use lsflint_project::{Rewritten, encode};
use lsflint_report::with_visible_changes;
use similar::TextDiff;

use crate::output::{Failure, Terminal};

/// The number of unchanged lines around a change.
const CONTEXT: usize = 3;

/// The time limit of the diff algorithm; after it, a correct but not minimal diff is shown.
const TIME_LIMIT: Duration = Duration::from_secs(5);

const HEADER: Style = Style::new().bold();
const PLACE: Style = AnsiColor::Cyan.on_default();
const REMOVED: Style = AnsiColor::Red.on_default();
const ADDED: Style = AnsiColor::Green.on_default();

/// Writes diffs to stdout: for people with colours and visible whitespace, for programs as patches that can be applied,
/// in the encoding of each file.
pub(super) struct Diffs {
    out: Box<dyn Write>,
    for_people: bool,
}

impl Diffs {
    /// Colours follow the rules of all output; with colours or on a terminal, the diffs are for people.
    pub(super) fn new(terminal: &Terminal) -> Diffs {
        let for_people = io::stdout().is_terminal() || terminal.colors_stdout();
        let out: Box<dyn Write> =
            if for_people { Box::new(terminal.stdout()) } else { Box::new(terminal.plain_stdout()) };
        Diffs { out, for_people }
    }

    /// Writes the diff of a file.
    pub(super) fn write(&mut self, file: &Rewritten) -> Result<(), Failure> {
        let (before, after) = (&*file.before.text, &*file.after);
        let diff = TextDiff::configure().timeout(TIME_LIMIT).diff_lines(before, after);
        // An absolute path keeps one slash, as `patch` and git expect.
        let below = file.shown.trim_start_matches('/');
        let (old, new) = (format!("a/{below}"), format!("b/{below}"));
        let text = diff.unified_diff().context_radius(CONTEXT).header(&old, &new).to_string();
        if self.for_people {
            self.out.write_all(drawn(&text).as_bytes())?;
        } else {
            self.out.write_all(&encode(&text, file.before.encoding))?;
        }
        Ok(())
    }

    /// Writes what is buffered.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }
}

/// The diff in colours, with visible whitespace in changed lines.
fn drawn(diff: &str) -> String {
    let mut drawn = String::with_capacity(diff.len() * 2);
    let mut push = |style: Style, line: &str| {
        let text = line.trim_end_matches(['\n', '\r']);
        let end = &line[text.len()..];
        drawn.push_str(&format!("{style}{text}{style:#}{end}"));
    };
    let mut lines = diff.split_inclusive('\n').peekable();
    // The first two lines are the header.
    for line in lines.by_ref().take(2) {
        push(HEADER, line);
    }
    while let Some(line) = lines.next() {
        if !line.starts_with(['-', '+']) {
            push(if line.starts_with("@@") { PLACE } else { Style::new() }, line);
            continue;
        }
        let (mut removed, mut added) = (Vec::new(), Vec::new());
        let mut next = Some(line);
        while let Some(line) = next {
            match line.strip_prefix('-') {
                Some(line) => removed.push(line),
                None => added.push(&line[1..]),
            }
            let is_same_block = |it: &&str| it.starts_with('+') || added.is_empty() && it.starts_with('-');
            next = lines.next_if(is_same_block);
        }
        let (removed, added) = with_visible_changes(&removed, &added);
        removed.iter().for_each(|it| push(REMOVED, &format!("-{it}")));
        added.iter().for_each(|it| push(ADDED, &format!("+{it}")));
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_whitespace_is_drawn() {
        let diff = "--- a/f \n+++ b/f\n@@ -1 +1 @@\n x \n-a  \n-b  c\n-d\n+a\n+b c\n y\n+e \n";
        let expected = [
            "^[1m--- a/f ^[0m",
            "^[1m+++ b/f^[0m",
            "^[36m@@ -1 +1 @@^[0m",
            " x ",
            "^[31m-a\u{B7}\u{B7}^[0m",
            "^[31m-b\u{B7}\u{B7}c^[0m",
            "^[31m-d^[0m",
            "^[32m+a^[0m",
            "^[32m+b\u{B7}c^[0m",
            " y",
            "^[32m+e\u{B7}^[0m",
        ];
        assert_eq!(drawn(diff).replace('\u{1B}', "^").lines().collect::<Vec<_>>(), expected);
    }
}

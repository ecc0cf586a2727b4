//! One configuration file in memory.

use std::sync::Arc;

use lsflint_spec::FileKind;
use lsflint_syntax::{Edit, Parse, TextRange, TextSize};

/// A file with its text and syntax tree. Cheap to clone.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// The path as shown in reports, with `/`.
    pub path: Arc<str>,
    /// The kind of LSF file.
    pub kind: FileKind,
    /// Whether the kind is certain: from the exact file name or a mode line, not guessed from the content.
    pub kind_certain: bool,
    /// Whether the file is a template (`lsb.queues.j2`, `lsf.conf.in`) whose values are filled in later.
    pub template: bool,
    /// The parsed text.
    pub text: Arc<str>,
    /// Its tree and syntax errors.
    pub parse: Parse,
}

impl SourceFile {
    /// Parses a text as a file of a kind.
    pub fn new(path: &str, kind: FileKind, text: impl Into<Arc<str>>) -> SourceFile {
        let text = text.into();
        let parse = lsflint_syntax::parse(&text, kind);
        SourceFile { path: path.into(), kind, kind_certain: true, template: false, text, parse }
    }

    /// The file after a sequence of edits; the offsets of each edit refer to the text after the previous ones. Only the
    /// affected parts are parsed.
    pub fn edited(&self, edits: &[Edit]) -> SourceFile {
        self.edited_to(edits, None)
    }

    /// Like [`SourceFile::edited`], for callers that have already applied the edits: `text` is the resulting text.
    pub fn edited_to(&self, edits: &[Edit], text: Option<Arc<str>>) -> SourceFile {
        let mut file = self.clone();
        let hunks = composed(&self.text, edits);
        for (number, edit) in hunks.iter().enumerate().rev() {
            let text = text.clone().filter(|_| number == 0).unwrap_or_else(|| edit.apply(&file.text).into());
            debug_assert_eq!(*text, edit.apply(&file.text), "the text is what the edits lead to");
            file.parse = lsflint_syntax::reparse(&file.parse, edit, &text, self.kind);
            file.text = text;
        }
        file
    }
}

/// Converts a sequence of edits to edits of the original text, in order and disjoint. Text that was inserted and
/// removed again is not included, so typing at one place is one edit.
pub fn composed(text: &str, edits: &[Edit]) -> Vec<Edit> {
    if let [edit] = edits {
        return vec![edit.clone()];
    }
    let mut hunks: Vec<Hunk> = Vec::new();
    for edit in edits {
        let (start, end) = (usize::from(edit.range.start()), usize::from(edit.range.end()));
        // The lengths of the inserted and replaced text of the preceding hunks.
        let (mut put_in, mut taken) = (0, 0);
        let mut first = 0;
        while let Some(hunk) = hunks.get(first).filter(|it| it.start + put_in + it.insert.len() < start + taken) {
            put_in += hunk.insert.len();
            taken += hunk.end - hunk.start;
            first += 1;
        }
        let mut merged = Hunk { start: start + taken - put_in, end: 0, insert: String::new() };
        let mut behind = first;
        let mut rest = String::new();
        while let Some(hunk) = hunks.get(behind).filter(|it| it.start + put_in <= end + taken) {
            // They overlap: the parts of the hunk before and after the edit remain.
            let begin = hunk.start + put_in - taken;
            if begin <= start {
                merged.start = hunk.start;
                merged.insert.push_str(&hunk.insert[..start - begin]);
            }
            rest = hunk.insert.get(end.saturating_sub(begin)..).unwrap_or_default().to_owned();
            put_in += hunk.insert.len();
            taken += hunk.end - hunk.start;
            merged.end = hunk.end;
            behind += 1;
        }
        merged.end = merged.end.max((end + taken).saturating_sub(put_in));
        merged.insert.push_str(&edit.insert);
        merged.insert.push_str(&rest);
        hunks.splice(first..behind, [merged]);
    }
    hunks.retain(|it| text[it.start..it.end] != it.insert);
    let size = |it: usize| TextSize::new(u32::try_from(it).unwrap_or(u32::MAX));
    hunks
        .into_iter()
        .map(|it| Edit { range: TextRange::new(size(it.start), size(it.end)), insert: it.insert })
        .collect()
}

/// A range of the original text and its replacement.
struct Hunk {
    start: usize,
    end: usize,
    insert: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(start: u32, end: u32, insert: &str) -> Edit {
        Edit { range: TextRange::new(start.into(), end.into()), insert: insert.to_owned() }
    }

    #[track_caller]
    fn check(text: &str, edits: &[Edit], expect: &[Edit]) {
        assert_eq!(composed(text, edits), expect);
    }

    #[test]
    fn bursts_are_one_edit() {
        check("abc", &[edit(1, 1, "x"), edit(2, 2, "y"), edit(3, 3, "z")], &[edit(1, 1, "xyz")]);
        check("abc", &[edit(1, 1, "x"), edit(1, 2, "")], &[]);
        check("abc", &[edit(2, 3, ""), edit(1, 2, "")], &[edit(1, 3, "")]);
        check("abcdef", &[edit(5, 5, "y"), edit(1, 2, "long")], &[edit(1, 2, "long"), edit(5, 5, "y")]);
        check("abcdef", &[edit(1, 1, "xx"), edit(0, 6, "-")], &[edit(0, 4, "-")]);
    }

    #[test]
    fn edits_say_what_they_say_one_by_one() {
        let mut random = 7_u64;
        let mut next = |below: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) as usize % below
        };
        for _ in 0..2000 {
            let old = "0123456789abcdefghij";
            let mut text = old.to_owned();
            let mut edits = Vec::new();
            for _ in 0..1 + next(8) {
                let start = next(text.len() + 1);
                let end = start + next(text.len() - start + 1).min(next(5));
                let insert = ["", "X", "YZ", "QQQQ"][next(4)];
                text.replace_range(start..end, insert);
                edits.push(edit(start as u32, end as u32, insert));
            }
            let hunks = composed(old, &edits);
            let mut again = old.to_owned();
            for hunk in hunks.iter().rev() {
                again.replace_range(std::ops::Range::<usize>::from(hunk.range), &hunk.insert);
            }
            assert_eq!(again, text, "{edits:?}");
            assert!(edits.len() == 1 || hunks.is_sorted_by(|a, b| a.range.end() <= b.range.start()));
        }
    }
}

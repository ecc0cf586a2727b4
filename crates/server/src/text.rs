//! Texts and their lines: where each line begins, updated edit by edit.

use std::sync::Arc;

use lsflint_ide::Range;
use lsflint_syntax::Edit;

/// The hint of [`LineTable::line_at`] is good for so many lines; beyond them a search is faster.
const NEAR: usize = 8;

/// Where the lines of a text begin. Lines end at `\n`, `\r\n` and `\r`, as the protocol has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LineTable {
    /// The first byte of each line.
    starts: Vec<u32>,
    /// Every character is one byte. May be false for a text that had others before an edit.
    ascii: bool,
}

impl LineTable {
    pub(crate) fn new(text: &str) -> LineTable {
        let mut starts = Vec::with_capacity(text.len() / 24 + 1);
        starts.push(0);
        starts.extend(starts_between(text, 1, text.len()));
        LineTable { starts, ascii: text.is_ascii() }
    }

    /// Follows an edit. `text` is the text after it.
    fn edit(&mut self, edit: &Edit, text: &str) {
        let (start, old_end) = (u32::from(edit.range.start()), u32::from(edit.range.end()));
        let new_end = start + edit.insert.len() as u32;
        // Whether a line begins at a byte depends on this byte and the one before it.
        let first = self.starts.partition_point(|it| *it < start.max(1));
        let behind = self.starts.partition_point(|it| *it <= old_end).max(first);
        let added = starts_between(text, start.max(1) as usize, new_end as usize);
        let count = self.starts.len();
        self.starts.splice(first..behind, added);
        let moved = count - behind;
        let from = self.starts.len() - moved;
        for it in &mut self.starts[from..] {
            *it = *it - old_end + new_end;
        }
        self.ascii &= edit.insert.is_ascii();
    }

    /// How many lines there are; an empty text has one.
    pub(crate) fn len(&self) -> usize {
        self.starts.len()
    }

    /// Every character is one byte, so columns need not be counted.
    pub(crate) fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// The line of a byte. `hint` is the line that was asked about before.
    pub(crate) fn line_at(&self, offset: u32, hint: usize) -> usize {
        if self.starts.get(hint).is_some_and(|it| *it <= offset) {
            let near = self.starts[hint + 1..].iter().take(NEAR);
            let line = hint + near.take_while(|it| **it <= offset).count();
            if line < hint + NEAR {
                return line;
            }
        }
        self.starts.partition_point(|it| *it <= offset) - 1
    }

    /// The first byte of a line.
    pub(crate) fn start(&self, line: usize) -> u32 {
        self.starts[line]
    }

    /// The byte behind the last character of a line, without what ends it. `text` is the text of this table.
    pub(crate) fn end(&self, line: usize, text: &str) -> u32 {
        let Some(next) = self.starts.get(line + 1) else { return text.len() as u32 };
        let bytes = &text.as_bytes()[self.starts[line] as usize..*next as usize];
        next - if bytes.ends_with(b"\r\n") { 2 } else { 1 }
    }
}

/// The bytes from `first` to `last`, both included, at which a line begins.
fn starts_between(text: &str, first: usize, last: usize) -> impl Iterator<Item = u32> {
    let bytes = text.as_bytes();
    let ends = move |at: usize| match bytes[at - 1] {
        b'\n' => true,
        b'\r' => bytes.get(at) != Some(&b'\n'),
        _ => false,
    };
    (first..=last).filter(move |it| ends(*it)).map(|it| it as u32)
}

/// A text with its lines. Cheap to clone; never changes.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    text: Arc<str>,
    lines: Arc<LineTable>,
}

impl Text {
    pub(crate) fn new(text: impl Into<Arc<str>>) -> Text {
        let text = text.into();
        let lines = Arc::new(LineTable::new(&text));
        Text { text, lines }
    }

    pub(crate) fn text(&self) -> &Arc<str> {
        &self.text
    }

    pub(crate) fn lines(&self) -> &LineTable {
        &self.lines
    }
}

/// A text under edits: any number of them, then one new [`Text`].
pub(crate) struct Draft {
    before: Text,
    /// The text after the edits, if there are any.
    text: String,
    lines: LineTable,
    edits: Vec<Edit>,
}

impl Draft {
    pub(crate) fn new(before: &Text) -> Draft {
        let lines = (*before.lines).clone();
        Draft { before: before.clone(), text: String::new(), lines, edits: Vec::new() }
    }

    pub(crate) fn text(&self) -> &str {
        if self.edits.is_empty() { &self.before.text } else { &self.text }
    }

    pub(crate) fn lines(&self) -> &LineTable {
        &self.lines
    }

    /// Puts `insert` in the place of some bytes.
    pub(crate) fn replace(&mut self, range: Range, insert: String) {
        let edit = Edit { range: range.into(), insert };
        if self.edits.is_empty() {
            self.text = edit.apply(&self.before.text);
        } else {
            self.text.replace_range(range.start as usize..range.end as usize, &edit.insert);
        }
        self.lines.edit(&edit, &self.text);
        self.edits.push(edit);
    }

    /// Makes it another text: clients that send whole texts mostly changed a line of them.
    pub(crate) fn replace_all(&mut self, new: &str) {
        let (old, new_bytes) = (self.text().as_bytes(), new.as_bytes());
        let mut start = old.iter().zip(new_bytes).take_while(|(old, new)| old == new).count();
        while !new.is_char_boundary(start) {
            start -= 1;
        }
        let most = old.len().min(new.len()) - start;
        let from_end = old.iter().rev().zip(new_bytes.iter().rev()).take(most);
        let mut same_end = from_end.take_while(|(old, new)| old == new).count();
        while !new.is_char_boundary(new.len() - same_end) {
            same_end -= 1;
        }
        let range = Range { start: start as u32, end: (old.len() - same_end) as u32 };
        self.replace(range, new[start..new.len() - same_end].to_owned());
    }

    /// The new text, and the edits that led to it, each of the text that the one before left.
    pub(crate) fn finish(self) -> (Text, Vec<Edit>) {
        match self.edits.is_empty() {
            true => (self.before, self.edits),
            false => (Text { text: self.text.into(), lines: Arc::new(self.lines) }, self.edits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, new: &str, range: (u32, u32), insert: &str) {
        let mut draft = Draft::new(&Text::new(old));
        draft.replace_all(new);
        let (text, edits) = draft.finish();
        assert_eq!(**text.text(), *new);
        let range = Range { start: range.0, end: range.1 };
        assert_eq!(edits, [Edit { range: range.into(), insert: insert.to_owned() }]);
    }

    #[test]
    fn whole_texts_become_small_edits() {
        check("abc", "abc", (3, 3), "");
        check("abc", "abXc", (2, 2), "X");
        check("aXbc", "abc", (1, 2), "");
        check("aaa", "aa", (2, 3), "");
        check("", "ä", (0, 0), "ä");
        check("ä", "", (0, 2), "");
    }

    #[test]
    fn characters_that_share_bytes_are_replaced_whole() {
        check("xäy", "xöy", (1, 3), "ö");
        check("x€y", "x₭y", (1, 4), "₭");
        // The last byte of both is the same.
        check("ä", "Ĥ", (0, 2), "Ĥ");
    }

    #[test]
    fn lines_follow_every_edit() {
        // Every text of three characters, every range of it replaced by every text of at most two.
        let alphabet = ["\n", "\r", "a"];
        let mut texts = vec![String::new()];
        let mut from = 0;
        for _ in 0..4 {
            let longer: Vec<String> = texts[from..]
                .iter()
                .flat_map(|it| alphabet.iter().map(move |letter| format!("{it}{letter}")))
                .collect();
            from = texts.len();
            texts.extend(longer);
        }
        for old in &texts {
            let before = Text::new(old.as_str());
            for insert in texts.iter().filter(|it| it.len() <= 2) {
                for start in 0..=old.len() as u32 {
                    for end in start..=old.len() as u32 {
                        let mut draft = Draft::new(&before);
                        draft.replace(Range { start, end }, insert.clone());
                        let expected = LineTable::new(draft.text());
                        assert_eq!(*draft.lines(), expected, "{old:?} {start}..{end} {insert:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_hint_changes_no_line() {
        let text = "a\n".repeat(40) + "\r\n\rb";
        let lines = LineTable::new(&text);
        for offset in 0..=text.len() as u32 {
            let expected = text[..offset as usize].replace("\r\n", "\n").matches(['\n', '\r']).count();
            let inside = text[..offset as usize].ends_with('\r') && text[offset as usize..].starts_with('\n');
            for hint in 0..lines.len() + 2 {
                let line = lines.line_at(offset, hint);
                assert_eq!(line, expected - usize::from(inside), "{offset} {hint}");
            }
        }
    }
}

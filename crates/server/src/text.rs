//! Texts with line tables, which are updated incrementally.

use std::sync::Arc;

use lsflint_ide::Range;
use lsflint_syntax::Edit;

/// Spare capacity in bytes and lines for edits.
const SPARE: usize = 256;

/// The distance in lines from the hint in [`LineTable::line_at`] that is searched line by line.
const NEAR: usize = 8;

/// The byte offsets of line starts. Lines end at LF, CRLF and CR, as in the protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LineTable {
    /// The byte offset of each line start.
    starts: Vec<u32>,
    /// Whether every character is one byte. May be false for a text that had other characters before an edit.
    ascii: bool,
}

impl LineTable {
    pub(crate) fn new(text: &str) -> LineTable {
        let mut starts = Vec::with_capacity(text.len() / 24 + 1);
        starts.push(0);
        starts.extend(starts_between(text, 1, text.len()));
        LineTable { starts, ascii: text.is_ascii() }
    }

    /// The number of lines; an empty text has one.
    pub(crate) fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether every character is one byte, so that columns equal bytes.
    pub(crate) fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// The line of a byte offset. `hint` is the previously requested line.
    pub(crate) fn line_at(&self, offset: u32, hint: usize) -> usize {
        if self.starts.get(hint).is_none_or(|it| *it > offset) {
            let before = hint.min(self.starts.len());
            return self.starts[..before].partition_point(|it| *it <= offset) - 1;
        }
        let near = self.starts[hint + 1..].iter().take(NEAR);
        let mut line = hint + near.take_while(|it| **it <= offset).count();
        if line < hint + NEAR {
            return line;
        }
        // The next position is often not far: steps of twice the length find the part of the table that contains it.
        let mut step = NEAR;
        while self.starts.get(line + step).is_some_and(|it| *it <= offset) {
            line += step;
            step *= 2;
        }
        let end = self.starts.len().min(line + step);
        line + self.starts[line + 1..end].partition_point(|it| *it <= offset)
    }

    /// The byte offset of the start of a line.
    pub(crate) fn start(&self, line: usize) -> u32 {
        self.starts[line]
    }

    /// The byte offset after the last character of a line, without the line end. `text` is the text of this table.
    pub(crate) fn end(&self, line: usize, text: &str) -> u32 {
        let end = self.starts.get(line + 1).map_or(text.len(), |it| *it as usize);
        let bytes = &text.as_bytes()[self.starts[line] as usize..end];
        let ending = match bytes {
            [.., b'\r', b'\n'] => 2,
            [.., b'\r' | b'\n'] => 1,
            _ => 0,
        };
        (end - ending) as u32
    }
}

/// The line starts from byte offset `first` to `last`, both included.
fn starts_between(text: &str, first: usize, last: usize) -> impl Iterator<Item = u32> {
    let bytes = text.as_bytes();
    let ends = move |at: usize| match bytes[at - 1] {
        b'\n' => true,
        b'\r' => bytes.get(at) != Some(&b'\n'),
        _ => false,
    };
    (first..=last).filter(move |it| ends(*it)).map(|it| it as u32)
}

/// An immutable text with its line table. Cheap to clone.
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

    /// Uses the memory of an equal text.
    pub(crate) fn share(&mut self, same: Arc<str>) {
        debug_assert_eq!(self.text, same);
        self.text = same;
    }
}

/// The number of edits that are made in place before a draft is divided.
const IN_PLACE: usize = 4;

/// A text to which any number of edits are applied before a new [`Text`] is created.
///
/// The first edits are made in place, which moves the text after them. Then the text is divided at a line: the part
/// before it is one string, the part after it consists of lines of other texts. An edit moves the division after its
/// last line. The cost of many edits is proportional to their distance.
pub(crate) struct Draft {
    /// The text before the division; the whole text if nothing is after it.
    head: String,
    lines: LineTable,
    /// The text after the division, the nearest piece last.
    rest: Vec<Piece>,
    edits: Vec<Edit>,
}

/// The memory of a draft that became a text: the next edit of the text need not copy it.
pub(crate) struct Spare {
    text: Arc<str>,
    head: String,
}

/// The lines of a text from line `next` on.
struct Piece {
    text: Text,
    next: usize,
}

impl Piece {
    /// Removes up to `most` lines from the start; returns their text and the offsets of their starts in it.
    fn take(&mut self, most: usize) -> (&str, impl Iterator<Item = u32>) {
        let starts = &self.text.lines.starts;
        let (from, to) = (self.next, starts.len().min(self.next.saturating_add(most)));
        self.next = to;
        let (first, end) = (starts[from], starts.get(to).map_or(self.text.text.len(), |it| *it as usize));
        (&self.text.text[first as usize..end], starts[from..to].iter().map(move |it| *it - first))
    }

    fn is_empty(&self) -> bool {
        self.next == self.text.lines.len()
    }
}

impl Draft {
    pub(crate) fn new(before: &Text) -> Draft {
        let mut head = String::with_capacity(before.text.len() + SPARE);
        head.push_str(&before.text);
        Draft::on(head, before)
    }

    /// A draft of a text that uses the memory of the last draft, if that is known to contain the text.
    pub(crate) fn again(before: &Text, spare: Option<Spare>) -> Draft {
        match spare.filter(|it| Arc::ptr_eq(&it.text, &before.text)) {
            Some(spare) => Draft::on(spare.head, before),
            None => Draft::new(before),
        }
    }

    fn on(head: String, before: &Text) -> Draft {
        let mut starts = Vec::with_capacity(before.lines.len() + SPARE);
        starts.extend_from_slice(&before.lines.starts);
        Draft { head, lines: LineTable { starts, ascii: before.lines.ascii }, rest: Vec::new(), edits: Vec::new() }
    }

    /// The text and the lines up to and including `line`, or more, or all if there are fewer.
    pub(crate) fn up_to(&mut self, line: usize) -> (&str, &LineTable) {
        if !self.rest.is_empty() || self.edits.len() >= IN_PLACE {
            self.divide_at(line.saturating_add(1));
        }
        (&self.head, &self.lines)
    }

    /// Replaces a byte range, whose end must be in the lines that [`Draft::up_to`] returned.
    pub(crate) fn replace(&mut self, range: Range, insert: String) {
        let edit = Edit { range: range.into(), insert };
        if self.rest.is_empty() {
            return self.replace_in_place(edit);
        }
        // A line start may disappear when the end of the previous line changes (`\r` before `
        // `).
        let line = self.lines.line_at(range.start, 0).saturating_sub(1);
        self.head.replace_range(range.start as usize..range.end as usize, &edit.insert);
        // The last line may have lost its line end.
        let next = self.rest.last().and_then(|it| it.text.text.as_bytes().get(it.text.lines.start(it.next) as usize));
        let goes_on = match self.head.as_bytes().last() {
            Some(b'\n') | None => false,
            Some(b'\r') => next == Some(&b'\n'),
            Some(_) => true,
        };
        if goes_on && let Some(piece) = self.rest.last_mut() {
            self.head.push_str(piece.take(1).0);
            self.rest.pop_if(|it| it.is_empty());
        }
        self.lines.starts.truncate(line + 1);
        let first = self.lines.starts[line] as usize + 1;
        self.lines.starts.extend(starts_between(&self.head, first, self.head.len()));
        // A line that starts at the end of the head is the first one after the division.
        self.lines.starts.pop_if(|it| !self.rest.is_empty() && *it as usize == self.head.len());
        self.lines.ascii &= edit.insert.is_ascii();
        self.edits.push(edit);
    }

    /// Makes an edit of a text that is not divided.
    fn replace_in_place(&mut self, edit: Edit) {
        let (start, end) = (u32::from(edit.range.start()), u32::from(edit.range.end()));
        self.head.replace_range(start as usize..end as usize, &edit.insert);
        let starts = &mut self.lines.starts;
        // Whether a line starts at an offset depends on the bytes before and after it. The first line always exists.
        let from = starts.partition_point(|it| *it < start).max(1);
        let to = starts.partition_point(|it| *it <= end).max(from);
        let length = edit.insert.len() as u32;
        let new = starts_between(&self.head, start.max(1) as usize, (start + length) as usize);
        let count = starts.len() - to;
        starts.splice(from..to, new.collect::<Vec<_>>());
        let behind = starts.len() - count;
        starts[behind..].iter_mut().for_each(|it| *it = *it - end + start + length);
        self.lines.ascii &= edit.insert.is_ascii();
        self.edits.push(edit);
    }

    /// Replaces the whole text with a minimal edit: clients that send whole texts usually changed a single line.
    pub(crate) fn replace_all(&mut self, new: &str) {
        let (old, lines) = self.up_to(usize::MAX);
        let (old, new_bytes) = (old.as_bytes(), new.as_bytes());
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
        let last = lines.line_at(range.end, 0);
        self.up_to(last);
        self.replace(range, new[start..new.len() - same_end].to_owned());
    }

    /// The new text, the edits, each relative to the text after the previous one, and the memory for the next draft.
    pub(crate) fn finish(mut self) -> (Text, Vec<Edit>, Spare) {
        self.divide_at(usize::MAX);
        let text: Arc<str> = (*self.head).into();
        let spare = Spare { text: text.clone(), head: self.head };
        (Text { text, lines: Arc::new(self.lines) }, self.edits, spare)
    }

    /// Moves the division before a line, or to the end if there are fewer lines.
    fn divide_at(&mut self, line: usize) {
        let starts = &mut self.lines.starts;
        while starts.len() < line
            && let Some(piece) = self.rest.last_mut()
        {
            let at = self.head.len() as u32;
            let (text, lines) = piece.take(line - starts.len());
            starts.extend(lines.map(|it| it + at));
            self.head.push_str(text);
            self.rest.pop_if(|it| it.is_empty());
        }
        if starts.len() > line {
            let at = starts[line];
            let moved = starts[line..].iter().map(|it| *it - at).collect();
            let lines = Arc::new(LineTable { starts: moved, ascii: self.lines.ascii });
            let text = Text { text: self.head[at as usize..].into(), lines };
            starts.truncate(line);
            self.head.truncate(at as usize);
            self.rest.push(Piece { text, next: 0 });
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
        let (text, edits, _) = draft.finish();
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
                for (start, end) in ranges(old) {
                    // One edit, and another one of the text that it left.
                    let other = (start * 7 + end) as usize;
                    let (mut draft, mut expected) = (Draft::new(&before), old.clone());
                    if other.is_multiple_of(2) {
                        draft.divide_at(other % 3);
                    }
                    edit(&mut draft, &mut expected, start, end, insert);
                    let (start, end) = ranges(&expected).nth(other % ranges(&expected).count()).expect("a range");
                    edit(&mut draft, &mut expected, start, end, &texts[other % 13]);
                    let (text, edits, spare) = draft.finish();
                    assert_eq!(**text.text(), *expected, "{old:?} {edits:?}");
                    assert_eq!(*text.lines(), LineTable::new(&expected), "{old:?} {edits:?}");
                    // The next draft uses the memory of this one.
                    let mut draft = Draft::again(&text, Some(spare));
                    edit(&mut draft, &mut expected, 0, 0, insert);
                    let (text, ..) = draft.finish();
                    assert_eq!((&**text.text(), text.lines()), (&*expected, &LineTable::new(&expected)));
                }
            }
        }
    }

    fn ranges(text: &str) -> impl Iterator<Item = (u32, u32)> {
        let length = text.len() as u32;
        (0..=length).flat_map(move |start| (start..=length).map(move |end| (start, end)))
    }

    fn edit(draft: &mut Draft, expected: &mut String, start: u32, end: u32, insert: &str) {
        let last = LineTable::new(expected).line_at(end, 0);
        let (head, lines) = draft.up_to(last);
        assert!(expected.starts_with(head) && lines.len() > last, "{head:?} of {expected:?} to {last}");
        draft.replace(Range { start, end }, insert.to_owned());
        expected.replace_range(start as usize..end as usize, insert);
    }

    #[test]
    fn many_edits_copy_what_is_between_them() {
        // From the end to the start, as editors send edits of many places, and back again.
        let line = "key = value\n";
        let (count, mut draft) = (200, Draft::new(&Text::new(line.repeat(200))));
        for number in (0..count).rev().chain(0..count) {
            let (_, lines) = draft.up_to(number);
            let start = lines.start(number);
            draft.replace(Range { start, end: start + 1 }, "K".to_owned());
            assert!(draft.rest.len() <= count, "{}", draft.rest.len());
        }
        let (text, edits, _) = draft.finish();
        assert_eq!(**text.text(), *line.replace('k', "K").repeat(200));
        assert_eq!((edits.len(), text.lines().len()), (400, 201));
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

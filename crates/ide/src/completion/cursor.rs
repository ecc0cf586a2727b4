//! The text around the cursor as LSF reads it, with continuation lines joined.

use std::borrow::Cow;
use std::ops::Range;

use lsflint_model::SourceFile;
use lsflint_spec::LexerFamily;

/// A cursor position in a file that is being edited.
#[derive(Debug, Clone)]
pub(crate) struct Cursor<'t> {
    /// The file.
    pub(crate) file: &'t SourceFile,
    /// The byte offset, at a character boundary.
    pub(crate) offset: usize,
    /// The range of the line as written, without the line break.
    pub(crate) line: Range<usize>,
    /// The start of the logical line, which may be some lines above.
    pub(crate) logical_start: usize,
    /// The logical line before the cursor, with continuation lines joined.
    pub(crate) before: Cow<'t, str>,
    /// The start of the comment that contains the cursor.
    pub(crate) comment: Option<usize>,
}

/// The word at the cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word<'t> {
    /// Its range in the physical line.
    pub(crate) range: Range<usize>,
    /// The part before the cursor, in the physical line.
    pub(crate) typed: &'t str,
    /// The part in the preceding lines: a continuation may be in the middle of a word.
    pub(crate) above: String,
}

impl<'t> Cursor<'t> {
    /// The cursor at a byte offset; offsets after the end are clamped to it.
    pub(crate) fn new(file: &'t SourceFile, offset: u32) -> Cursor<'t> {
        let text = &*file.text;
        let mut offset = (offset as usize).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
        let end = text[offset..].find('\n').map_or(text.len(), |at| offset + at);
        let end = start.max(start + text[start..end].trim_end_matches('\r').len()).max(offset);
        let family = file.kind.spec().lexer;
        let mut logical_start = start;
        while let Some(above) = continued_line(text, logical_start, family) {
            logical_start = above;
        }
        let before = join(&text[logical_start..offset], family);
        let comment = comment(&text[start..offset], text, logical_start..start, family).map(|at| start + at);
        Cursor { file, offset, line: start..end, logical_start, before, comment }
    }

    /// The text of the file.
    pub(crate) fn text(&self) -> &'t str {
        &self.file.text
    }

    /// The physical line before the cursor.
    pub(crate) fn line_before(&self) -> &'t str {
        &self.text()[self.line.start..self.offset]
    }

    /// The physical line after the cursor, without a comment or a continuation backslash.
    pub(crate) fn line_after(&self) -> &'t str {
        let rest = &self.text()[self.offset..self.line.end];
        let rest = match self.file.kind.spec().lexer {
            LexerFamily::Batch => rest.split('#').next().unwrap_or(rest),
            _ => rest,
        };
        let trimmed = rest.trim_end();
        trimmed.strip_suffix('\\').unwrap_or(rest)
    }

    /// The word at the cursor, consisting of characters that `belongs` accepts.
    pub(crate) fn word(&self, belongs: impl Fn(char) -> bool) -> Word<'t> {
        let line = self.line_before();
        let typed = &line[line.trim_end_matches(&belongs).len()..];
        let whole = &self.before[self.before.trim_end_matches(&belongs).len()..];
        let after = self.line_after();
        let tail = after.len() - after.trim_start_matches(&belongs).len();
        let above = whole.strip_suffix(typed).unwrap_or_default();
        Word { range: self.offset - typed.len()..self.offset + tail, typed, above: above.to_owned() }
    }

    /// Whether the logical line starts in a line above.
    pub(crate) fn is_continued(&self) -> bool {
        self.logical_start < self.line.start
    }
}

/// The start of the previous line if it is continued in the line that starts at `start`.
fn continued_line(text: &str, start: usize, family: LexerFamily) -> Option<usize> {
    let above = text[..start].strip_suffix('\n')?;
    let from = above.rfind('\n').map_or(0, |at| at + 1);
    let line = &above[from..];
    let body = match family {
        LexerFamily::Batch => line.trim_end_matches([' ', '\t', '\r']),
        LexerFamily::Base | LexerFamily::Conf => line,
    };
    let rest = body.strip_suffix('\\')?;
    let ends = comment_in(rest, false, family).is_none();
    ends.then_some(from)
}

/// The start of the comment in the part of a line before the cursor.
fn comment(line: &str, text: &str, above: Range<usize>, family: LexerFamily) -> Option<usize> {
    let quoted = family != LexerFamily::Batch && text[above].bytes().filter(|it| *it == b'"').count() % 2 == 1;
    comment_in(line, quoted, family)
}

fn comment_in(line: &str, mut quoted: bool, family: LexerFamily) -> Option<usize> {
    let protects = family != LexerFamily::Batch;
    line.bytes().position(|byte| {
        quoted ^= protects && byte == b'"';
        byte == b'#' && !quoted
    })
}

/// The text without continuations.
fn join(text: &str, family: LexerFamily) -> Cow<'_, str> {
    if !text.contains('\n') {
        return Cow::Borrowed(text);
    }
    let mut joined = String::with_capacity(text.len());
    let mut lines = text.split('\n').peekable();
    while let Some(line) = lines.next() {
        if lines.peek().is_none() {
            joined.push_str(line);
            break;
        }
        let head = line.trim_end_matches([' ', '\t', '\r']);
        joined.push_str(head.strip_suffix('\\').unwrap_or(head));
        if family != LexerFamily::Batch {
            joined.push(' ');
        }
    }
    Cow::Owned(joined)
}

#[cfg(test)]
mod tests {
    use lsflint_spec::FileKind;

    use super::*;

    /// Where `|` is the cursor: the joined text before it, the typed word, its part above.
    #[track_caller]
    fn check(kind: FileKind, text: &str, expected: (&str, &str, &str)) {
        let offset = text.find('|').expect("a cursor");
        let file = SourceFile::new("file", kind, text.replacen('|', "", 1));
        let cursor = Cursor::new(&file, offset as u32);
        let word = cursor.word(|it| it.is_alphanumeric() || it == '_');
        assert_eq!((&*cursor.before, word.typed, &*word.above), expected);
        assert_eq!(cursor.comment, None);
    }

    #[test]
    fn lines_are_joined() {
        let queues = FileKind::LsbQueues;
        check(queues, "Begin Queue\nHOSTS = a \\\n  bc|d e\n", ("HOSTS = a   bc", "bc", ""));
        check(queues, "HOSTS = ab\\\ncd|\n", ("HOSTS = abcd", "cd", "ab"));
        check(queues, "# no \\\nHO|\n", ("HO", "HO", ""));
        check(FileKind::LsfConf, "A=\"b \\\nc|\"\n", ("A=\"b  c", "c", ""));
    }

    #[test]
    fn comments_are_seen() {
        let at = |kind, text: &str| {
            let file = SourceFile::new("file", kind, text);
            Cursor::new(&file, text.len() as u32).comment
        };
        assert_eq!(at(FileKind::LsbQueues, "DESCRIPTION = \"a # b"), Some(17));
        assert_eq!(at(FileKind::LsfConf, "LSF_RSH=\"a # b"), None);
        assert_eq!(at(FileKind::LsfConf, "LSF_RSH=a # b"), Some(10));
    }

    #[test]
    fn words_go_on_behind_the_cursor() {
        let file = SourceFile::new("lsb.queues", FileKind::LsbQueues, "PRIORITY = 3\n");
        let word = Cursor::new(&file, 2).word(|it| it.is_alphanumeric());
        assert_eq!((word.range, word.typed), (0..8, "PR"));
    }
}

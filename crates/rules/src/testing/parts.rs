//! What a fixture consists of: cases, the parts of a case, and the texts in them.

use super::source::Place;
use super::subject::Subject;

pub(super) const CASE: &str = "//#";
const PART: &str = "//- ";
pub(super) const FIXED: &str = "//- fixed ";
pub(super) const WITHOUT: &str = "without ";
pub(super) const ALSO: &str = "also ";

/// A title with its files.
#[derive(Default)]
pub(super) struct Case<'f> {
    pub(super) title: Option<&'f str>,
    pub(super) parts: Vec<Part<'f>>,
}

/// A header with the lines below it.
pub(super) struct Part<'f> {
    /// As it is written.
    pub(super) line: &'f str,
    pub(super) header: &'f str,
    /// Whether the header has the only line behind it: `//- lsf.conf: LSF_STRICT_RESREQ=N`.
    pub(super) is_short: bool,
    pub(super) lines: Vec<&'f str>,
}

/// The cases of a fixture, without what is written about findings.
pub(super) fn cases(fixture: &str) -> Vec<Case<'_>> {
    let mut cases = vec![Case::default()];
    let mut lines = fixture.lines().peekable();
    while let Some(line) = lines.next() {
        let case = cases.last_mut().expect("there is always one");
        if let Some(title) = line.strip_prefix(CASE) {
            cases.push(Case { title: Some(title), parts: Vec::new() });
        } else if line.starts_with(FIXED) {
            while lines.next_if(|it| it.starts_with(['-', '+']) || it.starts_with("= left: ")).is_some() {}
        } else if let Some(header) = line.strip_prefix(PART) {
            case.parts.push(Part::begun(line, header));
        } else if is_annotation(line, lines.peek().copied()) || is_note(line) {
            continue;
        } else if let Some(part) = case.parts.last_mut() {
            part.lines.push(line);
        } else {
            assert!(line.is_empty(), "`{line}` is below no file");
        }
    }
    if cases[0].parts.is_empty() {
        cases.remove(0);
    }
    cases
}

/// Whether a line says where a finding is: carets, and a code behind them or in the next line.
fn is_annotation(line: &str, next: Option<&str>) -> bool {
    let marks = line.trim_start_matches(' ');
    let behind = match marks.strip_prefix('|') {
        Some(behind) => behind.trim_start_matches('$'),
        None if marks.starts_with('^') => marks.trim_start_matches('^'),
        None => return false,
    };
    let behind = match behind.strip_prefix("..") {
        Some(end) => end.trim_start_matches(|it: char| it.is_ascii_digit() || it == ':'),
        None => behind,
    };
    let has_code = |text: &str| {
        let code = text.split(' ').next().unwrap_or_default();
        let digits = code.trim_start_matches(|it: char| it.is_ascii_uppercase());
        digits.len() == 3 && code.len() > 3 && digits.bytes().all(|it| it.is_ascii_digit())
    };
    match behind.strip_prefix(' ') {
        Some(words) => has_code(words),
        None => behind.is_empty() && next.is_some_and(|it| is_note(it) && has_code(&it.trim_start()[2..])),
    }
}

/// Whether a line below an annotation belongs to it.
fn is_note(line: &str) -> bool {
    line.starts_with("    ") && line.trim_start().starts_with("= ")
}

impl<'f> Part<'f> {
    fn begun(line: &'f str, header: &'f str) -> Part<'f> {
        match header.split_once(": ") {
            Some((header, only)) => Part { line, header, is_short: true, lines: vec![only] },
            None => Part { line, header, is_short: false, lines: Vec::new() },
        }
    }

    /// The header and the lines, as they are written.
    pub(super) fn source(&self) -> String {
        let mut out = format!("{}\n", self.line);
        for line in self.lines.iter().skip(usize::from(self.is_short)) {
            out.extend([line, "\n"]);
        }
        out
    }

    /// The lines of the file, and the empty ones behind it.
    pub(super) fn split(&self) -> (&[&'f str], &[&'f str]) {
        let end = self.lines.iter().rposition(|it| !it.is_empty()).map_or(0, |it| it + 1);
        assert!(!self.is_short || end == 1, "a line is below `{}`", self.line);
        self.lines.split_at(end)
    }

    /// The file that the header names, or a section of.
    pub(super) fn file_name(&self) -> String {
        Place::of(self.header).file
    }

    /// The header and the text of the lines.
    pub(super) fn file(&self) -> (&'f str, String) {
        (self.header, text_of(self.split().0))
    }

    /// The lines as one text.
    pub(super) fn item(&self) -> Item<'_> {
        let lines = self.split().0;
        self.shown(Item { lines, shifts: vec![0; lines.len()], text: text_of(lines), is_line: false })
    }

    /// A text that may be in the line of the header.
    pub(super) fn shown<'p>(&'p self, mut item: Item<'p>) -> Item<'p> {
        if self.is_short {
            item.lines = std::slice::from_ref(&self.line);
            item.shifts[0] += self.line.chars().count() - self.lines[0].chars().count();
        }
        item
    }
}

/// The text that lines of a fixture are written for.
fn text_of(lines: &[&str]) -> String {
    let text: String = lines.iter().flat_map(|it| [*it, "\n"]).collect();
    let text = match text.strip_suffix("␄\n") {
        Some(open) => open.to_owned(),
        None => text,
    };
    text.replace('␠', " ").replace('␉', "\t").replace('␍', "\r").replace('␀', "\0").replace('⍽', "\u{a0}")
}

/// One text that is checked, with the lines that show it.
pub(super) struct Item<'f> {
    pub(super) lines: &'f [&'f str],
    /// How much further to the right the lines are than in the text.
    pub(super) shifts: Vec<usize>,
    pub(super) text: String,
    /// Whether it is one of several texts below a header.
    pub(super) is_line: bool,
}

/// The texts below a header.
pub(super) fn items<'f>(subject: &Subject, lines: &'f [&'f str]) -> Vec<Item<'f>> {
    if matches!(subject, Subject::ServerDir) {
        let shifts = lines.iter().map(|it| usize::from(it.starts_with('-'))).collect();
        return vec![Item { lines, shifts, text: text_of(lines), is_line: false }];
    }
    if matches!(subject, Subject::Script { each: false } | Subject::Connector(..)) {
        return vec![Item { lines, shifts: vec![0; lines.len()], text: text_of(lines), is_line: false }];
    }
    let mut items = Vec::new();
    let mut start = 0;
    while start < lines.len() {
        let mut shifts = vec![0];
        let mut text = vec![lines[start]];
        while let Some(&line) = lines.get(start + shifts.len()) {
            match line.strip_prefix("  ") {
                _ if lines[start + shifts.len() - 1].ends_with('\\') => {
                    shifts.push(0);
                    text.push(line);
                }
                Some(indented) => {
                    shifts.push(2);
                    text.push(indented);
                }
                None => break,
            }
        }
        let lines = &lines[start..start + shifts.len()];
        start += shifts.len();
        items.push(Item { lines, shifts, text: text_of(&text), is_line: true });
    }
    items
}

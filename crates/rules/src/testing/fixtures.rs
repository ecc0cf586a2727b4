//! Fixtures: texts with the findings of one rule written below their places. A fixture is the input and the expectation in one:
//! what is written about findings is removed, the texts are checked, and the findings are written again.
//!
//! ```text
//! //- lsf.conf
//! LSF_STRICT_RESREQ=N
//!
//! //# words are in capitals
//! //- lsb.queues
//! Begin Queue
//! QUEUE_NAME   = night
//! APS_PRIORITY = weight[[FS, 1]]
//!                ^^^^^^ A006 warning `weight` is not in capitals
//! End Queue
//!
//! //# each line is a check of its own
//! //- each Queue
//! APS_PRIORITY = WEIGHT[[FS, 1]]
//! DESCRIPTION = two lines that \
//!   are one
//! SLOT_POOL = a
//!   SLOT_SHARE = 5
//! ```
//!
//! * `//# title` begins a case, `//- name` a file of it. The files of a case are a cluster, and all of them are checked. Files before
//!   the first title are in view of every case that has no file of that name and no `//- without name`; they are not checked there.
//!   Empty lines at the end of a file do not belong to it.
//! * Below `//- each Queue`, `//- each Host of lsb.hosts` and the like (see [`Subject::each`]), `//- resreq` (strings as `bsub -R` takes
//!   them) and `//- elim` (lines that an elim wrote; `//- elim host:resource,resource` names what they come from) every line is checked
//!   alone, with the lines below it that continue it, or that are indented by two spaces, which are not part of the text. `//- job.sh` is
//!   a script, `//- LSF_SERVERDIR` a list of file names, with `-` before those that may not be run. Other files of such a case are in
//!   view of these texts and not checked.
//! * Carets mark the span of a finding; `|` marks an empty one, and `|$` one behind the last line. `..4:2` behind them is where a span
//!   of several lines ends.
//! * Consequences, help, related places and fixes are written below a finding (`= help: ...`) where a fixture has them first. Texts
//!   that differ only in names and numbers count as one, and what the example of the rule's page says is in `tests/examples`.
//! * What the fixes make of a text is below a line as `= fixed: ...`, below files as `//- fixed name` with the lines that change. When
//!   all findings have fixes, `= left: ...` is what is found in the fixed text.
//! * A line that begins with four spaces and `= ` is always about a finding.
//! * `//- also P004` in a case: the findings of another rule are written, too, which is mostly none.
//! * ` `, tab, CR, NUL and a no-break space are written as `␠` (at the end of lines), `␉`, `␍`, `␀` and `⍽`; `␄` at the end of a file
//!   means that it has no line end.

use expect_test::Expect;
use lsflint_lint::{Diagnostic, Rule};

use super::annotate::{Placed, annotate};
use super::diff::diff;
use super::findings::{apply_fixes, render};
use super::shown::Shown;
use super::subject::Subject;

/// Checks the texts of a fixture and compares what the rule reports with what the fixture says.
pub(crate) fn check(rule: &'static Rule, fixture: &Expect) {
    let mut shown = Shown::in_examples(rule);
    fixture.assert_eq(&annotated(rule.meta.code, &without_indent(fixture.data()), &mut shown));
}

/// A fixture with the findings of now.
pub(crate) fn annotated<'f>(code: &'f str, fixture: &'f str, shown: &'f mut Shown) -> String {
    let mut cases = cases(fixture);
    let shared = match cases.first() {
        Some(first) if first.title.is_none() => cases.remove(0),
        _ => Case::default(),
    };
    let mut writer = Writer { code, also: Vec::new(), shown, out: shared.parts.iter().map(Part::source).collect() };
    for case in &cases {
        case.write(&shared.parts, &mut writer);
    }
    writer.out
}

/// A title with its files.
#[derive(Default)]
struct Case<'f> {
    title: Option<&'f str>,
    parts: Vec<Part<'f>>,
}

/// A header with the lines below it.
struct Part<'f> {
    header: &'f str,
    lines: Vec<&'f str>,
}

const CASE: &str = "//#";
const PART: &str = "//- ";
const FIXED: &str = "//- fixed ";
const WITHOUT: &str = "without ";
const ALSO: &str = "also ";

/// The cases of a fixture, without what is written about findings.
fn cases(fixture: &str) -> Vec<Case<'_>> {
    let mut cases = vec![Case::default()];
    let mut lines = fixture.lines().peekable();
    while let Some(line) = lines.next() {
        let case = cases.last_mut().expect("there is always one");
        if let Some(title) = line.strip_prefix(CASE) {
            cases.push(Case { title: Some(title), parts: Vec::new() });
        } else if line.starts_with(FIXED) {
            while lines.next_if(|it| it.starts_with(['-', '+']) || it.starts_with("= left: ")).is_some() {}
        } else if let Some(header) = line.strip_prefix(PART) {
            case.parts.push(Part { header, lines: Vec::new() });
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

impl Part<'_> {
    /// The header and the lines, as they are written.
    fn source(&self) -> String {
        let mut out = format!("{PART}{}\n", self.header);
        for line in &self.lines {
            out.extend([line, "\n"]);
        }
        out
    }

    /// The lines of the file, and the empty ones behind it.
    fn split(&self) -> (&[&str], &[&str]) {
        let end = self.lines.iter().rposition(|it| !it.is_empty()).map_or(0, |it| it + 1);
        self.lines.split_at(end)
    }

    fn text(&self) -> String {
        text_of(self.split().0)
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

/// What is written.
struct Writer<'a> {
    code: &'a str,
    /// The other rules that matter in the case.
    also: Vec<&'a str>,
    shown: &'a mut Shown,
    out: String,
}

impl<'f> Case<'f> {
    fn write(&self, shared: &[Part<'_>], writer: &mut Writer<'f>) {
        writer.out.push_str(&format!("{CASE}{}\n", self.title.unwrap_or_default()));
        let without: Vec<&str> = self.parts.iter().filter_map(|it| it.header.strip_prefix(WITHOUT)).collect();
        let has = |name: &str| self.parts.iter().any(|it| it.header == name) || without.contains(&name);
        writer.also = self.parts.iter().filter_map(|it| it.header.strip_prefix(ALSO)).collect();
        let is_word = |it: &&Part<'_>| it.header.starts_with(WITHOUT) || it.header.starts_with(ALSO);
        let is_file = |it: &&Part<'_>| Subject::special(it.header).is_none() && !is_word(it);
        let files: Vec<(String, String)> = self
            .parts
            .iter()
            .filter(is_file)
            .chain(shared.iter().filter(|it| !has(it.header)))
            .map(|it| (it.header.to_owned(), it.text()))
            .collect();
        let checks_files = self.parts.iter().all(|it| Subject::special(it.header).is_none());
        let mut diffs = String::new();
        let mut end = String::new();
        for part in &self.parts {
            let (lines, empty) = part.split();
            writer.out.push_str(&end);
            writer.out.push_str(&format!("{PART}{}\n", part.header));
            // What the fixes make of the files comes before the empty lines behind the last of them.
            end = "\n".repeat(empty.len());
            let (subject, items) = match Subject::special(part.header) {
                Some(subject) => {
                    let items = items(&subject, lines);
                    (subject, items)
                }
                None if checks_files && is_file(&part) => {
                    let item = Item { lines, shifts: vec![0; lines.len()], text: part.text(), is_line: false };
                    (Subject::File(part.header.to_owned()), vec![item])
                }
                None => {
                    lines.iter().for_each(|it| writer.out.extend([it, "\n"]));
                    continue;
                }
            };
            for item in items {
                let fixed = writer.write(&subject, &item, &files);
                diffs.extend(fixed.map(|it| format!("{FIXED}{}\n{it}", part.header)));
            }
        }
        writer.out.extend([diffs, end]);
    }
}

/// One text that is checked, with the lines that show it.
struct Item<'f> {
    lines: &'f [&'f str],
    /// How much further to the right the lines are than in the text.
    shifts: Vec<usize>,
    text: String,
    /// Whether it is one of several texts below a header.
    is_line: bool,
}

/// The texts below a header.
fn items<'f>(subject: &Subject, lines: &'f [&'f str]) -> Vec<Item<'f>> {
    if matches!(subject, Subject::ServerDir) {
        let shifts = lines.iter().map(|it| usize::from(it.starts_with('-'))).collect();
        return vec![Item { lines, shifts, text: text_of(lines), is_line: false }];
    }
    if matches!(subject, Subject::Script { each: false }) {
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

/// How often the fixes of a text are applied.
const ROUNDS: usize = 10;

impl Writer<'_> {
    /// Checks a text and writes it with its findings. Returns what the fixes change in a text that is not a single line.
    fn write(&mut self, subject: &Subject, item: &Item<'_>, files: &[(String, String)]) -> Option<String> {
        let of_rule = |text: &str| -> (String, Vec<Diagnostic>) {
            let (text, mut found) = subject.findings(text, files);
            found.retain(|it| it.rule.code == self.code || self.also.contains(&it.rule.code));
            (text, found)
        };
        let (text, found) = of_rule(&subject.wrap(&item.text));
        let (mut fixed, mut left) = (text.clone(), found.clone());
        for _ in 0..ROUNDS {
            left.retain(|it| it.rule.code == self.code);
            if left.iter().any(|it| it.fix.is_some()) {
                fixed = apply_fixes(&fixed, &left);
                left = of_rule(&fixed).1;
            }
        }
        assert!(left.iter().all(|it| it.fix.is_none()), "the fixes have no end:\n{}", render(&fixed, &left));
        let mut changes = match fixed == text {
            true => String::new(),
            false => diff(subject.unwrap(&text), subject.unwrap(&fixed)),
        };
        if found.iter().all(|it| it.fix.is_some() || it.rule.code != self.code) {
            left.iter().for_each(|it| changes.push_str(&format!("= left: {}\n", it.message)));
        }
        let placed =
            Placed { lines: item.lines, shifts: &item.shifts, first: subject.lines_before(), text: &text, files };
        annotate(&placed, &found, self.code, self.shown, &mut self.out);
        if !item.is_line {
            return Some(changes).filter(|it| !it.is_empty());
        }
        let replaces = changes.matches("\n+").count() + usize::from(changes.starts_with('+'));
        let removes = changes.matches("\n-").count() + usize::from(changes.starts_with('-'));
        for change in changes.lines() {
            match (change.split_at(1), replaces == removes) {
                (("-", _), true) => {}
                (("-", line), false) => self.out.push_str(&format!("    = removed: {line}\n")),
                (("+", line), _) => self.out.push_str(&format!("    = fixed: {line}\n")),
                _ => self.out.push_str(&format!("    {change}\n")),
            }
        }
        None
    }
}

/// Removes the indentation of a literal as `expect!` does.
pub(super) fn without_indent(literal: &str) -> String {
    let text = literal.strip_prefix('\n').unwrap_or(literal);
    let indent = |it: &str| it.len() - it.trim_start().len();
    let indent = text.lines().filter(|it| !it.trim().is_empty()).map(indent).min().unwrap_or_default();
    text.split_inclusive('\n').map(|it| it.get(indent..).unwrap_or_else(|| it.trim_start_matches(' '))).collect()
}

//! Fixtures: texts with the findings of one rule written below their places. A fixture is the input and the expectation
//! in one: what is written about findings is removed, the texts are checked, and the findings are written again.
//!
//! ```text
//! //- lsf.conf
//! LSF_STRICT_RESREQ=N
//!
//! //# words are uppercase
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
//! * `//# title` begins a case, `//- name` a file of it. The files of a case are a cluster, and all of them are
//!   checked. Files before the first title belong to every case that has no file of that name and no `//- without
//!   name`; they are not checked there. Empty lines at the end of a file do not belong to it.
//! * Below `//- each Queue`, `//- each Host of lsb.hosts` and the like (see [`Subject::each`]), `//- resreq`
//!   (strings as `bsub -R` takes them) and `//- elim` (lines that an elim wrote; `//- elim host:resource,resource`
//!   names what they come from) every line is checked alone, with the lines below it that continue it, or that are
//!   indented by two spaces, which are not part of the text. `//- job.sh` is a script, `//- LSF_SERVERDIR` a list
//!   of file names, with `-` before those that may not be run. Other files of such a case are part of the cluster
//!   and not checked.
//! * Carets mark the span of a finding; `|` marks an empty one, and `|$` one behind the last line. `..4:2` behind
//!   them is where a span of several lines ends.
//! * Consequences, help, related places and fixes are written below a finding (`= help: ...`) where a fixture has
//!   them first. Texts that differ only in names and numbers count as one, and what the example of the rule's page
//!   says is in `tests/examples`.
//! * What the fixes make of a text is below a line as `= fixed: ...`, below files as `//- fixed name` with the
//!   lines that change. When all findings have fixes, `= left: ...` is what is found in the fixed text.
//! * A line that begins with four spaces and `= ` is always about a finding.
//! * `//- also P004` in a case: the findings of another rule are written, too, which is mostly none.
//! * ` `, tab, CR, NUL and a no-break space are written as `␠` (at the end of lines), `␉`, `␍`, `␀` and `⍽`; `␄` at
//!   the end of a file means that it has no line end.

use std::collections::BTreeMap;

use expect_test::Expect;
use lsflint_lint::{Diagnostic, Rule};

use super::annotate::{Placed, annotate};
use super::diff::diff;
use super::findings::{apply_fixes, render};
use super::parts::{ALSO, CASE, Case, FIXED, Item, Part, WITHOUT, cases, items};
use super::shown::Shown;
use super::source::{Piece, Source};
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

/// What is written.
struct Writer<'a> {
    code: &'a str,
    /// The other rules that matter in the case.
    also: Vec<&'a str>,
    shown: &'a mut Shown,
    out: String,
}

impl<'f> Case<'f> {
    fn write(&self, shared: &[Part<'f>], writer: &mut Writer<'f>) {
        writer.out.push_str(&format!("{CASE}{}\n", self.title.unwrap_or_default()));
        let without = self.parts.iter().filter_map(|it| it.header.strip_prefix(WITHOUT));
        let without: Vec<&str> = without.flat_map(|it| it.split(' ')).collect();
        writer.also = self.parts.iter().filter_map(|it| it.header.strip_prefix(ALSO)).collect();
        let is_word = |it: &Part<'_>| it.header.starts_with(WITHOUT) || it.header.starts_with(ALSO);
        let is_file = |it: &&Part<'f>| Subject::special(it.header).is_none() && !is_word(it);
        let own: Vec<&Part<'f>> = self.parts.iter().filter(is_file).collect();
        let is_replaced = |it: &&Part<'f>| {
            let file = it.file_name();
            without.contains(&&*file) || own.iter().any(|own| own.header == it.header || own.header == file)
        };
        let is_with_own = |it: &&Part<'f>| own.iter().any(|own| own.file_name() == it.file_name());
        let shared = shared.iter().filter(|it| !is_replaced(it));
        let (with_own, others): (Vec<_>, Vec<_>) = shared.partition(is_with_own);
        let files = Source::all([with_own, own.clone(), others].iter().flatten().map(|it| it.file()));
        let checks_files = self.parts.iter().all(|it| Subject::special(it.header).is_none());
        let mut checked: BTreeMap<&str, Judged> = BTreeMap::new();
        let mut diffs = String::new();
        let mut end = String::new();
        for part in &self.parts {
            let (lines, empty) = part.split();
            writer.out.push_str(&end);
            // What the fixes make of the files comes before the empty lines behind the last of them.
            end = "\n".repeat(empty.len());
            if !part.is_short {
                writer.out.extend([part.line, "\n"]);
            }
            if let Some(subject) = Subject::special(part.header) {
                for item in items(&subject, lines).into_iter().map(|it| part.shown(it)) {
                    let judged = writer.judge(&subject, &subject.wrap(&item.text), &files);
                    writer.show(&item, &judged, subject.lines_before(), None, &files);
                    match item.is_line {
                        true => writer.show_changes(&judged.changes),
                        false => diffs.push_str(&judged.diff(part.header)),
                    }
                }
            } else if checks_files && is_file(&part) {
                let source = Source::find(&files, part.header);
                let judged = checked.entry(&source.name).or_insert_with(|| {
                    let judged = writer.judge(&Subject::File(source.name.clone()), &source.text, &files);
                    diffs.push_str(&judged.diff(&source.name));
                    judged
                });
                let is_own = |header: &str| own.iter().any(|it| std::ptr::eq(it.header, header));
                if let Some(stray) =
                    judged.found.iter().find(|it| !is_own(source.piece_at(it.range.start().into()).label))
                {
                    panic!(
                        "a finding is in a section before the first title:\n{}",
                        render(&judged.text, std::slice::from_ref(stray))
                    );
                }
                let piece = source.pieces.iter().find(|it| std::ptr::eq(it.label, part.header));
                let piece = piece.expect("every section of a case is collected");
                writer.show(&part.item(), judged, piece.first, Some((source, piece)), &files);
            } else {
                part.item().lines.iter().for_each(|it| writer.out.extend([it, "\n"]));
            }
        }
        writer.out.extend([diffs, end]);
    }
}

/// What the rule reports about a text.
struct Judged {
    text: String,
    found: Vec<Diagnostic>,
    /// What the fixes change.
    changes: String,
}

impl Judged {
    /// What the fixes make of a file.
    fn diff(&self, name: &str) -> String {
        if self.changes.is_empty() { String::new() } else { format!("{FIXED}{name}\n{}", self.changes) }
    }
}

/// How often the fixes of a text are applied.
const ROUNDS: usize = 10;

impl Writer<'_> {
    /// Checks a text.
    fn judge(&self, subject: &Subject, text: &str, files: &[Source<'_>]) -> Judged {
        let of_rule = |text: &str| -> (String, Vec<Diagnostic>) {
            let (text, mut found) = subject.findings(text, files);
            found.retain(|it| it.rule.code == self.code || self.also.contains(&it.rule.code));
            (text, found)
        };
        let (text, found) = of_rule(text);
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
        Judged { text, found, changes }
    }

    /// Writes lines with what was found in them. `first`: how many lines of the text are before them.
    fn show(
        &mut self,
        item: &Item<'_>,
        judged: &Judged,
        first: usize,
        source: Option<(&Source<'_>, &Piece<'_>)>,
        files: &[Source<'_>],
    ) {
        let placed = Placed { lines: item.lines, shifts: &item.shifts, first, text: &judged.text, source, files };
        annotate(&placed, &judged.found, self.code, self.shown, &mut self.out);
    }

    /// Writes what the fixes make of a single line.
    fn show_changes(&mut self, changes: &str) {
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
    }
}

/// Removes the indentation of a literal as `expect!` does.
pub(super) fn without_indent(literal: &str) -> String {
    let text = literal.strip_prefix('\n').unwrap_or(literal);
    let indent = |it: &str| it.len() - it.trim_start().len();
    let indent = text.lines().filter(|it| !it.trim().is_empty()).map(indent).min().unwrap_or_default();
    text.split_inclusive('\n').map(|it| it.get(indent..).unwrap_or_else(|| it.trim_start_matches(' '))).collect()
}

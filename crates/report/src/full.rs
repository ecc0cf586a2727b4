//! The format `full`: excerpts in the style of rustc, with the effect on LSF.
//!
//! codespan-reporting draws the excerpts; only [`render_finding`] depends on it.

use std::io::{self, Write};
use std::ops::Range;

use anstyle::{AnsiColor, Style};
use codespan_reporting::diagnostic as drawing;
use codespan_reporting::term::{self, Chars, WriteStyle};
use lsflint_lint::{Applicability, Diagnostic, Severity};

use crate::excerpt::Excerpts;
use crate::position::{Positions, bounds};
use crate::text::tame;
use crate::{FileFindings, Limit, Reporter, Source, Summary};

/// The options of the format `full`.
#[derive(Debug, Clone, Copy)]
pub struct FullOptions {
    /// The limit for the number of findings.
    pub limit: Limit,
    /// Whether lines are drawn with box characters instead of `|` and `-`.
    pub unicode: bool,
    /// Whether the last line is a summary.
    pub summary: bool,
}

impl Default for FullOptions {
    fn default() -> FullOptions {
        FullOptions { limit: Limit::default(), unicode: true, summary: true }
    }
}

/// The format `full`. Colors are always written; the stream removes them if they are disabled.
#[derive(Debug, Default)]
pub struct Full {
    options: FullOptions,
}

impl Full {
    /// A reporter with options.
    pub fn new(options: FullOptions) -> Full {
        Full { options }
    }
}

impl Reporter for Full {
    fn file(&mut self, file: &FileFindings, out: &mut dyn Write) -> io::Result<()> {
        let findings: Vec<_> = file.diagnostics.iter().filter(|it| it.severity > Severity::Hint).collect();
        let chosen = self.options.limit.choose(&findings);
        if chosen.is_empty() {
            return Ok(());
        }
        let positions = AllPositions::new(file);
        for it in &chosen {
            render(it, file, &positions, self.options.unicode, out)?;
        }
        if chosen.len() < findings.len() {
            writeln!(out, "... and {} more in {}\n", findings.len() - chosen.len(), tame(&file.source.path))?;
        }
        Ok(())
    }

    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        if let Some(notice) = self.options.limit.notice() {
            writeln!(out, "{notice}")?;
        }
        if self.options.summary {
            writeln!(out, "{}", summary.sentence())?;
            if let Some(fixable) = summary.fixable() {
                writeln!(out, "{fixable}")?;
            }
            for line in summary.not_applied() {
                writeln!(out, "{}", tame(&line))?;
            }
        }
        Ok(())
    }
}

/// A mark in a text: its style, range and label.
type Mark = (drawing::LabelStyle, Range<usize>, String);

/// The positions of a file and of the files that its findings refer to.
struct AllPositions<'a> {
    files: Vec<(&'a Source, Positions)>,
}

impl<'a> AllPositions<'a> {
    fn new(file: &'a FileFindings) -> AllPositions<'a> {
        let files = std::iter::once(&file.source).chain(&file.related);
        AllPositions { files: files.map(|it| (it, Positions::new(it))).collect() }
    }

    fn of(&self, source: &Source) -> Option<&Positions> {
        self.files.iter().find(|it| it.0.path == source.path).map(|it| &it.1)
    }
}

/// Writes one finding of a file: header, excerpt with the marks, notes.
///
/// # Errors
/// Those of the writer.
pub fn render_finding(it: &Diagnostic, file: &FileFindings, unicode: bool, out: &mut dyn Write) -> io::Result<()> {
    render(it, file, &AllPositions::new(file), unicode, out)
}

fn render(
    it: &Diagnostic,
    file: &FileFindings,
    positions: &AllPositions<'_>,
    unicode: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    header(it, out)?;
    let mut excerpts = Excerpts::default();
    let mut labels = Vec::new();
    let mut groups: Vec<(&Source, Vec<Mark>)> = Vec::new();
    let (start, end) = bounds(it.range);
    groups.push((&file.source, vec![(drawing::LabelStyle::Primary, start..end, String::new())]));
    for related in &it.related {
        let Some(source) = file.source_of(related.file.as_deref()) else { continue };
        let (start, end) = bounds(related.range);
        let label = (drawing::LabelStyle::Secondary, start..end, tame(&related.message).into_owned());
        match groups.iter_mut().find(|it| it.0.path == source.path) {
            Some(group) => group.1.push(label),
            None => groups.push((source, vec![label])),
        }
    }
    for (source, marks) in groups {
        let Some(positions) = positions.of(source) else { continue };
        let ranges: Vec<Range<usize>> = marks.iter().map(|it| it.1.clone()).collect();
        let (id, ranges) = excerpts.add(source, positions, &ranges);
        for ((style, _, message), range) in marks.into_iter().zip(ranges) {
            labels.push(drawing::Label::new(style, id, range).with_message(message));
        }
    }
    let drawn = drawing::Diagnostic::new(severity(it.severity)).with_labels(labels).with_notes(notes(it));
    let chars = if unicode { Chars::box_drawing() } else { Chars::ascii() };
    let config = term::Config { chars, ..term::Config::default() };
    let mut writer = Painter { out, severity: it.severity, in_header: true, spaces: 0 };
    match term::emit_to_write_style(&mut writer, &config, &excerpts, &drawn) {
        Ok(()) => Ok(()),
        Err(codespan_reporting::files::Error::Io(error)) => Err(error),
        Err(error) => Err(io::Error::other(error)),
    }
}

/// Writes the header: `error rusage-duplicate-resource [R301]: message`.
fn header(it: &Diagnostic, out: &mut dyn Write) -> io::Result<()> {
    let strong = severity_style(it.severity).bold();
    let bold = Style::new().bold();
    let (severity, name, code, message) = (it.severity, it.rule.name, it.rule.code, tame(&it.message));
    writeln!(out, "{strong}{severity}{strong:#} {name} [{code}]: {bold}{message}{bold:#}")
}

fn notes(it: &Diagnostic) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(effect) = &it.effect {
        notes.push(format!("effect: {}", tame(effect)));
    }
    if let Some(help) = &it.help {
        notes.push(format!("help: {}", tame(help)));
    }
    if let Some(fix) = &it.fix {
        let safety = match fix.applicability {
            Applicability::Safe => "safe",
            Applicability::Unsafe => "changes what LSF does",
        };
        notes.push(format!("fix: {} ({safety})", tame(&fix.title)));
    }
    notes
}

fn severity(severity: Severity) -> drawing::Severity {
    match severity {
        Severity::Error => drawing::Severity::Error,
        Severity::Warning => drawing::Severity::Warning,
        Severity::Info => drawing::Severity::Note,
        Severity::Hint => drawing::Severity::Help,
    }
}

fn severity_style(severity: Severity) -> Style {
    let color = match severity {
        Severity::Error => AnsiColor::Red,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Info => AnsiColor::Blue,
        Severity::Hint => AnsiColor::Cyan,
    };
    color.on_default()
}

/// A writer that forwards the output of codespan-reporting with the colors of lsflint and without its header, which
/// supports neither the severities nor the rule names.
struct Painter<'w> {
    out: &'w mut dyn Write,
    severity: Severity,
    in_header: bool,
    /// Spaces that are not written yet, because they may be trailing ones.
    spaces: usize,
}

impl Painter<'_> {
    /// Writes without the trailing spaces that the library adds.
    fn write_line(&mut self, line: &[u8]) -> io::Result<()> {
        let text = line.trim_ascii_end();
        if !text.is_empty() {
            write!(self.out, "{:1$}", "", std::mem::take(&mut self.spaces))?;
            self.out.write_all(text)?;
        }
        let rest = &line[text.len()..];
        if rest.contains(&b'\n') {
            self.spaces = 0;
            return self.out.write_all(b"\n");
        }
        self.spaces += rest.len();
        Ok(())
    }

    fn set(&mut self, style: Style) -> io::Result<()> {
        if self.in_header { Ok(()) } else { write!(self.out, "{style}") }
    }
}

impl Write for Painter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.in_header {
            bytes.split_inclusive(|byte| *byte == b'\n').try_for_each(|it| self.write_line(it))?;
            return Ok(bytes.len());
        }
        match bytes.iter().position(|byte| *byte == b'\n') {
            Some(end) => {
                self.in_header = false;
                Ok(end + 1)
            }
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl WriteStyle for Painter<'_> {
    fn set_header(&mut self, _: drawing::Severity) -> io::Result<()> {
        Ok(())
    }

    fn set_header_message(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn set_line_number(&mut self) -> io::Result<()> {
        self.set(AnsiColor::Cyan.on_default())
    }

    fn set_note_bullet(&mut self) -> io::Result<()> {
        self.set(AnsiColor::Cyan.on_default())
    }

    fn set_source_border(&mut self) -> io::Result<()> {
        self.set(AnsiColor::Cyan.on_default())
    }

    fn set_label(&mut self, _: drawing::Severity, style: drawing::LabelStyle) -> io::Result<()> {
        self.set(match style {
            drawing::LabelStyle::Primary => severity_style(self.severity),
            drawing::LabelStyle::Secondary => AnsiColor::Cyan.on_default(),
        })
    }

    fn reset(&mut self) -> io::Result<()> {
        if self.in_header { Ok(()) } else { write!(self.out, "{}", anstyle::Reset) }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use line_index::{TextRange, TextSize};
    use lsflint_lint::{Fix, Related};

    use super::*;

    fn range(start: usize, end: usize) -> TextRange {
        let size = |it: usize| TextSize::try_from(it).expect("a small text");
        TextRange::new(size(start), size(end))
    }

    /// The range of the text between `<` and `>`, and the text without them.
    fn marked(text: &str) -> (String, Vec<TextRange>) {
        let mut plain = String::new();
        let (mut starts, mut ranges) = (Vec::new(), Vec::new());
        for letter in text.chars() {
            match letter {
                '<' => starts.push(plain.len()),
                '>' => ranges.push(range(starts.pop().expect("a `<` before it"), plain.len())),
                _ => plain.push(letter),
            }
        }
        (plain, ranges)
    }

    fn source(path: &str, text: &str) -> Source {
        Source { path: path.into(), text: text.into(), latin1: false }
    }

    fn finding(at: TextRange) -> Diagnostic {
        let rule = &lsflint_rules::all().find("F104").expect("a rule of ours").meta;
        let mut finding = Diagnostic::new(rule, at, "what is wrong".to_owned());
        finding.severity(Severity::Error);
        finding
    }

    fn plain(file: &FileFindings, unicode: bool) -> String {
        let mut out = Vec::new();
        let options = FullOptions { unicode, summary: false, ..FullOptions::default() };
        Full::new(options).file(file, &mut out).expect("a vector takes everything");
        let text = without_colours(&String::from_utf8(out).expect("we write text"));
        assert!(text.lines().all(|it| !it.ends_with(' ')), "spaces at the end of a line in {text:?}");
        text
    }

    /// The text without colours.
    fn without_colours(text: &str) -> String {
        let mut plain = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('\u{1B}') {
            plain.push_str(&rest[..at]);
            rest = &rest[at..];
            rest = &rest[rest.find('m').map_or(rest.len(), |it| it + 1)..];
        }
        plain + rest
    }

    /// Marks: the first is the finding, the others are second places.
    #[track_caller]
    fn check(text: &str, expect: Expect) {
        let (text, ranges) = marked(text);
        let mut it = finding(ranges[0]);
        for (index, other) in ranges[1..].iter().enumerate() {
            it.related(*other, format!("place {}", index + 2));
        }
        let file = FileFindings::new(source("lsb.queues", &text), vec![it]);
        expect.assert_eq(&plain(&file, true));
    }

    #[test]
    fn one_line() {
        check(
            "Begin Queue\n\tNICE = <x>\nEnd Queue\n",
            expect![[r#"
            error end-name-mismatch [F104]: what is wrong
              ┌─ lsb.queues:2:9
              │
            2 │     NICE = x
              │            ^

        "#]],
        );
        check(
            "<>",
            expect![[r#"
            error end-name-mismatch [F104]: what is wrong
              ┌─ lsb.queues:1:1
              │
            1 │
              │ ^

        "#]],
        );
        check(
            "NICE = 1\n<>",
            expect![[r#"
            error end-name-mismatch [F104]: what is wrong
              ┌─ lsb.queues:2:1
              │
            2 │
              │ ^

        "#]],
        );
        check(
            "NICE = 1<\n>",
            expect![[r#"
            error end-name-mismatch [F104]: what is wrong
              ┌─ lsb.queues:1:9
              │
            1 │ NICE = 1
              │         ^

        "#]],
        );
        check(
            "NICE =<\r\n>x",
            expect![[r#"
            error end-name-mismatch [F104]: what is wrong
              ┌─ lsb.queues:1:7
              │
            1 │ NICE =
              │       ^

        "#]],
        );
    }

    #[test]
    fn several_lines() {
        check(
            "RES_REQ = <select[a] \\\n  order[b] \\\n  span[c]>\n",
            expect![[r#"
            error end-name-mismatch [F104]: what is wrong
              ┌─ lsb.queues:1:11
              │
            1 │   RES_REQ = select[a] \
              │ ╭───────────^
            2 │ │   order[b] \
            3 │ │   span[c]
              │ ╰─────────^

        "#]],
        );
        check(
            "<Begin Queue\n1\n2\n3\n4\n5\n6\n7\nEnd Queue>\n",
            expect![[r#"
            error end-name-mismatch [F104]: what is wrong
              ┌─ lsb.queues:1:1
              │
            1 │ Begin Queue
              │ ^^^^^^^^^^^

        "#]],
        );
        check(
            "<a>\nb\n<c>\nd\ne\nf\n<g>\n",
            expect![[r#"
            error end-name-mismatch [F104]: what is wrong
              ┌─ lsb.queues:1:1
              │
            1 │ a
              │ ^
            2 │ b
            3 │ c
              │ - place 2
              ·
            7 │ g
              │ - place 3

        "#]],
        );
    }

    #[test]
    fn long_lines() {
        let filler = "0123456789".repeat(60);
        check(
            &format!("<x>{filler}\n"),
            expect![[r#"
            error end-name-mismatch [F104]: what is wrong
              ┌─ lsb.queues:1:1
              │
            1 │ x0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678…
              │ ^

        "#]],
        );
        check(
            &format!("{filler}<here>{filler}\n"),
            expect![[r#"
            error end-name-mismatch [F104]: what is wrong
              ┌─ lsb.queues:1:601
              │
            1 │ …012345678901234567890123456789here0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345…
              │                                ^^^^

        "#]],
        );
        check(
            &format!("{filler}<here>\n"),
            expect![[r#"
            error end-name-mismatch [F104]: what is wrong
              ┌─ lsb.queues:1:601
              │
            1 │ …4567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789here
              │                                                                                                                                          ^^^^

        "#]],
        );
        let far = format!("{filler}<here>{filler}{filler}");
        let (text, ranges) = marked(&format!("<first>{far}\n"));
        let mut it = finding(ranges[1]);
        it.related(ranges[0], "first");
        let file = FileFindings::new(source("lsb.queues", &text), vec![it]);
        assert!(plain(&file, true).contains("789here0123"), "the finding is in view, the second place is not");
        check(
            &format!("{filler}<{filler}>\n"),
            expect![[r#"
            error end-name-mismatch [F104]: what is wrong
              ┌─ lsb.queues:1:601
              │
            1 │ …01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789…
              │                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

        "#]],
        );
    }

    #[test]
    fn everything_a_finding_may_have() {
        let (text, ranges) = marked("Begin Queue\nHOSTS = <h1>\nEnd Queue\n");
        let (other, others) = marked("Begin Host\nHOSTNAME model\n<h2> x\nEnd Host\n");
        let mut it = finding(ranges[0]);
        it.severity(Severity::Info).effect("LSF drops the word").help("write `h2`");
        it.related.push(Related {
            file: Some("lsf.cluster.a".to_owned()),
            range: others[0],
            message: "is here".to_owned(),
        });
        it.related.push(Related { file: Some("gone".to_owned()), range: others[0], message: "is lost".to_owned() });
        it.fix(Fix::replace(Applicability::Safe, "write `h2`", ranges[0], "h2"));
        let file = FileFindings {
            source: source("lsb.queues", &text),
            diagnostics: vec![it],
            fingerprints: Vec::new(),
            related: vec![source("lsf.cluster.a", &other)],
        };
        expect![[r#"
            info end-name-mismatch [F104]: what is wrong
              ┌─ lsb.queues:2:9
              │
            2 │ HOSTS = h1
              │         ^^
              │
              ┌─ lsf.cluster.a:3:1
              │
            3 │ h2 x
              │ -- is here
              │
              = effect: LSF drops the word
              = help: write `h2`
              = fix: write `h2` (safe)

        "#]]
        .assert_eq(&plain(&file, true));
        expect![[r#"
            info end-name-mismatch [F104]: what is wrong
              --> lsb.queues:2:9
              |
            2 | HOSTS = h1
              |         ^^
              |
              --> lsf.cluster.a:3:1
              |
            3 | h2 x
              | -- is here
              |
              = effect: LSF drops the word
              = help: write `h2`
              = fix: write `h2` (safe)

        "#]]
        .assert_eq(&plain(&file, false));
    }

    #[test]
    fn hints_are_for_editors() {
        let mut it = finding(range(0, 1));
        it.severity(Severity::Hint);
        let file = FileFindings::new(source("a", "x"), vec![it]);
        assert_eq!(plain(&file, true), "");
    }

    #[test]
    fn no_place_is_too_odd() {
        let long = "x".repeat(250);
        let texts =
            ["", "\n", "a", "\u{FC}\n\n\u{1F600}", "a\r\nb\rc\n", "\t\u{0}\u{202E}\n", &long, "\n\n\n\n\n\n\n\n\n"];
        for text in texts {
            let step = if text.len() > 100 { 41 } else { 1 };
            let places: Vec<usize> = (0..=text.len()).filter(|it| text.is_char_boundary(*it)).step_by(step).collect();
            for (index, start) in places.iter().enumerate() {
                for end in &places[index..] {
                    let mut it = finding(range(*start, *end));
                    it.related(range(0, *start), "before");
                    let file = FileFindings::new(source("a", text), vec![it]);
                    let drawn = plain(&file, true);
                    assert!(drawn.contains("\u{250C}\u{2500} a:"), "{text:?} {start}..{end}: {drawn}");
                    assert!(drawn.lines().all(|it| it.chars().count() < 260), "{text:?} {start}..{end}: {drawn}");
                }
            }
        }
    }
}

//! Findings for tests of output formats.

use line_index::{TextRange, TextSize};
use lsflint_lint::{Applicability, Diagnostic, Fix, Related, Severity};
use proptest::prelude::*;

use crate::{FileFindings, Reporter, Skipped, Source, Summary};

pub(crate) const QUEUES: &str = "Begin Queue\nQUEUE_NAME = night\nPRIORITY = 30\nPRIORITY = 40\nEnd Queues\n";

/// The bytes from `start` up to `end`.
pub(crate) fn range(start: usize, end: usize) -> TextRange {
    let size = |it: usize| TextSize::try_from(it).expect("a small text");
    TextRange::new(size(start), size(end))
}

/// A finding with a message and nothing else.
pub(crate) fn finding(code: &str, severity: Severity, at: TextRange, message: &str) -> Diagnostic {
    let rule = &lsflint_rules::all().find(code).expect("a rule of ours").meta;
    let mut finding = Diagnostic::new(rule, at, message.to_owned());
    finding.severity(severity);
    finding
}

/// A file with findings of every severity, with all optional parts.
pub(crate) fn several() -> FileFindings {
    let source = Source { path: "conf/lsb.queues".into(), text: QUEUES.into(), latin1: false };
    let mut second = finding("P003", Severity::Warning, range(45, 53), "duplicate `PRIORITY`");
    second.effect("LSF takes the last one").help("remove one of the two");
    second.related(range(31, 39), "set here first");
    let mut end = finding("F104", Severity::Error, range(63, 69), "`End Queues` closes a section `Queue`");
    end.fix(Fix::replace(Applicability::Safe, "write `Queue`", range(63, 69), "Queue"));
    end.related.push(Related { file: Some("lsf shared".into()), range: range(0, 2), message: "here".into() });
    let info = finding("P301", Severity::Info, range(0, 70), "all, of it: 100%");
    let hint = finding("P003", Severity::Hint, range(45, 45), "not for formats like these");
    let related = vec![Source { path: "lsf shared".into(), text: "abc".into(), latin1: false }];
    FileFindings { related, ..FileFindings::new(source, vec![info, second, hint, end]) }
}

/// A file without findings.
pub(crate) fn clean() -> FileFindings {
    FileFindings::new(Source { path: "conf/lsb.users".into(), text: "".into(), latin1: false }, Vec::new())
}

/// A file with many findings, of all rules in turn, with effects, fixes and related places.
pub(crate) fn many(count: usize) -> FileFindings {
    let text: String = (0..count).map(|it| format!("NAME{it} = x\n")).collect();
    let rules: Vec<_> = lsflint_rules::all().iter().collect();
    let mut at = 0;
    let mut diagnostics = Vec::new();
    for (line, rule) in text.lines().zip(rules.iter().cycle()) {
        let mut it = finding(rule.meta.code, Severity::Error, range(at, at + 4), &format!("line `{line}` is wrong"));
        it.effect("LSF ignores the line").help("remove it").related(range(at, at + 1), "begins here");
        it.fix(Fix::replace(Applicability::Unsafe, "remove it", range(at, at + line.len() + 1), ""));
        diagnostics.push(it);
        at += line.len() + 1;
    }
    FileFindings::new(Source { path: "conf/lsb.queues".into(), text: text.into(), latin1: false }, diagnostics)
}

/// The output of a format for files, in a run without problems.
pub(crate) fn write(reporter: impl Reporter, files: &[FileFindings]) -> String {
    write_with(reporter, files, &Summary::default())
}

/// The output of a format for files and a summary.
pub(crate) fn write_with(mut reporter: impl Reporter, files: &[FileFindings], summary: &Summary) -> String {
    let mut out = Vec::new();
    for file in files {
        reporter.file(file, &mut out).expect("a vector takes everything");
    }
    reporter.finish(summary, &mut out).expect("a vector takes everything");
    String::from_utf8(out).expect("we write text")
}

/// A summary with problems and skipped checks.
pub(crate) fn troubled() -> Summary {
    let skipped = Skipped { check: "names of hosts".into(), because: "there is no lsf.cluster".into() };
    Summary { problems: vec!["cannot read `a, b`:\n100%".into()], skipped: vec![skipped], ..Summary::default() }
}

/// A file with arbitrary path, text and messages.
pub(crate) fn anything() -> impl Strategy<Value = FileFindings> {
    let text = || {
        let odd = "[\\x00-\\x1F\\x7F%:,;<>&\"'`\\[\\]{}()#@=\\\\/ \u{85}\u{A0}\u{E4}\u{2028}\u{202E}\u{FEFF}\u{FFFE}\u{FFFF}\u{1F600}]{0,12}";
        prop_oneof![odd, ".{0,12}", Just("]]>".to_owned()), Just("::error::a%0Ab".to_owned())]
    };
    let path = text().prop_map(|it| format!("{}lsf.conf", it.replace('\0', "")));
    let severity = prop_oneof![Just(Severity::Error), Just(Severity::Warning), Just(Severity::Info)];
    let found = (text(), proptest::option::of(text()), proptest::option::of(text()), severity, any::<(u8, u8)>());
    (path, text(), any::<bool>(), proptest::collection::vec(found, 0..4)).prop_map(|(path, text, latin1, found)| {
        // Findings lie between characters.
        let places: Vec<usize> = text.char_indices().map(|it| it.0).chain([text.len()]).collect();
        let diagnostics = found.into_iter().map(|(message, effect, help, severity, (from, to))| {
            let place = |it: u8| places[usize::from(it) % places.len()];
            let (from, to) = (place(from).min(place(to)), place(from).max(place(to)));
            let mut it = finding("P003", severity, range(from, to), &message);
            it.effect = effect.map(Into::into);
            it.help = help.map(Into::into);
            it
        });
        let diagnostics = diagnostics.collect();
        FileFindings::new(Source { path: path.into(), text: text.into(), latin1 }, diagnostics)
    })
}

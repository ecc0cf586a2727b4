//! Suppression comments.
//!
//! `# lsflint: ignore[R301] reason` on the line of a finding or above it; `ignore-section[...]` inside a section, for all of it;
//! `ignore-file[...]` in the first 20 lines. A line that is continued is one line: inside it LSF takes no comment. Between a line and the
//! comment above it other comments may stand. Several codes are separated by commas; a code may be a prefix (`R3`) or a name.
//!
//! Comments that suppress nothing are reported ([`unused_suppression`]), those that were meant to be suppressions and are none
//! ([`broken_suppression`]), and where that is wanted those without a reason ([`suppression_without_reason`]).

mod comment;
mod place;

use std::ops::Range;

use lsflint_model::View;
use lsflint_spec::FileKind;
use lsflint_syntax::{SyntaxKind, TextRange, TextSize, Token};

pub(crate) use self::comment::MENTION;
pub use self::comment::suppressed_codes;
use self::comment::{Mistake, Scope};
use self::place::token_at;
pub use self::place::{NoPlace, Suppressor};
use crate::context::FileContext;
use crate::diagnostic::{Applicability, Diagnostic, Fix};
use crate::registry::UnknownCode;
use crate::rule::{Rule, Status};
use crate::rules::file::{broken_suppression, suppression_without_reason, unused_suppression};
use crate::settings::Settings;

/// What a suppression comment begins with.
pub const SUPPRESSION_MARK: &str = "lsflint:";

/// What stands behind the mark, before the codes in brackets, and what it reaches over.
pub const SUPPRESSION_SCOPES: &[(&str, &str)] = &[
    ("ignore", "findings on this line, or on the next one when the comment stands alone"),
    ("ignore-section", "findings in the section"),
    ("ignore-file", "findings in the file; only in its first 20 lines"),
];

/// `ignore-file` counts only this far down, so that nobody has to search for it.
const FILE_LINES: usize = 20;

/// While one of these is not in view, a rule that looks at other files may be silent for that reason alone.
const SEEN_TOGETHER: [FileKind; 7] = [
    FileKind::LsfShared,
    FileKind::LsfCluster,
    FileKind::LsfConf,
    FileKind::LsbParams,
    FileKind::LsbQueues,
    FileKind::LsbHosts,
    FileKind::LsbUsers,
];

/// Whether rules of a code, or of the prefix or name of one, look at more than their own file.
fn looks_at_other_files(code: &str) -> bool {
    let code = crate::find_rule(code).map_or(code, |it| it.meta.code);
    // Requirement strings have a syntax of their own.
    code.starts_with(['A', 'E', 'J', 'L', 'M', 'Q', 'R', 'X', 'Z'])
        && !["J0", "R0", "R2"].iter().any(|it| code.starts_with(it))
}

/// The rules about suppressions. They have no checks of their own, because only the one who applies suppressions knows which were used.
pub(crate) static RULES: [&Rule; 3] =
    [&unused_suppression::RULE, &suppression_without_reason::RULE, &broken_suppression::RULE];

/// Whether a comment may suppress a finding: those about suppressions would need each other.
pub fn can_be_suppressed(diagnostic: &Diagnostic) -> bool {
    !RULES.iter().any(|it| it.meta.code == diagnostic.rule.code)
}

/// A text that may have such comments: a file of LSF, or a script.
pub(crate) trait Commented {
    /// The text.
    fn text(&self) -> &str;
    /// What the files of the cluster say.
    fn cluster(&self) -> View<'_>;
    /// What the user configured.
    fn settings(&self) -> &Settings;
    /// The comment around an offset.
    fn comment_at(&self, offset: usize) -> Option<TextRange>;
    /// The section around a comment.
    fn section_around(&self, comment: TextRange) -> Option<TextRange>;
    /// Whether what stands at an offset is part of a value.
    fn is_value(&self, offset: usize) -> bool;
    /// Whether the line that ends here goes on in the next one, as its reader sees it.
    fn is_continued(&self, line_end: usize) -> bool;
}

impl Commented for FileContext<'_> {
    fn text(&self) -> &str {
        &self.file.text
    }

    fn cluster(&self) -> View<'_> {
        self.cluster
    }

    fn settings(&self) -> &Settings {
        self.settings
    }

    fn comment_at(&self, offset: usize) -> Option<TextRange> {
        token_of(self, offset).filter(|it| it.kind() == SyntaxKind::COMMENT).map(Token::range)
    }

    fn section_around(&self, comment: TextRange) -> Option<TextRange> {
        let mut nodes = self.file.parse.root().descendants();
        let section = nodes.find(|it| it.kind() == SyntaxKind::SECTION && it.range().contains_range(comment));
        section.map(|it| it.range())
    }

    fn is_value(&self, offset: usize) -> bool {
        token_of(self, offset).is_some_and(|it| it.kind() != SyntaxKind::HIDDEN_TEXT)
    }

    fn is_continued(&self, line_end: usize) -> bool {
        let continues = |it: Token<'_>| {
            !matches!(it.kind(), SyntaxKind::NEWLINE | SyntaxKind::COMMENT | SyntaxKind::HIDDEN_TEXT)
                && usize::from(it.range().end()) > line_end
        };
        token_of(self, line_end).is_some_and(continues)
    }
}

fn token_of<'a>(context: &FileContext<'a>, offset: usize) -> Option<Token<'a>> {
    token_at(context.file.parse.root(), TextSize::new(u32::try_from(offset).ok()?))
}

/// A code of a suppression comment.
#[derive(Debug)]
struct Code<'a> {
    text: &'a str,
    range: TextRange,
    used: bool,
}

#[derive(Debug)]
struct Suppression<'a> {
    /// The findings it covers start in here.
    covers: TextRange,
    codes: Vec<Code<'a>>,
    /// The word, the bracket and what is in it.
    range: TextRange,
    reason: &'a str,
    /// The whole comment.
    comment: TextRange,
}

/// What the comments of a file say.
#[derive(Debug, Default)]
struct Comments<'a> {
    suppressions: Vec<Suppression<'a>>,
    mistakes: Vec<(TextRange, String)>,
}

/// Removes suppressed findings and reports what is wrong with the comments.
pub(crate) fn apply(context: &impl Commented, found: &mut Vec<Diagnostic>) {
    let text = context.text();
    if !text.contains(MENTION) {
        return;
    }
    let mut comments = comments(context);
    found.retain(|diagnostic| {
        let mut kept = true;
        for suppression in &mut comments.suppressions {
            if !suppression.covers.contains_inclusive(diagnostic.range.start()) {
                continue;
            }
            for code in
                suppression.codes.iter_mut().filter(|it| selects(it.text, diagnostic.rule.code, diagnostic.rule.name))
            {
                code.used = true;
                kept = false;
            }
        }
        kept
    });
    let wanted = |rule: &Rule| context.settings().enables(rule);
    if wanted(&broken_suppression::RULE) {
        found
            .extend(comments.mistakes.drain(..).map(|(range, message)| broken_suppression::diagnostic(range, message)));
        let codes = comments.suppressions.iter().flat_map(|it| &it.codes).filter(|it| !is_known(it.text));
        found.extend(codes.map(|it| broken_suppression::diagnostic(it.range, UnknownCode::new(it.text).to_string())));
    }
    if wanted(&suppression_without_reason::RULE) {
        let silent = comments.suppressions.iter().filter(|it| it.reason.is_empty());
        found.extend(silent.map(|it| suppression_without_reason::diagnostic(it.range)));
    }
    if wanted(&unused_suppression::RULE) {
        comments.suppressions.iter().for_each(|it| unused(context, it, found));
    }
}

/// Whether a code, a prefix of codes or a name means a rule.
fn selects(text: &str, code: &str, name: &str) -> bool {
    name.eq_ignore_ascii_case(text) || code.get(..text.len()).is_some_and(|it| it.eq_ignore_ascii_case(text))
}

/// Whether a rule can be meant by a code.
fn is_known(text: &str) -> bool {
    crate::all_rules().any(|it| selects(text, it.meta.code, it.meta.name))
}

/// Reports the codes of a comment that suppressed nothing.
fn unused(context: &impl Commented, suppression: &Suppression<'_>, found: &mut Vec<Diagnostic>) {
    let Suppression { codes, comment, .. } = suppression;
    let whole = SEEN_TOGETHER.iter().all(|it| context.cluster().has_file(*it));
    let judged = |it: &&Code<'_>| !it.used && ran(context, it.text) && (whole || !looks_at_other_files(it.text));
    let unused: Vec<&Code<'_>> = codes.iter().filter(judged).collect();
    let all = unused.len() == codes.len();
    for code in &unused {
        let (title, range, replacement) = if all {
            ("remove the comment", with_its_line(context, *comment), String::new())
        } else {
            let left = codes.iter().filter(|it| !unused.iter().any(|unused| std::ptr::eq(*unused, *it)));
            let left: Vec<&str> = left.map(|it| it.text).collect();
            let range = codes[0].range.cover(codes[codes.len() - 1].range);
            ("remove the unused code", range, left.join(", "))
        };
        let mut diagnostic = unused_suppression::diagnostic(code.text, code.range);
        diagnostic.fix(Fix::replace(Applicability::Safe, title, range, replacement));
        found.push(diagnostic);
    }
}

/// Whether the rules that a code means ran: what did not run may still be needed.
fn ran(context: &impl Commented, code: &str) -> bool {
    let mut rules = crate::all_rules().filter(|it| selects(code, it.meta.code, it.meta.name)).peekable();
    let exact = |it: &Rule| it.meta.code.len() == code.len() || it.meta.name.eq_ignore_ascii_case(code);
    // A prefix means opt-in rules only where they are on.
    let beside = |it: &Rule| it.meta.status == Status::OptIn && !exact(it);
    rules.peek().is_some() && rules.all(|it| context.settings().enables(it) || beside(it))
}

/// A comment with the blanks before it; with its line, when it stands alone and the line before does not go on in it.
fn with_its_line(context: &impl Commented, comment: TextRange) -> TextRange {
    let text = context.text();
    let (start, end) = (usize::from(comment.start()), usize::from(comment.end()));
    let before = text[..start].trim_end_matches([' ', '\t']);
    let behind = text[end..].strip_prefix("\r\n").or_else(|| text[end..].strip_prefix('\n'));
    let alone = before.is_empty() || before.ends_with('\n');
    // A comment ends a line that would be continued; an empty line does so, too.
    let ends_a_line = before.trim_end().ends_with('\\');
    match behind {
        Some(behind) if alone && !ends_a_line => range(before.len()..text.len() - behind.len()),
        _ => range(before.len()..end),
    }
}

/// The comments about suppressions, in order.
fn comments(context: &impl Commented) -> Comments<'_> {
    let text = context.text();
    let mut found = Comments::default();
    let mut from = 0;
    while let Some(at) = text[from..].find(MENTION).map(|at| from + at) {
        from = at + MENTION.len();
        let Some(comment) = context.comment_at(at) else {
            found.mistakes.extend(in_no_comment(context, at));
            continue;
        };
        from = from.max(comment.end().into());
        let start = usize::from(comment.start());
        let placed = |it: Range<usize>| range(start + it.start..start + it.end);
        match comment::read(&text[comment]) {
            None => {}
            Some(Err(Mistake { place, message })) => found.mistakes.push((placed(place), message)),
            Some(Ok(read)) => match covered(context, comment, read.scope) {
                Ok(covers) => found.suppressions.push(Suppression {
                    covers,
                    codes: read
                        .codes
                        .into_iter()
                        .map(|it| Code { text: it.0, range: placed(it.1), used: false })
                        .collect(),
                    range: placed(read.place),
                    reason: read.reason,
                    comment,
                }),
                Err(message) => found.mistakes.push((placed(read.place), message.to_owned())),
            },
        }
    }
    found
}

/// What a suppression reaches over, or why it reaches over nothing.
fn covered(context: &impl Commented, comment: TextRange, scope: Scope) -> Result<TextRange, &'static str> {
    match scope {
        Scope::Line => Ok(line_or_next(context, comment.start().into())),
        Scope::Section => {
            let section = context.section_around(comment);
            section.ok_or("`ignore-section` must stand between `Begin` and `End` of the section")
        }
        Scope::File => {
            let above = &context.text()[..usize::from(comment.start())];
            let near = above.matches('\n').count() < FILE_LINES;
            near.then(|| range(0..context.text().len())).ok_or("`ignore-file` counts only in the first 20 lines")
        }
    }
}

/// A suppression that stands in a value, where it is no comment to LSF.
fn in_no_comment(context: &impl Commented, at: usize) -> Option<(TextRange, String)> {
    let text = context.text();
    let line_start = text[..at].rfind('\n').map_or(0, |it| it + 1);
    let start = line_start + text[line_start..at].rfind('#')?;
    let end = start + text[start..].find('\n').unwrap_or(text.len() - start);
    comment::read(text[start..end].trim_end())?.ok()?;
    let message = "this is part of a value: LSF takes no comment inside quotes".to_owned();
    context.is_value(start).then(|| (range(start..start + text[start..end].trim_end().len()), message))
}

/// The line of a comment; the next line that is no comment as well when the comment stands alone. Lines reach as far as they are
/// continued.
fn line_or_next(context: &impl Commented, comment: usize) -> TextRange {
    let text = context.text();
    let end_of = |from: usize| text[from..].find('\n').map_or(text.len(), |at| from + at);
    let mut start = text[..comment].rfind('\n').map_or(0, |at| at + 1);
    let mut end = end_of(comment);
    if !text[start..comment].trim().is_empty() || end == text.len() {
        while start > 0 && context.is_continued(start - 1) {
            start = text[..start - 1].rfind('\n').map_or(0, |at| at + 1);
        }
        return range(start..end);
    }
    let is_comment = |line: usize| {
        let blanks = text[line..].len() - text[line..].trim_start_matches([' ', '\t']).len();
        text[line + blanks..].starts_with('#') && context.comment_at(line + blanks).is_some()
    };
    while end < text.len() && is_comment(end + 1) {
        end = end_of(end + 1);
    }
    end = end_of((end + 1).min(text.len()));
    while end < text.len() && context.is_continued(end) {
        end = end_of(end + 1);
    }
    range(start..end)
}

fn range(place: Range<usize>) -> TextRange {
    let size = |at: usize| TextSize::new(u32::try_from(at).unwrap_or(u32::MAX));
    TextRange::new(size(place.start), size(place.end))
}

#[cfg(test)]
mod tests {
    use crate::Registry;
    use crate::testing::{check_files, everything};

    /// The codes that are reported for lines of a queue.
    #[track_caller]
    fn check(lines: &str, expected: &[&str]) {
        let text = format!("Begin Queue\nQUEUE_NAME = q\n{lines}\nEnd Queue\n");
        let settings = everything();
        let found = check_files(&[("lsb.queues", &text)], &settings, &Registry::new(&settings));
        let mut codes: Vec<&str> = found.iter().map(|it| it.rule.code).filter(|it| *it != "F002").collect();
        codes.dedup();
        assert_eq!(codes, expected, "{text}");
    }

    #[test]
    fn a_comment_covers_all_of_a_continued_line() {
        check("NICE = \\\n x", &["P101"]);
        check("# lsflint: ignore[P101] so\nNICE = \\\n x", &[]);
        check("NICE = \\\n x # lsflint: ignore[P101] so", &[]);
        check("RES_REQ = select[a] \\\n order[b] \\\n rusgae[mem=1] # lsflint: ignore[R001] so", &[]);
    }

    #[test]
    fn and_no_line_besides() {
        check("# lsflint: ignore[P101] so\nHOSTS = a \\\n b\nNICE = x", &["F090", "P101"]);
        check("NICE = x\nHOSTS = a \\\n b # lsflint: ignore[P101] so", &["P101", "F090"]);
        check("NICE = x\n# lsflint: ignore[P101] so", &["P101", "F090"]);
    }
}

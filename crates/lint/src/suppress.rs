//! Suppression comments.
//!
//! `# lsflint: ignore[R301] reason` is written on the line of a finding or above it, `ignore-section[...]` inside a
//! section for all of it, and `ignore-file[...]` in the first 20 lines. A continued line is one line: LSF does not
//! recognize comments inside it. Other comments may be between a line and the comment above it. Several codes are
//! separated by commas; a code can be a prefix (`R3`) or a name.
//!
//! Rules with a check of the kind `Suppression` check the comments after they were applied.

mod comment;
mod place;
mod used;

use std::ops::Range;

use lsflint_model::View;
use lsflint_spec::FileKind;
use lsflint_syntax::{Lookup, SyntaxKind, TextRange, TextSize};

pub(crate) use self::comment::MENTION;
use self::comment::{FILE_LINES, Mistake, Scope};
pub use self::comment::{SUPPRESSION_MARK, SUPPRESSION_SCOPES, suppressed_codes};
pub use self::place::{NoPlace, Suppressor};
use crate::context::{CodeState, FileContext, SuppressionCode, SuppressionComment, SuppressionContext};
use crate::diagnostic::Diagnostic;
use crate::registry::Registry;
use crate::rule::{RuleMeta, Status};
use crate::rules::Rules;
use crate::settings::Settings;

/// If one of these is not available, a rule that reads other files may report nothing for that reason.
const SEEN_TOGETHER: [FileKind; 7] = [
    FileKind::LsfShared,
    FileKind::LsfCluster,
    FileKind::LsfConf,
    FileKind::LsbParams,
    FileKind::LsbQueues,
    FileKind::LsbHosts,
    FileKind::LsbUsers,
];

/// A text that may contain suppression comments: a file of LSF, or a script.
pub(crate) trait Commented {
    /// The text.
    fn text(&self) -> &str;
    /// The facts of the cluster.
    fn cluster(&self) -> View<'_>;
    /// The settings of the user.
    fn settings(&self) -> &Settings;
    /// The comment around an offset.
    fn comment_at(&self, offset: usize) -> Option<TextRange>;
    /// The section around a comment.
    fn section_around(&self, comment: TextRange) -> Option<TextRange>;
    /// Whether the text at an offset is part of a value.
    fn is_value(&self, offset: usize) -> bool;
    /// Whether the line that ends here continues in the next one, as LSF or the shell reads it.
    fn is_continued(&self, line_end: usize) -> bool;
}

/// A file of LSF, with its tokens by offset.
struct File<'a, 'c> {
    context: &'c FileContext<'a>,
    lookup: Lookup,
}

impl Commented for File<'_, '_> {
    fn text(&self) -> &str {
        &self.context.file.text
    }

    fn cluster(&self) -> View<'_> {
        self.context.cluster
    }

    fn settings(&self) -> &Settings {
        self.context.settings
    }

    fn comment_at(&self, offset: usize) -> Option<TextRange> {
        self.token(offset).filter(|it| it.0 == SyntaxKind::COMMENT).map(|it| it.1)
    }

    fn section_around(&self, comment: TextRange) -> Option<TextRange> {
        self.lookup.outermost(comment.start(), |it| it == SyntaxKind::SECTION)
    }

    fn is_value(&self, offset: usize) -> bool {
        self.token(offset).is_some_and(|it| it.0 != SyntaxKind::HIDDEN_TEXT)
    }

    fn is_continued(&self, line_end: usize) -> bool {
        self.token(line_end).is_some_and(|(kind, range)| {
            !matches!(kind, SyntaxKind::NEWLINE | SyntaxKind::COMMENT | SyntaxKind::HIDDEN_TEXT)
                && usize::from(range.end()) > line_end
        })
    }
}

impl File<'_, '_> {
    fn token(&self, offset: usize) -> Option<(SyntaxKind, TextRange)> {
        self.lookup.token(TextSize::new(u32::try_from(offset).ok()?))
    }
}

/// [`apply`] for a file of LSF.
pub(crate) fn in_file(context: &FileContext<'_>, registry: &Registry, found: &mut Vec<Diagnostic>) -> Vec<Diagnostic> {
    if !context.file.text.contains(MENTION) {
        return Vec::new();
    }
    apply(&File { context, lookup: Lookup::new(&context.file.parse) }, registry, found)
}

/// The suppression comments of a file.
#[derive(Debug, Default)]
struct Comments<'a> {
    /// The comments, each with the range in which it suppresses findings.
    suppressions: Vec<(TextRange, SuppressionComment<'a>)>,
    mistakes: Vec<(TextRange, String)>,
}

/// Removes suppressed findings and runs the rules about the comments. Returns the suppressed findings.
pub(crate) fn apply(context: &impl Commented, registry: &Registry, found: &mut Vec<Diagnostic>) -> Vec<Diagnostic> {
    let text = context.text();
    if !text.contains(MENTION) {
        return Vec::new();
    }
    let mut comments = comments(context, registry.rules());
    let needed = used::suppressed(&mut comments.suppressions, found);
    let mut numbered = needed.into_iter();
    let (suppressed, reported) = std::mem::take(found).into_iter().partition(|_| numbered.next().unwrap_or_default());
    *found = reported;
    let whole = SEEN_TOGETHER.iter().all(|it| context.cluster().has_file(*it));
    let comments_of = comments.suppressions.iter_mut().map(|it| &mut it.1);
    for code in comments_of.flat_map(|it| &mut it.codes).filter(|it| it.state == CodeState::Unused) {
        code.state = state(code.text, whole, context.settings(), registry);
    }
    let suppressions: Vec<SuppressionComment<'_>> = comments.suppressions.into_iter().map(|it| it.1).collect();
    let context = SuppressionContext { comments: &suppressions, mistakes: &comments.mistakes };
    for check in &registry.suppression {
        check.run(&context, found);
    }
    suppressed
}

/// The state of a code that suppressed nothing. Rules that did not run, or could not because files are missing, may
/// still need it.
fn state(code: &str, whole: bool, settings: &Settings, registry: &Registry) -> CodeState {
    let mut meant = registry.rules().iter().map(|it| &it.meta).filter(|it| it.is_suppressed_by(code)).peekable();
    if meant.peek().is_none() {
        return CodeState::Unknown(registry.rules().unknown(code).to_string());
    }
    let is_exact = |it: &RuleMeta| it.code.len() == code.len() || it.name.eq_ignore_ascii_case(code);
    // A prefix includes opt-in rules only if they are enabled.
    let ran = |it: &RuleMeta| settings.enables(it) || it.status == Status::OptIn && !is_exact(it);
    match meant.all(|it| ran(it) && (whole || !it.reads_other_files())) {
        true => CodeState::Unused,
        false => CodeState::Needed,
    }
}

/// A comment with the whitespace before it; if it is alone on its line and does not end the line before, with its line.
fn with_its_line(context: &impl Commented, comment: TextRange) -> TextRange {
    let text = context.text();
    let (start, end) = (usize::from(comment.start()), usize::from(comment.end()));
    let before = text[..start].trim_end_matches([' ', '\t']);
    let after = text[end..].strip_prefix("\r\n").or_else(|| text[end..].strip_prefix('\n'));
    let alone = before.is_empty() || before.ends_with('\n');
    // A comment or an empty line ends a line that would be continued.
    let ends_a_line = before.trim_end().ends_with('\\');
    match after {
        Some(after) if alone && !ends_a_line => range(before.len()..text.len() - after.len()),
        _ => range(before.len()..end),
    }
}

/// The suppression comments, in order.
fn comments(context: &impl Commented, rules: Rules) -> Comments<'_> {
    let text = context.text();
    let mut found = Comments::default();
    let mut lines = Lines::default();
    let mut from = 0;
    while let Some(at) = text[from..].find(MENTION).map(|at| from + at) {
        from = at + MENTION.len();
        let Some(comment) = context.comment_at(at) else {
            found.mistakes.extend(outside_comment(context, at));
            continue;
        };
        from = from.max(comment.end().into());
        let start = usize::from(comment.start());
        let placed = |it: Range<usize>| range(start + it.start..start + it.end);
        match comment::read(&text[comment], rules) {
            None => {}
            Some(Err(Mistake { place, message })) => found.mistakes.push((placed(place), message)),
            Some(Ok(read)) => match covered(context, comment, read.scope, &mut lines) {
                Ok(covers) => {
                    let code = |(text, place)| SuppressionCode { text, range: placed(place), state: CodeState::Unused };
                    let comment = SuppressionComment {
                        codes: read.codes.into_iter().map(code).collect(),
                        range: placed(read.place),
                        whole: with_its_line(context, comment),
                        reason: read.reason,
                    };
                    found.suppressions.push((covers, comment));
                }
                Err(message) => found.mistakes.push((placed(read.place), message.to_owned())),
            },
        }
    }
    found
}

/// The range that a suppression covers, or why it covers nothing.
fn covered(
    context: &impl Commented,
    comment: TextRange,
    scope: Scope,
    lines: &mut Lines,
) -> Result<TextRange, &'static str> {
    match scope {
        Scope::Line => Ok(lines.line_or_next(context, comment.start().into())),
        Scope::Section => {
            let section = context.section_around(comment);
            section.ok_or("`ignore-section` must be between `Begin` and `End` of a section")
        }
        Scope::File => {
            let above = &context.text()[..usize::from(comment.start())];
            let near = above.matches('\n').nth(FILE_LINES - 1).is_none();
            near.then(|| range(0..context.text().len())).ok_or("`ignore-file` must be in the first 20 lines")
        }
    }
}

/// A suppression in a value, which LSF does not read as a comment.
fn outside_comment(context: &impl Commented, at: usize) -> Option<(TextRange, String)> {
    let text = context.text();
    let line_start = text[..at].rfind('\n').map_or(0, |it| it + 1);
    let start = line_start + text[line_start..at].rfind('#')?;
    let end = start + text[start..].find('\n').unwrap_or(text.len() - start);
    comment::well_formed(text[start..end].trim_end())?;
    let message = "suppression is part of a quoted value, not a comment".to_owned();
    context.is_value(start).then(|| (range(start..start + text[start..end].trim_end().len()), message))
}

/// The line that the comments of a block apply to.
#[derive(Debug, Default)]
struct Lines {
    /// The end of the last line of comments that was looked for, and the end of the line after it.
    last: Option<(usize, usize)>,
}

impl Lines {
    /// The line of a comment; if the comment is alone on its line, also the next line that is not a comment. Lines
    /// include their continuations. Comments are asked for in their order.
    fn line_or_next(&mut self, context: &impl Commented, comment: usize) -> TextRange {
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
        if let Some((_, line)) = self.last.filter(|it| end <= it.0) {
            return range(start..line);
        }
        let is_comment = |line: usize| {
            let indent = text[line..].len() - text[line..].trim_start_matches([' ', '\t']).len();
            text[line + indent..].starts_with('#') && context.comment_at(line + indent).is_some()
        };
        while end < text.len() && is_comment(end + 1) {
            end = end_of(end + 1);
        }
        let comments = end;
        end = end_of((end + 1).min(text.len()));
        while end < text.len() && context.is_continued(end) {
            end = end_of(end + 1);
        }
        self.last = Some((comments, end));
        range(start..end)
    }
}

fn range(place: Range<usize>) -> TextRange {
    let size = |at: usize| TextSize::new(u32::try_from(at).unwrap_or(u32::MAX));
    TextRange::new(size(place.start), size(place.end))
}

//! What the rules about requirement strings share: the wording of what LSF does with a string that it rejects, and the
//! way from an error to the node of the tree that contains it.

use std::borrow::Cow;

use lsflint_lint::{
    Applicability, Consequence, Diagnostic, ErrorContext, ErrorWords, Findings, Item, RequirementContext,
    SectionContext, Setting, Severity, breaks_tree,
};
use lsflint_model::Strictness;
use lsflint_spec::{Confidence, FileKind, RequirementConsumer};
use lsflint_syntax::SyntaxKind::{self, *};
use lsflint_syntax::ast::Value;
use lsflint_syntax::{ErrorKind, Node, ResReqError, TextRange, TextSize};

/// Where a requirement string is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// `bsub -R`.
    CommandLine,
    /// The option `-R` of another command.
    Command,
    Queue,
    Profile,
    Condition,
    Other,
}

/// How a string is judged: where it is set, and which of LSF's two parsers reads it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Judge {
    place: Place,
    strictness: Strictness,
}

impl Judge {
    /// The judge of a form error.
    pub(crate) fn of_error(context: &ErrorContext<'_>) -> Judge {
        let strictness = context.file.cluster.switches().strictness;
        let place = match (context.setting, context.file.command) {
            (None, Some(command)) => of_command(command),
            (setting, _) => place(context.file.kind(), setting),
        };
        Judge { place, strictness }
    }

    /// The judge of a string.
    pub(crate) fn of(context: &RequirementContext<'_>) -> Judge {
        let outside = context.command.map_or(Place::CommandLine, of_command);
        let place = context.setting.map_or(outside, |it| place(it.file.kind(), Some(it.setting)));
        Judge { place, strictness: context.cluster.switches().strictness }
    }

    /// Whether the strict parser reads the string, as far as the files show.
    pub(crate) fn is_strict(self) -> bool {
        self.strictness.is_strict()
    }

    /// What LSF does with a string that both parsers reject.
    pub(crate) fn rejected(self) -> Consequence {
        let string = Item::String.rejected();
        match self.place {
            Place::CommandLine => string.so("the submission fails"),
            Place::Command => string.so("the command fails"),
            Place::Queue => string.so("the queue has no resource requirement"),
            Place::Profile => string.so("the application profile has no resource requirement"),
            Place::Condition => string.called("the condition").so("the queue has no such condition"),
            Place::Other => string,
        }
    }

    /// What LSF may do with a string when it is not known whether LSF accepts it.
    pub(crate) fn may_reject(self) -> Consequence {
        let string = Item::String.rejected().possible();
        match self.place {
            Place::CommandLine => string.so("the submission may fail"),
            Place::Command => string.so("the command may fail"),
            Place::Queue => string.so("the queue may have no resource requirement"),
            Place::Profile => string.so("the application profile may have no resource requirement"),
            Place::Condition => string.called("the condition").so("the queue may have no such condition"),
            Place::Other => string,
        }
    }

    /// What LSF does with a string because of a fact of this confidence.
    pub(crate) fn rejected_with(self, confidence: Confidence) -> Consequence {
        if confidence == Confidence::High { self.rejected() } else { self.may_reject() }
    }

    /// What LSF does with a string that the strict parser rejects. Only possible where no lsf.conf says that the strict
    /// parser reads it.
    pub(crate) fn rejected_strictly(self) -> Consequence {
        match self.strictness {
            Strictness::Unknown => self.may_reject(),
            _ => self.rejected(),
        }
    }

    /// What LSF does with a string that the strict parser rejects, where the older parser reads it.
    pub(crate) fn tolerated(self, today: Consequence) -> Consequence {
        today.but(match self.place {
            Place::Condition => "the condition is rejected with LSF_STRICT_RESREQ=Y",
            _ => "the requirement string is rejected with LSF_STRICT_RESREQ=Y",
        })
    }

    /// What follows from a condition that no host meets. Only possible: the condition may be one of several
    /// alternatives, and jobs may have a requirement of their own.
    pub(crate) fn unmet(self, reason: impl Into<Cow<'static, str>>) -> Consequence {
        let jobs = match self.place {
            Place::CommandLine => "the job",
            Place::Queue => "jobs of the queue",
            Place::Profile => "jobs of the application profile",
            Place::Command => {
                return Item::String.no_effect().called("the command").because(reason).possible();
            }
            Place::Other => "jobs with this requirement",
            Place::Condition => {
                return Item::String.no_effect().called("the condition").because(reason).possible();
            }
        };
        Item::Job.pending().called(jobs).because(reason).possible()
    }

    /// Reports what both parsers of LSF reject.
    pub(crate) fn rejects<'f>(
        self,
        findings: &'f mut Findings,
        range: TextRange,
        message: impl Into<String>,
    ) -> &'f mut Diagnostic {
        findings.report(range, message).consequence(self.rejected())
    }

    /// Reports what only the strict parser rejects: an error where that parser reads the string, otherwise a warning
    /// that says what the older parser does with it.
    pub(crate) fn rejects_strictly<'f>(
        self,
        findings: &'f mut Findings,
        range: TextRange,
        message: impl Into<String>,
        today: Consequence,
    ) -> &'f mut Diagnostic {
        self.strictly(findings.report(range, message), today)
    }

    /// Like [`Judge::rejects_strictly`], for a finding that has been reported.
    pub(crate) fn strictly(self, found: &mut Diagnostic, today: Consequence) -> &mut Diagnostic {
        if self.is_strict() {
            return found.consequence(self.rejected_strictly());
        }
        found.severity(Severity::Warning).consequence(self.tolerated(today))
    }
}

/// What follows from a condition that every host meets.
pub(crate) fn always_met() -> Consequence {
    Item::String.no_effect().called("the condition").because("every host meets it")
}

/// The consequence of a fact of a confidence: certain only when the fact is certain.
pub(crate) fn as_certain_as(confidence: Confidence, consequence: Consequence) -> Consequence {
    if confidence == Confidence::High { consequence } else { consequence.possible() }
}

/// The words of a rule for a form error that both parsers reject.
pub(crate) const fn words(error: ResReqError, message: &'static str, help: &'static str) -> ErrorWords {
    words_with(error, message, rejected, help)
}

/// The words of a rule for a form error with another consequence.
pub(crate) const fn words_with(
    error: ResReqError,
    message: &'static str,
    complete: fn(&ErrorContext<'_>, &mut Diagnostic),
    help: &'static str,
) -> ErrorWords {
    ErrorWords { error: ErrorKind::ResReq(error), message, complete, help, fix: None }
}

/// Sets the consequence that LSF rejects the string.
fn rejected(context: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.consequence(Judge::of_error(context).rejected());
}

fn of_command(command: &RequirementConsumer) -> Place {
    if command.name.starts_with("bsub") { Place::CommandLine } else { Place::Command }
}

fn place(kind: FileKind, setting: Option<Setting<'_>>) -> Place {
    let Some(setting) = setting else { return Place::CommandLine };
    let condition = setting.value.and_then(Value::content).is_some_and(|it| it.kind() == CONDITION);
    match kind {
        FileKind::LsbQueues if condition => Place::Condition,
        FileKind::LsbQueues => Place::Queue,
        FileKind::LsbApplications => Place::Profile,
        _ => Place::Other,
    }
}

/// The form error of a requirement string, if it is one.
pub(crate) fn form_error(context: &ErrorContext<'_>) -> Option<ResReqError> {
    match context.error.kind {
        ErrorKind::ResReq(error) => Some(error),
        _ => None,
    }
}

/// How safe a fix is that respells what only the strict parser rejects: safe, unless the string has an error that makes
/// its meaning ambiguous.
pub(crate) fn respelling(context: &ErrorContext<'_>) -> Applicability {
    let Some(whole) = context.around().first().map(|it| it.range()) else { return Applicability::Unsafe };
    let errors = context.file.file.parse.errors();
    let from = errors.partition_point(|it| it.range.start() < whole.start());
    let inside = errors[from..].iter().take_while(|it| it.range.start() < whole.end());
    // Without a space between two sections, a change before them may change which letters are the keyword.
    let glued = ErrorKind::ResReq(ResReqError::MissingSpaceBetweenSections);
    let open = inside.into_iter().any(|it| breaks_tree(it.kind) || it.kind == glued && context.error.kind != glued);
    if open { Applicability::Unsafe } else { Applicability::Safe }
}

/// The innermost node of a kind around an error.
pub(crate) fn innermost<'a>(context: &ErrorContext<'a>, kind: SyntaxKind) -> Option<Node<'a>> {
    context.around().into_iter().rev().find(|it| it.kind() == kind)
}

/// The text between the brackets of a section, or the text of a selection without brackets, trimmed.
pub(crate) fn content_range(text: &str, section: Node<'_>) -> Option<TextRange> {
    if section.kind() == IMPLICIT_SELECT {
        return Some(section.trimmed_range());
    }
    let open = section.token(L_BRACKET)?.range().end();
    let close = section.tokens().filter(|it| it.kind() == R_BRACKET).last()?.range().start();
    Some(trimmed(text, TextRange::new(open, close)))
}

/// A range without whitespace at its ends.
pub(crate) fn trimmed(text: &str, range: TextRange) -> TextRange {
    let inner = &text[range];
    let start = range.start() + TextSize::of(inner) - TextSize::of(inner.trim_start());
    TextRange::at(start, TextSize::of(inner.trim()))
}

/// A range together with the whitespace before and after it on its line.
pub(crate) fn with_whitespace(text: &str, range: TextRange) -> TextRange {
    let space = |it: char| it == ' ' || it == '\t';
    let (before, after) = (&text[..usize::from(range.start())], &text[usize::from(range.end())..]);
    let left = TextSize::of(before) - TextSize::of(before.trim_end_matches(space));
    let right = TextSize::of(after) - TextSize::of(after.trim_start_matches(space));
    TextRange::new(range.start() - left, range.end() + right)
}

/// A range together with the whitespace before it on its line: what to delete so that no double space remains.
pub(crate) fn with_whitespace_before(text: &str, range: TextRange) -> TextRange {
    TextRange::new(with_whitespace(text, range).start(), range.end())
}

/// A range together with the whitespace and continuations before it: what to delete so that neither a double space nor
/// a dangling continuation remains. Never begins before `floor`.
pub(crate) fn with_all_before(text: &str, floor: TextSize, range: TextRange) -> TextRange {
    let mut before = &text[..usize::from(range.start())];
    loop {
        before = before.trim_end_matches([' ', '\t']);
        match before
            .strip_suffix('\n')
            .map(|it| it.strip_suffix('\r').unwrap_or(it))
            .and_then(|it| it.strip_suffix('\\'))
        {
            Some(rest) => before = rest,
            None => break,
        }
    }
    TextRange::new(TextSize::of(before).max(floor).min(range.start()), range.end())
}

/// A text for a message, when it is short and on one line.
pub(crate) fn short(text: &str) -> Option<&str> {
    let text = text.trim();
    (!text.is_empty() && text.len() <= 60 && !text.contains('\n')).then_some(text)
}

/// A text that a message must name, cut off when it is long or on several lines.
pub(crate) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let line = text.trim().lines().next().unwrap_or_default().trim_end_matches(['\\', ' ', '\t']);
    let head: String = line.chars().take(LONGEST).collect();
    if head.len() == text.trim().len() { head } else { format!("{} ...", head.trim_end()) }
}

/// A condition as an operand of `&&`.
pub(crate) fn operand(text: &str) -> String {
    if text.contains("||") && !is_wrapped(text) { format!("({text})") } else { text.to_owned() }
}

/// Whether one pair of parentheses encloses the whole text.
fn is_wrapped(text: &str) -> bool {
    let mut depth = 0_u32;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return byte == b')' && at + 1 == text.len();
        }
    }
    false
}

/// Whether the jobs of an application profile are resizable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Resizable {
    /// On request.
    Yes,
    /// Automatically.
    Auto,
}

/// The setting that makes the jobs of a section resizable, if there is one.
pub(crate) fn resizable<'a>(context: &SectionContext<'a>) -> Option<(Setting<'a>, Resizable)> {
    let setting = context.entry("RESIZABLE_JOBS")?;
    let word = setting.single_word()?.text();
    match lsflint_spec::yes_no(&word) {
        Some(true) => Some((setting, Resizable::Yes)),
        None if word.eq_ignore_ascii_case("auto") => Some((setting, Resizable::Auto)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_pair_around_everything_makes_an_operand() {
        assert_eq!(operand("a && b"), "a && b");
        assert_eq!(operand("a || b"), "(a || b)");
        assert_eq!(operand("(a || b)"), "(a || b)");
        assert_eq!(operand("(a) || (b)"), "((a) || (b))");
    }

    #[test]
    fn long_texts_are_named_by_their_beginning() {
        assert_eq!(shown("linux && fs"), "linux && fs");
        assert_eq!(shown("linux \\\n  && fs"), "linux ...");
        assert_eq!(shown(&"x ".repeat(50)), format!("{} ...", "x ".repeat(20).trim_end()));
    }

    #[test]
    fn nothing_is_left_before_a_deleted_part() {
        let check = |text: &str, part: &str, left: &str| {
            let at = TextSize::try_from(text.find(part).expect("the part is in the text")).expect("short");
            let range = with_all_before(text, TextSize::new(0), TextRange::at(at, TextSize::of(part)));
            let mut rest = text.to_owned();
            rest.replace_range(std::ops::Range::<usize>::from(range), "");
            assert_eq!(rest, left);
        };
        check("a b c", "b", "a c");
        check("a \\\n  b\nEnd", "b", "a\nEnd");
        check("a \\\r\n \\\r\n b \\\r\n c", "b", "a \\\r\n c");
    }

    #[test]
    fn long_texts_are_not_quoted() {
        assert_eq!(short(" mem>1 "), Some("mem>1"));
        assert_eq!(short(&"x".repeat(61)), None);
        assert_eq!(short("a \\\n b"), None);
    }
}

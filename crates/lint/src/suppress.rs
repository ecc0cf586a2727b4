//! Suppression comments.
//!
//! `# lsflint: ignore[R301] reason` on the line of a finding or on the line above it; `ignore-section[...]` inside a section, for all
//! of it; `ignore-file[...]` in the first 20 lines. A line that is continued is one line: inside it LSF takes no comment. Several codes
//! are separated by commas; a code may be a prefix (`R3`) or a name. A comment that suppresses nothing is reported
//! ([`unused_suppression`]).

use lsflint_spec::FileKind;
use lsflint_syntax::{SyntaxKind, TextRange, TextSize, Token};

use crate::context::FileContext;
use crate::diagnostic::{Applicability, Diagnostic, Fix};
use crate::registry::Registry;
use crate::rule::RuleMeta;
use crate::rules::file::unused_suppression::RULE;

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
    code.starts_with(['A', 'E', 'L', 'M', 'Q', 'R', 'X', 'Z']) && !code.starts_with("R0") && !code.starts_with("R2")
}

/// The rule about comments that suppress nothing.
pub(crate) fn unused_suppression() -> &'static RuleMeta {
    &RULE.meta
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// The line itself, or the next one when the comment stands alone.
    Line,
    Section,
    File,
}

#[derive(Debug)]
struct Suppression<'a> {
    /// The findings it covers start in here.
    covers: TextRange,
    /// One code and where it stands.
    codes: Vec<(&'a str, TextRange, bool)>,
    /// The whole comment.
    comment: TextRange,
}

/// Removes suppressed findings and reports codes that suppressed nothing.
pub(crate) fn apply(context: FileContext<'_>, registry: &Registry, found: &mut Vec<Diagnostic>) {
    let text = &*context.file.text;
    if !text.contains(SUPPRESSION_MARK) {
        return;
    }
    let mut suppressions = suppressions(context);
    found.retain(|diagnostic| {
        let mut kept = true;
        for suppression in &mut suppressions {
            if !suppression.covers.contains_inclusive(diagnostic.range.start()) {
                continue;
            }
            for (code, _, used) in &mut suppression.codes {
                let rule = diagnostic.rule;
                let matches = rule.name.eq_ignore_ascii_case(code)
                    || rule.code.len() >= code.len() && rule.code[..code.len()].eq_ignore_ascii_case(code);
                if matches {
                    *used = true;
                    kept = false;
                }
            }
        }
        kept
    });
    if !registry.unused_suppressions {
        return;
    }
    let whole = SEEN_TOGETHER.iter().all(|it| context.cluster.has_file(*it));
    for suppression in &suppressions {
        let judged = |code: &str| whole || !looks_at_other_files(code);
        let unused: Vec<_> = suppression.codes.iter().filter(|(code, _, used)| !used && judged(code)).collect();
        let all = unused.len() == suppression.codes.len();
        for (code, range, _) in unused {
            let (title, range, replacement) = if all {
                ("remove the comment", with_blanks_before(text, suppression.comment), String::new())
            } else {
                let codes: Vec<&str> = suppression.codes.iter().filter(|it| it.2).map(|it| it.0).collect();
                let from = suppression.codes[0].1.start();
                let to = suppression.codes[suppression.codes.len() - 1].1.end();
                ("remove the unused code", TextRange::new(from, to).cover(*range), codes.join(", "))
            };
            let diagnostic =
                crate::rules::file::unused_suppression::diagnostic(code, range_of(code, &suppression.codes));
            let mut diagnostic = diagnostic;
            diagnostic.fix(Fix::replace(Applicability::Safe, title, range, replacement));
            found.push(diagnostic);
        }
    }
}

fn range_of(code: &str, codes: &[(&str, TextRange, bool)]) -> TextRange {
    codes.iter().find(|it| it.0 == code).map_or(codes[0].1, |it| it.1)
}

/// A comment and the blanks that separate it from the text before it.
fn with_blanks_before(text: &str, comment: TextRange) -> TextRange {
    let before = &text[..usize::from(comment.start())];
    range(before.trim_end_matches([' ', '\t']).len(), comment.end().into())
}

/// The suppression comments of a file, in order.
fn suppressions<'a>(context: FileContext<'a>) -> Vec<Suppression<'a>> {
    let text: &'a str = &context.file.text;
    let root = context.file.parse.root();
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find(SUPPRESSION_MARK).map(|at| from + at) {
        from = at + SUPPRESSION_MARK.len();
        let Some(token) = comment_at(context, at) else { continue };
        let rest = &text[from..usize::from(token.end())];
        let Some((scope, codes_start, codes_text)) = parse_comment(rest, from) else { continue };
        let mut codes = Vec::new();
        let mut start = codes_start;
        for part in codes_text.split(',') {
            let code = part.trim();
            let code_start = start + (part.len() - part.trim_start().len());
            if !code.is_empty() {
                codes.push((code, range(code_start, code_start + code.len()), false));
            }
            start += part.len() + 1;
        }
        if codes.is_empty() {
            continue;
        }
        let covers = match scope {
            Scope::Line => line_or_next(context, usize::from(token.start())),
            Scope::Section => {
                match root.descendants().find(|it| it.kind() == SyntaxKind::SECTION && it.range().contains_range(token))
                {
                    Some(section) => section.range(),
                    None => continue,
                }
            }
            Scope::File if text[..at].matches('\n').count() < FILE_LINES => root.range(),
            Scope::File => continue,
        };
        found.push(Suppression { covers, codes, comment: token });
    }
    found
}

/// `ignore[R301, X1]`, `ignore-section[...]`, `ignore-file[...]`.
fn parse_comment(rest: &str, offset: usize) -> Option<(Scope, usize, &str)> {
    let trimmed = rest.trim_start();
    let (scope, after) = if let Some(after) = trimmed.strip_prefix("ignore-section") {
        (Scope::Section, after)
    } else if let Some(after) = trimmed.strip_prefix("ignore-file") {
        (Scope::File, after)
    } else {
        (Scope::Line, trimmed.strip_prefix("ignore")?)
    };
    let inner = after.strip_prefix('[')?;
    let close = inner.find(']')?;
    Some((scope, offset + rest.len() - inner.len(), &inner[..close]))
}

/// The codes in a suppression comment, with their places in the comment; none in any other comment.
pub fn suppressed_codes(comment: &str) -> Vec<(&str, TextRange)> {
    let from = comment.find("lsflint:").map(|at| at + "lsflint:".len());
    let Some((_, start, text)) = from.and_then(|from| parse_comment(&comment[from..], from)) else { return Vec::new() };
    let mut codes = Vec::new();
    let mut start = start;
    for part in text.split(',') {
        let (code, blanks) = (part.trim(), part.len() - part.trim_start().len());
        if !code.is_empty() {
            codes.push((code, range(start + blanks, start + blanks + code.len())));
        }
        start += part.len() + 1;
    }
    codes
}

/// The comment token around an offset.
fn comment_at(context: FileContext<'_>, offset: usize) -> Option<TextRange> {
    token_at(context, offset).filter(|it| it.kind() == SyntaxKind::COMMENT).map(Token::range)
}

fn token_at(context: FileContext<'_>, offset: usize) -> Option<Token<'_>> {
    let offset = TextSize::new(u32::try_from(offset).ok()?);
    let mut node = context.file.parse.root();
    loop {
        let element = node.elements().find(|it| it.range().contains(offset))?;
        match element {
            lsflint_syntax::Element::Node(inner) => node = inner,
            lsflint_syntax::Element::Token(token) => return Some(token),
        }
    }
}

/// The line of a comment; the next line as well when the comment stands alone. Lines reach as far as they are continued.
fn line_or_next(context: FileContext<'_>, comment: usize) -> TextRange {
    let text = &*context.file.text;
    let end_of = |from: usize| text[from..].find('\n').map_or(text.len(), |at| from + at);
    let mut start = text[..comment].rfind('\n').map_or(0, |at| at + 1);
    let mut end = end_of(comment);
    if !text[start..comment].trim().is_empty() || end == text.len() {
        while start > 0 && is_continued(context, start - 1) {
            start = text[..start - 1].rfind('\n').map_or(0, |at| at + 1);
        }
        return range(start, end);
    }
    end = end_of(end + 1);
    while end < text.len() && is_continued(context, end) {
        end = end_of(end + 1);
    }
    range(start, end)
}

/// Whether the line that ends here goes on in the next one, as LSF reads it.
fn is_continued(context: FileContext<'_>, line_end: usize) -> bool {
    let continues = |it: Token<'_>| {
        !matches!(it.kind(), SyntaxKind::NEWLINE | SyntaxKind::COMMENT | SyntaxKind::HIDDEN_TEXT)
            && usize::from(it.range().end()) > line_end
    };
    token_at(context, line_end).is_some_and(continues)
}

fn range(start: usize, end: usize) -> TextRange {
    let size = |at: usize| TextSize::new(u32::try_from(at).unwrap_or(u32::MAX));
    TextRange::new(size(start), size(end))
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

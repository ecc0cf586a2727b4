//! Parsing of suppression comments, and of comments that are meant to be one.

use std::ops::Range;

use lsflint_syntax::{TextRange, TextSize};

use crate::rules::Rules;

/// The text with which a suppression comment begins.
pub const SUPPRESSION_MARK: &str = "lsflint:";

/// The words after the mark, before the codes in brackets, and what they cover.
pub const SUPPRESSION_SCOPES: &[(&str, &str)] = &[
    ("ignore", "findings on this line, or on the next one if the comment is alone on its line"),
    ("ignore-section", "findings in the section"),
    ("ignore-file", "findings in the file; only in its first 20 lines"),
];

/// `ignore-file` must be within this many lines, so that it is easy to find.
pub(super) const FILE_LINES: usize = 20;

/// The mark without its colon, which is unlikely to appear by accident.
pub(crate) const MENTION: &str = "lsflint";

/// What a suppression covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// The line itself, or the next one if the comment is alone on its line.
    Line,
    /// The surrounding section.
    Section,
    /// The file.
    File,
}

/// The content of a suppression comment. Positions are offsets into the comment.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Comment<'t> {
    pub(super) scope: Scope,
    /// From the word before the bracket to the closing bracket.
    pub(super) place: Range<usize>,
    /// The codes and their positions.
    pub(super) codes: Vec<(&'t str, Range<usize>)>,
    /// The text after the bracket.
    pub(super) reason: &'t str,
}

/// An error in a suppression comment, and its position.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mistake {
    pub(super) place: Range<usize>,
    pub(super) message: String,
}

/// Parses a valid suppression comment. Returns `None` for other comments, or if it has an error.
pub(super) fn well_formed(comment: &str) -> Option<Comment<'_>> {
    read(comment, Rules::default())?.ok()
}

/// Parses a comment. Returns `None` if it seems not to be a suppression, as far as this is clear without the names of
/// the rules.
pub(super) fn read(comment: &str, rules: Rules) -> Option<Result<Comment<'_>, Mistake>> {
    let mut from = 0;
    while let Some(at) = comment[from..].find(MENTION).map(|at| from + at) {
        from = at + MENTION.len();
        if let Some(found) = suppression(comment, at) {
            return Some(found);
        }
        let first = comment[..at].trim_end_matches([' ', '\t']).ends_with('#');
        if let Some(mistake) = first.then(|| mistake(comment, at, rules)).flatten() {
            return Some(Err(mistake));
        }
    }
    None
}

/// Parses `lsflint: ignore[R301, X1] reason` at an offset, with or without codes in the bracket.
fn suppression(comment: &str, at: usize) -> Option<Result<Comment<'_>, Mistake>> {
    let rest = comment[at..].strip_prefix(SUPPRESSION_MARK)?.trim_start();
    let (word, inner) = rest.split_once('[')?;
    let scope = match word {
        "ignore" => Scope::Line,
        "ignore-section" => Scope::Section,
        "ignore-file" => Scope::File,
        _ => return None,
    };
    let (list, behind) = inner.split_once(']')?;
    let start = comment.len() - inner.len();
    let mut codes = Vec::new();
    let mut from = start;
    for part in list.split(',') {
        let (code, indent) = (part.trim(), part.len() - part.trim_start().len());
        if !code.is_empty() {
            codes.push((code, from + indent..from + indent + code.len()));
        }
        from += part.len() + 1;
    }
    let place = comment.len() - rest.len()..comment.len() - behind.len();
    if codes.is_empty() {
        let message = format!("missing code in the brackets of `{word}`");
        return Some(Err(Mistake { place, message }));
    }
    let reason = behind.trim_matches(|it: char| it.is_whitespace() || matches!(it, ':' | '-' | '#' | ','));
    Some(Ok(Comment { scope, place, codes, reason }))
}

/// Finds the error in something that looks like a suppression but is not one.
fn mistake(comment: &str, at: usize, rules: Rules) -> Option<Mistake> {
    let behind = &comment[at + MENTION.len()..];
    let trimmed = behind.trim_start_matches([' ', '\t']);
    let colon = trimmed.strip_prefix(':');
    let rest = colon.unwrap_or(trimmed).trim_start();
    let word = &rest[..rest.find(|it: char| !it.is_ascii_alphanumeric() && !"-_".contains(it)).unwrap_or(rest.len())];
    let next = rest[word.len()..].trim_start();
    let opens = next.starts_with(['[', '(', '{']);
    let scopes: Vec<&str> = SUPPRESSION_SCOPES.iter().map(|it| it.0).collect();
    let lower = word.to_ascii_lowercase().replace('_', "-");
    let near = |scope: &&&str| strsim::damerau_levenshtein(&lower, scope) <= 1 + scope.len() / 8;
    let nearest = scopes.iter().find(|it| **it == lower).or_else(|| scopes.iter().find(near)).copied();
    let nearest = nearest.or_else(|| lower.starts_with("ignore").then_some("ignore"));
    // A sentence may begin with the name of the tool, even with the word after it.
    let codes = next.split([' ', '\t', ',']).next().unwrap_or_default();
    let is_code = codes.len() > 1 && codes.starts_with(|it: char| it.is_ascii_uppercase());
    let is_code = is_code && codes[1..].bytes().all(|it| it.is_ascii_digit()) || rules.find(codes).is_some();
    let attempt = if colon.is_some() && word == lower && scopes.contains(&word) {
        true
    } else {
        opens && (nearest.is_some() || colon.is_some() && !word.is_empty()) || nearest.is_some() && is_code
    };
    if !attempt {
        return None;
    }
    let message = if colon.is_none() || !behind.starts_with(':') {
        format!("missing `:` directly after `{MENTION}`")
    } else if !scopes.contains(&word) {
        match nearest {
            Some(nearest) => format!("unknown suppression `{word}`; did you mean `{nearest}`?"),
            None => format!("unknown suppression `{word}`; choose from `{}`", scopes.join("`, `")),
        }
    } else if !next.starts_with('[') {
        format!("missing square brackets around the codes of `{word}`")
    } else if !rest[word.len()..].starts_with('[') {
        format!("unexpected space between `{word}` and `[`")
    } else {
        format!("unclosed `[` after `{word}`")
    };
    let end = at + comment[at..].trim_end().len();
    Some(Mistake { place: at..end, message })
}

/// The codes in a suppression comment and their positions in the comment; empty for any other comment.
pub fn suppressed_codes(comment: &str) -> Vec<(&str, TextRange)> {
    let Some(read) = well_formed(comment) else { return Vec::new() };
    let size = |at: usize| TextSize::new(u32::try_from(at).unwrap_or(u32::MAX));
    read.codes.into_iter().map(|(code, at)| (code, TextRange::new(size(at.start), size(at.end)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is read: the scope, the codes and the reason, or the mistake, or nothing.
    #[track_caller]
    fn check(comment: &str, expected: &str) {
        let found = match read(comment, Rules::default()) {
            None => "nothing".to_owned(),
            Some(Err(mistake)) => mistake.message,
            Some(Ok(it)) => {
                let codes: Vec<&str> = it.codes.iter().map(|it| it.0).collect();
                assert!(it.codes.iter().all(|(code, at)| comment[at.clone()] == **code), "{comment}");
                format!("{:?} {} ({})", it.scope, codes.join(" "), it.reason)
            }
        };
        assert_eq!(found, expected, "{comment}");
    }

    #[test]
    fn suppressions() {
        check("# lsflint: ignore[R301] because", "Line R301 (because)");
        check("#lsflint:ignore[ R301 ,X1,]", "Line R301 X1 ()");
        check("# lsflint: ignore-section[R3]: - until May", "Section R3 (until May)");
        check("## see below # lsflint: ignore-file[duplicate-parameter] # why", "File duplicate-parameter (why)");
    }

    #[test]
    fn what_was_meant_to_be_one() {
        let colon = "missing `:` directly after `lsflint`";
        check("# lsflint ignore[R301] x", colon);
        check("# lsflint : ignore[R301] x", colon);
        check("# lsflint ignore R301", colon);
        let bracket = "missing square brackets around the codes of `ignore`";
        check("# lsflint: ignore R301 because", bracket);
        check("# lsflint: ignore(R301)", bracket);
        check("# lsflint: ignore", bracket);
        check("# lsflint: ignore[R301", "unclosed `[` after `ignore`");
        check("# lsflint: ignore [R301]", "unexpected space between `ignore` and `[`");
        check("# lsflint: ignore[] x", "missing code in the brackets of `ignore`");
        check("# lsflint: ignroe[R301]", "unknown suppression `ignroe`; did you mean `ignore`?");
        check("# lsflint: Ignore[R301]", "unknown suppression `Ignore`; did you mean `ignore`?");
        check("# lsflint: ignore_file[R301]", "unknown suppression `ignore_file`; did you mean `ignore-file`?");
        check("# lsflint: ignore-next-line[R301]", "unknown suppression `ignore-next-line`; did you mean `ignore`?");
        check(
            "# lsflint: noqa[R301]",
            "unknown suppression `noqa`; choose from `ignore`, `ignore-section`, `ignore-file`",
        );
    }

    #[test]
    fn other_comments() {
        check("# a comment", "nothing");
        check("# lsflint: file=lsb.queues", "nothing");
        check("# lsflint: off", "nothing");
        check("# lsflint ignores this file", "nothing");
        check("# lsflint ignore rules are agreed with operations", "nothing");
        check("# we told lsflint to ignore[ this", "nothing");
        check("# lsflint finds nothing here (checked in May)", "nothing");
    }
}

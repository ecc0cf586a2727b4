//! What a suppression comment says, and what a comment says that was meant to be one.

use std::ops::Range;

use lsflint_syntax::{TextRange, TextSize};

use crate::rules::Rules;

/// What a suppression comment begins with.
pub const SUPPRESSION_MARK: &str = "lsflint:";

/// What stands behind the mark, before the codes in brackets, and what it reaches over.
pub const SUPPRESSION_SCOPES: &[(&str, &str)] = &[
    ("ignore", "findings on this line, or on the next one when the comment stands alone"),
    ("ignore-section", "findings in the section"),
    ("ignore-file", "findings in the file; only in its first 20 lines"),
];

/// `ignore-file` counts only this far down, so that nobody has to search for it.
pub(super) const FILE_LINES: usize = 20;

/// The mark without its colon: what nobody writes by accident.
pub(crate) const MENTION: &str = "lsflint";

/// What it reaches over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// The line itself, or the next one when the comment stands alone.
    Line,
    /// The section around it.
    Section,
    /// The file.
    File,
}

/// The text of a suppression comment. Places are offsets into the comment.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Comment<'t> {
    pub(super) scope: Scope,
    /// From the word before the bracket to the bracket that closes.
    pub(super) place: Range<usize>,
    /// The codes and where they stand.
    pub(super) codes: Vec<(&'t str, Range<usize>)>,
    /// Behind the bracket.
    pub(super) reason: &'t str,
}

/// What keeps a comment from being a suppression, and where.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mistake {
    pub(super) place: Range<usize>,
    pub(super) message: String,
}

/// Reads a comment that suppresses something. `None`: it is about something else, or has a mistake.
pub(super) fn well_formed(comment: &str) -> Option<Comment<'_>> {
    read(comment, Rules::default())?.ok()
}

/// Reads a comment. `None`: it is about something else, as far as one can tell without the names of the rules.
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

/// `lsflint: ignore[R301, X1] reason` at an offset, perhaps without a code in the bracket.
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
        let (code, blanks) = (part.trim(), part.len() - part.trim_start().len());
        if !code.is_empty() {
            codes.push((code, from + blanks..from + blanks + code.len()));
        }
        from += part.len() + 1;
    }
    let place = comment.len() - rest.len()..comment.len() - behind.len();
    if codes.is_empty() {
        let message = format!("no code stands in the bracket of `{word}`");
        return Some(Err(Mistake { place, message }));
    }
    let reason = behind.trim_matches(|it: char| it.is_whitespace() || matches!(it, ':' | '-' | '#' | ','));
    Some(Ok(Comment { scope, place, codes, reason }))
}

/// What is wrong with something that looks like a suppression and is none.
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
    // A sentence may begin with the name of the tool, even with the word behind it.
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
        format!("`:` must stand directly behind `{MENTION}`")
    } else if !scopes.contains(&word) {
        match nearest {
            Some(nearest) => format!("`{word}` is no suppression; did you mean `{nearest}`?"),
            None => format!("`{word}` is no suppression, which are `{}`", scopes.join("`, `")),
        }
    } else if !next.starts_with('[') {
        format!("the codes behind `{word}` must stand in a square bracket")
    } else if !rest[word.len()..].starts_with('[') {
        format!("the bracket must stand directly behind `{word}`")
    } else {
        format!("the bracket of `{word}` is not closed")
    };
    let end = at + comment[at..].trim_end().len();
    Some(Mistake { place: at..end, message })
}

/// The codes in a suppression comment, with their places in the comment; none in any other comment.
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
        let colon = "`:` must stand directly behind `lsflint`";
        check("# lsflint ignore[R301] x", colon);
        check("# lsflint : ignore[R301] x", colon);
        check("# lsflint ignore R301", colon);
        let bracket = "the codes behind `ignore` must stand in a square bracket";
        check("# lsflint: ignore R301 because", bracket);
        check("# lsflint: ignore(R301)", bracket);
        check("# lsflint: ignore", bracket);
        check("# lsflint: ignore[R301", "the bracket of `ignore` is not closed");
        check("# lsflint: ignore [R301]", "the bracket must stand directly behind `ignore`");
        check("# lsflint: ignore[] x", "no code stands in the bracket of `ignore`");
        check("# lsflint: ignroe[R301]", "`ignroe` is no suppression; did you mean `ignore`?");
        check("# lsflint: Ignore[R301]", "`Ignore` is no suppression; did you mean `ignore`?");
        check("# lsflint: ignore_file[R301]", "`ignore_file` is no suppression; did you mean `ignore-file`?");
        check("# lsflint: ignore-next-line[R301]", "`ignore-next-line` is no suppression; did you mean `ignore`?");
        check("# lsflint: noqa[R301]", "`noqa` is no suppression, which are `ignore`, `ignore-section`, `ignore-file`");
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

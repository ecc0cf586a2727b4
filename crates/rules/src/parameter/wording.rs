//! Wording that the rules about values share: what LSF ignores, lists and numbers in text, and syntax errors of values.

use lsflint_lint::{Applicability, Consequence, Fix, Item, Origin, Setting, TextEdit};
use lsflint_spec::{Bound, Confidence, Loss, ParamSpec};
use lsflint_syntax::{TextRange, ValueError};

/// What LSF does with an invalid value.
pub(crate) fn lost(setting: &Setting<'_>) -> Consequence {
    let Some(spec) = setting.spec else { return Item::Value.ignored().possible() };
    let consequence = match (spec.loss, setting.origin) {
        (Loss::Zero, _) => Item::Value.read_as("0"),
        (Loss::Row, _) => Item::Row.dropped(),
        (Loss::Section, _) => Item::Section.dropped().called(format!("the `{}` section", spec.section)),
        (Loss::Value, origin) => match (has_certain_default(spec), origin) {
            (true, Origin::Keyed) => Item::Line.default().called("the value").value_used(spec.default),
            (true, Origin::Cell | Origin::Flat) => Item::Value.default().value_used(spec.default),
            (false, Origin::Keyed) => Item::Line.ignored(),
            (false, Origin::Cell | Origin::Flat) => Item::Value.ignored(),
        },
    };
    consequence.possible_unless(is_sure(spec))
}

/// Whether what is known about a parameter is certain.
pub(crate) fn is_sure(spec: &ParamSpec) -> bool {
    spec.confidence == Confidence::High
}

/// Whether the default is certain and short enough to show.
fn has_certain_default(spec: &ParamSpec) -> bool {
    let plain = !spec.default.is_empty() && spec.default.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'.');
    plain && !matches!(spec.default, "undefined" | "none") && is_sure(spec)
}

/// `a`, `b` or `c`.
pub(crate) fn one_of<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    joined(words, "or")
}

/// `a`, `b` and `c`.
pub(crate) fn all_of<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    joined(words, "and")
}

fn joined<'w>(words: impl IntoIterator<Item = &'w str>, last: &str) -> String {
    let mut quoted: Vec<String> = words.into_iter().map(|it| format!("`{it}`")).collect();
    match quoted.pop() {
        None => String::new(),
        Some(only) if quoted.is_empty() => only,
        Some(end) => format!("{} {last} {end}", quoted.join(", ")),
    }
}

/// The kind of value that a parameter takes: "a whole number of minutes".
pub(crate) fn counted(kind: &str, spec: &ParamSpec) -> String {
    if is_countable(spec.unit) { format!("{kind} of {}", spec.unit) } else { kind.to_owned() }
}

/// Whether a unit can follow a number in a sentence: `minutes`, but not `fraction` or `MB (LSF_UNIT_FOR_LIMITS)`.
pub(crate) fn is_countable(unit: &str) -> bool {
    !matches!(unit, "" | "fraction" | "percent") && !unit.starts_with("multiples") && !unit.contains(['(', ','])
}

/// What is wrong with a structured value: "whitespace around `+`". `found` is the text that the error covers.
pub(crate) fn problem(error: ValueError, found: &str) -> String {
    let found = found.trim();
    // A closing bracket at the position of the error means that something is missing before it.
    let found = if matches!(found, "]" | ")" | "}" | "\"") { "" } else { found };
    match error {
        ValueError::Expected(what) if found.is_empty() || what.contains(&format!("`{found}`")) => {
            format!("expected {what}")
        }
        ValueError::Expected(what) => format!("expected {what}, found `{found}`"),
        ValueError::ExpectedText(text) if found.is_empty() => format!("expected `{text}`"),
        ValueError::ExpectedText(text) => format!("expected `{text}`, found `{found}`"),
        ValueError::Form if found.is_empty() => "incomplete value".to_owned(),
        ValueError::Form => format!("syntax error at `{found}`"),
        ValueError::Unclosed(it) => format!("unclosed `{it}`"),
        ValueError::Unopened(it) => format!("unmatched `{it}`"),
        ValueError::Unexpected if found.is_empty() => "unexpected closing bracket".to_owned(),
        ValueError::Unexpected => format!("unexpected `{found}`"),
        ValueError::Duplicate => format!("duplicate `{found}`"),
        ValueError::Empty => "empty brackets".to_owned(),
        ValueError::TooMany => format!("too many values: unexpected `{found}`"),
        ValueError::TooFew => "missing value".to_owned(),
        ValueError::BlankAround(it) => format!("whitespace around `{it}`"),
        ValueError::BlankMissing(it) => format!("missing space before `{it}`"),
        ValueError::CommaSeparator => "items separated by commas".to_owned(),
        ValueError::PairWithoutBrackets => format!("missing square brackets around `{found}`"),
        ValueError::AmountInBrackets => format!("amount `{found}` inside the brackets"),
        ValueError::Unit => format!("unexpected unit `{found}`"),
        ValueError::Quoted => format!("quotes around `{}`", found.trim_matches(['"', '\''])),
        ValueError::TooDeep => "brackets nested too deeply".to_owned(),
    }
}

/// The range to report: that of the error, or the whole value if it is incomplete.
pub(crate) fn place(range: TextRange, setting: &Setting<'_>) -> TextRange {
    if range.is_empty() { setting.value_range() } else { range }
}

/// The fix for an error in whitespace, commas or brackets. All are unsafe, because they enable text that LSF currently
/// ignores.
pub(crate) fn repair(error: ValueError, range: TextRange, setting: &Setting<'_>, text: &str) -> Option<Fix> {
    let unsafe_fix = |title: &str, text: String| Fix::replace(Applicability::Unsafe, title, range, text);
    match error {
        ValueError::BlankAround(_) => Some(unsafe_fix("remove the whitespace", text[range].trim().to_owned())),
        ValueError::BlankMissing(it) => Some(unsafe_fix("add a space", format!(" {it}"))),
        ValueError::PairWithoutBrackets => Some(unsafe_fix("add brackets", format!("[{}]", &text[range]))),
        ValueError::CommaSeparator => {
            let edits =
                commas(setting, text).into_iter().map(|range| TextEdit { range, text: " ".to_owned() }).collect();
            Some(Fix { applicability: Applicability::Unsafe, title: "separate with spaces".to_owned(), edits })
        }
        _ => None,
    }
}

/// The commas of a list, with the spaces after them.
fn commas(setting: &Setting<'_>, text: &str) -> Vec<TextRange> {
    let Some(value) = setting.value else { return Vec::new() };
    let tokens = value.node().all_tokens().filter(|it| it.kind() == lsflint_syntax::SyntaxKind::COMMA);
    tokens
        .map(|token| {
            let rest = &text[usize::from(token.range().end())..];
            let spaces = rest.len() - rest.trim_start_matches([' ', '\t']).len();
            let spaces = u32::try_from(spaces).unwrap_or(0);
            TextRange::new(token.range().start(), token.range().end() + lsflint_syntax::TextSize::from(spaces))
        })
        .collect()
}

/// The whole word around a range: up to whitespace, brackets, quotes and separators.
pub(crate) fn word_around(text: &str, range: TextRange) -> &str {
    let ends = |it: char| it.is_ascii_whitespace() || "()[]\"'/,=".contains(it);
    let (from, to) = (usize::from(range.start()), usize::from(range.end()));
    let start = text[..from].rfind(ends).map_or(0, |at| at + 1);
    let end = text[to..].find(ends).map_or(text.len(), |at| to + at);
    &text[start..end]
}

/// The help for a value that is not a number: "write a whole number of minutes", and the keywords that are also
/// allowed.
pub(crate) fn number_help(kind: &str, spec: &ParamSpec) -> String {
    let kind = counted(kind, spec);
    let words = spec.literals.iter().copied().filter(|it| !matches!(*it, "-" | "()"));
    let words = one_of(words);
    let range = bounds(spec).unwrap_or_default();
    if words.is_empty() { format!("write {kind}{range}") } else { format!("write {kind}{range}, or {words}") }
}

/// The allowed numbers, if they are certain: " from 0 to 255", ", at least 1", " above 0".
pub(crate) fn bounds(spec: &ParamSpec) -> Option<String> {
    if spec.confidence != Confidence::High {
        return None;
    }
    match (spec.min, spec.max) {
        (Some(Bound::Inclusive(min)), Some(Bound::Inclusive(max))) => Some(format!(" from {min} to {max}")),
        (Some(Bound::Inclusive(min)), _) => Some(format!(", at least {min}")),
        (Some(Bound::Exclusive(min)), _) => Some(format!(" above {min}")),
        (None, Some(Bound::Inclusive(max))) => Some(format!(", at most {max}")),
        (None, Some(Bound::Exclusive(max))) => Some(format!(" below {max}")),
        (None, None) => None,
    }
}

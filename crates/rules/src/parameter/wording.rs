//! Words that the rules about values share: what LSF drops, how lists and numbers read, what a syntax error of a value says.

use lsflint_lint::{Applicability, Consequence, Fix, Item, Origin, Setting, TextEdit};
use lsflint_spec::{Bound, Confidence, Loss, ParamSpec};
use lsflint_syntax::{TextRange, ValueError};

/// What LSF does with a value it cannot use.
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

/// Whether the default is certain and short enough to tell.
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

/// What a parameter counts: "a whole number of minutes".
pub(crate) fn counted(kind: &str, spec: &ParamSpec) -> String {
    if is_countable(spec.unit) { format!("{kind} of {}", spec.unit) } else { kind.to_owned() }
}

/// Whether a unit reads well after a number: `minutes`, not `fraction` and not `MB (LSF_UNIT_FOR_LIMITS)`.
pub(crate) fn is_countable(unit: &str) -> bool {
    !matches!(unit, "" | "fraction" | "percent") && !unit.starts_with("multiples") && !unit.contains(['(', ','])
}

/// What is wrong, for a value with a structure: "blanks around `+`". `found` is the text the error points at.
pub(crate) fn problem(error: ValueError, found: &str) -> String {
    let found = found.trim();
    // Where a closing sign stands instead, something is missing before it.
    let found = if matches!(found, "]" | ")" | "}" | "\"") { "" } else { found };
    match error {
        ValueError::Expected(what) if found.is_empty() || what.contains(&format!("`{found}`")) => {
            format!("{what} is missing")
        }
        ValueError::Expected(what) => format!("{what} is expected instead of `{found}`"),
        ValueError::ExpectedText(text) if found.is_empty() => format!("`{text}` is missing"),
        ValueError::ExpectedText(text) => format!("`{text}` is expected instead of `{found}`"),
        ValueError::Form if found.is_empty() => "the value ends too early".to_owned(),
        ValueError::Form => format!("the value goes wrong at `{found}`"),
        ValueError::Unclosed(it) => format!("`{it}` is never closed"),
        ValueError::Unopened(it) => format!("`{it}` closes nothing"),
        ValueError::Unexpected if found.is_empty() => "a closing sign has no place here".to_owned(),
        ValueError::Unexpected => format!("`{found}` has no place here"),
        ValueError::Duplicate => format!("`{found}` stands here twice"),
        ValueError::Empty => "nothing stands between the brackets".to_owned(),
        ValueError::TooMany => format!("`{found}` is one value too many"),
        ValueError::TooFew => "a value is missing".to_owned(),
        ValueError::BlankAround(it) => format!("blanks around `{it}`"),
        ValueError::BlankMissing(it) => format!("no blank before `{it}`"),
        ValueError::CommaSeparator => "commas do not separate items".to_owned(),
        ValueError::PairWithoutBrackets => format!("`{found}` has no square brackets of its own"),
        ValueError::AmountInBrackets => format!("`{found}` stands inside the brackets"),
        ValueError::Unit => format!("the unit `{found}` has no place here"),
        ValueError::Quoted => format!("quotes around `{}`", found.trim_matches(['"', '\''])),
        ValueError::TooDeep => "brackets nested beyond any sense".to_owned(),
    }
}

/// Where to point at: the place of the error, or the whole value when it ends too early.
pub(crate) fn place(range: TextRange, setting: &Setting<'_>) -> TextRange {
    if range.is_empty() { setting.value_range() } else { range }
}

/// The repair for an error of layout: blanks, commas, brackets. What LSF ignores today becomes active, so all of them are unsafe.
pub(crate) fn repair(error: ValueError, range: TextRange, setting: &Setting<'_>, text: &str) -> Option<Fix> {
    let unsafe_fix = |title: &str, text: String| Fix::replace(Applicability::Unsafe, title, range, text);
    match error {
        ValueError::BlankAround(_) => Some(unsafe_fix("remove the blanks", text[range].trim().to_owned())),
        ValueError::BlankMissing(it) => Some(unsafe_fix("insert a blank", format!(" {it}"))),
        ValueError::PairWithoutBrackets => Some(unsafe_fix("add the brackets", format!("[{}]", &text[range]))),
        ValueError::CommaSeparator => {
            let edits =
                commas(setting, text).into_iter().map(|range| TextEdit { range, text: " ".to_owned() }).collect();
            Some(Fix { applicability: Applicability::Unsafe, title: "separate with blanks".to_owned(), edits })
        }
        _ => None,
    }
}

/// The commas of a list, with the blanks after them.
fn commas(setting: &Setting<'_>, text: &str) -> Vec<TextRange> {
    let Some(value) = setting.value else { return Vec::new() };
    let tokens = value.node().all_tokens().filter(|it| it.kind() == lsflint_syntax::SyntaxKind::COMMA);
    tokens
        .map(|token| {
            let rest = &text[usize::from(token.range().end())..];
            let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
            let blanks = u32::try_from(blanks).unwrap_or(0);
            TextRange::new(token.range().start(), token.range().end() + lsflint_syntax::TextSize::from(blanks))
        })
        .collect()
}

/// The whole word around a range: up to blanks, brackets, quotes and separators.
pub(crate) fn word_around(text: &str, range: TextRange) -> &str {
    let ends = |it: char| it.is_ascii_whitespace() || "()[]\"'/,=".contains(it);
    let (from, to) = (usize::from(range.start()), usize::from(range.end()));
    let start = text[..from].rfind(ends).map_or(0, |at| at + 1);
    let end = text[to..].find(ends).map_or(text.len(), |at| to + at);
    &text[start..end]
}

/// What to write instead of a value that is no number: "write a whole number of minutes", and the words taken besides.
pub(crate) fn number_help(kind: &str, spec: &ParamSpec) -> String {
    let kind = counted(kind, spec);
    let words = spec.literals.iter().copied().filter(|it| !matches!(*it, "-" | "()"));
    let words = one_of(words);
    let range = bounds(spec).unwrap_or_default();
    if words.is_empty() { format!("write {kind}{range}") } else { format!("write {kind}{range}, or {words}") }
}

/// The allowed numbers, where they are certain: " from 0 to 255", ", at least 1", " above 0".
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

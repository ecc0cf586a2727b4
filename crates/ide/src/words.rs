//! Formats counts, lists, sizes and times for editors.

use std::borrow::Cow;
use std::fmt::Write as _;

use lsflint_model::effective;

/// The maximum number of characters of a value.
const MOST_SHOWN: usize = 100;

/// A number with its noun: `1 host`, `3 hosts`.
pub(crate) fn counted(count: usize, one: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {one}{ending}")
}

/// A documented default as text: without one, the parameter is "not set".
pub(crate) fn default_value(default: &str) -> Cow<'_, str> {
    match default.strip_prefix("undefined") {
        Some(rest) if rest.is_empty() || rest.starts_with(' ') => Cow::Owned(format!("not set{rest}")),
        _ => Cow::Borrowed(default),
    }
}

/// A list of names in code style, shortened if it is long: `a`, `b` and 5 more.
pub(crate) fn names<T: AsRef<str>>(all: impl IntoIterator<Item = T>, most: usize) -> String {
    let mut text = String::new();
    let mut more = 0usize;
    for (number, name) in all.into_iter().enumerate() {
        if number >= most {
            more += 1;
            continue;
        }
        if number > 0 {
            text.push_str(", ");
        }
        text.push_str(&code(name.as_ref()));
    }
    if more > 0 {
        write!(text, " and {more} more").expect("writing to a string cannot fail");
    }
    text
}

/// A text in code style: on one line, cut if it is long, with backticks handled.
pub(crate) fn code(text: &str) -> String {
    let line = one_line(text);
    let shown = match line.char_indices().nth(MOST_SHOWN) {
        Some((at, _)) => Cow::Owned(format!("{} ...", &line[..at])),
        None => line,
    };
    code_span(&shown)
}

/// A text of one line in code style, whole. Nothing in it ends the span.
pub(crate) fn code_span(text: &str) -> String {
    if text.trim().is_empty() {
        return String::new();
    }
    let longest = text.split(|it| it != '`').map(str::len).max().unwrap_or(0);
    if longest == 0 {
        return format!("`{text}`");
    }
    // The span ends at the first run of as many backticks as it begins with.
    let fence = "`".repeat(longest + 1);
    format!("{fence} {text} {fence}")
}

/// The text without line breaks and the indentation of continued lines.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    if text.contains(['\n', '\r', '\t']) || text.contains("  ") {
        let words: Vec<&str> = text.split_whitespace().filter(|it| *it != "\\").collect();
        Cow::Owned(words.join(" "))
    } else {
        Cow::Borrowed(text.trim())
    }
}

/// A text from a file as a paragraph of Markdown, escaped.
pub(crate) fn paragraph(text: &str) -> String {
    let text = escaped(text);
    if text.starts_with(['#', '-', '+']) { format!("\\{text}") } else { text }
}

/// A text from a file as inline Markdown, escaped.
pub(crate) fn escaped(text: &str) -> String {
    let line = one_line(text);
    let mut out = String::with_capacity(line.len() + 8);
    let mut before = ' ';
    let mut rest = line.chars().peekable();
    while let Some(it) = rest.next() {
        // An underscore inside a word has no meaning in Markdown.
        let inside_word =
            before.is_alphanumeric() && rest.peek().is_some_and(|next| next.is_alphanumeric() || *next == '_');
        if matches!(it, '\\' | '`' | '*' | '[' | '<' | '>' | '~' | '|') || it == '_' && !inside_word {
            out.push('\\');
        }
        out.push(it);
        before = it;
    }
    out
}

/// A sentence of the specification as Markdown: text in backticks is already code, the rest is escaped.
pub(crate) fn sentence(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    if text.starts_with(['#', '-', '+']) {
        out.push('\\');
    }
    let mut in_code = false;
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    while let Some(it) = rest.next() {
        let inside_word = before.is_alphanumeric() && rest.peek().is_some_and(|next| next.is_alphanumeric());
        match it {
            '`' => in_code = !in_code,
            '*' | '<' | '[' | '~' | '\\' if !in_code => out.push('\\'),
            '_' if !in_code && !inside_word => out.push('\\'),
            _ => {}
        }
        out.push(it);
        before = it;
    }
    out
}

/// A sentence that starts with an uppercase letter and ends with a full stop.
pub(crate) fn full_sentence(text: &str) -> String {
    let text = sentence(text.trim());
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return text };
    // Names of parameters and commands keep their case.
    let word: &str = text.split(|it: char| !it.is_alphanumeric() && it != '_').next().unwrap_or_default();
    let is_word = word.len() > 1 && word.chars().all(|it| it.is_ascii_lowercase());
    let capital = if is_word || word == "a" { first.to_uppercase().to_string() } else { first.to_string() };
    let end = if text.ends_with(['.', '!', '?', ':']) { "" } else { "." };
    format!("{capital}{}{end}", letters.as_str())
}

/// A number with its unit in readable form: `16384 MB = 16 GB`, `90 minutes = 1 hour 30 minutes`, `16000 KB, about 15.6
/// MB`.
pub(crate) fn amount(number: &str, unit: &str) -> String {
    if unit.is_empty() {
        return number.to_owned();
    }
    let said = effective::in_words(number, unit).unwrap_or_else(|| format!("{number} {unit}"));
    if said.contains('=') {
        return said;
    }
    match about(number, unit) {
        Some(about) => format!("{said}, about {about}"),
        None => said,
    }
}

/// The value in a larger unit: `16 GB` for 16384 MB; `None` if there is no better unit.
pub(crate) fn larger(number: &str, unit: &str) -> Option<String> {
    let said = effective::in_words(number, unit)?;
    said.split_once(" = ").map(|it| it.1.to_owned())
}

/// A size in the largest unit in which it is at least one, with one decimal.
fn about(number: &str, unit: &str) -> Option<String> {
    const STEPS: [&str; 7] = ["KB", "MB", "GB", "TB", "PB", "EB", "ZB"];
    let from = STEPS.iter().position(|it| it.eq_ignore_ascii_case(unit))?;
    let mut number: f64 = number.parse().ok()?;
    let mut at = from;
    while number >= 1024.0 && at + 1 < STEPS.len() {
        number /= 1024.0;
        at += 1;
    }
    let number = format!("{number:.1}");
    (at > from).then(|| format!("{} {}", number.trim_end_matches(".0"), STEPS[at]))
}

/// A number of seconds as text: `1 day 2 hours`.
pub(crate) fn seconds(count: u64) -> String {
    larger(&count.to_string(), "seconds")
        .unwrap_or_else(|| counted(usize::try_from(count).unwrap_or(usize::MAX), "second"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts() {
        assert_eq!(amount("16384", "MB"), "16384 MB = 16 GB");
        assert_eq!(amount("16000", "KB"), "16000 KB, about 15.6 MB");
        assert_eq!(amount("5", "minutes"), "5 minutes");
        assert_eq!(amount("90", "minutes"), "90 minutes = 1 hour 30 minutes");
        assert_eq!(amount("3", ""), "3");
        assert_eq!(larger("16384", "MB").as_deref(), Some("16 GB"));
        assert_eq!(larger("1000", "MB"), None);
        assert_eq!(seconds(3600), "1 hour");
        assert_eq!(seconds(1), "1 second");
    }

    #[test]
    fn texts_in_markdown() {
        assert_eq!(code("a \\\n   b"), "`a b`");
        assert_eq!(code("echo `x`"), "`` echo `x` ``");
        assert_eq!(code("a `` [x](command:y) ``"), "``` a `` [x](command:y) `` ```");
        assert_eq!(escaped("50 * <b> _x_"), "50 \\* \\<b\\> \\_x\\_");
        assert_eq!(escaped("[x](command:y) ![z](http://z)"), "\\[x](command:y) !\\[z](http://z)");
        // A name in a message may contain a backtick.
        assert_eq!(sentence("unknown `a`[x](command:y)`"), "unknown `a`\\[x](command:y)`");
        assert_eq!(
            sentence("use `<x>` or <y> of MAX_USER_PRIORITY, ~x"),
            "use `<x>` or \\<y> of MAX_USER_PRIORITY, \\~x"
        );
        assert_eq!(full_sentence("larger runs first"), "Larger runs first.");
        assert_eq!(full_sentence("mbatchd_x reads it"), "mbatchd_x reads it.");
        assert_eq!(names(["a", "b", "c"], 2), "`a`, `b` and 1 more");
        assert_eq!(counted(2, "host"), "2 hosts");
    }
}

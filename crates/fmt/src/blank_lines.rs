//! Blank lines.

use lsflint_syntax::{SyntaxKind, TextRange, TextSize};

use crate::edits::{Edits, LineEnd};
use crate::lines::{Kind, Line, Lines};

/// One empty line between sections, none at the edges of a section and of the file, never two in a row.
pub(crate) fn format(lines: &Lines<'_>, edits: &mut Edits<'_>) {
    let text = edits.text();
    // Most files have no carriage return, and searching for one byte is fast.
    let carriage_returns = if text.contains('\r') { text.matches("\r\n").count() } else { 0 };
    if carriage_returns > 0 && carriage_returns < text.matches('\n').count() {
        // Which of the two line ends is meant is not for us to say.
        return;
    }
    let line_end = if carriage_returns > 0 { LineEnd::CrLf } else { LineEnd::Lf };
    let mut before: Option<&Line<'_>> = None;
    let mut from = 0;
    for (number, line) in lines.all.iter().enumerate() {
        if line.kind == Kind::Blank {
            continue;
        }
        between(&lines.all[from..number], before, Some(line), line_end, edits);
        (before, from) = (Some(line), number + 1);
    }
    between(&lines.all[from..], before, None, line_end, edits);
    if let Some(last) = before.filter(|it| !it.frozen && !text[usize::from(it.start)..it.end.into()].ends_with('\n')) {
        edits.line_end(last.end, last.end, line_end);
    }
}

/// Puts as many empty lines between two others as there should be.
fn between(
    blank: &[Line<'_>],
    before: Option<&Line<'_>>,
    after: Option<&Line<'_>>,
    line_end: LineEnd,
    edits: &mut Edits<'_>,
) {
    // Only a section needs an empty line behind it.
    if blank.is_empty() && before.is_none_or(|it| it.kind != Kind::End) {
        return;
    }
    let text = edits.text();
    if before.is_some_and(|it| ends_in_continuation(it, text)) || blank.iter().any(|it| it.frozen) {
        return;
    }
    let frozen = |line: Option<&Line<'_>>| line.is_some_and(|it| it.frozen);
    let kind = |line: Option<&Line<'_>>| line.map(|it| it.kind);
    let wanted = match (kind(before), kind(after)) {
        (None, _) | (_, None) => 0,
        _ if frozen(before) && frozen(after) => return,
        (Some(Kind::Begin), _) | (_, Some(Kind::End)) => 0,
        (Some(Kind::End), Some(Kind::Directive)) if !after.is_some_and(|it| begins_something(it, text)) => {
            blank.len().min(1)
        }
        (Some(Kind::End), _) => 1,
        _ => blank.len().min(1),
    };
    let Some((first, last)) = blank.first().zip(blank.last()) else {
        if let (Some(before), 1) = (before, wanted) {
            edits.line_end(before.end, before.end, line_end);
        }
        return;
    };
    match wanted {
        0 => edits.remove(first.start, last.end),
        _ => edits.line_end(first.start, last.end, line_end),
    }
}

/// Whether a directive belongs to what is below it: all but `#elif`, `#else` and `#endif`.
fn begins_something(line: &Line<'_>, text: &str) -> bool {
    let keyword = line.part.and_then(|it| it.part(SyntaxKind::DIRECTIVE_KW)).map_or("", |it| &text[it.range()]);
    !["#elif", "#else", "#endif"].iter().any(|it| it.eq_ignore_ascii_case(keyword))
}

/// What comes next belongs to the line, empty or not.
fn ends_in_continuation(line: &Line<'_>, text: &str) -> bool {
    // Of most lines the last character says that it is not so.
    if !text[TextRange::new(line.start, line.end)].trim_end().ends_with('\\') {
        return false;
    }
    let last = line.part.and_then(|it| it.tokens().filter(|it| it.1.end() > TextSize::new(0)).last());
    last.is_some_and(|(kind, range)| kind == SyntaxKind::CONTINUATION || text[range].trim_end().ends_with('\\'))
}

//! The text of a condition as a tree, with the place of each part.

use std::ops::Range;
use std::panic::catch_unwind;

use cel::common::ast::{Expr, IdedExpr, SourceInfo};
use cel::parser::Parser;

/// The maximum length of a condition, in bytes.
pub const MAX_LENGTH: usize = 2_000;
/// The maximum depth of brackets.
pub const MAX_NESTING: usize = 16;
/// The maximum number of operators, dots and commas, which bounds the time of the parser.
pub const MAX_OPERATORS: usize = 200;
/// The maximum depth of the tree, which bounds the stack of the evaluation.
pub const MAX_DEPTH: usize = 40;

/// The stack that the parser may need, in bytes: much for each bracket, most of it in development builds.
pub const STACK: usize = 64 << 20;

/// Something wrong in a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The place in the text, in bytes.
    pub range: Range<usize>,
    /// What is wrong: lower-case start, no full stop.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

impl Fault {
    pub(crate) fn new(range: Range<usize>, message: impl Into<String>) -> Fault {
        Fault { range, message: message.into(), help: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }
}

/// A condition that was read.
#[derive(Debug)]
pub(crate) struct Expression {
    pub(crate) root: IdedExpr,
    places: SourceInfo,
    length: usize,
}

impl Expression {
    /// Reads a condition.
    ///
    /// # Errors
    /// It is too long or too deep, or it is not an expression of CEL.
    pub(crate) fn parse(text: &str) -> Result<Expression, Fault> {
        bounds(text)?;
        // The parser is not ours: if it fails, the condition is at fault, not the process.
        let parsed = catch_unwind(|| Parser::new().parse_with_source_info(text));
        match parsed {
            Ok(Ok((root, places))) => Ok(Expression { root, places, length: text.len() }),
            Ok(Err(errors)) => {
                let first = errors.errors.into_iter().next();
                Err(first.map_or_else(|| not_readable(text), |it| syntax_error(text, it.pos, &it.msg)))
            }
            Err(_) => Err(not_readable(text)),
        }
    }

    /// The place of a part, in bytes of the text: the name of an attribute or a function, the whole of a literal or
    /// an operator.
    pub(crate) fn place(&self, part: &IdedExpr) -> Range<usize> {
        let (start, last) = self.places.offset_for(part.id).unwrap_or((0, 0));
        let (start, end) = (start as usize, last as usize + 1);
        let text = &self.places.source;
        let clamped = |it: Range<usize>| it.start.min(self.length)..it.end.min(self.length);
        match &part.expr {
            // The place of the parser is the dot, or the bracket of `has(`.
            Expr::Select(it) => {
                let from = self.place(&it.operand).end;
                match text.get(from..).and_then(|rest| rest.find(it.field.as_str())) {
                    Some(at) => clamped(from + at..from + at + it.field.len()),
                    None => clamped(start..end),
                }
            }
            // The place of the parser is the bracket behind the name.
            Expr::Call(_) | Expr::Comprehension(_) if text.get(start..end) == Some("(") => {
                let before = text.get(..start).unwrap_or_default().trim_end();
                let is_name = |it: char| it.is_ascii_alphanumeric() || it == '_';
                let name = before.len() - before.trim_end_matches(is_name).len();
                if name == 0 { clamped(start..end) } else { clamped(before.len() - name..before.len()) }
            }
            _ => clamped(start..end),
        }
    }
}

/// Refuses texts that a recursive parser needs much memory or time for.
fn bounds(text: &str) -> Result<(), Fault> {
    if text.len() > MAX_LENGTH {
        let message = format!("the condition has {} bytes; at most {MAX_LENGTH} are allowed", text.len());
        return Err(Fault::new(0..text.len(), message).help("write several policies"));
    }
    let (mut depth, mut operators) = (0_usize, 0_usize);
    let mut quote: Option<char> = None;
    let mut was_escape = false;
    for (at, letter) in text.char_indices() {
        if let Some(open) = quote {
            if letter == open && !was_escape {
                quote = None;
            }
            was_escape = letter == '\\' && !was_escape;
            continue;
        }
        match letter {
            '"' | '\'' => quote = Some(letter),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            '!' | '-' | '+' | '*' | '/' | '%' | '&' | '|' | '<' | '>' | '=' | '?' | ':' | '.' | ',' => operators += 1,
            _ => {}
        }
        if depth > MAX_NESTING {
            let message = format!("brackets are nested deeper than {MAX_NESTING}");
            return Err(Fault::new(at..at + 1, message).help("write several policies"));
        }
        if operators > MAX_OPERATORS {
            let message = format!("the condition has more than {MAX_OPERATORS} operators");
            return Err(Fault::new(at..at + letter.len_utf8(), message).help("write several policies"));
        }
    }
    Ok(())
}

fn not_readable(text: &str) -> Fault {
    Fault::new(0..text.len(), "the condition cannot be read")
}

/// An error of the parser at its place: line and column, both from 1.
fn syntax_error(text: &str, (line, column): (isize, isize), message: &str) -> Fault {
    let line = usize::try_from(line).unwrap_or(1).max(1);
    let column = usize::try_from(column).unwrap_or(1).max(1);
    let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let rest = &text[start.min(text.len())..];
    let at = start + rest.char_indices().nth(column - 1).map_or(rest.len(), |it| it.0);
    let rest = &text[at..];
    let length = rest.chars().next().map_or(0, char::len_utf8);
    // The words of the parser are about its own tokens.
    let message = match message.strip_prefix("Syntax error: ") {
        Some(_) if rest.trim().is_empty() => "the condition ends where a value is expected".to_owned(),
        Some(_) => {
            let end = match rest.find(|it: char| !it.is_alphanumeric() && it != '_') {
                Some(0) => length,
                Some(end) => end,
                None => rest.len(),
            };
            format!("unexpected `{}` in the condition", &rest[..end])
        }
        None => format!("the condition is not valid: {message}"),
    };
    Fault::new(at..at + length, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> (String, String) {
        let fault = Expression::parse(text).expect_err(text);
        (text[fault.range].to_owned(), fault.message)
    }

    #[test]
    fn texts_that_are_no_expressions() {
        for (text, at, message) in [
            ("a &&& b", "&", "unexpected `&` in the condition"),
            ("a.b(", "", "the condition ends where a value is expected"),
            ("", "", "the condition ends where a value is expected"),
            ("'\u{e4}' == b c", "c", "unexpected `c` in the condition"),
        ] {
            assert_eq!(fault(text), (at.to_owned(), message.to_owned()), "{text}");
        }
    }

    #[test]
    fn texts_beyond_the_bounds() {
        let long = format!("a == '{}'", "x".repeat(MAX_LENGTH));
        assert_eq!(fault(&long).1, "the condition has 2007 bytes; at most 2000 are allowed");
        let deep = format!("{}1{}", "(".repeat(17), ")".repeat(17));
        assert_eq!(fault(&deep), ("(".to_owned(), "brackets are nested deeper than 16".to_owned()));
        let wide = vec!["a"; 202].join("+");
        assert_eq!(fault(&wide), ("+".to_owned(), "the condition has more than 200 operators".to_owned()));
        // Brackets in texts do not count.
        assert!(Expression::parse(&format!("a == '{}'", "(".repeat(100))).is_ok());
        assert!(Expression::parse(r#"a == "\"((((((((((((((((((((""#).is_ok());
    }

    #[test]
    fn places_of_parts() {
        let text = "queue . RUNLIMIT.max <= duration('24h') && queue.hosts.all(h, has(h.\u{e4}) || h.type == 'X')";
        // What is not ASCII is no name.
        assert!(Expression::parse(text).is_err());
        let text = "queue . RUNLIMIT.max <= duration('24h') && queue.hosts.all(h, h.type == 'X')";
        let parsed = Expression::parse(text).expect("an expression");
        let Expr::Call(and) = &parsed.root.expr else { panic!("{:?}", parsed.root) };
        let Expr::Call(compared) = &and.args[0].expr else { panic!("{and:?}") };
        let Expr::Select(max) = &compared.args[0].expr else { panic!("{compared:?}") };
        let at = |part: &IdedExpr| &text[parsed.place(part)];
        assert_eq!(at(&parsed.root), "&&");
        assert_eq!(at(&and.args[0]), "<=");
        assert_eq!(at(&compared.args[0]), "max");
        assert_eq!(at(&max.operand), "RUNLIMIT");
        assert_eq!(at(&compared.args[1]), "duration");
        assert_eq!(at(&and.args[1]), "all");
    }
}

//! The pattern language of `shape = '...'`: parser, Rust code, and a matcher for the examples of the data.
//!
//! | written | means |
//! |---|---|
//! | `"lit"` | these characters, ignoring case; `\"` is a quote |
//! | `a b` | `b` directly after `a` |
//! | `a \| b` | the first one that matches; there is no backtracking, so write the longer one first |
//! | `a?` `a*` `a+` | at most once, any number of times, at least once; as many as possible |
//! | `_` `~` | one or more spaces, any number of spaces |
//! | `quote` | a double quote or nothing: values may be quoted as a whole |
//! | `open` `close` | an opening or closing parenthesis with spaces inside it, or nothing: lists may be in parentheses as a whole |
//! | `uint int number name word inner rest path address cpus window` | a terminal, see `Terminal` of `lsflint-spec` |
//! | `name:queue` | a name in a namespace |
//! | `$name` | a shared pattern of shapes.toml |

use anyhow::{bail, ensure};

use super::emit;

/// A parsed pattern.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Shape {
    Literal(String),
    Terminal(&'static str),
    /// A name in this namespace.
    Name(String),
    /// A shared pattern.
    Shared(String),
    Sequence(Vec<Shape>),
    Choice(Vec<Shape>),
    Optional(Box<Shape>),
    Repeat(Box<Shape>),
    Blank,
    MaybeBlank,
}

/// Terminals without a parameter: name and variant.
const TERMINALS: [(&str, &str); 11] = [
    ("uint", "Unsigned"),
    ("int", "Integer"),
    ("number", "Number"),
    ("name", "Name(None)"),
    ("word", "Word"),
    ("inner", "Inner"),
    ("rest", "Rest"),
    ("path", "Path"),
    ("address", "Address"),
    ("cpus", "CpuList"),
    ("window", "Window"),
];

/// Reads a pattern; `shared` are the names that `$name` may use.
pub(super) fn parse(pattern: &str, shared: &[&str]) -> anyhow::Result<Shape> {
    let mut parser = Parser { rest: pattern, shared };
    let shape = parser.choice()?;
    ensure!(parser.rest.is_empty(), "pattern `{pattern}`: unexpected `{}`", parser.rest);
    Ok(shape)
}

struct Parser<'a> {
    rest: &'a str,
    shared: &'a [&'a str],
}

impl Parser<'_> {
    fn eat(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn choice(&mut self) -> anyhow::Result<Shape> {
        self.rest = self.rest.trim_start();
        let mut choices = vec![self.sequence()?];
        while self.eat("|") {
            choices.push(self.sequence()?);
        }
        Ok(if choices.len() == 1 { choices.remove(0) } else { Shape::Choice(choices) })
    }

    fn sequence(&mut self) -> anyhow::Result<Shape> {
        let mut items = Vec::new();
        while !self.rest.is_empty() && !self.rest.starts_with(['|', ')']) {
            let atom = self.atom()?;
            if self.eat("?") {
                items.push(Shape::Optional(Box::new(atom)));
            } else if self.eat("*") {
                items.push(Shape::Repeat(Box::new(atom)));
            } else if self.eat("+") {
                items.push(atom.clone());
                items.push(Shape::Repeat(Box::new(atom)));
            } else {
                items.push(atom);
            }
            if let Some(Shape::Repeat(inner)) = items.last() {
                ensure!(!nullable(inner), "repeated pattern that can be empty, before `{}`", self.rest);
            }
        }
        ensure!(!items.is_empty(), "missing pattern before `{}`", self.rest);
        Ok(if items.len() == 1 { items.remove(0) } else { Shape::Sequence(items) })
    }

    fn atom(&mut self) -> anyhow::Result<Shape> {
        if self.eat("(") {
            let inner = self.choice()?;
            ensure!(self.eat(")"), "missing `)` before `{}`", self.rest);
            return Ok(inner);
        }
        if self.rest.starts_with('"') {
            return self.literal();
        }
        if self.eat("_") {
            return Ok(Shape::Blank);
        }
        if self.eat("~") {
            return Ok(Shape::MaybeBlank);
        }
        let end = self
            .rest
            .find(|it: char| !(it.is_ascii_alphanumeric() || matches!(it, '_' | '$' | ':')))
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        if word == "quote" {
            return Ok(Shape::Optional(Box::new(Shape::Literal("\"".to_owned()))));
        }
        if let Some(bracket) = optional_bracket(word) {
            return Ok(bracket);
        }
        if let Some(name) = word.strip_prefix('$') {
            ensure!(self.shared.contains(&name), "unknown shared pattern `{name}`; it must be defined above");
            return Ok(Shape::Shared(name.to_owned()));
        }
        if let Some(namespace) = word.strip_prefix("name:") {
            return Ok(Shape::Name(emit::namespace(namespace)?.to_owned()));
        }
        match TERMINALS.iter().find(|(name, _)| *name == word) {
            Some((_, variant)) => Ok(Shape::Terminal(variant)),
            None => bail!("unknown terminal `{word}` before `{}`", self.rest),
        }
    }

    fn literal(&mut self) -> anyhow::Result<Shape> {
        let mut text = String::new();
        let mut characters = self.rest.char_indices().skip(1);
        while let Some((at, character)) = characters.next() {
            match character {
                '\\' => match characters.next() {
                    Some((_, escaped)) => text.push(escaped),
                    None => break,
                },
                '"' => {
                    self.rest = self.rest[at + 1..].trim_start();
                    ensure!(!text.is_empty(), "empty literal");
                    return Ok(Shape::Literal(text));
                }
                _ => text.push(character),
            }
        }
        bail!("unclosed literal `{}`", self.rest)
    }
}

/// `open` and `close`.
fn optional_bracket(word: &str) -> Option<Shape> {
    let literal = |text: &str| Shape::Literal(text.to_owned());
    let items = match word {
        "open" => vec![literal("("), Shape::MaybeBlank],
        "close" => vec![Shape::MaybeBlank, literal(")")],
        _ => return None,
    };
    Some(Shape::Optional(Box::new(Shape::Sequence(items))))
}

/// Whether the pattern can match nothing.
fn nullable(shape: &Shape) -> bool {
    match shape {
        Shape::Literal(_) | Shape::Name(_) | Shape::Blank | Shape::Shared(_) => false,
        Shape::Terminal(variant) => matches!(*variant, "Inner" | "Rest"),
        Shape::Sequence(items) => items.iter().all(nullable),
        Shape::Choice(items) => items.iter().any(nullable),
        Shape::Optional(_) | Shape::Repeat(_) | Shape::MaybeBlank => true,
    }
}

/// The pattern as a Rust expression of type `Shape`; `module` is the path of the shared patterns.
pub(super) fn expression(shape: &Shape, module: &str) -> String {
    let one = |shape: &Shape| expression(shape, module);
    let list = |items: &[Shape]| items.iter().map(one).collect::<Vec<_>>().join(", ");
    match shape {
        Shape::Literal(text) => format!("S::Literal({text:?})"),
        Shape::Terminal(variant) => format!("S::Terminal(T::{variant})"),
        Shape::Name(namespace) => format!("S::Terminal(T::Name(Some(N::{namespace})))"),
        Shape::Shared(name) => format!("{module}{}", name.to_ascii_uppercase()),
        Shape::Sequence(items) => format!("S::Sequence(&[{}])", list(items)),
        Shape::Choice(items) => format!("S::Choice(&[{}])", list(items)),
        Shape::Optional(inner) => format!("S::Optional(&{})", one(inner)),
        Shape::Repeat(inner) => format!("S::Repeat(&{})", one(inner)),
        Shape::Blank => "S::Blank".to_owned(),
        Shape::MaybeBlank => "S::MaybeBlank".to_owned(),
    }
}

/// Whether the whole text matches. Follows the matcher of `lsflint-syntax`: takes the first choice that matches;
/// optional and repeated parts match as much as possible.
pub(super) fn accepts<'a>(shape: &'a Shape, text: &str, shared: &dyn Fn(&str) -> &'a Shape) -> bool {
    advance(shape, text, shared) == Some(text.len())
}

/// The number of bytes at the beginning of the text that the pattern matches.
fn advance<'a>(shape: &'a Shape, text: &str, shared: &dyn Fn(&str) -> &'a Shape) -> Option<usize> {
    let blanks = || text.len() - text.trim_start_matches([' ', '\t']).len();
    match shape {
        Shape::Literal(literal) => {
            let found = text.get(..literal.len()).is_some_and(|it| it.eq_ignore_ascii_case(literal));
            let word = |it: char| it.is_alphanumeric() || it == '_';
            let cut = literal.ends_with(word) && text.get(literal.len()..).is_some_and(|it| it.starts_with(word));
            (found && !cut).then_some(literal.len())
        }
        Shape::Terminal(variant) => terminal(variant, text),
        Shape::Name(_) => terminal("Name(None)", text),
        Shape::Shared(name) => advance(shared(name), text, shared),
        Shape::Sequence(items) => items.iter().try_fold(0, |at, item| Some(at + advance(item, &text[at..], shared)?)),
        Shape::Choice(items) => items.iter().find_map(|item| advance(item, text, shared)),
        Shape::Optional(inner) => Some(advance(inner, text, shared).unwrap_or(0)),
        Shape::Repeat(inner) => {
            let mut at = 0;
            while let Some(step) = advance(inner, &text[at..], shared).filter(|it| *it > 0) {
                at += step;
            }
            Some(at)
        }
        Shape::Blank => Some(blanks()).filter(|it| *it > 0),
        Shape::MaybeBlank => Some(blanks()),
    }
}

fn terminal(variant: &str, text: &str) -> Option<usize> {
    let run = |allowed: &dyn Fn(char) -> bool| text.find(|it| !allowed(it)).unwrap_or(text.len());
    let digits = |text: &str| text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    let sign = usize::from(text.starts_with(['+', '-']));
    let at_least_one = |length: usize| Some(length).filter(|it| *it > 0);
    match variant {
        "Unsigned" => at_least_one(digits(text)),
        "Integer" => at_least_one(digits(&text[sign..])).map(|it| it + sign),
        "Number" => {
            let whole = digits(&text[sign..]);
            let fraction = text[sign + whole..].strip_prefix('.').map_or(0, |it| 1 + digits(it));
            (whole > 0 || fraction > 1).then_some(sign + whole + fraction)
        }
        "Name(None)" => at_least_one(run(&|it| {
            it.is_alphanumeric() || matches!(it, '_' | '-' | '.' | '\\') || !it.is_ascii() && !it.is_whitespace()
        })),
        "Word" => at_least_one(run(&|it| !it.is_whitespace())),
        "Inner" => Some(inner(text)),
        "Rest" => Some(text.len()),
        "Path" => {
            let length = run(&|it| !it.is_whitespace() && !"\"'()[]{},;".contains(it));
            let drive = text.as_bytes().get(1) == Some(&b':');
            at_least_one(length).filter(|_| text.starts_with(['/', '\\', '.', '%', '$', '~']) || drive)
        }
        "Address" => {
            let length = run(&|it| it.is_ascii_hexdigit() || matches!(it, '.' | ':' | '*' | '-'));
            let group = text.starts_with(|it: char| it.is_ascii_digit());
            at_least_one(length).filter(|it| group || text[..*it].contains(['.', ':', '*']))
        }
        "CpuList" => at_least_one(run(&|it| it.is_ascii_digit() || matches!(it, ',' | '-'))),
        "Window" => at_least_one(run(&|it| it.is_ascii_digit() || matches!(it, ':' | '-')))
            .filter(|it| text[..*it].contains('-')),
        _ => None,
    }
}

/// Everything up to the closing bracket of the level the text starts in; quotes protect.
fn inner(text: &str) -> usize {
    let mut depth = 0usize;
    let mut quoted = false;
    for (at, character) in text.char_indices() {
        match character {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return at,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, accepted: &[&str], refused: &[&str]) {
        let shape = parse(pattern, &[]).expect("a valid pattern");
        let shared = |_: &str| unreachable!("no shared pattern");
        for text in accepted {
            assert!(accepts(&shape, text, &shared), "`{pattern}` refuses `{text}`");
        }
        for text in refused {
            assert!(!accepts(&shape, text, &shared), "`{pattern}` accepts `{text}`");
        }
    }

    #[test]
    fn sequences_touch() {
        check(r#"uint "/" uint"#, &["1/20"], &["1 /20", "1/", "/20", "1/20 "]);
    }

    #[test]
    fn blanks_repeat_and_choice() {
        check(r#""a" ~ "[" (uint | name) (_ name)* "]""#, &["A[5]", "a [x y z]"], &["a[]", "a[x  ]"]);
    }

    #[test]
    fn quoting_is_optional() {
        check(r#"quote "x=" ("yes" | "no") quote"#, &["x=yes", "\"X=NO\""], &["x=maybe"]);
    }

    #[test]
    fn inner_is_balanced() {
        check(r#""f[" inner "]""#, &["f[]", "f[a(b) [c] \"]\" d]"], &["f[a", "f[a]]"]);
    }

    #[test]
    fn broken_patterns_are_refused() {
        for pattern in ["", "(uint", "uint |", "\"a", "uint?*?", "(~)*", "nothing", "$unknown", "name:planet"] {
            assert!(parse(pattern, &[]).is_err(), "`{pattern}` is accepted");
        }
    }
}

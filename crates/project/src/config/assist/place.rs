//! The place of a byte offset in an `lsflint.toml` that may be incomplete.

use std::ops::Range;

use rustc_hash::FxHashSet;
use toml_parser::Source;
use toml_parser::lexer::{Token, TokenKind};

/// What is written at an offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) part: Part,
    /// The full name of the table that contains it: `fmt`; empty at the top of the file.
    pub(super) table: String,
    /// The range of the word at the offset, without quotes; empty if there is none.
    pub(super) word: Range<usize>,
    pub(super) quotes: Quotes,
    /// The keys of the same table that have values.
    pub(super) set: FxHashSet<String>,
}

/// The part of a file at an offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// A name in `[...]`, or with `list` in `[[...]]`; before the last dot is `above`.
    Header { above: String, list: bool },
    /// A key.
    Key,
    /// The value of a key, or with `in_list` a value in a list.
    Value { key: String, in_list: bool },
}

/// Whether the word at an offset has quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quotes {
    None,
    /// The quote at the end is missing.
    Open(char),
    Closed,
}

/// A bracket that is not closed yet.
enum Open {
    List,
    /// An inline table, with the table and key around it.
    Table {
        table: String,
        key: String,
    },
}

/// What comes next.
enum State {
    Header {
        list: bool,
    },
    Key,
    Value,
    /// The rest of a line after a header.
    Rest,
}

struct Walk<'t> {
    text: &'t str,
    state: State,
    table: String,
    key: String,
    open: Vec<Open>,
    /// The tables so far; those of a list have the same name.
    tables: usize,
    /// The number of the table of each key with a value, and the key.
    keys: Vec<(usize, String)>,
}

/// The place of an offset; `None` in a comment and where nothing can be written.
pub(super) fn place_at(text: &str, offset: usize) -> Option<Place> {
    let mut walk = Walk {
        text,
        state: State::Key,
        table: String::new(),
        key: String::new(),
        open: Vec::new(),
        tables: 0,
        keys: Vec::new(),
    };
    let mut found: Option<(Place, usize)> = None;
    for token in Source::new(text).lex() {
        let (start, end) = (token.span().start(), token.span().end());
        let is_word = is_word(token.kind());
        if token.kind() == TokenKind::Comment && start < offset && offset <= end {
            return None;
        }
        // The text between two tokens belongs to the word that ends there.
        if found.is_none() && (end > offset || (is_word && end == offset) || token.kind() == TokenKind::Eof) {
            let is_inside = start < offset || (is_word && start == offset);
            let word = if is_word && is_inside { Some(&token) } else { None };
            found = Some((walk.place(word, offset)?, walk.tables));
        }
        walk.step(&token);
    }
    let (mut place, table) = found?;
    let own = text[place.word.clone()].to_owned();
    place.set = walk.keys.into_iter().filter(|it| it.0 == table).map(|it| it.1).collect();
    // The key at the offset is not another one.
    if place.part == Part::Key {
        place.set.remove(&own);
    }
    Some(place)
}

fn is_word(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(kind, Atom | BasicString | LiteralString | MlBasicString | MlLiteralString)
}

/// A name with the name of its table.
pub(super) fn joined(table: &str, key: &str) -> String {
    match (table.is_empty(), key.is_empty()) {
        (true, _) => key.to_owned(),
        (_, true) => table.to_owned(),
        _ => format!("{table}.{key}"),
    }
}

impl Walk<'_> {
    fn place(&self, word: Option<&Token>, offset: usize) -> Option<Place> {
        let (word, quotes) = word.map_or((offset..offset, Quotes::None), |it| self.word(it));
        // After the closing quote, or before the opening one, there is no word.
        if !(word.start <= offset && offset <= word.end) {
            return None;
        }
        let part = match self.state {
            State::Header { list } => Part::Header { above: self.key.trim_end_matches('.').to_owned(), list },
            State::Key => Part::Key,
            State::Value => {
                Part::Value { key: self.key.clone(), in_list: matches!(self.open.last(), Some(Open::List)) }
            }
            State::Rest => return None,
        };
        let table = match &part {
            Part::Header { .. } => String::new(),
            Part::Key => joined(&self.table, self.key.trim_end_matches('.')),
            Part::Value { .. } => self.table.clone(),
        };
        Some(Place { part, table, word, quotes, set: FxHashSet::default() })
    }

    /// The range of a word without its quotes.
    fn word(&self, token: &Token) -> (Range<usize>, Quotes) {
        let range = token.span().start()..token.span().end();
        let quote = match token.kind() {
            TokenKind::BasicString => '"',
            TokenKind::LiteralString => '\'',
            _ => return (range, Quotes::None),
        };
        let inner = &self.text[range.start + 1..range.end];
        match inner.ends_with(quote) {
            true => (range.start + 1..range.end - 1, Quotes::Closed),
            false => (range.start + 1..range.start + 1 + inner.trim_end().len(), Quotes::Open(quote)),
        }
    }

    fn step(&mut self, token: &Token) {
        let kind = token.kind();
        if kind == TokenKind::Newline && self.open.is_empty() {
            self.state = State::Key;
            self.key.clear();
            return;
        }
        match self.state {
            State::Header { .. } => match kind {
                TokenKind::LeftSquareBracket => self.state = State::Header { list: true },
                TokenKind::RightSquareBracket => {
                    self.table = std::mem::take(&mut self.key);
                    self.tables += 1;
                    self.state = State::Rest;
                }
                _ => self.name(token),
            },
            State::Key => match kind {
                TokenKind::LeftSquareBracket if self.key.is_empty() && self.open.is_empty() => {
                    self.state = State::Header { list: false };
                }
                TokenKind::Equals => {
                    if self.open.is_empty() {
                        self.keys.push((self.tables, self.key.clone()));
                    }
                    self.state = State::Value;
                }
                TokenKind::RightCurlyBracket => self.close(),
                _ => self.name(token),
            },
            State::Value => match kind {
                TokenKind::LeftSquareBracket => self.open.push(Open::List),
                TokenKind::LeftCurlyBracket => {
                    let table = joined(&self.table, &self.key);
                    let above = std::mem::replace(&mut self.table, table);
                    self.open.push(Open::Table { table: above, key: std::mem::take(&mut self.key) });
                    self.state = State::Key;
                }
                TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => self.close(),
                TokenKind::Comma if matches!(self.open.last(), Some(Open::Table { .. })) => {
                    self.key.clear();
                    self.state = State::Key;
                }
                _ => {}
            },
            State::Rest => {}
        }
    }

    /// Adds a part of a key.
    fn name(&mut self, token: &Token) {
        if token.kind() == TokenKind::Dot {
            self.key.push('.');
        } else if is_word(token.kind()) {
            let (word, _) = self.word(token);
            self.key.push_str(&self.text[word]);
        }
    }

    /// A closing bracket.
    fn close(&mut self) {
        if let Some(Open::Table { table, key }) = self.open.pop() {
            self.table = table;
            self.key = key;
        }
        self.state = State::Value;
    }
}

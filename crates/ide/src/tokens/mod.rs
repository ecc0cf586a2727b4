//! Semantic tokens: the type of every word in a file, including words inside requirement strings and cells of tables.
//!
//! The tree is walked once, so tokens are in order and disjoint. The kind of a name follows from its parameter; the
//! cluster distinguishes groups from members. Brackets, commas and colons have no token.

mod legend;
mod names;
#[cfg(test)]
mod tests;
mod values;

use lsflint_spec::{ParamSpec, SectionSpec};
use lsflint_syntax::ast::{self, AstNode};
use lsflint_syntax::{Element, Node, Parent, SyntaxKind, Token};

use self::names::Names;
use crate::outline::is_outdated;
use crate::text::size;
use crate::{File, Range, Snapshot, script};

pub use self::legend::{TokenKind, TokenModifiers};

/// A token on a single line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SemanticToken {
    /// The byte range.
    pub range: Range,
    /// The token type.
    pub kind: TokenKind,
    /// The token modifiers.
    pub modifiers: TokenModifiers,
}

/// The tokens of a file that touch a range, or all of them: in order, disjoint, none spanning lines.
pub fn semantic_tokens(snapshot: &Snapshot, path: &str, range: Option<Range>) -> Vec<SemanticToken> {
    if let Some(found) = snapshot.script(path) {
        return script::semantic_tokens(snapshot, found, range);
    }
    let Some(file) = snapshot.file(path) else { return Vec::new() };
    let whole = Range { start: 0, end: size(file.source.text.len()) };
    let mut walker = Walker {
        snapshot,
        file,
        wanted: range.unwrap_or(whole),
        names: Names::new(snapshot),
        section: file.source.kind.spec().sections.first().filter(|it| it.name.is_empty()),
        columns: Vec::new(),
        tokens: Vec::with_capacity(if range.is_none() { file.source.text.len() / 6 } else { 256 }),
        stack: Vec::new(),
    };
    walker.lines(file.source.parse.root());
    walker.tokens
}

struct Walker<'a> {
    snapshot: &'a Snapshot,
    file: &'a File,
    wanted: Range,
    names: Names<'a>,
    /// The current section; in flat files, that of the file.
    section: Option<&'static SectionSpec>,
    /// The columns of the current table.
    columns: Vec<Option<&'static ParamSpec>>,
    tokens: Vec<SemanticToken>,
    /// A reused buffer.
    stack: Vec<(Element<'a>, SyntaxKind)>,
}

impl<'a> Walker<'a> {
    fn lines(&mut self, parent: Parent<'a>) {
        for element in parent.elements() {
            let range = Range::from(element.range());
            if range.start > self.wanted.end {
                break;
            }
            // The header determines the types in rows, even if it is outside the requested range.
            if range.end < self.wanted.start && element.kind() != SyntaxKind::TABLE_HEADER {
                continue;
            }
            match element {
                Element::Token(token) => self.plain(token),
                Element::Node(node) => self.line(node),
            }
        }
    }

    fn line(&mut self, node: Node<'a>) {
        match node.kind() {
            SyntaxKind::SECTION => self.section(node),
            SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH => self.lines(node.into()),
            SyntaxKind::ENTRY => self.entry(node),
            SyntaxKind::TABLE_HEADER => self.header(node),
            SyntaxKind::TABLE_ROW => self.row(node),
            SyntaxKind::DIRECTIVE => self.value(node, None),
            _ => node.tokens().for_each(|it| self.plain(it)),
        }
    }

    fn section(&mut self, node: Node<'a>) {
        let name = ast::Section::cast(node).and_then(ast::Section::name);
        let outer = self.section;
        self.section = name.and_then(|it| lsflint_spec::section(self.file.source.kind, &it.text()));
        self.columns.clear();
        self.lines(node.into());
        self.columns.clear();
        self.section = outer;
    }

    fn entry(&mut self, node: Node<'a>) {
        let mut param = None;
        for element in node.elements() {
            match element {
                Element::Token(token) if token.kind() == SyntaxKind::KEY => param = self.key(token),
                Element::Token(token) => self.plain(token),
                Element::Node(value) => self.value(value, param),
            }
        }
    }

    fn key(&mut self, token: Token<'a>) -> Option<&'static ParamSpec> {
        let name = token.text();
        let param = self.section.and_then(|it| it.param(&name));
        match param {
            Some(param) => {
                let outdated = TokenModifiers::DEPRECATED.when(is_outdated(param));
                self.push(token, TokenKind::Key, outdated);
            }
            // Keys of thresholds are names of resources.
            None if self.is_index(&name) => self.push(token, TokenKind::Resource, TokenModifiers::NONE),
            None => self.push(token, TokenKind::Key, self.unknown(&name)),
        }
        param
    }

    fn header(&mut self, node: Node<'a>) {
        self.columns.clear();
        for token in node.tokens() {
            if token.kind() != SyntaxKind::COLUMN_NAME {
                self.plain(token);
                continue;
            }
            let name = token.text();
            let param = self.section.and_then(|it| it.param(&name));
            let modifiers = match param {
                Some(param) => TokenModifiers::DEPRECATED.when(is_outdated(param)),
                None if self.is_index(&name) => TokenModifiers::NONE,
                None => self.unknown(&name),
            };
            self.push(token, TokenKind::Column, modifiers);
            self.columns.push(param);
        }
    }

    fn row(&mut self, node: Node<'a>) {
        let mut column = 0;
        for element in node.elements() {
            match element {
                Element::Token(token) => self.plain(token),
                Element::Node(cell) => {
                    self.value(cell, self.columns.get(column).copied().flatten());
                    column += 1;
                }
            }
        }
    }

    /// Whether the section allows resources as keys, and this is one.
    fn is_index(&self, name: &str) -> bool {
        self.section.is_some_and(|it| it.load_index_names) && self.snapshot.cluster.resources.get(name).is_some()
    }

    /// The modifier of an undocumented name, if the list of documented names is complete.
    fn unknown(&self, name: &str) -> TokenModifiers {
        let known = !self.file.source.kind.spec().names_complete || self.snapshot.settings.allows_parameter(name);
        TokenModifiers::UNKNOWN.when(self.section.is_some() && !known)
    }

    /// Adds a token whose type does not depend on the context.
    fn plain(&mut self, token: Token<'a>) {
        let kind = match token.kind() {
            SyntaxKind::WHITESPACE | SyntaxKind::NEWLINE => return,
            SyntaxKind::COMMENT => return self.comment(token),
            SyntaxKind::CONTINUATION => return self.continuation(token),
            SyntaxKind::BEGIN_KW | SyntaxKind::END_KW => TokenKind::Keyword,
            SyntaxKind::SECTION_NAME => {
                let modifiers = TokenModifiers::UNKNOWN.when(self.section.is_none());
                return self.push(token, TokenKind::Section, modifiers);
            }
            SyntaxKind::EQUALS => TokenKind::Operator,
            SyntaxKind::TEMPLATE => TokenKind::Template,
            SyntaxKind::IGNORED_TEXT | SyntaxKind::HIDDEN_TEXT => TokenKind::Ignored,
            _ => return,
        };
        self.push(token, kind, TokenModifiers::NONE);
    }

    /// Adds the backslash of a continued line.
    fn continuation(&mut self, token: Token<'a>) {
        if let Some(at) = token.raw().find('\\') {
            let start = u32::from(token.range().start()) + size(at);
            self.push_range(Range { start, end: start + 1 }, TokenKind::Operator, TokenModifiers::NONE);
        }
    }

    /// A comment; directives for lsflint get their own token.
    fn comment(&mut self, token: Token<'a>) {
        let raw = token.raw();
        let start = u32::from(token.range().start());
        let end = start + size(raw.trim_end().len());
        let Some((from, to)) = suppression(raw) else {
            return self.push_range(Range { start, end }, TokenKind::Comment, TokenModifiers::NONE);
        };
        let (from, to) = (start + size(from), start + size(to));
        for (start, end, kind) in
            [(start, from, TokenKind::Comment), (from, to, TokenKind::Suppression), (to, end, TokenKind::Comment)]
        {
            self.push_range(Range { start, end }, kind, TokenModifiers::NONE);
        }
    }

    fn push(&mut self, token: Token<'a>, kind: TokenKind, modifiers: TokenModifiers) {
        let raw = token.raw();
        let range = Range::from(token.range());
        // Words and texts may be continued on the next line.
        if !raw.bytes().any(|it| it == b'\n') {
            return self.push_range(range, kind, modifiers);
        }
        let mut start = range.start;
        for line in raw.split_inclusive('\n') {
            let words = line.trim_ascii_end();
            let words = if line.ends_with('\n') { words.strip_suffix('\\').unwrap_or(words) } else { words };
            let words = words.trim_ascii_end();
            let from = start + size(words.len() - words.trim_ascii_start().len());
            self.push_range(Range { start: from, end: start + size(words.len()) }, kind, modifiers);
            start += size(line.len());
        }
    }

    fn push_range(&mut self, range: Range, kind: TokenKind, modifiers: TokenModifiers) {
        let wanted = range.start < range.end && range.end >= self.wanted.start && range.start <= self.wanted.end;
        if wanted {
            self.tokens.push(SemanticToken { range, kind, modifiers });
        }
    }
}

/// The range of the directive for lsflint in a comment: `lsflint: ignore[X101]`.
fn suppression(comment: &str) -> Option<(usize, usize)> {
    let from = comment.find("lsflint:")?;
    let rest = comment[from + "lsflint:".len()..].trim_start();
    if !rest.starts_with("ignore") {
        return None;
    }
    let to = rest.find(']')?;
    Some((from, comment.len() - rest.len() + to + 1))
}

//! Typed nodes of the file structure: sections, entries, tables, directives.

use super::{AstNode, child, node};
use crate::SyntaxKind::*;
use crate::{Element, Node, SyntaxKind, TextRange, Token};

node!(
    /// A whole file.
    File, FILE
);
node!(
    /// `Begin NAME` to `End NAME`, or to where parsing recovered from a missing `End`.
    Section, SECTION
);
node!(
    /// A `KEY = value` line, or a `NAME=VALUE` line of lsf.conf.
    Entry, ENTRY
);
node!(
    /// The header line of a table.
    TableHeader, TABLE_HEADER
);
node!(
    /// One row of a table.
    TableRow, TABLE_ROW
);
node!(
    /// A line outside every section, or of a section without keys and columns.
    LooseLine, LOOSE_LINE
);
node!(
    /// A well-nested `#if` block.
    Conditional, CONDITIONAL
);
node!(
    /// A directive of a block and the lines that depend on it.
    Branch, BRANCH
);
node!(
    /// A directive line.
    Directive, DIRECTIVE
);

impl<'t> Section<'t> {
    /// The `Begin` line.
    pub fn begin(self) -> Option<Node<'t>> {
        self.0.child(SECTION_BEGIN)
    }

    /// The `End` line; `None` if it is missing.
    pub fn end(self) -> Option<Node<'t>> {
        self.0.child(SECTION_END)
    }

    /// The section name of the `End` line as written.
    pub fn end_name(self) -> Option<Token<'t>> {
        self.end()?.token(SECTION_NAME)
    }

    /// The section name as written.
    pub fn name(self) -> Option<Token<'t>> {
        self.begin()?.token(SECTION_NAME)
    }

    /// Its `KEY = value` lines in order, without those in `#if` blocks.
    pub fn unconditional_entries(self) -> impl Iterator<Item = Entry<'t>> {
        super::children(self.0)
    }

    /// Its `KEY = value` lines in order, and whether each is in an `#if` block of the section.
    pub fn all_entries(self) -> impl Iterator<Item = (Entry<'t>, bool)> {
        // A stack of nodes to visit, because blocks may be nested.
        let mut stack = vec![(self.0, false)];
        std::iter::from_fn(move || {
            loop {
                let (node, conditional) = stack.pop()?;
                if let Some(entry) = Entry::cast(node) {
                    return Some((entry, conditional));
                }
                let conditional = match node.kind() {
                    SECTION => conditional,
                    CONDITIONAL | BRANCH => true,
                    _ => continue,
                };
                let from = stack.len();
                stack.extend(node.children().map(|it| (it, conditional)));
                stack[from..].reverse();
            }
        })
    }

    /// The rows of its table in order, without those in `#if` blocks.
    pub fn unconditional_rows(self) -> impl Iterator<Item = TableRow<'t>> {
        super::children(self.0)
    }

    /// Its lines without key and columns in order, without those in `#if` blocks.
    pub fn loose_lines(self) -> impl Iterator<Item = LooseLine<'t>> {
        super::children(self.0)
    }

    /// The header of a table section, possibly in a branch.
    pub fn header(self) -> Option<TableHeader<'t>> {
        child(self.0)
    }

    /// The `KEY = value` lines in order, including those in `#if` branches.
    pub fn entries(self) -> impl Iterator<Item = Entry<'t>> {
        self.lines().filter_map(Entry::cast)
    }

    /// The rows of its table in order, including those in `#if` branches.
    pub fn rows(self) -> impl Iterator<Item = TableRow<'t>> {
        self.lines().filter_map(TableRow::cast)
    }

    /// The directive lines in order, without those that belong to an `#if` block.
    pub fn directives(self) -> impl Iterator<Item = Directive<'t>> {
        self.lines().filter_map(Directive::cast)
    }

    /// Its lines in order, including those inside `#if` blocks.
    fn lines(self) -> impl Iterator<Item = Node<'t>> {
        // A stack, because `#if` blocks may nest.
        let mut stack = vec![self.0];
        std::iter::from_fn(move || {
            loop {
                let node = stack.pop()?;
                if !matches!(node.kind(), SECTION | CONDITIONAL | BRANCH) {
                    return Some(node);
                }
                let from = stack.len();
                stack.extend(node.children());
                stack[from..].reverse();
            }
        })
    }
}

impl<'t> Entry<'t> {
    /// Key, equals sign and value in a single pass.
    pub fn parts(self) -> (Option<Token<'t>>, Option<Token<'t>>, Option<Value<'t>>) {
        let (mut key, mut equals, mut value) = (None, None, None);
        for element in self.0.elements() {
            match element {
                Element::Token(token) if token.kind() == KEY => key = key.or(Some(token)),
                Element::Token(token) if token.kind() == EQUALS => equals = equals.or(Some(token)),
                Element::Node(node) if node.kind() == VALUE => value = value.or(Some(Value(node))),
                _ => {}
            }
        }
        (key, equals, value)
    }

    /// The key.
    pub fn key(self) -> Option<Token<'t>> {
        self.0.token(KEY)
    }

    /// The equals sign.
    pub fn equals(self) -> Option<Token<'t>> {
        self.0.token(EQUALS)
    }

    /// The value, if there is one.
    pub fn value(self) -> Option<Value<'t>> {
        self.0.child(VALUE).map(Value)
    }
}

impl<'t> TableHeader<'t> {
    /// The column names in order.
    pub fn columns(self) -> impl Iterator<Item = Token<'t>> {
        self.0.tokens().filter(|it| it.kind() == COLUMN_NAME)
    }
}

impl<'t> TableRow<'t> {
    /// The values in order.
    pub fn cells(self) -> impl Iterator<Item = Value<'t>> {
        self.0.children().filter(|it| it.kind() == CELL).map(Value)
    }
}

impl<'t> LooseLine<'t> {
    /// Its words.
    pub fn words(self) -> impl Iterator<Item = Token<'t>> {
        self.0.tokens().filter(|it| it.kind() == WORD)
    }
}

impl<'t> Conditional<'t> {
    /// The branches: `#if`, `#elif` ..., `#else`.
    pub fn branches(self) -> impl Iterator<Item = Branch<'t>> {
        super::children(self.0)
    }
}

impl<'t> Branch<'t> {
    /// The directive that opens it.
    pub fn directive(self) -> Option<Directive<'t>> {
        child(self.0)
    }
}

impl<'t> Directive<'t> {
    /// The directive keyword: `#if`, `#INCLUDE`.
    pub fn keyword(self) -> Option<Token<'t>> {
        self.0.token(DIRECTIVE_KW)
    }

    /// Whether it is this directive, ignoring case: `is("#if")`.
    pub fn is(self, word: &str) -> bool {
        self.keyword().is_some_and(|it| it.raw().eq_ignore_ascii_case(word))
    }

    /// The condition of `#if`, `#elif` and `#define`.
    pub fn condition(self) -> Option<Node<'t>> {
        self.0.child(CONDITION_EXPRESSION)
    }

    /// The name that `#define` defines.
    pub fn defined_name(self) -> Option<Token<'t>> {
        self.0.token(NAME)
    }

    /// The path of `#INCLUDE`, without quotes.
    pub fn path(self) -> Option<Token<'t>> {
        self.0.token(PATH)
    }
}

/// The value of an entry or a table cell.
#[derive(Debug, Clone, Copy)]
pub struct Value<'t>(Node<'t>);

impl<'t> Value<'t> {
    /// The node as a value, if it is a `VALUE` or a `CELL`.
    pub fn cast(node: Node<'t>) -> Option<Value<'t>> {
        matches!(node.kind(), VALUE | CELL).then_some(Value(node))
    }

    /// The untyped node.
    pub fn node(self) -> Node<'t> {
        self.0
    }

    /// The parts of the value that LSF reads: without surrounding whitespace, enclosing parentheses, quotes of
    /// lsf.conf, and ignored text.
    pub fn elements(self) -> impl Iterator<Item = Element<'t>> {
        let skip = |kind: SyntaxKind| kind.is_trivia() || matches!(kind, L_PAREN | R_PAREN | QUOTE | IGNORED_TEXT);
        self.0.elements().filter(move |it| !skip(it.kind()))
    }

    /// The range of the parts that LSF reads; the whole node if there are none.
    pub fn range(self) -> TextRange {
        let mut ranges = self.elements().map(Element::range);
        match ranges.next() {
            Some(first) => ranges.fold(first, TextRange::cover),
            None => self.0.range(),
        }
    }

    /// Whether the value is `-` or `()`: the default applies.
    pub fn is_unset(self) -> bool {
        self.0.token(UNSET).is_some()
    }

    /// Whether it contains a template marker, so that its text is unknown.
    pub fn is_templated(self) -> bool {
        self.0.token(TEMPLATE).is_some()
    }

    /// Whether it is set and contains no template marker.
    pub fn is_known(self) -> bool {
        !self.0.tokens().any(|it| matches!(it.kind(), UNSET | TEMPLATE))
    }

    /// The node of its grammar (`RES_REQ`, `HOST_LIST` ...), if the grammar has one.
    pub fn content(self) -> Option<Node<'t>> {
        self.elements().find_map(Element::into_node)
    }

    /// The typed node of its grammar.
    pub fn typed<N: AstNode<'t>>(self) -> Option<N> {
        self.content().and_then(N::cast)
    }

    /// The words of a value that is a plain sequence of words.
    pub fn words(self) -> impl Iterator<Item = Token<'t>> {
        self.elements().filter_map(Element::into_token)
    }

    /// Its word, if it consists of exactly one.
    pub fn single_word(self) -> Option<Token<'t>> {
        let mut words = self.elements();
        let first = words.next()?.into_token()?;
        words.next().is_none().then_some(first)
    }
}

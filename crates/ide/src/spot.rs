//! The syntax at a byte offset of a file.

use lsflint_model::{Entity, SourceFile, View};
use lsflint_spec::{ParamSpec, SectionSpec};
use lsflint_syntax::ast::{self, AstNode, Value};
use lsflint_syntax::{Element, Node, Parent, SyntaxKind, TextRange, TextSize, Token};

/// The syntax at an offset of a file, from the file down to the token. Between two tokens, words take precedence over
/// punctuation, and punctuation over whitespace. Of two equal tokens, the left one is used, because the cursor is after
/// the typed text. The end of the previous line is never used.
#[derive(Clone)]
pub(crate) struct Spot<'t> {
    /// The file.
    pub(crate) file: &'t SourceFile,
    /// The offset.
    pub(crate) offset: TextSize,
    /// The nodes that contain the token, outermost first.
    pub(crate) path: Vec<Node<'t>>,
    /// The token; `None` in an empty file.
    pub(crate) token: Option<Token<'t>>,
}

/// A parameter with its value: a line of a section, a line of lsf.conf, a cell of a table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SettingAt<'t> {
    /// The key or the column name.
    pub(crate) name: Token<'t>,
    /// The specification of the parameter.
    pub(crate) spec: Option<&'static ParamSpec>,
    /// The value, if there is one.
    pub(crate) value: Option<Value<'t>>,
}

impl<'t> Spot<'t> {
    /// The syntax at an offset; offsets beyond the end are clamped to the end.
    pub(crate) fn at(file: &'t SourceFile, offset: TextSize) -> Spot<'t> {
        let root = file.parse.root();
        let offset = offset.min(root.range().end());
        let mut spot = Spot { file, offset, path: Vec::new(), token: None };
        let mut node = root;
        while let Some(element) = touching(node, offset) {
            match element {
                Element::Token(token) => {
                    spot.token = Some(token);
                    break;
                }
                Element::Node(inner) => {
                    spot.path.push(inner);
                    node = inner.into();
                }
            }
        }
        spot
    }

    /// The innermost node of a type that contains the token.
    pub(crate) fn node<N: AstNode<'t>>(&self) -> Option<N> {
        self.path.iter().rev().find_map(|it| N::cast(*it))
    }

    /// The innermost node of a kind that contains the token.
    pub(crate) fn node_of(&self, kind: SyntaxKind) -> Option<Node<'t>> {
        self.path.iter().rev().copied().find(|it| it.kind() == kind)
    }

    /// The section that contains the token.
    pub(crate) fn section(&self) -> Option<ast::Section<'t>> {
        self.node()
    }

    /// The specification of the section; in flat files, that of the file.
    pub(crate) fn section_spec(&self) -> Option<&'static SectionSpec> {
        match self.section() {
            Some(section) => lsflint_spec::section(self.file.kind, &section.name()?.text()),
            None => self.file.kind.spec().sections.first().filter(|it| it.name.is_empty()),
        }
    }

    /// The parameter whose line or cell contains the token.
    pub(crate) fn setting(&self) -> Option<SettingAt<'t>> {
        let spec = self.section_spec();
        let of = |name: Token<'t>, value| SettingAt { name, spec: spec.and_then(|it| it.param(&name.text())), value };
        if let Some(entry) = self.node::<ast::Entry<'_>>() {
            return Some(of(entry.key()?, entry.value()));
        }
        let cell = self.path.iter().rev().copied().find_map(Value::cast)?;
        let row = self.node::<ast::TableRow<'_>>()?;
        let column = row.cells().position(|it| it.node().range() == cell.node().range())?;
        Some(of(self.section()?.header()?.columns().nth(column)?, Some(cell)))
    }

    /// The column whose name contains the token.
    pub(crate) fn column(&self) -> Option<SettingAt<'t>> {
        let name = self.token.filter(|it| it.kind() == SyntaxKind::COLUMN_NAME)?;
        let spec = self.section_spec().and_then(|it| it.param(&name.text()));
        Some(SettingAt { name, spec, value: None })
    }

    /// The record that contains the token: a queue, the row of a host, a limit.
    pub(crate) fn entity<'v>(&self, view: View<'v>) -> Option<Entity<'v>> {
        let range = match self.node::<ast::TableRow<'_>>() {
            Some(row) => row.node().range(),
            None if self.section().is_some_and(|it| it.header().is_some()) => return None,
            None => self.section().map_or(self.file.parse.root().range(), |it| it.node().range()),
        };
        entity_in(view, self.file, self.section_spec()?, range, self.name_in(range).as_deref())
    }

    /// The name that a section or row defines, for looking it up by name.
    fn name_in(&self, range: TextRange) -> Option<String> {
        let key = self.section_spec()?.defines?.key;
        let value = match self.node::<ast::TableRow<'_>>() {
            Some(row) => {
                let column = self.section()?.header()?.columns().position(|it| it.text().eq_ignore_ascii_case(key))?;
                row.cells().nth(column)?
            }
            None => {
                let section = self.section().filter(|it| it.node().range() == range)?;
                let entries = section.node().descendants().filter_map(ast::Entry::cast);
                let named = |it: &ast::Entry<'_>| it.key().is_some_and(|key_| key_.text().eq_ignore_ascii_case(key));
                entries.filter(named).last()?.value()?
            }
        };
        Some(value.single_word()?.text().into_owned())
    }
}

/// The record of a section kind in a range of a file.
fn entity_in<'v>(
    view: View<'v>,
    file: &SourceFile,
    section: &'static SectionSpec,
    range: TextRange,
    name: Option<&str>,
) -> Option<Entity<'v>> {
    let inside = |it: &Entity<'v>| {
        let place = it.place();
        *place.file == *file.path && range.contains_range(place.range)
    };
    match name {
        Some(name) => view.named(file.kind, section.name, name).into_iter().find(inside),
        None => view.all(file.kind, section.name).find(inside),
    }
}

/// The child that is best at an offset.
fn touching(node: Parent<'_>, offset: TextSize) -> Option<Element<'_>> {
    let near = node.elements().take_while(|it| it.range().start() <= offset);
    let near = near.filter(|it| it.range().end() >= offset && !it.range().is_empty());
    let mut best: Option<(Weight, Element<'_>)> = None;
    for element in near {
        let weight = weight(element, offset);
        if best.is_none_or(|it| it.0 < weight) {
            best = Some((weight, element));
        }
    }
    best.map(|it| it.1)
}

/// The precedence of an element that touches an offset, lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    /// It ends the previous line.
    LineBefore,
    Trivia,
    Punctuation,
    Word,
    /// It contains the offset.
    Round,
}

fn weight(element: Element<'_>, offset: TextSize) -> Weight {
    let range = element.range();
    if range.start() < offset && offset < range.end() {
        return Weight::Round;
    }
    match element {
        Element::Token(token) if range.end() == offset && token.raw().ends_with('\n') => Weight::LineBefore,
        Element::Token(token) if token.kind() == SyntaxKind::COMMENT => Weight::Word,
        Element::Token(token) if token.kind().is_trivia() => Weight::Trivia,
        Element::Token(token) if token.raw().contains(|it: char| it.is_alphanumeric()) => Weight::Word,
        Element::Token(_) => Weight::Punctuation,
        Element::Node(node) => {
            let mut inner = node.elements().filter(|it| !it.range().is_empty());
            let edge = if node.start() == offset { inner.next() } else { inner.last() };
            edge.map_or(Weight::Trivia, |it| weight(it, offset))
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::Fixture;

    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Expect) {
        let fixture = Fixture::new(text);
        let spot = Spot::at(fixture.file(), fixture.offset());
        let setting = spot.setting().or_else(|| spot.column());
        let name = setting.map_or(String::new(), |it| it.spec.map_or("?", |it| it.name).to_owned());
        let entity = spot.entity(fixture.snapshot.view()).map_or(String::new(), |it| it.name().into_owned());
        let token = spot.token.map_or(String::new(), |it| format!("{:?} {:?}", it.kind(), it.raw()));
        expect.assert_eq(&format!("{token} | {name} | {entity}"));
    }

    #[test]
    fn keys_and_values() {
        let queue = |line: &str| format!("//- lsb.queues\nBegin Queue\nQUEUE_NAME = night\n{line}\nEnd Queue\n");
        check(&queue("PRIO$0RITY = 40"), expect![[r#"KEY "PRIORITY" | PRIORITY | night"#]]);
        check(&queue("PRIORITY$0 = 40"), expect![[r#"KEY "PRIORITY" | PRIORITY | night"#]]);
        check(&queue("PRIORITY = $040"), expect![[r#"INTEGER "40" | PRIORITY | night"#]]);
        check(&queue("PRIORITY = 40$0"), expect![[r#"INTEGER "40" | PRIORITY | night"#]]);
        check(&queue("RES_REQ = rusage[$0mem=1]"), expect![[r#"NAME "mem" | RES_REQ | night"#]]);
        check(&queue("$0"), expect![[r#"NEWLINE "\n" |  | night"#]]);
    }

    #[test]
    fn cells_and_columns() {
        let table = "//- lsb.hosts\nBegin Host\nHOST_NAME MX$0J\na 1\nEnd Host\n";
        check(table, expect![[r#"COLUMN_NAME "MXJ" | MXJ | "#]]);
        let table = "//- lsb.hosts\nBegin Host\nHOST_NAME MXJ\na 1\nb $02\nEnd Host\n";
        check(table, expect![[r#"INTEGER "2" | MXJ | b"#]]);
    }

    #[test]
    fn flat_files_and_nothing() {
        check("//- lsf.conf\nLSF_LIM_PORT=78$069\n", expect![[r#"INTEGER "7869" | LSF_LIM_PORT | "#]]);
        check("//- lsf.conf\n$0", expect![[r#"NEWLINE "\n" |  | "#]]);
    }
}

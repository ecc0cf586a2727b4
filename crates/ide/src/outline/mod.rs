//! The outline of a file: its sections, named after what they define, with their lines, rows and `#if` branches.
//!
//! An outline with the lines of a thousand sections is not useful, so lines are left out in large files. Rows of tables
//! are always included, because users look for them.

#[cfg(test)]
mod tests;

use lsflint_model::SourceFile;
use lsflint_spec::{Layout, Maturity, ParamSpec, SectionSpec};
use lsflint_syntax::ast::{self, AstNode, Value};
use lsflint_syntax::{Node, Parent, SyntaxKind, TextRange, Token};

use crate::{Range, Snapshot, script};

/// In files larger than this (128 KB), lines of sections and details of rows and parameters are left out.
const LARGE: usize = 128 * 1024;

/// The maximum length of details in bytes.
const DETAIL: usize = 80;

/// The kind of an outline item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OutlineKind {
    /// A section that does not define a name: `Parameters`, a table.
    Section,
    /// A section that defines a named object: a queue, an application profile.
    Definition,
    /// A row of a table.
    Row,
    /// A `KEY = value` line, or a line of lsf.conf.
    Setting,
    /// A branch of an `#if` block.
    Branch,
    /// `#INCLUDE`.
    Include,
    /// `#define`.
    Define,
}

/// An item of the outline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineItem {
    /// The name: `Queue night`, `PRIORITY`, `#if time(8:00-18:00)`.
    pub name: String,
    /// Additional details; may be empty.
    pub detail: String,
    /// The kind.
    pub kind: OutlineKind,
    /// The range of its lines.
    pub range: Range,
    /// The range of its name, for navigation.
    pub selection: Range,
    /// Whether it is deprecated or LSF ignores it.
    pub deprecated: bool,
    /// The items inside it.
    pub children: Vec<OutlineItem>,
}

/// The outline of a file.
pub fn document_symbols(snapshot: &Snapshot, path: &str) -> Vec<OutlineItem> {
    if let Some(found) = snapshot.script(path) {
        return script::document_symbols(found);
    }
    let Some(file) = snapshot.file(path) else { return Vec::new() };
    let outline = Outline { file: &file.source, lines: file.source.text.len() <= LARGE };
    let flat = file.source.kind.spec().sections.first().filter(|it| it.name.is_empty());
    let mut items = Vec::new();
    outline.inside(file.source.parse.root(), &Scope { spec: flat, header: None, flat: true }, &mut items);
    items
}

struct Outline<'a> {
    file: &'a SourceFile,
    /// Whether lines of sections and details of rows are shown.
    lines: bool,
}

/// The context of lines.
struct Scope {
    spec: Option<&'static SectionSpec>,
    header: Option<Columns>,
    /// Whether lines without keys and columns are items: the section or file is a list.
    flat: bool,
}

/// The columns of a table that the outline shows.
#[derive(Clone, Copy)]
struct Columns {
    /// The index of the column with the names.
    name: usize,
}

impl<'a> Outline<'a> {
    fn inside(&self, parent: Parent<'a>, scope: &Scope, items: &mut Vec<OutlineItem>) {
        for node in parent.children() {
            match node.kind() {
                SyntaxKind::SECTION => items.extend(self.section(node)),
                SyntaxKind::CONDITIONAL => self.inside(node.into(), scope, items),
                SyntaxKind::BRANCH => items.extend(self.branch(node, scope)),
                SyntaxKind::ENTRY => items.extend(self.entry(node, scope)),
                SyntaxKind::TABLE_ROW => items.extend(self.row(node, scope)),
                SyntaxKind::LOOSE_LINE if scope.flat && scope.spec.is_some() => items.extend(self.loose(node)),
                SyntaxKind::DIRECTIVE => items.extend(self.directive(node)),
                _ => {}
            }
        }
    }

    fn section(&self, node: Node<'a>) -> Option<OutlineItem> {
        let section = ast::Section::cast(node)?;
        let title = section.name();
        let spec = title.and_then(|it| lsflint_spec::section(self.file.kind, &it.text()));
        let header = section.header();
        let columns = header.and_then(|it| columns(it, spec));
        let flat = spec.is_some_and(|it| it.layout == Layout::Flat);
        let scope = Scope { spec, header: columns, flat };
        let facts = self.facts(node, spec);
        let selection = facts.name.or(title.map(Token::range));
        let range = self.trimmed(node.range());
        let word = title.map_or("?".into(), Token::text);
        let mut item = OutlineItem {
            name: match facts.name {
                Some(name) => format!("{word} {}", self.line_text(name)),
                None => word.into_owned(),
            },
            detail: facts.detail,
            kind: if facts.name.is_some() { OutlineKind::Definition } else { OutlineKind::Section },
            range,
            selection: selection.map_or(Range { start: range.start, end: range.start }, Range::from),
            deprecated: spec.is_some_and(|it| !it.obsolete.is_empty()),
            children: Vec::new(),
        };
        if header.is_some() || self.lines || flat {
            self.inside(node.into(), &scope, &mut item.children);
        }
        if header.is_some() && spec.is_none_or(|it| it.layout != Layout::Keyed) {
            let rows = item.children.iter().filter(|it| it.kind == OutlineKind::Row).count();
            item.detail = format!("{rows} {}", if rows == 1 { "row" } else { "rows" });
        }
        Some(item)
    }

    /// The name that a `key = value` section defines, and its details.
    fn facts(&self, node: Node<'a>, spec: Option<&'static SectionSpec>) -> Facts {
        let mut facts = Facts::default();
        let Some(defines) = spec.and_then(|it| it.defines) else { return facts };
        let (mut priority, mut description) = (None, None);
        for entry in node.children().filter_map(ast::Entry::cast) {
            let (Some(key), _, Some(value)) = entry.parts() else { continue };
            let key = key.text();
            if key.eq_ignore_ascii_case(defines.key) {
                facts.name = Some(value.range());
            } else if key.eq_ignore_ascii_case("PRIORITY") {
                priority = Some(value.range());
            } else if key.eq_ignore_ascii_case("DESCRIPTION") {
                description = Some(value.range());
            }
        }
        let priority = priority.map(|it| format!("priority {}", self.line_text(it)));
        let description = description.map(|it| self.line_text(it));
        facts.detail = priority.into_iter().chain(description).collect::<Vec<_>>().join(", ");
        facts
    }

    fn branch(&self, node: Node<'a>, scope: &Scope) -> Option<OutlineItem> {
        let directive = ast::Branch::cast(node)?.directive()?;
        let mut item = self.directive_item(directive, OutlineKind::Branch, node.range())?;
        self.inside(node.into(), scope, &mut item.children);
        Some(item)
    }

    /// The item for a directive outside of branches.
    fn directive(&self, node: Node<'a>) -> Option<OutlineItem> {
        let directive = ast::Directive::cast(node)?;
        if directive.is("#include") {
            self.directive_item(directive, OutlineKind::Include, node.range())
        } else if directive.is("#define") {
            self.directive_item(directive, OutlineKind::Define, node.range())
        } else {
            None
        }
    }

    fn directive_item(
        &self,
        directive: ast::Directive<'a>,
        kind: OutlineKind,
        range: TextRange,
    ) -> Option<OutlineItem> {
        let selection = directive.keyword()?.range();
        let tokens = directive.node().all_tokens().filter(|it| !it.kind().is_trivia());
        let line = tokens.map(Token::range).reduce(TextRange::cover)?;
        Some(OutlineItem {
            name: self.line_text(line),
            detail: String::new(),
            kind,
            range: self.trimmed(range),
            selection: selection.into(),
            deprecated: false,
            children: Vec::new(),
        })
    }

    fn entry(&self, node: Node<'a>, scope: &Scope) -> Option<OutlineItem> {
        let (key, _, value) = ast::Entry::cast(node)?.parts();
        let key = key?;
        let spec = scope.spec.and_then(|it| it.param(&key.text()));
        Some(OutlineItem {
            name: key.text().into_owned(),
            detail: value.filter(|_| self.lines).map(|it| self.line_text(it.range())).unwrap_or_default(),
            kind: OutlineKind::Setting,
            range: self.trimmed(node.range()),
            selection: key.range().into(),
            deprecated: spec.is_some_and(is_outdated),
            children: Vec::new(),
        })
    }

    fn row(&self, node: Node<'a>, scope: &Scope) -> Option<OutlineItem> {
        let row = ast::TableRow::cast(node)?;
        let name = row.cells().nth(scope.header?.name)?.range();
        let detail = |it: &Value<'_>| !it.is_unset() && it.range() != name;
        let detail = if self.lines { row.cells().find(detail) } else { None };
        Some(OutlineItem {
            name: self.line_text(name),
            detail: detail.map(|it| self.line_text(it.range())).unwrap_or_default(),
            kind: OutlineKind::Row,
            range: self.trimmed(node.range()),
            selection: name.into(),
            deprecated: false,
            children: Vec::new(),
        })
    }

    /// The item for a line of a list.
    fn loose(&self, node: Node<'a>) -> Option<OutlineItem> {
        let mut words = ast::LooseLine::cast(node)?.words().map(Token::range);
        let first = words.next()?;
        let rest = words.reduce(TextRange::cover);
        Some(OutlineItem {
            name: self.line_text(first),
            detail: rest.filter(|_| self.lines).map(|it| self.line_text(it)).unwrap_or_default(),
            kind: OutlineKind::Row,
            range: self.trimmed(node.range()),
            selection: first.into(),
            deprecated: false,
            children: Vec::new(),
        })
    }

    /// The text of a range as one line, cut if it is long.
    fn line_text(&self, range: TextRange) -> String {
        let text = &self.file.text[range];
        let mut line = String::with_capacity(text.len().min(DETAIL));
        if text.contains('\n') {
            // Text on several lines; continuation backslashes are removed.
            for word in text.split_ascii_whitespace().filter(|it| *it != "\\") {
                line.push_str(if line.is_empty() { "" } else { " " });
                line.push_str(word.strip_suffix('\\').unwrap_or(word));
            }
        } else {
            line.push_str(text);
        }
        if line.len() > DETAIL {
            let cut = (0..=DETAIL).rev().find(|it| line.is_char_boundary(*it)).unwrap_or(0);
            line.truncate(cut);
            line.push('\u{2026}');
        }
        line
    }

    /// A range without surrounding whitespace and line breaks.
    fn trimmed(&self, range: TextRange) -> Range {
        crate::text::trimmed(&self.file.text, range)
    }
}

#[derive(Default)]
struct Facts {
    name: Option<TextRange>,
    detail: String,
}

/// The columns to show: that of the defined names, else the first one.
fn columns(header: ast::TableHeader<'_>, spec: Option<&'static SectionSpec>) -> Option<Columns> {
    let key = spec.and_then(|it| it.defines).map(|it| it.key);
    let named = key.and_then(|key| header.columns().position(|it| it.text().eq_ignore_ascii_case(key)));
    header.columns().next()?;
    Some(Columns { name: named.unwrap_or(0) })
}

/// Whether a parameter is deprecated or obsolete.
pub(crate) fn is_outdated(param: &ParamSpec) -> bool {
    matches!(param.maturity, Maturity::Deprecated | Maturity::Obsolete | Maturity::Removed)
}

//! The context of a completion: the section, and the kind of line that contains the cursor.

use lsflint_lint::Rules;
use lsflint_model::View;
use lsflint_spec::{FileKind, Layout, LexerFamily, SectionSpec, Target};
use lsflint_syntax::ast::{self, AstNode};
use lsflint_syntax::{Parent, SyntaxKind};

use super::cursor::Cursor;
use super::{CompletionOptions, Completions};
use crate::{File, Snapshot};

/// The data that all kinds of completion use.
pub(crate) struct Context<'t> {
    /// All rules.
    pub(crate) rules: Rules,
    /// The file with its findings.
    pub(crate) opened: &'t File,
    /// The cluster.
    pub(crate) view: View<'t>,
    /// The line, and the text before the cursor.
    pub(crate) cursor: &'t Cursor<'t>,
    /// The kind of LSF file.
    pub(crate) kind: FileKind,
    /// The target of the configuration.
    pub(crate) target: Target,
    /// The section that contains the line.
    pub(crate) section: Option<ast::Section<'t>>,
    /// The specification of the section; in flat files, that of the file.
    pub(crate) spec: Option<&'static SectionSpec>,
    /// The capabilities of the client.
    pub(crate) options: CompletionOptions,
}

/// The kind of a line in a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    /// `KEY = value`, possibly incomplete.
    Entry,
    /// The header of a table.
    Header,
    /// The first line of a section that may be `KEY = value` or a table.
    EntryOrHeader,
    /// A row of a table.
    Row,
    /// A line without a known form.
    Loose,
}

impl<'t> Context<'t> {
    pub(crate) fn new(
        snapshot: &'t Snapshot,
        opened: &'t File,
        cursor: &'t Cursor<'t>,
        options: CompletionOptions,
    ) -> Context<'t> {
        let (view, kind) = (snapshot.view(), opened.source.kind);
        let section = section_at(opened.source.parse.root(), cursor.logical_start);
        let spec = match section {
            Some(section) => section.name().and_then(|it| lsflint_spec::section(kind, &it.text())),
            None => kind.spec().sections.first().filter(|it| it.name.is_empty()),
        };
        let target = view.switches().target;
        Context { rules: snapshot.rules, opened, view, cursor, kind, target, section, spec, options }
    }

    pub(super) fn complete(&self) -> Completions {
        if self.cursor.comment.is_some() {
            return self.comment();
        }
        let before = &*self.cursor.before;
        let line = before.trim_start();
        let first = line.split([' ', '\t']).next().unwrap_or(line);
        let marker = |word: &str| first.eq_ignore_ascii_case(word) && first.len() < line.len();
        let named = self.kind.spec().sections.iter().any(|it| !it.name.is_empty());
        if named && marker(BEGIN) {
            return self.begin(&line[first.len()..]);
        }
        if named && marker(END) {
            return self.end(&line[first.len()..]);
        }
        if self.section.is_none() && named {
            return if first.len() == line.len() { self.outside() } else { Completions::default() };
        }
        match self.line() {
            Line::Entry | Line::EntryOrHeader if before.contains('=') => self.entry_value(),
            Line::Entry => self.key(),
            Line::EntryOrHeader if first.len() == line.len() => self.key(),
            Line::Header | Line::EntryOrHeader => self.column(),
            Line::Row => self.cell(),
            Line::Loose => Completions::default(),
        }
    }

    /// The kind of the line with the cursor, derived from the lines above it.
    pub(crate) fn line(&self) -> Line {
        let Some(section) = self.section else {
            let entries = self.kind.spec().lexer == LexerFamily::Conf;
            return if entries { Line::Entry } else { Line::Loose };
        };
        let above = self.first_line(section);
        match (self.spec.map(|it| it.layout), above) {
            (None, _) => Line::Loose,
            (Some(Layout::Flat), _) => Line::Loose,
            (Some(Layout::Keyed), _) => Line::Entry,
            (Some(Layout::Tabular), None) => Line::Header,
            (Some(Layout::Either), None) => Line::EntryOrHeader,
            (Some(_), Some(SyntaxKind::ENTRY)) => Line::Entry,
            (Some(_), Some(_)) => Line::Row,
        }
    }

    /// The kind of the first line of a section if it is above the cursor: a header or an entry.
    fn first_line(&self, section: ast::Section<'t>) -> Option<SyntaxKind> {
        let mut lines = section.node().children().filter(|it| it.kind() != SyntaxKind::SECTION_BEGIN);
        let mut node = lines.next()?;
        // The header may be inside a branch of `#if`.
        while matches!(node.kind(), SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH | SyntaxKind::DIRECTIVE) {
            let inner = node.children().find(|it| it.kind() != SyntaxKind::DIRECTIVE);
            match inner.or_else(|| lines.next()) {
                Some(next) => node = next,
                None => return None,
            }
        }
        let above = usize::from(node.start()) < self.cursor.logical_start && node.kind() != SyntaxKind::SECTION_END;
        above.then_some(node.kind())
    }

    /// Whether the cursor is on the `Begin` line of the section.
    pub(crate) fn is_begin_line(&self, section: ast::Section<'_>) -> bool {
        usize::from(section.node().start()) >= self.cursor.logical_start
    }
}

/// The keyword that starts a section.
pub(super) const BEGIN: &str = "Begin";
/// The keyword that ends a section.
pub(super) const END: &str = "End";

/// The section that contains a line, including `Begin` and `End` lines and sections whose `End` is missing.
fn section_at(root: Parent<'_>, line: usize) -> Option<ast::Section<'_>> {
    let mut node = root;
    loop {
        let mut last = None;
        for element in node.elements() {
            if usize::from(element.range().start()) > line {
                break;
            }
            if let Some(inner) = element.into_node() {
                last = Some(inner);
            }
        }
        let inner = last?;
        let inside = line < usize::from(inner.range().end());
        match inner.kind() {
            SyntaxKind::SECTION => {
                let section = ast::Section::cast(inner)?;
                return (inside || section.end().is_none()).then_some(section);
            }
            SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH if inside => node = inner.into(),
            // An unclosed section extends over the following lines outside of sections.
            _ => return None,
        }
    }
}

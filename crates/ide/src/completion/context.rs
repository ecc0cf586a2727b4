//! Which kind of position the cursor is at.

use lsflint_lint::Rules;
use lsflint_model::View;
use lsflint_spec::{FileKind, Layout, LexerFamily, SectionSpec, Target};
use lsflint_syntax::ast::{self, AstNode};
use lsflint_syntax::{Node, SyntaxKind};

use super::cursor::Cursor;
use super::{CompletionOptions, Completions};
use crate::{File, Snapshot};

/// All that the kinds of positions look at.
pub(crate) struct Context<'t> {
    /// All rules there are.
    pub(crate) rules: Rules,
    /// The file with its findings.
    pub(crate) opened: &'t File,
    /// The cluster.
    pub(crate) view: View<'t>,
    /// The line and the text before the cursor.
    pub(crate) cursor: &'t Cursor<'t>,
    /// Which file of LSF it is.
    pub(crate) kind: FileKind,
    /// What it is written for.
    pub(crate) target: Target,
    /// The section the line belongs to.
    pub(crate) section: Option<ast::Section<'t>>,
    /// What is documented about it; in flat files about the file.
    pub(crate) spec: Option<&'static SectionSpec>,
    /// What the client can do.
    pub(crate) options: CompletionOptions,
}

/// What a line of a section is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    /// `KEY = value`, or about to become it.
    Entry,
    /// The columns of a table.
    Header,
    /// The first line of a section that may be either.
    EntryOrHeader,
    /// Values of a table.
    Row,
    /// Words that nothing is known about.
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

    /// What the line of the cursor is, from the lines above it.
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

    /// The header, or the kind of the first text line, of a section if it is above the cursor.
    fn first_line(&self, section: ast::Section<'t>) -> Option<SyntaxKind> {
        let mut lines = section.node().children().filter(|it| it.kind() != SyntaxKind::SECTION_BEGIN);
        let mut node = lines.next()?;
        // The header may be in a branch.
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

    /// Where the first line of the section ends that holds the `Begin`.
    pub(crate) fn is_begin_line(&self, section: ast::Section<'_>) -> bool {
        usize::from(section.node().start()) >= self.cursor.logical_start
    }
}

/// The word that begins a section.
pub(super) const BEGIN: &str = "Begin";
/// The word that ends one.
pub(super) const END: &str = "End";

/// The section a line belongs to: also where its `End` is still to be written, and on the lines of its `Begin` and `End`.
fn section_at(root: Node<'_>, line: usize) -> Option<ast::Section<'_>> {
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
            SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH if inside => node = inner,
            // An unclosed section reaches over what follows it outside.
            _ => return None,
        }
    }
}

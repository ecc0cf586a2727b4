//! Folding ranges: sections, branches of `#if`, consecutive comment lines, continued lines.
//!
//! A fold extends from the end of its first line to the end of its last one. It includes the `End` line of a section,
//! but not the directive after a branch, which starts the next branch or ends the block. A section that starts with its
//! name is folded after the name, so that a folded file is a list of names.

#[cfg(test)]
mod tests;

use lsflint_model::SourceFile;
use lsflint_syntax::ast::{AstNode, Entry, Section};
use lsflint_syntax::{Element, Node, Parent, SyntaxKind, TextRange};

use crate::{Range, Snapshot, text};

/// The kind of a fold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FoldKind {
    /// A section.
    Section,
    /// A branch of an `#if` block.
    Branch,
    /// Consecutive comment lines.
    Comment,
    /// A continued line.
    Continuation,
}

/// A fold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fold {
    /// The range from the end of the first line to the end of the last one.
    pub range: Range,
    /// The kind.
    pub kind: FoldKind,
}

/// The folds of a file, ordered by start. Two folds are nested or disjoint.
pub fn folding_ranges(snapshot: &Snapshot, path: &str) -> Vec<Fold> {
    let Some(file) = snapshot.file(path) else { return Vec::new() };
    let mut folder = Folder { file: &file.source, folds: Vec::new() };
    folder.inside(file.source.parse.root());
    folder.folds
}

struct Folder<'a> {
    file: &'a SourceFile,
    folds: Vec<Fold>,
}

impl<'a> Folder<'a> {
    fn inside(&mut self, parent: Parent<'a>) {
        // Comment lines are combined if nothing is between them.
        let mut comments: Option<TextRange> = None;
        let mut line_is_over = true;
        for element in parent.elements() {
            match element {
                Element::Token(token) if token.kind() == SyntaxKind::COMMENT && line_is_over => {
                    comments = Some(comments.map_or(token.range(), |it| it.cover(token.range())));
                    line_is_over = false;
                }
                Element::Token(token) if token.kind() == SyntaxKind::NEWLINE && !line_is_over => line_is_over = true,
                Element::Token(token) if token.kind() == SyntaxKind::WHITESPACE => {}
                _ => {
                    self.comments(comments.take());
                    line_is_over = true;
                }
            }
            if let Element::Node(node) = element {
                self.node(node);
            }
        }
        self.comments(comments);
    }

    fn node(&mut self, node: Node<'a>) {
        match node.kind() {
            SyntaxKind::SECTION => {
                self.fold(self.after_name(node).unwrap_or(node.range()), FoldKind::Section);
                self.inside(node.into());
            }
            SyntaxKind::BRANCH => {
                self.fold(node.range(), FoldKind::Branch);
                self.inside(node.into());
            }
            SyntaxKind::CONDITIONAL => self.inside(node.into()),
            SyntaxKind::ENTRY | SyntaxKind::TABLE_HEADER | SyntaxKind::TABLE_ROW | SyntaxKind::LOOSE_LINE => {
                self.fold(node.range(), FoldKind::Continuation);
            }
            _ => {}
        }
    }

    /// The range of a section from its name on, if that is in the first line after the `Begin` line.
    fn after_name(&self, node: Node<'_>) -> Option<TextRange> {
        let section = Section::cast(node)?;
        let spec = lsflint_spec::section(self.file.kind, &section.name()?.text())?;
        let entry = node.children().find(|it| it.kind() != SyntaxKind::SECTION_BEGIN).and_then(Entry::cast)?;
        let is_name = entry.key()?.text().eq_ignore_ascii_case(spec.defines?.key);
        is_name.then(|| TextRange::new(entry.node().range().start(), node.range().end()))
    }

    fn comments(&mut self, run: Option<TextRange>) {
        if let Some(run) = run {
            self.fold(run, FoldKind::Comment);
        }
    }

    /// Adds a fold if the range has several lines.
    fn fold(&mut self, range: TextRange, kind: FoldKind) {
        let range = text::trimmed(&self.file.text, range);
        let first = text::line_end(&self.file.text[..range.end as usize], range.start);
        if first < range.end {
            self.folds.push(Fold { range: Range { start: first, end: range.end }, kind });
        }
    }
}

//! What can be folded: sections, branches of `#if`, runs of comment lines, continued lines.
//!
//! A fold reaches from the end of its first line to the end of its last one. The `End` line of a section is folded away with it; the
//! directive after a branch stays, because it begins the next branch or says that there is none.

#[cfg(test)]
mod tests;

use lsflint_model::SourceFile;
use lsflint_syntax::{Element, Node, SyntaxKind, TextRange};

use crate::{Range, Snapshot, text};

/// What is folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FoldKind {
    /// A section.
    Section,
    /// A branch of an `#if` block.
    Branch,
    /// Comment lines.
    Comment,
    /// A continued line.
    Continuation,
}

/// Lines that can be folded into their first one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fold {
    /// From the end of the first line to the end of the last one.
    pub range: Range,
    /// What they are.
    pub kind: FoldKind,
}

/// The folds of a file, by their start. Two of them are nested or apart.
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
    fn inside(&mut self, parent: Node<'a>) {
        // Comment lines follow each other without anything between them.
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
                self.fold(node.range(), FoldKind::Section);
                self.inside(node);
            }
            SyntaxKind::BRANCH => {
                self.fold(node.range(), FoldKind::Branch);
                self.inside(node);
            }
            SyntaxKind::CONDITIONAL => self.inside(node),
            SyntaxKind::ENTRY | SyntaxKind::TABLE_HEADER | SyntaxKind::TABLE_ROW | SyntaxKind::LOOSE_LINE => {
                self.fold(node.range(), FoldKind::Continuation);
            }
            _ => {}
        }
    }

    fn comments(&mut self, run: Option<TextRange>) {
        if let Some(run) = run {
            self.fold(run, FoldKind::Comment);
        }
    }

    /// Adds a fold when the range has more than one line.
    fn fold(&mut self, range: TextRange, kind: FoldKind) {
        let range = text::trimmed(&self.file.text, range);
        let first = text::line_end(&self.file.text[..range.end as usize], range.start);
        if first < range.end {
            self.folds.push(Fold { range: Range { start: first, end: range.end }, kind });
        }
    }
}

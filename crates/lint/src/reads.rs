//! Which parts of a file the rules about whole files read.
//!
//! A rule runs again if something that it reads changes. After an edit, the changed lines are compared with the
//! previous ones, by what a rule may look for in them; the rest of the file is unchanged.

use std::hash::{Hash, Hasher};

use bitflags::bitflags;
use lsflint_model::SourceFile;
use lsflint_spec::SectionSpec;
use lsflint_syntax::ast::{self, AstNode};
use lsflint_syntax::{Difference, Element, Node, Parent, SyntaxKind, TextRange};
use rustc_hash::FxHasher;

/// Half of the smaller buffer, in bytes.
pub const LONGEST_WORD: usize = 4095;

bitflags! {
    /// Parts of a file that a rule may read.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Reads: u16 {
        /// Sections: which ones, in which order, in which `#if` branches; and the directives.
        const SECTIONS = 1;
        /// The values of the keys and columns that define names.
        const NAMES = 2;
        /// Lines that begin like a directive, with or without a space after the `#`.
        const DIRECTIVE_LINES = 4;
        /// Lines that are longer than a word of LSF may be.
        const LONG_LINES = 8;
        /// Carriage returns.
        const RETURNS = 16;
        /// Errors of lines and sections.
        const ERRORS = 32;
        /// Template statements and include lines: the input of [`crate::context::FileContext::has_gaps`].
        const MARKS = 64;
        /// Directives: which ones, in which order, and where they have errors.
        const DIRECTIVES = 128;
        /// Anything.
        const EVERYTHING = 256;
    }
}

/// A hash of what rules may read of a part: it changes if the part changes.
type Print = fn(&Side<'_>) -> u64;

impl Reads {
    /// Nothing: the rule reads only the facts of the cluster.
    pub const NOTHING: Reads = Reads::empty();

    /// The parts that may have changed, if nothing else differs.
    pub fn of_difference(before: &SourceFile, file: &SourceFile, place: &Place<'_>) -> Reads {
        let difference = place.difference;
        if difference.is_empty() {
            return Reads::NOTHING;
        }
        let mut found = Reads::EVERYTHING;
        let old = Side { file: before, parent: place.before, run: (&difference.before, difference.before_range) };
        let new = Side { file, parent: place.after, run: (&difference.after, difference.after_range) };
        let prints: [(Reads, Print); 8] = [
            (Reads::SECTIONS, |it| it.tree(Side::sections)),
            (Reads::NAMES, |it| it.tree(Side::names)),
            (Reads::DIRECTIVE_LINES, |it| it.lines(is_like_directive)),
            (Reads::LONG_LINES, |it| it.lines(|it| it.len() > LONGEST_WORD)),
            (Reads::RETURNS, |it| it.lines(|it| it.contains('\r'))),
            (Reads::ERRORS, |it| it.errors()),
            (Reads::MARKS, |it| it.marks()),
            (Reads::DIRECTIVES, |it| it.tree(Side::directives)),
        ];
        for (part, print) in prints {
            if print(&old) != print(&new) {
                found |= part;
            }
        }
        found
    }
}

/// The nodes whose children differ between two trees of a file.
pub struct Place<'t> {
    pub before: Parent<'t>,
    pub after: Parent<'t>,
    pub difference: &'t Difference,
}

/// One of the two sides of a comparison.
struct Side<'t> {
    file: &'t SourceFile,
    /// The root, or the only section that differs.
    parent: Parent<'t>,
    run: (&'t std::ops::Range<usize>, TextRange),
}

impl<'t> Side<'t> {
    /// The whole lines.
    fn text(&self) -> &'t str {
        whole_lines(&self.file.text, self.run.1)
    }

    /// A hash of some of the lines.
    fn lines(&self, wanted: fn(&str) -> bool) -> u64 {
        let mut hasher = FxHasher::default();
        self.text().split('\n').filter(|it| wanted(it)).for_each(|it| it.hash(&mut hasher));
        hasher.finish()
    }

    fn marks(&self) -> u64 {
        crate::context::marks(self.text()) as u64
    }

    fn errors(&self) -> u64 {
        let mut hasher = FxHasher::default();
        for error in self.file.parse.errors_in(self.run.1) {
            if let lsflint_syntax::ErrorKind::Structure(kind) = error.kind {
                (kind, u32::from(error.range.start() - self.run.1.start())).hash(&mut hasher);
            }
        }
        hasher.finish()
    }

    /// A hash of the nodes. Uses a stack, because `#if` blocks may be nested deeper than the call stack allows.
    fn tree(&self, print: fn(&Side<'t>, Node<'t>, Option<&Outer>, &mut FxHasher) -> bool) -> u64 {
        let mut hasher = FxHasher::default();
        let elements = self.parent.elements_at(self.run.0.clone(), self.run.1.start());
        let outer = self.parent.node().and_then(|it| self.outer(it));
        let mut stack: Vec<(Node<'t>, Option<Outer>)> =
            elements.filter_map(Element::into_node).map(|it| (it, outer)).collect();
        stack.reverse();
        while let Some((node, outer)) = stack.pop() {
            let outer = if node.kind() == SyntaxKind::SECTION { self.outer(node) } else { outer };
            if print(self, node, outer.as_ref(), &mut hasher) {
                let from = stack.len();
                stack.extend(node.children().map(|it| (it, outer)));
                stack[from..].reverse();
            }
        }
        hasher.finish()
    }

    /// Hashes sections and directives; returns true for nodes that may contain more of them.
    fn sections(&self, node: Node<'t>, _: Option<&Outer>, hasher: &mut FxHasher) -> bool {
        let kind = node.kind();
        match kind {
            SyntaxKind::SECTION | SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH => {
                (kind as u16, node.children().count()).hash(hasher);
                true
            }
            SyntaxKind::SECTION_BEGIN | SyntaxKind::SECTION_END | SyntaxKind::DIRECTIVE | SyntaxKind::TABLE_HEADER => {
                (kind as u16, &self.file.text[node.range()]).hash(hasher);
                false
            }
            _ => false,
        }
    }

    /// Hashes directives; returns true for nodes that may contain more of them.
    fn directives(&self, node: Node<'t>, _: Option<&Outer>, hasher: &mut FxHasher) -> bool {
        if node.kind() == SyntaxKind::DIRECTIVE {
            self.file.text[node.range()].hash(hasher);
            let errors = self.file.parse.errors_in(node.range());
            errors.iter().for_each(|it| u32::from(it.range.start() - node.start()).hash(hasher));
        }
        matches!(node.kind(), SyntaxKind::SECTION | SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH)
    }

    /// Hashes the names that are defined; returns true for nodes that may contain more of them.
    fn names(&self, node: Node<'t>, outer: Option<&Outer>, hasher: &mut FxHasher) -> bool {
        let text = |node: Node<'_>| &self.file.text[node.range()];
        let Some(outer) = outer else { return matches!(node.kind(), SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH) };
        match node.kind() {
            SyntaxKind::ENTRY => {
                let entry = ast::Entry::cast(node);
                let name = entry.and_then(|it| it.key()).map(|it| it.text());
                if name.is_some_and(|it| it.eq_ignore_ascii_case(outer.key)) {
                    text(node).hash(hasher);
                }
            }
            SyntaxKind::TABLE_ROW => {
                let row = ast::TableRow::cast(node);
                let cell = row.and_then(|it| it.cells().nth(outer.column));
                row.map(|it| it.cells().count()).hash(hasher);
                cell.map(|it| text(it.node())).hash(hasher);
            }
            SyntaxKind::SECTION | SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH => return true,
            _ => {}
        }
        false
    }

    /// What a section defines.
    fn outer(&self, node: Node<'t>) -> Option<Outer> {
        let section = ast::Section::cast(node)?;
        let spec: &SectionSpec = lsflint_spec::section(self.file.kind, &section.name()?.text())?;
        let key = spec.defines.map_or("", |it| it.key);
        let mut columns = section.header().into_iter().flat_map(ast::TableHeader::columns);
        Some(Outer { key, column: columns.position(|it| it.text().eq_ignore_ascii_case(key)).unwrap_or(usize::MAX) })
    }
}

/// Where the names of a section are defined: a key, or the column and its index.
#[derive(Clone, Copy)]
struct Outer {
    key: &'static str,
    column: usize,
}

/// The whole lines of a range.
pub fn whole_lines(text: &str, range: TextRange) -> &str {
    let (start, end) = (usize::from(range.start()), usize::from(range.end()));
    let start = text[..start].rfind('\n').map_or(0, |it| it + 1);
    let end = text[end..].find('\n').map_or(text.len(), |it| end + it);
    &text[start..end]
}

/// Whether a line looks like `#if`, `# endif`, `#INCLUDE` or another directive.
fn is_like_directive(line: &str) -> bool {
    let comment = line.trim_start_matches('\u{feff}').trim_start().strip_prefix('#');
    comment.is_some_and(|it| it.trim_start().starts_with(['i', 'I', 'e', 'E']))
}

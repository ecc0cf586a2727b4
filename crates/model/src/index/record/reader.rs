//! Reads sections, rows and flat files into items.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use lsflint_spec::{Grammar, ParamSpec, SectionSpec};
use lsflint_syntax::ast::{self, AstNode, Value};
use lsflint_syntax::{GreenNode, Node, Parent, SyntaxKind, TextRange, TextSize};
use rustc_hash::FxHasher;

use super::{Cell, Column, Field, Item, Record, SOMETHING, STEP, State};
use crate::SourceFile;

/// Reads a section node; `None` for undocumented sections.
pub(crate) fn read_section(file: &SourceFile, node: Node<'_>) -> Option<Item> {
    let section = ast::Section::cast(node)?;
    let mut reader = Reader::of_section(file, section)?;
    reader.lines(node);
    if section.header().is_none() {
        let begin = section.begin().map_or(node.range(), Node::trimmed_range);
        reader.close(begin);
    }
    Some(reader.finish(None))
}

/// Reads rows of a table: children of the section from `start` on. `columns`: the columns if they were read before.
pub(crate) fn read_rows<'t>(
    file: &'t SourceFile,
    section: Node<'t>,
    rows: impl Iterator<Item = Node<'t>>,
    start: TextSize,
    columns: &mut Option<Arc<[Column]>>,
) -> Option<Item> {
    let mut reader = Reader::of_section(file, ast::Section::cast(section)?)?;
    reader.start = start;
    rows.filter(|it| it.kind() == SyntaxKind::TABLE_ROW).for_each(|it| reader.row(it, 0));
    let item = reader.finish(columns.clone());
    columns.get_or_insert_with(|| item.columns.clone());
    Some(item)
}

/// Reads a flat file as one record with all lines.
pub(crate) fn read_flat(file: &SourceFile, root: Parent<'_>) -> Option<Item> {
    let spec = lsflint_spec::section(file.kind, "")?;
    let mut reader = Reader::new(spec, root.start(), file);
    reader.lines(root);
    reader.close(TextRange::empty(root.start()));
    Some(reader.finish(None))
}

struct Reader<'t> {
    spec: &'static SectionSpec,
    /// The offset that ranges of values are relative to.
    start: TextSize,
    file: &'t SourceFile,
    columns: Vec<Column>,
    cells: Vec<Cell>,
    /// The fields of the `key = value` section.
    fields: Vec<Field>,
    trees: Vec<(u32, GreenNode)>,
    records: Vec<Record>,
    gaps: bool,
    branches: u32,
}

impl<'t> Reader<'t> {
    fn new(spec: &'static SectionSpec, start: TextSize, file: &'t SourceFile) -> Reader<'t> {
        let (columns, cells, fields, records) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let trees = Vec::new();
        Reader { spec, start, file, columns, cells, fields, trees, records, gaps: false, branches: 0 }
    }

    /// A reader for a section, with its columns if it is a table.
    fn of_section(file: &'t SourceFile, section: ast::Section<'_>) -> Option<Reader<'t>> {
        let spec = lsflint_spec::section(file.kind, &section.name()?.text())?;
        let mut reader = Reader::new(spec, section.node().start(), file);
        for column in section.header().into_iter().flat_map(ast::TableHeader::columns) {
            reader.columns.push((reader.relative(column.range()), spec.param(&column.text())));
            reader.gaps |= lsflint_syntax::is_templated(column.raw());
        }
        Some(reader)
    }

    fn relative(&self, range: TextRange) -> TextRange {
        range - self.start
    }

    /// Reads entries and rows, including those in `#if` branches. Uses an explicit stack, because nesting could
    /// overflow the call stack.
    fn lines(&mut self, parent: impl Into<Parent<'t>>) {
        let is_inside = |it: &Node<'t>| it.kind() != SyntaxKind::SECTION;
        let mut stack: Vec<_> = parent.into().children().filter(is_inside).map(|it| (it, 0)).collect();
        stack.reverse();
        while let Some((node, branch)) = stack.pop() {
            match node.kind() {
                SyntaxKind::ENTRY => self.entry(node, branch),
                SyntaxKind::TABLE_ROW => self.row(node, branch),
                kind @ (SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH) => {
                    let branch = if kind == SyntaxKind::BRANCH {
                        self.branches += 1;
                        self.branches
                    } else {
                        branch
                    };
                    let from = stack.len();
                    stack.extend(node.children().filter(is_inside).map(|it| (it, branch)));
                    stack[from..].reverse();
                }
                _ => {}
            }
        }
    }

    fn entry(&mut self, node: Node<'t>, branch: u32) {
        // In a table, entries are not read.
        let Some(entry) = ast::Entry::cast(node).filter(|_| self.columns.is_empty()) else { return };
        let (Some(key), _, value) = entry.parts() else { return };
        let param = self.spec.param(&key.text());
        self.gaps |= param.is_none() && lsflint_syntax::is_templated(key.raw());
        let field = self.field(param, self.relative(key.range()), value, branch);
        if let Some(tree) = value.and_then(|it| self.tree(param, it)) {
            self.trees.push((self.fields.len() as u32, tree));
        }
        self.fields.push(field);
    }

    /// The tree of a value without errors and continuations whose grammar is often read.
    fn tree(&self, param: Option<&'static ParamSpec>, value: Value<'_>) -> Option<GreenNode> {
        param.filter(|it| is_read_again(it.grammar))?;
        let mut elements = value.elements();
        let content = elements.next()?.into_node().filter(|_| elements.next().is_none())?;
        let range = content.range();
        let text = self.file.text[range].as_bytes();
        // A character that looks like a quote or space is reported once for a line, maybe outside of the value, and not
        // in sections that LSF does not read.
        let is_plain = value.is_known()
            && text.is_ascii()
            && !text.contains(&b'\n')
            && text.last().is_some_and(|it| !it.is_ascii_whitespace());
        (is_plain && self.file.parse.errors_in(range).is_empty()).then(|| content.green().to_owned())
    }

    fn row(&mut self, node: Node<'t>, branch: u32) {
        let Some(row) = ast::TableRow::cast(node) else { return };
        let from = self.cells.len();
        let mut count = 0;
        for cell in row.cells() {
            if count < self.columns.len() {
                let (value, state) = self.value(cell);
                if let Some(tree) = self.tree(self.columns[count].1, cell) {
                    self.trees.push((self.cells.len() as u32, tree));
                }
                self.cells.push(Cell { value, state });
            }
            count += 1;
        }
        let Some(first) = self.cells.get(from) else { return };
        let (range, broken) = (first.value, count != self.columns.len());
        self.push(range, branch, broken, (from, self.cells.len()));
    }

    fn field(
        &self,
        param: Option<&'static ParamSpec>,
        name: TextRange,
        value: Option<Value<'_>>,
        branch: u32,
    ) -> Field {
        let (value, state) = value.map_or((TextRange::empty(name.end()), State::Unset), |it| self.value(it));
        Field { param, name, value, branch, state }
    }

    fn value(&self, value: Value<'_>) -> (TextRange, State) {
        let state = match value {
            it if it.is_templated() => State::Templated,
            it if it.is_known() => State::Known,
            _ => State::Unset,
        };
        (self.relative(value.range()), state)
    }

    /// Ends a `key = value` section.
    fn close(&mut self, range: TextRange) {
        let range = self.relative(range);
        self.push(range, 0, false, (0, self.fields.len()));
    }

    fn push(&mut self, range: TextRange, branch: u32, broken: bool, values: (usize, usize)) {
        let key = self.spec.defines.map_or("", |it| it.key);
        let is_key = |it: Option<&ParamSpec>| !key.is_empty() && it.is_some_and(|it| it.name == key);
        // Of several lines that define the name, the last one is used.
        let defining = if self.fields.is_empty() {
            let cells = self.cells[values.0..values.1].iter().zip(&self.columns);
            cells.rev().find(|it| is_key(it.1.1)).map(|it| (*it.0, it.1.1))
        } else {
            let field = self.fields.iter().rev().find(|it| is_key(it.param));
            field.map(|it| (Cell { value: it.value, state: it.state }, it.param))
        };
        let mut name = None;
        let mut names = self.fields.iter().filter(|it| is_key(it.param));
        let unusual = !key.is_empty()
            && self.columns.is_empty()
            && names
                .next()
                .is_none_or(|it| names.next().is_some() || it.branch != 0 || !is_plain(self.slice(it.value)));
        if let Some((cell, param)) = defining {
            self.gaps |= cell.state == State::Templated;
            name = (cell.state == State::Known && self.is_name(cell.value, param)).then_some(cell.value);
        }
        let mut hasher = FxHasher::default();
        // An empty record exists, but its hash would be 0, which represents a missing record.
        (SOMETHING, name.is_some()).hash(&mut hasher);
        match name {
            Some(name) => self.slice(name).hash(&mut hasher),
            None => {
                let cells = self.cells.get(values.0..values.1).filter(|_| self.fields.is_empty()).unwrap_or_default();
                cells.iter().for_each(|it| self.slice(it.value).hash(&mut hasher));
            }
        }
        (branch, broken, unusual).hash(&mut hasher);
        let name_print = hasher.finish();
        let values = (values.0 as u32, values.1 as u32);
        self.records.push(Record { range, name, name_print, unusual, branch, broken, values });
    }

    /// Whether a value is a single word, or a name that may contain spaces.
    fn is_name(&self, value: TextRange, param: Option<&ParamSpec>) -> bool {
        let text = self.slice(value);
        let blanks = param.is_some_and(|it| it.name_characters.is_some_and(|it| it.contains(' ')));
        !text.is_empty() && (blanks || !text.contains(char::is_whitespace))
    }

    fn slice(&self, range: TextRange) -> &'t str {
        &self.file.text[range + self.start]
    }

    fn finish(self, columns: Option<Arc<[Column]>>) -> Item {
        let step = |order: u64, record: &Record| order.wrapping_mul(STEP).wrapping_add(record.name_print);
        Item {
            section: self.spec,
            order: self.records.iter().fold(0, step),
            records: self.records.into(),
            fields: self.fields.into(),
            columns: columns.unwrap_or_else(|| self.columns.into()),
            cells: self.cells.into(),
            trees: self.trees.into(),
            gaps: self.gaps,
        }
    }
}

/// Whether rules about the whole cluster read the trees of values of a grammar.
fn is_read_again(grammar: Grammar) -> bool {
    matches!(
        grammar,
        Grammar::ResReq
            | Grammar::HostList
            | Grammar::UserList
            | Grammar::QueueList
            | Grammar::Fairshare
            | Grammar::UserShares
            | Grammar::Preemption
            | Grammar::ReservationLimits
            | Grammar::ApsPriority
            | Grammar::TimeWindows
            | Grammar::HostResources
            | Grammar::Location
            | Grammar::LimitPair
            | Grammar::RunLimit
            | Grammar::Size
    )
}

/// Whether a value is one word without special characters, which all readers of names read alike.
fn is_plain(value: &str) -> bool {
    !value.is_empty() && value.bytes().all(|it| it.is_ascii_alphanumeric() || b"_-.".contains(&it))
}

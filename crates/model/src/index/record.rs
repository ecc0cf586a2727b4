//! What the sections of a file say, without the tree.
//!
//! A [`Record`] is a key = value section, a row of a table, or a whole flat file: names and values with their places. Places count from
//! the start of the section, so a record stays as it is while text before its section comes and goes.

use std::hash::{Hash, Hasher};

use lsflint_spec::{FileKind, Grammar, ParamSpec, SectionSpec};
use lsflint_syntax::ast::{self, AstNode, Value};
use lsflint_syntax::{Node, SyntaxKind, TextRange, TextSize};
use rustc_hash::{FxHashMap, FxHasher};

use super::uses::Fact;

/// One section of a file, read once.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    /// The section as documented; a flat file has one without a name.
    pub(crate) section: &'static SectionSpec,
    /// Its sections or rows.
    pub(crate) records: Vec<Record>,
    /// A name or a key is filled in later, so something may be defined that is not seen.
    pub(crate) gaps: bool,
    /// What other files may want to know of it, as sums that do not depend on order.
    pub(crate) prints: FxHashMap<Fact, u64>,
    /// A print of the names in their order.
    pub(crate) order: u64,
}

/// A key = value section, a row of a table, or a flat file.
#[derive(Debug, Clone)]
pub(crate) struct Record {
    /// Where it is pointed at when it is meant as a whole: the `Begin` line, or the first cell.
    pub(crate) range: TextRange,
    /// The name it defines, where that is one known value.
    pub(crate) name: Option<TextRange>,
    /// The `#if` branch inside the section: records with the same number are read together; 0 is outside.
    pub(crate) branch: u32,
    /// LSF drops it, which is said where it stands.
    pub(crate) broken: bool,
    /// Its values in order.
    pub(crate) fields: Box<[Field]>,
}

/// A name and its value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field {
    /// What is documented about it.
    pub(crate) param: Option<&'static ParamSpec>,
    /// The key or column name.
    pub(crate) name: TextRange,
    /// What LSF reads of the value; empty at the end of the name when there is none.
    pub(crate) value: TextRange,
    /// The `#if` branch inside the section.
    pub(crate) branch: u32,
    /// What is known of the value.
    pub(crate) state: State,
}

/// What is known of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum State {
    /// It stands there.
    Known,
    /// `-` or `()`, or nothing at all: the default applies.
    Unset,
    /// A template language fills it in later.
    Templated,
}

/// Goes into every print.
const SOMETHING: u64 = 0x9e37_79b9_7f4a_7c15;

/// Reads a section node of a file of a kind; `None` for sections that are not documented.
pub(crate) fn read_section(kind: FileKind, node: Node<'_>, text: &str) -> Option<Item> {
    let section = ast::Section::cast(node)?;
    let spec = lsflint_spec::section(kind, &section.name()?.text())?;
    let mut reader = Reader::new(spec, node.start(), text);
    match section.header() {
        Some(header) => {
            let columns = header.columns().map(|it| (reader.relative(it.range()), spec.param(&it.text()))).collect();
            reader.columns = columns;
            reader.gaps |= header.columns().any(|it| lsflint_syntax::is_templated(it.raw()));
            reader.lines(node);
        }
        None => {
            reader.lines(node);
            let begin = section.begin().map_or(node.range(), Node::trimmed_range);
            reader.close(begin);
        }
    }
    Some(reader.finish())
}

/// Reads a flat file: one record of all its lines.
pub(crate) fn read_flat(kind: FileKind, root: Node<'_>, text: &str) -> Option<Item> {
    let spec = lsflint_spec::section(kind, "")?;
    let mut reader = Reader::new(spec, root.start(), text);
    reader.lines(root);
    reader.close(TextRange::empty(root.start()));
    Some(reader.finish())
}

struct Reader<'t> {
    spec: &'static SectionSpec,
    start: TextSize,
    text: &'t str,
    columns: Vec<(TextRange, Option<&'static ParamSpec>)>,
    /// The fields of the key = value section.
    fields: Vec<Field>,
    records: Vec<Record>,
    gaps: bool,
    branches: u32,
}

impl<'t> Reader<'t> {
    fn new(spec: &'static SectionSpec, start: TextSize, text: &'t str) -> Reader<'t> {
        let (columns, fields, records) = (Vec::new(), Vec::new(), Vec::new());
        Reader { spec, start, text, columns, fields, records, gaps: false, branches: 0 }
    }

    fn relative(&self, range: TextRange) -> TextRange {
        range - self.start
    }

    /// Reads entries and rows, those in `#if` branches included. A stack: blocks may nest deeper than the machine's.
    fn lines(&mut self, root: Node<'t>) {
        let mut stack = vec![(root, 0)];
        while let Some((node, branch)) = stack.pop() {
            match node.kind() {
                SyntaxKind::ENTRY => self.entry(node, branch),
                SyntaxKind::TABLE_ROW => self.row(node, branch),
                kind if kind == SyntaxKind::CONDITIONAL
                    || kind == SyntaxKind::BRANCH
                    || node.start() == root.start() =>
                {
                    let branch = if kind == SyntaxKind::BRANCH {
                        self.branches += 1;
                        self.branches
                    } else {
                        branch
                    };
                    let from = stack.len();
                    stack.extend(node.children().filter(|it| it.kind() != SyntaxKind::SECTION).map(|it| (it, branch)));
                    stack[from..].reverse();
                }
                _ => {}
            }
        }
    }

    fn entry(&mut self, node: Node<'t>, branch: u32) {
        let Some(entry) = ast::Entry::cast(node) else { return };
        let (Some(key), _, value) = entry.parts() else { return };
        let param = self.spec.param(&key.text());
        self.gaps |= param.is_none() && lsflint_syntax::is_templated(key.raw());
        let field = self.field(param, self.relative(key.range()), value, branch);
        self.fields.push(field);
    }

    fn row(&mut self, node: Node<'t>, branch: u32) {
        let Some(row) = ast::TableRow::cast(node) else { return };
        let mut fields = Vec::with_capacity(self.columns.len());
        let mut count = 0;
        for cell in row.cells() {
            if let Some(&(name, param)) = self.columns.get(count) {
                fields.push(self.field(param, name, Some(cell), branch));
            }
            count += 1;
        }
        let Some(first) = fields.first() else { return };
        let (range, broken) = (first.value, count != self.columns.len());
        self.push(range, branch, broken, fields);
    }

    fn field(
        &self,
        param: Option<&'static ParamSpec>,
        name: TextRange,
        value: Option<Value<'_>>,
        branch: u32,
    ) -> Field {
        let (value, state) = match value {
            Some(it) if it.is_templated() => (self.relative(it.range()), State::Templated),
            Some(it) if it.is_known() => (self.relative(it.range()), State::Known),
            Some(it) => (self.relative(it.range()), State::Unset),
            None => (TextRange::empty(name.end()), State::Unset),
        };
        Field { param, name, value, branch, state }
    }

    /// Ends a key = value section.
    fn close(&mut self, range: TextRange) {
        let fields = std::mem::take(&mut self.fields);
        let range = self.relative(range);
        self.push(range, 0, false, fields);
    }

    fn push(&mut self, range: TextRange, branch: u32, broken: bool, fields: Vec<Field>) {
        let key = self.spec.defines.map_or("", |it| it.key);
        let mut name = None;
        // The last line counts.
        if let Some(field) = fields.iter().rev().find(|it| !key.is_empty() && it.param.is_some_and(|it| it.name == key))
        {
            self.gaps |= field.state == State::Templated;
            name = (field.state == State::Known && self.is_name(field)).then_some(field.value);
        }
        self.records.push(Record { range, name, branch, broken, fields: fields.into() });
    }

    /// One word, or a value that is a name with blanks in it.
    fn is_name(&self, field: &Field) -> bool {
        let text = self.slice(field.value);
        let blanks = field.param.is_some_and(|it| it.name_characters.is_some_and(|it| it.contains(' ')));
        !text.is_empty() && (blanks || !text.contains(char::is_whitespace))
    }

    fn slice(&self, range: TextRange) -> &'t str {
        &self.text[range + self.start]
    }

    fn finish(self) -> Item {
        let mut prints: FxHashMap<Fact, u64> = FxHashMap::default();
        let mut order = FxHasher::default();
        SOMETHING.hash(&mut order);
        let mut add = |fact: Fact, print: u64| {
            let sum = prints.entry(fact).or_default();
            *sum = sum.wrapping_add(print);
        };
        for (number, record) in self.records.iter().enumerate() {
            let mut hasher = FxHasher::default();
            // A record without anything is something: the hash of nothing would be 0, and 0 stands for what is not there.
            SOMETHING.hash(&mut hasher);
            match record.name {
                Some(name) => self.slice(name).hash(&mut hasher),
                None => number.hash(&mut hasher),
            }
            (record.branch, record.broken).hash(&mut hasher);
            let name = hasher.finish();
            name.hash(&mut order);
            add(Fact::names(self.spec), name);
            for field in &record.fields {
                let mut hasher = FxHasher::default();
                SOMETHING.hash(&mut hasher);
                (name, field.branch, field.state).hash(&mut hasher);
                if field.param.is_none() {
                    self.slice(field.name).hash(&mut hasher);
                }
                // The words of a description mean nothing to LSF.
                if field.param.is_none_or(|it| it.grammar != Grammar::Text) {
                    self.slice(field.value).hash(&mut hasher);
                }
                let hosts = field.param.is_some_and(|it| it.grammar == Grammar::HostList);
                if hosts && field.state == State::Known && names_other_clusters(self.slice(field.value)) {
                    add(Fact::remote_hosts(), 1);
                }
                let print = hasher.finish();
                add(Fact::any_of(self.spec), print);
                add(field.param.map_or(Fact::unknown_of(self.spec), Fact::values), print);
            }
        }
        let Reader { spec, records, gaps, .. } = self;
        Item { section: spec, records, gaps, prints, order: order.finish() }
    }
}

/// Whether hosts of other clusters stand in a list of hosts.
fn names_other_clusters(list: &str) -> bool {
    list.contains('@') || list.contains("allremote")
}

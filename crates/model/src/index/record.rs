//! The contents of the sections of a file, without the syntax tree.
//!
//! A [`Record`] is a `key = value` section, a row of a table, or a whole flat file: names and values with their ranges.
//! Ranges are relative to the start of the section, so they stay valid when text before it changes.

mod reader;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use lsflint_spec::{Grammar, ParamSpec, SectionSpec};
use lsflint_syntax::{GreenNode, TextRange};
use rustc_hash::FxHasher;

pub(crate) use self::reader::{read_flat, read_rows, read_section};
use super::uses::Fact;

/// A section of a file, or some rows of a large table.
#[derive(Debug)]
pub(crate) struct Item {
    /// The specification of the section; that of a flat file has no name.
    pub(crate) section: &'static SectionSpec,
    /// Its records.
    pub(crate) records: Box<[Record]>,
    /// The fields of all records that are not rows.
    fields: Box<[Field]>,
    /// The columns of the table.
    columns: Arc<[Column]>,
    cells: Box<[Cell]>,
    /// The trees of values without errors and continuations, by the indices of their fields or cells: rules about the
    /// whole cluster read most of them again. Only of grammars that such rules read.
    trees: Box<[(u32, GreenNode)]>,
    /// Whether a template fills in a name or key, so that undetected definitions are possible.
    pub(crate) gaps: bool,
    /// A hash of the names in order; see [`super::Summary`].
    pub(crate) order: u64,
}

/// A `key = value` section, a row of a table, or a flat file.
#[derive(Debug, Clone)]
pub(crate) struct Record {
    /// The range to report for the whole record: the `Begin` line, or the first cell.
    pub(crate) range: TextRange,
    /// The range of the name it defines, if it is a known value.
    pub(crate) name: Option<TextRange>,
    /// The hash of that name; of the contents of the record if it has no name.
    pub(crate) name_print: u64,
    /// Whether it may define another name as well, or the name in another way than by one setting of one plain word.
    pub(crate) unusual: bool,
    /// The number of the `#if` branch inside the section: records with the same number are read together; 0 is outside
    /// of branches.
    pub(crate) branch: u32,
    /// Whether LSF ignores it because it is malformed, which is reported at its place.
    pub(crate) broken: bool,
    /// The start and end index of its values in the fields or cells of the item.
    values: (u32, u32),
}

/// A name and its value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field {
    /// The specification of the parameter.
    pub(crate) param: Option<&'static ParamSpec>,
    /// The range of the key or column name, relative to the start of the section.
    pub(crate) name: TextRange,
    /// The range of the value as LSF reads it; empty at the end of the name if there is none.
    pub(crate) value: TextRange,
    /// The number of the `#if` branch inside the section.
    pub(crate) branch: u32,
    /// Whether the value is known.
    pub(crate) state: State,
}

/// A column of a table: the range of its name in the section, and its specification.
pub(crate) type Column = (TextRange, Option<&'static ParamSpec>);

/// A value in a row of a table.
#[derive(Debug, Clone, Copy)]
struct Cell {
    value: TextRange,
    state: State,
}

impl Item {
    /// Whether its records are rows of a table.
    pub(crate) fn is_table(&self) -> bool {
        !self.columns.is_empty()
    }

    /// The number of values of a record.
    pub(crate) fn count(&self, record: &Record) -> usize {
        (record.values.1 - record.values.0) as usize
    }

    /// The parameters that its records set.
    pub(crate) fn params(&self) -> impl Iterator<Item = Option<&'static ParamSpec>> {
        self.fields.iter().map(|it| it.param).chain(self.columns.iter().map(|it| it.1))
    }

    /// The specification of a value of a record, by index.
    pub(crate) fn param(&self, record: &Record, number: usize) -> Option<&'static ParamSpec> {
        // An item has either fields or rows of cells.
        match self.fields.is_empty() {
            true => self.columns.get(number).and_then(|it| it.1),
            false => self.fields.get(record.values.0 as usize + number).and_then(|it| it.param),
        }
    }

    /// A value of a record, by index.
    pub(crate) fn field(&self, record: &Record, number: usize) -> Field {
        let at = record.values.0 as usize + number;
        if self.fields.is_empty() {
            let (cell, (name, param)) = (self.cells[at], self.columns[number]);
            Field { param, name, value: cell.value, branch: record.branch, state: cell.state }
        } else {
            self.fields[at]
        }
    }

    /// The tree of a value of a record, by index, if it has no errors and continuations and its grammar is often read.
    pub(crate) fn tree(&self, record: &Record, number: usize) -> Option<&GreenNode> {
        let at = record.values.0 as usize + number;
        let found = self.trees.binary_search_by_key(&at, |it| it.0 as usize).ok()?;
        Some(&self.trees[found].1)
    }

    /// The values of a record, in order.
    pub(crate) fn fields<'i>(&'i self, record: &'i Record) -> impl Iterator<Item = Field> + 'i {
        (0..self.count(record)).map(|number| self.field(record, number))
    }
}

/// Whether a value is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum State {
    /// It is set.
    Known,
    /// `-`, `()` or empty: the default applies.
    Unset,
    /// A template fills it in.
    Templated,
}

/// Part of every hash, so that it is not 0.
const SOMETHING: u64 = 0x9e37_79b9_7f4a_7c15;

/// The multiplier that makes an order hash depend on positions.
pub(crate) const STEP: u64 = 0x5851_f42d_4c95_7f2d;

impl Item {
    /// Hashes of what other files may look up, as sums that do not depend on order. `value` and `name` return the text
    /// of the value and name of a field.
    pub(crate) fn prints<'t>(
        &self,
        value: impl Fn(TextRange) -> &'t str,
        name: impl Fn(TextRange) -> &'t str,
        mut add: impl FnMut(Fact, u64),
    ) {
        for record in &self.records {
            add(Fact::names(self.section), record.name_print);
            for field in self.fields(record) {
                let mut hasher = FxHasher::default();
                SOMETHING.hash(&mut hasher);
                (record.name_print, field.branch, field.state).hash(&mut hasher);
                if field.param.is_none() {
                    name(field.name).hash(&mut hasher);
                }
                // Words in a description have no meaning for LSF.
                if field.param.is_none_or(|it| it.grammar != Grammar::Text) {
                    value(field.value).hash(&mut hasher);
                }
                let hosts = field.param.is_some_and(|it| it.grammar == Grammar::HostList);
                if hosts && field.state == State::Known && names_other_clusters(value(field.value)) {
                    add(Fact::remote_hosts(), 1);
                }
                let print = hasher.finish();
                add(Fact::any_of(self.section), print);
                add(field.param.map_or(Fact::unknown_of(self.section), Fact::values), print);
            }
        }
    }
}

/// Whether a host list contains hosts of other clusters.
fn names_other_clusters(list: &str) -> bool {
    list.contains('@') || list.contains("allremote")
}

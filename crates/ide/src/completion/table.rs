//! Completion of tables: columns of the header, and cells.

use std::borrow::Cow;
use std::ops::Range;

use lsflint_model::Referent;
use lsflint_spec::{FileKind, ParamSpec, Reading, ResourceType};
use lsflint_syntax::ast::{AstNode, Entry, TableHeader};
use rustc_hash::FxHashSet;

use super::context::Line;
use super::item::{Item, Items, Rank};
use super::names::Space;
use super::value::Value;
use super::{CompletionKind, Completions, Context, available};

/// The maximum number of rows whose subjects are read.
const MOST_ROWS: usize = 2000;

impl<'t> Context<'t> {
    /// Completes a column name in a header.
    pub(super) fn column(&self) -> Completions {
        let is_word = |it: char| !it.is_whitespace();
        let word = self.cursor.word(is_word);
        let Some(spec) = self.spec else { return Completions::default() };
        let before = self.cursor.before.trim_end_matches(is_word);
        let after = &self.cursor.text()[word.range.end.min(self.cursor.line.end)..self.cursor.line.end];
        let written = || before.split_whitespace().chain(after.split_whitespace());
        let used: FxHashSet<&str> = written().filter_map(|it| spec.param(it)).map(|it| it.name).collect();
        let mut items = Items::new(word, self.options);
        let common = self.common();
        for param in available::in_order(spec).filter(|it| !used.contains(it.name)) {
            let Some(rank) = available::rank(param, self.target) else { continue };
            if param.conflicts.iter().any(|it| used.contains(it) && *it != param.name) {
                continue;
            }
            let rank = match rank {
                Rank::Normal if spec.expected().any(|it| it == param.name) => Rank::Required,
                Rank::Normal if common.contains_key(param.name) => Rank::Common,
                rank => rank,
            };
            let item = Item::new(CompletionKind::Column, param.name).detail(available::detail(param)).rank(rank);
            items.add(item.data(format!("param/{}/{}/{}", self.kind.name(), spec.name, param.name)));
        }
        if spec.load_index_names {
            let resources = self.view.resources();
            let mut names: Vec<&str> = resources.site_names().filter(|it| spec.param(it).is_none()).collect();
            names.sort_unstable();
            for name in names.into_iter().filter(|name| written().all(|it| it != *name)) {
                let index = resources.get(name).is_some_and(|it| {
                    it.kind == Some(ResourceType::Numeric)
                        && it.reading == Some(Reading::Dynamic)
                        && it.shared != Some(true)
                });
                if index {
                    let item = Item::new(CompletionKind::Resource, name).rank(Rank::Rare);
                    items.add(
                        item.detail("threshold for a site-defined load index").data(format!("name/resource/{name}")),
                    );
                }
            }
        }
        items.finish()
    }

    /// Completes a cell of a row.
    pub(super) fn cell(&self) -> Completions {
        let before = &*self.cursor.before;
        let cells = cells(before);
        let open = cells.last().filter(|it| it.is_open(before));
        let number = cells.len() - usize::from(open.is_some());
        let Some((param, spec)) = self.header_column(number).zip(self.spec) else {
            return Completions::default();
        };
        let text = open.map_or("", |it| &before[it.range.clone()]);
        let parenthesised = text.starts_with('(');
        let inner = text.strip_prefix('(').unwrap_or(text);
        let after = self.cursor.line_after();
        let rest = if parenthesised { after.split(')').next() } else { after.split([' ', '\t']).next() };
        let mut value = Value::new(param, Some(spec), inner, rest.unwrap_or_default());
        value.is_cell = true;
        value.has_parentheses = parenthesised;
        value.starts_row = number == 0 && !parenthesised;
        value.allows_unset = !self.kind.spec().empty_values.is_empty()
            && !spec.expected().any(|it| it == param.name)
            && text.trim_end_matches(|it: char| !it.is_whitespace() && it != '(').is_empty();
        if !parenthesised {
            value.blanks_to_next = self.blanks_to_next();
        }
        self.value(&value)
    }

    /// The name that the current row or section defines, if its values refer to names of the same kind: a group cannot
    /// contain itself.
    pub(super) fn own_name(&self, space: Space) -> Option<String> {
        let same = match space {
            Space::Of(Referent::Queue) => self.kind == FileKind::LsbQueues,
            Space::Of(Referent::HostOrGroup) => self.kind == FileKind::LsbHosts,
            Space::Of(Referent::User | Referent::UserGroup) => self.kind == FileKind::LsbUsers,
            _ => false,
        };
        let key = self.spec.filter(|_| same)?.defines?.key;
        let section = self.section?;
        if self.line() == Line::Row {
            let number = section.header()?.columns().position(|it| it.text().eq_ignore_ascii_case(key))?;
            let line = &self.cursor.text()[self.cursor.line.clone()];
            let cell = cells(line).into_iter().nth(number)?;
            return Some(line[cell.range].to_owned());
        }
        let entries = section.node().children().filter_map(Entry::cast);
        let named = |it: &Entry<'_>| it.key().is_some_and(|it| it.text().eq_ignore_ascii_case(key));
        let value = entries.filter(named).last()?.value()?;
        Some(value.single_word()?.text().into_owned())
    }

    /// The values of other rows in the column that identifies a row, if LSF allows only one row for each.
    pub(super) fn other_rows(&self, value: &Value<'_>) -> FxHashSet<String> {
        let section = value.section.filter(|it| value.is_cell && it.expected().next() == Some(value.param.name));
        let Some(section) = section.filter(|it| it.defines.is_none()) else { return FxHashSet::default() };
        let line = &self.cursor.line;
        let rows = self.view.all(self.kind, section.name).take(MOST_ROWS).filter(|it| !it.is_conditional());
        let fields = rows.filter_map(|it| it.field(value.param.name));
        let elsewhere = fields.filter(|it| {
            let place = it.place();
            let start = usize::from(place.range.start());
            *place.file != *self.cursor.file.path || !(line.start..=line.end).contains(&start)
        });
        elsewhere.filter_map(|it| Some(it.known()?.into_owned())).collect()
    }

    /// The column and the text of the cell at the cursor.
    pub(super) fn typed_cell(&self) -> Option<(&'static ParamSpec, &str)> {
        let before = &*self.cursor.before;
        let cells = cells(before);
        let open = cells.last().filter(|it| it.is_open(before))?;
        Some((self.header_column(cells.len() - 1)?, &before[open.range.clone()]))
    }

    /// In a row of a table: the number of the column at the cursor, from 0, and the columns of the header.
    pub(crate) fn row_column(&self) -> Option<(usize, Vec<Cow<'t, str>>)> {
        if self.cursor.comment.is_some() || self.line() != Line::Row {
            return None;
        }
        let before = &*self.cursor.before;
        let cells = cells(before);
        let open = cells.last().is_some_and(|it| it.is_open(before));
        let names = self.header()?.columns().map(|it| it.text()).collect();
        Some((cells.len() - usize::from(open), names))
    }

    fn header(&self) -> Option<TableHeader<'t>> {
        let section = self.section?;
        section.header().or_else(|| section.node().descendants().take(8).find_map(TableHeader::cast))
    }

    /// The column with an index in the header of the table.
    fn header_column(&self, number: usize) -> Option<&'static ParamSpec> {
        self.spec?.param(&self.header()?.columns().nth(number)?.text())
    }

    /// The number of spaces between the word and the next cell; 0 without a next cell.
    fn blanks_to_next(&self) -> usize {
        let after = self.cursor.line_after();
        let rest = after.trim_start_matches(|it: char| !it.is_whitespace());
        let next = rest.trim_start_matches(' ');
        if next.is_empty() || next.starts_with(['\t', '#']) { 0 } else { rest.len() - next.len() }
    }
}

/// A cell of a row, up to the cursor.
struct Cell {
    range: Range<usize>,
    /// Whether a parenthesis is still open.
    unclosed: bool,
}

impl Cell {
    /// Whether text typed at the end belongs to the cell.
    fn is_open(&self, text: &str) -> bool {
        self.unclosed || self.range.end == text.len()
    }
}

/// Splits a row into cells like LSF: a cell that starts with a parenthesis ends at the closing one.
fn cells(text: &str) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut at = 0;
    loop {
        at += text[at..].len() - text[at..].trim_start_matches([' ', '\t']).len();
        let rest = &text[at..];
        if rest.is_empty() {
            return cells;
        }
        let blank = |from: usize| rest[from..].find([' ', '\t']).map_or(rest.len(), |it| from + it);
        let close = rest.starts_with('(').then(|| rest.find(')'));
        let (length, unclosed) = match close {
            Some(None) => (rest.len(), true),
            Some(Some(close)) => (blank(close), false),
            None => (blank(0), false),
        };
        cells.push(Cell { range: at..at + length, unclosed });
        at += length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = cells(text).iter().map(|it| &text[it.range.clone()]).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn cells_are_divided_as_lsf_does() {
        check("a (b c) d", &["a", "(b c)", "d"]);
        check("  a (b c", &["a", "(b c"]);
        check("a ()x b ", &["a", "()x", "b"]);
        check("", &[]);
    }
}

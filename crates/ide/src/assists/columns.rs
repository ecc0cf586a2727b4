//! Adds a column that most tables of the kind have.

use lsflint_lint::TextEdit;
use lsflint_spec::{Layout, Maturity, ParamSpec};
use lsflint_syntax::ast::{AstNode, Section, TableHeader, TableRow};
use lsflint_syntax::{Node, SyntaxKind, TextRange, TextSize};

use super::{Assist, AssistId};
use crate::spot::Spot;

/// The columns that the table at the cursor may lack. The cursor is in its header or in a row.
pub(super) fn offered(spot: &Spot<'_>) -> Vec<Assist> {
    let missing = table(spot).map_or(Vec::new(), |it| it.missing(spot));
    let assist = |param: &ParamSpec| Assist {
        id: AssistId::AddColumn(param.name.to_owned()),
        title: format!("Add the column `{}`", param.name),
    };
    missing.into_iter().map(assist).collect()
}

/// The edits that add a column in which every row has the default.
pub(super) fn edits(spot: &Spot<'_>, name: &str) -> Option<Vec<TextEdit>> {
    let table = table(spot)?;
    let param = table.missing(spot).into_iter().find(|it| it.name == name)?;
    // The default is clearer than a cell without a value.
    let default = Some(param.default).filter(|it| param.values.contains(it));
    let empty = default.or_else(|| table.empty(spot))?;
    let insert = |at: TextSize, text: &str| TextEdit { range: TextRange::empty(at), text: format!("  {text}") };
    let mut edits = vec![insert(table.header.columns().last()?.range().end(), param.name)];
    for row in &table.rows {
        edits.push(insert(row.cells().last()?.node().range().end(), empty));
    }
    Some(edits)
}

/// A table in which all rows have a cell for each column.
struct Table<'t> {
    header: TableHeader<'t>,
    rows: Vec<TableRow<'t>>,
}

fn table<'t>(spot: &Spot<'t>) -> Option<Table<'t>> {
    spot.node_of(SyntaxKind::TABLE_ROW).or(spot.node_of(SyntaxKind::TABLE_HEADER))?;
    let section: Section<'t> = spot.section()?;
    section.end()?;
    let header = section.header()?;
    let count = header.columns().count();
    let children: Vec<Node<'t>> = section.node().children().collect();
    let is_plain = |it: &Node<'_>| !matches!(it.kind(), SyntaxKind::CONDITIONAL | SyntaxKind::DIRECTIVE);
    let rows: Vec<TableRow<'t>> = children.iter().filter_map(|it| TableRow::cast(*it)).collect();
    let whole = children.iter().all(is_plain) && rows.iter().all(|it| it.cells().count() == count);
    whole.then_some(Table { header, rows })
}

impl Table<'_> {
    fn missing(&self, spot: &Spot<'_>) -> Vec<&'static ParamSpec> {
        let Some(spec) = spot.section_spec().filter(|it| it.layout == Layout::Tabular) else { return Vec::new() };
        if self.empty(spot).is_none() {
            return Vec::new();
        }
        let present: Vec<&'static ParamSpec> = self.header.columns().filter_map(|it| spec.param(&it.text())).collect();
        let mut found: Vec<&'static ParamSpec> = spec.frequent.iter().filter_map(|it| spec.param(it)).collect();
        found.retain(|param| {
            // A cell without a value means nothing where a value is needed.
            let optional = !spec.expected().any(|it| it == param.name) || param.form.contains("()");
            let free = present
                .iter()
                .all(|it| it.name != param.name && !param.conflicts.contains(&it.name) && it.replaced_by != param.name);
            optional && free && param.maturity == Maturity::Current
        });
        found
    }

    /// How a cell without a value is written: as in the table, otherwise the first way that the file allows.
    fn empty(&self, spot: &Spot<'_>) -> Option<&'static str> {
        let ways = spot.file.kind.spec().empty_values;
        let written = |way: &&&str| {
            let cells = self.rows.iter().flat_map(|it| it.cells());
            cells.filter(|it| it.is_unset()).any(|it| spot.file.text[it.node().range()] == ***way)
        };
        ways.iter().find(written).or(ways.iter().find(|it| **it == "()")).or(ways.first()).copied()
    }
}

//! One row of the Resource section in lsf.shared, as LIM reads it.

use lsflint_lint::{RowContext, Setting};
use lsflint_spec::{FileKind, ResourceType};
use lsflint_syntax::Token;

/// A definition of a resource.
pub(crate) struct ResourceRow<'c, 'a> {
    /// Its name.
    pub(crate) name: Token<'a>,
    /// Its type; an unset type is Boolean. `None` for an unknown word.
    pub(crate) kind: Option<ResourceType>,
    row: &'c RowContext<'a>,
}

impl<'c, 'a> ResourceRow<'c, 'a> {
    /// The row, if it is in the Resource section and LSF reads it.
    pub(crate) fn of(row: &'c RowContext<'a>) -> Option<ResourceRow<'c, 'a>> {
        let section = &row.table.section;
        let resource =
            section.file.kind() == FileKind::LsfShared && section.spec.is_some_and(|it| it.name == "Resource");
        if !resource || row.broken {
            return None;
        }
        let name = row.cell("RESOURCENAME")?.single_word()?;
        let kind = match row.cell("TYPE") {
            Some(cell) if cell.value.is_some_and(|it| it.is_templated()) => None,
            Some(cell) if cell.has_value() => kind(&cell.single_word()?.text()),
            _ => Some(ResourceType::Boolean),
        };
        Some(ResourceRow { name, kind, row })
    }

    /// The cell of a column, if it has a value.
    pub(crate) fn cell(&self, column: &str) -> Option<Setting<'a>> {
        self.row.cell(column).filter(Setting::has_value)
    }

    /// The cell as a Boolean: `y` and `yes` are true, `n` and `no` are false. `None` for anything else.
    pub(crate) fn yes(&self, column: &str) -> Option<bool> {
        lsflint_spec::yes_no(&self.cell(column)?.single_word()?.text())
    }

    /// Whether the table has the column.
    pub(crate) fn has_column(&self, column: &str) -> bool {
        self.row.cell(column).is_some()
    }

    /// Whether the cell of the column is `()` or `-`.
    pub(crate) fn is_unset(&self, column: &str) -> bool {
        self.row.cell(column).and_then(|it| it.value).is_some_and(|it| it.is_unset())
    }

    /// Whether the resource is Boolean and has no interval.
    pub(crate) fn is_static_boolean(&self) -> bool {
        self.kind == Some(ResourceType::Boolean) && self.cell("INTERVAL").is_none()
    }
}

fn kind(word: &str) -> Option<ResourceType> {
    match word.to_ascii_lowercase().as_str() {
        "boolean" => Some(ResourceType::Boolean),
        "string" => Some(ResourceType::String),
        "numeric" => Some(ResourceType::Numeric),
        _ => None,
    }
}

/// The name of a type in messages.
pub(crate) fn type_name(kind: ResourceType) -> &'static str {
    match kind {
        ResourceType::Boolean => "Boolean",
        ResourceType::String => "String",
        ResourceType::Numeric => "Numeric",
    }
}

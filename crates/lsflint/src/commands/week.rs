//! The rows of the calendar as HTML pages show them.

use lsflint_ide::answers::calendar::Row;
use lsflint_report::condensed;
use lsflint_report::overview::{WeekRow, WeekValue};

/// A row of the calendar.
pub(super) fn week_row(row: &Row) -> WeekRow {
    let value = |value: &str| {
        let week = row.values.iter().find(|it| it.0 == value).map(|it| &it.1);
        WeekValue {
            value: value.to_owned(),
            words: week.map_or(String::new(), |it| it.to_string()),
            spans: week.map_or(Vec::new(), |it| it.spans().to_vec()),
        }
    };
    let plural = if row.names.len() > 1 { "s" } else { "" };
    WeekRow {
        // The parameters of a whole file have its name.
        kind: match row.object.kind.as_str() {
            "parameter" => String::new(),
            kind => format!("{}{plural}", kind.replace('-', " ")),
        },
        names: condensed(row.names.iter().map(String::as_str)),
        what: row.parameter.clone().unwrap_or_default(),
        values: row.in_order().into_iter().map(value).collect(),
    }
}

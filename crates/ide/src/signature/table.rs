//! Signature help in tables: the columns, with that of the cell at the cursor.

use lsflint_spec::ParamSpec;

use super::{SignatureHelp, SignatureParameter};
use crate::completion::Context;
use crate::words;

/// The columns of the table at the cursor.
pub(super) fn of_row(context: &Context<'_>) -> Option<SignatureHelp> {
    let (number, names) = context.row_column()?;
    let spec = context.spec?;
    let count = names.len();
    let mut label = String::new();
    let mut parameters = Vec::with_capacity(count);
    for (index, name) in names.iter().enumerate() {
        if index > 0 {
            label.push_str("  ");
        }
        let start = label.len();
        label.push_str(name);
        let param = spec.param(name).or_else(|| spec.load_index_names.then(|| spec.param("<load_index>")).flatten());
        let place = format!("column {} of {count}: {name}", index + 1);
        let documentation = param.map_or(place.clone(), |it| about(&place, it));
        parameters.push(SignatureParameter { range: start..label.len(), documentation });
    }
    Some(SignatureHelp {
        label,
        documentation: format!("row of {}", spec.name),
        parameters,
        active: (number < count).then_some(number),
    })
}

/// A column: its number, its purpose, its form and default.
fn about(place: &str, param: &ParamSpec) -> String {
    let mut text = format!("{place}\n{}", param.summary);
    if !param.form.is_empty() {
        text.push_str(&format!("\n{}", param.form));
    }
    if !param.unit.is_empty() {
        text.push_str(&format!(", in {}", param.unit));
    }
    if !param.default.is_empty() {
        text.push_str(&format!("\ndefault {}", words::default_value(param.default)));
    }
    text
}

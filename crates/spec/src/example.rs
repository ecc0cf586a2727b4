//! The example of a parameter, as the lines of a file.

use crate::{Layout, ParamSpec, SectionSpec};

impl SectionSpec {
    /// The line that sets a parameter of this section to [`ParamSpec::example`]; of a column, the header and a row,
    /// with the columns that the section requires. Empty without an example.
    pub fn example_of(&self, param: &ParamSpec) -> Vec<String> {
        if param.example.is_empty() {
            return Vec::new();
        }
        match self.layout {
            Layout::Flat => vec![format!("{}={}", param.name, param.example)],
            Layout::Keyed | Layout::Either => vec![format!("{} = {}", param.name, param.example)],
            Layout::Tabular => {
                let mut columns: Vec<&ParamSpec> = self.required.iter().filter_map(|it| self.param(it)).collect();
                if !self.required.contains(&param.name) {
                    columns.push(param);
                }
                let mut lines = [String::new(), String::new()];
                for it in columns {
                    let width = it.name.chars().count().max(it.example.chars().count()) + 2;
                    lines[0] += &format!("{:<width$}", it.name);
                    lines[1] += &format!("{:<width$}", it.example);
                }
                lines.iter().map(|it| it.trim_end().to_owned()).collect()
            }
        }
    }
}

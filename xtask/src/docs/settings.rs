//! The page about lsflint.toml, from the table of its keys, and the JSON Schema next to it.

use std::fmt::Write as _;

use lsflint_project::{ConfigOption, config_options, config_schema};

use super::Site;
use super::markdown::{anchor, cell, code, code_cell};

pub(super) fn write(site: &mut Site) -> anyhow::Result<()> {
    let mut page = String::from(
        "# lsflint.toml\n\nlsflint reads its settings from `lsflint.toml`. For each file, the `lsflint.toml` in the nearest parent \
         folder applies. `--config FILE` uses another file for all files, and `--no-config` ignores configuration files. Without a \
         file, all keys have their defaults. An unknown key is an error, with the most similar key as a suggestion.\n\nThere is a \
         [JSON Schema](lsflint.schema.json) for editors.\n\n| key | description | value | default |\n|---|---|---|---|\n",
    );
    for option in config_options() {
        let _ = writeln!(
            page,
            "| [`{}`](#{}) | {} | {} | {} |",
            option.name,
            anchor(&[option.name]),
            cell(option.summary()),
            cell(&option.shape.to_string()),
            code_cell(option.default)
        );
    }
    for option in config_options() {
        option_part(&mut page, option);
    }
    site.page("reference/settings.md", &page)?;
    site.page("reference/lsflint.schema.json", &config_schema())
}

fn option_part(page: &mut String, option: &ConfigOption) {
    let _ = writeln!(page, "\n## {} {{ #{} }}\n\n{}\n", code(option.name), anchor(&[option.name]), option.doc);
    let mut fact = |label: &str, text: &str| {
        if !text.is_empty() {
            let _ = writeln!(page, "- {label}: {text}");
        }
    };
    fact("value", &cell(&option.shape.to_string()));
    fact("default", &code_cell(option.default));
    fact("applies", option.scope.as_str());
    fact("with `extend`", option.joining.as_str());
    let _ = writeln!(page, "\n```toml\n{}\n```", option.example);
}

//! `config`: lists and explains the settings of lsflint.toml.

use std::io::Write;
use std::process::ExitCode;

use anstyle::Style;
use lsflint_project::{ConfigOption, config_options, config_schema, find_config_option};
use serde::Serialize;

use crate::arguments::{Config, ListFormat};
use crate::output::{Failure, Terminal};

const BOLD: Style = Style::new().bold();

/// The maximum width of text, in characters.
const WIDTH: usize = 100;

#[derive(Serialize)]
struct Document {
    version: u32,
    options: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    summary: &'static str,
    #[serde(rename = "type")]
    shape: String,
    default: &'static str,
    scope: &'static str,
    extend: &'static str,
    doc: &'static str,
    example: &'static str,
}

pub(crate) fn run(arguments: &Config, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let found: Vec<&ConfigOption> = match &arguments.key {
        Some(key) => vec![find_config_option(key.trim()).ok_or_else(|| Failure::new(unknown(key.trim())))?],
        None => config_options().iter().collect(),
    };
    if arguments.schema {
        let mut out = terminal.plain_stdout();
        out.write_all(config_schema().as_bytes())?;
        out.flush()?;
    } else if arguments.output_format == ListFormat::Json {
        let options = found.into_iter().map(row).collect();
        let mut out = terminal.plain_stdout();
        lsflint_report::write_document(&Document { version: 1, options }, &mut out)?;
        out.flush()?;
    } else {
        let mut out = terminal.stdout();
        match arguments.key {
            Some(_) => found.into_iter().try_for_each(|it| page(it, &mut out))?,
            None => list(&found, &mut out)?,
        }
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn unknown(key: &str) -> String {
    let lower = key.to_ascii_lowercase().replace('_', "-");
    let names = config_options().iter().map(|it| it.name);
    let distance = |it: &str| {
        // Also matches the last part: `align` for `fmt.align`.
        let last = it.rsplit('.').next().unwrap_or(it);
        strsim::damerau_levenshtein(&lower, it).min(strsim::damerau_levenshtein(&lower, last))
    };
    let nearest = names.map(|it| (distance(it), it)).filter(|it| it.0 <= 1 + key.len() / 4).min();
    match nearest {
        Some((_, nearest)) => format!("unknown setting `{key}`; did you mean `{nearest}`?"),
        None => format!("unknown setting `{key}`; `lsflint config` lists all settings"),
    }
}

fn row(option: &ConfigOption) -> Row {
    Row {
        name: option.name,
        summary: option.summary(),
        shape: option.shape.to_string(),
        default: option.default,
        scope: option.scope.as_str(),
        extend: option.joining.as_str(),
        doc: option.doc,
        example: option.example,
    }
}

fn list(options: &[&ConfigOption], out: &mut dyn Write) -> std::io::Result<()> {
    let width = options.iter().map(|it| it.name.len()).max().unwrap_or(0);
    for option in options {
        writeln!(out, "{BOLD}{:<width$}{BOLD:#}  {}", option.name, option.summary())?;
    }
    Ok(())
}

fn page(option: &ConfigOption, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "{BOLD}{}{BOLD:#}\n", option.name)?;
    let mut line = String::new();
    for word in option.doc.split_whitespace() {
        if !line.is_empty() && line.len() + 1 + word.len() > WIDTH {
            writeln!(out, "{line}")?;
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    writeln!(out, "{line}\n")?;
    let default = if option.default.is_empty() { "none" } else { option.default };
    writeln!(out, "type:     {}", option.shape)?;
    writeln!(out, "default:  {default}")?;
    writeln!(out, "applies:  {}", option.scope.as_str())?;
    writeln!(out, "extend:   {}", option.joining.as_str())?;
    writeln!(out, "\n{BOLD}Example{BOLD:#}\n")?;
    option.example.lines().try_for_each(|it| writeln!(out, "    {it}"))
}

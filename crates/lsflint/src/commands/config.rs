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
    let keys: Vec<&ConfigOption> = config_options().iter().filter(|it| is_key_of(it, option)).collect();
    writeln!(out, "type:     {}", option.shape)?;
    // The keys of a table have their own defaults.
    if keys.is_empty() {
        writeln!(out, "default:  {}", default_of(option))?;
    }
    writeln!(out, "applies:  {}", option.scope.as_str())?;
    writeln!(out, "extend:   {}", option.joining.as_str())?;
    if !keys.is_empty() {
        writeln!(out, "\n{BOLD}Keys{BOLD:#}\n")?;
    }
    let width = keys.iter().map(|it| it.name.len()).max().unwrap_or(0);
    for key in keys {
        writeln!(out, "    {:<width$}  {} (default: {})", key.name, key.summary(), default_of(key))?;
    }
    writeln!(out, "\n{BOLD}Example{BOLD:#}\n")?;
    option.example.lines().try_for_each(|it| writeln!(out, "    {it}"))
}

fn default_of(option: &ConfigOption) -> &'static str {
    if option.default.is_empty() { "none" } else { option.default }
}

/// Whether a setting is a key of the table of another one: `fmt.align` of `fmt`.
fn is_key_of(key: &ConfigOption, table: &ConfigOption) -> bool {
    key.name.rsplit_once('.').is_some_and(|(before, _)| before == table.name)
}

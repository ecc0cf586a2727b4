//! `man`: the manual, generated from the command-line definition, as a single page or one page per command.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use clap::{Command, CommandFactory};

use crate::arguments::{Arguments, Man};
use crate::output::{Failure, Terminal};

const WRITES: &str = "writing to a string cannot fail";

/// Sections common to all commands.
const COMMON: &str = r#".SH EXIT STATUS
.TP
.B 0
No findings at or above the fail level.
.TP
.B 1
Findings at or above the fail level, or an invalid string.
.TP
.B 2
lsflint failed: invalid arguments, unreadable input, an invalid lsflint.toml, or an internal error.
.SH ENVIRONMENT
.TP
.BR NO_COLOR ", " CLICOLOR_FORCE
Disable colours; force colours even if the output is not a terminal.
.TP
.B LSFLINT_LOG
Log level of the language server on stderr, for example \fBdebug\fR.
.SH FILES
.TP
.I lsflint.toml
The settings: the nearest file in the directory of the checked files or its parents.
"#;

pub(crate) fn run(arguments: &Man, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let mut program = Arguments::command();
    program.build();
    if let Some(folder) = &arguments.folder {
        let mut written = 0;
        write_pages(&program, &program, folder, &mut written)?;
        if !terminal.quiet {
            terminal.note(&format!("wrote {written} pages to {}", folder.display()));
        }
        return Ok(ExitCode::SUCCESS);
    }
    let mut page = title("lsflint");
    head(&mut page, &program, &program);
    page.push_str(COMMON);
    parts(&mut page, &program);
    let mut out = terminal.plain_stdout();
    out.write_all(page.as_bytes())?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The visible subcommands of a command.
fn below(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|it| it.get_name() != "help" && !it.is_hide_set())
}

/// The full name of a command, such as `lsflint resreq check`.
fn name(command: &Command) -> &str {
    command.get_bin_name().unwrap_or(command.get_name())
}

/// Writes a page for a command and all its subcommands.
fn write_pages(command: &Command, program: &Command, folder: &Path, written: &mut usize) -> Result<(), Failure> {
    let file_name = name(command).replace(' ', "-");
    let mut page = title(&file_name);
    head(&mut page, command, program);
    page.push_str(COMMON);
    page.push_str(".SH SEE ALSO\n");
    let above = name(command).rsplit_once(' ').map(|it| it.0.replace(' ', "-"));
    let others = above.into_iter().chain(below(command).map(|it| name(it).replace(' ', "-")));
    let others: Vec<String> = others.map(|it| format!(".BR {} (1)", escaped(&it))).collect();
    page.push_str(&others.join(",\n"));
    page.push('\n');
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::new(format!("cannot create the directory `{}`: {error}", folder.display())))?;
    let file = folder.join(format!("{file_name}.1"));
    std::fs::write(&file, page).map_err(|error| Failure::new(format!("cannot write `{}`: {error}", file.display())))?;
    *written += 1;
    below(command).try_for_each(|it| write_pages(it, program, folder, written))
}

/// The title line, without a date, so that the output is reproducible.
fn title(name: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    // clap_mangen represents an apostrophe by this string.
    format!(
        ".ie \\n(.g .ds Aq \\(aq\n.el .ds Aq '\n.TH {} 1 \"\" \"lsflint {version}\" \"lsflint manual\"\n",
        escaped(name)
    )
}

/// Writes the sections of one command.
fn head(page: &mut String, command: &Command, program: &Command) {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let about = escaped(about.trim_end_matches('.'));
    write!(page, ".SH NAME\n{} \\- {about}\n", escaped(&name(command).replace(' ', "-"))).expect(WRITES);
    write!(page, ".SH SYNOPSIS\n{}\n", synopsis(command)).expect(WRITES);
    let (notes, examples) = after_help(command);
    if !notes.is_empty() || std::ptr::eq(command, program) {
        page.push_str(".SH DESCRIPTION\n");
        if std::ptr::eq(command, program) {
            writeln!(page, "{about}.").expect(WRITES);
        }
        page.push_str(&notes);
    }
    page.push_str(&options(command));
    let commands: Vec<&Command> = below(command).collect();
    if !commands.is_empty() {
        page.push_str(".SH COMMANDS\n");
        for it in commands {
            let about = it.get_about().map(ToString::to_string).unwrap_or_default();
            write!(page, ".TP\n.B {}\n{}.\n", escaped(name(it)), escaped(&about)).expect(WRITES);
        }
    }
    if !examples.is_empty() {
        write!(page, ".SH EXAMPLES\n.nf\n{examples}.fi\n").expect(WRITES);
    }
}

/// Writes the subcommands as sections of the same page.
fn parts(page: &mut String, command: &Command) {
    for it in below(command) {
        writeln!(page, ".SH {}", escaped(&name(it).to_uppercase())).expect(WRITES);
        let about = it.get_about().map(ToString::to_string).unwrap_or_default();
        write!(page, "{}.\n.PP\n{}\n", escaped(&about), synopsis(it)).expect(WRITES);
        let (notes, examples) = after_help(it);
        page.push_str(&notes);
        page.push_str(&own_options(it));
        if !examples.is_empty() {
            write!(page, ".SS EXAMPLES\n.nf\n{examples}.fi\n").expect(WRITES);
        }
        parts(page, it);
    }
}

fn synopsis(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim().strip_prefix("Usage:").unwrap_or(&usage).trim().to_owned();
    let rest = usage.strip_prefix(name(command)).unwrap_or_default();
    format!("\\fB{}\\fR{}", escaped(name(command)), escaped(rest))
}

/// The section of options as clap_mangen writes it.
fn options(command: &Command) -> String {
    let mut text = Vec::new();
    let written = clap_mangen::Man::new(command.clone()).render_options_section(&mut text);
    // Writing to a vector cannot fail, and options are UTF-8.
    let text = written.ok().and_then(|()| String::from_utf8(text).ok()).unwrap_or_default();
    // Removes the prologue, which the page already has.
    text.find(".SH ").map_or(String::new(), |it| text[it..].to_owned())
}

/// The options of a command, without the global ones.
fn own_options(command: &Command) -> String {
    let text = options(command);
    let sections = text.split(".SH ").filter(|it| !it.is_empty() && !it.starts_with("\"GLOBAL OPTIONS"));
    sections.map(|it| format!(".SS {it}")).collect()
}

/// The text after the options, split into paragraphs and examples.
fn after_help(command: &Command) -> (String, String) {
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (mut notes, mut examples) = (String::new(), String::new());
    for paragraph in text.split("\n\n") {
        match paragraph.strip_prefix("Examples:\n") {
            Some(lines) => lines.lines().for_each(|it| writeln!(examples, "{}", escaped(it)).expect(WRITES)),
            // Exit codes have a separate section.
            None if paragraph.starts_with("Exit codes:") => {}
            None if paragraph.contains("\n  ") => {
                let lines: Vec<String> = paragraph.lines().map(escaped).collect();
                write!(notes, ".PP\n.nf\n{}\n.fi\n", lines.join("\n")).expect(WRITES);
            }
            None if paragraph.trim().is_empty() => {}
            None => write!(notes, ".PP\n{}\n", escaped(&paragraph.replace('\n', " "))).expect(WRITES),
        }
    }
    (notes, examples)
}

/// Escapes a text for roff.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    let guard = if text.starts_with(['.', '\'']) { "\\&" } else { "" };
    format!("{guard}{text}")
}

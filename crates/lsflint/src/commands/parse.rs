//! `parse`: prints the syntax tree of a file.

use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;

use lsflint_project::{Cause, Decoded, Problem};
use lsflint_spec::FileKind;

use crate::arguments::Parse;
use crate::output::{Failure, Terminal};

pub(crate) fn run(arguments: &Parse, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let kind = arguments.kind.as_deref().map(kind_named).transpose()?;
    let shown = arguments.file.to_string_lossy();
    let Decoded { text, .. } = read(&arguments.file, &shown).map_err(Failure::new)?;
    let name = arguments.file.file_name().unwrap_or_default().to_string_lossy();
    let kind = kind.or_else(|| lsflint_project::recognise(&name, &text).map(|it| it.kind));
    let Some(kind) = kind else {
        return Err(Failure::new(format!("{}; or set `--kind`", Problem::at(shown, Cause::Unrecognised))));
    };
    let parse = lsflint_syntax::parse(&text, kind);
    let mut out = terminal.plain_stdout();
    out.write_all(parse.dump().as_bytes())?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn read(file: &Path, shown: &str) -> Result<Decoded, Problem> {
    if file != Path::new("-") {
        return lsflint_project::read_file(file, shown);
    }
    let mut bytes = Vec::new();
    match std::io::stdin().read_to_end(&mut bytes) {
        Ok(_) => lsflint_project::decode(bytes, "<stdin>"),
        Err(source) => Err(Problem::at("<stdin>", Cause::Unreadable(source))),
    }
}

fn kind_named(given: &str) -> Result<FileKind, Failure> {
    FileKind::from_name(given).or_else(|| FileKind::ALL.into_iter().find(|it| it.name() == given)).ok_or_else(|| {
        let names: Vec<&str> = FileKind::ALL.into_iter().map(FileKind::name).collect();
        Failure::new(format!("unknown file kind `{given}`; expected one of {}", names.join(", ")))
    })
}

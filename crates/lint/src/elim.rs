//! Checks what elims write, and the files of LSF_SERVERDIR.

use lsflint_model::Cluster;
use lsflint_model::elim::ElimFile;
use lsflint_syntax::ast::{AstNode, ElimLine};
use lsflint_syntax::{Parse, TextSize};

use crate::context::{ElimContext, Expected, ServerFilesContext};
use crate::diagnostic::{self, Diagnostic};
use crate::registry::Registry;
use crate::settings::Settings;

/// Checks one line that an elim wrote. Offsets count from its start.
pub fn check_elim_line(
    text: &str,
    cluster: &Cluster,
    expected: Option<Expected<'_>>,
    settings: &Settings,
    registry: &Registry,
) -> Vec<Diagnostic> {
    let parse: Parse = lsflint_syntax::parse_elim_line(text);
    let Some(line) = ElimLine::cast(parse.root()) else { return Vec::new() };
    let context = ElimContext { cluster, line, errors: parse.errors(), text, expected };
    let mut found = Vec::new();
    for check in &registry.elim_line {
        check.run(&context, &mut found);
    }
    finish(found, settings)
}

/// Checks all that an elim wrote, line by line; blank lines are nothing. Offsets count from the start of the text.
pub fn check_elim_output(
    text: &str,
    cluster: &Cluster,
    expected: Option<Expected<'_>>,
    settings: &Settings,
    registry: &Registry,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut start = TextSize::new(0);
    for line in text.split_inclusive('\n') {
        if !line.trim().is_empty() {
            let here = check_elim_line(line.trim_end(), cluster, expected, settings, registry);
            found.extend(here.into_iter().map(|it| it.moved(start)));
        }
        start += TextSize::of(line);
    }
    found
}

/// The names of files, one per line: the text that findings about them point into.
pub fn server_files_text(files: &[ElimFile]) -> String {
    files.iter().flat_map(|it| [it.name.as_str(), "\n"]).collect()
}

/// Checks the files of LSF_SERVERDIR. Offsets count in [`server_files_text`].
pub fn check_server_files(
    files: &[ElimFile],
    cluster: &Cluster,
    settings: &Settings,
    registry: &Registry,
) -> Vec<Diagnostic> {
    let context = ServerFilesContext { cluster, files };
    let mut found = Vec::new();
    for check in &registry.server_files {
        check.run(&context, &mut found);
    }
    finish(found, settings)
}

fn finish(mut found: Vec<Diagnostic>, settings: &Settings) -> Vec<Diagnostic> {
    settings.apply_severities(&mut found);
    diagnostic::sort(&mut found);
    found
}

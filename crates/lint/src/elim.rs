//! Checks the output of elims, and the files of LSF_SERVERDIR.

use lsflint_model::Cluster;
use lsflint_model::elim::ElimFile;
use lsflint_syntax::ast::{AstNode, ElimLine};
use lsflint_syntax::{Parse, TextSize};

use crate::context::{ElimContext, Expected, ServerFilesContext};
use crate::diagnostic::{self, Diagnostic};
use crate::registry::Registry;
use crate::settings::Settings;

/// Checks one line of the output of an elim. Offsets are relative to its start.
pub fn check_elim_line(
    text: &str,
    cluster: &Cluster,
    expected: Option<Expected<'_>>,
    settings: &Settings,
    registry: &Registry,
) -> Vec<Diagnostic> {
    let parse: Parse = lsflint_syntax::parse_elim_line(text);
    let Some(line) = parse.root().node().and_then(ElimLine::cast) else { return Vec::new() };
    let context = ElimContext { cluster, line, errors: parse.errors(), text, expected };
    let mut found = Vec::new();
    for check in &registry.elim_line {
        check.run(&context, &mut found);
    }
    finish(found, settings)
}

/// Checks the whole output of an elim, line by line, except blank lines. Offsets are relative to the start of the text.
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

/// The names of files, one per line: the text to which findings about them refer.
pub fn server_files_text(files: &[ElimFile]) -> String {
    files.iter().flat_map(|it| [it.name.as_str(), "\n"]).collect()
}

/// Checks the files of LSF_SERVERDIR. Offsets refer to [`server_files_text`].
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

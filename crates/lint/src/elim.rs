//! Lines that elims write, and the files of LSF_SERVERDIR: neither stands in a file of the configuration.

use lsflint_model::elim::ElimFile;
use lsflint_model::{Cluster, Resource};
use lsflint_syntax::ast::{AstNode, ElimLine};
use lsflint_syntax::{ErrorKind, Parse, SyntaxError, TextRange, TextSize, Token, ValueError};

use crate::diagnostic::{Diagnostic, Findings};
use crate::registry::Registry;
use crate::settings::Settings;
use crate::walk::sort;

/// What is expected from the elims of one host.
#[derive(Debug, Clone, Copy)]
pub struct Expected<'a> {
    /// The host.
    pub host: &'a str,
    /// Its LSF_RESOURCES.
    pub resources: &'a [&'a str],
}

/// One line that an elim wrote.
#[derive(Clone, Copy)]
pub struct ElimContext<'a> {
    /// What the cluster says.
    pub cluster: &'a Cluster,
    /// The line.
    pub line: ElimLine<'a>,
    /// Its syntax errors.
    pub errors: &'a [SyntaxError],
    /// Its text.
    pub text: &'a str,
    /// What is expected from the host it comes from; `None` when that is not known.
    pub expected: Option<Expected<'a>>,
}

impl<'a> ElimContext<'a> {
    /// The names with what is known about their resources, and their values. None when it is not sure which words are names: then the
    /// syntax error speaks for the line.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = ElimReport<'a>> + use<'a> {
        let resources = &self.cluster.resources;
        let aligned = !self.errors.iter().any(|it| matches!(it.kind, ErrorKind::Value(ValueError::Expected(_))));
        self.line.pairs().filter(move |_| aligned).filter_map(move |it| {
            let name = it.name()?;
            Some(ElimReport { name, value: it.value(), resource: resources.get(&name.text()) })
        })
    }
}

/// A name and its value.
#[derive(Clone, Copy)]
pub(crate) struct ElimReport<'a> {
    pub(crate) name: Token<'a>,
    pub(crate) value: Option<Token<'a>>,
    /// What is known about the resource.
    pub(crate) resource: Option<Resource>,
}

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
    let mut findings = Findings::default();
    for check in &registry.elim_line {
        check(&context, &mut findings);
    }
    finish(findings, settings)
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

/// The files of LSF_SERVERDIR.
#[derive(Clone, Copy)]
pub struct ServerFilesContext<'a> {
    /// What the cluster says.
    pub cluster: &'a Cluster,
    /// The files in the order of [`server_files_text`].
    pub files: &'a [ElimFile],
}

impl<'a> ServerFilesContext<'a> {
    /// The files, each with its line in [`server_files_text`].
    pub(crate) fn lines(&self) -> impl Iterator<Item = (&'a ElimFile, TextRange)> + use<'a> {
        let mut start = TextSize::new(0);
        self.files.iter().map(move |file| {
            let range = TextRange::at(start, TextSize::of(file.name.as_str()));
            start = range.end() + TextSize::of('\n');
            (file, range)
        })
    }
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
    let mut findings = Findings::default();
    for check in &registry.server_files {
        check(&context, &mut findings);
    }
    finish(findings, settings)
}

fn finish(findings: Findings, settings: &Settings) -> Vec<Diagnostic> {
    let mut found = findings.found;
    settings.apply_severities(&mut found);
    sort(&mut found);
    found
}

//! Lines of elim output, and the files of LSF_SERVERDIR: neither is part of the configuration.

use lsflint_model::elim::ElimFile;
use lsflint_model::{Cluster, Resource};
use lsflint_syntax::ast::ElimLine;
use lsflint_syntax::{ErrorKind, SyntaxError, TextRange, TextSize, Token, ValueError};

/// What is expected from the elims of one host.
#[derive(Debug, Clone, Copy)]
pub struct Expected<'a> {
    /// The host.
    pub host: &'a str,
    /// Its LSF_RESOURCES.
    pub resources: &'a [&'a str],
}

/// One line of the output of an elim.
#[derive(Clone, Copy)]
pub struct ElimContext<'a> {
    /// The facts of the cluster.
    pub cluster: &'a Cluster,
    /// The line.
    pub line: ElimLine<'a>,
    /// Its syntax errors.
    pub errors: &'a [SyntaxError],
    /// Its text.
    pub text: &'a str,
    /// What is expected from its host; `None` if unknown.
    pub expected: Option<Expected<'a>>,
}

impl<'a> ElimContext<'a> {
    /// The names, their values and the known resources. Empty if it is uncertain which words are names; the syntax
    /// error is reported instead.
    pub fn pairs(&self) -> impl Iterator<Item = ElimReport<'a>> + use<'a> {
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
pub struct ElimReport<'a> {
    /// The name.
    pub name: Token<'a>,
    /// The value.
    pub value: Option<Token<'a>>,
    /// What is known about the resource.
    pub resource: Option<Resource>,
}

/// The files of LSF_SERVERDIR.
#[derive(Clone, Copy)]
pub struct ServerFilesContext<'a> {
    /// The facts of the cluster.
    pub cluster: &'a Cluster,
    /// The files in the order of [`server_files_text`](crate::server_files_text).
    pub files: &'a [ElimFile],
}

impl<'a> ServerFilesContext<'a> {
    /// The files, each with its line in [`server_files_text`](crate::server_files_text).
    pub fn lines(&self) -> impl Iterator<Item = (&'a ElimFile, TextRange)> + use<'a> {
        let mut start = TextSize::new(0);
        self.files.iter().map(move |file| {
            let range = TextRange::at(start, TextSize::of(file.name.as_str()));
            start = range.end() + TextSize::of('\n');
            (file, range)
        })
    }
}

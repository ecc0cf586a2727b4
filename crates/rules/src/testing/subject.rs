//! What a rule can be asked about in tests.

use lsflint_lint::{Diagnostic, Expected};
use lsflint_model::Cluster;
use lsflint_spec::ConnectorKind;

use super::findings::{
    SETTINGS, command_findings, connector_findings, elim_findings, file_findings, script_findings, server_findings,
    sources, surroundings_of,
};
use super::source::{Place, Source};

/// What a text is.
pub(super) enum Subject {
    /// A file with this name.
    File(String),
    /// Lines of a file, between other lines.
    Lines(Place),
    /// A requirement string as from the command line, and the command that reads it; `bsub` if empty.
    Requirement(String),
    /// A line that an elim wrote, with its host and the resources of that.
    Elim(Option<(String, Vec<String>)>),
    /// A script that submits jobs.
    Script { each: bool },
    /// The files of LSF_SERVERDIR.
    ServerDir,
    /// A file of the resource connector.
    Connector(String),
}

impl Subject {
    /// What is not a file of the configuration.
    pub(super) fn special(header: &str) -> Option<Subject> {
        if let Some(each) = header.strip_prefix("each ") {
            return Some(Subject::each(each).unwrap_or_else(|| panic!("lines of `{each}` cannot be checked alone")));
        }
        Some(match header.split(' ').next()? {
            "resreq" => Subject::Requirement(header.strip_prefix("resreq ").unwrap_or_default().to_owned()),
            "elim" => {
                let from = header.strip_prefix("elim ").and_then(|it| it.split_once(':'));
                let resources = |it: &str| it.split(',').filter(|it| !it.is_empty()).map(str::to_owned).collect();
                Subject::Elim(from.map(|(host, it)| (host.to_owned(), resources(it))))
            }
            "job.sh" => Subject::Script { each: false },
            "LSF_SERVERDIR" => Subject::ServerDir,
            name if ConnectorKind::from_name(name).is_some() => Subject::Connector(name.to_owned()),
            _ => return None,
        })
    }

    /// What `//- each NAME` can name, with what is around the line. `//- each SECTION of FILE` is lines of any section.
    fn each(name: &str) -> Option<Subject> {
        match name {
            "lsf.conf" => Some(Subject::Lines(Place::whole(name))),
            "job.sh" => Some(Subject::Script { each: true }),
            _ => Place::in_section(name).map(Subject::Lines),
        }
    }

    /// A text with what is around it in its file.
    pub(super) fn wrap(&self, text: &str) -> String {
        match self {
            Subject::Lines(Place { before, after, .. }) => format!("{before}{text}{after}"),
            Subject::Requirement(_) | Subject::Elim(_) => text.strip_suffix('\n').unwrap_or(text).to_owned(),
            _ => text.to_owned(),
        }
    }

    /// The text without what is around it.
    pub(super) fn unwrap<'t>(&self, text: &'t str) -> &'t str {
        match self {
            Subject::Lines(Place { before, after, .. }) => {
                let inner = text.strip_prefix(&**before).and_then(|it| it.strip_suffix(&**after));
                inner.unwrap_or_else(|| panic!("the fix changes other lines, too:\n{text}"))
            }
            _ => text,
        }
    }

    /// How many lines [`Subject::wrap`] puts before the text.
    pub(super) fn lines_before(&self) -> usize {
        match self {
            Subject::Lines(Place { before, .. }) => before.matches('\n').count(),
            _ => 0,
        }
    }

    /// All findings in a text, with the text that their places are in.
    pub(super) fn findings(&self, text: &str, files: &[Source<'_>]) -> (String, Vec<Diagnostic>) {
        let settings: String = files.iter().filter(|it| it.name == SETTINGS).map(|it| &*it.text).collect();
        let files = files.iter().filter(|it| it.name != SETTINGS);
        let mut files: Vec<(&str, &str)> = files.map(|it| (&*it.name, &*it.text)).collect();
        let cluster = || Cluster::surrounded(&sources(&files), None, &surroundings_of(&settings));
        let found = match self {
            Subject::File(file) => {
                // The order of the files matters to rules about duplicate names.
                let index = files.iter().position(|it| it.0 == file).expect("the file is one of the case");
                files[index].1 = text;
                file_findings(&files, index)
            }
            Subject::Lines(Place { file, .. }) => {
                files.retain(|it| it.0 != file);
                files.insert(0, (file, text));
                file_findings(&files, 0)
            }
            Subject::Requirement(command) => command_findings(command, text, &cluster()),
            Subject::Elim(None) => elim_findings(text, &cluster(), None),
            Subject::Elim(Some((host, resources))) => {
                let resources: Vec<&str> = resources.iter().map(String::as_str).collect();
                elim_findings(text, &cluster(), Some(Expected { host, resources: &resources }))
            }
            Subject::Script { .. } => script_findings(text, &cluster()),
            Subject::Connector(name) => connector_findings(&[(name, text)], &cluster()),
            Subject::ServerDir => {
                let names: Vec<&str> = text.lines().collect();
                return server_findings(&names, &cluster());
            }
        };
        (text.to_owned(), found)
    }
}

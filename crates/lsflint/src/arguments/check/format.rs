//! The formats of `check`.

use std::path::PathBuf;

use clap::ValueEnum;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// Excerpts, what LSF does, what to do
    Full,
    /// file:line:col: code severity message
    Concise,
    /// One JSON document
    Json,
    /// One JSON document per finding, each on a line
    JsonLines,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// Code Quality of GitLab
    Gitlab,
    /// XML in which a finding is a failed test
    Junit,
    /// XML as Checkstyle writes it
    Checkstyle,
    /// One page for people, with an overview of every cluster
    Html,
}

impl OutputFormat {
    /// Whether people read it, and not machines.
    pub(crate) fn is_for_people(self) -> bool {
        matches!(self, OutputFormat::Full | OutputFormat::Concise)
    }

    /// Whether it shows what the clusters are, besides the findings.
    pub(crate) fn shows_clusters(self) -> bool {
        self == OutputFormat::Html
    }

    /// Whether it says what findings are known by.
    pub(crate) fn needs_fingerprints(self) -> bool {
        matches!(self, OutputFormat::Sarif | OutputFormat::Gitlab)
    }
}

/// `FORMAT=FILE`.
pub(super) fn report_pair(text: &str) -> Result<(OutputFormat, PathBuf), String> {
    let Some((format, file)) = text.split_once('=').filter(|it| !it.1.is_empty()) else {
        return Err("expected FORMAT=FILE, for example json=found.json".to_owned());
    };
    let known = OutputFormat::value_variants();
    let names = || known.iter().filter_map(OutputFormat::to_possible_value).map(|it| it.get_name().to_owned());
    let found = <OutputFormat as ValueEnum>::from_str(format, false);
    let list = names().collect::<Vec<_>>().join(", ");
    Ok((found.map_err(|_| format!("`{format}` is no format, expected one of {list}"))?, PathBuf::from(file)))
}

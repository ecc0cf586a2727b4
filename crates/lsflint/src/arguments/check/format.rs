//! The output formats of `check`.

use std::path::PathBuf;

use clap::ValueEnum;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// Source excerpts with effect and help
    Full,
    /// file:line:col: code severity message
    Concise,
    /// One JSON document
    Json,
    /// One JSON document per line and finding
    JsonLines,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// GitHub Actions annotations
    Github,
    /// GitLab Code Quality report
    Gitlab,
    /// JUnit XML, with findings as failed tests
    Junit,
    /// Checkstyle XML
    Checkstyle,
    /// HTML page with an overview of every cluster
    Html,
}

impl OutputFormat {
    /// Whether the format is meant for people.
    pub(crate) fn is_for_people(self) -> bool {
        matches!(self, OutputFormat::Full | OutputFormat::Concise)
    }

    /// Whether the format includes an overview of the clusters.
    pub(crate) fn shows_clusters(self) -> bool {
        self == OutputFormat::Html
    }

    /// Whether the format includes fingerprints of findings.
    pub(crate) fn needs_fingerprints(self) -> bool {
        matches!(self, OutputFormat::Sarif | OutputFormat::Gitlab)
    }
}

/// Parses `FORMAT=FILE`.
pub(super) fn report_pair(text: &str) -> Result<(OutputFormat, PathBuf), String> {
    let Some((format, file)) = text.split_once('=').filter(|it| !it.1.is_empty()) else {
        return Err("expected FORMAT=FILE, for example json=found.json".to_owned());
    };
    let known = OutputFormat::value_variants();
    let names = || known.iter().filter_map(OutputFormat::to_possible_value).map(|it| it.get_name().to_owned());
    let found = <OutputFormat as ValueEnum>::from_str(format, false);
    let list = names().collect::<Vec<_>>().join(", ");
    Ok((found.map_err(|_| format!("unknown format `{format}`; expected one of {list}"))?, PathBuf::from(file)))
}

//! Files of the resource connector. They have no comments, so nothing in them suppresses a finding.

use lsflint_model::Cluster;
use lsflint_model::connector::ConnectorFile;

use crate::context::ConnectorContext;
use crate::diagnostic::{self, Diagnostic};
use crate::fingerprint::{Fingerprint, fingerprints_of_text};
use crate::registry::Registry;
use crate::settings::Settings;

/// Runs the rules of the registry over a file of the resource connector. `files` are all of the cluster. The findings
/// are sorted by position, then code.
pub fn check_connector(
    file: &ConnectorFile,
    files: &[ConnectorFile],
    cluster: &Cluster,
    settings: &Settings,
    registry: &Registry,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for check in &registry.connector {
        check.run(&ConnectorContext { file, files, cluster: cluster.view() }, &mut found);
    }
    settings.apply_severities(&mut found);
    diagnostic::sort(&mut found);
    found
}

/// The fingerprints of the findings of such a file, in the same order.
pub fn connector_fingerprints(file: &ConnectorFile, found: &[Diagnostic]) -> Vec<Fingerprint> {
    fingerprints_of_text(&file.text, found)
}

//! Files of the resource connector.

use lsflint_model::View;
use lsflint_model::connector::ConnectorFile;

/// A file of the resource connector in its cluster.
#[derive(Clone, Copy)]
pub struct ConnectorContext<'a> {
    /// The file.
    pub file: &'a ConnectorFile,
    /// All files of the resource connector of the cluster, with this one.
    pub files: &'a [ConnectorFile],
    /// The facts of the cluster.
    pub cluster: View<'a>,
}

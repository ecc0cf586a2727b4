//! The facts of a cluster, as rules see them that look at no text.

use lsflint_model::{Entity, View};
use lsflint_spec::FileKind;

/// The records of all files of one kind, and what surrounds them.
#[derive(Clone, Copy)]
pub struct FactsContext<'a> {
    /// The facts of the cluster.
    pub cluster: View<'a>,
    kind: FileKind,
}

impl<'a> FactsContext<'a> {
    /// The context of the files of a kind.
    pub(crate) fn new(cluster: View<'a>, kind: FileKind) -> FactsContext<'a> {
        FactsContext { cluster, kind }
    }

    /// The kind of the files.
    pub fn kind(&self) -> FileKind {
        self.kind
    }

    /// The records of a section of these files, in order.
    pub fn all(&self, section: &str) -> impl Iterator<Item = Entity<'a>> + use<'a> {
        self.cluster.all(self.kind, section)
    }
}

//! Clusters for tests.

use std::sync::Arc;

use lsflint_model::{AsRead, Cluster, SourceFile};
use lsflint_spec::FileKind;

/// A cluster of files by name, as written.
pub(crate) fn cluster(files: &[(&str, &str)]) -> AsRead {
    let file = |&(name, text): &(&str, &str)| {
        let kind = FileKind::from_name(name).unwrap_or_else(|| panic!("`{name}` is not an LSF file"));
        SourceFile::new(name, kind, text.to_owned())
    };
    let files: Vec<SourceFile> = files.iter().map(file).collect();
    AsRead::as_written(Arc::new(Cluster::of(&files, None)))
}

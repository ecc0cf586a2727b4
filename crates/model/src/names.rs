//! The names that sections define and other files refer to.

use lsflint_spec::FileKind;
use rustc_hash::FxHashSet;

use crate::{Knowledge, View};

/// The names that the sections of one kind define.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    names: FxHashSet<String>,
    /// Whether an unknown name is certainly undefined.
    pub knowledge: Knowledge,
}

impl Names {
    /// The names that a section of one kind of file defines. Unknown if there is no such section.
    pub(crate) fn of(view: View<'_>, kind: FileKind, section: &'static str) -> Names {
        let mut rows = view.all(kind, section).peekable();
        if rows.peek().is_none() && !view.has_section(kind, section) {
            return Names::default();
        }
        let names = rows.map(|it| it.name().into_owned()).filter(|it| !it.is_empty()).collect();
        Names { names, knowledge: view.knowledge(kind) }
    }

    /// Whether the name is defined. Names are case-sensitive, as in LSF.
    pub fn contains(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// All names, in arbitrary order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }
}

/// The cluster name in a file name `lsf.cluster.NAME`; `None` for other names, or if a template fills it in.
pub fn cluster_of_file(path: &str) -> Option<&str> {
    let base = path.rsplit('/').next().unwrap_or(path);
    let name = base.strip_prefix(FileKind::LsfCluster.name())?.strip_prefix('.')?;
    let plain = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '-');
    (!name.is_empty() && name.chars().all(plain)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cluster, SourceFile};

    #[track_caller]
    fn check(text: &str, names: &[&str], knowledge: Knowledge) {
        let files = [SourceFile::new("lsf.shared", FileKind::LsfShared, text)];
        let found = Cluster::of(&files, None).host_types;
        let mut sorted: Vec<&str> = found.iter().collect();
        sorted.sort_unstable();
        assert_eq!((sorted.as_slice(), found.knowledge), (names, knowledge));
    }

    #[test]
    fn names_stand_in_a_column() {
        check("Begin HostType\nTYPENAME\nLINUX\nX86_64\nEnd HostType\n", &["LINUX", "X86_64"], Knowledge::Complete);
        check("Begin Cluster\nClusterName\nc\nEnd Cluster\n", &[], Knowledge::Unknown);
    }

    #[test]
    fn files_of_clusters() {
        assert_eq!(cluster_of_file("conf/lsf.cluster.west-1"), Some("west-1"));
        for path in ["lsf.cluster", "lsf.cluster.", "lsf.cluster.@NAME@", "lsf.cluster.west.j2", "more/hosts"] {
            assert_eq!(cluster_of_file(path), None, "{path}");
        }
    }

    #[test]
    fn templates_leave_gaps() {
        check("Begin HostType\nTYPENAME\n{{ type }}\nLINUX\nEnd HostType\n", &["LINUX"], Knowledge::Partial);
    }
}

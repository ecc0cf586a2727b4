//! The files that LSF reads together.

use std::sync::Arc;

use lsflint_spec::{FileKind, Target};

use crate::{Knowledge, Names, Resources, SourceFile, Switches};

/// What is known across the files of one cluster while one of them is judged. It holds no trees: files can be dropped after they were
/// read into it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Cluster {
    /// Settings that change how other files are read.
    pub switches: Switches,
    /// The kinds of file in view, in order.
    pub kinds: Vec<FileKind>,
    /// The resources in view.
    pub resources: Resources,
    /// The host types of lsf.shared.
    pub host_types: Names,
    /// The host models of lsf.shared.
    pub host_models: Names,
    /// `#INCLUDE` lines whose file is not in view. Filled in by the room that looked for them.
    pub missing_includes: Vec<MissingInclude>,
    /// `#INCLUDE` lines whose file includes the file they stand in, at once or through others: the path of the file with the line and
    /// the included path as written. Filled in by the room that followed them.
    pub include_cycles: Vec<(Arc<str>, String)>,
}

/// An `#INCLUDE` line whose file is not in view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingInclude {
    /// The path of the file with the line.
    pub file: Arc<str>,
    /// The included path as written.
    pub included: String,
    /// It is surely missing: the folder it should be in is there. Otherwise the configuration belongs to another machine.
    pub certain: bool,
}

impl Cluster {
    /// Reads what the files of a cluster say about each other. `target`: what the user asked for, if anything.
    pub fn of(files: &[SourceFile], target: Option<&Target>) -> Cluster {
        let mut kinds: Vec<FileKind> = files.iter().map(|it| it.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        Cluster {
            kinds,
            switches: Switches::of(files, target),
            resources: Resources::of(files),
            host_types: Names::of_column(files, FileKind::LsfShared, "HostType", "TYPENAME"),
            host_models: Names::of_column(files, FileKind::LsfShared, "HostModel", "MODELNAME"),
            missing_includes: Vec::new(),
            include_cycles: Vec::new(),
        }
    }

    /// Notes that a part of a file of this kind is not in view: what is not defined in the rest may be defined there.
    pub fn note_gap(&mut self, kind: FileKind) {
        let partly = |knowledge: &mut Knowledge| *knowledge = (*knowledge).min(Knowledge::Partial);
        match kind {
            FileKind::LsfShared => {
                partly(&mut self.resources.knowledge);
                partly(&mut self.host_types.knowledge);
                partly(&mut self.host_models.knowledge);
            }
            FileKind::LsfConf => partly(&mut self.switches.lsf_conf),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_leaves_nothing_complete() {
        let shared = "Begin HostType\nTYPENAME\nX86\nEnd HostType\n";
        let mut cluster = Cluster::of(&[SourceFile::new("lsf.shared", FileKind::LsfShared, shared)], None);
        assert_eq!(cluster.resources.knowledge, Knowledge::Complete);
        cluster.note_gap(FileKind::LsfShared);
        assert_eq!(cluster.resources.knowledge, Knowledge::Partial);
        assert_eq!(cluster.host_types.knowledge, Knowledge::Partial);
        assert_eq!(cluster.host_models.knowledge, Knowledge::Unknown, "a gap in nothing is nothing");
    }
}

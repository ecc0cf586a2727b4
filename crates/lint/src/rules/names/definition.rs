//! Which section defines names, and where in the section the name stands.

use lsflint_spec::{FileKind, SectionSpec};

/// One kind of definition.
pub(super) struct Definition {
    /// The file.
    pub(super) file: FileKind,
    /// The section.
    pub(super) section: &'static str,
    /// The column or key of the name.
    pub(super) name: &'static str,
    /// What is defined.
    pub(super) what: &'static str,
    /// Whether the reader of LSF, or one of its relatives, is known to drop the second definition.
    pub(super) second_dropped: bool,
}

const fn definition(file: FileKind, section: &'static str, name: &'static str, what: &'static str) -> Definition {
    Definition { file, section, name, what, second_dropped: true }
}

/// A definition for which it is not known what a second one does.
const fn uncertain(file: FileKind, section: &'static str, name: &'static str, what: &'static str) -> Definition {
    Definition { file, section, name, what, second_dropped: false }
}

/// All of them. ResourceMap is not here: its rows say where a resource is, and a rule of its own speaks about two rows.
pub(super) static DEFINITIONS: &[Definition] = &[
    definition(FileKind::LsfShared, "HostType", "TYPENAME", "host type"),
    uncertain(FileKind::LsfShared, "HostModel", "MODELNAME", "host model"),
    definition(FileKind::LsfShared, "Resource", "RESOURCENAME", "resource"),
    uncertain(FileKind::LsfShared, "Cluster", "ClusterName", "cluster"),
    definition(FileKind::LsfCluster, "Host", "HOSTNAME", "host"),
    definition(FileKind::LsbHosts, "Host", "HOST_NAME", "host"),
    definition(FileKind::LsbHosts, "HostGroup", "GROUP_NAME", "host group"),
    uncertain(FileKind::LsbHosts, "HostPartition", "HPART_NAME", "host partition"),
    uncertain(FileKind::LsbHosts, "ComputeUnit", "NAME", "compute unit"),
    definition(FileKind::LsbUsers, "UserGroup", "GROUP_NAME", "user group"),
    definition(FileKind::LsbUsers, "User", "USER_NAME", "user or group"),
    definition(FileKind::LsbQueues, "Queue", "QUEUE_NAME", "queue"),
    definition(FileKind::LsbApplications, "Application", "NAME", "application profile"),
    uncertain(FileKind::LsbResources, "Limit", "NAME", "limit"),
    uncertain(FileKind::LsbResources, "GuaranteedResourcePool", "NAME", "pool"),
    uncertain(FileKind::LsbResources, "ReservationUsage", "RESOURCE", "resource"),
    uncertain(FileKind::LsbServiceClasses, "ServiceClass", "NAME", "service class"),
    uncertain(FileKind::LsbModules, "PluginModule", "SCH_PLUGIN", "plugin"),
];

/// What a section defines.
pub(super) fn of(file: FileKind, section: &SectionSpec) -> Option<&'static Definition> {
    DEFINITIONS.iter().find(|it| it.file == file && it.section == section.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_definition_is_documented() {
        for it in DEFINITIONS {
            assert!(lsflint_spec::find_param(it.file, it.section, it.name).is_some(), "{} {}", it.section, it.name);
        }
    }
}

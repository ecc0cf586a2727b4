//! The kinds of symbols (namespaces), and the sections that define them.

use lsflint_model::Referent;
use lsflint_spec::FileKind;

/// The kind of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SymbolKind {
    /// A queue of lsb.queues.
    Queue,
    /// An application profile of lsb.applications.
    Application,
    /// A host of lsf.cluster.
    Host,
    /// A host group of lsb.hosts.
    HostGroup,
    /// A compute unit of lsb.hosts.
    ComputeUnit,
    /// A host partition of lsb.hosts.
    HostPartition,
    /// A user name; defined by the operating system.
    User,
    /// A user group of lsb.users.
    UserGroup,
    /// A resource, built in or of lsf.shared.
    Resource,
    /// A host type of lsf.shared.
    HostType,
    /// A host model of lsf.shared.
    HostModel,
    /// A cluster of lsf.shared.
    Cluster,
    /// A limit of lsb.resources.
    Limit,
    /// A guaranteed pool of lsb.resources.
    Pool,
    /// A service class of lsb.serviceclasses.
    ServiceClass,
    /// A fairshare policy of lsb.globalpolicies.
    SharePolicy,
    /// A type of compute unit, of COMPUTE_UNIT_TYPES in lsb.params.
    ComputeUnitType,
    /// A factor of APS_PRIORITY; built into LSF.
    ApsFactor,
    /// A name defined by `#define`.
    Variable,
    /// A code or name of an lsflint rule in a suppression comment.
    Rule,
}

impl SymbolKind {
    /// All kinds.
    pub const ALL: [SymbolKind; 20] = [
        SymbolKind::Queue,
        SymbolKind::Application,
        SymbolKind::Host,
        SymbolKind::HostGroup,
        SymbolKind::ComputeUnit,
        SymbolKind::HostPartition,
        SymbolKind::User,
        SymbolKind::UserGroup,
        SymbolKind::Resource,
        SymbolKind::HostType,
        SymbolKind::HostModel,
        SymbolKind::Cluster,
        SymbolKind::Limit,
        SymbolKind::Pool,
        SymbolKind::ServiceClass,
        SymbolKind::SharePolicy,
        SymbolKind::ComputeUnitType,
        SymbolKind::ApsFactor,
        SymbolKind::Variable,
        SymbolKind::Rule,
    ];

    /// The kind as a noun: `host group`.
    pub fn what(self) -> &'static str {
        match self {
            SymbolKind::Queue => "queue",
            SymbolKind::Application => "application profile",
            SymbolKind::Host => "host",
            SymbolKind::HostGroup => "host group",
            SymbolKind::ComputeUnit => "compute unit",
            SymbolKind::HostPartition => "host partition",
            SymbolKind::User => "user",
            SymbolKind::UserGroup => "user group",
            SymbolKind::Resource => "resource",
            SymbolKind::HostType => "host type",
            SymbolKind::HostModel => "host model",
            SymbolKind::Cluster => "cluster",
            SymbolKind::Limit => "limit",
            SymbolKind::Pool => "guaranteed pool",
            SymbolKind::ServiceClass => "service class",
            SymbolKind::SharePolicy => "fairshare policy",
            SymbolKind::ComputeUnitType => "compute unit type",
            SymbolKind::ApsFactor => "APS factor",
            SymbolKind::Variable => "defined name",
            SymbolKind::Rule => "rule",
        }
    }

    /// The section whose records define symbols of the kind.
    pub(crate) fn section(self) -> Option<(FileKind, &'static str)> {
        SECTIONS.iter().find(|it| it.0 == self).map(|it| (it.1, it.2))
    }

    /// The kind of symbols that the records of a section define.
    pub(crate) fn of_section(kind: FileKind, section: &str) -> Option<SymbolKind> {
        SECTIONS.iter().find(|it| it.1 == kind && it.2 == section).map(|it| it.0)
    }

    /// The namespaces of names in values.
    pub(super) const REFERENTS: [Referent; 14] = [
        Referent::Queue,
        Referent::Application,
        Referent::Host,
        Referent::HostOrGroup,
        Referent::HostOrModel,
        Referent::BatchHost,
        Referent::User,
        Referent::UserGroup,
        Referent::Resource,
        Referent::HostType,
        Referent::HostModel,
        Referent::Cluster,
        Referent::ServiceClass,
        Referent::SharePolicy,
    ];

    /// The kinds of symbols in a namespace.
    pub(crate) fn of_referent(referent: Referent) -> &'static [SymbolKind] {
        use SymbolKind::*;
        match referent {
            Referent::Queue => &[Queue],
            Referent::Application => &[Application],
            Referent::Host => &[Host],
            Referent::HostOrGroup => &[HostGroup, ComputeUnit, HostPartition, Host],
            Referent::HostOrModel => &[Host, HostModel],
            Referent::BatchHost => &[Host, HostModel, HostType],
            Referent::User => &[UserGroup, User],
            Referent::UserGroup => &[UserGroup],
            Referent::Resource => &[Resource],
            Referent::HostType => &[HostType],
            Referent::HostModel => &[HostModel],
            Referent::Cluster => &[Cluster],
            Referent::ServiceClass => &[ServiceClass],
            Referent::SharePolicy => &[SharePolicy],
        }
    }
}

/// The sections that define symbols. The Host section of lsb.hosts and the User section of lsb.users refer to names
/// that are defined elsewhere.
pub(crate) const SECTIONS: &[(SymbolKind, FileKind, &str)] = &[
    (SymbolKind::Queue, FileKind::LsbQueues, "Queue"),
    (SymbolKind::Application, FileKind::LsbApplications, "Application"),
    (SymbolKind::Host, FileKind::LsfCluster, "Host"),
    (SymbolKind::HostGroup, FileKind::LsbHosts, "HostGroup"),
    (SymbolKind::ComputeUnit, FileKind::LsbHosts, "ComputeUnit"),
    (SymbolKind::HostPartition, FileKind::LsbHosts, "HostPartition"),
    (SymbolKind::UserGroup, FileKind::LsbUsers, "UserGroup"),
    (SymbolKind::Resource, FileKind::LsfShared, "Resource"),
    (SymbolKind::HostType, FileKind::LsfShared, "HostType"),
    (SymbolKind::HostModel, FileKind::LsfShared, "HostModel"),
    (SymbolKind::Cluster, FileKind::LsfShared, "Cluster"),
    (SymbolKind::Limit, FileKind::LsbResources, "Limit"),
    (SymbolKind::Pool, FileKind::LsbResources, "GuaranteedResourcePool"),
    (SymbolKind::ServiceClass, FileKind::LsbServiceClasses, "ServiceClass"),
    (SymbolKind::SharePolicy, FileKind::LsbGlobalPolicies, "GlobalFairshare"),
];

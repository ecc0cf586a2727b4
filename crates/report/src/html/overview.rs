//! The overview of a cluster, as plain data; the report shows it with the findings.
//!
//! Nothing here knows the model. Whoever makes a [`ClusterOverview`] keeps it small: things that are alike come in one row, and lists of
//! hosts come condensed.

/// A cluster as far as its files say what it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClusterOverview {
    /// Its name.
    pub name: String,
    /// The versions it is judged for.
    pub target: String,
    /// Its files, by path.
    pub files: Vec<FileRow>,
    /// Its hosts, those that are alike together.
    pub hosts: Vec<HostRow>,
    /// Host groups and compute units.
    pub groups: Vec<GroupRow>,
    /// Queues, the highest priority first.
    pub queues: Vec<JobsRow>,
    /// Application profiles, by name.
    pub profiles: Vec<JobsRow>,
    /// The resources of the site, by name.
    pub resources: Vec<ResourceRow>,
    /// What the queues ask for, in the order of the queues.
    pub requirements: Vec<RequirementRow>,
    /// Queues that ask for nothing, with their default application profile or without.
    pub without_requirement: Vec<String>,
    /// Who reports the values of external load indices; `None` if no hosts are known.
    pub elims: Option<ElimRows>,
    /// When queues and hosts are open, as far as that is said anywhere.
    pub windows: Vec<WindowRow>,
    /// Queues without windows.
    pub always_open: usize,
}

/// A file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileRow {
    /// Its path.
    pub path: String,
    /// Which file of LSF it is.
    pub kind: &'static str,
    /// Its lines.
    pub lines: usize,
    /// Its bytes.
    pub bytes: usize,
}

/// Hosts: how many, and which ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HostList {
    /// How many surely.
    pub count: usize,
    /// How many possibly, the sure ones included.
    pub possibly: usize,
    /// There may be hosts that are not loaded.
    pub beyond: bool,
    /// The sure ones, [condensed](crate::condensed).
    pub names: Vec<String>,
}

/// Hosts that differ in nothing but the name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HostRow {
    /// The hosts.
    pub hosts: HostList,
    /// Their type; `None` when LSF finds it out.
    pub host_type: Option<String>,
    /// Their model; `None` when LSF finds it out.
    pub model: Option<String>,
    /// What they do: `runs jobs`, `submits only`.
    pub role: &'static str,
    /// Their job slots in words.
    pub slots: String,
    /// What they have, as lsf.cluster writes it.
    pub resources: Vec<String>,
}

/// A host group or compute unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupRow {
    /// Its name.
    pub name: String,
    /// What it is: `host group`, `compute unit (rack)`.
    pub what: String,
    /// The members as written.
    pub members: String,
    /// The hosts that they match.
    pub hosts: HostList,
}

/// A queue or an application profile.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JobsRow {
    /// Its name.
    pub name: String,
    /// What it says about itself.
    pub description: String,
    /// It is what jobs get that name none.
    pub by_default: bool,
    /// The priority of a queue.
    pub priority: Option<String>,
    /// The users of a queue as written; `None` if all users may use it.
    pub users: Option<String>,
    /// The hosts of a queue; `None` when that cannot be told.
    pub hosts: Option<HostList>,
    /// The effective limits.
    pub limits: Vec<Setting>,
    /// The other settings that are not defaults.
    pub settings: Vec<Setting>,
}

/// The effective value of a parameter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Setting {
    /// The parameter.
    pub name: &'static str,
    /// Its value; `None` when it cannot be told.
    pub value: Option<String>,
    /// The same as a person says it; may be empty.
    pub words: String,
    /// Where it comes from, when that is not the section itself: `lsb.params:3`.
    pub from: String,
}

/// A resource of lsf.shared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ResourceRow {
    /// Its name.
    pub name: String,
    /// `numeric, dynamic, every 60 s, larger is more load`.
    pub what: String,
    /// LOCATION of ResourceMap.
    pub location: Option<String>,
    /// How many hosts list it.
    pub listed: usize,
    /// What lsf.shared says about it.
    pub description: String,
}

/// What jobs of a queue ask for before they ask for anything themselves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RequirementRow {
    /// The queue.
    pub queue: String,
    /// The queue alone.
    pub alone: CombinedRow,
    /// The default application profile, and what comes of both.
    pub with_profile: Option<(String, CombinedRow)>,
}

/// A requirement that was put together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CombinedRow {
    /// The requirement; empty when it asks for nothing.
    pub text: String,
    /// Why there is none: LSF refuses the job, or the files leave it open.
    pub because: Option<String>,
    /// Its parts and the levels they come from.
    pub parts: Vec<(String, &'static str)>,
    /// How LSF gets there.
    pub steps: Vec<String>,
    /// What else is worth knowing.
    pub notes: Vec<String>,
    /// How many hosts can match; may be empty.
    pub matching: String,
}

/// Who reports the values of external load indices while every host is up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ElimRows {
    /// The candidates for the management host in order; the first one is it.
    pub masters: Vec<String>,
    /// Hosts that start elims, those with the same resources together.
    pub starts: Vec<ElimStart>,
    /// The hosts that start none.
    pub idle: HostList,
    /// The values.
    pub values: Vec<ElimValue>,
    /// Dynamic resources that nothing maps.
    pub unmapped: Vec<String>,
}

/// Hosts that start elims.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ElimStart {
    /// The hosts.
    pub hosts: HostList,
    /// LSF_RESOURCES.
    pub resources: Vec<String>,
    /// LSF_MASTER.
    pub master: bool,
}

/// A value of a resource.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ElimValue {
    /// The resource.
    pub resource: String,
    /// The hosts that share it; for values of their own their number alone.
    pub hosts: HostList,
    /// Who reports it.
    pub reported_by: Reporter,
    /// Who takes over, in order.
    pub successors: Vec<String>,
}

/// Who reports a value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Reporter {
    /// The elims of this host.
    Host(String),
    /// Those of each host its own.
    Each,
    /// Nobody: the value is unknown.
    #[default]
    Nobody,
}

/// When some queues or hosts are open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WindowRow {
    /// The queues or hosts.
    pub names: Vec<String>,
    /// What happens then: `runs jobs`, `dispatches jobs`, `takes jobs`.
    pub what: &'static str,
    /// The times in words, or why they cannot be told.
    pub words: String,
    /// The stretches in minutes since Sunday 00:00; `None` when they are not known.
    pub spans: Option<Vec<(u16, u16)>>,
}

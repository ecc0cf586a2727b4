//! The overview of a cluster as plain data, which the report shows after the findings.
//!
//! It does not depend on the model. The code that creates a [`ClusterOverview`] keeps it small: similar items share a
//! row, and host lists are condensed.

/// The overview of a cluster.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClusterOverview {
    /// Its name.
    pub name: String,
    /// The LSF versions it is checked for.
    pub target: String,
    /// Its files, ordered by path.
    pub files: Vec<FileRow>,
    /// Its hosts, grouped by equal properties.
    pub hosts: Vec<HostRow>,
    /// Host groups and compute units.
    pub groups: Vec<GroupRow>,
    /// Queues, highest priority first.
    pub queues: Vec<JobsRow>,
    /// Application profiles, ordered by name.
    pub profiles: Vec<JobsRow>,
    /// The resources defined in lsf.shared, ordered by name.
    pub resources: Vec<ResourceRow>,
    /// The resource requirements of the queues, in the order of the queues.
    pub requirements: Vec<RequirementRow>,
    /// Queues without a requirement, with and without their default application profile.
    pub without_requirement: Vec<String>,
    /// Who reports the values of external load indices; `None` if no hosts are known.
    pub elims: Option<ElimRows>,
    /// What depends on the time of the week.
    pub week: Vec<WeekRow>,
    /// The number of time windows that are not certain.
    pub uncertain_windows: usize,
    /// The time zone of what `#if` decides, if it is not that of the cluster.
    pub zone: Option<String>,
    /// Queues without windows.
    pub always_open: usize,
}

impl ClusterOverview {
    /// The directory of all its files, as in their paths; `None` if it has none, or they share no directory.
    pub fn folder(&self) -> Option<&str> {
        let first = self.files.first()?.path.as_str();
        let mut end = first.rfind('/')?;
        while !self.files.iter().all(|it| it.path.starts_with(&first[..=end])) {
            end = first[..end].rfind('/')?;
        }
        Some(&first[..end]).filter(|it| !it.is_empty())
    }
}

/// A file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileRow {
    /// Its path.
    pub path: String,
    /// The LSF file it is.
    pub kind: &'static str,
    /// Its number of lines.
    pub lines: usize,
    /// Its size in bytes.
    pub bytes: usize,
}

/// A list of hosts: the number and the names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HostList {
    /// The number of hosts that are certainly included.
    pub count: usize,
    /// The number of hosts that may be included, with the certain ones.
    pub possibly: usize,
    /// Whether there may be further hosts that are not loaded.
    pub beyond: bool,
    /// The names of the certain hosts, [condensed](crate::condensed).
    pub names: Vec<String>,
}

/// Hosts that differ only in their names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HostRow {
    /// The hosts.
    pub hosts: HostList,
    /// Their type; `None` if LSF detects it.
    pub host_type: Option<String>,
    /// Their model; `None` if LSF detects it.
    pub model: Option<String>,
    /// Their role: `runs jobs`, `submits only`.
    pub role: &'static str,
    /// Their job slots as text.
    pub slots: String,
    /// Their resources as written in lsf.cluster.
    pub resources: Vec<String>,
}

/// A host group or compute unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupRow {
    /// Its name.
    pub name: String,
    /// Its kind: `host group`, `compute unit (rack)`.
    pub what: String,
    /// The members as written.
    pub members: String,
    /// The hosts that match the members.
    pub hosts: HostList,
}

/// A queue or an application profile.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JobsRow {
    /// Its name.
    pub name: String,
    /// Its DESCRIPTION.
    pub description: String,
    /// Whether it is the default for jobs that do not specify one.
    pub by_default: bool,
    /// The priority of a queue.
    pub priority: Option<String>,
    /// The users of a queue as written; `None` if all users may use it.
    pub users: Option<String>,
    /// The hosts of a queue; `None` if unknown.
    pub hosts: Option<HostList>,
    /// The effective limits.
    pub limits: Vec<Setting>,
    /// The other settings that differ from the defaults.
    pub settings: Vec<Setting>,
}

/// The effective value of a parameter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Setting {
    /// The parameter.
    pub name: &'static str,
    /// Its value; `None` if unknown.
    pub value: Option<String>,
    /// The value in words, for example with a unit; may be empty.
    pub words: String,
    /// The origin if it is not the section itself: `lsb.params:3`.
    pub from: String,
}

/// A resource of lsf.shared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ResourceRow {
    /// Its name.
    pub name: String,
    /// Its properties: `numeric, dynamic, every 60 s, larger is more load`.
    pub what: String,
    /// The LOCATION in the ResourceMap section.
    pub location: Option<String>,
    /// The number of hosts that list it.
    pub listed: usize,
    /// Its DESCRIPTION in lsf.shared.
    pub description: String,
}

/// The resource requirement of a queue, before that of the job.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RequirementRow {
    /// The queue.
    pub queue: String,
    /// The requirement of the queue alone.
    pub alone: CombinedRow,
    /// The default application profile, and the merged requirement of both.
    pub with_profile: Option<(String, CombinedRow)>,
}

/// A merged resource requirement.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CombinedRow {
    /// The requirement; empty if there is none.
    pub text: String,
    /// Why there is none: LSF rejects the job, or the files do not determine it.
    pub because: Option<String>,
    /// Its parts, each with the level it comes from.
    pub parts: Vec<(String, &'static str)>,
    /// The steps of merging.
    pub steps: Vec<String>,
    /// Additional notes.
    pub notes: Vec<String>,
    /// The number of hosts that can match, as text; may be empty.
    pub matching: String,
}

/// Who reports the values of external load indices while every host is up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ElimRows {
    /// The candidates for the management host in order; the first one is the management host.
    pub management_hosts: Vec<String>,
    /// Hosts that start elims, grouped by equal resources.
    pub starts: Vec<ElimStart>,
    /// The hosts that start no elims.
    pub idle: HostList,
    /// The reported values.
    pub values: Vec<ElimValue>,
    /// Dynamic resources without an entry in ResourceMap.
    pub unmapped: Vec<String>,
}

/// Hosts that start elims.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ElimStart {
    /// The hosts.
    pub hosts: HostList,
    /// The value of LSF_RESOURCES.
    pub resources: Vec<String>,
    /// The value of LSF_MASTER: whether it is the management host.
    pub management_host: bool,
}

/// A value of a resource.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ElimValue {
    /// The resource.
    pub resource: String,
    /// The hosts that share the value; for a value per host only their number.
    pub hosts: HostList,
    /// The host that reports it.
    pub reported_by: Reporter,
    /// The hosts that take over, in order.
    pub successors: Vec<String>,
}

/// The reporter of a value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Reporter {
    /// The elims of one host.
    Host(String),
    /// The elims of each host report its own value.
    Each,
    /// No host: the value is unknown.
    #[default]
    Nobody,
}

/// A setting whose value depends on the time of the week, such as a time window.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WeekRow {
    /// The kind of the objects: `queue`; empty for parameters of a whole file.
    pub kind: String,
    /// Their names, condensed.
    pub names: Vec<String>,
    /// The setting: `RUN_WINDOW`; empty if the objects exist at some times only.
    pub what: String,
    /// The values, `closed` or the most frequent one first.
    pub values: Vec<WeekValue>,
}

/// A value with the times at which it applies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WeekValue {
    /// The value.
    pub value: String,
    /// The times in words.
    pub words: String,
    /// The times in minutes since Sunday 00:00.
    pub spans: Vec<(u16, u16)>,
}

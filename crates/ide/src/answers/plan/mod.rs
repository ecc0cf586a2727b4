//! What a change of the configuration does: the difference between two clusters as LSF reads them.
//!
//! The difference is one of meaning. Objects are compared by name and parameters by effective value, so the order of
//! lines and sections, layout, comments and equivalent units do not count. What an `#if` decides is compared for every
//! time of the week.

mod compare;
pub(in crate::answers) mod effective;
mod elsewhere;
pub mod entries;
mod file;
mod order;
pub(in crate::answers) mod places;
mod questions;
pub(in crate::answers) mod records;
mod requirements;
mod run;
mod scripts;
mod slots;
#[cfg(test)]
mod tests;
pub(in crate::answers) mod value;
mod windows;

pub use file::{FileChange, changes_of_file};
pub use order::{GivenJob, JobOrder, Precedence, orders};
pub use scripts::{JobValue, values_of_script};

use super::export::Exported;
use lsflint_model::AsRead;
use lsflint_spec::{Confidence, FileKind, JobEffect, ObjectChange, Risk, Step};

/// The difference between two clusters.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    /// The changes, ordered by risk, the highest first, then by kind and name of the object.
    pub changes: Vec<Change>,
    /// The queues that gain or lose hosts.
    pub hosts: Vec<QueueHosts>,
    /// The queues whose sum of job slots changes.
    pub slots: Vec<QueueSlots>,
    /// The queues and hosts whose time windows change.
    pub windows: Vec<WindowChange>,
    /// The merged requirements that change, the highest risk first.
    pub requirements: Vec<MergedRequirement>,
    /// The number of pairs of a queue and an application profile that were not merged, because there are too many.
    pub pairs_left_out: usize,
    /// The number of merged requirements whose matching hosts were not compared, because there are too many.
    pub hosts_left_out: usize,
    /// The queues that gain or lose users.
    pub access: Vec<QueueUsers>,
    /// The hosts that start or stop elims, or start them for other resources.
    pub elims: Vec<ElimChange>,
    /// What to run, in that order.
    pub run: Vec<Command>,
}

/// An object of the configuration.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlanObject {
    /// Its kind: `queue`, `host-group`; `parameter` for parameters of a whole file.
    pub kind: String,
    /// Its name; of parameters the name of the file.
    pub name: String,
    /// The file that defines it.
    pub file: FileKind,
    /// Its section; empty in files without sections.
    pub section: &'static str,
}

/// What happened to an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// It is new.
    Created,
    /// It does not exist any more.
    Removed,
    /// An object with another name and the same values replaces it.
    Renamed {
        /// The name before.
        old_name: String,
    },
    /// A parameter of it has another effective value.
    Parameter(ParameterChange),
}

impl What {
    /// The change of the object; `None` for a parameter.
    pub fn of_object(&self) -> Option<ObjectChange> {
        match self {
            What::Created => Some(ObjectChange::Created),
            What::Removed => Some(ObjectChange::Removed),
            What::Renamed { .. } => Some(ObjectChange::Renamed),
            What::Parameter(_) => None,
        }
    }
}

/// A parameter with another effective value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParameterChange {
    /// Its name.
    pub name: String,
    /// The effective value before; `None` if it was not set and has no documented default.
    pub old: Option<String>,
    /// The effective value after the change.
    pub new: Option<String>,
    /// The value before in its normal form, which is equal for values with the same meaning; `None` if nothing sets it.
    pub old_normal: Option<String>,
    /// The value after the change in its normal form.
    pub new_normal: Option<String>,
    /// The value before in words: `6 hours`.
    pub old_words: String,
    /// The value after the change in words.
    pub new_words: String,
}

/// One change.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The object; with its new name if it was renamed.
    pub object: PlanObject,
    /// What happened.
    pub what: What,
    /// The object with its values, if it is new.
    pub created: Option<Box<Exported>>,
    /// The parameters of other objects whose effective value changes through this one.
    pub affects: Vec<Affected>,
    /// How much it matters.
    pub risk: Risk,
    /// What it does to jobs.
    pub jobs: Option<&'static JobEffect>,
    /// Where it is written, on both sides.
    pub because: Vec<Because>,
}

/// A parameter that changes because of a change elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Affected {
    /// The object.
    pub object: PlanObject,
    /// The parameter.
    pub parameter: &'static str,
    /// The value before in its normal form; `None` if nothing sets it, or if the parameter itself has the same value as
    /// before, and what it names is changed.
    pub old_normal: Option<String>,
    /// The value after the change in its normal form.
    pub new_normal: Option<String>,
    /// The effective value before, in words.
    pub old_words: String,
    /// The effective value after the change, in words.
    pub new_words: String,
}

/// A side of the comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Before the change.
    Old,
    /// After the change.
    New,
}

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Because {
    /// The side.
    pub side: Side,
    /// The path as in reports.
    pub file: String,
    /// The line, 1-based.
    pub line: usize,
}

/// The hosts that a queue gains and loses, as far as they are certain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueueHosts {
    /// The queue.
    pub queue: String,
    /// The hosts that no longer run its jobs.
    pub lost: Vec<String>,
    /// The hosts that now run its jobs.
    pub gained: Vec<String>,
    /// The number of hosts before.
    pub before: usize,
    /// The number of hosts after the change.
    pub after: usize,
    /// How much it matters.
    pub risk: Risk,
}

/// The job slots of queues in sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueueSlots {
    /// The queues with the same hosts or sums.
    pub queues: Vec<String>,
    /// The sum before the change, of the hosts whose MXJ is a number.
    pub old: u64,
    /// The sum after the change.
    pub new: u64,
    /// The number of other hosts before the change.
    pub unknown_old: usize,
    /// The number of other hosts after the change.
    pub unknown_new: usize,
    /// How much it matters.
    pub risk: Risk,
}

/// Time windows that change in the same way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WindowChange {
    /// `queue` or `host`.
    pub kind: &'static str,
    /// The queues or hosts.
    pub names: Vec<String>,
    /// The parameter with the windows.
    pub parameter: &'static str,
    /// The times of the week at which they are open now: `Mon-Fri 20:00-21:00`; empty if there are none.
    pub opens: String,
    /// The times of the week at which they are no longer open; empty if there are none.
    pub closes: String,
    /// How much it matters.
    pub risk: Risk,
}

/// A queue and an application profile that a job may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The queue.
    pub queue: Option<String>,
    /// The application profile.
    pub application: Option<String>,
}

/// A merged requirement that changes, or whose matching hosts change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergedRequirement {
    /// The queue.
    pub queue: Option<String>,
    /// The application profile; the default one if jobs without a profile are meant.
    pub application: Option<String>,
    /// The requirement before; `None` if LSF rejects jobs.
    pub old: Option<String>,
    /// The requirement after the change.
    pub new: Option<String>,
    /// The number of hosts that can match before; `None` if no hosts are known.
    pub matching_old: Option<usize>,
    /// The number of hosts that can match after the change.
    pub matching_new: Option<usize>,
    /// Whether it is one of many pairs of a queue and an application profile.
    pub is_pair: bool,
    /// Other pairs with the same requirements.
    pub alike: Vec<Pair>,
    /// How much it matters.
    pub risk: Risk,
}

/// The users that a queue gains and loses, as far as they are certain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueueUsers {
    /// The queue.
    pub queue: String,
    /// The users who may no longer submit to it.
    pub lost: Vec<String>,
    /// The users who now may.
    pub gained: Vec<String>,
    /// How much it matters.
    pub risk: Risk,
}

/// A host whose elims change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ElimChange {
    /// The host.
    pub host: String,
    /// Whether it starts elims after the change.
    pub starts: bool,
    /// The resources that they report; those before if it stops them.
    pub resources: Vec<String>,
}

/// Something to run.
#[derive(Debug, Clone, PartialEq)]
pub struct Command {
    /// The step.
    pub step: &'static Step,
    /// The command with the hosts.
    pub command: String,
    /// The hosts that it is for; empty for all.
    pub hosts: Vec<String>,
    /// The changes that need it: `lsf.conf LSB_SHAREDIR`.
    pub because: Vec<String>,
    /// How sure it is.
    pub confidence: Confidence,
    /// What else is important.
    pub notes: Vec<&'static str>,
}

impl Plan {
    /// Whether nothing changes in meaning.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
            && self.hosts.is_empty()
            && self.slots.is_empty()
            && self.windows.is_empty()
            && self.requirements.is_empty()
            && self.access.is_empty()
            && self.elims.is_empty()
    }

    /// The highest risk; `None` if nothing changes.
    pub fn risk(&self) -> Option<Risk> {
        let changes = self.changes.iter().map(|it| it.risk);
        let hosts = self.hosts.iter().map(|it| it.risk);
        let slots = self.slots.iter().map(|it| it.risk);
        let windows = self.windows.iter().map(|it| it.risk);
        let requirements = self.requirements.iter().map(|it| it.risk);
        let access = self.access.iter().map(|it| it.risk);
        let elims = self.elims.iter().map(|_| Risk::Notable);
        changes.chain(hosts).chain(slots).chain(windows).chain(requirements).chain(access).chain(elims).max()
    }
}

impl Change {
    /// The change as a phrase: `queue normal: RUNLIMIT 6 hours to 8 hours`.
    pub fn text(&self) -> String {
        let object = self.object.words();
        match &self.what {
            What::Created => format!("{object}: new"),
            What::Removed => format!("{object}: removed"),
            What::Renamed { old_name } if old_name.is_empty() => format!("{object}: had no name"),
            What::Renamed { old_name } => format!("{object}: renamed from {old_name}"),
            What::Parameter(it) => format!("{object}: {} {} to {}", it.name, it.old_words, it.new_words),
        }
    }
}

impl PlanObject {
    /// The object in words: `queue normal`, `lsb.params`.
    pub fn words(&self) -> String {
        match self.kind.as_str() {
            records::PARAMETER => self.name.clone(),
            kind if self.name.is_empty() => format!("{} without a name", kind.replace('-', " ")),
            kind => format!("{} {}", kind.replace('-', " "), self.name),
        }
    }
}

/// What differs between a cluster at two times, in files of some kinds: objects and their parameters.
pub(in crate::answers) fn time_changes(old: &AsRead, new: &AsRead, kinds: &[FileKind]) -> Vec<(PlanObject, What)> {
    compare::changes_in(old, new, kinds).into_iter().map(|it| (it.object, it.what)).collect()
}

/// What changes from one cluster to another one.
pub fn plan(old: &AsRead, new: &AsRead) -> Plan {
    let mut plan = Plan { changes: compare::changes(old, new), ..Plan::default() };
    questions::answer(&mut plan, old, new);
    plan.run = run::commands(&plan, old, new);
    plan
}

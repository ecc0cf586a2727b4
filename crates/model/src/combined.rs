//! The merged requirement of a queue or application profile, and the hosts that run its jobs.

use lsflint_spec::{FileKind, lists};
use lsflint_syntax::ast::{HostList, UserList};

use crate::requirement::merge::{Merged, Options, Outcome, merge};
use crate::requirement::{Required, Requirement};
use crate::satisfy::implied_condition;
use crate::{Bits, Entity, HostId, HostSet, Knowledge, Lookup, State, View};

/// The application profile of jobs without `bsub -app`; `None` if there is none or it is unknown.
pub fn default_profile(view: View<'_>) -> Option<Entity<'_>> {
    view.application(&view.parameter("DEFAULT_APPLICATION").value()?)
}

/// The merged requirement of jobs without their own one; `None` if a level is unknown.
pub fn combined(view: View<'_>, queue: Option<&Entity<'_>>, application: Option<&Entity<'_>>) -> Option<Merged> {
    let level = |entity: Option<&Entity<'_>>| match entity.map_or(Required::Nothing, Required::of) {
        Required::Unknown => None,
        Required::Nothing => Some(None),
        Required::This(it) => Some(Some(it)),
    };
    let (of_queue, of_application) = (level(queue)?, level(application)?);
    let options = Options::of(view, queue, application);
    let mut merged = merge(of_queue.as_ref(), of_application.as_ref(), &[], &options);
    note_implied_type(view, &mut merged);
    Some(merged)
}

/// Adds a note if LSF adds `type==local` to a selection. A requirement without `select` has its own note.
pub fn note_implied_type(view: View<'_>, merged: &mut Merged) {
    let selections = merged.result.iter().flat_map(Requirement::simples).filter(|it| !it.select.is_empty());
    let mut implied = selections.filter_map(|it| implied_condition(view, &it.select));
    if let Some(condition) = implied.next() {
        merged.notes.insert(0, format!("LSF adds `{condition}` to a selection that {NO_TYPE}"));
    }
}

/// Why LSF adds a condition on the type to a selection, and what it does: the end of a sentence.
pub const NO_TYPE: &str = "names no type, no string resource and no Boolean resource: only hosts of the same type as \
                           the submission host match";

/// The merged requirement of a queue with the default application profile, or of an application profile alone.
pub fn of_entity(view: View<'_>, entity: &Entity<'_>) -> Option<Merged> {
    match entity.kind() {
        FileKind::LsbQueues => combined(view, Some(entity), default_profile(view).as_ref()),
        _ => combined(view, None, Some(entity)),
    }
}

/// The application profile whose settings apply to the jobs of [`of_entity`].
pub fn profile_of<'a>(view: View<'a>, entity: &Entity<'a>) -> Option<Entity<'a>> {
    match entity.kind() {
        FileKind::LsbQueues => default_profile(view),
        _ => Some(*entity),
    }
}

/// The users of a queue or group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserNames {
    /// Whether these are all users, except for some.
    pub all: bool,
    /// The users that the list names, also as members of groups, in order.
    pub names: Vec<String>,
    /// Whether the list means no others, such as members of a group of the operating system.
    pub complete: bool,
}

/// The users of a queue: those of USERS, else all. `None` if a template or an `#if` decides.
pub fn users_of_queue(view: View<'_>, queue: &Entity<'_>) -> Option<UserNames> {
    let fields = queue.fields("USERS");
    if queue.is_conditional() || fields.iter().any(|it| it.is_conditional()) {
        return None;
    }
    let Some(field) = fields.last().filter(|it| it.state() != State::Unset) else {
        return Some(UserNames { all: true, names: Vec::new(), complete: true });
    };
    let parse = field.parse()?;
    let list = parse.typed::<UserList<'_>>()?;
    let set = view.user_groups().users_of(list);
    Some(UserNames { all: set.is_all(), names: view.user_groups().named_by(list), complete: !set.open })
}

/// The hosts that run jobs of a queue: those of HOSTS, else all. `None` if a template or an `#if` decides.
pub fn hosts_of_queue(view: View<'_>, queue: &Entity<'_>) -> Option<HostSet> {
    let fields = queue.fields("HOSTS");
    let set = match fields.last() {
        None => every_host(view),
        Some(field) if fields.len() == 1 && field.state() == State::Unset && !field.is_conditional() => {
            every_host(view)
        }
        Some(_) if fields.iter().any(|it| it.is_conditional()) || queue.is_conditional() => return None,
        Some(field) => {
            let parse = field.parse()?;
            view.hosts_of(parse.typed::<HostList<'_>>()?)
        }
    };
    Some(without_clients(view, set))
}

/// The hosts that may run jobs of a queue, in this cluster and beyond it; without a queue, those of any queue. The set
/// is open if an `#if` or a template decides, if hosts may join or are borrowed, or if the queue sends jobs elsewhere.
pub fn servers_of_queue(view: View<'_>, queue: Option<&Entity<'_>>) -> HostSet {
    let leaves = |it: &Entity<'_>| lists::BEYOND_THE_CLUSTER.iter().any(|name| it.has(name));
    let (set, leaves) = match queue {
        Some(queue) => (hosts_of_queue(view, queue).filter(|_| !queue.is_broken()), leaves(queue)),
        None => {
            let all_known = view.knowledge(FileKind::LsbQueues) == Knowledge::Complete;
            (Some(without_clients(view, every_host(view))), !all_known || view.queues().any(|it| leaves(&it)))
        }
    };
    match set {
        Some(set) => HostSet { beyond: set.beyond || leaves || !knows_every_host(view), ..set },
        None => HostSet { surely: Bits::default(), possibly: view.hosts().all(), beyond: true },
    }
}

/// Whether no unknown host can join: by itself, borrowed, or from another cluster.
pub fn knows_every_host(view: View<'_>) -> bool {
    let borrows = !matches!(view.conf("LSB_RC_EXTERNAL_HOST_FLAG"), Lookup::Absent);
    !borrows && view.hosts().knowledge == Knowledge::Complete && !view.has_remote_hosts()
}

/// All hosts of the cluster.
pub fn every_host(view: View<'_>) -> HostSet {
    let all = view.hosts().all();
    let beyond = view.hosts().knowledge != Knowledge::Complete;
    HostSet { surely: all.clone(), possibly: all, beyond }
}

/// Removes the hosts that only submit jobs, which never run jobs.
pub fn without_clients(view: View<'_>, mut set: HostSet) -> HostSet {
    let hosts = view.hosts();
    let is_client = |it: &usize| hosts.facts(HostId(*it as u32)).server == Some(false);
    let clients: Bits = set.possibly.iter().filter(is_client).collect();
    set.surely.subtract(&clients);
    set.possibly.subtract(&clients);
    set
}

/// The empty requirement.
pub fn nothing() -> Requirement {
    Requirement::Simple(Box::default())
}

/// The merged requirement as text, or why LSF rejects jobs.
pub fn outcome(merged: &Merged) -> Option<String> {
    match merged.outcome {
        Outcome::Merged => Some(merged.result.as_ref()?.to_string()),
        Outcome::Rejected | Outcome::None => None,
    }
}

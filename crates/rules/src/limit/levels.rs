//! Limits of application profiles compared with those of queues.

use lsflint_model::{Entity, FieldRef, Knowledge, Lookup, State, View};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::{Amount, LimitPair, List, QueueList, RunLimit, RunTime, Size, TaskLimit, integer};

/// The maximum of a limit.
#[derive(Clone, Copy)]
pub(crate) enum Ceiling<'a> {
    /// It is certainly not set.
    None,
    /// It depends on a template, an `#if`, another host or another unit.
    Unknown,
    /// The amount in the unit of the limit, such as minutes or KB.
    At(i64, FieldRef<'a>),
}

/// The value of a limit that takes effect, as far as it is known.
fn value<'a>(record: &Entity<'a>, name: &str) -> Result<Option<FieldRef<'a>>, ()> {
    match record.fields(name).as_slice() {
        [] => Ok(None),
        fields if fields.iter().any(|it| it.is_conditional() || it.state() == State::Templated) => Err(()),
        [.., last] => Ok((last.state() == State::Known).then_some(*last)),
    }
}

/// The maximum of a limit in a queue or application profile.
pub(crate) fn ceiling<'a>(record: &Entity<'a>, name: &str) -> Ceiling<'a> {
    let field = match value(record, name) {
        Err(()) => return Ceiling::Unknown,
        Ok(None) => return Ceiling::None,
        Ok(Some(field)) => field,
    };
    let Some(parse) = field.parse().filter(|it| it.errors().is_empty()) else { return Ceiling::Unknown };
    let plain = |it: Amount<'_>| it.integer().filter(|_| it.unit().is_none());
    let amount = if let Some(limit) = parse.typed::<RunLimit<'_>>() {
        limit.maximum().and_then(minutes)
    } else if let Some(time) = parse.typed::<RunTime<'_>>() {
        minutes(time)
    } else if let Some(size) = parse.typed::<Size<'_>>() {
        size.amount().and_then(plain)
    } else if let Some(pair) = parse.typed::<LimitPair<'_>>() {
        pair.maximum().and_then(plain)
    } else {
        parse.value().and_then(|it| it.words().find_map(integer))
    };
    match amount {
        Some(amount) => Ceiling::At(amount, field),
        None => Ceiling::Unknown,
    }
}

/// Minutes on the local host; a time for another host depends on its speed.
fn minutes(time: RunTime<'_>) -> Option<i64> {
    time.minutes().filter(|_| time.host().is_none())
}

/// The only numbers of tasks that are allowed (JOB_SIZE_LIST), in order, and the setting. `None` if there is no list or
/// it is unknown.
pub(crate) fn sizes<'a>(record: &Entity<'a>) -> Option<(Vec<u64>, FieldRef<'a>)> {
    let field = value(record, "JOB_SIZE_LIST").ok()??;
    let sizes: Option<Vec<u64>> = field.known()?.split_whitespace().map(|it| it.parse().ok()).collect();
    let mut sizes = sizes.filter(|it| !it.is_empty())?;
    sizes.sort_unstable();
    Some((sizes, field))
}

/// The queues that may limit the number of tasks.
pub(crate) fn queues_with_tasks<'a>(view: View<'a>) -> impl Iterator<Item = Entity<'a>> {
    let queue = lsflint_spec::section(FileKind::LsbQueues, "Queue");
    let limits = queue.into_iter().flat_map(|it| it.names_of("TASKLIMIT"));
    view.queues_with(&limits.chain(["JOB_SIZE_LIST"]).collect::<Vec<_>>())
}

/// The minimum and maximum number of tasks of a job, and the setting. `None` if there is no bound or it is unknown.
pub(crate) fn tasks<'a>(record: &Entity<'a>) -> Option<(i64, i64, FieldRef<'a>)> {
    // TASKLIMIT is ignored if there is a list of sizes.
    if record.has("JOB_SIZE_LIST") {
        let field = value(record, "JOB_SIZE_LIST").ok()??;
        let sizes: Option<Vec<i64>> = field.known()?.split_whitespace().map(|it| it.parse().ok()).collect();
        let sizes = sizes?;
        return Some((*sizes.iter().min()?, *sizes.iter().max()?, field));
    }
    let field = record.section().names_of("TASKLIMIT").find_map(|it| value(record, it).transpose())?.ok()?;
    let parse = field.parse().filter(|it| it.errors().is_empty())?;
    let limit = parse.typed::<TaskLimit<'_>>()?;
    let most = limit.maximum()?.integer()?;
    let least = match limit.minimum() {
        Some(least) => least.integer()?,
        None => 1,
    };
    (least <= most).then_some((least, most, field))
}

/// Queues that accept jobs of an application profile.
pub(crate) struct Scope<'a> {
    pub(crate) queues: Vec<Entity<'a>>,
    /// The description in messages: "every queue".
    pub(crate) name: &'static str,
    /// Whether these are all queues, so that no job uses another one.
    pub(crate) is_all: bool,
}

/// The queues that accept jobs of application profiles, looked up once for all application profiles.
pub(crate) struct Scopes<'a> {
    all: Scope<'a>,
    /// The default queues of jobs without a queue and an application profile, and their default application profile.
    default: Option<(Scope<'a>, String)>,
}

impl<'a> Scopes<'a> {
    /// The queues of a cluster; `None` unless all of them are known.
    pub(crate) fn of(view: View<'a>) -> Option<Scopes<'a>> {
        let all = Scope { queues: view.queues().collect(), name: "every queue", is_all: true };
        if view.knowledge(FileKind::LsbQueues) != Knowledge::Complete || all.queues.is_empty() {
            return None;
        }
        let profile = view.parameter("DEFAULT_APPLICATION").value();
        let queues = default_queues(view).filter(|it| !it.is_empty());
        let default = queues.zip(profile).map(|(queues, profile)| {
            (Scope { queues, name: "every queue of DEFAULT_QUEUE", is_all: false }, profile.trim().to_owned())
        });
        Some(Scopes { all, default })
    }

    /// The queues that accept jobs of an application profile: all of them, and the default queues.
    pub(crate) fn of_profile(&self, profile: &Entity<'_>) -> impl Iterator<Item = &Scope<'a>> {
        let default = self.default.as_ref().filter(|it| it.1 == profile.name());
        [Some(&self.all), default.map(|it| &it.0)].into_iter().flatten()
    }
}

/// The queues of DEFAULT_QUEUE; `None` if one of them is unknown.
fn default_queues<'a>(view: View<'a>) -> Option<Vec<Entity<'a>>> {
    let Lookup::Set(field) = view.parameter("DEFAULT_QUEUE") else { return None };
    let parse = field.parse()?;
    let list = parse.typed::<QueueList<'_>>()?;
    list.items().map(|it| view.queue(&it.text())).collect()
}

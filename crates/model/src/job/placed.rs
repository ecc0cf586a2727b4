//! A submission in the context of a cluster.

use std::rc::Rc;

use lsflint_syntax::TextRange;

use super::shared::{PerQueue, Shared};
use super::{Asked, Given, Submission, Tasks, part};
use crate::requirement::merge::{Merged, Options, merge};
use crate::requirement::{Requirement, Simple};
use crate::satisfy::PartHosts;
use crate::{Entity, HostId, Knowledge, Lookup, Referent, Resolution, View};

/// A job and the objects of the cluster that it refers to.
pub struct Job<'a> {
    /// The cluster.
    pub view: View<'a>,
    /// The job as written.
    pub submission: &'a Submission,
    /// The queues of `-q`, in order; empty if they are not given or unknown.
    pub queues: Vec<Named<'a>>,
    /// Its application profile: that of `-app`, else the default of lsb.params.
    pub application: Profile<'a>,
    /// The requirement of the job itself.
    pub requirements: Requirements,
    pub(super) shared: Rc<Shared<'a>>,
    merged: PerQueue<Merged>,
    pub(super) placed: PerQueue<[PartHosts]>,
}

/// The application profile of a job.
pub enum Profile<'a> {
    /// It has none.
    None,
    /// It is unknown.
    Unknown,
    /// That of `-app`.
    Asked(Named<'a>),
    /// That of DEFAULT_APPLICATION.
    Default(Entity<'a>),
}

/// A name on the command line, and the object it refers to.
#[derive(Clone)]
pub struct Named<'a> {
    /// The name.
    pub name: String,
    /// Its range.
    pub range: TextRange,
    /// The object, if it is defined.
    pub entity: Option<Entity<'a>>,
    /// If it is not defined: whether files that are not loaded may define it.
    pub knowledge: Knowledge,
}

/// A word of `-m`: a host, a group or a compute unit, of this cluster or another one (`hostA@west`), or `others`.
#[derive(Clone)]
pub struct HostWord<'a> {
    /// The name without what follows it.
    pub named: Named<'a>,
    /// The preference after `+`, which may be empty.
    pub preference: Option<String>,
    /// Whether `!` marks it as a first execution host.
    pub is_first: bool,
}

/// The keyword of `-m` for all hosts that it does not name.
const OTHERS: &str = "others";

/// The requirement strings of `-R`.
pub enum Requirements {
    /// One of them is invalid or unknown.
    Unknown,
    /// All of them, each with the range of its argument; empty without requirement.
    Known(Vec<(Requirement, TextRange)>),
}

impl<'a> Job<'a> {
    /// Looks up the names in a submission.
    pub fn of(view: View<'a>, submission: &'a Submission) -> Job<'a> {
        Job::with(&Rc::new(Shared::new(view)), submission)
    }

    /// Like [`Job::of`], for one of several jobs.
    pub fn with(shared: &Rc<Shared<'a>>, submission: &'a Submission) -> Job<'a> {
        let view = shared.view;
        let queues = match submission.asked("q") {
            Asked::Yes(given) => names(view, given, Referent::Queue),
            Asked::No | Asked::Unknown => Vec::new(),
        };
        let application = application(view, submission);
        let (shared, requirements) = (shared.clone(), requirements(submission));
        let (merged, placed) = (PerQueue::default(), PerQueue::default());
        Job { view, submission, queues, application, requirements, shared, merged, placed }
    }

    /// The queues, if all of them are known and none depends on an `#if`.
    pub fn known_queues(&self) -> Option<Vec<Entity<'a>>> {
        let queues: Option<Vec<Entity<'a>>> = self.queues.iter().map(|it| it.entity).collect();
        queues.filter(|it| !it.is_empty() && it.iter().all(|queue| !queue.is_conditional() && !queue.is_broken()))
    }

    /// The application profile if it is known; the inner `None` is a job without one.
    pub fn known_application(&self) -> Option<Option<Entity<'a>>> {
        match &self.application {
            Profile::None => Some(None),
            Profile::Unknown => None,
            Profile::Asked(named) => Some(Some(named.entity.filter(|it| !it.is_conditional())?)),
            Profile::Default(entity) => Some(Some(*entity).filter(|it| !it.is_conditional())),
        }
    }

    /// The names in the argument of an option, and what they refer to.
    pub fn names_of(&self, given: &Given, referent: Referent) -> Vec<Named<'a>> {
        names(self.view, given, referent)
    }

    /// The task numbers of `-n`; `None` if they are not given or unknown.
    pub fn tasks(&self) -> Option<Tasks> {
        match self.submission.asked("n") {
            Asked::Yes(given) => Tasks::parse(given.text()?),
            Asked::No | Asked::Unknown => None,
        }
    }

    /// The requirement of the job merged with those of its application profile and a queue; `None` if one of them is
    /// unknown.
    pub fn merged(&self, queue: Option<&Entity<'a>>) -> Option<Rc<Merged>> {
        self.merged.get(queue, || self.merge_with(queue).map(Rc::new))
    }

    fn merge_with(&self, queue: Option<&Entity<'a>>) -> Option<Merged> {
        let Requirements::Known(own) = &self.requirements else { return None };
        let levels = self.shared.levels(queue, self.known_application()?.as_ref());
        let Ok([of_queue, of_application]) = &levels.requirements else { return None };
        let options = Options { tasks: self.tasks().map(|it| (it.least, it.most)), ..levels.options.clone() };
        let own: Vec<Requirement> = own.iter().map(|it| it.0.clone()).collect();
        Some(merge(of_queue.as_ref(), of_application.as_ref(), &own, &options))
    }

    /// The hosts that may run the job in a queue, or in any queue: of those, the ones of `-m`. `None` if unknown hosts
    /// may run it.
    pub fn hosts(&self, queue: Option<&Entity<'a>>) -> Option<Vec<HostId>> {
        let set = self.shared.servers(queue);
        let both = self.asked_hosts().map(|it| set.among(&it).possibly);
        // Without a common host, LSF rejects the job.
        let possibly = both.as_ref().filter(|it| !it.is_empty()).unwrap_or(&set.possibly);
        let ids = possibly.iter().filter_map(|it| u32::try_from(it).ok()).map(HostId);
        (!set.beyond).then(|| ids.collect())
    }

    /// The names of `-m`: hosts, groups, compute units, without preferences. Those of other clusters are left out.
    pub fn named_hosts(&self) -> Vec<Named<'a>> {
        let words = self.host_words().into_iter();
        words.filter(|it| is_name(&it.named.name) && it.named.name != OTHERS).map(|it| it.named).collect()
    }

    /// The words of `-m`; empty if it is not given or unknown.
    pub fn host_words(&self) -> Vec<HostWord<'a>> {
        let Asked::Yes(given) = self.submission.asked("m") else { return Vec::new() };
        let (Some(word), Some(text)) = (&given.argument, given.text()) else { return Vec::new() };
        let mut found = Vec::new();
        let mut from = 0;
        for item in text.split_ascii_whitespace() {
            let at = from + text[from..].find(item).unwrap_or(0);
            from = at + item.len();
            let name = item.trim_end_matches('!');
            let is_first = name.len() < item.len();
            let (name, preference) = match name.rsplit_once('+') {
                Some((name, preference)) if preference.bytes().all(|it| it.is_ascii_digit()) => {
                    (name, Some(preference))
                }
                _ => (name, None),
            };
            let range = word.place(part(at, at + name.len()));
            let named = named(self.view, name, range, Referent::HostOrGroup);
            found.push(HostWord { named, preference: preference.map(str::to_owned), is_first });
        }
        found
    }

    /// Whether programs of the site (esub) may change the options before LSF reads them.
    pub fn may_be_rewritten(&self) -> bool {
        super::esubs(self.view, self.submission.given()).is_none()
    }
}

/// The parts of a merged requirement that require hosts, and whether all of them must match.
pub fn needs(requirement: &Requirement) -> (Vec<&Simple>, bool) {
    (requirement.simples(), !matches!(requirement, Requirement::Alternative(_)))
}

/// The names in the argument of a list option.
fn names<'a>(view: View<'a>, given: &Given, referent: Referent) -> Vec<Named<'a>> {
    let Some(word) = &given.argument else { return Vec::new() };
    let Some(text) = word.text() else { return Vec::new() };
    let mut found = Vec::new();
    let mut from = 0;
    for name in text.split_ascii_whitespace() {
        let at = from + text[from..].find(name).unwrap_or(0);
        from = at + name.len();
        let range = word.place(part(at, from));
        found.push(named(view, name, range, referent));
    }
    found
}

fn named<'a>(view: View<'a>, name: &str, range: TextRange, referent: Referent) -> Named<'a> {
    let entity = match referent {
        Referent::Queue => view.queue(name),
        Referent::Application => view.application(name),
        _ => None,
    };
    let knowledge = match view.resolve(referent, name) {
        Resolution::Missing(knowledge) if is_name(name) => knowledge,
        _ => Knowledge::Unknown,
    };
    Named { name: name.to_owned(), range, entity, knowledge }
}

/// Whether a word can be a name in this cluster, and is not a placeholder.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | '-' | '.'))
}

fn application<'a>(view: View<'a>, submission: &Submission) -> Profile<'a> {
    match submission.asked("app") {
        Asked::Yes(given) => match names(view, given, Referent::Application).pop() {
            Some(named) => Profile::Asked(named),
            None => Profile::Unknown,
        },
        Asked::Unknown => Profile::Unknown,
        Asked::No => match view.parameter("DEFAULT_APPLICATION") {
            Lookup::Absent => Profile::None,
            Lookup::Unknown => Profile::Unknown,
            Lookup::Set(field) => {
                let entity = field.known().and_then(|it| view.application(it.trim()));
                entity.map_or(Profile::Unknown, Profile::Default)
            }
        },
    }
}

fn requirements(submission: &Submission) -> Requirements {
    let given = submission.given().iter().filter(|it| it.option.name == "R");
    let read = |it: &Given| Some((Requirement::parse(it.text()?)?, it.range()));
    match given.map(read).collect::<Option<Vec<_>>>() {
        Some(found) if !(found.is_empty() && submission.has_gaps) => Requirements::Known(found),
        _ => Requirements::Unknown,
    }
}

//! What the jobs of one script have in common, worked out once for all of them.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::combined::servers_of_queue;
use crate::requirement::Requirement;
use crate::requirement::merge::Options;
use crate::{Basis, Entity, HostRows, HostSet, Slots, State, Uses, View};

/// The number of a queue or an application profile; `None` without one.
type Number = Option<u32>;

/// The answers so far.
type Known<K, V> = RefCell<FxHashMap<K, Answer<Rc<V>>>>;

/// What jobs have in common in one view of a cluster.
pub struct Shared<'a> {
    pub(super) view: View<'a>,
    levels: Known<(Number, Number), Levels>,
    servers: Known<Number, HostSet>,
    slots: OnceCell<Answer<Vec<Slots>>>,
}

/// The requirements that a queue and an application profile add to those of a job.
pub(super) struct Levels {
    pub(super) options: Options,
    /// RES_REQ of the queue and the application profile; `Err` if one of them is unknown.
    pub(super) requirements: Result<[Option<Requirement>; 2], ()>,
}

/// The answers about a job, by the number of the queue; `None` for what is unknown.
pub(super) struct PerQueue<T: ?Sized>(RefCell<Vec<(Number, Option<Rc<T>>)>>);

impl<T: ?Sized> Default for PerQueue<T> {
    fn default() -> PerQueue<T> {
        PerQueue(RefCell::default())
    }
}

impl<T: ?Sized> PerQueue<T> {
    pub(super) fn get(&self, queue: Option<&Entity<'_>>, answer: impl FnOnce() -> Option<Rc<T>>) -> Option<Rc<T>> {
        let key = queue.map(Entity::number);
        if let Some((_, known)) = self.0.borrow().iter().find(|it| it.0 == key) {
            return known.clone();
        }
        let answer = answer();
        self.0.borrow_mut().push((key, answer.clone()));
        answer
    }
}

/// An answer, and the facts that it depends on if lookups are recorded.
struct Answer<T> {
    value: T,
    basis: Option<Basis>,
}

impl<T> Answer<T> {
    fn of(view: View<'_>, answer: impl FnOnce() -> T) -> Answer<T> {
        let outside = view.uses().map(Uses::start);
        let value = answer();
        let basis = view.uses().zip(outside).map(|(uses, outside)| uses.end(outside, view.index()));
        Answer { value, basis }
    }

    /// The answer for one more job.
    fn again(&self, view: View<'_>) -> &T {
        if let (Some(uses), Some(basis)) = (view.uses(), &self.basis) {
            uses.join(basis);
        }
        &self.value
    }
}

impl<'a> Shared<'a> {
    /// Nothing is worked out yet.
    pub fn new(view: View<'a>) -> Shared<'a> {
        Shared { view, levels: RefCell::default(), servers: RefCell::default(), slots: OnceCell::new() }
    }

    pub(super) fn levels(&self, queue: Option<&Entity<'a>>, application: Option<&Entity<'a>>) -> Rc<Levels> {
        let key = (queue.map(Entity::number), application.map(Entity::number));
        let answer = || {
            let requirement = |it: Option<&Entity<'a>>| it.map_or(Ok(None), requirement_of);
            let both = requirement(queue).and_then(|of_queue| Ok([of_queue, requirement(application)?]));
            Rc::new(Levels { options: Options::of(self.view, queue, application), requirements: both })
        };
        let mut known = self.levels.borrow_mut();
        known.entry(key).or_insert_with(|| Answer::of(self.view, answer)).again(self.view).clone()
    }

    /// See [`servers_of_queue`].
    pub(super) fn servers(&self, queue: Option<&Entity<'a>>) -> Rc<HostSet> {
        let answer = || Rc::new(servers_of_queue(self.view, queue));
        let mut known = self.servers.borrow_mut();
        let known = known.entry(queue.map(Entity::number));
        known.or_insert_with(|| Answer::of(self.view, answer)).again(self.view).clone()
    }

    /// The job slots of all hosts.
    pub(super) fn slots(&self) -> &[Slots] {
        let answer = || {
            let rows = HostRows::of(self.view);
            self.view.hosts().iter().map(|it| rows.slots(it.0)).collect()
        };
        self.slots.get_or_init(|| Answer::of(self.view, answer)).again(self.view)
    }
}

/// RES_REQ of a queue or application profile; `Err` if it is unknown.
fn requirement_of(entity: &Entity<'_>) -> Result<Option<Requirement>, ()> {
    let fields = entity.fields("RES_REQ");
    match fields.as_slice() {
        [] => Ok(None),
        fields if fields.iter().any(|it| it.is_conditional()) => Err(()),
        [.., last] => match last.state() {
            State::Unset => Ok(None),
            State::Templated => Err(()),
            State::Known => last.known().and_then(|it| Requirement::parse(&it)).map(Some).ok_or(()),
        },
    }
}

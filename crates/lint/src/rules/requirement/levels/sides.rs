//! The queues and the profiles of a cluster, those that ask for the same brought together.

use std::borrow::Cow;
use std::hash::Hash;

use lsflint_model::requirement::merge::{Options, ReservationRange, TaskRange};
use lsflint_model::requirement::{Requirement, Units};
use lsflint_model::{Entity, FieldRef, State, View};
use rustc_hash::FxHashMap;

/// What a definition requires.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Required {
    /// Something that cannot be told: a template, an `#if`, a string that is not understood.
    Unknown,
    Nothing,
    This(Requirement),
}

impl Required {
    /// The requirement, if there is one that is known.
    pub(super) fn known(&self) -> Option<&Requirement> {
        match self {
            Required::This(it) => Some(it),
            Required::Unknown | Required::Nothing => None,
        }
    }
}

/// Definitions that ask for the same.
pub(super) struct Group<'a> {
    /// The definitions, in order.
    pub(super) members: Vec<Entity<'a>>,
    /// What they require, as the first of them writes it.
    pub(super) required: Required,
    /// RESRSV_LIMIT.
    pub(super) ranges: Vec<ReservationRange>,
    /// TASKLIMIT.
    pub(super) tasks: Option<TaskRange>,
}

impl<'a> Group<'a> {
    /// RES_REQ of a member.
    pub(super) fn field(member: &Entity<'a>) -> Option<FieldRef<'a>> {
        member.field("RES_REQ")
    }
}

/// What makes two definitions ask for the same.
type Key = (Required, Vec<ReservationRange>, Option<TaskRange>);

/// The queues.
pub(super) fn queues<'a>(view: View<'a>) -> Vec<Group<'a>> {
    let first = |it: &Entity<'a>| view.queue(&it.name()).is_none_or(|first| first.number() == it.number());
    groups(view, view.queues().filter(first), Options::ranges_of)
}

/// The profiles.
pub(super) fn profiles<'a>(view: View<'a>) -> Vec<Group<'a>> {
    let first = |it: &Entity<'a>| view.application(&it.name()).is_none_or(|first| first.number() == it.number());
    groups(view, view.applications().filter(first), |_| Vec::new())
}

/// Brings definitions together, in the order of the first of each. A string is read once, however often it is written.
fn groups<'a>(
    view: View<'_>,
    all: impl Iterator<Item = Entity<'a>>,
    ranges: fn(&Entity<'_>) -> Vec<ReservationRange>,
) -> Vec<Group<'a>> {
    let units = Units::of(view.switches());
    let mut read: FxHashMap<Cow<'a, str>, Required> = FxHashMap::default();
    let mut numbers: FxHashMap<Key, usize> = FxHashMap::default();
    let mut groups: Vec<Group<'a>> = Vec::new();
    for entity in all.filter(|it| !it.is_broken()) {
        let required = required(&entity, &mut read);
        let normal = match &required {
            Required::This(it) => Required::This(it.normal(&units)),
            other => other.clone(),
        };
        let key = (normal, ranges(&entity), Options::tasks_of(&entity));
        let (ranges, tasks) = (key.1.clone(), key.2);
        let number = *numbers.entry(key).or_insert_with(|| {
            groups.push(Group { members: Vec::new(), required, ranges, tasks });
            groups.len() - 1
        });
        groups[number].members.push(entity);
    }
    groups
}

fn required<'a>(entity: &Entity<'a>, read: &mut FxHashMap<Cow<'a, str>, Required>) -> Required {
    let fields = entity.fields("RES_REQ");
    if entity.is_conditional() || fields.iter().any(FieldRef::is_conditional) {
        return Required::Unknown;
    }
    // Of several lines the last one counts.
    let Some(field) = fields.last() else { return Required::Nothing };
    match (field.state(), field.known()) {
        (State::Unset, _) => Required::Nothing,
        (_, None) => Required::Unknown,
        (_, Some(text)) => {
            if let Some(known) = read.get(&text) {
                return known.clone();
            }
            let required = match Requirement::parse(&text) {
                None => Required::Unknown,
                Some(it) if it.is_empty() => Required::Nothing,
                Some(it) => Required::This(it),
            };
            read.insert(text, required.clone());
            required
        }
    }
}

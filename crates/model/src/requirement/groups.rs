//! Groups of queues and application profiles with equal requirements, so that pairwise comparisons are done once per
//! group.

use std::borrow::Cow;
use std::sync::Arc;

use lsflint_spec::FileKind;
use rustc_hash::FxHashMap;

use super::merge::{Options, ReservationRange, TaskRange};
use super::{Requirement, Units};
use crate::{Entity, FieldRef, State, View};

/// The inputs of the groups, in addition to the units in lsf.conf.
pub(crate) const SOURCES: &[(FileKind, &str, &[&str])] = &[
    (
        FileKind::LsbQueues,
        "Queue",
        &["QUEUE_NAME", "RES_REQ", "RESRSV_LIMIT", "TASKLIMIT", "PROCLIMIT", "JOB_SIZE_LIST"],
    ),
    (FileKind::LsbApplications, "Application", &["NAME", "RES_REQ", "TASKLIMIT", "PROCLIMIT", "JOB_SIZE_LIST"]),
];

/// The groups of requirements in a cluster.
#[derive(Debug, Default, PartialEq)]
pub struct RequirementGroups {
    /// The groups of queues, ordered by the first queue of each.
    pub queues: Vec<RequirementGroup>,
    /// The groups of application profiles, ordered by the first one of each.
    pub profiles: Vec<RequirementGroup>,
}

/// Queues or application profiles with equal requirements.
#[derive(Debug, PartialEq)]
pub struct RequirementGroup {
    /// The record numbers of its members, in order; never empty.
    pub members: Vec<u32>,
    /// The requirement as written by the first member.
    pub required: Arc<Required>,
    /// The requirement in normal form.
    pub normal: Arc<Required>,
    /// The ranges in RESRSV_LIMIT.
    pub ranges: Vec<ReservationRange>,
    /// The range in TASKLIMIT.
    pub tasks: Option<TaskRange>,
}

/// The requirement of a definition.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Required {
    /// Unknown: a template, an `#if`, or a string that cannot be parsed.
    Unknown,
    /// None.
    Nothing,
    /// A known requirement.
    This(Requirement),
}

impl Required {
    /// The requirement of a queue or application profile.
    pub fn of(entity: &Entity<'_>) -> Required {
        match Text::of(entity) {
            Text::Unknown => Required::Unknown,
            Text::Nothing => Required::Nothing,
            Text::Known(_, field) => Required::of_field(&field),
        }
    }

    fn of_field(field: &FieldRef<'_>) -> Required {
        match Requirement::of_field(field) {
            None => Required::Unknown,
            Some(it) if it.is_empty() => Required::Nothing,
            Some(it) => Required::This(it),
        }
    }

    fn normal(&self, units: &Units) -> Required {
        match self {
            Required::This(it) => Required::This(it.normal(units)),
            other => other.clone(),
        }
    }

    /// The requirement if there is a known one.
    pub fn known(&self) -> Option<&Requirement> {
        match self {
            Required::This(it) => Some(it),
            Required::Unknown | Required::Nothing => None,
        }
    }
}

impl RequirementGroups {
    pub(crate) fn of(view: View<'_>) -> RequirementGroups {
        let first_queue = |it: &Entity<'_>| view.queue(&it.name()).is_none_or(|first| first.number() == it.number());
        let first_profile =
            |it: &Entity<'_>| view.application(&it.name()).is_none_or(|first| first.number() == it.number());
        RequirementGroups {
            queues: groups(view, view.queues().filter(first_queue), Options::ranges_of),
            profiles: groups(view, view.applications().filter(first_profile), |_| Vec::new()),
        }
    }
}

/// A requirement as written, and in normal form.
type Forms = (Arc<Required>, Arc<Required>);

/// The key by which definitions are grouped: the normal form and the options.
type Key = (Arc<Required>, Vec<ReservationRange>, Option<TaskRange>);

/// Groups definitions. Equal strings are parsed once.
fn groups<'a>(
    view: View<'_>,
    all: impl Iterator<Item = Entity<'a>>,
    ranges: fn(&Entity<'_>) -> Vec<ReservationRange>,
) -> Vec<RequirementGroup> {
    let units = Units::of(view.switches());
    let forms = |it: Required| {
        let normal = it.normal(&units);
        (Arc::new(it), Arc::new(normal))
    };
    let (unknown, nothing) = (forms(Required::Unknown), forms(Required::Nothing));
    let mut read: FxHashMap<Cow<'a, str>, Forms> = FxHashMap::default();
    let mut numbers: FxHashMap<Key, usize> = FxHashMap::default();
    let mut groups: Vec<RequirementGroup> = Vec::new();
    for entity in all.filter(|it| !it.is_broken()) {
        let (required, normal) = match Text::of(&entity) {
            Text::Unknown => unknown.clone(),
            Text::Nothing => nothing.clone(),
            Text::Known(text, field) => read.entry(text).or_insert_with(|| forms(Required::of_field(&field))).clone(),
        };
        let (ranges, tasks) = (ranges(&entity), Options::tasks_of(&entity));
        let number = *numbers.entry((normal.clone(), ranges.clone(), tasks)).or_insert_with(|| {
            groups.push(RequirementGroup { members: Vec::new(), required, normal, ranges, tasks });
            groups.len() - 1
        });
        groups[number].members.push(entity.number());
    }
    groups
}

/// The requirement string of a definition.
enum Text<'a> {
    /// It depends on a template or an `#if`.
    Unknown,
    /// It is not set.
    Nothing,
    /// It is known.
    Known(Cow<'a, str>, FieldRef<'a>),
}

impl<'a> Text<'a> {
    fn of(entity: &Entity<'a>) -> Text<'a> {
        let fields = entity.fields("RES_REQ");
        if entity.is_conditional() || fields.iter().any(FieldRef::is_conditional) {
            return Text::Unknown;
        }
        // Of several lines, the last one is used.
        let Some(field) = fields.last() else { return Text::Nothing };
        match (field.state(), field.known()) {
            (State::Unset, _) => Text::Nothing,
            (_, None) => Text::Unknown,
            (_, Some(text)) => Text::Known(text, *field),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cluster, SourceFile};

    #[test]
    fn definitions_that_ask_for_the_same_are_one_group() {
        let queue = |name: &str, lines: &str| format!("Begin Queue\nQUEUE_NAME = {name}\n{lines}\nEnd Queue\n");
        let text = [
            queue("a", "RES_REQ = mem>5 && linux"),
            queue("b", "RES_REQ = select[linux && mem > 5]"),
            queue("c", "RES_REQ = mem>5 && linux\nTASKLIMIT = 4"),
            queue("d", "RES_REQ = {{ requirement }}"),
            queue("e", ""),
            queue("a", "RES_REQ = mem>6"),
            queue("f", "RES_REQ = mem>"),
        ];
        let files = [SourceFile::new("lsb.queues", FileKind::LsbQueues, text.concat())];
        let cluster = Cluster::of(&files, None);
        let groups = &cluster.view().requirements().queues;
        let members: Vec<&[u32]> = groups.iter().map(|it| &*it.members).collect();
        assert_eq!(members, [&[0, 1][..], &[2], &[3, 6], &[4]]);
        assert!(groups[0].required.known().is_some());
        assert_eq!((&*groups[2].required, &*groups[3].required), (&Required::Unknown, &Required::Nothing));
    }
}

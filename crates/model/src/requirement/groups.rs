//! The queues and the profiles of a cluster, those that ask for the same brought together: what is compared pair by pair is compared once
//! for all of them.

use std::borrow::Cow;

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

/// The requirements of a cluster.
#[derive(Debug, Default, PartialEq)]
pub struct RequirementGroups {
    /// The queues, in the order of the first of each group.
    pub queues: Vec<RequirementGroup>,
    /// The application profiles, in the order of the first of each group.
    pub profiles: Vec<RequirementGroup>,
}

/// Definitions that ask for the same.
#[derive(Debug, PartialEq)]
pub struct RequirementGroup {
    /// Their numbers among the records of their section, in order; never none.
    pub members: Vec<u32>,
    /// What they require, as the first of them writes it.
    pub required: Required,
    /// The same in its normal form.
    pub normal: Required,
    /// RESRSV_LIMIT.
    pub ranges: Vec<ReservationRange>,
    /// TASKLIMIT.
    pub tasks: Option<TaskRange>,
}

/// What a definition requires.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Required {
    /// Something that cannot be told: a template, an `#if`, a string that is not understood.
    Unknown,
    /// Nothing.
    Nothing,
    /// This.
    This(Requirement),
}

impl Required {
    /// What a queue or an application profile requires.
    pub fn of(entity: &Entity<'_>) -> Required {
        required(entity, &mut FxHashMap::default())
    }

    /// The requirement, if there is one that is known.
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

/// What makes two definitions ask for the same.
type Key = (Required, Vec<ReservationRange>, Option<TaskRange>);

/// Brings definitions together. A string is read once, however often it is written.
fn groups<'a>(
    view: View<'_>,
    all: impl Iterator<Item = Entity<'a>>,
    ranges: fn(&Entity<'_>) -> Vec<ReservationRange>,
) -> Vec<RequirementGroup> {
    let units = Units::of(view.switches());
    let mut read: FxHashMap<Cow<'a, str>, Required> = FxHashMap::default();
    let mut numbers: FxHashMap<Key, usize> = FxHashMap::default();
    let mut groups: Vec<RequirementGroup> = Vec::new();
    for entity in all.filter(|it| !it.is_broken()) {
        let required = required(&entity, &mut read);
        let normal = match &required {
            Required::This(it) => Required::This(it.normal(&units)),
            other => other.clone(),
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

fn required<'a>(entity: &Entity<'a>, read: &mut FxHashMap<Cow<'a, str>, Required>) -> Required {
    let fields = entity.fields("RES_REQ");
    if entity.is_conditional() || fields.iter().any(FieldRef::is_conditional) {
        return Required::Unknown;
    }
    // Of several lines, the last one is used.
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
        assert_eq!((&groups[2].required, &groups[3].required), (&Required::Unknown, &Required::Nothing));
    }
}

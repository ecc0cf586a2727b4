//! Built-in resources: load indices, static host facts, GPU names.

use std::sync::LazyLock;

pub use crate::generated::resources::{
    BUILTIN_RESOURCES, DISCOURAGED_NAMES, FORBIDDEN_NAME_PREFIXES, PREDEFINED_TYPES, RESERVED_NAMES,
    SHIPPED_RESERVED_NAMES, STATUS_VALUES, UNDEFINABLE_NAMES, UNDOCUMENTED_SIZE_UNITS,
};
use crate::{Confidence, Namespace, Version};

/// The type of a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResourceType {
    /// A number.
    Numeric,
    /// Present or not.
    Boolean,
    /// A word.
    String,
}

/// Whether larger values mean more load.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Larger is more load (`ut`, `r1m`).
    Increasing,
    /// Larger is less load (`mem`, `it`).
    Decreasing,
}

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reading {
    /// Measured at an interval: a load index or host status.
    Dynamic,
    /// Fixed while the host is up.
    Static,
    /// Known to the batch scheduler only (`slots`).
    Scheduler,
}

/// One built-in resource and where it may be used.
#[derive(Debug)]
pub struct BuiltinResource {
    /// The canonical name.
    pub name: &'static str,
    /// Another accepted spelling (`login` for `ls`); empty when there is none.
    pub alias: &'static str,
    /// Its type.
    pub kind: ResourceType,
    /// Dynamic, static or of the scheduler.
    pub reading: Reading,
    /// Its direction, for numbers.
    pub direction: Option<Direction>,
    /// Its unit in words (`MB`, `minutes`); empty when it has none.
    pub unit: &'static str,
    /// Smallest and largest sensible value.
    pub range: (Option<f64>, Option<f64>),
    /// The update interval in seconds, if documented.
    pub interval: Option<u32>,
    /// May be reserved in `rusage[]`.
    pub consumable: bool,
    /// Accepted in `order[]`.
    pub order: bool,
    /// Accepted in `defined()`.
    pub defined: bool,
    /// May be a load threshold.
    pub threshold: bool,
    /// Takes size suffixes (`mem`, `swp`, `tmp`).
    pub size_units: bool,
    /// The namespace of its values: host types for `type`, hosts for `hname`.
    pub names: Option<Namespace>,
    /// A summary for hovers.
    pub summary: &'static str,
    /// The first version that supports it.
    pub since: Option<Version>,
    /// The name ends with a GPU number (`gpu_mode0`): `name` is the part before it.
    pub numbered: bool,
    /// The reliability of these facts.
    pub confidence: Confidence,
}

impl BuiltinResource {
    /// Whether it is compared with the words of [`crate::SELECTION_WORDS`]: `type==any`.
    pub fn takes_selection_words(&self) -> bool {
        matches!(self.names, Some(Namespace::HostType | Namespace::HostModel))
    }

    /// Whether it is a GPU resource, which elims of older versions reported.
    pub fn is_gpu(&self) -> bool {
        self.name.contains("gpu")
    }
}

/// A host status.
#[derive(Debug)]
pub struct HostStatus {
    /// The word; it is case-sensitive.
    pub name: &'static str,
    /// Whether bhosts displays it, so that `status==` can compare with it; lsload displays the others.
    pub batch: bool,
    /// A summary for hovers.
    pub summary: &'static str,
    /// The reliability of these facts.
    pub confidence: Confidence,
}

/// The built-in resource of this name or alias. Names are case-sensitive.
pub fn builtin_resource(name: &str) -> Option<&'static BuiltinResource> {
    // Called for each name in requirement strings, so it uses short lists by first letter and length.
    static BY_LOOK: LazyLock<[Vec<(&str, &BuiltinResource)>; 64]> = LazyLock::new(|| {
        let mut lists = [const { Vec::new() }; 64];
        for (name, resource) in BUILTIN_RESOURCES.iter().flat_map(|it| [(it.name, it), (it.alias, it)]) {
            lists[look(name)].push((name, resource));
        }
        lists
    });
    let find = |name: &str| {
        let row = BY_LOOK[look(name)].iter().find(|it| it.0 == name && !name.is_empty());
        row.map(|it| it.1)
    };
    match find(name).filter(|it| !it.numbered) {
        None if name.ends_with(|it: char| it.is_ascii_digit()) => {
            find(name.trim_end_matches(|it: char| it.is_ascii_digit())).filter(|it| it.numbered)
        }
        found => found,
    }
}

/// The list of [`builtin_resource`] for a name.
fn look(name: &str) -> usize {
    name.bytes().next().map_or(0, |first| (usize::from(first) + 8 * name.len()) % 64)
}

/// Whether lsf.shared may not define a resource of this name, because it is built in or reserved.
pub fn reserved_name(name: &str) -> bool {
    RESERVED_NAMES.contains(&name)
}

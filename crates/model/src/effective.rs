//! The effective value of a parameter and the chain of values that determine it: section, fallbacks, default.

mod amount;
mod words;

use lsflint_spec::{Confidence, FileKind, ParamSpec};

use crate::read::{AsRead, Reading};
use crate::{Entity, FieldRef, Knowledge, Lookup, Place, State, Switches, View};

pub use amount::{numbers, seconds, smallest_unit};
pub use words::{in_rounded_words, in_words, unit_in};

/// The name of the row that applies to objects without their own row.
pub const DEFAULT_ROW: &str = "default";

/// A parameter and all values that may apply to it.
#[derive(Debug, Clone)]
pub struct Effective {
    /// The parameter.
    pub param: &'static ParamSpec,
    /// The values, highest precedence first.
    pub chain: Vec<Link>,
    /// The unit of its number in this cluster; empty if it has none.
    pub unit: String,
}

/// A value in the chain.
#[derive(Debug, Clone)]
pub struct Link {
    /// Its source: `lsb.queues`, `lsb.params`, `default`.
    pub from: String,
    /// The place of the value in the file as written.
    pub place: Option<Place>,
    /// The value as LSF reads it, or as written if LSF ignores it; `None` if it is not set there.
    pub value: Option<String>,
    /// What LSF does with it.
    pub state: LinkState,
}

/// What LSF does with a value of the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkState {
    /// It is the effective value.
    Counts,
    /// It is the effective value, read as something other than what is written.
    ReadAs {
        /// The value as written.
        written: String,
        /// The code of the rule that reports it.
        code: &'static str,
    },
    /// A value with higher precedence is effective.
    Overridden,
    /// LSF ignores it.
    Ignored {
        /// The code of the rule that reports it.
        code: &'static str,
        /// What LSF does, in words.
        effect: Box<str>,
    },
    /// It is not set there.
    Unset,
    /// Whether it applies depends on an `#if`, a template, or a file that is not loaded.
    Unknown,
}

impl Effective {
    /// The effective value of a parameter of a section. `record` is one of the cluster as written.
    pub fn of(cluster: &AsRead, record: &Entity<'_>, param: &'static ParamSpec) -> Effective {
        Effective::of_rows(cluster, &[*record], param)
    }

    /// As [`Effective::of`], with further records that LSF reads if it does not read those before them.
    pub fn of_rows(cluster: &AsRead, records: &[Entity<'_>], param: &'static ParamSpec) -> Effective {
        Effective::of_named(cluster, records, param, param.name)
    }

    /// As [`Effective::of_rows`], for a load index of the site. `param` is what applies to all of them.
    pub fn of_load_index(cluster: &AsRead, records: &[Entity<'_>], param: &'static ParamSpec, name: &str) -> Effective {
        Effective::of_named(cluster, records, param, name)
    }

    fn of_named(cluster: &AsRead, records: &[Entity<'_>], param: &'static ParamSpec, name: &str) -> Effective {
        let (view, record) = (cluster.view(), &records[0]);
        let mut chain: Vec<Link> = records.iter().flat_map(|it| own_links(cluster, it, name)).collect();
        if chain.is_empty() {
            chain.push(Link::silent(record.kind().name(), !record.is_broken()));
        }
        chain.extend(cluster_wide(cluster, record.kind(), param));
        chain.push(Link::of_default(param, view.switches()));
        Effective { param, unit: unit_of(param, view.switches()), chain }.decided()
    }

    /// The effective value of a parameter of lsb.params or lsf.conf, which applies to the whole cluster.
    pub fn of_cluster(cluster: &AsRead, kind: FileKind, section: &str, param: &'static ParamSpec) -> Effective {
        let mut chain = links_of_setting(cluster, kind, section, param.name);
        chain.push(Link::of_default(param, cluster.view().switches()));
        Effective { param, unit: unit_of(param, cluster.view().switches()), chain }.decided()
    }

    /// Marks the links after the effective one as overridden.
    fn decided(mut self) -> Effective {
        let mut open = true;
        for link in &mut self.chain {
            match link.state {
                LinkState::Counts | LinkState::ReadAs { .. } if !open => link.state = LinkState::Overridden,
                LinkState::Counts | LinkState::ReadAs { .. } => open = false,
                _ => {}
            }
        }
        self
    }

    /// The link that takes effect: the first one with a value that LSF reads; `None` if a link before it is unknown.
    pub fn deciding(&self) -> Option<&Link> {
        let decides = |it: &&Link| !matches!(it.state, LinkState::Unset | LinkState::Ignored { .. });
        self.chain.iter().find(decides).filter(|it| it.state != LinkState::Unknown)
    }

    /// Whether an unknown link may take effect.
    pub fn is_unknown(&self) -> bool {
        let decides = |it: &&Link| !matches!(it.state, LinkState::Unset | LinkState::Ignored { .. });
        self.chain.iter().find(decides).is_some_and(|it| it.state == LinkState::Unknown)
    }

    /// Whether a file sets it, or may.
    pub fn is_set(&self) -> bool {
        self.chain.iter().any(|it| it.place.is_some() && it.value.is_some() || it.state == LinkState::Unknown)
    }

    /// The effective value in readable units: `16384 KB = 16 MB`. `None` if it has no unit or is not a number.
    pub fn in_words(&self) -> Option<String> {
        in_words(self.deciding()?.value.as_deref()?, &self.unit)
    }
}

/// The effective value of a parameter of a record in a view in which no `#if` decides; the inner `None` if nothing is
/// set or the record does not exist. `None` if it is unknown.
pub fn value_in(view: View<'_>, record: Option<Entity<'_>>, param: &'static ParamSpec) -> Option<Option<String>> {
    let Some(record) = record else { return Some(None) };
    if let Some(field) = record.field(param.name) {
        let known = field.state() != State::Templated && !field.is_conditional() && !record.is_conditional();
        if !known || field.state() == State::Known {
            return known.then(|| field.known().map(|it| it.into_owned()));
        }
    }
    let local = matches!(record.kind(), FileKind::LsbQueues | FileKind::LsbApplications);
    if local && lsflint_spec::find_param(FileKind::LsbParams, "Parameters", param.name).is_some() {
        return setting_in(view, FileKind::LsbParams, "Parameters", param);
    }
    Some(Link::of_default(param, view.switches()).value)
}

/// The effective value of a parameter of the whole cluster in a view in which no `#if` decides; see [`value_in`].
pub fn setting_in(view: View<'_>, kind: FileKind, section: &str, param: &'static ParamSpec) -> Option<Option<String>> {
    match view.setting(kind, section, param.name) {
        Lookup::Unknown => None,
        Lookup::Absent => Some(Link::of_default(param, view.switches()).value),
        Lookup::Set(field) => Some(field.known().map(|it| it.into_owned())),
    }
}

impl Link {
    /// A value that LSF reads. `written` is the same value as written, if a reading is about it.
    fn of(from: &str, field: &FieldRef<'_>, written: Option<(&FieldRef<'_>, &Reading)>) -> Link {
        let known = field.state() != State::Templated && !field.is_conditional() && !field.entity().is_conditional();
        let mut value = field.known().map(|it| it.into_owned());
        let place = written.map_or_else(|| field.place(), |it| it.0.place());
        let state = match (&mut value, known, written) {
            (_, false, _) => LinkState::Unknown,
            (None, true, _) => LinkState::Unset,
            (Some(_), true, None) => LinkState::Counts,
            (Some(value), true, Some((written, reading))) => {
                // What LSF ignores leaves spaces.
                *value = value.split_whitespace().collect::<Vec<_>>().join(" ");
                LinkState::ReadAs { written: written.known().unwrap_or_default().into_owned(), code: reading.code }
            }
        };
        Link { from: from.to_owned(), place: Some(place), value, state }
    }

    /// A value that LSF does not read.
    fn ignored(from: &str, field: &FieldRef<'_>, reading: &Reading) -> Link {
        Link {
            from: from.to_owned(),
            place: Some(field.place()),
            value: field.known().map(|it| it.into_owned()),
            state: LinkState::Ignored { code: reading.code, effect: reading.effect.clone() },
        }
    }

    /// The documented default. Defaults are the least certain facts, so those without a documented source are marked.
    fn of_default(param: &ParamSpec, switches: &Switches) -> Link {
        let from = if param.confidence == Confidence::High { "default" } else { "default (unverified)" };
        let value = match &switches.default_order {
            // Another parameter sets the order of hosts for requirements without one.
            Some(order) if param.grammar == lsflint_spec::Grammar::ResReq && param.name == "RES_REQ" => {
                Some(format!("select[{}] order[{order}]", lsflint_spec::DEFAULT_SELECT))
            }
            _ => Some(param.default).filter(|it| !it.is_empty()).map(str::to_owned),
        };
        let state = if value.is_some() { LinkState::Counts } else { LinkState::Unset };
        Link { from: from.to_owned(), place: None, value, state }
    }

    fn silent(from: &str, known: bool) -> Link {
        let state = if known { LinkState::Unset } else { LinkState::Unknown };
        Link { from: from.to_owned(), place: None, value: None, state }
    }
}

/// The values in a record, the last one first: those that LSF reads, and those that it ignores.
fn own_links(cluster: &AsRead, record: &Entity<'_>, name: &str) -> Vec<Link> {
    let read = cluster.as_read(record);
    let fields = read.map(|it| it.fields(name)).unwrap_or_default();
    links_of(cluster, record.kind(), &record.fields(name), &fields, read.is_some())
}

/// The links of values as written and as read, the last one first. `is_read`: LSF reads their record.
fn links_of(
    cluster: &AsRead,
    kind: FileKind,
    written: &[FieldRef<'_>],
    read: &[FieldRef<'_>],
    is_read: bool,
) -> Vec<Link> {
    let from = kind.name();
    let mut links = Vec::new();
    let mut matched = vec![false; read.len()];
    for field in written {
        let place = field.place();
        let same = |it: &FieldRef<'_>| {
            let other = it.place();
            other.file == place.file && other.range.intersect(place.range).is_some()
        };
        match read.iter().position(same).filter(|it| field.known().is_none() || read[*it].known().is_some()) {
            Some(number) => {
                matched[number] = true;
                let reading = cluster.reading_in(&place);
                links.push(Link::of(from, &read[number], reading.map(|it| (field, it))));
            }
            None if field.known().is_some() => {
                let reading = if is_read { cluster.ignored(&place) } else { cluster.reading_of(&place) };
                let reading = reading.or_else(|| cluster.reading_in(&place));
                links.extend(reading.map(|it| Link::ignored(from, field, it)));
            }
            None => {}
        }
    }
    let others = read.iter().zip(matched).filter(|it| !it.1);
    links.extend(others.map(|(it, _)| Link::of(from, it, None)));
    links.retain(|it| it.state != LinkState::Unset);
    links.sort_by_key(|it| std::cmp::Reverse(it.place.as_ref().map(|it| (it.file.clone(), it.range.start()))));
    links
}

/// The values of a parameter in a section with settings for the whole cluster.
fn links_of_setting(cluster: &AsRead, kind: FileKind, section: &str, name: &str) -> Vec<Link> {
    let lookup = cluster.view().setting(kind, section, name);
    let written = fields_of_setting(cluster.written().view(), kind, section, name);
    let read = fields_of_setting(cluster.view(), kind, section, name);
    let mut links = links_of(cluster, kind, &written, &read, true);
    match lookup {
        Lookup::Unknown if links.iter().all(|it| it.state != LinkState::Unknown) => {
            links.push(Link::silent(kind.name(), false));
        }
        Lookup::Absent => links.push(Link::silent(kind.name(), true)),
        _ => {}
    }
    links
}

fn fields_of_setting<'a>(view: View<'a>, kind: FileKind, section: &str, name: &str) -> Vec<FieldRef<'a>> {
    view.all(kind, section).flat_map(|it| it.fields(name)).collect()
}

/// The values in lsb.params that apply to queues and application profiles without their own, if it has the same
/// parameter.
fn cluster_wide(cluster: &AsRead, kind: FileKind, param: &'static ParamSpec) -> Vec<Link> {
    let local = matches!(kind, FileKind::LsbQueues | FileKind::LsbApplications);
    match lsflint_spec::find_param(FileKind::LsbParams, "Parameters", param.name).filter(|_| local) {
        Some(_) => links_of_setting(cluster, FileKind::LsbParams, "Parameters", param.name),
        None => Vec::new(),
    }
}

/// The unit of a parameter: the documented one, unless lsf.conf sets the unit of limits. Empty if it has none or it is
/// unknown.
pub fn unit_of(param: &ParamSpec, switches: &Switches) -> String {
    let follows = param.affected_by.iter().any(|it| it.ends_with(":LSF_UNIT_FOR_LIMITS"));
    match (&switches.unit_for_limits, follows) {
        (Some(unit), true) => unit.clone(),
        (None, true) if switches.lsf_conf != Knowledge::Complete => String::new(),
        _ => param.unit.to_owned(),
    }
}

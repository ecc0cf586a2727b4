//! The rows of lsb.hosts that apply to hosts, found once for all hosts.

use lsflint_model::effective::DEFAULT_ROW;
use lsflint_model::{Entity, HostId, HostPattern, Knowledge, State, View};
use lsflint_spec::{FileKind, Grammar};
use lsflint_syntax::ast::{HostList, List};
use rustc_hash::FxHashMap;

/// Patterns with at most this number of names are expanded; longer ones are compared with every host.
const PATTERN_NAMES: u64 = 4096;

/// The rows of lsb.hosts.
pub(super) struct HostRows<'a> {
    of_host: Vec<HostRow<'a>>,
}

/// The row that applies to a host.
#[derive(Clone, Copy)]
pub(super) enum HostRow<'a> {
    Of(Entity<'a>),
    /// lsb.hosts has no rows, so that all hosts run jobs without limits.
    Unlimited,
    /// lsb.hosts has rows, but none for the host, so that it runs no jobs.
    NoJobs,
    /// An `#if`, a template, or facts that LSF detects decide.
    Unknown,
}

/// The job slots of a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Slots {
    Number(u64),
    /// `!`: the number of processors.
    Text(String),
    Unlimited,
    Unknown,
}

impl<'a> HostRows<'a> {
    /// The rows of all hosts. The first row of a name applies; a host without its own one has that of its model or
    /// type, else `default`. Source: the page of lsb.hosts, HOST_NAME.
    pub(super) fn of(view: View<'a>) -> HostRows<'a> {
        let hosts = view.hosts();
        if view.knowledge(FileKind::LsbHosts) != Knowledge::Complete {
            return HostRows { of_host: vec![HostRow::Unknown; hosts.len()] };
        }
        let mut own: Vec<Option<HostRow<'a>>> = vec![None; hosts.len()];
        let mut by_kind: FxHashMap<Box<str>, HostRow<'a>> = FxHashMap::default();
        let (mut default, mut is_empty, mut unclear) = (None, true, false);
        for row in view.all(FileKind::LsbHosts, "Host") {
            is_empty = false;
            let name = row.name();
            let applies = if row.is_conditional() || row.is_broken() { HostRow::Unknown } else { HostRow::Of(row) };
            if let Some(id) = hosts.find(&name) {
                own[id.0 as usize].get_or_insert(applies);
            } else if name.contains(['[', '*']) {
                match matching(view, &name) {
                    Some(found) => found.into_iter().for_each(|it| {
                        own[it.0 as usize].get_or_insert(applies);
                    }),
                    None => unclear = true,
                }
            } else if *name == *DEFAULT_ROW {
                default.get_or_insert(applies);
            } else if name.is_empty() {
                // A template fills in the name, so the row may be that of any host.
                unclear = true;
            } else {
                by_kind.entry(name.as_ref().into()).or_insert(applies);
            }
        }
        let nothing = if is_empty { HostRow::Unlimited } else { HostRow::NoJobs };
        let row = |(id, _): (HostId, _)| {
            if unclear {
                return HostRow::Unknown;
            }
            if let Some(own) = own[id.0 as usize] {
                return own;
            }
            let facts = view.hosts().facts(id);
            let kinds = [&facts.model, &facts.host_type];
            // LSF detects the model or type, and a row may be for it.
            if !by_kind.is_empty() && kinds.iter().any(|it| it.is_none()) {
                return HostRow::Unknown;
            }
            let found = kinds.iter().find_map(|it| by_kind.get(it.as_deref()?).copied());
            found.or(default).unwrap_or(nothing)
        };
        HostRows { of_host: hosts.iter().map(row).collect() }
    }

    /// The row of a host.
    pub(super) fn row(&self, host: HostId) -> HostRow<'a> {
        self.of_host.get(host.0 as usize).copied().unwrap_or(HostRow::Unknown)
    }

    /// MXJ of a host.
    pub(super) fn slots(&self, host: HostId) -> Slots {
        let row = match self.row(host) {
            HostRow::Of(row) => row,
            HostRow::Unlimited => return Slots::Unlimited,
            HostRow::NoJobs => return Slots::Number(0),
            HostRow::Unknown => return Slots::Unknown,
        };
        let Some(field) = row.field("MXJ").filter(|it| it.state() != State::Unset) else { return Slots::Unlimited };
        match field.known().filter(|_| !field.is_conditional()) {
            Some(value) => value.trim().parse().map_or_else(|_| Slots::Text(value.trim().to_owned()), Slots::Number),
            None => Slots::Unknown,
        }
    }
}

/// The hosts that a pattern matches; `None` if it is not one.
fn matching(view: View<'_>, name: &str) -> Option<Vec<HostId>> {
    let parse = lsflint_syntax::parse_value(name, Grammar::HostList);
    let pattern = HostPattern::of(parse.typed::<HostList<'_>>()?.items().next()?)?;
    let hosts = view.hosts();
    Some(match pattern.names(PATTERN_NAMES) {
        Some(names) => names.iter().filter_map(|it| hosts.find(it)).collect(),
        None => hosts.iter().filter(|it| pattern.matches(&it.1.name)).map(|it| it.0).collect(),
    })
}
